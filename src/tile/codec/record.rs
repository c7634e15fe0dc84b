//! The twelve bytes of one record, which all Godot 4 encodings share.

use crate::tile::Cell;

/// Bytes of a record.
pub const LEN: usize = 12;
/// 32-bit integers of a record.
pub const INTS: usize = 3;

/// From bytes, little-endian: x, y, source, atlas x, atlas y, alternative.
pub fn decode(bytes: &[u8; LEN]) -> Cell {
    let field = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
    Cell {
        x: field(0) as i16,
        y: field(2) as i16,
        source: field(4),
        atlas_x: field(6),
        atlas_y: field(8),
        alternative: field(10),
    }
}

/// To bytes.
pub fn encode(cell: Cell) -> [u8; LEN] {
    let mut bytes = [0; LEN];
    let fields = [cell.x as u16, cell.y as u16, cell.source, cell.atlas_x, cell.atlas_y, cell.alternative];
    for (place, field) in bytes.chunks_exact_mut(2).zip(fields) {
        place.copy_from_slice(&field.to_le_bytes());
    }
    bytes
}

/// From the three ints of a TileMap: `y<<16|x`, `atlas_x<<16|source`, `alternative<<16|atlas_y`.
pub fn from_ints(ints: [i32; INTS]) -> Cell {
    let [position, tile, rest] = ints.map(|int| int as u32);
    Cell {
        x: position as i16,
        y: (position >> 16) as i16,
        source: tile as u16,
        atlas_x: (tile >> 16) as u16,
        atlas_y: rest as u16,
        alternative: (rest >> 16) as u16,
    }
}

/// To the three ints of a TileMap.
pub fn to_ints(cell: Cell) -> [i32; INTS] {
    let pair = |low: u16, high: u16| (u32::from(high) << 16 | u32::from(low)) as i32;
    [
        pair(cell.x as u16, cell.y as u16),
        pair(cell.source, cell.atlas_x),
        pair(cell.atlas_y, cell.alternative),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of the reference, as the engine writes it.
    #[test]
    fn the_ints_are_the_bytes() {
        let cell = Cell { x: -1, y: 2, source: 7, atlas_x: 3, atlas_y: 4, alternative: 0x1001 };
        assert_eq!(to_ints(cell), [196_607, 196_615, 268_500_996]);
        assert_eq!(from_ints(to_ints(cell)), cell);
        let bytes: Vec<u8> = to_ints(cell).iter().flat_map(|int| int.to_le_bytes()).collect();
        assert_eq!(bytes, encode(cell));
        assert_eq!(decode(&encode(cell)), cell);
    }
}
