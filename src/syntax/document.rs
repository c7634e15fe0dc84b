//! A whole file as spans: sections, their attributes and properties, and all that is wrong with it.

use std::borrow::Cow;
use std::ops::Range;

use super::error::{Problem, ProblemKind, Severity};
use super::header::{Field, SectionKind, read_tag};
use super::input::{Failure, Input, trivia};
use super::property::{Line, Property, read_key};
use super::scan::{Check, Reference, Scanner};
use super::{diagnose, verdict};
use crate::source::{Source, Span};

/// A text scene or resource, read once. Nothing is decoded and nothing is copied: all parts are spans
/// over the [`Source`].
#[derive(Clone, Debug)]
pub struct Document {
    source: Source,
    sections: Vec<Section>,
    fields: Vec<Field>,
    properties: Vec<Property>,
    references: Vec<Reference>,
    strays: Vec<Span>,
    problems: Vec<Problem>,
    /// How far the file was read: to its end, unless the grammar stopped.
    read: u32,
}

/// One section: a tag and the properties under it.
#[derive(Clone, Debug)]
struct Section {
    kind: SectionKind,
    tag: Span,
    name: Span,
    fields: Range<u32>,
    properties: Range<u32>,
}

/// What a [`Piece`] of a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PieceKind {
    /// White space and comments.
    Trivia,
    /// A whole tag.
    Tag,
    /// The key of a property.
    Key,
    /// The `=` behind a key, with the blanks and comments around it.
    Assign,
    /// The value of a property.
    Value,
    /// Text that belongs to nothing.
    Stray,
    /// What comes behind the place where the grammar stopped.
    Unread,
}

/// A run of bytes; the pieces of a file, joined, are the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// What it is.
    pub kind: PieceKind,
    /// Where.
    pub span: Span,
}

impl Document {
    /// Reads a file. This never fails: what is wrong is in [`problems`](Self::problems).
    ///
    /// ```
    /// use tilewright::{Document, Source};
    ///
    /// let text = "[gd_scene format=3]\n\n[node name=\"A\" type=\"Node2D\"]\nposition = Vector2(1, 2)\n";
    /// let document = Document::parse(Source::new("a.tscn", text));
    /// assert!(document.problems().is_empty());
    /// let node = document.sections().nth(1).unwrap();
    /// assert_eq!(document.source().text(node.property("position").unwrap().value), "Vector2(1, 2)");
    /// ```
    pub fn parse(source: Source) -> Self {
        let mut document = Document {
            source: source.clone(),
            sections: Vec::new(),
            fields: Vec::new(),
            properties: Vec::new(),
            references: Vec::new(),
            strays: Vec::new(),
            problems: Vec::new(),
            read: 0,
        };
        document.read_all(source.bytes());
        document
    }

    /// The bytes.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// What is wrong, by place.
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// The first problem for which the engine refuses the file.
    pub fn refusal(&self) -> Option<&Problem> {
        self.problems.iter().find(|problem| problem.kind.severity() == Severity::Refused)
    }

    /// The worst of the problems.
    pub fn severity(&self) -> Option<Severity> {
        self.problems.iter().map(|problem| problem.kind.severity()).max()
    }

