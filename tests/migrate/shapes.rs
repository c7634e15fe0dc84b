//! The other outcomes: the editor's, and the layer in the map's own place.

use super::*;

const TWO: &str = "[node name=\"Map\" type=\"TileMap\"]\nlight_mask = 3\ntexture_filter = 1\nformat = 2\n\
    layer_0/tile_data = INTS\nlayer_1/name = \"Walls\"\n";

#[test]
fn the_editor_shape_keeps_the_map() {
    becomes(
        TWO,
        "[node name=\"Map\" type=\"TileMap\"]\nlight_mask = 3\ntexture_filter = 1\nformat = 2\n\n\
         [node name=\"Layer0_\" type=\"TileMapLayer\" parent=\".\"]\nlight_mask = 3\ntexture_filter = 1\n\
         use_parent_material = true\ntile_map_data = BYTES\n\n\
         [node name=\"Walls\" type=\"TileMapLayer\" parent=\".\"]\nlight_mask = 3\ntexture_filter = 1\n\
         use_parent_material = true\n",
        "--mode editor",
    );
}

#[test]
fn settings_reach_all_layers_or_those_of_the_engine() {
    let (text, answer) = migrated(TWO, "");
    assert_eq!(text.matches("light_mask = 3").count(), 2);
    says(&finding(&answer, "every-layer"), "`light_mask` is given to all 2 layers");
    let (text, _) = migrated(TWO, "--settings as-loaded");
    assert_eq!(text.matches("light_mask = 3").count(), 1);
}

#[test]
fn the_editors_leavings_become_a_container() {
    let left = "[node name=\"Map\" type=\"TileMap\"]\nformat = 2\n\n\
                [node name=\"Ground\" type=\"TileMapLayer\" parent=\".\"]\nuse_parent_material = true\n";
    becomes(left, &left.replace("TileMap\"]\nformat = 2\n", "Node2D\"]\n"), "");
    let (text, answer) = migrated(left, "--mode editor");
    assert_eq!(text, scene(left), "nothing is left to do");
    assert_eq!(answer.code, 0);
}

#[test]
fn a_map_of_one_layer_becomes_the_layer() {
    becomes(
        "[node name=\"Map\" type=\"TileMap\"]\nmodulate = Color(0.5, 1, 1, 1)\nz_index = 2\nposition = Vector2(1, 2)\n\
         rendering_quadrant_size = 8\ncollision_animatable = true\nformat = 2\nlayer_0/name = \"G\"\n\
         layer_0/enabled = false\nlayer_0/modulate = Color(0.5, 0.25, 1, 1)\nlayer_0/y_sort_enabled = true\n\
         layer_0/y_sort_origin = 4\nlayer_0/z_index = 3\nlayer_0/navigation_enabled = false\n\
         layer_0/tile_data = INTS\n",
        "[node name=\"Map\" type=\"TileMapLayer\"]\nmodulate = Color(0.25, 0.25, 1, 1)\nz_index = 5\n\
         y_sort_enabled = true\nposition = Vector2(1, 2)\ntile_map_data = BYTES\nenabled = false\n\
         y_sort_origin = 4\nrendering_quadrant_size = 8\nuse_kinematic_bodies = true\nnavigation_enabled = false\n",
        "--mode in-place",
    );
}

#[test]
fn what_would_change_the_children_is_not_merged() {
    let kid = "\n[node name=\"Kid\" type=\"Node2D\" parent=\".\"]\n";
    let map = |lines: &str| format!("[node name=\"Map\" type=\"TileMap\"]\nformat = 2\n{lines}{kid}");
    says(&refused(&map("layer_0/z_index = 3\n"), "not-in-place", "--mode in-place"), "layer_0/z_index");
    says(
        &refused(&map("layer_0/modulate = Color(1, 0, 0, 1)\n"), "not-in-place", "--mode in-place"),
        "modulate",
    );
    says(&refused(&map("layer_0/y_sort_enabled = true\n"), "not-in-place", "--mode in-place"), "y_sort");
    says(&refused(&map("layer_1/z_index = 3\n"), "not-in-place", "--mode in-place"), "2 layers");
    let (text, _) = migrated(&map("layer_0/tile_data = INTS\n"), "--mode in-place");
    assert!(text.contains("type=\"TileMapLayer\"]\ntile_map_data"), "{text}");
}
