//! How a buffer is spelled in a file: numbers or base64, with which blanks; reading and writing both fast.
//!
//! Sees the bytes between the brackets of a constructor, never a scene.

mod base64;
mod decimal;
mod ints;
pub mod rows;
mod spelling;

pub(crate) use base64::{decode as decode_base64, encode_bytes as encode_base64_bytes};
pub(crate) use decimal::{read_bytes, write_bytes};
pub(crate) use ints::{read_ints, write_ints};
pub use spelling::{Encoding, Spelling};

use super::Cell;
use super::codec::layer::{self, Shape};
use super::codec::record;

/// The records of a `tile_map_data`, and what is wrong with the buffer.
#[derive(Debug)]
pub(crate) struct LayerText {
    pub shape: Shape,
    pub records: Vec<Cell>,
    /// Numbers outside 0…255, or not whole.
    pub odd_numbers: usize,
}

/// Reads what stands between the brackets of `PackedByteArray(…)`.
pub(crate) fn read_layer(arguments: &[u8]) -> LayerText {
    let inner = arguments.trim_ascii();
    if inner.first() == Some(&b'"') {
        let (shape, records) = base64::read_layer(&inner[1..inner.len() - 1]);
        return LayerText { shape, records, odd_numbers: 0 };
    }
    // About three and a half characters a number, twelve numbers a record.
    let mut records = Vec::with_capacity(inner.len() / 42);
    let mut reader = RecordReader::default();
    let odd_numbers = decimal::read_parts(inner, |part| reader.push(part, |cell| records.push(cell)));
    match reader.shape() {
        shape @ Shape::Records { .. } => LayerText { shape, records, odd_numbers },
        shape => LayerText { shape, records: Vec::new(), odd_numbers },
    }
}

/// Cuts a buffer into records while it comes in.
#[derive(Default)]
struct RecordReader {
    /// The two bytes of the header.
    head: Vec<u8>,
    /// What has come of the next record.
    begun: Vec<u8>,
    len: usize,
}

impl RecordReader {
    fn push(&mut self, mut bytes: &[u8], mut each: impl FnMut(Cell)) {
        self.len += bytes.len();
        let head = bytes.len().min(layer::HEADER_LEN - self.head.len());
        self.head.extend_from_slice(&bytes[..head]);
        bytes = &bytes[head..];
        if !self.begun.is_empty() {
            let more = bytes.len().min(record::LEN - self.begun.len());
            self.begun.extend_from_slice(&bytes[..more]);
            bytes = &bytes[more..];
            match self.begun.first_chunk() {
                Some(whole) => each(record::decode(whole)),
                None => return,
            }
            self.begun.clear();
        }
        let (whole, rest) = bytes.as_chunks();
        whole.iter().map(record::decode).for_each(each);
        self.begun.extend_from_slice(rest);
    }

    fn shape(&self) -> Shape {
        let byte = |at: usize| self.head.get(at).copied().unwrap_or(0);
        layer::shape(self.len, [byte(0), byte(1)])
    }
}

/// Whether what stands between the brackets of `PackedByteArray(…)` is exactly these records.
pub(crate) fn holds_layer(arguments: &[u8], records: &[Cell]) -> bool {
    let inner = arguments.trim_ascii();
    match inner.first() {
        Some(b'"') if !records.is_empty() => base64::holds(&inner[1..inner.len() - 1], records),
        _ => {
            let mut expected = records.iter();
            let mut same = true;
            let mut reader = RecordReader::default();
            let odd = decimal::read_parts(inner, |part| {
                reader.push(part, |cell| same &= expected.next() == Some(&cell));
            });
            let whole = match reader.shape() {
                Shape::Empty => records.is_empty(),
                shape => shape == (Shape::Records { count: records.len(), trailing: 0 }),
            };
            whole && same && odd == 0
        }
    }
}

/// The records of a buffer.
pub(crate) fn records_of(bytes: &[u8]) -> (Shape, Vec<Cell>) {
    let mut records = Vec::new();
    let mut reader = RecordReader::default();
    reader.push(bytes, |cell| records.push(cell));
    match reader.shape() {
        shape @ Shape::Records { .. } => (shape, records),
        shape => (shape, Vec::new()),
    }
}

/// So many more bytes at the end of a text, all zero, for several cores to fill.
///
/// Long memory fresh from the system is zero already, so nobody touches it before whoever fills it. A little more is
/// reserved, for what closes the value: one byte too few would double all of it.
fn room(out: &mut Vec<u8>, len: usize) -> &mut [u8] {
    let start = out.len();
    let mut fresh = vec![0; start + len + 64];
    fresh[..start].copy_from_slice(out);
    fresh.truncate(start + len);
    *out = fresh;
    &mut out[start..]
}

/// Writes the whole value, `PackedByteArray(…)`, in a spelling. `newline` is the file's line end.
pub(crate) fn write_layer(records: &[Cell], spelling: &Spelling, newline: &str) -> Vec<u8> {
    let mut out = Vec::new();
    out.extend_from_slice(spelling.constructor.as_bytes());
    out.push(b'(');
    match spelling.encoding {
        _ if records.is_empty() => {}
        Encoding::Rows => rows::write_layer(records, newline, &mut out),
        Encoding::Base64 => {
            out.extend_from_slice(spelling.pad.as_bytes());
            out.push(b'"');
            base64::encode_layer(records, &mut out);
            out.push(b'"');
            out.extend_from_slice(spelling.pad.as_bytes());
        }
        Encoding::Decimal | Encoding::Empty => {
            out.extend_from_slice(spelling.pad.as_bytes());
            write_bytes(&layer::encode(records), &spelling.blank, &mut out);
            out.extend_from_slice(spelling.pad.as_bytes());
        }
    }
    out.push(b')');
    out
}

/// Writes the whole value, `PackedInt32Array(…)`, in a spelling.
pub(crate) fn write_map(records: &[Cell], spelling: &Spelling, newline: &str) -> Vec<u8> {
    let mut out = Vec::new();
    out.extend_from_slice(spelling.constructor.as_bytes());
    out.push(b'(');
    if spelling.encoding == Encoding::Rows && !records.is_empty() {
        rows::write_map(records, newline, &mut out);
    } else if !records.is_empty() {
        out.extend_from_slice(spelling.pad.as_bytes());
        write_ints(&super::codec::map::encode(records), &spelling.blank, &mut out);
        out.extend_from_slice(spelling.pad.as_bytes());
    }
    out.push(b')');
    out
}
