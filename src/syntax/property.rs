//! Keys of properties, as the engine's second, cruder loop reads them
//! (`VariantParser::parse_tag_assign_eof`): it throws white space away, takes nearly any byte, and
//! makes leftovers of the line above a part of the key. What it loses that way is a problem here.

use super::error::{Problem, ProblemKind};
use super::input::{Input, Parsed};
use super::key::{blank, decode_key, is_conflict_marker, is_key_byte, starts_tag};
use super::token::quoted;
use crate::source::Span;

/// `key = value`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Property {
    /// The key as it stands, quotes included; empty if there is none.
    pub key: Span,
    /// The value, without the blanks around it.
    pub value: Span,
}

/// What stands where a key or a tag may stand.
pub(super) enum Line<'a> {
    /// A key; `rest` is behind its `=`.
    Key { key: Span, rest: Input<'a> },
    /// A `[`.
    Tag(Input<'a>),
    /// The end.
    End,
}

/// Reads up to a `=`, a `[` or the end. `input` is where the last value or tag ended.
pub(super) fn read_key<'a>(
    input: Input<'a>,
    total: usize,
    problems: &mut Vec<Problem>,
    strays: &mut Vec<Span>,
) -> Parsed<'a, Line<'a>> {
    let start = blank(input);
    match start {
        [] => return Ok((start, Line::End)),
        [b'[', ..] => return Ok((start, Line::Tag(start))),
        _ => {}
    }
    let same_line = !input[..input.len() - start.len()].contains(&b'\n');
    KeyReader { total, pieces: Vec::new(), problems, strays }.read(start, same_line)
}

/// A run of key bytes without blanks.
#[derive(Clone, Copy)]
struct Piece {
    span: Span,
    /// Where a quote starts inside it.
    quote: Option<u32>,
    /// Whether a line ended between this piece and the one before.
    new_line: bool,
}

/// So many lines of one stretch of stray text get a problem of their own.
const STRAY_LINES: usize = 20;

/// So many pieces of a key are joined for a message, which shows its beginning only.
const KEY_PIECES: usize = 50;

/// The slow road: collects pieces as the engine does, then says what is wrong with them.
struct KeyReader<'p> {
    total: usize,
    pieces: Vec<Piece>,
    problems: &'p mut Vec<Problem>,
    strays: &'p mut Vec<Span>,
}

