//! Lists of byte numbers: `0, 0, 255`. Fast where they are spelled plainly, right where they are not.

use rayon::prelude::*;

use crate::syntax::{Value, ValueKind};

/// What a list of numbers is as bytes.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Numbers {
    pub bytes: Vec<u8>,
    /// How many were not whole numbers from 0 to 255; the engine cuts them to fit without a word.
    pub odd: usize,
}

/// Text a chunk, when there is enough of it.
const CHUNK: usize = 1 << 18;

/// Reads numbers with commas between; blanks and comments anywhere. The text was checked by the scanner.
pub(crate) fn read_bytes(text: &[u8]) -> Numbers {
    if text.len() <= CHUNK {
        return read_run(text);
    }
    // Cut behind commas, so that each part is a list of its own; a comment could hide a comma, so one means one part.
    if memchr::memchr(b';', text).is_some() {
        return read_run(text);
    }
    let mut cuts = vec![0];
    while let Some(comma) = memchr::memchr(b',', &text[(cuts[cuts.len() - 1] + CHUNK).min(text.len())..]) {
        cuts.push(cuts[cuts.len() - 1] + CHUNK + comma + 1);
    }
    cuts.push(text.len());
    let parts: Vec<Numbers> = cuts.par_windows(2).map(|cut| read_run(&text[cut[0]..cut[1]])).collect();
    let mut all =
        Numbers { bytes: Vec::with_capacity(parts.iter().map(|part| part.bytes.len()).sum()), odd: 0 };
    for part in parts {
        all.bytes.extend_from_slice(&part.bytes);
        all.odd += part.odd;
    }
    all
}

fn read_run(text: &[u8]) -> Numbers {
    let mut numbers = Numbers { bytes: Vec::with_capacity(text.len() / 3 + 1), odd: 0 };
    let mut rest = text;
    loop {
        // One to three digits and what ends them: nearly every number.
        let (value, behind) = match rest {
            [a @ b'0'..=b'9', rest @ ..] => match rest {
                [b @ b'0'..=b'9', rest @ ..] => match rest {
                    [c @ b'0'..=b'9', rest @ ..] => {
                        (u32::from(a - b'0') * 100 + u32::from(b - b'0') * 10 + u32::from(c - b'0'), rest)
                    }
                    _ => (u32::from(a - b'0') * 10 + u32::from(b - b'0'), rest),
                },
                _ => (u32::from(a - b'0'), rest),
            },
            _ => (256, rest),
        };
        match behind {
            [b',', b' ', next @ ..] if value < 256 => {
                numbers.bytes.push(value as u8);
                rest = next;
            }
            [b',', next @ ..] if value < 256 => {
                numbers.bytes.push(value as u8);
                rest = next;
            }
            [] if value < 256 => {
                numbers.bytes.push(value as u8);
                return numbers;
            }
            _ => match read_odd(rest, &mut numbers) {
                Some(next) => rest = next,
                None => return numbers,
            },
        }
    }
}

/// One number in any spelling, with blanks and comments around it; the rest behind its comma, if there is one.
fn read_odd<'a>(text: &'a [u8], numbers: &mut Numbers) -> Option<&'a [u8]> {
    let start = skip(text);
    let end = start
        .iter()
        .position(|byte| !byte.is_ascii_alphanumeric() && !matches!(byte, b'.' | b'-' | b'+' | b'_'))
        .unwrap_or(start.len());
    if end > 0 {
        let span = crate::Span::new(0, end as u32);
        let value = Value::parse(&start[..end], span).map(|value| value.kind);
        let (byte, good) = match value {
            Ok(ValueKind::Int(number)) => (number as u8, (0..256).contains(&number)),
            Ok(ValueKind::Float(number)) => {
                (number as i64 as u8, number.fract() == 0.0 && (0.0..256.0).contains(&number))
            }
            _ => (0, false),
        };
        numbers.bytes.push(if matches!(value, Ok(ValueKind::Float(number)) if !number.is_finite()) {
            0
        } else {
            byte
        });
        numbers.odd += usize::from(!good);
    }
    match skip(&start[end..]) {
        [b',', rest @ ..] => Some(rest),
        _ => None,
    }
}

