//! base64 text straight to records and back, a chunk at a time on all cores: neither direction ever
//! holds the whole buffer as bytes beside the text and the records.

use std::borrow::Cow;

use base64::Engine;
use rayon::prelude::*;

use crate::syntax::base64::{ENGINE, compact};
use crate::tile::codec::layer::{self, HEADER_LEN, Shape};
use crate::tile::codec::record;
use crate::tile::{Cell, Coords};

/// Records a chunk. Twelve bytes are sixteen digits, so a chunk of records starts on a whole group of digits.
const CHUNK: usize = 1024;
const DIGITS: usize = record::LEN / 3 * 4;

/// All bytes.
///
/// # Errors
///
/// If the text is not base64 as the engine takes it.
pub(crate) fn decode(text: &[u8]) -> Option<Vec<u8>> {
    ENGINE.decode(compact(text)?.as_ref()).ok()
}

/// Digits for bytes that are no layer.
pub(crate) fn encode_bytes(bytes: &[u8]) -> String {
    ENGINE.encode(bytes)
}

/// A buffer in base64, ready to be read record by record.
struct Digits<'t> {
    digits: Cow<'t, [u8]>,
    shape: Shape,
}

impl<'t> Digits<'t> {
    /// `text` stands between the quotes and was checked.
    fn new(text: &'t [u8]) -> Self {
        let digits = compact(text).expect("base64 that the scanner checked");
        let padding = digits.iter().rev().take(2).take_while(|&&digit| digit == b'=').count();
        let len = digits.len() / 4 * 3 - padding;
        let mut first = [0; 3];
        if len >= HEADER_LEN {
            decode_group(&digits[..4], &mut first);
        }
        let shape = layer::shape(len, [first[0], first[1]]);
        Digits { digits, shape }
    }

    /// The records of one chunk, at most [`CHUNK`] of them.
    fn chunk(&self, index: usize, count: usize, each: impl FnMut((usize, Cell))) {
        // The records lie two bytes behind the digits: one more group holds the end of the last one.
        let start = index * CHUNK * DIGITS;
        let end = (start + count * DIGITS + 4).min(self.digits.len());
        let mut bytes = [0; CHUNK * record::LEN + 3];
        decode_group(&self.digits[start..end], &mut bytes);
        let (whole, _) = bytes[HEADER_LEN..].as_chunks();
        whole[..count].iter().map(record::decode).enumerate().for_each(each);
    }
}

/// The records of a buffer in base64. `text` stands between the quotes and was checked.
pub(super) fn read_layer(text: &[u8]) -> (Shape, Vec<Cell>) {
    let digits = Digits::new(text);
    let Shape::Records { count, .. } = digits.shape else { return (digits.shape, Vec::new()) };
    // Filled twice, but the first time on all cores: touching fresh memory is what takes the time.
    let blank = Cell::tombstone(Coords { x: 0, y: 0 });
    let mut records = match count <= CHUNK {
        true => vec![blank; count],
        false => rayon::iter::repeat_n(blank, count).collect(),
    };
    let fill = |(index, chunk): (usize, &mut [Cell])| {
        digits.chunk(index, chunk.len(), |(at, cell)| chunk[at] = cell);
    };
    if count <= CHUNK {
        records.chunks_mut(CHUNK).enumerate().for_each(fill);
    } else {
        records.par_chunks_mut(CHUNK).enumerate().for_each(fill);
    }
    (digits.shape, records)
}

/// Whether a buffer in base64 holds exactly these records, told without a second copy of them.
pub(super) fn holds(text: &[u8], records: &[Cell]) -> bool {
    let digits = Digits::new(text);
    digits.shape == (Shape::Records { count: records.len(), trailing: 0 })
        && records.par_chunks(CHUNK).enumerate().all(|(index, chunk)| {
            let mut same = true;
            digits.chunk(index, chunk.len(), |(at, cell)| same &= chunk[at] == cell);
            same
        })
}

fn decode_group(digits: &[u8], out: &mut [u8]) {
    ENGINE.decode_slice(digits, out).expect("base64 that the scanner checked");
}

/// Writes the digits of a layer's buffer.
pub(super) fn encode_layer(records: &[Cell], out: &mut Vec<u8>) {
    let digits = layer::encoded_len(records.len()).div_ceil(3) * 4;
    let (whole, last) = super::room(out, digits).split_at_mut(records.len() * DIGITS);
    let fill = |(index, digits): (usize, &mut [u8])| {
        let first = index * CHUNK;
        let chunk = &records[first..(first + CHUNK).min(records.len())];
        // A chunk starts with the two bytes that are left of the record before it; for the first one these are the header.
        let mut bytes = [0; CHUNK * record::LEN + HEADER_LEN];
        let before = first.checked_sub(1).map_or(layer::FORMAT, |before| records[before].alternative);
        bytes[..HEADER_LEN].copy_from_slice(&before.to_le_bytes());
        let (places, _) = bytes[HEADER_LEN..].as_chunks_mut();
        for (place, &cell) in places.iter_mut().zip(chunk) {
            *place = record::encode(cell);
        }
        ENGINE.encode_slice(&bytes[..chunk.len() * record::LEN], digits).expect("sixteen digits a record");
    };
    if records.len() <= CHUNK {
        whole.chunks_mut(CHUNK * DIGITS).enumerate().for_each(fill);
    } else {
        whole.par_chunks_mut(CHUNK * DIGITS).enumerate().for_each(fill);
    }
    if let Some(cell) = records.last() {
        ENGINE.encode_slice(cell.alternative.to_le_bytes(), last).expect("two bytes are four digits");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_join_without_a_seam() {
        for count in [1, 2, 5, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK + 7] {
            let records: Vec<Cell> = (0..count as u32)
                .map(|i| Cell {
                    x: i as i16,
                    y: (i >> 3) as i16,
                    source: i as u16,
                    atlas_x: 1,
                    atlas_y: (i * 7) as u16,
                    alternative: (i * 31) as u16,
                })
                .collect();
            let mut digits = Vec::new();
            encode_layer(&records, &mut digits);
            let plain = ENGINE.encode(layer::encode(&records));
            assert_eq!(digits, plain.as_bytes(), "{count} records");
            let (shape, read) = read_layer(&digits);
            assert_eq!(shape, Shape::Records { count, trailing: 0 });
            assert_eq!(read, records);
        }
    }

    #[test]
    fn short_buffers_have_their_shape() {
        let shape = |bytes: &[u8]| read_layer(ENGINE.encode(bytes).as_bytes()).0;
        assert_eq!(shape(&[]), Shape::Empty);
        assert_eq!(shape(&[0]), Shape::OneByte);
        assert_eq!(shape(&[0, 0]), Shape::Records { count: 0, trailing: 0 });
        assert_eq!(shape(&[0, 1]), Shape::UnknownFormat(256));
        assert_eq!(shape(&[0; 13]), Shape::Records { count: 0, trailing: 11 });
    }
}
