//! TW201 source-missing: cells of a source that the TileSet does not have.

use super::faults::Fault;
use crate::lint::{Context, Findings, Level, Rule, Safety};
use crate::tile::Cell;

pub(in crate::lint) static RULE: Rule = Rule {
    code: "TW201",
    name: "source-missing",
    level: Level::Error,
    default: true,
    fix: Some(Safety::Unsafe),
    summary: "cells of a source that the TileSet does not have",
    why: "The source was removed from the TileSet, or got another id. The cells stay in the scene: they \
          count as used, draw nothing, collide with nothing, and are saved again each time. The engine's \
          log does not say where they are.",
    example: r#"sources/0 = SubResource("a")     ; the TileSet has source 0 only
cell (1, 0): source 3, atlas (0, 0)"#,
    remedy: "restore the source, or repaint. If it only got another id, `tilewright edit --replace 3=7 .` \
          renames it in all scenes. `--fix --unsafe` removes the cells.",
    check,
};

fn check(context: &Context<'_>, found: &mut Findings) {
    let key = |fault: &Fault, cell: &Cell| (*fault == Fault::Source).then_some(cell.source);
    super::dead_cells(context, found, key, |source, tile_set| {
        (format!("source {source} does not exist in {tile_set}"), source.to_string())
    });
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::*;

    const ATLAS: &str = "[sub_resource type=\"TileSetAtlasSource\" id=\"a\"]\ntexture = Resource(\"res://gone.png\")\n0:0/0 = 0\n1:0/0 = 0\n1:0/2 = 2\n\
        2:0/size_in_atlas = Vector2i(2, 1)\n2:0/0 = 0\n\
        [sub_resource type=\"TileSetScenesCollectionSource\" id=\"s\"]\nscenes/1/scene = null\n\
        [resource]\nsources/0 = SubResource(\"a\")\nsources/7 = SubResource(\"s\")\n";

    #[test]
    fn one_that_trips_and_one_that_just_does_not() {
        let said = |records: &[[i32; 6]]| said_in("TW201", game(ATLAS), "/game/main.tscn", tiled(records));
        assert_eq!(
            said(&[[1, 0, 3, 0, 0, 0], [2, 0, 0, 0, 0, 0], [5, 5, 3, 9, 9, 0]]),
            ["source 3 does not exist in res://tiles.tres: 2 cells: (1, 0), (5, 5)"]
        );
        assert_eq!(said(&[[2, 0, 0, 0, 0, 0], [3, 0, 0x9000, 0, 0, 0]]), [""; 0]);
        assert_eq!(
            fixed_in(
                "TW201",
                game(ATLAS),
                &tiled(&[[1, 0, 3, 0, 0, 0], [2, 0, 0, 0, 0, 0], [5, 5, 3, 9, 9, 0]])
            ),
            tiled(&[[2, 0, 0, 0, 0, 0]])
        );
    }

    #[test]
    fn the_tile_set_may_come_from_a_base_scene_by_uid_or_stand_in_the_scene_itself() {
        let own = ATLAS.replace("[resource]", "[sub_resource type=\"TileSet\" id=\"t\"]");
        let dead = ground(&buffer(&[[1, 0, 3, 0, 0, 0]]), "tile_set = SubResource(\"t\")\n");
        let text = scene(&dead).replacen("format=3]\n", &format!("format=3]\n{own}"), 1);
        assert_eq!(
            said_in("TW201", game(ATLAS), "/game/main.tscn", text),
            ["source 3 does not exist in res://main.tscn::t: cell (1, 0)"]
        );
        let base =
            tiled(&[]).replace("path=\"res://tiles.tres\"", "uid=\"uid://tiles\" path=\"res://moved.tres\"");
        let tiles = format!("[gd_resource type=\"TileSet\" format=3 uid=\"uid://tiles\"]\n{ATLAS}");
        let files = game("").with("game/base.tscn", base).with("game/lib/tiles.tres", tiles);
        let inherited = format!(
            "[gd_scene format=3]\n[ext_resource type=\"PackedScene\" path=\"res://base.tscn\" id=\"1\"]\n\
             [node name=\"R\" instance=ExtResource(\"1\")]\n[node name=\"Ground\" parent=\".\"]\n\
             tile_map_data = {}\n",
            buffer(&[[1, 0, 3, 0, 0, 0]])
        );
        assert_eq!(
            said_in("TW201", files, "/game/main.tscn", inherited),
            ["source 3 does not exist in res://lib/tiles.tres: cell (1, 0)"]
        );
    }

    #[test]
    fn the_layers_of_a_tile_map_and_the_stamps_of_a_tile_set_are_asked_too() {
        let map = "[gd_scene format=3]\n[ext_resource type=\"TileSet\" path=\"res://tiles.tres\" id=\"1\"]\n\
            [node name=\"M\" type=\"TileMap\"]\ntile_set = ExtResource(\"1\")\nformat = 2\n\
            layer_0/tile_data = PackedInt32Array(1, 3, 0, 2, 0, 0)\n";
        assert_eq!(
            said_in("TW201", game(ATLAS), "/game/main.tscn", map),
            ["source 3 does not exist in res://tiles.tres: cell (1, 0)"]
        );
        let stamp = format!(
            "[gd_resource type=\"TileSet\" format=3]\n[sub_resource type=\"TileMapPattern\" id=\"p\"]\n\
             tile_data = PackedInt32Array(1, 3, 0)\n{ATLAS}pattern_0 = SubResource(\"p\")\n"
        );
        assert_eq!(said_in("TW201", game(ATLAS), "/game/tiles.tres", stamp).len(), 1);
    }
}
