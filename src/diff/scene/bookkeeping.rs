//! Differences that mean nothing on the map or in the scene, gathered into a few words.

use crate::tile::{Counts, Encoding, Records, TileLayer};

/// What is counted while two scenes are compared.
#[derive(Debug, Default)]
pub(super) struct Bookkeeping {
    lines: Vec<String>,
    pub ids: usize,
    pub uids: usize,
    pub unique_ids: usize,
    pub spellings: usize,
}

impl Bookkeeping {
    /// `format 3 → 4`
    pub fn field(&mut self, name: &str, from: Option<&str>, to: Option<&str>) {
        self.lines.push(format!("{name} {} → {}", from.unwrap_or("none"), to.unwrap_or("none")));
    }

    /// How the text of a layer differs, whatever its cells do.
    pub fn layer(&mut self, label: &str, before: &TileLayer, after: &TileLayer, same_order: bool) {
        let rows = |encoding: Encoding| match encoding {
            Encoding::Rows => "rows".to_owned(),
            other => other.to_string(),
        };
        let (from, to) = (before.spelling.encoding, after.spelling.encoding);
        if from != to && from != Encoding::Empty && to != Encoding::Empty {
            self.lines.push(format!("{label}: encoding {} → {}", rows(from), rows(to)));
        }
        let (Records::Cells(old), Records::Cells(new)) = (&before.records, &after.records) else { return };
        let (was, is) = (Counts::of(old), Counts::of(new));
        for (what, from, to) in
            [("tombstones", was.tombstones, is.tombstones), ("duplicates", was.duplicates, is.duplicates)]
        {
            if from != to {
                self.lines.push(format!("{label}: {what} {from} → {to}"));
            }
        }
        let same_cells = was.cells == is.cells && was.bounds == is.bounds;
        if !same_order && same_cells && old.len() == new.len() {
            let sorted = |records: &[crate::tile::Cell]| {
                let mut keys: Vec<_> = records
                    .iter()
                    .map(|cell| (cell.y, cell.x, cell.source, cell.atlas_x, cell.atlas_y, cell.alternative))
                    .collect();
                keys.sort_unstable();
                keys
            };
            if sorted(old) == sorted(new) {
                self.lines.push(format!("{label}: order of records"));
            }
        }
    }

    pub fn lines(self) -> Vec<String> {
        let mut lines = self.lines;
        for (number, one, many) in [
            (self.ids, "resource id", "resource ids"),
            (self.uids, "uid", "uids"),
            (self.unique_ids, "unique id", "unique ids"),
            (self.spellings, "value spelled otherwise", "values spelled otherwise"),
        ] {
            if number > 0 {
                lines.push(format!("{number} {}", if number == 1 { one } else { many }));
            }
        }
        lines
    }
}