impl KeyReader<'_> {
    fn offset(&self, place: Input<'_>) -> u32 {
        (self.total - place.len()) as u32
    }

    fn read<'a>(mut self, start: Input<'a>, same_line: bool) -> Parsed<'a, Line<'a>> {
        let mut input = start;
        let mut new_line = !same_line;
        loop {
            match input {
                [] => {
                    self.drop_pieces(start, self.pieces.len(), None);
                    return Ok((input, Line::End));
                }
                _ if new_line && is_conflict_marker(input) => {
                    // What stands above the marker is no part of a key below it; the merge comes first.
                    self.stray(self.pieces.len());
                    self.pieces.clear();
                    let end = memchr::memchr(b'\n', input).unwrap_or(input.len());
                    let span = Span::new(self.offset(input), self.offset(&input[end..]));
                    self.problems.push(Problem { kind: ProblemKind::ConflictMarker, span });
                    self.strays.push(span);
                    input = &input[end..];
                }
                [b'=', rest @ ..] => {
                    let key = self.finish(start, same_line, self.offset(input), new_line);
                    return Ok((input, Line::Key { key, rest }));
                }
                [b'[', ..] if self.pieces.is_empty() || starts_tag(input) => {
                    self.stray_before_tag(start);
                    return Ok((input, Line::Tag(input)));
                }
                _ => {
                    let from = input;
                    let mut quote = None;
                    loop {
                        match input {
                            [b'"', ..] => {
                                quote = Some(self.offset(input));
                                input = quoted(input)?.0;
                            }
                            [b'[', ..] if starts_tag(input) => break,
                            [byte, rest @ ..] if is_key_byte(*byte) => input = rest,
                            _ => break,
                        }
                    }
                    let span = Span::new(self.offset(from), self.offset(input));
                    if span.is_empty() {
                        // A comment or a blank at the very start cannot be: `blank` skipped those.
                        input = &input[1..];
                    } else {
                        self.pieces.push(Piece { span, quote, new_line });
                    }
                }
            }
            let next = blank(input);
            new_line = input[..input.len() - next.len()].contains(&b'\n') || next.len() == self.total;
            input = next;
        }
    }

    /// A `=` was reached: the pieces on its line are the key, the ones before are lost.
    /// `new_line`: whether the `=` stands on a line below them all.
    fn finish(&mut self, start: Input<'_>, same_line: bool, at: u32, new_line: bool) -> Span {
        let Some(last) = self.pieces.last().copied() else {
            let span = Span::new(at, at + 1);
            self.problems.push(Problem { kind: ProblemKind::EmptyKey, span });
            return Span::at(at);
        };
        // The last line of pieces is the key …
        let mut first = self.pieces.iter().rposition(|piece| piece.new_line).unwrap_or(0);
        // … unless it is still the line of the value above: then what comes first is its leftover.
        if first == 0 && same_line && self.pieces.len() > 1 {
            first = self.pieces.len() - 1;
        }
        if self.pieces.len() == 1 && same_line && new_line {
            // `a = 1 2` and `= 3` below: the 2 was hardly meant as a key.
            let text = self.text(start, last.span);
            let kind = ProblemKind::Leftover { key: text.clone(), text, string: false };
            self.problems.push(Problem { kind, span: last.span });
            return last.span;
        }
        if first > 0 {
            self.drop_pieces(start, first, same_line.then_some(()));
        }
        let key = self.pieces[first].span.to(last.span);
        let raw = self.bytes(start, key);
        let read = decode_key(raw);
        if read.is_empty() {
            self.problems.push(Problem { kind: ProblemKind::EmptyKey, span: key });
            return key;
        }
        if !raw.is_ascii() && !raw.contains(&b'"') {
            let kind =
                ProblemKind::UnquotedKey { text: super::shorten(raw), key: super::shorten(read.as_bytes()) };
            self.problems.push(Problem { kind, span: key });
        }
        for piece in &self.pieces[first..] {
            if let Some(quote) = piece.quote
                && (quote > key.start + 1
                    || (quote > key.start && !matches!(self.byte(start, key.start), b'&' | b'@')))
            {
                let span = Span::new(key.start, quote);
                let text = self.text(start, span);
                self.problems.push(Problem { kind: ProblemKind::QuotedKey(text), span });
            }
        }
        key
    }

    /// The first `count` pieces are part of no key that somebody meant.
    fn drop_pieces(&mut self, start: Input<'_>, count: usize, leftover: Option<()>) {
        let pieces: Vec<&[u8]> =
            self.pieces.iter().take(KEY_PIECES).map(|piece| self.bytes(start, piece.span)).collect();
        let all = super::shorten(decode_key(&pieces.concat()).as_bytes());
        let at_end = count == self.pieces.len();
        let mut from = 0;
        for line in 1.. {
            if from == count {
                break;
            }
            // One problem a line of pieces, and one for all behind the first few.
            let to =
                (from + 1..count).find(|&at| self.pieces[at].new_line && line < STRAY_LINES).unwrap_or(count);
            let span = self.pieces[from].span.to(self.pieces[to - 1].span);
            let text = self.text(start, span);
            let kind = if from == 0 && leftover.is_some() && !at_end {
                ProblemKind::Leftover { text, key: all.clone(), string: false }
            } else {
                ProblemKind::KeyWithoutValue { text, key: (!at_end).then(|| all.clone()) }
            };
            self.problems.push(Problem { kind, span });
            from = to;
        }
        self.stray(count);
    }

    /// The first `count` pieces belong to nothing. Line by line, since a conflict marker may stand between two.
    fn stray(&mut self, count: usize) {
        for line in self.pieces[..count].chunk_by(|_, next| !next.new_line) {
            self.strays.push(line[0].span.to(line[line.len() - 1].span));
        }
    }

    fn stray_before_tag(&mut self, start: Input<'_>) {
        let (Some(first), Some(last)) = (self.pieces.first(), self.pieces.last()) else { return };
        let span = first.span.to(last.span);
        let text = self.text(start, span);
        self.problems.push(Problem { kind: ProblemKind::StrayBeforeTag(text), span });
        self.stray(self.pieces.len());
    }

    fn byte(&self, start: Input<'_>, offset: u32) -> u8 {
        start[offset as usize - (self.total - start.len())]
    }

    fn bytes<'a>(&self, start: Input<'a>, span: Span) -> &'a [u8] {
        let from = self.total - start.len();
        &start[span.start as usize - from..span.end as usize - from]
    }

    fn text(&self, start: Input<'_>, span: Span) -> String {
        super::shorten(self.bytes(start, span))
    }
}

