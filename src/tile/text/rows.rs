//! The rows layout: a buffer as one record a line, with a comment that people can read.
//!
//! The engine loads it as it stands, so plain `git diff` and `git blame` work on cells:
//!
//! ```text
//! PackedByteArray(0, 0
//! , 1, 0, 2, 0, 7, 0, 1, 0, 1, 0, 0, 0 ; 1,2 = 7:1,1
//! )
//! ```

use std::io::Write;

use crate::tile::codec::{layer, record};
use crate::tile::{Cell, TileLabel};

/// Whether a list of numbers is laid out in rows: a comment ends its second line, as nobody else writes it.
pub(super) fn is_rows(inner: &[u8]) -> bool {
    let mut lines = inner.splitn(3, |&byte| byte == b'\n');
    let row = |line: Option<&[u8]>| line.is_some_and(|line| memchr::memmem::find(line, b" ; ").is_some());
    let first = row(lines.next());
    first || row(lines.next())
}

/// What stands between the brackets of a `PackedByteArray` with at least one record.
pub(super) fn write_layer(records: &[Cell], newline: &str, out: &mut Vec<u8>) {
    numbers(&layer::FORMAT.to_le_bytes(), out);
    for &cell in records {
        out.extend_from_slice(newline.as_bytes());
        out.extend_from_slice(b", ");
        numbers(&record::encode(cell), out);
        comment(cell, out);
    }
    out.extend_from_slice(newline.as_bytes());
}

/// What stands between the brackets of a `PackedInt32Array` with at least one record.
pub(super) fn write_map(records: &[Cell], newline: &str, out: &mut Vec<u8>) {
    for (index, &cell) in records.iter().enumerate() {
        out.extend_from_slice(newline.as_bytes());
        out.extend_from_slice(if index == 0 { b"" } else { b", " });
        super::write_ints(&record::to_ints(cell), " ", out);
        comment(cell, out);
    }
    out.extend_from_slice(newline.as_bytes());
}

fn numbers(bytes: &[u8], out: &mut Vec<u8>) {
    let ints: [i32; record::LEN] = std::array::from_fn(|at| bytes.get(at).copied().unwrap_or(0).into());
    super::write_ints(&ints[..bytes.len()], " ", out);
}

fn comment(cell: Cell, out: &mut Vec<u8>) {
    match cell.is_tombstone() {
        true => write!(out, " ; {},{} erased", cell.x, cell.y),
        false => write!(out, " ; {},{} = {}", cell.x, cell.y, TileLabel(cell)),
    }
    .expect("writing to memory does not fail");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tile::text::{Encoding, Spelling, read_layer, write_layer};

    #[test]
    fn the_layout_of_the_contract() {
        let cells = [
            Cell { x: 1, y: 2, source: 7, atlas_x: 1, atlas_y: 1, alternative: 0 },
            Cell { x: 2, y: 2, source: 7, atlas_x: 0, atlas_y: 0, alternative: 0x1000 },
        ];
        let spelling = Spelling::engine("PackedByteArray", Encoding::Rows);
        let text = String::from_utf8(write_layer(&cells, &spelling, "\n")).expect("ASCII");
        let expected = "PackedByteArray(0, 0\n\
            , 1, 0, 2, 0, 7, 0, 1, 0, 1, 0, 0, 0 ; 1,2 = 7:1,1\n\
            , 2, 0, 2, 0, 7, 0, 0, 0, 0, 0, 0, 16 ; 2,2 = 7:0,0 h\n)";
        assert_eq!(text, expected);
        let inner = &text.as_bytes()["PackedByteArray(".len()..text.len() - 1];
        assert_eq!(read_layer(inner).records, cells);
        assert_eq!(Spelling::of(b"PackedByteArray", inner), spelling);
    }
}
