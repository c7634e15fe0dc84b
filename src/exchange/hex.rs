//! A layer's buffer as hexadecimal digits: lower case, one run, no blanks.

use crate::tile::Cell;
use crate::tile::codec::layer;

/// The digits of bytes.
pub fn encode(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digits = |&byte: &u8| [DIGITS[usize::from(byte >> 4)], DIGITS[usize::from(byte & 15)]];
    bytes.iter().flat_map(digits).map(char::from).collect()
}

/// The digits of the buffer of these records, header included; empty without records, as the buffer is.
pub fn of_records(records: &[Cell]) -> String {
    encode(&layer::encode(records))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_buffer_with_its_header() {
        let cell = Cell { x: 5, y: 5, source: 0, atlas_x: 2, atlas_y: 0, alternative: 0 };
        assert_eq!(of_records(&[cell]), "0000050005000000020000000000");
        assert_eq!(of_records(&[]), "");
        assert_eq!(encode(&[0xAB, 0x0F]), "ab0f");
    }
}
