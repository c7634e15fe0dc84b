//! TW204 alternative-missing: cells of an alternative that the tile does not have.

use super::faults::Fault;
use crate::lint::{Context, Findings, Level, Rule, Safety};
use crate::tile::Cell;

pub(in crate::lint) static RULE: Rule = Rule {
    code: "TW204",
    name: "alternative-missing",
    level: Level::Error,
    default: true,
    fix: Some(Safety::Unsafe),
    summary: "cells of an alternative that the tile does not have",
    why: "The tile exists, its alternative does not (any more): the cell is invalid to the engine and \
          draws nothing, though the base tile is there.",
    example: r#"1:0/0 = 0
1:0/2 = 2                        ; the alternatives of the tile (1, 0)
cell (0, 0): source 0, atlas (1, 0), alternative 1"#,
    remedy: "restore the alternative, or show the base tile: `tilewright edit --replace 0:1,0:1=0:1,0:0 .`. \
          `--fix --unsafe` removes the cells.",
    check,
};

fn check(context: &Context<'_>, found: &mut Findings) {
    let key = |fault: &Fault, cell: &Cell| {
        let tile = (cell.source, cell.atlas_x, cell.atlas_y, cell.alternative_id());
        (*fault == Fault::Alternative).then_some(tile)
    };
    super::dead_cells(context, found, key, |(source, x, y, id), tile_set| {
        let missing = format!("alternative {id} does not exist on tile ({x}, {y}) of source {source}");
        (format!("{missing} in {tile_set}"), format!("{source}:{x},{y}:{id}"))
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
        let said = |records: &[[i32; 6]]| said_in("TW204", game(ATLAS), "/game/main.tscn", tiled(records));
        assert_eq!(
            said(&[[0, 0, 0, 1, 0, 1]]),
            ["alternative 1 does not exist on tile (1, 0) of source 0 in res://tiles.tres: cell (0, 0)"]
        );
        assert_eq!(said(&[[0, 0, 0, 1, 0, 2], [1, 0, 0, 1, 0, 0x7000]]), [""; 0]);
    }
}
