//! One section of a document: its tag, its attributes, its properties.

use std::borrow::Cow;

use super::document::{Document, Section};
use super::header::{Field, SectionKind};
use super::property::Property;
use crate::source::Span;

/// A section of a [`Document`].
#[derive(Clone, Copy, Debug)]
pub struct SectionView<'d> {
    document: &'d Document,
    index: usize,
}

impl<'d> SectionView<'d> {
    pub(super) fn new(document: &'d Document, index: usize) -> Self {
        SectionView { document, index }
    }

    fn section(self) -> &'d Section {
        &self.document.sections[self.index]
    }

    /// Its place among the sections.
    pub fn index(self) -> usize {
        self.index
    }

    /// Whether stray text in front of the tag hides it from the engine.
    pub(super) fn is_hidden(self) -> bool {
        self.section().hidden
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
