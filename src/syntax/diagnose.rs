//! From "the grammar stopped here" to what a person did wrong.

use super::error::{Problem, ProblemKind};
use super::input::{Expected, Input};
use super::property::is_conflict_marker;
use crate::source::Span;

/// What the file is, if it is no text scene at all. `start` is behind the blanks and comments at its head.
pub(super) fn not_text(bytes: &[u8], start: Input<'_>) -> Option<ProblemKind> {
    let not = |what, hint| Some(ProblemKind::NotText { what, hint });
    match (bytes, start) {
        (_, [b'[', ..]) => None,
        ([b'R', b'S', b'R', b'C', ..] | [b'R', b'S', b'C', b'C', ..], _) => {
            not("a binary scene or resource", "save it as text (.tscn, .tres) from the editor")
        }
        ([0xFF, 0xFE, ..] | [0xFE, 0xFF, ..], _) => not("UTF-16", "save it as UTF-8 without BOM"),
        (_, []) => not("an empty file", "restore it from version control"),
        (_, [b'{', ..]) => not("JSON", "tilewright reads Godot's own text format"),
        (_, [b'<', b'?' | b'm' | b'!', ..]) => not("XML", "tilewright reads Godot's own text format"),
        (_, line) if is_conflict_marker(line) => Some(ProblemKind::ConflictMarker),
        (_, [0, ..]) => {
            not("binary data", "a text scene holds no NUL bytes; restore it from version control")
        }
        _ => not("something else", "it must begin with `[gd_scene` or `[gd_resource`"),
    }
}

/// Names what stands where the grammar stopped, and guesses why.
pub(super) fn unexpected(bytes: &[u8], at: u32, expected: Expected) -> Problem {
    let place = at as usize;
    let line_start = memchr::memrchr(b'\n', &bytes[..place]).map_or(0, |at| at + 1);
    let line_end = memchr::memchr(b'\n', &bytes[place..]).map_or(bytes.len(), |end| place + end);
    let line = &bytes[line_start..line_end];
    if is_conflict_marker(line) {
        let span = Span::new(line_start as u32, line_end as u32);
        return Problem { kind: ProblemKind::ConflictMarker, span };
    }
    let (found, length) = found(&bytes[place..]);
    let hint = hint(bytes, place, line, expected);
    let kind = ProblemKind::Unexpected { expected, found, hint };
    Problem { kind, span: Span::new(at, at + length) }
}

/// The word or the sign at the head of the rest, and its length in bytes.
fn found(rest: &[u8]) -> (Option<String>, u32) {
    let Some(&first) = rest.first() else { return (None, 0) };
    let word = |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(**byte, b'_' | b'.' | b'-');
    let length = match rest.iter().take_while(word).count() {
        0 if first == b'"' => {
            rest.iter().skip(1).take_while(|&&byte| byte != b'"' && byte != b'\n').count() + 2
        }
        0 => 1 + rest.iter().skip(1).take_while(|&&byte| byte & 0xC0 == 0x80).count(),
        length => length,
    }
    .min(rest.len());
    let text = match first {
        0 => "NUL".to_owned(),
        b'\n' => "a line end".to_owned(),
        _ => super::shorten(&rest[..length]),
    };
    (Some(text), length as u32)
}

fn hint(bytes: &[u8], place: usize, line: &[u8], expected: Expected) -> Option<&'static str> {
    let rest = &bytes[place..];
    if matches!(expected, Expected::ClosingQuote) {
        // Behind a backslash that was meant as one, the closing quote is taken for a part of the string.
        return if line.windows(2).any(|pair| pair == b"\\\"") {
            Some("a backslash before the closing quote is written `\\\\`, a quote inside the string `\\\"`")
        } else if rest.contains(&0) {
            Some("the string holds a NUL byte, which ends it for the engine; delete the byte")
        } else {
            Some(
                "a quote is missing, or one inside the string is not written `\\\"`; or the file was cut off",
            )
        };
    }
    if rest.is_empty() || rest.iter().all(u8::is_ascii_whitespace) {
        return Some("the file seems to be cut off; restore it from version control");
    }
    if rest[0] == 0 {
        return Some("the file holds NUL bytes; a write that was interrupted leaves them");
    }
    // `"it"s"`: the string ended at an inner quote, and the rest of it stands where something else should.
    if line.iter().filter(|&&byte| byte == b'"').count() % 2 == 1
        && matches!(expected, Expected::Text(_))
        && line.contains(&b'"')
    {
        return Some("is a quote inside a string not written `\\\"`, or a quote missing?");
    }
    match (expected, rest[0]) {
        (Expected::Text("a number"), b')') => Some("the engine takes no comma behind the last number"),
        (Expected::KnownName, _) if rest.starts_with(b"True") || rest.starts_with(b"False") => {
            Some("true and false are written in lower case")
        }
        (_, b'+' | b'.') => Some("a number starts with a digit or with `-`"),
        (_, b'^') => Some("a path is written NodePath(\"…\") in a file"),
        (_, b'\'') => Some("strings stand in double quotes"),
        (Expected::Text("a value"), b'=') => Some("a value is missing, or the key has two `=`"),
        _ => None,
    }
}
