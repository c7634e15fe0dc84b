//! What differs between the cells of two layers.

use std::collections::HashMap;

use crate::tile::{Bounds, Cell, Coords};

/// Cells by coordinate: a table over their bounds where they lie close together, as they do as a rule.
#[derive(Debug)]
pub struct Cells<'c> {
    cells: &'c [Cell],
    places: Places,
}

#[derive(Debug)]
enum Places {
    Table(Bounds, Vec<u32>),
    Map(HashMap<Coords, u32>),
}

impl<'c> Cells<'c> {
    /// Of cells without tombstones and duplicates.
    pub fn new(cells: &'c [Cell]) -> Self {
        let bounds = Bounds::of(cells.iter().map(|cell| cell.coords()));
        let area = bounds.map_or(0, |bounds| bounds.width as usize * bounds.height as usize);
        let places = match bounds {
            Some(bounds) if area <= 1024 + cells.len() * 8 => {
                let mut table = vec![0; area];
                for (index, cell) in cells.iter().enumerate() {
                    table[slot(bounds, cell.coords())] = index as u32 + 1;
                }
                Places::Table(bounds, table)
            }
            _ => Places::Map(
                cells.iter().enumerate().map(|(index, cell)| (cell.coords(), index as u32)).collect(),
            ),
        };
        Cells { cells, places }
    }

    /// The cell at a place.
    pub fn at(&self, coords: Coords) -> Option<Cell> {
        let index = match &self.places {
            Places::Table(bounds, table) if bounds.contains(coords) => {
                table[slot(*bounds, coords)].checked_sub(1)?
            }
            Places::Table(..) => return None,
            Places::Map(map) => *map.get(&coords)?,
        };
        Some(self.cells[index as usize])
    }

    /// All of them, in their order.
    pub fn all(&self) -> &'c [Cell] {
        self.cells
    }
}

fn slot(bounds: Bounds, coords: Coords) -> usize {
    let (x, y) = (i32::from(coords.x) - bounds.x, i32::from(coords.y) - bounds.y);
    y as usize * bounds.width as usize + x as usize
}

/// The cells that differ, each list by y, then x.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CellDiff {
    /// New ones.
    pub added: Vec<Cell>,
    /// Those that are gone.
    pub removed: Vec<Cell>,
    /// Those that hold another tile: before and after.
    pub changed: Vec<(Cell, Cell)>,
}

impl CellDiff {
    /// Whether no cell differs.
    pub fn is_empty(&self) -> bool {
        self.added.is_empty() && self.removed.is_empty() && self.changed.is_empty()
    }

    /// The rectangle around all that differs.
    pub fn bounds(&self) -> Option<Bounds> {
        let changed = self.changed.iter().map(|(_, after)| after);
        Bounds::of(self.added.iter().chain(&self.removed).chain(changed).map(|cell| cell.coords()))
    }
}

/// Compares two maps, each without tombstones and duplicates.
pub fn cell_diff(before: &[Cell], after: &[Cell]) -> CellDiff {
    let mut diff = CellDiff::default();
    if before == after {
        return diff;
    }
    let (old, new) = (Cells::new(before), Cells::new(after));
    for &cell in after {
        match old.at(cell.coords()) {
            None => diff.added.push(cell),
            Some(was) if was != cell => diff.changed.push((was, cell)),
            Some(_) => {}
        }
    }
    diff.removed.extend(before.iter().filter(|cell| new.at(cell.coords()).is_none()));
    let key = |cell: &Cell| (cell.y, cell.x);
    diff.added.sort_unstable_by_key(key);
    diff.removed.sort_unstable_by_key(key);
    diff.changed.sort_unstable_by_key(|(_, cell)| key(cell));
    diff
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(x: i16, y: i16, source: u16) -> Cell {
        Cell { x, y, source, atlas_x: 0, atlas_y: 0, alternative: 0 }
    }

    #[test]
    fn order_does_not_count() {
        let cells = [cell(1, 0, 1), cell(0, 5, 2), cell(-30_000, 20_000, 3)];
        let mut other = cells;
        other.reverse();
        assert!(cell_diff(&cells, &other).is_empty());
    }

    #[test]
    fn added_removed_and_changed_are_told_apart() {
        let before = [cell(0, 0, 1), cell(1, 0, 1), cell(2, 0, 1)];
        let after = [cell(9, -1, 1), cell(2, 0, 7), cell(0, 0, 1)];
        let diff = cell_diff(&before, &after);
        assert_eq!(diff.added, [cell(9, -1, 1)]);
        assert_eq!(diff.removed, [cell(1, 0, 1)]);
        assert_eq!(diff.changed, [(cell(2, 0, 1), cell(2, 0, 7))]);
        assert_eq!(diff.bounds(), Some(Bounds { x: 1, y: -1, width: 9, height: 2 }));
    }
}
