//! TW107 negative-source: cells with a source of 32768 and up.

use crate::lint::finding::cells;
use crate::lint::{Context, Finding, Findings, Level, Rule};
use std::collections::BTreeMap;

pub(in crate::lint) static RULE: Rule = Rule {
    code: "TW107",
    name: "negative-source",
    level: Level::Warning,
    default: true,
    fix: None,
    summary: "cells with a source of 32768 and up",
    why: "The engine reads the source back as a signed number: 32768 and up becomes negative, and a \
          TileSet has no negative sources. Such a cell counts as used, draws nothing, and is kept in every \
          save. (65535 is another matter: it erases the cell.) A TileSet accepts larger source ids, but no \
          cell can name them.",
    example: r#"tile_map_data = PackedByteArray(0, 0, 0, 0, 0, 0, 0, 128, 0, 0, 0, 0, 0, 0)"#,
    remedy: "give the source an id below 32768 and repaint, or `tilewright edit --replace 32768=7`.",
    check,
};

fn check(context: &Context<'_>, found: &mut Findings) {
    for layer in &context.layers {
        let mut sources: BTreeMap<u16, Vec<_>> = BTreeMap::new();
        for cell in layer.cells.cells.iter().filter(|cell| cell.source >= 0x8000) {
            sources.entry(cell.source).or_default().push(cell.coords());
        }
        for (source, dead) in sources {
            let read = source as i16;
            let message =
                format!("source {source} is read as {read}, which no TileSet has: {}", cells(&dead));
            let help = "the engine draws nothing there; `tilewright edit --replace` sets another source";
            found.push(Finding::of_layer(layer, message).about(source).times(dead.len()).help(help));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::*;

    #[test]
    fn sources_are_signed() {
        let text = cells(&[[0, 0, 0x8000, 0, 0, 0], [1, 0, 0x7FFF, 0, 0, 0]]);
        assert_eq!(
            said("TW107", &text),
            ["source 32768 is read as -32768, which no TileSet has: cell (0, 0)"]
        );
        assert_eq!(said("TW107", &cells(&[[1, 0, 0x7FFF, 0, 0, 0], [2, 0, 0xFFFF, 0, 0, 0]])), [""; 0]);
    }
}
