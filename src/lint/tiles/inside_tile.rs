//! TW203 inside-tile: cells that name a place inside of a larger tile, or a frame of an animation.

use super::faults::Fault;
use crate::lint::{Context, Findings, Level, Rule, Safety};
use crate::tile::Cell;

pub(in crate::lint) static RULE: Rule = Rule {
    code: "TW203",
    name: "inside-tile",
    level: Level::Error,
    default: true,
    fix: Some(Safety::Unsafe),
    summary: "cells that name a place inside of a larger tile, or a frame of an animation",
    why: "A tile that covers several places of the atlas, or has frames, is addressed by its top-left \
          place alone. A cell that names another one of its places is invalid to the engine and draws \
          nothing. That happens when small tiles are joined to a large one after the map was painted.",
    example: r#"2:0/size_in_atlas = Vector2i(2, 1)
cell (0, 0): source 0, atlas (3, 0)"#,
    remedy: "repaint with the large tile, or split it in the TileSet again. `--fix --unsafe` removes the \
          cells.",
    check,
};

fn check(context: &Context<'_>, found: &mut Findings) {
    let key = |fault: &Fault, cell: &Cell| match fault {
        Fault::Inside(origin) => Some((cell.source, cell.atlas_x, cell.atlas_y, *origin)),
        _ => None,
    };
    super::dead_cells(context, found, key, |(source, x, y, (left, top)), tile_set| {
        let inside = format!("atlas ({x}, {y}) of source {source} is a part of the tile ({left}, {top})");
        (format!("{inside} in {tile_set} and no tile itself"), format!("{source}:{x},{y}"))
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
        let said = |records: &[[i32; 6]]| said_in("TW203", game(ATLAS), "/game/main.tscn", tiled(records));
        assert_eq!(
            said(&[[0, 0, 0, 3, 0, 0]]),
            [
                "atlas (3, 0) of source 0 is a part of the tile (2, 0) in res://tiles.tres and no tile itself: cell (0, 0)"
            ]
        );
        assert_eq!(said(&[[0, 0, 0, 2, 0, 0], [1, 0, 0, 4, 0, 0]]), [""; 0]);
    }
}
