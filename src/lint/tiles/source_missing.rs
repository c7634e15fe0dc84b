//! TW201 source-missing: cells of a source that the TileSet does not have.

use super::faults::Fault;
use crate::lint::finding::cells;
use crate::lint::{Context, Findings, Level, Rule, Safety};

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
    for layer in &context.layers {
        let faults = context.faults(layer);
        let groups = faults.by(|fault, cell| match fault {
            Fault::Source => Some(cell.source),
            _ => None,
        });
        for (tile, dead) in groups {
            let message = format!("source {tile} does not exist in {}: {}", faults.name(), cells(&dead));
            found.push(super::dead(layer, message, tile.to_string(), dead));
        }
    }
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
}
