//! The one pass over a file: tag, keys and values, tag, … until the end or the first grammar error.

use super::build::{Check, Reference};
use super::document::{Document, Section};
use super::error::{Problem, ProblemKind};
use super::header::{SectionKind, read_tag};
use super::input::{Failure, Input, trivia};
use super::key::{blank, plain_key};
use super::property::{Line, Property, read_key};
use super::scan::Scanner;
use super::{diagnose, verdict};
use crate::source::Span;

/// What tools on Windows put in front of UTF-8.
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// How many bytes of a file are read before the rest is guessed from them.
const SAMPLE: usize = 64 << 10;

/// No guess makes room for more entries than this.
const MOST_ROOM: u64 = 1 << 20;

impl Document {
    /// Fills an empty document.
    pub(super) fn read_all(&mut self, bytes: &[u8]) {
        if bytes.starts_with(BYTE_ORDER_MARK) {
            let span = Span::new(0, BYTE_ORDER_MARK.len() as u32);
            self.problems.push(Problem { kind: ProblemKind::ByteOrderMark, span });
            self.strays.push(span);
        }
        let start = trivia(bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes));
        if let Some(kind) = diagnose::not_text(bytes, start) {
            self.read = (bytes.len() - start.len()) as u32;
            let span = Span::new(self.read, (self.read + 1).min(bytes.len() as u32));
            self.problems.push(Problem { kind, span });
            return;
        }
        self.read = match self.read_sections(start, bytes.len()) {
            Ok(()) => bytes.len() as u32,
            Err(nom::Err::Error(failure) | nom::Err::Failure(failure)) => {
                let at = failure.offset(bytes.len());
                let before = self.properties.last().map(|property| property.value);
                self.problems.push(diagnose::unexpected(bytes, at, failure.expected, before));
                let tag = self.sections.last().map_or(0, |section| section.tag.end);
                let value = self.properties.last().map_or(0, |property| property.value.end);
                let stray = self.strays.last().map_or(0, |stray| stray.end);
                tag.max(value).max(stray)
            }
            Err(nom::Err::Incomplete(_)) => unreachable!("all parsers are complete ones"),
        };
        self.forget_last();
        if self.thin.is_none() {
            let mut found = verdict::verdict(self);
            self.problems.append(&mut found);
        }
        self.problems.sort_by_key(|problem| problem.span);
    }

    fn read_sections(&mut self, start: Input<'_>, total: usize) -> Result<(), nom::Err<Failure>> {
        let mut check = Check::default();
        let outcome = self.read_lines(&mut Scanner { build: &mut check, total }, start);
        self.references = check.references;
        outcome
    }

    fn read_lines(
        &mut self,
        scanner: &mut Scanner<'_, Check>,
        start: Input<'_>,
    ) -> Result<(), nom::Err<Failure>> {
        let mut input = self.read_section(scanner, start)?;
        let mut sampled = false;
        loop {
            // The way nearly every line is written comes first.
            let start = blank(input);
            if let Some((length, rest)) = plain_key(start) {
                let at = (scanner.total - start.len()) as u32;
                input = self.read_property(scanner, Span::new(at, at + length as u32), rest)?;
                continue;
            }
            let read = scanner.total - start.len();
            if read > SAMPLE && !sampled && self.thin.is_none() {
                self.make_room(&mut scanner.build.references, read, start.len());
                sampled = true;
            }
            input = match self.read_line(input, scanner.total)? {
                Line::End => return Ok(()),
                Line::Tag(tag) => self.read_section(scanner, tag)?,
                Line::Key { key, rest } => self.read_property(scanner, key, rest)?,
            };
        }
    }

    /// Makes room for the rest of a long file by what its beginning held: growing step by step copies all of
    /// it again and again, and touches twice the memory.
    fn make_room(&mut self, references: &mut Vec<Reference>, read: usize, rest: usize) {
        let more = |held: usize| (held as u64 * rest as u64 / read as u64).min(MOST_ROOM) as usize;
        self.sections.reserve_exact(more(self.sections.len()));
        self.fields.reserve_exact(more(self.fields.len()));
        self.properties.reserve_exact(more(self.properties.len()));
        references.reserve_exact(more(references.len()));
    }

    /// The value of a property; what comes behind it is returned.
    #[inline]
    fn read_property<'a>(
        &mut self,
        scanner: &mut Scanner<'_, Check>,
        key: Span,
        rest: Input<'a>,
    ) -> Result<Input<'a>, nom::Err<Failure>> {
        let start = trivia(rest);
        let (behind, length) = scanner.outermost(start)?;
        let at = (scanner.total - start.len()) as u32;
        self.properties.push(Property { key, value: Span::new(at, at + length as u32) });
        let section = self.sections.last_mut().expect("a tag comes before the first key");
        section.properties.end += 1;
        Ok(behind)
    }

    /// A tag; what comes behind it is returned.
    fn read_section<'a>(
        &mut self,
        scanner: &mut Scanner<'_, Check>,
        start: Input<'a>,
    ) -> Result<Input<'a>, nom::Err<Failure>> {
        self.forget_last();
        if self.thin.is_some() {
            scanner.build.references.clear();
        }
        let first_field = self.fields.len();
        let (rest, tag) =
            read_tag(scanner, start, &mut self.fields).inspect_err(|_| self.fields.truncate(first_field))?;
        let end = self.properties.len() as u32;
        let tag_span = Span::new((scanner.total - start.len()) as u32, (scanner.total - rest.len()) as u32);
        let stray = |problem: &Problem| matches!(problem.kind, ProblemKind::StrayBeforeTag(_));
        let since = self.sections.last().map_or(0, |section| section.tag.end);
        self.sections.push(Section {
            kind: SectionKind::by_name(self.source.slice(tag.name)),
            hidden: self.problems.last().is_some_and(|last| stray(last) && last.span.start >= since),
            tag: tag_span,
            name: tag.name,
            fields: first_field as u32..self.fields.len() as u32,
            properties: end..end,
        });
        Ok(rest)
    }

    /// Finds the next key or tag, however it is written, and says what is wrong around it.
    #[inline(never)]
    fn read_line<'a>(&mut self, input: Input<'a>, total: usize) -> Result<Line<'a>, nom::Err<Failure>> {
        let kind = self.sections.last().expect("the header was read first").kind;
        let known = self.problems.len();
        if !kind.takes_properties() {
            self.check_nul(kind, trivia(input), total);
        }
        let (_, line) = read_key(input, total, &mut self.problems, &mut self.strays)?;
        let string =
            self.properties.last().is_some_and(|last| self.source.slice(last.value).ends_with(b"\""));
        for problem in &mut self.problems[known..] {
            problem.kind.judge_in(kind, string);
        }
        Ok(line)
    }

    /// The engine reads nothing but tags in such a section, as tokens, and for its tokenizer a NUL is the end.
    fn check_nul(&mut self, section: SectionKind, place: Input<'_>, total: usize) {
        if place.first() != Some(&0) || blank(place).is_empty() {
            return;
        }
        let start = (total - place.len()) as u32;
        let nuls = place.iter().take_while(|&&byte| byte == 0).count() as u32;
        let refused = !matches!(section, SectionKind::Connection | SectionKind::Editable);
        let kind = ProblemKind::NulBetweenTags { refused };
        self.problems.push(Problem { kind, span: Span::new(start, start + nuls) });
    }
}

