//! What people paste when they want to see cells: which of the known shapes a text has, and the
//! grammars of those that no scene holds: bare numbers, base64 and hexadecimal digits.
//!
//! Property lines and array values are the text format itself and are left to its own grammar; dumps
//! with offsets are in [`dump`](super::dump).

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag_no_case, take_while, take_while1};
use nom::character::complete::{char, digit1, multispace0, space0};
use nom::combinator::{eof, opt, peek, recognize, value, verify};
use nom::multi::fold_many1;
use nom::sequence::{pair, preceded, terminated};

use super::located::{Fault, Located, Mistake, Parsed, complete, expect};
use super::packed::Constructor;

/// What a text is by its head.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// Blanks at most.
    Nothing,
    /// A whole file: it has a header.
    File,
    /// `key = value`, or a tag.
    Lines,
    /// A constructor or an array.
    Value,
    /// `{"…`
    Json,
    /// Digits of some kind, if anything.
    Bare,
}

/// Looks at the head only; what comes behind may still be wrong.
pub(crate) fn shape(text: &[u8]) -> Shape {
    let start = Located::new(super::input::trivia(text));
    let json = (char('{'), multispace0, alt((char('"'), char('}'))));
    let head = alt((
        value(Shape::Nothing, eof),
        value(Shape::File, tag_name(&["gd_scene", "gd_resource"])),
        value(Shape::Lines, tag_name(&["node", "sub_resource", "ext_resource", "resource"])),
        value(Shape::Json, recognize((opt(char('[')), multispace0, json))),
        value(Shape::Value, alt((recognize(char('[')), constructor))),
        value(Shape::Lines, property),
    ));
    match { head }.parse_complete(start) {
        Ok((_, shape)) => shape,
        Err(_) => Shape::Bare,
    }
}

/// `[node` and a blank or a bracket.
fn tag_name<'a>(
    names: &'static [&'static str],
) -> impl Parser<Located<'a>, Output = Located<'a>, Error = Fault<'a>> {
    let name = take_while1(|byte: u8| byte.is_ascii_lowercase() || byte == b'_');
    recognize(preceded(
        char('['),
        verify(name, move |name: &Located<'a>| names.iter().any(|known| known.as_bytes() == **name)),
    ))
}

/// A name that makes an array, and its bracket.
fn constructor(input: Located<'_>) -> Parsed<'_, Located<'_>> {
    let name = take_while1(|byte: u8| byte.is_ascii_alphanumeric() || byte == b'_');
    let known = verify(name, |name: &Located<'_>| **name == b"Array" || Constructor::by_name(name).is_some());
    terminated(known, (multispace0, peek(alt((char('('), char('[')))))).parse_complete(input)
}

/// `key =` with a value behind it on the line, which tells it from the padding of base64; the keys of
/// cells do not need that.
fn property(input: Located<'_>) -> Parsed<'_, Located<'_>> {
    let plain =
        take_while1(|byte: u8| byte > 0x20 && !matches!(byte, b'=' | b'"' | b',' | b';' | b'(' | b'{'));
    let quoted = recognize((char('"'), take_while(|byte| byte != b'"' && byte != b'\n'), char('"')));
    let (rest, key) = alt((plain, quoted)).parse_complete(input)?;
    let key = key.strip_suffix(b"\"").unwrap_or(&key);
    if key.ends_with(b"tile_map_data") || key.ends_with(b"tile_data") {
        return recognize((multispace0, char('='))).parse_complete(rest);
    }
    let start = take_while1(|byte: u8| byte.is_ascii_alphanumeric() || b"\"[{-&@#".contains(&byte));
    recognize((space0, char('='), space0, start)).parse_complete(rest)
}

/// The text without blanks at its ends and without the quotes or brackets around it that other
/// languages want: `"…"`, `b'…'`, `{…}`, `(…)`.
pub(super) fn unwrapped(text: &[u8]) -> Located<'_> {
    let all = Located::new(text);
    let inner = text.trim_ascii_end();
    let inner = inner.strip_suffix(b";").unwrap_or(inner).trim_ascii_end();
    let open = inner.len() - inner.trim_ascii_start().len();
    let (mut from, mut to) = (open, inner.len());
    if inner[open..].starts_with(b"b\"") || inner[open..].starts_with(b"b'") {
        from += 1;
    }
    match (inner.get(from), inner[from..].len() > 1, inner.last()) {
        (Some(b'"'), true, Some(b'"'))
        | (Some(b'\''), true, Some(b'\''))
        | (Some(b'{'), true, Some(b'}'))
        | (Some(b'('), true, Some(b')')) => {
            from += 1;
            to -= 1;
        }
        _ => from = open,
    }
    use nom::Input;
    let (rest, _) = all.take_split(from);
    rest.take(to - from)
}

