//! Hex dumps with offsets, as `xxd`, `hexdump`, `od` and their likes print them: an offset, groups of
//! digits, maybe the text beside them; a `*` for lines that repeat.
//!
//! The offsets are checked, in hexadecimal or octal, and so tell a dump from digits that stand in
//! lines. Groups of more than two digits without a colon behind the offset are words, the low byte
//! printed last, as `hexdump` and `od -x` have them.

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{take_while_m_n, take_while1};
use nom::character::complete::{char, line_ending, not_line_ending, space0, space1};
use nom::combinator::{eof, opt, peek, recognize, verify};
use nom::multi::{many0, many1};
use nom::sequence::{preceded, terminated};

use super::located::{Fault, Located, Mistake, Parsed, complete, expect};
use super::snippet::push_digits;

/// What a dump shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Dump {
    pub bytes: Vec<u8>,
    /// How many bits a word had, if the digits were words.
    pub words: Option<usize>,
}

/// How much a `*` may stand for.
const MAX_LEN: usize = 256 << 20;

struct Line<'a> {
    offset: Located<'a>,
    groups: Vec<Located<'a>>,
    /// Whether it starts with `offset:`.
    colon: bool,
}

enum Row<'a> {
    Bytes(Line<'a>),
    Repeat,
}

/// Reads a dump.
pub(crate) fn dump(text: &[u8]) -> Result<Dump, Mistake> {
    let row =
        alt((preceded((space0, char('*'), space0), nothing).map(|()| Row::Repeat), line.map(Row::Bytes)));
    let ends = many0((space0, line_ending));
    let rows = many1(terminated(row, alt((recognize(many1((space0, line_ending))), eof))));
    let rows =
        complete(preceded(ends, terminated(rows, expect(EXPECTED, eof))).parse_complete(Located::new(text)))?;
    join(&rows, 16).or_else(|mistake| join(&rows, 8).map_err(|_| mistake))
}

const EXPECTED: &str = "an offset, and groups of hexadecimal digits behind it";

fn nothing(input: Located<'_>) -> Parsed<'_, ()> {
    let end = input.first().is_none_or(|&byte| byte == b'\n' || byte == b'\r');
    if end { Ok((input, ())) } else { Err(nom::Err::Error(Fault { at: input, expected: "a line end" })) }
}

/// `offset: groups  text`
fn line(input: Located<'_>) -> Parsed<'_, Line<'_>> {
    let digits = take_while_m_n(1, 16, |byte: u8| byte.is_ascii_hexdigit());
    // Without a colon, what is shorter than the offsets of any tool is a group of digits.
    let offset = verify((digits, opt(char(':'))), |(digits, colon): &(Located<'_>, _)| {
        colon.is_some() || digits.len() >= 6
    });
    let (mut rest, (offset, colon)) = preceded(space0, expect(EXPECTED, offset)).parse_complete(input)?;
    let mut line = Line { offset, groups: Vec::new(), colon: colon.is_some() };
    let mut count = 0;
    while let Ok((behind, blanks)) = space1::<_, Fault<'_>>(rest) {
        let wide = blanks.len() > 1 && !line.groups.is_empty();
        let full = line.colon || (count >= 16 && count % 16 == 0);
        if matches!(behind.first(), Some(b'|' | b'>')) || (wide && full) {
            return not_line_ending(behind).map(|(rest, _)| (rest, line));
        }
        match group(behind) {
            Ok((next, digits)) => {
                count += digits.len() / 2;
                line.groups.push(digits);
                rest = next;
            }
            Err(_) if wide => return not_line_ending(behind).map(|(rest, _)| (rest, line)),
            Err(_) => break,
        }
    }
    let end = preceded(space0, expect("pairs of hexadecimal digits", nothing));
    { end }.parse_complete(rest).map(|(rest, ())| (rest, line))
}

