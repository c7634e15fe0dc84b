//! A layer as decode shows it, the same in every format.

use std::collections::HashMap;

use crate::tile::{Cell, Coords, Duplicate, OldCell, Records, TileLayer};

/// The cells on the map after loading, and what else the records hold.
#[derive(Clone, Debug)]
pub(super) struct Shown {
    pub cells: ShownCells,
    pub tombstones: Vec<Coords>,
    pub duplicates: Vec<Duplicate>,
}

/// Cells of either age.
#[derive(Clone, Debug)]
pub(super) enum ShownCells {
    New(Vec<Cell>),
    Old(Vec<OldCell>),
}

impl Shown {
    pub fn of(layer: &TileLayer) -> Self {
        match &layer.records {
            Records::Cells(_) => {
                let resolved = layer.resolve();
                Shown {
                    cells: ShownCells::New(resolved.cells),
                    tombstones: resolved.tombstones,
                    duplicates: resolved.duplicates,
                }
            }
            Records::Old(records) => {
                let (cells, duplicates) = resolve_old(records);
                Shown { cells: ShownCells::Old(cells), tombstones: Vec::new(), duplicates }
            }
        }
    }
}

impl ShownCells {
    pub fn len(&self) -> usize {
        match self {
            ShownCells::New(cells) => cells.len(),
            ShownCells::Old(cells) => cells.len(),
        }
    }
}

/// Godot 3 erased cells by leaving them out; the last record of a coordinate counts, as today.
fn resolve_old(records: &[OldCell]) -> (Vec<OldCell>, Vec<Duplicate>) {
    let mut places: HashMap<Coords, usize> = HashMap::with_capacity(records.len());
    let mut kept: Vec<(OldCell, u32)> = Vec::with_capacity(records.len());
    let mut duplicates = Vec::new();
    for (index, &cell) in records.iter().enumerate() {
        let place = *places.entry(cell.coords).or_insert(kept.len());
        match kept.get_mut(place) {
            Some((old, record)) => {
                duplicates.push(Duplicate { coords: cell.coords, record: *record });
                (*old, *record) = (cell, index as u32);
            }
            None => kept.push((cell, index as u32)),
        }
    }
    duplicates.sort_unstable_by_key(|duplicate| duplicate.record);
    (kept.into_iter().map(|(cell, _)| cell).collect(), duplicates)
}

/// All that is wrong with a buffer, in one line.
pub(super) fn problem(layer: &TileLayer) -> Option<String> {
    let all: Vec<String> = layer.damage.iter().map(ToString::to_string).collect();
    (!all.is_empty()).then(|| all.join("; "))
}

/// The letters of a transform, and `x` for bit 15.
pub(super) fn letters(cell: Cell) -> String {
    format!("{}{}", cell.transform(), if cell.bit15() { "x" } else { "" })
}
