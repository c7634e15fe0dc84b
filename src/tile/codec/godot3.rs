//! Cells of Godot 3 and older: two ints (format 0) or three (format 1). Read only: the engines that
//! people use today cannot read them at all.

use std::fmt;

use super::record;
use crate::tile::{Cell, Coords};

/// A cell that names a tile of a Godot 3 TileSet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OldCell {
    /// Where it lies.
    pub coords: Coords,
    /// The tile's id, 29 bits.
    pub tile: u32,
    /// The coordinate in an autotile or atlas; 0,0 in format 0.
    pub atlas_x: i16,
    /// Its row.
    pub atlas_y: i16,
    /// Bit 29.
    pub flip_h: bool,
    /// Bit 30.
    pub flip_v: bool,
    /// Bit 31.
    pub transpose: bool,
}

impl OldCell {
    /// What the twelve bytes of a record mean in format 1. Who only compares records need not know which age they are of,
    /// and reads them as cells of today.
    pub fn of_record(cell: Cell) -> Self {
        let [position, tile, atlas] = record::to_ints(cell);
        record(position, tile, atlas)
    }
}

/// `tile 3`, `tile 3:1,0`, `tile 3 hv`: the tile's id, its place in an atlas, how it is turned.
impl fmt::Display for OldCell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "tile {}", self.tile)?;
        if (self.atlas_x, self.atlas_y) != (0, 0) {
            write!(f, ":{},{}", self.atlas_x, self.atlas_y)?;
        }
        let turned = [(self.flip_h, "h"), (self.flip_v, "v"), (self.transpose, "t")];
        let letters = turned.iter().filter(|(set, _)| *set).map(|(_, letter)| *letter);
        for (index, letter) in letters.enumerate() {
            f.write_str(if index == 0 { " " } else { "" })?;
            f.write_str(letter)?;
        }
        Ok(())
    }
}

/// How many ints a record takes.
pub fn ints_a_record(format: i64) -> usize {
    if format == 0 { 2 } else { 3 }
}

/// The records, and how many ints are left over.
pub fn decode(ints: &[i32], format: i64) -> (Vec<OldCell>, usize) {
    let size = ints_a_record(format);
    let records = ints.chunks_exact(size);
    let left = records.remainder().len();
    (records.map(|ints| record(ints[0], ints[1], ints.get(2).copied().unwrap_or(0))).collect(), left)
}

fn record(position: i32, tile: i32, atlas: i32) -> OldCell {
    let tile = tile as u32;
    OldCell {
        coords: Coords { x: position as i16, y: (position >> 16) as i16 },
        tile: tile & 0x1FFF_FFFF,
        atlas_x: atlas as i16,
        atlas_y: (atlas >> 16) as i16,
        flip_h: tile & 1 << 29 != 0,
        flip_v: tile & 1 << 30 != 0,
        transpose: tile & 1 << 31 != 0,
    }
}
