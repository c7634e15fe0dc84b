//! How a buffer is spelled in a file: numbers or base64, with which blanks; reading and writing both fast.
//!
//! Sees the bytes between the brackets of a constructor, never a scene.

mod base64;
mod decimal;
mod ints;
pub mod rows;
mod spelling;

pub(crate) use base64::{decode as decode_base64, encode_bytes as encode_base64_bytes};
pub(crate) use decimal::{Numbers, read_bytes, write_bytes};
pub(crate) use ints::{read_ints, write_ints};
pub use spelling::{Encoding, Spelling};

use super::Cell;
use super::codec::layer::{self, Shape};

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
    let Numbers { bytes, odd } = read_bytes(inner);
    let (shape, records) = records_of(&bytes);
    LayerText { shape, records, odd_numbers: odd }
}

/// Whether what stands between the brackets of `PackedByteArray(…)` is exactly these records.
pub(crate) fn holds_layer(arguments: &[u8], records: &[Cell]) -> bool {
    let inner = arguments.trim_ascii();
    match inner.first() {
        Some(b'"') if !records.is_empty() => base64::holds(&inner[1..inner.len() - 1], records),
        _ => {
            let LayerText { shape, records: read, odd_numbers } = read_layer(arguments);
            let whole = matches!(shape, Shape::Empty | Shape::Records { trailing: 0, .. });
            whole && odd_numbers == 0 && read == records
        }
    }
}

/// The records of a buffer.
pub(crate) fn records_of(bytes: &[u8]) -> (Shape, Vec<Cell>) {
    let head = [bytes.first().copied().unwrap_or(0), bytes.get(1).copied().unwrap_or(0)];
    let shape = layer::shape(bytes.len(), head);
    let records = match shape {
        Shape::Records { count, .. } => {
            let (records, _) = bytes[layer::HEADER_LEN..].as_chunks();
            records[..count].iter().map(super::codec::record::decode).collect()
        }
        _ => Vec::new(),
    };
    (shape, records)
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