/// Whole numbers with commas, blanks or both between. In `strict` reading none has a needless zero in front, as no
/// decimal number that a program writes has; else three digits may have, which are no whole byte in hex.
pub(crate) fn numbers(text: &[u8], strict: bool) -> Result<Vec<i64>, Mistake> {
    let plain = move |digits: &Located<'_>| {
        let bare = digits.strip_prefix(b"-").unwrap_or(digits);
        bare.len() == 1 || bare[0] != b'0' || (!strict && bare.len() == 3)
    };
    let number = verify(recognize((opt(char('-')), digit1)), plain)
        .map_opt(|digits: Located<'_>| std::str::from_utf8(&digits).ok()?.parse().ok());
    let comma = verify(recognize((multispace0, opt(char(',')), multispace0)), |blank: &Located<'_>| {
        !blank.is_empty()
    });
    let list = fold_many1(terminated(number, alt((comma, eof))), Vec::new, push);
    complete(all(list, "a whole number, with a comma or a blank behind it").parse_complete(unwrapped(text)))
}

/// Bytes as hexadecimal digits: in one run, in groups, with `0x` or `\x` before each.
pub(crate) fn hex(text: &[u8]) -> Result<Vec<u8>, Mistake> {
    let digits = |input| take_while1(|byte: u8| byte.is_ascii_hexdigit()).parse_complete(input);
    let whole = |digits: &Located<'_>| digits.len().is_multiple_of(2);
    let prefix = alt((tag_no_case("0x"), tag_no_case("\\x")));
    let marked = preceded(prefix, verify(digits, move |digits| whole(digits) || digits.len() == 1));
    let group = alt((marked, verify(digits, whole)));
    let between = take_while(|byte: u8| byte.is_ascii_whitespace() || b",;:-".contains(&byte));
    let list = fold_many1(terminated(group, between), Vec::new, |mut bytes, digits: Located<'_>| {
        push_digits(&digits, &mut bytes);
        bytes
    });
    complete(all(list, "pairs of hexadecimal digits").parse_complete(unwrapped(text)))
}

/// Appends the bytes of an even count of digits, or of a single one.
pub(super) fn push_digits(digits: &[u8], bytes: &mut Vec<u8>) {
    let nibble = |digit: u8| (digit as char).to_digit(16).expect("a hexadecimal digit") as u8;
    bytes.extend(digits.chunks(2).map(|pair| pair.iter().fold(0, |byte, &digit| byte << 4 | nibble(digit))));
}

/// The digits of base64, without the blanks and line ends between.
pub(crate) fn base64(text: &[u8]) -> Result<Vec<u8>, Mistake> {
    let digit = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'+' || byte == b'/';
    let line = terminated(take_while1(digit), multispace0);
    let lines = fold_many1(line, Vec::new, |mut digits: Vec<u8>, line: Located<'_>| {
        digits.extend_from_slice(&line);
        digits
    });
    let padding = terminated(take_while(|byte| byte == b'='), multispace0);
    let start = unwrapped(text);
    let whole = preceded(multispace0, pair(lines, padding));
    let (mut digits, padding) =
        complete(all(whole, "a digit of base64 (A-Z a-z 0-9 + /)").parse_complete(start))?;
    digits.extend_from_slice(&padding);
    let odd = !digits.len().is_multiple_of(4) || padding.len() > 2;
    if odd {
        use nom::Input;
        let end = start.take_split(start.trim_ascii_end().len()).0;
        let message = format!(
            "base64 comes in fours, with one or two `=` at the end where needed; here are {}",
            digits.len()
        );
        return Err(Mistake::at(&end, message));
    }
    Ok(digits)
}

