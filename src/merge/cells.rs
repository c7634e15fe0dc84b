//! Cells of three maps into one: what one side did, holds; what both did alike, holds; the rest is a conflict.

use std::collections::HashSet;

use super::Prefer;
use crate::diff::Cells;
use crate::tile::{Cell, Coords};

/// A cell that both sides changed, and not alike; `None` is an erased cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellClash {
    /// Where.
    pub coords: Coords,
    /// What was there.
    pub base: Option<Cell>,
    /// What ours made of it.
    pub ours: Option<Cell>,
    /// What theirs made of it.
    pub theirs: Option<Cell>,
}

/// The outcome for one layer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CellMerge {
    /// The records: ours in their order, then theirs' new ones in theirs' order.
    pub records: Vec<Cell>,
    /// Cells that both changed, by y, then x.
    pub clashes: Vec<CellClash>,
}

/// Merges three layers. `base` and `theirs` are the cells on the map, without tombstones and duplicates; `ours` are both
/// the cells and the records, which keep whatever theirs did not touch.
pub fn merge_cells(
    base: &[Cell],
    (ours, records): (&[Cell], &[Cell]),
    theirs: &[Cell],
    prefer: Prefer,
) -> CellMerge {
    let (was, own, other) = (Cells::new(base), Cells::new(ours), Cells::new(theirs));
    let mut merge = CellMerge { records: Vec::with_capacity(records.len()), clashes: Vec::new() };
    // What theirs changed, by coordinate: only these can be otherwise than in ours.
    let mut changed: Vec<(Coords, Option<Cell>)> = Vec::new();
    let mut decide = |coords: Coords| {
        let (b, o, t) = (was.at(coords), own.at(coords), other.at(coords));
        if b == t || o == t {
            return;
        }
        if b != o {
            merge.clashes.push(CellClash { coords, base: b, ours: o, theirs: t });
            if prefer != Prefer::Theirs {
                return;
            }
        }
        changed.push((coords, t));
    };
    theirs.iter().for_each(|cell| decide(cell.coords()));
    base.iter().filter(|cell| other.at(cell.coords()).is_none()).for_each(|cell| decide(cell.coords()));
    merge.clashes.sort_unstable_by_key(|clash| (clash.coords.y, clash.coords.x));
    if changed.is_empty() {
        merge.records = records.to_vec();
        return merge;
    }
    let touched: std::collections::HashMap<Coords, Option<Cell>> = changed.iter().copied().collect();
    let mut placed: HashSet<Coords> = HashSet::new();
    for &record in records {
        let coords = record.coords();
        match touched.get(&coords) {
            None => merge.records.push(record),
            // An old tombstone is no place to keep: the cell is new.
            Some(Some(cell)) if own.at(coords).is_some() => {
                if placed.insert(coords) {
                    merge.records.push(*cell);
                }
            }
            Some(_) => {}
        }
    }
    let new = changed.iter().filter_map(|(coords, cell)| cell.filter(|_| own.at(*coords).is_none()));
    merge.records.extend(new);
    merge
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(x: i16, source: u16) -> Cell {
        Cell { x, y: 0, source, atlas_x: 0, atlas_y: 0, alternative: 0 }
    }

    #[test]
    fn ours_keep_their_order_and_theirs_come_behind() {
        let base = [cell(0, 1), cell(1, 1), cell(2, 1), cell(3, 1)];
        let ours = [cell(9, 1), cell(3, 1), cell(1, 1), cell(0, 1)]; // 2 erased, 9 painted, all turned round
        let theirs = [cell(8, 1), cell(0, 5), cell(2, 1), cell(3, 1), cell(7, 1)]; // 1 erased, 0 changed
        let merge = merge_cells(&base, (&ours, &ours), &theirs, Prefer::Nobody);
        assert_eq!(merge.records, [cell(9, 1), cell(3, 1), cell(0, 5), cell(8, 1), cell(7, 1)]);
        assert!(merge.clashes.is_empty());
    }

    #[test]
    fn erasing_against_painting_is_a_conflict() {
        let base = [cell(0, 1), cell(1, 1)];
        let merge = |prefer| merge_cells(&base, (&[cell(1, 2)], &[cell(1, 2)]), &[cell(0, 3)], prefer);
        let clash =
            |x, ours, theirs| CellClash { coords: Coords { x, y: 0 }, base: Some(cell(x, 1)), ours, theirs };
        let both = [clash(0, None, Some(cell(0, 3))), clash(1, Some(cell(1, 2)), None)];
        assert_eq!(merge(Prefer::Nobody), CellMerge { records: vec![cell(1, 2)], clashes: both.to_vec() });
        assert_eq!(merge(Prefer::Theirs), CellMerge { records: vec![cell(0, 3)], clashes: both.to_vec() });
    }

    #[test]
    fn records_that_theirs_did_not_touch_stay_as_they_are() {
        let tombstone = Cell::tombstone(Coords { x: 5, y: 0 });
        let records = [cell(0, 9), cell(0, 1), tombstone, cell(1, 1)];
        let ours = [cell(0, 1), cell(1, 1)];
        let merge = merge_cells(
            &[cell(0, 1), cell(1, 1)],
            (&ours, &records),
            &[cell(0, 1), cell(5, 4)],
            Prefer::Nobody,
        );
        assert_eq!(merge.records, [cell(0, 9), cell(0, 1), cell(5, 4)]);
    }
}
