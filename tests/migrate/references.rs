//! Paths into maps, connections, exported nodes, scripts.

use super::*;

fn animated(path: &str, players: &str) -> String {
    format!(
        "[gd_scene format=3]\n\n[sub_resource type=\"Animation\" id=\"A\"]\ntracks/0/type = \"value\"\n\
         tracks/0/path = NodePath(\"{path}\")\n\n[sub_resource type=\"AnimationLibrary\" id=\"L\"]\n_data = {{\n\
         \"a\": SubResource(\"A\")\n}}\n\n[node name=\"W\" type=\"Node2D\"]\n\n\
         [node name=\"Map\" type=\"TileMap\" parent=\".\"]\nunique_name_in_owner = true\nformat = 2\n\
         layer_1/name = \"Walls\"\n{players}"
    )
}

const PLAYER: &str = "\n[node name=\"P\" type=\"AnimationPlayer\" parent=\".\"]\nlibraries = {\n\
    \"\": SubResource(\"L\")\n}\n";

#[test]
fn tracks_follow_the_layers() {
    let below = "\n[node name=\"P\" type=\"AnimationPlayer\" parent=\"Map\"]\nroot_node = NodePath(\"..\")\n\
                 libraries/ = SubResource(\"L\")\n";
    for (path, players, expected) in [
        ("Map:layer_1/modulate", PLAYER, "Map/Walls:modulate"),
        ("Map:layer_1/modulate:r", PLAYER, "Map/Walls:modulate:r"),
        ("%Map:layer_0/enabled", PLAYER, "%Map/Layer0:enabled"),
        (".:layer_1/z_index", below, "Walls:z_index"),
        ("../Map:layer_1/z_index", below, "../Map/Walls:z_index"),
        ("Map:modulate", PLAYER, "Map:modulate"),
        ("Map:position", PLAYER, "Map:position"),
    ] {
        let folder = project(&[("a.tscn", &animated(path, players))]);
        let answer = migrate(folder.path(), "");
        let text = read(&folder.path().join("a.tscn"));
        assert!(text.contains(&format!("NodePath(\"{expected}\")")), "{path}: {text}\n{}", answer.stderr);
    }
}

#[test]
fn tracks_that_cannot_follow_are_told() {
    for (path, players, code) in [
        ("Map:layer_7/modulate", PLAYER, "path"),
        ("Map:layer_0/tile_data", PLAYER, "path"),
        ("Map:collision_animatable", PLAYER, "path"),
        ("Map:layer_1/modulate", "", "loose-path"),
    ] {
        let folder = project(&[("a.tscn", &animated(path, players))]);
        let answer = migrate(folder.path(), "");
        let found = finding(&answer, code);
        assert_eq!((&found["line"], &found["severity"]), (&5.into(), &"warning".into()), "{path}");
        assert!(read(&folder.path().join("a.tscn")).contains(&format!("NodePath(\"{path}\")")), "{path}");
    }
}

#[test]
fn libraries_in_files_of_their_own_follow_too() {
    let library = "[gd_resource type=\"AnimationLibrary\" format=3]\n\n[sub_resource type=\"Animation\" id=\"A\"]\n\
        tracks/0/path = NodePath(\"Map:layer_1/modulate\")\n\n[resource]\n_data = {\n\"a\": SubResource(\"A\")\n}\n";
    let level = "[gd_scene format=3]\n\n[ext_resource type=\"AnimationLibrary\" path=\"res://lib.tres\" id=\"1\"]\n\n\
        [node name=\"W\" type=\"Node2D\"]\n\n[node name=\"Map\" type=\"TileMap\" parent=\".\"]\nformat = 2\n\
        layer_1/name = \"NAME\"\n\n[node name=\"P\" type=\"AnimationPlayer\" parent=\".\"]\nlibraries = {\n\
        \"\": ExtResource(\"1\")\n}\n";
    let folder = project(&[("lib.tres", library), ("a.tscn", &level.replace("NAME", "Walls"))]);
    migrate(folder.path(), "");
    assert!(read(&folder.path().join("lib.tres")).contains("NodePath(\"Map/Walls:modulate\")"));
    // Two scenes use it, and their layers have other names.
    let other = level.replace("NAME", "Roof");
    let folder =
        project(&[("lib.tres", library), ("a.tscn", &level.replace("NAME", "Walls")), ("b.tscn", &other)]);
    let answer = migrate(folder.path(), "");
    assert_eq!(finding(&answer, "shared-path")["path"], "lib.tres");
    assert_eq!(read(&folder.path().join("b.tscn")), other, "nothing of the group is written");
}

#[test]
fn connections_and_exported_nodes_are_told() {
    let nodes = "[node name=\"W\" type=\"Node2D\" node_paths=PackedStringArray(\"map\")]\nmap = NodePath(\"Map\")\n\n\
        [node name=\"Map\" type=\"TileMap\" parent=\".\"]\nformat = 2\n\n\
        [connection signal=\"changed\" from=\"Map\" to=\".\" method=\"queue_redraw\"]\n\
        [connection signal=\"ready\" from=\".\" to=\"Map\" method=\"force_update\"]\n";
    let (text, answer) = migrated(nodes, "");
    assert!(text.contains("[connection signal=\"changed\""), "it is a person's to remove");
    says(&finding(&answer, "signal"), "`changed`");
    says(&finding(&answer, "connected-method"), "`force_update`");
    says(&finding(&answer, "exported-node"), "`map` holds the node `Map`");
}

#[test]
fn scripts_are_told_by_file_line_and_new_call() {
    let script = "extends Node2D\n\nfunc _ready():\n\t$Map.set_cell(0, Vector2i(1, 2), 3)\n\tif self is TileMap:\n\t\tpass\n";
    let sharp =
        "public partial class A : Node2D {\n    void F() { GetNode<TileMap>(\"Map\").GetUsedCells(0); }\n}\n";
    let level = scene(
        "[sub_resource type=\"GDScript\" id=\"G\"]\nscript/source = \"extends Node2D\n\nfunc f():\n\t$Map.clear_layer(0)\n\"\n\n\
         [node name=\"W\" type=\"Node2D\"]\n\n[node name=\"Map\" type=\"TileMap\" parent=\".\"]\nformat = 2\n",
    );
    let folder = project(&[("a.tscn", &level), ("a.gd", script), ("b.cs", sharp)]);
    let answer = migrate(folder.path(), "");
    let json = answer.json();
    let places: Vec<String> = json["findings"]
        .as_array()
        .expect("findings")
        .iter()
        .filter(|finding| finding["code"] == "script-api")
        .map(|it| format!("{}:{}:{}", it["path"].as_str().unwrap_or(""), it["line"], it["column"]))
        .collect();
    assert_eq!(places, ["a.gd:4:7", "a.gd:5:13", "a.tscn:7:7", "b.cs:2:24", "b.cs:2:40"]);
    let found = finding(&answer, "script-api");
    assert!(found["help"].as_str().expect("help").contains("layer.set_cell(coords"), "{found}");
    assert_eq!(read(&folder.path().join("a.gd")), script, "never rewritten");
}