#[cfg(test)]
mod tests {

    /// The problems of the text behind `[node name="A"]`.
    fn problems(text: &str) -> Vec<String> {
        let file = format!("[gd_scene format=3]\n[node name=\"A\" type=\"Node\"]\n{text}");
        let document = crate::Document::parse(crate::Source::new("t", file));
        document.problems().iter().map(|problem| problem.kind.to_string()).collect()
    }

    #[test]
    fn what_the_engine_takes_without_loss_is_no_problem() {
        for good in [
            "a = 1 b = 2\n",
            "x = 1metadata/y = 2\n",
            "metadata/a b = 1\n",
            "\"a b\" = 1\n",
            "&\"key\" = 1\n",
            "key\n= 1\n",
            "a = 1 ; comment\nb = 2",
            "; comment\na = 1 [node name=\"B\" type=\"Node\" parent=\".\"]",
            "a\0b = 1",
            "a = 5\u{1a}\n",
        ] {
            assert_eq!(problems(good), Vec::<String>::new(), "{good:?}");
        }
    }

    #[test]
    fn what_the_engine_loses_is_named() {
        let one = |text: &str| match &problems(text)[..] {
            [one] => one.clone(),
            other => panic!("{text:?} gave {other:?}"),
        };
        assert_eq!(one("a = 1 2\nb = 3\n"), "text left over behind a value: `2`");
        assert_eq!(one("a = 0x10\nb = 3\n"), "text left over behind a value: `x10`");
        assert_eq!(one("a = 1 2 b = 3\n"), "text left over behind a value: `2`");
        assert_eq!(one("a = Vector2(1, 2))\nb = 3\n"), "text left over behind a value: `)`");
        assert_eq!(one("a = \"gr\"ass\"\nb\" = 3\n"), "text in front of a quoted key: `ass`");
        assert_eq!(one("z_index\nenabled = false\n"), "`z_index` has no `=` and no value");
        assert_eq!(one("metadata/a;b\nc = 1\n"), "`metadata/a` has no `=` and no value");
        assert_eq!(one("a = 1\ntail"), "`tail` has no `=` and no value");
        assert_eq!(one("= 5\n"), "a value without a key");
        assert_eq!(
            one("a = 1\n]\n[node name=\"B\" type=\"Node\" parent=\".\"]"),
            "stray text before a section: `]`"
        );
        assert_eq!(
            one("x[node name=\"B\" type=\"Node\" parent=\".\"]\na = 1"),
            "stray text before a section: `x`"
        );
        assert_eq!(one("meta\"metadata/q\"r = 1\n"), "text in front of a quoted key: `meta`");
    }

    #[test]
    fn every_problem_of_a_file_is_found_at_once() {
        assert_eq!(problems("a = 1 2\nb = 3\nz_index\nc = 4\n= 5\n").len(), 3);
        assert_eq!(problems("<<<<<<< HEAD\na = 1\n=======\na = 2\n>>>>>>> b\n").len(), 3);
    }
}
