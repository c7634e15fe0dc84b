//! What `clean` does: collapse duplicates as the engine does on load, then drop tombstones. Never the other way
//! round: a tombstone that comes after a cell erases it, and without the tombstone the cell would come back.

use super::sort::Order;
use crate::tile::{Cell, collapse, drop_tombstones};

/// What went.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cleaned {
    /// Records that a later one overrode.
    pub duplicates: usize,
    /// Erased coordinates that no later record painted.
    pub tombstones: usize,
}

/// Cleans records in place.
///
/// ```
/// use tilewright::op::clean;
/// use tilewright::tile::{Cell, Coords};
///
/// let grass = Cell { x: 4, y: 4, source: 1, atlas_x: 0, atlas_y: 0, alternative: 0 };
/// let mut records = vec![grass, Cell::tombstone(Coords { x: 4, y: 4 })];
/// clean(&mut records, None);
/// assert!(records.is_empty(), "the tombstone came later, so the cell is erased");
/// ```
pub fn clean(records: &mut Vec<Cell>, sort: Option<Order>) -> Cleaned {
    let duplicates = collapse(records).len();
    let tombstones = drop_tombstones(records);
    if let Some(order) = sort {
        order.sort(records);
    }
    Cleaned { duplicates, tombstones }
}
