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

/// Text a part, when there is enough of it; and parts that are in work at one time.
const PART: usize = 1 << 18;
const PARTS: usize = 32;

/// Reads numbers with commas between; blanks and comments anywhere. The text was checked by the scanner.
pub(crate) fn read_bytes(text: &[u8]) -> Numbers {
    let mut bytes = Vec::new();
    let odd = read_parts(text, |part| bytes.extend_from_slice(part));
    Numbers { bytes, odd }
}

/// Reads the numbers part by part, on all cores but handed over in order, so that a long list is never held whole beside
/// what is made of it. Returns how many numbers are odd.
pub(super) fn read_parts(text: &[u8], mut each: impl FnMut(&[u8])) -> usize {
    // A comment could hide a comma, so a list with comments is read in one go.
    if text.len() <= PART || memchr::memchr(b';', text).is_some() {
        let Numbers { bytes, odd } = read_part(text);
        each(&bytes);
        return odd;
    }
    let mut cuts = vec![0];
    while let Some(comma) = memchr::memchr(b',', &text[(cuts[cuts.len() - 1] + PART).min(text.len())..]) {
        cuts.push(cuts[cuts.len() - 1] + PART + comma + 1);
    }
    cuts.push(text.len());
    let parts: Vec<&[u8]> = cuts.windows(2).map(|cut| skip(&text[cut[0]..cut[1]])).collect();
    let mut odd = 0;
    for some in parts.chunks(PARTS) {
        let read: Vec<Numbers> = some.par_iter().map(|part| read_part(part)).collect();
        for part in read {
            each(&part.bytes);
            odd += part.odd;
        }
    }
    odd
}

fn read_part(text: &[u8]) -> Numbers {
    read_plain(text).unwrap_or_else(|| read_run(text))
}

/// Plain text, `12, 0, 255`, without a branch that depends on the numbers. `None` if it is spelled otherwise.
fn read_plain(text: &[u8]) -> Option<Numbers> {
    let list = text.strip_suffix(b",").unwrap_or(text);
    if !crate::syntax::is_plain_list(list) {
        return None;
    }
    let mut bytes = vec![0; memchr::memchr_iter(b',', list).count() + 1];
    let digit = |byte: u8| u32::from(byte.wrapping_sub(b'0'));
    let mut at = 0;
    let mut good = true;
    let last = bytes.len() - 1;
    for place in &mut bytes[..last] {
        // Behind a number come a comma, a blank and one more digit at least, but in front of the end.
        let &[a, b, c, d] = text.get(at..at + 4)?.first_chunk()?;
        let (one, two) = (b == b',', c == b',');
        let long = digit(a) * 100 + digit(b) * 10 + digit(c);
        let value = if one {
            digit(a)
        } else if two {
            digit(a) * 10 + digit(b)
        } else {
            long
        };
        good &= (one | two | (d == b',')) & (value < 256) & (a != b'-');
        *place = value as u8;
        at += if one {
            3
        } else if two {
            4
        } else {
            5
        };
    }
    // After a number of another length nothing that was read is worth anything.
    let end = if good { list.get(at..)? } else { return None };
    let value: u32 = std::str::from_utf8(end).ok()?.parse().ok()?;
    bytes[last] = u8::try_from(value).ok()?;
    Some(Numbers { bytes, odd: 0 })
}

fn read_run(text: &[u8]) -> Numbers {
    let mut numbers = Numbers { bytes: Vec::new(), odd: 0 };
    let mut rest = skip(text);
    while let Some(next) = read_one(rest, &mut numbers) {
        rest = next;
    }
    numbers
}

/// One number in any spelling, with blanks and comments around it; the rest behind its comma, if there is one.
fn read_one<'a>(text: &'a [u8], numbers: &mut Numbers) -> Option<&'a [u8]> {
    let start = skip(text);
    let end = start
        .iter()
        .position(|byte| !byte.is_ascii_alphanumeric() && !matches!(byte, b'.' | b'-' | b'+' | b'_'))
        .unwrap_or(start.len());
    if let Some(byte) = small(&start[..end]) {
        numbers.bytes.push(byte);
    } else if end > 0 {
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
        [b',', rest @ ..] => Some(skip(rest)),
        _ => None,
    }
}

/// One to three digits that are a byte.
fn small(word: &[u8]) -> Option<u8> {
    let digits = (1..=3).contains(&word.len()) && word.iter().all(u8::is_ascii_digit);
    // Of a longer word the sum would not fit.
    let value = || word.iter().fold(0, |value, byte| value * 10 + u32::from(byte - b'0'));
    if digits { u8::try_from(value()).ok() } else { None }
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
    let Some((last, bytes)) = bytes.split_last() else { return };
    let table = Table::new(blank);
    let chunks: Vec<&[u8]> = bytes.chunks(PART).collect();
    let sizes: Vec<usize> = chunks.par_iter().map(|chunk| table.measure(chunk)).collect();
    let mut rest = super::room(out, sizes.iter().sum());
    let mut places = Vec::with_capacity(chunks.len());
    for &size in &sizes {
        let (place, behind) = rest.split_at_mut(size);
        places.push(place);
        rest = behind;
    }
    chunks.into_par_iter().zip(places).for_each(|(chunk, place)| table.fill(chunk, place));
    out.extend_from_slice(last.to_string().as_bytes());
}

/// Each number with its comma and what follows that, ready to copy: many times faster than printing it.
struct Table<'b> {
    texts: [[u8; 8]; 256],
    lengths: [u8; 256],
    /// What of the blank is too long for the table.
    more: &'b [u8],
}

impl<'b> Table<'b> {
    fn new(blank: &'b str) -> Self {
        let (blank, more) = blank.as_bytes().split_at(blank.len().min(4));
        let mut table = Table { texts: [[0; 8]; 256], lengths: [0; 256], more };
        for (number, (text, length)) in table.texts.iter_mut().zip(&mut table.lengths).enumerate() {
            let whole = [number.to_string().as_bytes(), b",", blank].concat();
            text[..whole.len()].copy_from_slice(&whole);
            *length = whole.len() as u8;
        }
        table
    }

    fn measure(&self, bytes: &[u8]) -> usize {
        bytes.iter().map(|&byte| self.lengths[byte as usize] as usize).sum::<usize>()
            + bytes.len() * self.more.len()
    }

    fn fill(&self, bytes: &[u8], place: &mut [u8]) {
        let mut at = 0;
        for &byte in bytes {
            let (text, length) = (&self.texts[byte as usize], self.lengths[byte as usize] as usize);
            // A whole entry at once where there is room for it; the next one covers what is too much.
            match place.get_mut(at..at + 8) {
                Some(eight) => eight.copy_from_slice(text),
                None => place[at..at + length].copy_from_slice(&text[..length]),
            }
            at += length;
            if !self.more.is_empty() {
                place[at..at + self.more.len()].copy_from_slice(self.more);
                at += self.more.len();
            }
        }
    }
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