/// Whole bytes, and a blank or the line's end behind.
fn group(input: Located<'_>) -> Parsed<'_, Located<'_>> {
    let digits = take_while1(|byte: u8| byte.is_ascii_hexdigit());
    let whole = verify(digits, |digits: &Located<'_>| digits.len().is_multiple_of(2));
    terminated(whole, peek(alt((space1, line_ending, eof)))).parse_complete(input)
}

/// The bytes of all rows, if the offsets, in this base, say the same.
fn join(rows: &[Row<'_>], base: u32) -> Result<Dump, Mistake> {
    let mut bytes: Vec<u8> = Vec::new();
    let mut first = None;
    let (mut row_start, mut repeat) = (0, false);
    let lines = || rows.iter().filter_map(|row| if let Row::Bytes(line) = row { Some(line) } else { None });
    let mut groups = lines().flat_map(|line| &line.groups);
    let size = groups.next().map_or(0, |group| group.len() / 2);
    let words = matches!(size, 2 | 4 | 8)
        && groups.all(|group| group.len() == size * 2)
        && lines().all(|line| !line.colon);
    for row in rows {
        let line = match row {
            Row::Repeat => {
                repeat = true;
                continue;
            }
            Row::Bytes(line) => line,
        };
        let wrong = |what: String| Err(Mistake::at(&line.offset, what));
        let digits = std::str::from_utf8(&line.offset).unwrap_or_default();
        let Ok(offset) = u64::from_str_radix(digits, base) else {
            return wrong(format!("expected an offset, found `{digits}`"));
        };
        let start = *first.get_or_insert(offset);
        if bytes.is_empty() && !line.colon {
            let same = line.groups.first().is_none_or(|group| group.len() == line.offset.len());
            if start != 0 || same {
                return wrong(format!("expected an offset, found `{digits}`"));
            }
        }
        let place = offset.checked_sub(start).and_then(|place| usize::try_from(place).ok());
        let Some(place) = place.filter(|&place| place <= MAX_LEN) else {
            return wrong(format!("the offset `{digits}` does not follow the line above"));
        };
        if std::mem::take(&mut repeat) && !bytes.is_empty() {
            let last = bytes[row_start..].to_vec();
            while bytes.len() < place && !last.is_empty() {
                bytes.extend_from_slice(&last);
            }
        }
        if place != bytes.len() {
            // The last word is filled up when it is printed: the last offset knows better.
            if line.groups.is_empty() && words && place < bytes.len() && bytes.len() - place < size {
                bytes.truncate(place);
                continue;
            }
            let count = bytes.len();
            return wrong(format!("the offset `{digits}` does not follow: {count} bytes stand before it"));
        }
        row_start = bytes.len();
        for group in &line.groups {
            let from = bytes.len();
            push_digits(group, &mut bytes);
            if words {
                bytes[from..].reverse();
            }
        }
    }
    Ok(Dump { bytes, words: words.then_some(size * 8) })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Thirty-eight bytes: the worked example with its three cells.
    const BYTES: [u8; 38] = [
        0, 0, 1, 0, 2, 0, 7, 0, 1, 0, 1, 0, 0, 0, 2, 0, 2, 0, 7, 0, 0, 0, 0, 0, 0, 16, 255, 255, 255, 255, 7,
        0, 0, 0, 0, 0, 0, 0,
    ];

    fn bytes(text: &str) -> Vec<u8> {
        dump(text.as_bytes()).unwrap_or_else(|mistake| panic!("{text}: {mistake:?}")).bytes
    }

    #[test]
    fn the_tools_that_people_have() {
        let xxd = "00000000: 0000 0100 0200 0700 0100 0100 0000 0200  ................\n\
            00000010: 0200 0700 0000 0000 0010 ffff ffff 0700  ................\n\
            00000020: 0000 0000 0000                           ......\n";
        let hexdump = "00000000  00 00 01 00 02 00 07 00  01 00 01 00 00 00 02 00  |................|\n\
            00000010  02 00 07 00 00 00 00 00  00 10 ff ff ff ff 07 00  |................|\n\
            00000020  00 00 00 00 00 00                                 |......|\n00000026\n";
        let od = "0000000 00 00 01 00 02 00 07 00 01 00 01 00 00 00 02 00\r\n\
            0000020 02 00 07 00 00 00 00 00 00 10 ff ff ff ff 07 00\r\n\
            0000040 00 00 00 00 00 00\r\n0000046\r\n";
        let words = "0000000 0000 0001 0002 0007 0001 0001 0000 0002\n\
            0000010 0002 0007 0000 0000 1000 ffff ffff 0007\n0000020 0000 0000 0000\n0000026\n";
        let editor = "00000000  00 00 01 00 02 00 07 00 01 00 01 00 00 00 02 00  ab cd ef 00\n\
            00000010  02 00 07 00 00 00 00 00 00 10 FF FF FF FF 07 00  ............\n\
            00000020  00 00 00 00 00 00  ......";
        let wide = "0000000 00010000 00070002 00010001 00020000\n\
            0000020 00070002 00000000 ffff1000 0007ffff\n0000040 00000000 00000000\n0000046\n";
        for text in [xxd, hexdump, od, words, wide, editor] {
            assert_eq!(bytes(text), BYTES, "{text}");
        }
        assert!(dump(words.as_bytes()).is_ok_and(|dump| dump.words == Some(16)));
    }

    #[test]
    fn repeated_lines_are_repeated() {
        let text = "00000000  00 01 00 00\n*\n0000000c  02\n0000000d\n";
        assert_eq!(bytes(text), [0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 2]);
        assert!(dump(b"00000000: 00\n*\nffffffffffff: 00\n").is_err(), "too much");
    }

    #[test]
    fn digits_in_lines_are_no_dump() {
        for text in ["0000 0100 0200", "00000100 02000700", "00 00 01", "0000010002000700", "000000ff 00"] {
            assert!(dump(text.as_bytes()).is_err(), "{text}");
        }
        let mistake = dump(b"00000000: 0000\n00000003: 0000\n").expect_err("a byte is missing");
        assert_eq!((mistake.line, mistake.column), (2, 1));
        let mistake = dump(b"00000000: 0000 0g00\n").expect_err("no digit");
        assert_eq!((mistake.line, mistake.column), (1, 16));
    }
}