    /// All sections, by place.
    pub fn sections(&self) -> impl ExactSizeIterator<Item = SectionView<'_>> + DoubleEndedIterator {
        (0..self.sections.len()).map(|index| self.section(index))
    }

    /// One section.
    ///
    /// # Panics
    ///
    /// If there is none of this index.
    pub fn section(&self, index: usize) -> SectionView<'_> {
        assert!(index < self.sections.len(), "an index of this document");
        SectionView { document: self, index }
    }

    /// The section that holds an offset, or the one before it.
    pub fn section_at(&self, offset: u32) -> Option<SectionView<'_>> {
        let index = self.sections.partition_point(|section| section.tag.start <= offset).checked_sub(1)?;
        Some(self.section(index))
    }

    /// Every place that refers to a resource, by place.
    pub fn references(&self) -> &[Reference] {
        &self.references
    }

    /// Every byte of the file, exactly once.
    pub fn pieces(&self) -> Vec<Piece> {
        let mut solid: Vec<Piece> = Vec::new();
        let mut add = |kind, span| solid.push(Piece { kind, span });
        for section in &self.sections {
            add(PieceKind::Tag, section.tag);
        }
        for property in &self.properties {
            add(PieceKind::Key, property.key);
            add(PieceKind::Assign, Span::new(property.key.end, property.value.start));
            add(PieceKind::Value, property.value);
        }
        for &stray in &self.strays {
            add(PieceKind::Stray, stray);
        }
        let end = self.source.bytes().len() as u32;
        add(PieceKind::Unread, Span::new(self.read, end));
        solid.sort_by_key(|piece| piece.span);
        let mut pieces = Vec::with_capacity(solid.len() * 2);
        let mut at = 0;
        for piece in solid.into_iter().filter(|piece| !piece.span.is_empty()) {
            if piece.span.start > at {
                pieces.push(Piece { kind: PieceKind::Trivia, span: Span::new(at, piece.span.start) });
            }
            at = piece.span.end;
            pieces.push(piece);
        }
        if end > at {
            pieces.push(Piece { kind: PieceKind::Trivia, span: Span::new(at, end) });
        }
        pieces
    }

    fn read_all(&mut self, bytes: &[u8]) {
        let bom = b"\xEF\xBB\xBF";
        if bytes.starts_with(bom) {
            self.problems.push(Problem { kind: ProblemKind::ByteOrderMark, span: Span::new(0, 3) });
            self.strays.push(Span::new(0, 3));
        }
        let start = trivia(bytes.strip_prefix(bom).unwrap_or(bytes));
        if let Some(kind) = diagnose::not_text(bytes, start) {
            self.read = (bytes.len() - start.len()) as u32;
            self.problems
                .push(Problem { kind, span: Span::new(self.read, (self.read + 1).min(bytes.len() as u32)) });
            return;
        }
        self.read = match self.read_sections(bytes.len(), start) {
            Ok(()) => bytes.len() as u32,
            Err(failure) => {
                let at = failure.offset(bytes.len());
                self.problems.push(diagnose::unexpected(bytes, at, failure.expected));
                self.sections
                    .last()
                    .map_or(0, |section| section.tag.end)
                    .max(self.properties.last().map_or(0, |property| property.value.end))
            }
        };
        self.read = self.read.max(self.strays.last().map_or(0, |stray| stray.end));
        let mut found = verdict::verdict(self);
        self.problems.append(&mut found);
        self.problems.sort_by_key(|problem| problem.span);
    }

    fn read_sections(&mut self, total: usize, start: Input<'_>) -> Result<(), Failure> {
        let mut check = Check::default();
        let outcome = self.read_with(&mut check, total, start);
        self.references = check.references;
        match outcome {
            Ok(()) => Ok(()),
            Err(nom::Err::Error(failure) | nom::Err::Failure(failure)) => Err(failure),
            Err(nom::Err::Incomplete(_)) => unreachable!("all parsers are complete ones"),
        }
    }

    fn read_with<'a>(
        &mut self,
        check: &mut Check,
        total: usize,
        start: Input<'a>,
    ) -> Result<(), nom::Err<Failure>> {
        let mut scanner = Scanner { build: check, total };
        let mut input = start;
        let offset = |place: Input<'_>| (total - place.len()) as u32;
        loop {
            let line = match self.sections.last().map(|section| section.kind) {
                None => Line::Tag(input),
                Some(kind) => self.read_line(input, total, kind)?,
            };
            match line {
                Line::End => return Ok(()),
                Line::Tag(tag_start) => {
                    let first_field = self.fields.len();
                    let (rest, tag) = match read_tag(&mut scanner, tag_start, &mut self.fields) {
                        Ok(done) => done,
                        Err(error) => {
                            self.fields.truncate(first_field);
                            return Err(error);
                        }
                    };
                    let kind = SectionKind::by_name(self.source.slice(tag.name));
                    let here = self.properties.len() as u32;
                    self.sections.push(Section {
                        kind,
                        tag: Span::new(offset(tag_start), offset(rest)),
                        name: tag.name,
                        fields: first_field as u32..self.fields.len() as u32,
                        properties: here..here,
                    });
                    input = rest;
                }
                Line::Key { key, rest: behind } => {
                    let (value_end, value) = scanner.outermost(behind)?;
                    self.properties.push(Property { key, value });
                    let section = self.sections.last_mut().expect("a tag comes before the first key");
                    section.properties.end += 1;
                    input = value_end;
                }
            }
        }
    }
}

