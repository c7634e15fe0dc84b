//! What comes of a value: [`Check`] builds nothing and is what reading a file costs; the tree in
//! [`value`](super::value) is built where somebody asks.

use super::packed::Constructor;
use crate::source::Span;

/// A value without parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Leaf {
    Null,
    Bool(bool),
    Number,
    Infinity { negative: bool },
    NotANumber,
    String,
    StringName,
    Colour,
}

/// Where a reference leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ReferenceKind {
    /// `ExtResource(id)`
    External,
    /// `SubResource(id)`
    Internal,
    /// `Resource("path")`
    Path,
}

/// Receives what the grammar recognises, innermost first.
pub(super) trait Build {
    type Value;
    fn leaf(&mut self, leaf: Leaf, span: Span) -> Self::Value;
    fn array(&mut self, items: Vec<Self::Value>, span: Span) -> Self::Value;
    fn dictionary(&mut self, pairs: Vec<(Self::Value, Self::Value)>, span: Span) -> Self::Value;
    /// `arguments` is what stands between the brackets, checked by the constructor's shape.
    fn construct(&mut self, constructor: Constructor, arguments: Span, span: Span) -> Self::Value;
    fn reference(&mut self, kind: ReferenceKind, id: Span, span: Span) -> Self::Value;
    fn object(&mut self, class: Span, pairs: Vec<(Self::Value, Self::Value)>, span: Span) -> Self::Value;
    /// `Array[…](…)` and `Dictionary[…, …](…)`; `types` is what stands in the square brackets.
    fn typed(&mut self, types: Span, inner: Self::Value, span: Span) -> Self::Value;
}

/// A place where a file refers to a resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reference {
    /// Where it leads.
    pub kind: ReferenceKind,
    /// The id as it stands: a number, or a string with its quotes.
    pub id: Span,
    /// The whole `ExtResource(…)`.
    pub span: Span,
}

/// Builds nothing but the list of references.
#[derive(Default)]
pub(super) struct Check {
    pub references: Vec<Reference>,
}

impl Build for Check {
    type Value = ();
    fn leaf(&mut self, _: Leaf, _: Span) {}
    fn array(&mut self, _: Vec<()>, _: Span) {}
    fn dictionary(&mut self, _: Vec<((), ())>, _: Span) {}
    fn construct(&mut self, _: Constructor, _: Span, _: Span) {}
    fn reference(&mut self, kind: ReferenceKind, id: Span, span: Span) {
        self.references.push(Reference { kind, id, span });
    }
    fn object(&mut self, _: Span, _: Vec<((), ())>, _: Span) {}
    fn typed(&mut self, _: Span, _: (), _: Span) {}
}
