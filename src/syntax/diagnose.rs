//! From "the grammar stopped here" to what a person did wrong.

use std::borrow::Cow;

use super::error::{Problem, ProblemKind};
use super::input::{Expected, Input};
use super::key::is_conflict_marker;
use crate::source::Span;

/// Where a quote in the text of an attribute ends it too early.
const ATTRIBUTE_EQUALS: Expected = Expected::Text("`=` behind the attribute");

const CUT_OFF: &str = "the file seems to be cut off here; restore it from version control";

/// What the file is, if it is no text scene at all. `start` is behind the blanks and comments at its head.
pub(super) fn not_text(bytes: &[u8], start: Input<'_>) -> Option<ProblemKind> {
    let not = |what, hint| Some(ProblemKind::NotText { what, hint });
    let format = "tilewright reads Godot's own text format, .tscn and .tres";
    match (bytes, start) {
        (_, [b'[', ..]) => None,
        ([b'R', b'S', b'R', b'C', ..] | [b'R', b'S', b'C', b'C', ..], _) => not(
            "a binary one",
            "open it in the editor and save it under a name that ends with .tscn or .tres",
        ),
        ([0xFF, 0xFE, ..] | [0xFE, 0xFF, ..], _) => {
            not("UTF-16", "save it as UTF-8 without a byte order mark")
        }
        (_, []) => not("an empty file", "restore it from version control"),
        (_, [b'{', ..]) => not("JSON", format),
        (_, [b'<', b'?' | b'm' | b'!', ..]) => not("XML", format),
        (_, line) if is_conflict_marker(line) => Some(ProblemKind::ConflictMarker),
        (_, [0, ..]) => not(
            "binary data",
            "a write that was interrupted leaves NUL bytes; restore the file from version control",
        ),
        _ => not("something else", "such a file begins with `[gd_scene` or `[gd_resource`"),
    }
}

/// Names what stands where the grammar stopped, and guesses why. `before` is the last value that was read.
pub(super) fn unexpected(bytes: &[u8], at: u32, expected: Expected, before: Option<Span>) -> Problem {
    let place = Place::new(bytes, at as usize);
    if is_conflict_marker(place.line) {
        let end = place.line_start + place.line.len();
        let span = Span::new(place.line_start as u32, end as u32);
        return Problem { kind: ProblemKind::ConflictMarker, span };
    }
    let (found, length) = found(place.rest, expected);
    let hint = place.hint(expected, length as usize, before);
    let kind = ProblemKind::Unexpected { expected, found, hint };
    Problem { kind, span: Span::new(at, at + length) }
}

/// The word or the sign at the head of the rest, and its length in bytes.
fn found(rest: &[u8], expected: Expected) -> (Option<String>, u32) {
    let Some(&first) = rest.first() else { return (None, 0) };
    let word = |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(**byte, b'_' | b'.' | b'-');
    let length = match rest.iter().take_while(word).count() {
        // A string with its quotes, if it ends on its line and a string may have been meant.
        0 if first == b'"' && expected != ATTRIBUTE_EQUALS => {
            let line = rest.split(|&byte| byte == b'\n').next().unwrap_or(rest);
            memchr::memchr(b'"', &line[1..]).map_or(1, |at| at + 2)
        }
        0 => 1 + rest.iter().skip(1).take_while(|&&byte| byte & 0xC0 == 0x80).count(),
        length => length,
    };
    let text = match first {
        0 => "NUL".to_owned(),
        b'\n' => "a line end".to_owned(),
        _ => super::shorten(&rest[..length]),
    };
    (Some(text), length as u32)
}

/// Where the grammar stopped.
struct Place<'s> {
    bytes: &'s [u8],
    at: usize,
    rest: &'s [u8],
    line_start: usize,
    line: &'s [u8],
}

impl<'s> Place<'s> {
    fn new(bytes: &'s [u8], at: usize) -> Self {
        let line_start = memchr::memrchr(b'\n', &bytes[..at]).map_or(0, |at| at + 1);
        let line_end = memchr::memchr(b'\n', &bytes[at..]).map_or(bytes.len(), |end| at + end);
        Place { bytes, at, rest: &bytes[at..], line_start, line: &bytes[line_start..line_end] }
    }

