//! The grammar of values, once: it finds where a value ends, checks it as the engine checks it, and
//! tells a [`Build`] what it saw.
//!
//! [`Check`] builds nothing and is what reading a file costs; [`Tree`](super::value) builds a
//! [`Value`](super::Value) where somebody asks. Numbers of long arrays pass through one loop, never
//! through a combinator each.

use super::arguments::{arguments, comma_or, second_path};
use super::input::{Expected, Input, Parsed, fail, punctuation, trivia};
use super::packed::Constructor;
use super::token::{Quoted, colour, identifier, number, quoted, signed_identifier};
use crate::source::Span;

/// How deep arrays, dictionaries and objects may nest; the engine's own limit when it writes.
pub(super) const MAX_DEPTH: u32 = 100;

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

/// The grammar over one input. `total` is the length of the file that the input is the rest of.
pub(super) struct Scanner<'b, B> {
    pub build: &'b mut B,
    pub total: usize,
}

impl<B: Build> Scanner<'_, B> {
    fn span(&self, from: Input<'_>, to: Input<'_>) -> Span {
        Span::new((self.total - from.len()) as u32, (self.total - to.len()) as u32)
    }

    /// The span of so many bytes.
    fn token(&self, from: Input<'_>, length: usize) -> Span {
        let start = (self.total - from.len()) as u32;
        Span::new(start, start + length as u32)
    }

    /// The value of a property or an attribute, which starts here: where the input goes on, and the
    /// length of the value alone.
    pub fn outermost<'a>(&mut self, start: Input<'a>) -> Parsed<'a, usize> {
        let (rest, _) = self.value(start, 0)?;
        if rest.is_empty() && start[0] == b'#' {
            // The engine takes the end of the file right behind the digits for the end of the value.
            return fail(rest, Expected::Text("a line end behind the colour"));
        }
        let length = start.len() - rest.len();
        // The NUL that the engine loses behind a word (`past_nul`) is no part of the value.
        let length = if start[length - 1] == 0 { length - 1 } else { length };
        Ok((rest, length))
    }

    /// One value, with trivia before it.
    pub fn value<'a>(&mut self, input: Input<'a>, depth: u32) -> Parsed<'a, B::Value> {
        let start = trivia(input);
        let leaf = |scanner: &mut Self, rest, leaf, length| {
            let span = scanner.token(start, length);
            Ok((rest, scanner.build.leaf(leaf, span)))
        };
        match start {
            [b'0'..=b'9', ..] | [b'-', b'0'..=b'9', ..] => {
                let (rest, digits) = number(start)?;
                leaf(self, rest, Leaf::Number, digits.len())
            }
            [b'"' | b'&' | b'@', ..] => {
                let (rest, kind) = quoted(start)?;
                let kind = if kind == Quoted::String { Leaf::String } else { Leaf::StringName };
                leaf(self, rest, kind, start.len() - rest.len())
            }
            [b'#', ..] => {
                let (rest, digits) = colour(start)?;
                leaf(self, rest, Leaf::Colour, digits.len())
            }
            [b'[', ..] => self.array(start, deeper(start, depth)?),
            [b'{', ..] => self.dictionary(start, deeper(start, depth)?),
            [b'-', ..] => {
                let (rest, name) = signed_identifier(start)?;
                if name != b"-inf" {
                    return fail(start, Expected::KnownName);
                }
                leaf(self, rest, Leaf::Infinity { negative: true }, name.len())
            }
            [first, ..] if first.is_ascii_alphabetic() || *first == b'_' => self.named(start, depth),
            _ => fail(start, Expected::Text("a value")),
        }
    }

    /// A value that starts with a name.
    fn named<'a>(&mut self, start: Input<'a>, depth: u32) -> Parsed<'a, B::Value> {
        let (rest, name) = identifier(start)?;
        let word = match name {
            b"true" => Leaf::Bool(true),
            b"false" => Leaf::Bool(false),
            b"null" | b"nil" => Leaf::Null,
            b"inf" => Leaf::Infinity { negative: false },
            b"inf_neg" => Leaf::Infinity { negative: true },
            b"nan" => Leaf::NotANumber,
            b"ExtResource" => return self.reference(start, rest, ReferenceKind::External),
            b"SubResource" => return self.reference(start, rest, ReferenceKind::Internal),
            b"Resource" => return self.reference(start, rest, ReferenceKind::Path),
            b"Object" => return self.object(start, rest, deeper(start, depth)?),
            b"Array" | b"Dictionary" => return self.typed(start, rest, name == b"Array", depth),
            _ => {
                let Some(constructor) = Constructor::by_name(name) else {
                    return fail(start, Expected::KnownName);
                };
                let (open, ()) = punctuation(b'(', "`(`")(rest)?;
                let (close, ()) = arguments(open, constructor)?;
                let (behind, ()) = punctuation(b')', "`,` or `)`")(close)?;
                let (inner, span) = (self.span(open, close), self.span(start, behind));
                return Ok((behind, self.build.construct(constructor, inner, span)));
            }
        };
        let span = self.token(start, name.len());
        Ok((rest, self.build.leaf(word, span)))
    }

    fn array<'a>(&mut self, start: Input<'a>, depth: u32) -> Parsed<'a, B::Value> {
        let mut input = &start[1..];
        let mut items = Vec::new();
        loop {
            input = trivia(input);
            if let [b']', rest @ ..] = input {
                let span = self.span(start, rest);
                return Ok((rest, self.build.array(items, span)));
            }
            let (rest, item) = self.value(input, depth)?;
            items.push(item);
            input = comma_or(trivia(rest), b']', "`,` or `]`")?.0;
        }
    }

    fn dictionary<'a>(&mut self, start: Input<'a>, depth: u32) -> Parsed<'a, B::Value> {
        let (rest, pairs) = self.pairs(&start[1..], b'}', "`,` or `}`", depth, false)?;
        let span = self.span(start, rest);
        Ok((rest, self.build.dictionary(pairs, span)))
    }

    /// `key: value` pairs up to and with the closing byte.
    #[allow(clippy::type_complexity)]
    fn pairs<'a>(
        &mut self,
        mut input: Input<'a>,
        close: u8,
        comma_or_close: &'static str,
        depth: u32,
        string_keys: bool,
    ) -> Parsed<'a, Vec<(B::Value, B::Value)>> {
        let mut pairs = Vec::new();
        loop {
            input = trivia(input);
            if input.first() == Some(&close) {
                return Ok((&input[1..], pairs));
            }
            if string_keys && input.first() != Some(&b'"') {
                return fail(input, Expected::Text("a property name in quotes"));
            }
            let (rest, key) = self.value(input, depth)?;
            let (rest, ()) = punctuation(b':', "`:`")(rest)?;
            let (rest, value) = self.value(rest, depth)?;
            pairs.push((key, value));
            input = comma_or(trivia(rest), close, comma_or_close)?.0;
        }
    }

    fn reference<'a>(
        &mut self,
        start: Input<'a>,
        rest: Input<'a>,
        kind: ReferenceKind,
    ) -> Parsed<'a, B::Value> {
        let (rest, ()) = punctuation(b'(', "`(`")(rest)?;
        let from = trivia(rest);
        let (mut behind, id) = match from {
            [b'0'..=b'9' | b'-', ..] if kind != ReferenceKind::Path => {
                number(from).map(|(rest, id)| (rest, self.token(from, id.len())))?
            }
            [b'"', ..] => quoted(from).map(|(rest, _)| (rest, self.span(from, rest)))?,
            _ if kind == ReferenceKind::Path => return fail(from, Expected::Text("a path in quotes")),
            _ => return fail(from, Expected::Text("an id: a string or a number")),
        };
        if kind == ReferenceKind::Path {
            behind = second_path(from, behind)?.0;
        }
        let (behind, ()) = punctuation(b')', "`)`")(behind)?;
        let span = self.span(start, behind);
        Ok((behind, self.build.reference(kind, id, span)))
    }

    fn object<'a>(&mut self, start: Input<'a>, rest: Input<'a>, depth: u32) -> Parsed<'a, B::Value> {
        let (rest, ()) = punctuation(b'(', "`(`")(rest)?;
        let from = trivia(rest);
        let (rest, name) = identifier(from)?;
        let class = self.token(from, name.len());
        let (rest, ()) = punctuation(b',', "`,` behind the class")(rest)?;
        let (rest, pairs) = self.pairs(rest, b')', "`,` or `)`", depth, true)?;
        let span = self.span(start, rest);
        Ok((rest, self.build.object(class, pairs, span)))
    }

    fn typed<'a>(
        &mut self,
        start: Input<'a>,
        rest: Input<'a>,
        array: bool,
        depth: u32,
    ) -> Parsed<'a, B::Value> {
        let (types, ()) = punctuation(b'[', "`[` and a type")(rest)?;
        let (mut close, ()) = self.type_name(types, depth)?;
        if !array {
            let (rest, ()) = punctuation(b',', "`,` and the type of the values")(close)?;
            close = self.type_name(rest, depth)?.0;
        }
        let (rest, ()) = punctuation(b']', "`]`")(close)?;
        let (rest, ()) = punctuation(b'(', "`(`")(rest)?;
        let inner = trivia(rest);
        let (rest, value) = match inner {
            [b'[', ..] if array => self.array(inner, deeper(inner, depth)?)?,
            [b'{', ..] if !array => self.dictionary(inner, deeper(inner, depth)?)?,
            _ => return fail(inner, Expected::Text(if array { "`[`" } else { "`{`" })),
        };
        let (rest, ()) = punctuation(b')', "`)`")(rest)?;
        let (types, span) = (self.span(types, close), self.span(start, rest));
        Ok((rest, self.build.typed(types, value, span)))
    }

    /// A class name, or a script given as a resource. `Resource` is a class when no bracket follows.
    fn type_name<'a>(&mut self, input: Input<'a>, depth: u32) -> Parsed<'a, ()> {
        let start = trivia(input);
        let (rest, name) = signed_identifier(start)?;
        match (name, trivia(rest)) {
            (b"ExtResource" | b"SubResource", _) | (b"Resource", [b'(', ..]) => {
                self.named(start, depth).map(|(rest, _)| (rest, ()))
            }
            _ => Ok((rest, ())),
        }
    }
}

fn deeper(place: Input<'_>, depth: u32) -> Result<u32, nom::Err<super::input::Failure>> {
    if depth < MAX_DEPTH { Ok(depth + 1) } else { fail(place, Expected::Shallower).map(|(_, depth)| depth) }
}
