//! TW206 scene-turned: scene tiles that are flipped or transposed.

use super::faults::Fault;
use crate::lint::finding::cells;
use crate::lint::{Context, Finding, Findings, Level, Rule};

pub(in crate::lint) static RULE: Rule = Rule {
    code: "TW206",
    name: "scene-turned",
    level: Level::Warning,
    default: true,
    fix: None,
    summary: "scene tiles that are flipped or transposed",
    why: "Since 4.6 the engine turns scene tiles; in older engines the bits make the id another one, so \
          that no scene is found and nothing appears. Asked only where the project is not known to be for \
          4.6 or later.",
    example: r#"cell (0, 0): source 7, alternative 1, flipped (0x1001)"#,
    remedy: "open the project in 4.6 or later, or repaint the cells without turning the tile.",
    check,
};

fn check(context: &Context<'_>, found: &mut Findings) {
    if context.project.version().is_some_and(|version| version >= (4, 6)) {
        return;
    }
    for layer in &context.layers {
        let faults = context.faults(layer);
        let groups = faults
            .by(|fault, cell| (*fault == Fault::Turned).then_some((cell.source, cell.alternative_id())));
        for ((source, id), turned) in groups {
            let what =
                format!("scene {id} of source {source} is turned, which engines before 4.6 do not find");
            let message = format!("{what}, in {}: {}", faults.name(), cells(&turned));
            let finding =
                Finding::of_layer(layer, message).about(format!("{source}:{id}")).times(turned.len());
            found.push(finding.help("repaint these cells without turning the tile, or use 4.6 or later"));
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
        let said = |records: &[[i32; 6]]| said_in("TW206", game(ATLAS), "/game/main.tscn", tiled(records));
        assert_eq!(
            said(&[[0, 0, 7, 0, 0, 0x1001]]),
            [
                "scene 1 of source 7 is turned, which engines before 4.6 do not find, in res://tiles.tres: cell (0, 0)"
            ]
        );
        assert_eq!(said(&[[0, 0, 7, 0, 0, 1], [0, 1, 0, 0, 0, 0x1000]]), [""; 0]);
    }
}
