//! A whole file as spans: sections, their attributes and properties, and all that is wrong with it.

use std::borrow::Cow;
use std::ops::Range;

use super::build::Reference;
use super::error::{Problem, Severity};
use super::header::{Field, SectionKind};
use super::property::Property;
use super::section::SectionView;
use super::survey::Thin;
use crate::source::{Source, Span};

/// A text scene or resource, read once. Nothing is decoded and nothing is copied: all parts are spans
/// over the [`Source`].
#[derive(Clone, Debug)]
pub struct Document {
    pub(super) source: Source,
    pub(super) sections: Vec<Section>,
    pub(super) fields: Vec<Field>,
    pub(super) properties: Vec<Property>,
    pub(super) references: Vec<Reference>,
    pub(super) strays: Vec<Span>,
    pub(super) problems: Vec<Problem>,
    /// How far the file was read: to its end, unless the grammar stopped.
    pub(super) read: u32,
    /// What is remembered, if not all is.
    pub(super) thin: Option<Thin>,
}

/// One section: a tag and the properties under it.
#[derive(Clone, Debug)]
pub(super) struct Section {
    pub kind: SectionKind,
    /// Whether stray text in front of the tag hides it from the engine.
    pub hidden: bool,
    pub tag: Span,
    pub name: Span,
    pub fields: Range<u32>,
    pub properties: Range<u32>,
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
        Self::read(source, None)
    }

    pub(super) fn read(source: Source, thin: Option<Thin>) -> Self {
        // Room for an ordinary scene at once; a repository has thousands of them.
        let room = (source.bytes().len() / 256).min(64);
        let mut document = Document {
            source: source.clone(),
            sections: Vec::with_capacity(room),
            fields: Vec::with_capacity(room),
            properties: Vec::with_capacity(room),
            references: Vec::new(),
            strays: Vec::new(),
            problems: Vec::new(),
            read: 0,
            thin,
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
        SectionView::new(self, index)
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
}

impl Document {
    /// The key of a property as the engine reads it.
    pub fn key(&self, property: &Property) -> Cow<'_, str> {
        let raw = self.source.slice(property.key);
        if super::key::is_plain_key(raw) {
            return String::from_utf8_lossy(raw);
        }
        Cow::Owned(super::key::decode_key(raw))
    }

    /// Whether a property has this key.
    pub fn key_is(&self, property: &Property, key: &str) -> bool {
        let raw = self.source.slice(property.key);
        if super::key::is_plain_key(raw) { raw == key.as_bytes() } else { self.key(property) == key }
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
