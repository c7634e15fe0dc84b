//! TW1xx: the buffers that hold the cells, with no TileSet asked.

pub(super) mod bit15;
pub(super) mod duplicates;
pub(super) mod edge_cells;
pub(super) mod encoding;
pub(super) mod negative_source;
pub(super) mod size_budget;
pub(super) mod tombstones;
pub(super) mod trailing_bytes;
pub(super) mod unreadable;
pub(super) mod unsorted;
pub(super) mod wide_alternative;
pub(super) mod wrong_type;

use super::Layer;
use crate::tile::{Cell, Coords};

/// Where the cells of a layer are for which something holds.
fn cells_where(layer: &Layer, holds: impl Fn(&Cell) -> bool) -> Vec<Coords> {
    layer.cells.cells.iter().filter(|cell| holds(cell)).map(|cell| cell.coords()).collect()
}
