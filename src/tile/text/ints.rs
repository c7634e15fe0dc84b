//! Lists of 32-bit integers, as `PackedInt32Array(…)` holds them.

use super::decimal::skip;
use crate::syntax::{Value, ValueKind};

/// Reads numbers with commas between. Also how many were not whole numbers of 32 bits; the engine cuts those to fit.
pub(crate) fn read_ints(text: &[u8]) -> (Vec<i32>, usize) {
    let mut ints = Vec::with_capacity(text.len() / 4 + 1);
    let mut odd = 0;
    let mut rest = skip(text);
    while !rest.is_empty() {
        let end =
            rest.iter().position(|&byte| byte == b',' || byte <= 0x20 || byte == b';').unwrap_or(rest.len());
        let word = &rest[..end];
        let value = std::str::from_utf8(word).ok().and_then(|word| word.parse::<i64>().ok());
        let (int, good) = match value {
            Some(number) => (number as i32, i32::try_from(number).is_ok()),
            None => odd_int(word),
        };
        ints.push(int);
        odd += usize::from(!good);
        rest = skip(&rest[end..]);
        rest = skip(rest.strip_prefix(b",").unwrap_or(rest));
    }
    (ints, odd)
}

/// A number that is none of 64 bits: a fraction, a word, or too long.
fn odd_int(word: &[u8]) -> (i32, bool) {
    match Value::parse(word, crate::Span::new(0, word.len() as u32)).map(|value| value.kind) {
        Ok(ValueKind::Int(number)) => (number as i32, false),
        Ok(ValueKind::Float(number)) => {
            let whole = number.fract() == 0.0 && (-2_147_483_648.0..2_147_483_648.0).contains(&number);
            (number as i64 as i32, whole)
        }
        _ => (0, false),
    }
}

/// Writes numbers with `,` and `blank` between.
pub(crate) fn write_ints(ints: &[i32], blank: &str, out: &mut Vec<u8>) {
    use std::io::Write;
    for (index, int) in ints.iter().enumerate() {
        if index > 0 {
            out.push(b',');
            out.extend_from_slice(blank.as_bytes());
        }
        write!(out, "{int}").expect("writing to memory does not fail");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_wrap_to_32_bits_as_in_the_engine() {
        assert_eq!(read_ints(b"65534, -1 ,\n2"), (vec![65534, -1, 2], 0));
        assert_eq!(read_ints(b"4294967295, 2147483648"), (vec![-1, i32::MIN], 2));
        assert_eq!(read_ints(b"1.9, 1e3"), (vec![1, 1000], 1));
        assert_eq!(read_ints(b""), (vec![], 0));
    }

    #[test]
    fn ints_are_written_with_their_blanks() {
        let mut out = Vec::new();
        write_ints(&[1, -2, 3], " ", &mut out);
        assert_eq!(out, b"1, -2, 3");
    }
}
