//! TW105 wrong-type: cells in another type than the engine writes.

use crate::lint::{Context, Finding, Findings, Level, Rule};
use crate::tile::Damage;

pub(in crate::lint) static RULE: Rule = Rule {
    code: "TW105",
    name: "wrong-type",
    level: Level::Warning,
    default: true,
    fix: None,
    summary: "cells in another type than the engine writes",
    why: "The engine converts an Array or a PackedInt32Array of bytes and takes everything else for \"no \
          cells\". It never writes such a value, so another tool did, and tools that know only the engine's \
          spelling do not see the cells.",
    example: r#"tile_map_data = [0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]"#,
    remedy: "open the scene in the editor and save it once; then the value is a PackedByteArray.",
    check,
};

fn check(context: &Context<'_>, found: &mut Findings) {
    for layer in &context.layers {
        for damage in layer.data.damage.iter().filter(|damage| matches!(damage, Damage::Type(_))) {
            let help = "open the scene in the editor and save it once";
            found.push(Finding::of_layer(layer, damage.to_string()).help(help));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::*;

    #[test]
    fn an_array_of_numbers() {
        assert_eq!(
            said("TW105", &scene(&ground("[0, 0]", ""))),
            ["the value is an Array, not the packed array that the engine writes"]
        );
        assert_eq!(said("TW105", &scene(&ground("PackedByteArray(0, 0)", ""))), [""; 0]);
        assert_eq!(said("TW105", &scene(&ground("PoolByteArray(0, 0)", ""))), [""; 0]);
    }
}
