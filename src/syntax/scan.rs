//! The grammar of values, once: it finds where a value ends, checks it as the engine checks it, and
//! tells a [`Build`] what it saw.
//!
//! [`Check`] builds nothing and is what reading a file costs; [`Tree`](super::value) builds a
//! [`Value`](super::Value) where somebody asks. Numbers of long arrays pass through one loop, never
//! through a combinator each.

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::tag;

use super::input::{Expected, Input, Parsed, fail, punctuation, trivia};
use super::packed::{Constructor, Shape};
use super::token::{Quoted, colour, identifier, number, quoted, signed_identifier, unescape};
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

    /// A value of a property or an attribute: where the input goes on, and the span of the value alone.
    pub fn outermost<'a>(&mut self, input: Input<'a>) -> Parsed<'a, Span> {
        let start = trivia(input);
        let (rest, _) = self.value(start, 0)?;
        let length = start.len() - rest.len();
        // The NUL that the engine loses behind a word (`past_nul`) is no part of the value.
        let length = if start[length - 1] == 0 { length - 1 } else { length };
        Ok((rest, self.token(start, length)))
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

/// The second text of `Resource("uid://…", "res://…")`, if there is one: of the two, one is a uid and the
/// other is not. `behind` is behind the first.
fn second_path<'a>(first: Input<'a>, behind: Input<'a>) -> Parsed<'a, ()> {
    let path = unescape(&first[..first.len() - behind.len()]);
    let [b',', second @ ..] = trivia(behind) else {
        return if path.is_empty() { fail(first, Expected::Text("a path")) } else { Ok((behind, ())) };
    };
    let start = trivia(second);
    if start.first() != Some(&b'"') {
        return fail(start, Expected::Text("a path in quotes"));
    }
    let rest = quoted(start)?.0;
    let other = unescape(&start[..start.len() - rest.len()]);
    let is_uid = |text: &str| text.starts_with("uid://");
    if (is_uid(&path) && is_uid(&other)) || (!path.is_empty() && !is_uid(&path) && !is_uid(&other)) {
        return fail(start, Expected::Text("one uid:// and one path"));
    }
    if path.is_empty() && other.is_empty() {
        return fail(first, Expected::Text("a path"));
    }
    Ok((rest, ()))
}

fn deeper(place: Input<'_>, depth: u32) -> Result<u32, nom::Err<super::input::Failure>> {
    if depth < MAX_DEPTH { Ok(depth + 1) } else { fail(place, Expected::Shallower).map(|(_, depth)| depth) }
}

/// Past a comma, or in front of the closing byte.
fn comma_or<'a>(input: Input<'a>, close: u8, expected: &'static str) -> Parsed<'a, ()> {
    match input {
        [b',', rest @ ..] => Ok((rest, ())),
        [first, ..] if *first == close => Ok((input, ())),
        _ => fail(input, Expected::Text(expected)),
    }
}

/// What stands between the brackets of a constructor; stops in front of `)`.
fn arguments(open: Input<'_>, constructor: Constructor) -> Parsed<'_, ()> {
    let inner = trivia(open);
    let empty = inner.first() == Some(&b')');
    match constructor.shape() {
        Shape::Nothing => Ok((inner, ())),
        Shape::Rid if empty => Ok((inner, ())),
        Shape::Rid => number(inner).map(|(rest, _)| (rest, ())),
        Shape::Path if inner.first() == Some(&b'"') => quoted(inner).map(|(rest, _)| (rest, ())),
        Shape::Path => fail(inner, Expected::Text("a path in quotes")),
        Shape::Strings => strings(inner),
        Shape::Bytes if inner.first() == Some(&b'"') => base64(inner),
        Shape::Bytes | Shape::List if empty => Ok((inner, ())),
        Shape::Bytes | Shape::List => number_list(inner),
        Shape::Numbers(arity) => {
            let missing = Expected::Arguments(constructor.name(), arity);
            if empty {
                return fail(inner, missing);
            }
            let (rest, count) = numbers(inner)?;
            if count == u64::from(arity) { Ok((rest, ())) } else { fail(inner, missing) }
        }
    }
}

/// Below this many bytes, looking for the end of the list first costs more than reading it.
const SHORT_LIST: usize = 64;

/// `number {, number}`, however many, at the speed of memory where they are spelled as the engine spells them.
fn number_list(input: Input<'_>) -> Parsed<'_, ()> {
    match memchr::memchr(b')', input) {
        Some(close) if close > SHORT_LIST && super::plain::is_plain_list(&input[..close]) => {
            Ok((&input[close..], ()))
        }
        _ => numbers(input).map(|(rest, _)| (rest, ())),
    }
}

/// `number {, number}`: no comma at the end, any trivia between. Returns how many.
fn numbers(mut input: Input<'_>) -> Parsed<'_, u64> {
    let mut count = 0;
    loop {
        // The common case by hand: digits, a comma, a blank.
        let digits = input.iter().take_while(|byte| byte.is_ascii_digit()).count();
        match &input[digits..] {
            [b',', b' ', rest @ ..] if digits > 0 => {
                count += 1;
                input = rest;
                continue;
            }
            _ => input = argument(trivia(input))?.0,
        }
        count += 1;
        input = trivia(input);
        match input {
            [b',', rest @ ..] => input = rest,
            _ => return Ok((input, count)),
        }
    }
}

/// A number, or one of the words that the engine takes for one.
fn argument(input: Input<'_>) -> Parsed<'_, ()> {
    match input {
        [b'0'..=b'9' | b'-', ..] if !input.starts_with(b"-i") => number(input).map(|(rest, _)| (rest, ())),
        _ => {
            let (rest, _) =
                alt((tag(&b"inf_neg"[..]), tag(&b"-inf"[..]), tag(&b"inf"[..]), tag(&b"nan"[..])))
                    .parse_complete(input)
                    .map_err(|_: nom::Err<super::input::Failure>| {
                        nom::Err::Failure(super::input::Failure::at(input, Expected::Text("a number")))
                    })?;
            match rest.first() {
                Some(byte) if byte.is_ascii_alphanumeric() || *byte == b'_' => {
                    fail(input, Expected::Text("a number"))
                }
                _ => Ok((rest, ())),
            }
        }
    }
}

fn strings(mut input: Input<'_>) -> Parsed<'_, ()> {
    loop {
        match input {
            [b')', ..] => return Ok((input, ())),
            [b'"', ..] => input = trivia(quoted(input)?.0),
            _ => return fail(input, Expected::Text("a string")),
        }
        input = comma_or(input, b')', "`,` or `)`")?.0;
        input = trivia(input);
    }
}

/// One string of base64, as mbedTLS takes it: see [`super::base64`].
fn base64(input: Input<'_>) -> Parsed<'_, ()> {
    // In base64 nothing is escaped: a text that is good up to its next quote needs no other look.
    if let Some(close) = memchr::memchr(b'"', &input[1..])
        && super::base64::is_plain(&input[1..=close])
    {
        return Ok((&input[close + 2..], ()));
    }
    let (rest, _) = quoted(input)?;
    let token = &input[1..input.len() - rest.len() - 1];
    if super::base64::is_valid(token) { Ok((rest, ())) } else { fail(input, Expected::Base64) }
}
