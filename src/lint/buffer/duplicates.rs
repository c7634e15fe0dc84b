//! TW102 duplicates: several records for one coordinate.

use crate::lint::finding::count;
use crate::lint::{CellChange, Layer};
use crate::lint::{Context, Finding, Findings, Level, Rule, Safety};
use crate::tile::{Cell, Coords, Records, TileLabel};
use std::collections::BTreeMap;

pub(in crate::lint) static RULE: Rule = Rule {
    code: "TW102",
    name: "duplicates",
    level: Level::Warning,
    default: true,
    fix: Some(Safety::Safe),
    summary: "several records for one coordinate",
    why: "A cell holds one tile. Of several records the last one wins, at the place of the first; the \
          others are lost on load. Importers that stack two tiles into one cell write such buffers, and so \
          does the engine itself when coordinates beyond 16 bits wrap onto other cells: then what wins is \
          not what belongs there.",
    example: r#"tile_map_data = PackedByteArray(0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 7, 0, 2, 0, 0, 0)"#,
    remedy: "if both tiles are meant, put them on two layers. Else `tilewright clean FILE` or `--fix` keeps \
          what the engine shows.",
    check,
};

fn check(context: &Context<'_>, found: &mut Findings) {
    for layer in context.maps().filter(|layer| !layer.cells.duplicates.is_empty()) {
        let lost = layer.cells.duplicates.len();
        let finding = Finding::of_layer(layer, message(layer)).times(lost).help(
            "`tilewright clean` keeps what wins, as the engine does; two tiles in one place need two layers",
        );
        let change = CellChange { clean: true, ..CellChange::default() };
        found.push(finding.fix_cells(layer, format!("drop {}", count(lost, "overridden record")), change));
    }
}

/// Names the records of a few coordinates, and what wins.
fn message(layer: &Layer) -> String {
    let Records::Cells(records) = &layer.data.records else { return String::new() };
    let lost = layer.cells.duplicates.iter().map(|duplicate| (duplicate.coords, duplicate.record));
    let mut places: BTreeMap<u32, (Coords, Vec<u32>)> = BTreeMap::new();
    let mut firsts: BTreeMap<Coords, u32> = BTreeMap::new();
    for (coords, record) in lost {
        let first = *firsts.entry(coords).or_insert(record);
        places.entry(first).or_insert_with(|| (coords, Vec::new())).1.push(record);
    }
    let shown = places.values().take(3).map(|(coords, lost)| {
        let last = records.iter().rposition(|cell| cell.coords() == *coords).unwrap_or_default();
        let others: Vec<String> = lost.iter().map(u32::to_string).collect();
        let wins = winner(records[last]);
        format!("({}, {}) in records {} and {last}, {wins} wins", coords.x, coords.y, others.join(", "))
    });
    let shown: Vec<String> = shown.collect();
    match places.len() {
        1 => format!("duplicate coordinate {}", shown[0]),
        places => {
            let more = if places > shown.len() { "; …" } else { "" };
            format!("{places} duplicate coordinates: {}{more}", shown.join("; "))
        }
    }
}

fn winner(cell: Cell) -> String {
    if cell.is_tombstone() { "the erasing".to_owned() } else { TileLabel(cell).to_string() }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::*;

    #[test]
    fn the_last_record_wins_at_the_place_of_the_first() {
        let text = cells(&[[1, 1, 0, 0, 0, 0], [0, 0, 4, 0, 1, 0], [1, 1, 0, 7, 2, 0]]);
        assert_eq!(said("TW102", &text), ["duplicate coordinate (1, 1) in records 0 and 2, 0:7,2 wins"]);
        assert_eq!(fixed("TW102", &text), cells(&[[1, 1, 0, 7, 2, 0], [0, 0, 4, 0, 1, 0]]));
        assert_eq!(said("TW102", &cells(&[[1, 1, 0, 0, 0, 0], [1, 2, 0, 0, 0, 0]])), [""; 0]);
    }

    #[test]
    fn an_erasing_record_wins_as_well() {
        let text = cells(&[[1, 1, 0, 0, 0, 0], [1, 1, 0xFFFF, 0, 0, 0]]);
        assert_eq!(
            said("TW102", &text),
            ["duplicate coordinate (1, 1) in records 0 and 1, the erasing wins"]
        );
        assert!(!fixed("TW102", &text).contains("tile_map_data"));
    }
}
