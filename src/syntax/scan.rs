//! The grammar of values, once: it finds where a value ends, checks it as the engine checks it, and
//! tells a [`Build`] what it saw.

use super::arguments::{arguments, comma_or, second_path};
use super::build::{Build, Leaf, ReferenceKind};
use super::input::{Expected, Input, Parsed, fail, punctuation, trivia};
use super::packed::Constructor;
use super::token::{Quoted, colour, identifier, number, quoted, signed_identifier};
use crate::source::Span;

/// How deep arrays, dictionaries and objects may nest; the engine's own limit when it writes.
pub(super) const MAX_DEPTH: u32 = 100;

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

#[cfg(test)]
mod tests {
    use super::super::build::Check;
    use super::*;

    /// What is left behind the value.
    fn rest(text: &str) -> Option<&str> {
        let mut check = Check::default();
        let mut scanner = Scanner { build: &mut check, total: text.len() };
        let (rest, _) = scanner.outermost(trivia(text.as_bytes())).ok()?;
        std::str::from_utf8(rest).ok()
    }

    #[test]
    fn a_value_ends_where_its_grammar_ends() {
        assert_eq!(rest("0x10"), Some("x10"));
        assert_eq!(rest("1 2"), Some(" 2"));
        assert_eq!(rest("Vector2(1, 2))"), Some(")"));
        assert_eq!(rest("\"gr\"ass\""), Some("ass\""));
        assert_eq!(rest("[1] ; c"), Some(" ; c"));
    }

    #[test]
    fn blanks_and_comments_stand_between_any_two_tokens() {
        assert_eq!(rest("Vector2 ; a\n(\t1\r\n,\n2 )"), Some(""));
        assert_eq!(rest("Array ; [\n[ int ] ( [ 1 ,; ]\n ] )"), Some(""));
        assert_eq!(rest("{ \"a\" ; b\n : 1 , }"), Some(""));
        assert_eq!(rest("& \"a\""), None, "the one place where nothing may stand");
    }

    #[test]
    fn one_comma_may_end_an_array_a_dictionary_and_an_object() {
        for (good, bad) in [("[1,]", "[1,,]"), ("{1:2,}", "{,}"), ("Object(A,\"b\":1,)", "Object(A,,)")] {
            assert_eq!((rest(good), rest(bad)), (Some(""), None));
        }
        assert_eq!(rest("Object(A,)"), Some(""));
        assert_eq!(rest("Object(A)"), None);
    }

    #[test]
    fn typed_collections_name_types_or_scripts() {
        for good in [
            "Array[int]([1])",
            "Array[-int]([])",
            "Array[Resource]([])",
            "Array[ExtResource(\"1\")]([])",
            "Dictionary[String, Resource(\"res://a.gd\")]({})",
        ] {
            assert_eq!(rest(good), Some(""), "{good}");
        }
        for bad in [
            "Array([1])",
            "Array[Array[int]]([])",
            "Array[int]({})",
            "Dictionary[int]({})",
            "Array[\"int\"]([])",
        ] {
            assert_eq!(rest(bad), None, "{bad}");
        }
    }

    #[test]
    fn a_resource_has_a_path_a_uid_or_one_of_each() {
        for (text, good) in [
            ("Resource(\"res://a\")", true),
            ("Resource(\"uid://a\", \"res://a\")", true),
            ("Resource(\"res://a\", \"uid://a\")", true),
            ("Resource(\"\", \"res://a\")", true),
            ("Resource(\"res://a\", \"res://b\")", false),
            ("Resource(\"uid://a\", \"uid://b\")", false),
            ("Resource(\"res://a\", \"\")", false),
            ("Resource(\"\")", false),
            ("Resource(1)", false),
        ] {
            assert_eq!(rest(text).is_some(), good, "{text}");
        }
    }

    #[test]
    fn a_colour_needs_something_behind_it() {
        assert_eq!(rest("#fff\n"), Some("\n"));
        assert_eq!(rest("#"), None);
        assert_eq!(rest("#fff"), None);
        assert_eq!(rest("[#fff]"), Some(""));
    }

    #[test]
    fn a_lost_nul_is_no_part_of_the_value() {
        let text = b"5\0\n";
        let mut check = Check::default();
        let mut scanner = Scanner { build: &mut check, total: text.len() };
        assert_eq!(scanner.outermost(text), Ok((&b"\n"[..], 1)));
        assert_eq!(rest("[1\0, true\0]"), Some(""));
        assert_eq!(rest("[\0]"), None);
    }

    #[test]
    fn references_are_found_wherever_they_stand() {
        let text = "{SubResource(1): [ExtResource(\"a\")], 2: Array[SubResource(\"b\")]([Resource(\"c\")])}";
        let mut check = Check::default();
        let mut scanner = Scanner { build: &mut check, total: text.len() };
        assert!(scanner.outermost(text.as_bytes()).is_ok());
        let ids: Vec<&str> = check.references.iter().map(|found| &text[found.id.range()]).collect();
        assert_eq!(ids, ["1", "\"a\"", "\"b\"", "\"c\""]);
    }
}