#[cfg(test)]
mod tests {
    use crate::syntax::Severity;
    use crate::{Document, Source};

    const NODE: &str = "[gd_scene format=3]\n[node name=\"A\" type=\"Node\"]\n";
    const CONNECTION: &str = "[connection signal=\"s\" from=\".\" to=\".\" method=\"m\"]";

    fn read(text: &str) -> (Option<Severity>, Vec<String>) {
        let document = Document::parse(Source::new("t", text));
        (document.severity(), document.problems().iter().map(|problem| problem.kind.to_string()).collect())
    }

    #[test]
    fn a_byte_order_mark_is_a_warning() {
        assert_eq!(read(&format!("\u{feff}{NODE}")).0, Some(Severity::Warning));
    }

    #[test]
    fn only_a_tag_may_follow_a_section_without_properties() {
        for (behind, severity) in [
            ("", None),
            (" ; c\n", None),
            ("\nx", Some(Severity::Refused)),
            ("\nx = 1", Some(Severity::Refused)),
            ("\n= 1", Some(Severity::Refused)),
            ("[editable path=\"B\"]", None),
        ] {
            assert_eq!(read(&format!("{NODE}{CONNECTION}{behind}")).0, severity, "{behind:?}");
        }
    }

    #[test]
    fn a_nul_between_tags_ends_the_file_for_the_engine() {
        assert_eq!(read(&format!("{NODE}{CONNECTION}\0\n")).0, None);
        assert_eq!(read(&format!("{NODE}{CONNECTION}\0\n[editable path=\"B\"]")).0, Some(Severity::Loss));
        assert_eq!(read(&NODE.replace("]\n[", "]\0\n[")).0, Some(Severity::Refused));
        // Among properties the key loop skips it.
        assert_eq!(read(&format!("{NODE}a = 1\n\0\nb = 2\n")).0, None);
    }

    #[test]
    fn an_empty_key_is_a_refusal_in_a_resource_file() {
        assert_eq!(read(&format!("{NODE}= 1\n")).0, Some(Severity::Loss));
        assert_eq!(read(&format!("{NODE}\"\" = 1\n")).0, Some(Severity::Loss));
        let resource = "[gd_resource type=\"Resource\" format=3]\n[resource]\n= 1\n";
        assert_eq!(read(resource).0, Some(Severity::Refused));
    }

    #[test]
    fn a_main_section_behind_stray_text_is_hidden() {
        let resource = "[gd_resource type=\"Resource\" format=3]\n[sub_resource type=\"Resource\" id=\"1\"]\nx\n[resource]\n";
        assert_eq!(read(resource).0, Some(Severity::Refused));
        assert_eq!(read(&format!("{NODE}x\n[node name=\"B\" parent=\".\"]")).0, Some(Severity::Loss));
    }

    #[test]
    fn only_the_grammar_stops_the_reading() {
        let (_, problems) = read(&format!("{NODE}a = 1 2\nb\nc = ExtResource(1)\n[door]\n[node]\nd = )\n"));
        assert_eq!(problems.len(), 6, "{problems:?}");
    }
}
