//! Scenes that instance or inherit a map.

use super::*;

const MAP: &str = "[gd_scene format=3 uid=\"uid://bmapmapmap\"]\n\n[node name=\"Map\" type=\"TileMap\"]\nformat = 2\n\
    layer_0/tile_data = INTS\n\n[node name=\"Kid\" type=\"Node2D\" parent=\".\"]\n";

fn instancing(lines: &str) -> String {
    format!(
        "[gd_scene format=3]\n\n[ext_resource type=\"PackedScene\" uid=\"uid://bmapmapmap\" path=\"res://gone.tscn\" \
         id=\"1_m\"]\n\n[node name=\"World\" type=\"Node2D\"]\n\n\
         [node name=\"Map\" parent=\".\" instance=ExtResource(\"1_m\")]\n{lines}"
    )
}

#[test]
fn what_an_instance_changes_moves_to_override_nodes() {
    let level =
        instancing("position = Vector2(1, 2)\nlight_mask = 2\nlayer_0/tile_data = PackedInt32Array()\n");
    let folder = project(&[("map.tscn", MAP), ("sub/level.tscn", &level)]);
    let answer = migrate(folder.path(), "");
    let after = instancing(
        "position = Vector2(1, 2)\n\n[node name=\"Layer0\" parent=\"Map\" index=\"0\"]\nlight_mask = 2\n\
         tile_map_data = PackedByteArray()\n\n[editable path=\"Map\"]\n",
    );
    assert_eq!(read(&folder.path().join("sub/level.tscn")), after, "found by its uid; {}", answer.stderr);
    assert_eq!(migrate(folder.path(), "--check").json()["summary"]["changed"], 0);
}

#[test]
fn an_instance_that_changes_nothing_is_not_touched() {
    let level = instancing("position = Vector2(1, 2)\n");
    let folder = project(&[("map.tscn", MAP), ("level.tscn", &level)]);
    let answer = tilewright(folder.path(), "migrate map.tscn --output-format json");
    assert_eq!(answer.json()["summary"]["changed"], 1, "{}", answer.stderr);
    assert_eq!(read(&folder.path().join("level.tscn")), level);
}

#[test]
fn a_dependent_that_is_not_named_stops_all() {
    let level = instancing("layer_0/enabled = false\n");
    let folder = project(&[("map.tscn", MAP), ("level.tscn", &level)]);
    let answer = tilewright(folder.path(), "migrate map.tscn --output-format json");
    assert_eq!(answer.code, 2);
    let found = finding(&answer, "not-named");
    assert_eq!(found["path"], "level.tscn");
    assert_eq!(found["line"], 7);
    assert_eq!(read(&folder.path().join("map.tscn")), MAP.replace("INTS", INTS));
}

#[test]
fn a_layer_that_only_an_instance_has_needs_the_tile_set_there_too() {
    let map = MAP.replace("format=3 uid", "load_steps=2 format=3 uid").replace(
        "[node name=\"Map\"",
        "[ext_resource type=\"TileSet\" path=\"res://t.tres\" id=\"1_t\"]\n\n[node name=\"Map\"",
    );
    let map = map.replace("format = 2", "tile_set = ExtResource(\"1_t\")\nformat = 2");
    let level =
        instancing("layer_1/name = \"Roof\"\n").replace("[gd_scene format", "[gd_scene load_steps=2 format");
    let folder = project(&[("map.tscn", &map), ("level.tscn", &level)]);
    let answer = migrate(folder.path(), "");
    let text = read(&folder.path().join("level.tscn"));
    assert!(text.starts_with("[gd_scene load_steps=3 format=3]"), "{text}");
    let id = text
        .split("path=\"res://t.tres\" id=\"")
        .nth(1)
        .and_then(|rest| rest.split('"').next())
        .expect("an id");
    assert!(
        text.contains(&format!(
            "parent=\"Map\" index=\"1\"]\nuse_parent_material = true\ntile_set = ExtResource(\"{id}\")"
        )),
        "{text}"
    );
    says(&finding(&answer, "order"), "Roof comes before Kid");
    // Built into the map's scene, it cannot be named from elsewhere.
    let map = map.replace(
        "[ext_resource type=\"TileSet\" path=\"res://t.tres\" id=\"1_t\"]",
        "[sub_resource type=\"TileSet\" id=\"1_t\"]",
    );
    let map = map.replace("ExtResource(\"1_t\")", "SubResource(\"1_t\")");
    let folder = project(&[("map.tscn", &map), ("level.tscn", &level)]);
    let answer = migrate(folder.path(), "");
    says(&finding(&answer, "tile-set-elsewhere"), "res://map.tscn");
    assert_eq!(read(&folder.path().join("map.tscn")), map.replace("INTS", INTS), "all or nothing");
}

