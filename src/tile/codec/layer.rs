//! `tile_map_data` of a TileMapLayer: two bytes of format, then twelve bytes a record, little-endian.

use super::record;
use crate::tile::Cell;

/// The bytes in front of the records.
pub const HEADER_LEN: usize = 2;
/// The one format that every engine up to today writes and reads.
pub const FORMAT: u16 = 0;

/// What a buffer holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// No bytes: the layer is cleared.
    Empty,
    /// One byte: the engine refuses the buffer and keeps what the layer had.
    OneByte,
    /// A format that no engine reads: refused as well.
    UnknownFormat(u16),
    /// So many whole records, and this many bytes left over, which the engine drops.
    Records {
        /// Whole records.
        count: usize,
        /// Bytes behind the last whole one, 0 to 11.
        trailing: usize,
    },
}

/// What a buffer of this length, with these first two bytes, holds.
pub fn shape(len: usize, head: [u8; HEADER_LEN]) -> Shape {
    match (len, u16::from_le_bytes(head)) {
        (0, _) => Shape::Empty,
        (1, _) => Shape::OneByte,
        (_, FORMAT) => Shape::Records {
            count: (len - HEADER_LEN) / record::LEN,
            trailing: (len - HEADER_LEN) % record::LEN,
        },
        (_, format) => Shape::UnknownFormat(format),
    }
}

/// How long the buffer of so many records is. No records: no bytes, the engine never writes a lone header.
pub fn encoded_len(records: usize) -> usize {
    if records == 0 { 0 } else { HEADER_LEN + records * record::LEN }
}

/// The buffer of these records.
pub fn encode(records: &[Cell]) -> Vec<u8> {
    if records.is_empty() {
        return Vec::new();
    }
    let mut bytes = Vec::with_capacity(encoded_len(records.len()));
    bytes.extend_from_slice(&FORMAT.to_le_bytes());
    bytes.extend(records.iter().flat_map(|&cell| record::encode(cell)));
    bytes
}