impl Document {
    /// A key or a tag, in a section of this kind.
    fn read_line<'a>(
        &mut self,
        input: Input<'a>,
        total: usize,
        kind: SectionKind,
    ) -> Result<Line<'a>, nom::Err<Failure>> {
        let known = self.problems.len();
        if !kind.takes_properties() {
            // The engine reads nothing but tags here, as tokens, and for its tokenizer a NUL is the end.
            let place = trivia(input);
            if place.first() == Some(&0) && !super::property::blank(place).is_empty() {
                let start = (total - place.len()) as u32;
                let nuls = place.iter().take_while(|&&byte| byte == 0).count();
                let header = !matches!(kind, SectionKind::Connection | SectionKind::Editable);
                let kind = ProblemKind::NulBetweenTags { refused: header };
                self.problems.push(Problem { kind, span: Span::new(start, start + nuls as u32) });
            }
        }
        let (_, line) = read_key(input, total, &mut self.problems, &mut self.strays)?;
        for problem in &mut self.problems[known..] {
            problem.kind.judge_in(kind);
        }
        Ok(line)
    }
}

/// A section of a [`Document`].
#[derive(Clone, Copy, Debug)]
pub struct SectionView<'d> {
    document: &'d Document,
    index: usize,
}

impl<'d> SectionView<'d> {
    fn section(self) -> &'d Section {
        &self.document.sections[self.index]
    }

    /// Its place among the sections.
    pub fn index(self) -> usize {
        self.index
    }

    /// What it is.
    pub fn kind(self) -> SectionKind {
        self.section().kind
    }

    /// The whole tag, brackets included.
    pub fn tag(self) -> Span {
        self.section().tag
    }

    /// The name in the tag.
    pub fn name(self) -> Cow<'d, str> {
        self.document.source.text(self.section().name)
    }

    /// From the tag to the end of the last value.
    pub fn span(self) -> Span {
        let end = self.properties().last().map_or(self.tag().end, |property| property.value.end);
        Span::new(self.tag().start, end)
    }

    /// The attributes in the tag, by place.
    pub fn fields(self) -> &'d [Field] {
        let range = &self.section().fields;
        &self.document.fields[range.start as usize..range.end as usize]
    }

    /// An attribute by name; the last one counts where it is given twice, as in the engine.
    pub fn field(self, name: &str) -> Option<&'d Field> {
        self.fields().iter().rev().find(|field| self.document.source.slice(field.key) == name.as_bytes())
    }

    /// The properties, by place.
    pub fn properties(self) -> &'d [Property] {
        let range = &self.section().properties;
        &self.document.properties[range.start as usize..range.end as usize]
    }

    /// A property by key; the last one counts where it is given twice, as in the engine.
    pub fn property(self, key: &str) -> Option<&'d Property> {
        self.properties().iter().rev().find(|property| self.document.key_is(property, key))
    }

    /// The text of an attribute that is a string, decoded; a bare number as it stands.
    pub fn text_field(self, name: &str) -> Option<Cow<'d, str>> {
        let field = self.field(name)?;
        Some(self.document.string(field.value))
    }
}

impl Document {
    /// The key of a property as the engine reads it.
    pub fn key(&self, property: &Property) -> Cow<'_, str> {
        let raw = self.source.slice(property.key);
        if super::property::is_plain_key(raw) {
            return String::from_utf8_lossy(raw);
        }
        Cow::Owned(super::property::decode_key(raw))
    }

    /// Whether a property has this key.
    pub fn key_is(&self, property: &Property, key: &str) -> bool {
        let raw = self.source.slice(property.key);
        if super::property::is_plain_key(raw) { raw == key.as_bytes() } else { self.key(property) == key }
    }

    /// The text of a string value, decoded; of any other value the text as it stands.
    pub fn string(&self, value: Span) -> Cow<'_, str> {
        let raw = self.source.slice(value);
        match raw {
            [b'"', inner @ .., b'"'] if memchr::memchr(b'\\', inner).is_none() => {
                String::from_utf8_lossy(inner)
            }
            [b'"' | b'&' | b'@', ..] => Cow::Owned(super::token::unescape(raw)),
            _ => String::from_utf8_lossy(raw),
        }
    }
}
