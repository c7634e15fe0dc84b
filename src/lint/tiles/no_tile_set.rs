//! TW209 no-tile-set: a layer with cells and without a TileSet.

use crate::lint::finding::count;
use crate::lint::{Context, Finding, Findings, Level, Rule};

pub(in crate::lint) static RULE: Rule = Rule {
    code: "TW209",
    name: "no-tile-set",
    level: Level::Warning,
    default: true,
    fix: None,
    summary: "a layer with cells and without a TileSet",
    why: "The cells are kept, but nothing is drawn and nothing collides. Scripts can set a TileSet when \
          the game runs; if this one does, ignore the rule for the node.",
    example: r#"[node name="Ground" type="TileMapLayer" parent="."]
tile_map_data = PackedByteArray(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)"#,
    remedy: "give the layer its TileSet, or delete it.",
    check,
};

fn check(context: &Context<'_>, found: &mut Findings) {
    for layer in context.maps().filter(|layer| context.faults(layer).none) {
        let message = format!("{}, and no TileSet: nothing is drawn", count(layer.cells.cells.len(), "cell"));
        found.push(Finding::of_layer(layer, message).help("set `tile_set`, or delete the layer"));
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::*;

    #[test]
    fn cells_without_a_tile_set() {
        assert_eq!(
            said("TW209", &cells(&[[0, 0, 0, 0, 0, 0]])),
            ["1 cell, and no TileSet: nothing is drawn"]
        );
        assert_eq!(said("TW209", &scene(&ground("PackedByteArray()", ""))), [""; 0]);
        assert_eq!(
            said_in("TW209", game("[resource]\n"), "/game/main.tscn", tiled(&[[0, 0, 0, 0, 0, 0]])),
            [""; 0]
        );
    }
}