#[test]
fn a_base_that_cannot_be_read_stops_its_group_only() {
    let level = instancing("layer_0/enabled = false\n").replace("uid=\"uid://bmapmapmap\" ", "");
    let above = "[gd_scene format=3]\n\n[ext_resource type=\"PackedScene\" path=\"res://level.tscn\" id=\"1\"]\n\n\
                 [node name=\"World\" instance=ExtResource(\"1\")]\n\n[node name=\"Map\" parent=\".\" index=\"0\"]\n\
                 layer_0/z_index = 1\n";
    let folder = project(&[("level.tscn", &level), ("above.tscn", above), ("map.tscn", MAP)]);
    let answer = migrate(folder.path(), "");
    assert_eq!(answer.code, 2);
    let json = answer.json();
    let refused: Vec<(&Value, &Value)> = json["findings"]
        .as_array()
        .expect("findings")
        .iter()
        .filter(|finding| finding["code"] == "base")
        .map(|finding| (&finding["path"], &finding["node"]))
        .collect();
    assert_eq!(refused, [(&"above.tscn".into(), &"Map".into()), (&"level.tscn".into(), &"Map".into())]);
    says(&finding(&answer, "base"), "res://gone.tscn does not exist");
    assert!(read(&folder.path().join("map.tscn")).contains("Node2D"), "the others move");
}

#[test]
fn a_placeholder_with_layers_stops_its_group() {
    let level = instancing("layer_0/enabled = false\n")
        .replace("instance=ExtResource(\"1_m\")", "instance_placeholder=\"res://map.tscn\"");
    let folder = project(&[("map.tscn", MAP), ("level.tscn", &level)]);
    let answer = migrate(folder.path(), "");
    let found = finding(&answer, "placeholder");
    assert_eq!((&found["path"], &found["line"]), (&"level.tscn".into(), &7.into()));
    assert_eq!(read(&folder.path().join("map.tscn")), MAP.replace("INTS", INTS));
    assert_eq!(answer.code, 2);
}

#[test]
fn files_that_cannot_be_read_and_name_the_scene_are_told() {
    let folder = project(&[("map.tscn", MAP)]);
    std::fs::write(folder.path().join("old.scn"), b"RSRC\0\0\0\x11\0\0\0res://map.tscn\0").expect("written");
    let answer = migrate(folder.path(), "");
    assert_eq!(finding(&answer, "binary-dependent")["path"], "old.scn");
    assert_eq!(answer.code, 1, "the others move");
    let broken = instancing("layer_0/enabled = \n");
    let folder = project(&[("map.tscn", MAP), ("broken.tscn", &broken)]);
    let answer = migrate(folder.path(), "");
    assert_eq!(finding(&answer, "unreadable-dependent")["path"], "broken.tscn");
    assert_eq!(read(&folder.path().join("map.tscn")), MAP.replace("INTS", INTS));
}

#[test]
fn an_index_that_does_not_count_the_layers_learns_to() {
    let child = |index: usize| {
        instancing(&format!(
            "layer_0/enabled = false\n\n[node name=\"More\" type=\"Node2D\" parent=\"Map\" index=\"{index}\"]\n"
        ))
    };
    for (version, before, after) in [("4.2", 1, 2), ("4.4", 2, 2), ("4.4", 0, 1)] {
        let folder = project(&[("map.tscn", MAP), ("level.tscn", &child(before))]);
        write(folder.path(), "project.godot", &format!("config/features=PackedStringArray(\"{version}\")\n"));
        migrate(folder.path(), "");
        let text = read(&folder.path().join("level.tscn"));
        assert!(text.contains(&format!("parent=\"Map\" index=\"{after}\"]")), "{version} {before}: {text}");
    }
}

#[test]
fn ids_are_new_where_there_are_any_and_the_same_each_time() {
    let map = MAP.replace("type=\"TileMap\"]", "type=\"TileMap\" unique_id=7]");
    let texts: Vec<String> = (0..2)
        .map(|_| {
            let folder =
                project(&[("map.tscn", &map), ("level.tscn", &instancing("layer_0/enabled = false\n"))]);
            migrate(folder.path(), "");
            let level = read(&folder.path().join("level.tscn"));
            assert!(!level.contains("unique_id"), "a file without ids gets none: {level}");
            read(&folder.path().join("map.tscn"))
        })
        .collect();
    assert_eq!(texts[0], texts[1]);
    assert_eq!(texts[0].matches("unique_id=").count(), 2, "{}", texts[0]);
}
