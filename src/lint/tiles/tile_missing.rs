//! TW202 tile-missing: cells of an atlas tile that does not exist.

use super::faults::Fault;
use crate::lint::{Context, Findings, Level, Rule, Safety};
use crate::tile::Cell;

pub(in crate::lint) static RULE: Rule = Rule {
    code: "TW202",
    name: "tile-missing",
    level: Level::Error,
    default: true,
    fix: Some(Safety::Unsafe),
    summary: "cells of an atlas tile that does not exist",
    why: "The atlas has no tile at these coordinates: it was removed, or the atlas was cut anew. The cells \
          stay in the scene, draw nothing and collide with nothing, and every update of the layer may \
          print an error that does not say where.",
    example: r#"0:0/0 = 0                        ; the only tile of the atlas
cell (5, -2): source 0, atlas (9, 9)"#,
    remedy: "restore the tile, or repaint. `tilewright edit --replace 0:9,9=0:0,0 .` sets another tile \
          everywhere. `--fix --unsafe` removes the cells.",
    check,
};

fn check(context: &Context<'_>, found: &mut Findings) {
    let key = |fault: &Fault, cell: &Cell| {
        (*fault == Fault::Tile).then_some((cell.source, cell.atlas_x, cell.atlas_y))
    };
    super::dead_cells(context, found, key, |(source, x, y), tile_set| {
        let missing = format!("atlas ({x}, {y}) does not exist in source {source}");
        (format!("{missing} of {tile_set}"), format!("{source}:{x},{y}"))
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
        let said = |records: &[[i32; 6]]| said_in("TW202", game(ATLAS), "/game/main.tscn", tiled(records));
        assert_eq!(
            said(&[[5, -2, 0, 9, 9, 0], [2, 0, 0, 1, 0, 0]]),
            ["atlas (9, 9) does not exist in source 0 of res://tiles.tres: cell (5, -2)"]
        );
        assert_eq!(said(&[[2, 0, 0, 1, 0, 0], [0, 0, 0, 3, 0, 0]]), [""; 0]);
        assert_eq!(
            fixed_in("TW202", game(ATLAS), &tiled(&[[5, -2, 0, 9, 9, 0], [2, 0, 0, 1, 0, 0]])),
            tiled(&[[2, 0, 0, 1, 0, 0]])
        );
    }
}
