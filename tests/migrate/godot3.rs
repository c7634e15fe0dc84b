//! Maps of Godot 3: refused, until somebody says what the tiles are.

use super::*;

const OLD: &str = "[gd_scene load_steps=2 format=2]\n\n[ext_resource path=\"res://t.tres\" type=\"TileSet\" id=1]\n\n\
    [node name=\"Map\" type=\"TileMap\"]\ntile_set = ExtResource( 1 )\ncell_size = Vector2( 16, 16 )\n\
    cell_y_sort = true\nformat = 1\n\
    tile_data = PoolIntArray( 131073, 5, 65538, 131074, -1610612731, 0, 131075, 6, 0 )\n";
const TILES: &str = "[gd_resource type=\"TileSet\" format=2]\n\n[resource]\n5/name = \"grass\"\n5/tile_mode = 0\n6/name = \"hole\"\n";

#[test]
fn old_data_is_refused_and_the_template_lists_its_tiles() {
    let folder = project(&[("a.tscn", OLD), ("t.tres", TILES)]);
    let answer = migrate(folder.path(), "--write-mapping map.toml");
    assert_eq!(answer.code, 2);
    let json = answer.json();
    let findings = json["findings"].as_array().expect("findings").iter();
    let found: Vec<&Value> = findings.filter(|finding| finding["code"] == "godot3").collect();
    says(found[0], "the scene is one of Godot 3");
    says(found[1], "3 cells are those of Godot 3 (2 tile ids)");
    assert_eq!((&found[0]["line"], &found[1]["line"]), (&5.into(), &10.into()));
    assert_eq!(read(&folder.path().join("a.tscn")), OLD);
    let template = read(&folder.path().join("map.toml"));
    assert!(template.contains("path = \"res://t.tres\""), "{template}");
    assert!(
        template.contains("# 5 = { source = 0, atlas = [0, 0] }   # \"grass\", 2 cells at 0,0 2,1"),
        "{template}"
    );
    assert!(template.contains("# 6 = { source = 0, atlas = [0, 0] }   # \"hole\", 1 cell"), "{template}");
}

#[test]
fn a_filled_mapping_carries_the_cells_and_their_flips() {
    let mapping = "[[tile_set]]\npath = \"res://t.tres\"\n[tile_set.tiles]\n5 = { source = 7, atlas = [1, 0] }\n\
                   6 = { erase = true }\n";
    let folder = project(&[("a.tscn", OLD), ("t.tres", TILES), ("map.toml", mapping)]);
    let answer = migrate(folder.path(), "--tiles map.toml");
    let text = read(&folder.path().join("a.tscn"));
    // (1,2): source 7, atlas 1,0 + 2,1. (2,2): flipped to the side and transposed, 0x5000.
    let cells =
        "PackedByteArray(0, 0, 1, 0, 2, 0, 7, 0, 3, 0, 1, 0, 0, 0, 2, 0, 2, 0, 7, 0, 1, 0, 0, 0, 0, 80)";
    assert_eq!(
        text,
        format!(
            "[gd_scene load_steps=2 format=2]\n\n[ext_resource path=\"res://t.tres\" type=\"TileSet\" id=1]\n\n\
             [node name=\"Map\" type=\"Node2D\"]\ny_sort_enabled = true\n\n\
             [node name=\"Layer0\" type=\"TileMapLayer\" parent=\".\"]\ny_sort_enabled = true\n\
             use_parent_material = true\ntile_map_data = {cells}\ntile_set = ExtResource( 1 )\n"
        ),
        "{}",
        answer.stderr
    );
    says(&finding(&answer, "erased"), "1 cells go");
    says(&finding(&answer, "godot3-setting"), "cell_size");
}

#[test]
fn a_mapping_with_a_hole_is_refused() {
    let mapping = "[[tile_set]]\n[tile_set.tiles]\n5 = { source = 7 }\n";
    let folder = project(&[("a.tscn", OLD), ("t.tres", TILES), ("map.toml", mapping)]);
    let answer = migrate(folder.path(), "--tiles map.toml");
    says(&finding(&answer, "godot3"), "tile 6 is not in the mapping");
    assert_eq!(read(&folder.path().join("a.tscn")), OLD);
    let answer = tilewright(folder.path(), "migrate . --tiles none.toml");
    assert_eq!(answer.code, 2);
    assert!(answer.stderr.contains("none.toml"), "{}", answer.stderr);
}

#[test]
fn an_empty_map_of_godot_3_stays_too() {
    let empty = "[gd_scene format=2]\n\n[node name=\"Map\" type=\"TileMap\"]\nformat = 1\n";
    let folder = project(&[("a.tscn", empty)]);
    says(&finding(&migrate(folder.path(), ""), "godot3"), "the scene is one of Godot 3");
    assert_eq!(read(&folder.path().join("a.tscn")), empty);
}
