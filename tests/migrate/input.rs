//! Odd maps: names, gaps, clashes, damage, scripts.

use super::*;

#[test]
fn a_map_becomes_a_container_of_its_layers() {
    becomes(
        "[node name=\"World\" type=\"Node2D\"]\n\n[node name=\"Map\" type=\"TileMap\" parent=\".\" groups=[\"maps\"]]\n\
         modulate = Color(0.5, 1, 1, 1)\nlight_mask = 3\ntile_set = null\nrendering_quadrant_size = 8\nformat = 2\n\
         layer_0/name = \"Ground\"\nlayer_0/tile_data = INTS\nlayer_1/name = \"Walls\"\nlayer_1/enabled = true\n\
         layer_1/modulate = Color(1,1,1,1.0)\nlayer_1/y_sort_enabled = true\nlayer_1/y_sort_origin = 12\n\
         layer_1/z_index = -3\nlayer_1/tile_data = PackedInt32Array()\nmetadata/note = \"kept\"\n\n\
         [node name=\"Kid\" type=\"Node2D\" parent=\"Map\"]\n",
        "[node name=\"World\" type=\"Node2D\"]\n\n[node name=\"Map\" type=\"Node2D\" parent=\".\" groups=[\"maps\"]]\n\
         modulate = Color(0.5, 1, 1, 1)\nmetadata/note = \"kept\"\n\n\
         [node name=\"Ground\" type=\"TileMapLayer\" parent=\"Map\"]\nlight_mask = 3\nuse_parent_material = true\n\
         tile_map_data = BYTES\nrendering_quadrant_size = 8\n\n\
         [node name=\"Walls\" type=\"TileMapLayer\" parent=\"Map\"]\nlight_mask = 3\nz_index = -3\n\
         y_sort_enabled = true\nuse_parent_material = true\ny_sort_origin = 12\nrendering_quadrant_size = 8\n\n\
         [node name=\"Kid\" type=\"Node2D\" parent=\"Map\"]\n",
        "",
    );
}

#[test]
fn a_gap_in_the_layers_is_filled_as_the_engine_does() {
    let answer = becomes(
        "[node name=\"Map\" type=\"TileMap\"]\nformat = 2\nlayer_2/name = \"Two\"\nlayer_2/tile_data = INTS\n",
        "[node name=\"Map\" type=\"Node2D\"]\n\n[node name=\"Layer0\" type=\"TileMapLayer\" parent=\".\"]\n\
         use_parent_material = true\n\n[node name=\"Layer2\" type=\"TileMapLayer\" parent=\".\"]\n\
         use_parent_material = true\n\n[node name=\"Two\" type=\"TileMapLayer\" parent=\".\"]\n\
         use_parent_material = true\ntile_map_data = BYTES\n",
        "",
    );
    says(&finding(&answer, "gap"), "layer 1");
}

#[test]
fn names_follow_the_rules_of_nodes() {
    let answer = becomes(
        "[node name=\"It's\" type=\"Node2D\"]\n\n[node name=\"It's\" type=\"TileMap\" parent=\".\"]\nformat = 2\n\
         layer_0/name = \"a/b:c@d%e\\\"f.g\"\nlayer_1/name = \"same\"\nlayer_2/name = \"same\"\nlayer_3/name = \"\"\n\
         layer_4/name = \"it's\"\n",
        "[node name=\"It's\" type=\"Node2D\"]\n\n[node name=\"It's\" type=\"Node2D\" parent=\".\"]\n\n\
         [node name=\"a_b_c_d_e_f_g\" type=\"TileMapLayer\" parent=\"It\\'s\"]\nuse_parent_material = true\n\n\
         [node name=\"same\" type=\"TileMapLayer\" parent=\"It\\'s\"]\nuse_parent_material = true\n\n\
         [node name=\"same2\" type=\"TileMapLayer\" parent=\"It\\'s\"]\nuse_parent_material = true\n\n\
         [node name=\"Layer3\" type=\"TileMapLayer\" parent=\"It\\'s\"]\nuse_parent_material = true\n\n\
         [node name=\"it\\'s\" type=\"TileMapLayer\" parent=\"It\\'s\"]\nuse_parent_material = true\n",
        "",
    );
    let json = answer.json();
    let renamed = json["findings"].as_array().expect("findings").iter().filter(|it| it["code"] == "renamed");
    assert_eq!(renamed.count(), 2, "the cleaned name and the doubled one");
}

