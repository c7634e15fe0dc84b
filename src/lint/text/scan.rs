//! Strings, comments and what stands between them, without building any value.

use crate::source::Span;
use crate::syntax::{Document, PieceKind};

/// A stretch of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// A string, quotes included.
    String,
    /// From `;` to the line's end.
    Comment,
    /// Anything else inside of a tag, a key or a value.
    Plain,
}

/// All strings, comments and plain stretches of a document, by place.
pub(super) fn parts(document: &Document) -> Vec<(Part, Span)> {
    let mut found = Vec::new();
    for piece in document.pieces() {
        if matches!(piece.kind, PieceKind::Stray | PieceKind::Unread) {
            continue;
        }
        split(document.source().slice(piece.span), piece.span.start, &mut found);
    }
    found
}

fn split(bytes: &[u8], base: u32, found: &mut Vec<(Part, Span)>) {
    let mut at = 0;
    let mut push = |part, from: usize, to: usize| {
        if from < to {
            found.push((part, Span::new(base + from as u32, base + to as u32)));
        }
    };
    while at < bytes.len() {
        let Some(next) = memchr::memchr2(b'"', b';', &bytes[at..]).map(|next| at + next) else {
            push(Part::Plain, at, bytes.len());
            return;
        };
        push(Part::Plain, at, next);
        let (part, end) = match bytes[next] {
            b';' => {
                let end = memchr::memchr(b'\n', &bytes[next..]).map_or(bytes.len(), |end| next + end);
                (Part::Comment, end)
            }
            _ => (Part::String, next + string_len(&bytes[next..])),
        };
        push(part, next, end);
        at = end;
    }
}

/// The length of the string that starts here, quotes included.
fn string_len(bytes: &[u8]) -> usize {
    let mut at = 1;
    while let Some(next) = bytes.get(at..).and_then(|rest| memchr::memchr2(b'"', b'\\', rest)) {
        at += next;
        match bytes[at] {
            b'"' => return at + 1,
            _ => at += 2,
        }
    }
    bytes.len()
}

/// The escapes of a string: where the backslash stands, and the byte behind it.
pub(super) fn escapes(bytes: &[u8]) -> impl Iterator<Item = (usize, u8)> + '_ {
    let mut at = 0;
    std::iter::from_fn(move || {
        let next = at + memchr::memchr(b'\\', bytes.get(at..)?)?;
        at = next + 2;
        Some((next, *bytes.get(next + 1)?))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Source;

    #[test]
    fn a_semicolon_in_a_string_is_no_comment_and_a_quote_in_a_comment_no_string() {
        let text = "[gd_scene]\n; it's \"so\"\n[node name=\"a;\\\"b\"]\nx = [1, ; one\n\"y\"]\n";
        let document = Document::parse(Source::new("t", text));
        let of = |part: Part| -> Vec<&str> {
            parts(&document)
                .iter()
                .filter(|(kind, _)| *kind == part)
                .map(|(_, span)| &text[span.range()])
                .collect()
        };
        assert_eq!(of(Part::String), ["\"a;\\\"b\"", "\"y\""]);
        assert_eq!(of(Part::Comment), ["; it's \"so\"", "; one"]);
    }

    #[test]
    fn a_doubled_backslash_escapes_nothing_behind_it() {
        let found: Vec<_> = escapes(br#""a\\u\n""#).map(|(_, byte)| byte).collect();
        assert_eq!(found, [b'\\', b'n']);
    }
}
