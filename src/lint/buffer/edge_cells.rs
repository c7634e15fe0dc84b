//! TW108 edge-cells: cells at the very edge of the range, which look like wrapped coordinates.

use crate::lint::finding::cells;
use crate::lint::{Context, Finding, Findings, Level, Rule};

pub(in crate::lint) static RULE: Rule = Rule {
    code: "TW108",
    name: "edge-cells",
    level: Level::Warning,
    default: true,
    fix: None,
    summary: "cells at the very edge of the range, which look like wrapped coordinates",
    why: "The file keeps 16 bits of a coordinate, -32768 to 32767. The engine itself counts further and \
          wraps on saving without a word: what was painted at 32768 turns up at -32768, on the other side \
          of the map. Cells within 256 of an end are rarely where somebody put them.",
    example: r#"tile_map_data = PackedByteArray(0, 0, 255, 127, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)"#,
    remedy: "look at the cells that are named. If they belong elsewhere, `tilewright edit --erase X,Y,W,H` \
          takes them out; build the map nearer to its origin, or move it with `--offset` before it reaches \
          the edge.",
    check,
};

/// So near to an end of the range.
const MARGIN: i16 = 256;

fn check(context: &Context<'_>, found: &mut Findings) {
    for layer in context.maps() {
        let is_near = |at: i16| !(i16::MIN + MARGIN..=i16::MAX - MARGIN).contains(&at);
        let near = super::cells_where(layer, |cell| is_near(cell.x) || is_near(cell.y));
        if !near.is_empty() {
            let message =
                format!("so near to the edge of the range that they may have wrapped: {}", cells(&near));
            let help = "coordinates reach from -32768 to 32767, and the engine wraps what is beyond";
            found.push(Finding::of_layer(layer, message).times(near.len()).help(help));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::*;

    #[test]
    fn the_last_256_columns() {
        let text = cells(&[[32767, 0, 1, 0, 0, 0], [0, -32768, 1, 0, 0, 0], [32511, -32512, 1, 0, 0, 0]]);
        assert_eq!(
            said("TW108", &text),
            ["so near to the edge of the range that they may have wrapped: 2 cells: (32767, 0), (0, -32768)"]
        );
        assert_eq!(said("TW108", &cells(&[[32511, -32512, 1, 0, 0, 0]])), [""; 0]);
    }
}