#[test]
fn layers_give_way_to_children() {
    let (text, answer) = migrated(
        "[node name=\"Map\" type=\"TileMap\"]\nformat = 2\nlayer_0/tile_data = INTS\nlayer_1/name = \"Player\"\n\n\
         [node name=\"Layer0\" type=\"Node2D\" parent=\".\"]\n\n[node name=\"Player\" type=\"Node2D\" parent=\".\"]\n",
        "",
    );
    let names: Vec<&str> = text
        .lines()
        .filter(|line| line.contains("parent="))
        .map(|line| line.split('"').nth(1).unwrap_or(""))
        .collect();
    assert_eq!(names, ["Layer1", "Player2", "Layer0", "Player"], "layers first, and children as they were");
    says(&finding(&answer, "renamed"), "a child of the node bears that name");
}

#[test]
fn what_is_said_of_a_line_that_is_gone_points_at_its_node() {
    let map = "[node name=\"Map\" type=\"TileMap\"]\ncollision_animatable = true\nformat = 2\n\
               layer_0/tile_data = INTS\n";
    let (_, answer) = migrated(map, "");
    // The scene's first node stands on line 3, the property stood below it.
    assert_eq!(finding(&answer, "animatable")["line"], 3);
    let (_, answer) = migrated(map, "--check");
    assert_eq!(finding(&answer, "animatable")["line"], 4, "nothing is gone yet");
}

#[test]
fn a_map_without_tile_set_moves_with_a_warning() {
    let (text, answer) =
        migrated("[node name=\"Map\" type=\"TileMap\"]\nformat = 2\nlayer_0/tile_data = INTS\n", "");
    assert!(text.contains(BYTES), "{text}");
    assert_eq!(answer.code, 1, "there is something to look at");
    says(&finding(&answer, "no-tile-set"), "no TileSet");
}

#[test]
fn unknown_properties_of_a_layer_stop_the_node() {
    let found = refused(
        "[node name=\"Map\" type=\"TileMap\"]\nformat = 2\nlayer_0/foo = 1\n",
        "unknown-property",
        "",
    );
    says(&found, "layer_0/foo");
    assert_eq!((&found["line"], &found["column"], &found["node"]), (&5.into(), &1.into(), &".".into()));
}

#[test]
fn damaged_and_unknown_data_stop_the_node() {
    let map = |lines: &str| format!("[node name=\"Map\" type=\"TileMap\"]\n{lines}\n");
    says(&refused(&map("layer_0/tile_data = PackedInt32Array(1, 2)"), "damaged", ""), "no multiple of 3");
    says(&refused(&map("format = 7\nlayer_0/tile_data = INTS"), "damaged", ""), "format 7");
    says(&refused(&map("layer_0/tile_data = [1, 2, 3]"), "damaged", ""), "an Array");
    says(&refused(&map("format = 2\nlayer_5000/name = \"x\""), "layer-index", ""), "5000");
    says(&refused(&map("format = 2\ntile_data = INTS\nlayer_0/tile_data = INTS"), "two-data", ""), "both");
}

#[test]
fn only_the_map_that_cannot_move_stays() {
    let (text, answer) = migrated(
        "[node name=\"W\" type=\"Node2D\"]\n\n[node name=\"A\" type=\"TileMap\" parent=\".\"]\nlayer_0/foo = 1\n\n\
         [node name=\"B\" type=\"TileMap\" parent=\".\"]\nformat = 2\nlayer_0/tile_data = INTS\n",
        "",
    );
    assert!(text.contains("[node name=\"A\" type=\"TileMap\" parent=\".\"]\nlayer_0/foo = 1\n"), "{text}");
    assert!(text.contains("[node name=\"B\" type=\"Node2D\" parent=\".\"]"), "{text}");
    assert_eq!(answer.code, 2);
    assert_eq!(finding(&answer, "unknown-property")["node"], "A");
}

