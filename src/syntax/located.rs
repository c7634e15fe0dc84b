//! The input of the grammars for text that people type: bytes that know their line and column.
//!
//! Too slow for whole scenes (see [`input`](super::input)), and worth it here: whoever typed a table
//! or pasted a dump wants to be shown the cell, not an offset.

use nom::error::{ErrorKind, ParseError};
use nom::{IResult, Parser};
use nom_locate::LocatedSpan;

/// The rest of the bytes, with its place.
pub(super) type Located<'a> = LocatedSpan<&'a [u8]>;

/// The outcome of one parser.
pub(super) type Parsed<'a, T> = IResult<Located<'a>, T, Fault<'a>>;

/// Where a parser stopped, and what it wanted there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fault<'a> {
    pub at: Located<'a>,
    pub expected: &'static str,
}

impl<'a> ParseError<Located<'a>> for Fault<'a> {
    fn from_error_kind(at: Located<'a>, _: ErrorKind) -> Self {
        Fault { at, expected: "something else" }
    }

    fn append(_: Located<'a>, _: ErrorKind, other: Self) -> Self {
        other
    }
}

/// The same parser, saying what it wants where it was asked.
pub(super) fn expect<'a, P>(
    expected: &'static str,
    mut parser: P,
) -> impl Parser<Located<'a>, Output = P::Output, Error = Fault<'a>>
where
    P: Parser<Located<'a>, Error = Fault<'a>>,
{
    move |input: Located<'a>| {
        parser
            .parse_complete(input)
            .map_err(|error: nom::Err<Fault<'a>>| error.map(|_| Fault { at: input, expected }))
    }
}

/// Something wrong in text that a person typed, as they look for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Mistake {
    /// From 1.
    pub line: u32,
    /// From 1, in characters.
    pub column: u32,
    /// In bytes.
    pub offset: usize,
    pub message: String,
}

impl Mistake {
    pub(super) fn at(place: &Located<'_>, message: impl Into<String>) -> Self {
        Mistake {
            line: place.location_line(),
            column: place.get_utf8_column() as u32,
            offset: place.location_offset(),
            message: message.into(),
        }
    }
}

impl From<Fault<'_>> for Mistake {
    fn from(fault: Fault<'_>) -> Self {
        let found = found(&fault.at);
        Mistake::at(&fault.at, format!("expected {}, found {found}", fault.expected))
    }
}

/// The word or the sign at the head of the rest.
fn found(rest: &[u8]) -> String {
    let word = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte >= 0x80 || matches!(**byte, b'_' | b'.');
    let length = rest.iter().take_while(word).count().max(1).min(rest.len());
    match rest.first() {
        None => "the end".to_owned(),
        Some(b'\n' | b'\r') => "a line end".to_owned(),
        Some(b' ') => "a blank".to_owned(),
        Some(_) => format!("`{}`", super::shorten(&rest[..length])),
    }
}

/// Runs a parser that must read everything.
pub(super) fn complete<'a, T>(parsed: Parsed<'a, T>) -> Result<T, Mistake> {
    match parsed {
        Ok((_, value)) => Ok(value),
        Err(nom::Err::Error(fault) | nom::Err::Failure(fault)) => Err(fault.into()),
        Err(nom::Err::Incomplete(_)) => unreachable!("all parsers are complete ones"),
    }
}

/// The text without a byte order mark.
pub(crate) fn without_bom(text: &[u8]) -> &[u8] {
    text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text)
}
