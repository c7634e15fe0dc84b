//! `layer_N/tile_data` of a TileMap in format 2, and `tile_data` of a TileMapPattern: three ints a record, no header.

use super::record::{self, INTS};
use crate::tile::Cell;

/// The records, and how many ints are left over: then the engine reads nothing at all.
pub fn decode(ints: &[i32]) -> (Vec<Cell>, usize) {
    let (whole, rest) = ints.as_chunks::<INTS>();
    (whole.iter().map(|&ints| record::from_ints(ints)).collect(), rest.len())
}

/// The ints of these records.
pub fn encode(records: &[Cell]) -> Vec<i32> {
    records.iter().flat_map(|&cell| record::to_ints(cell)).collect()
}
