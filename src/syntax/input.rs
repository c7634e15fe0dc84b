//! What the parsers read and how they fail: plain bytes, and a small error that holds no text.
//!
//! Places are counted from the end of the input, which a parser knows without being told where it
//! stands; [`Failure::offset`] turns that into an offset. A located input counts lines at every
//! step, a hundred times the work on the arrays that fill these files.

use nom::IResult;
use nom::error::{ErrorKind, ParseError};

/// The rest of the bytes.
pub(super) type Input<'a> = &'a [u8];

/// The outcome of one parser.
pub(super) type Parsed<'a, T> = IResult<Input<'a>, T, Failure>;

/// What a parser expected and how much was left where it did not find it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Failure {
    left: usize,
    pub expected: Expected,
}

/// What stood in the grammar at the place of a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Expected {
    /// One of these, in words.
    Text(&'static str),
    /// The end of a string that was opened here.
    ClosingQuote,
    /// Hexadecimal digits behind `\u` or `\U`.
    HexDigits,
    /// The second half of a surrogate pair, or none at all.
    SurrogatePair,
    /// Anything but a NUL byte inside a string.
    NoNul,
    /// Another count of numbers between the brackets of a constructor.
    Arguments {
        /// The constructor.
        name: &'static str,
        /// How many it takes.
        takes: u8,
        /// How many there are.
        given: u64,
    },
    /// A value whose name the engine knows.
    KnownName,
    /// A digit of standard base64.
    Base64Digit,
    /// Base64 digits in fours, filled up with `=`.
    Base64Padding,
    /// Less depth.
    Shallower,
}

impl Failure {
    pub fn at(place: Input<'_>, expected: Expected) -> Self {
        Failure { left: place.len(), expected }
    }

    /// The offset in an input that was `total` bytes long.
    pub fn offset(self, total: usize) -> u32 {
        (total - self.left) as u32
    }
}

impl ParseError<Input<'_>> for Failure {
    fn from_error_kind(input: Input<'_>, _: ErrorKind) -> Self {
        Failure::at(input, Expected::Text("something else"))
    }

    fn append(_: Input<'_>, _: ErrorKind, other: Self) -> Self {
        other
    }
}

/// Fails for good at this place.
#[cold]
pub(super) fn fail<T>(place: Input<'_>, expected: Expected) -> Parsed<'_, T> {
    Err(nom::Err::Failure(Failure::at(place, expected)))
}

/// Skips white space (every byte up to 0x20 but NUL) and comments (`;` to the end of the line).
#[inline]
pub(crate) fn trivia(mut input: &[u8]) -> &[u8] {
    loop {
        match input {
            [b';', rest @ ..] => {
                input = memchr::memchr(b'\n', rest).map_or(&rest[rest.len()..], |at| &rest[at + 1..]);
            }
            [1..=0x20, rest @ ..] => input = rest,
            _ => return input,
        }
    }
}

/// Past the one NUL that the engine loses behind a word: it keeps the byte that ended a number, a name
/// or a colour in a slot where 0 means "nothing kept". A second NUL ends the file for it.
#[inline]
pub(super) fn past_nul(rest: Input<'_>) -> Input<'_> {
    rest.strip_prefix(b"\0").unwrap_or(rest)
}

/// One byte of punctuation, with trivia before it.
#[inline]
pub(super) fn punctuation(byte: u8, expected: &'static str) -> impl Fn(Input<'_>) -> Parsed<'_, ()> {
    move |input| {
        let input = trivia(input);
        match input {
            [first, rest @ ..] if *first == byte => Ok((rest, ())),
            _ => fail(input, Expected::Text(expected)),
        }
    }
}
