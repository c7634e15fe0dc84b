//! TW101 tombstones: records of erased cells.

use crate::lint::CellChange;
use crate::lint::finding::{count, places};
use crate::lint::{Context, Finding, Findings, Level, Rule, Safety};

pub(in crate::lint) static RULE: Rule = Rule {
    code: "TW101",
    name: "tombstones",
    level: Level::Warning,
    default: true,
    fix: Some(Safety::Safe),
    summary: "records of erased cells",
    why: "A record with source 65535 erases its cell. The engine drops such records as soon as the layer \
          is in a tree for a frame, so the editor never writes one; scripts that build a scene and save it \
          outside of a tree do. They draw nothing, but they make the file longer, show up in diffs, and \
          readers that do not know of them show phantom tiles.",
    example: r#"tile_map_data = PackedByteArray(0, 0, 1, 0, 0, 0, 255, 255, 255, 255, 255, 255, 255, 255)"#,
    remedy: "`tilewright clean FILE`, or `--fix`: both do what the engine does on load. Duplicates are \
          collapsed first, so that no erased tile comes back.",
    check,
};

fn check(context: &Context<'_>, found: &mut Findings) {
    for layer in context.maps().filter(|layer| !layer.cells.tombstones.is_empty()) {
        let gone = &layer.cells.tombstones;
        let records = count(gone.len(), "erased record");
        let finding = Finding::of_layer(layer, format!("{records} (tombstones): {}", places(gone)))
            .times(gone.len())
            .help("`tilewright clean` drops them, as the engine does");
        let change = CellChange { clean: true, ..CellChange::default() };
        found.push(finding.fix_cells(layer, format!("drop {records}"), change));
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::*;

    const DEAD: i32 = 0xFFFF;

    #[test]
    fn an_erased_cell_but_not_one_that_is_painted_later() {
        let text = cells(&[[0, 0, 1, 0, 0, 0], [4, 2, DEAD, DEAD, DEAD, DEAD]]);
        assert_eq!(said("TW101", &text), ["1 erased record (tombstones): (4, 2)"]);
        assert_eq!(fixed("TW101", &text), cells(&[[0, 0, 1, 0, 0, 0]]));
        // The record is overridden, which is TW102's.
        assert_eq!(said("TW101", &cells(&[[4, 2, DEAD, 0, 0, 0], [4, 2, 1, 0, 0, 0]])), [""; 0]);
        // Atlas and alternative of 65535 erase nothing.
        assert_eq!(said("TW101", &cells(&[[4, 2, 1, DEAD, DEAD, DEAD]])), [""; 0]);
    }

    #[test]
    fn a_layer_without_cells_loses_its_property() {
        let text = cells(&[[4, 2, DEAD, DEAD, DEAD, DEAD]]);
        assert!(!fixed("TW101", &text).contains("tile_map_data"));
    }
}