const SCRIPTED: &str = "[ext_resource type=\"Script\" path=\"res://map.gd\" id=\"1_s\"]\n\n\
    [node name=\"Map\" type=\"TileMap\"]\nformat = 2\nlayer_0/tile_data = INTS\nscript = ExtResource(\"1_s\")\n";

#[test]
fn a_script_for_a_tile_map_stops_the_node() {
    for (script, reason) in [
        ("extends TileMap\n", "extends TileMap"),
        ("extends \"res://base.gd\"\n", "extends TileMap"),
        ("extends Base\n", "extends TileMap"),
        ("extends Missing\n", "extends Missing"),
    ] {
        let base = "class_name Base\nextends TileMap\n";
        let folder = project(&[("a.tscn", &scene(SCRIPTED)), ("map.gd", script), ("base.gd", base)]);
        let answer = migrate(folder.path(), "");
        let found = finding(&answer, "script");
        says(&found, reason);
        assert!(found["help"].as_str().expect("help").contains("--mode editor"), "the way out");
        assert!(read(&folder.path().join("a.tscn")).contains("type=\"TileMap\""));
    }
    let folder = project(&[("a.tscn", &scene(SCRIPTED))]);
    says(&finding(&migrate(folder.path(), ""), "script"), "map.gd cannot be read");
}

#[test]
fn a_script_that_fits_stays_on_the_node() {
    let folder = project(&[("a.tscn", &scene(SCRIPTED)), ("map.gd", "extends Node2D\n")]);
    migrate(folder.path(), "");
    let text = read(&folder.path().join("a.tscn"));
    assert!(
        text.contains("[node name=\"Map\" type=\"Node2D\"]\nscript = ExtResource(\"1_s\")\n\n[node"),
        "{text}"
    );
    let folder = project(&[("a.tscn", &scene(SCRIPTED)), ("map.gd", "extends TileMap\n")]);
    migrate(folder.path(), "--mode editor");
    let text = read(&folder.path().join("a.tscn"));
    assert!(text.contains("type=\"TileMap\"]\nformat = 2\nscript = "), "{text}");
}

#[test]
fn odd_text_around_the_map_survives() {
    let before = "; first\r\n[node   name=\"Map\"   type=\"TileMap\"  ]\r\nposition  =  Vector2( 1,2 ) ; why\r\n\
                  format = 2\r\nlayer_0/tile_data = INTS\r\n; last\r\n";
    let (text, _) = migrated(before, "");
    let text = text.replace("[gd_scene format=3]\n\n", "");
    assert_eq!(
        text,
        "; first\r\n[node   name=\"Map\"   type=\"Node2D\"  ]\r\nposition  =  Vector2( 1,2 ) ; why\r\n\n\
         [node name=\"Layer0\" type=\"TileMapLayer\" parent=\".\"]\nuse_parent_material = true\n\
         tile_map_data = BYTES\n; last\r\n"
            .replace("BYTES", BYTES)
    );
}

#[test]
fn high_alternatives_of_4_0_and_4_1_are_told_cell_by_cell() {
    let high = "[node name=\"Map\" type=\"TileMap\"]\nformat = 2\n\
        layer_0/tile_data = PackedInt32Array(131073, 65543, 268435457, 131074, 65543, 1, -1, 65543, 537133057)\n";
    for (version, count) in [("4.1", 2), ("4.0", 2), ("4.2", 0)] {
        let folder = project(&[("a.tscn", &scene(high))]);
        let features = format!("config/features=PackedStringArray(\"{version}\", \"Mobile\")\n");
        write(folder.path(), "project.godot", &features);
        let answer = migrate(folder.path(), "");
        let json = answer.json();
        let findings = json["findings"].as_array().expect("findings").iter();
        let told: Vec<&Value> = findings.filter(|it| it["code"] == "high-alternative").collect();
        assert_eq!(told.len(), count, "{version}");
        if count > 0 {
            says(told[0], "cell -1,-1: alternative 8196");
            says(told[1], "cell 1,2: alternative 4096");
        }
    }
}
