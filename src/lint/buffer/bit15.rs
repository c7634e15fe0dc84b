//! TW106 bit-15: cells with bit 15 of the alternative set.

use crate::lint::finding::cells;
use crate::lint::{Context, Finding, Findings, Level, Rule};

pub(in crate::lint) static RULE: Rule = Rule {
    code: "TW106",
    name: "bit-15",
    level: Level::Warning,
    default: true,
    fix: None,
    summary: "cells with bit 15 of the alternative set",
    why: "Bits 0 to 11 of the alternative are its id, 12 to 14 turn the tile, bit 15 means nothing. The \
          engine does not mask it: it makes the id negative, no tile has such an id, and the cell draws \
          nothing and collides with nothing. It is kept in every save all the same.",
    example: r#"tile_map_data = PackedByteArray(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 128)"#,
    remedy: "paint the cells again, or set the tile with `tilewright edit --replace`. Which tool wrote them \
          is worth finding out.",
    check,
};

fn check(context: &Context<'_>, found: &mut Findings) {
    for layer in &context.layers {
        let dead = super::cells_where(layer, |cell| cell.bit15());
        if !dead.is_empty() {
            let message = format!("bit 15 of the alternative is set, which no tile has: {}", cells(&dead));
            let help = "the engine draws nothing there; paint these cells again";
            found.push(Finding::of_layer(layer, message).times(dead.len()).help(help));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::*;

    #[test]
    fn the_one_bit_without_a_meaning() {
        let text = cells(&[[0, 0, 1, 0, 0, 0x8000], [1, 0, 1, 0, 0, 0x7FFF]]);
        assert_eq!(
            said("TW106", &text),
            ["bit 15 of the alternative is set, which no tile has: cell (0, 0)"]
        );
        assert_eq!(said("TW106", &cells(&[[1, 0, 1, 0, 0, 0x7FFF]])), [""; 0]);
    }
}
