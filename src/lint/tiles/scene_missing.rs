//! TW205 scene-missing: scene tiles that do not exist.

use super::faults::Fault;
use crate::lint::{Context, Findings, Level, Rule, Safety};
use crate::tile::Cell;

pub(in crate::lint) static RULE: Rule = Rule {
    code: "TW205",
    name: "scene-missing",
    level: Level::Error,
    default: true,
    fix: Some(Safety::Unsafe),
    summary: "scene tiles that do not exist",
    why: "In a scene collection every tile has the atlas coordinates (0, 0), and the alternative is the \
          scene's id, from 1 on. A cell with other coordinates, or with an id that the collection does not \
          have, instances nothing.",
    example: r#"scenes/1/scene = ExtResource("1")   ; the only scene of source 7
cell (0, 0): source 7, atlas (0, 0), alternative 2"#,
    remedy: "restore the scene in the collection, or repaint. `--fix --unsafe` removes the cells.",
    check,
};

fn check(context: &Context<'_>, found: &mut Findings) {
    let key = |fault: &Fault, cell: &Cell| {
        let tile = (cell.source, cell.atlas_x, cell.atlas_y, cell.alternative_id());
        matches!(fault, Fault::Scene | Fault::SceneAtlas).then_some(tile)
    };
    super::dead_cells(context, found, key, |(source, x, y, id), tile_set| {
        let what = match (x, y) {
            (0, 0) => format!("scene {id} does not exist in source {source}"),
            _ => format!("atlas ({x}, {y}) is no scene (all are at (0, 0)) in source {source}"),
        };
        (format!("{what} of {tile_set}"), format!("{source}:{x},{y}:{id}"))
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
        let said = |records: &[[i32; 6]]| said_in("TW205", game(ATLAS), "/game/main.tscn", tiled(records));
        assert_eq!(
            said(&[[0, 0, 7, 0, 0, 2], [1, 0, 7, 1, 0, 1]]),
            [
                "scene 2 does not exist in source 7 of res://tiles.tres: cell (0, 0)",
                "atlas (1, 0) is no scene (all are at (0, 0)) in source 7 of res://tiles.tres: cell (1, 0)"
            ]
        );
        assert_eq!(said(&[[0, 0, 7, 0, 0, 1]]), [""; 0]);
    }
}