    /// The most likely slip, by what was expected and what stands around. `length` is that of what was found.
    fn hint(&self, expected: Expected, length: usize, before: Option<Span>) -> Option<Cow<'static, str>> {
        let behind = &self.rest[length..];
        if let Some(line) = before.and_then(|value| self.runaway_string(value)) {
            return Some(
                format!(
                    "the string that ends on this line starts on line {line}: is its closing quote missing \
                     there, or does a backslash stand in front of it?"
                )
                .into(),
            );
        }
        let hint = match expected {
            Expected::ClosingQuote => self.unclosed(),
            Expected::NoNul | Expected::HexDigits | Expected::SurrogatePair | Expected::Shallower => {
                return None;
            }
            Expected::Base64Digit | Expected::Base64Padding | Expected::Arguments { .. } => return None,
            _ if self.rest.iter().all(u8::is_ascii_whitespace) => CUT_OFF,
            _ if self.rest[0] == 0 => {
                "a write that was interrupted leaves NUL bytes; delete them, or restore the file from version control"
            }
            Expected::KnownName if self.starts_line() && behind.trim_ascii_start().starts_with(b"=") => {
                "is the value of the line above missing?"
            }
            Expected::KnownName => unknown_name(&self.rest[..length], behind),
            _ if self.stray_quote() || (expected == ATTRIBUTE_EQUALS && self.rest[0] == b'"') => {
                "is a `\"` inside a string not written `\\\"`, or a quote missing?"
            }
            Expected::Text("a number") if self.rest[0] == b',' => "one comma too many?",
            Expected::Text("a number") if self.rest[0] == b'"' || self.rest[0].is_ascii_alphabetic() => {
                "between these brackets stand numbers, no text"
            }
            Expected::Text("a number") if self.rest[0] == b')' => {
                "the engine takes no comma behind the last number"
            }
            Expected::Text(text) if text.starts_with("`,` or") && self.starts_line() => {
                "is the bracket at the end of the value above missing?"
            }
            Expected::Text("an attribute or `]`") if self.rest[0] == b',' => "no commas between attributes",
            Expected::Text("an attribute or `]`") if self.starts_line() => {
                "is the `]` at the end of the tag missing?"
            }
            Expected::Text("a value") if self.rest[0] == b'=' => {
                "a value is missing, or there is one `=` too many"
            }
            Expected::Text("a value") if self.starts_line() => "is the value missing?",
            _ => match self.rest[0] {
                b'+' | b'.' => "a number starts with a digit or with `-`",
                b'^' => "in a file a path is written NodePath(\"…\")",
                b'\'' => "strings stand in double quotes",
                _ => return None,
            },
        };
        Some(hint.into())
    }

    /// A string without an end: behind a backslash that was meant as one, the closing quote belongs to the string.
    fn unclosed(&self) -> &'static str {
        let in_front = &self.line[..self.at - self.line_start];
        if self.line.windows(2).any(|pair| pair == b"\\\"") {
            "a backslash in front of the closing quote is written `\\\\`, a quote inside the string `\\\"`"
        } else if !self.rest.contains(&b'\n') {
            CUT_OFF
        } else if in_front.contains(&b'"') {
            "is a `\"` inside an earlier string of this line not written `\\\"`, or a quote missing?"
        } else {
            "its closing quote is missing, or the file was cut off: then restore it from version control"
        }
    }

    /// The line on which the string that stands in front starts, if it runs over several lines up to this one.
    fn runaway_string(&self, value: Span) -> Option<usize> {
        let text = &self.bytes[value.range()];
        let close = (self.line_start..=self.at).contains(&(value.end as usize));
        if !close || text.first() != Some(&b'"') || !text.contains(&b'\n') {
            return None;
        }
        Some(memchr::memchr_iter(b'\n', &self.bytes[..value.start as usize]).count() + 1)
    }

    /// Whether the quotes of the line do not pair up: the end of a string stands where something else should.
    fn stray_quote(&self) -> bool {
        self.line.iter().filter(|&&byte| byte == b'"').count() % 2 == 1
    }

    /// Whether only blanks stand in front on the line.
    fn starts_line(&self) -> bool {
        self.bytes[self.line_start..self.at].iter().all(u8::is_ascii_whitespace)
    }
}

fn unknown_name(name: &[u8], behind: &[u8]) -> &'static str {
    match name {
        b"True" | b"False" | b"TRUE" | b"FALSE" => "true and false are written in small letters",
        b"None" | b"Null" | b"NULL" => "nothing is written `null`",
        b"StringName" => "a StringName is written &\"…\"",
        b"String" => "a string is only its quotes and what stands between them",
        b"-nan" => "not-a-number is written `nan`",
        _ if behind.is_empty() => CUT_OFF,
        _ if behind.first() == Some(&b'(') => "a slip of the pen, or a type of a newer engine",
        _ => "text stands in double quotes",
    }
}