/// Past blanks and comments.
pub(super) fn skip(mut text: &[u8]) -> &[u8] {
    loop {
        match text {
            [b';', rest @ ..] => text = memchr::memchr(b'\n', rest).map_or(&[], |at| &rest[at + 1..]),
            [0..=0x20, rest @ ..] => text = rest,
            _ => return text,
        }
    }
}

/// Writes numbers with `,` and `blank` between.
pub(crate) fn write_bytes(bytes: &[u8], blank: &str, out: &mut Vec<u8>) {
    // Each number with its comma and blank, ready to copy.
    let table: Vec<Vec<u8>> = (0..256).map(|number| format!("{number},{blank}").into_bytes()).collect();
    let mut padded = [[0_u8; 8]; 256];
    let fits = blank.len() <= 4;
    for (place, text) in padded.iter_mut().zip(&table).filter(|_| fits) {
        place[..text.len()].copy_from_slice(text);
    }
    let lengths: Vec<u8> = table.iter().map(|text| text.len().min(255) as u8).collect();
    let measure = |chunk: &[u8]| chunk.iter().map(|&byte| table[byte as usize].len()).sum::<usize>();
    let start = out.len();
    let chunks: Vec<&[u8]> = bytes.chunks(CHUNK).collect();
    let sizes: Vec<usize> = chunks.par_iter().map(|chunk| measure(chunk)).collect();
    // Room for a copy of a whole table entry at the very end.
    out.resize(start + sizes.iter().sum::<usize>() + 8, 0);
    let mut places = Vec::with_capacity(chunks.len());
    let mut rest = &mut out[start..];
    for &size in &sizes {
        let (place, behind) = rest.split_at_mut(size);
        places.push(place);
        rest = behind;
    }
    let fill = |(chunk, place): (&[u8], &mut [u8])| {
        let mut at = 0;
        for &byte in chunk {
            let length = lengths[byte as usize] as usize;
            if fits && at + 8 <= place.len() {
                place[at..at + 8].copy_from_slice(&padded[byte as usize]);
            } else {
                place[at..at + table[byte as usize].len()].copy_from_slice(&table[byte as usize]);
            }
            at += if fits { length } else { table[byte as usize].len() };
        }
    };
    if chunks.len() <= 1 {
        chunks.into_iter().zip(places).for_each(fill);
    } else {
        chunks.into_par_iter().zip(places).for_each(fill);
    }
    // The last number has no comma behind it.
    let written: usize = sizes.iter().sum();
    out.truncate(start + written - (if bytes.is_empty() { 0 } else { 1 + blank.len() }));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (Vec<u8>, usize) {
        let Numbers { bytes, odd } = read_bytes(text.as_bytes());
        (bytes, odd)
    }

    #[test]
    fn numbers_are_cut_to_bytes_as_the_engine_cuts_them() {
        assert_eq!(read("1, 2,3 ,\n 4"), (vec![1, 2, 3, 4], 0));
        assert_eq!(read("300, -1, 256, 1.9"), (vec![44, 255, 0, 1], 4));
        assert_eq!(read("1e2, 007, 1.0"), (vec![100, 7, 1], 0));
        assert_eq!(read("inf, nan, -1.9"), (vec![0, 0, 255], 3));
        assert_eq!(read("0, 0 ; 1, 2 = 3\n, 5 ; end\n"), (vec![0, 0, 5], 0));
        assert_eq!(read(""), (vec![], 0));
        assert_eq!(read("-129, 65536"), (vec![127, 0], 2));
    }

    #[test]
    fn long_lists_are_read_in_parts() {
        let bytes: Vec<u8> = (0..400_000_u32).map(|i| (i * 7 % 256) as u8).collect();
        for blank in ["", " ", "  ", "\n      "] {
            let mut text = Vec::new();
            write_bytes(&bytes, blank, &mut text);
            let plain: Vec<String> = bytes.iter().map(u8::to_string).collect();
            assert_eq!(text, plain.join(&format!(",{blank}")).into_bytes());
            assert_eq!(read_bytes(&text), Numbers { bytes: bytes.clone(), odd: 0 });
        }
    }
}