/// What fills the whole text, blanks at its start included.
fn all<'a, P>(
    parser: P,
    expected: &'static str,
) -> impl Parser<Located<'a>, Output = P::Output, Error = Fault<'a>>
where
    P: Parser<Located<'a>, Error = Fault<'a>>,
{
    preceded(multispace0, terminated(expect(expected, parser), expect(expected, eof)))
}

fn push(mut numbers: Vec<i64>, number: i64) -> Vec<i64> {
    numbers.push(number);
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_head_tells_the_shape() {
        for (text, expected) in [
            ("  \n ", Shape::Nothing),
            ("; a comment\n[gd_scene format=3]", Shape::File),
            ("[node name=\"A\"]", Shape::Lines),
            ("tile_map_data = PackedByteArray()", Shape::Lines),
            ("layer_0/tile_data=\nPackedInt32Array(1)", Shape::Lines),
            ("format = 1\n", Shape::Lines),
            ("PackedByteArray(0, 0", Shape::Value),
            ("PoolIntArray ( 1 )", Shape::Value),
            ("[0, 0, 1]", Shape::Value),
            ("Array[int]([0])", Shape::Value),
            ("{\"schema\":1}", Shape::Json),
            ("[{\"x\":1}]", Shape::Json),
            ("AAABAAIABwABAAEAAAA=", Shape::Bare),
            ("AAABAAIABwABAAEAAA==\n", Shape::Bare),
            ("0, 0, 1", Shape::Bare),
            ("{0x00, 0x00}", Shape::Bare),
        ] {
            assert_eq!(shape(text.as_bytes()), expected, "{text}");
        }
    }

    #[test]
    fn numbers_stand_between_commas_or_blanks() {
        assert_eq!(numbers(b" 0, 1 -2\n,3,", true), Ok(vec![0, 1, -2, 3]));
        assert_eq!(numbers(b"(1, 2)", true), Ok(vec![1, 2]));
        assert_eq!(numbers(b"000 001", false), Ok(vec![0, 1]));
        let mistake = numbers(b"00 01", true).expect_err("padded");
        assert_eq!((mistake.line, mistake.column), (1, 1));
        let mistake = numbers("0, 1,\n 2, é3".as_bytes(), true).expect_err("a letter");
        assert_eq!((mistake.line, mistake.column), (2, 5));
        assert_eq!(mistake.message, "expected a whole number, with a comma or a blank behind it, found `é3`");
        assert!(numbers(b"1,,2", true).is_err());
        assert!(numbers(b"1-2", true).is_err());
        assert!(numbers(b"99999999999999999999", true).is_err());
    }

    #[test]
    fn hexadecimal_digits_come_in_many_dresses() {
        let bytes = vec![0, 0, 1, 0xFF];
        for text in [
            "000001ff",
            "00 00 01 FF",
            "0000 01ff",
            "0x00, 0x00, 0x01, 0xFF",
            "{ 0x0, 0x0, 0x1, 0xff };",
            "\\x00\\x00\\x01\\xff",
            "b'\\x00\\x00\\x01\\xff'",
            "00:00:01:ff",
            "00-00-01-FF",
            "0x000001ff\n",
        ] {
            assert_eq!(hex(text.as_bytes()), Ok(bytes.clone()), "{text}");
        }
        assert_eq!(hex(b"00 0").expect_err("half a byte").column, 4);
        assert_eq!(hex(b"00 zz").expect_err("no digit").column, 4);
    }

    #[test]
    fn base64_may_be_broken_and_quoted() {
        assert_eq!(base64(b"\"AAAB\n  AAI=\"\n"), Ok(b"AAABAAI=".to_vec()));
        let mistake = base64(b"AAAB\nAAI").expect_err("no padding");
        assert_eq!((mistake.line, mistake.column), (2, 4));
        assert_eq!(base64(b"AA_B").expect_err("the other alphabet").column, 3);
        assert_eq!(base64(b"AA==AAAA").expect_err("padding inside").column, 5);
    }
}
