//! A value as a tree, built on demand from one property.

use super::build::{Build, Leaf, ReferenceKind};
use super::input::{Failure, trivia};
use super::packed::{Constructor, Shape};
use super::scan::Scanner;
use super::token::{identifier, unescape};
use super::{Problem, diagnose};
use crate::source::Span;

/// A value and where it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Value {
    /// What it is.
    pub kind: ValueKind,
    /// Where, in the bytes that it was read from.
    pub span: Span,
}

/// What a value is.
#[derive(Clone, Debug, PartialEq)]
pub enum ValueKind {
    /// `null`, `nil`
    Null,
    /// `true`, `false`
    Bool(bool),
    /// A whole number; one beyond 64 bits is clamped, 2^63 wraps, as in the engine.
    Int(i64),
    /// A number with a point or an exponent, `inf`, `-inf`, `nan`.
    Float(f64),
    /// `"…"`
    String(String),
    /// `&"…"`
    StringName(String),
    /// `#rrggbb`
    Colour(String),
    /// `[…]`
    Array(Vec<Value>),
    /// `{…}`, pairs as they stand.
    Dictionary(Vec<(Value, Value)>),
    /// `Vector2(…)`, `PackedByteArray(…)` and the like. The arguments are checked, not decoded.
    Construct(Constructor, Span),
    /// `ExtResource(…)`, `SubResource(…)`, `Resource(…)` with its id or path.
    Reference(ReferenceKind, String),
    /// `Object(class, …)`
    Object(String, Vec<(Value, Value)>),
    /// `Array[…](…)`, `Dictionary[…, …](…)`: the types as they stand, and what they hold.
    Typed(String, Box<Value>),
}

impl Value {
    /// Reads the value that fills the bytes of a span.
    ///
    /// # Errors
    ///
    /// A [`Problem`] if the bytes are no value; those of a [`Property`](super::Property) always are one.
    pub fn parse(bytes: &[u8], span: Span) -> Result<Value, Problem> {
        let mut tree = Tree { bytes };
        let mut scanner = Scanner { build: &mut tree, total: span.end as usize };
        match scanner.value(&bytes[span.range()], 0) {
            Ok((_, value)) => Ok(value),
            Err(nom::Err::Error(failure) | nom::Err::Failure(failure)) => Err(problem(bytes, span, failure)),
            Err(nom::Err::Incomplete(_)) => unreachable!("all parsers are complete ones"),
        }
    }

    /// Reads a value that a [`Document`](super::Document) has checked already: the arguments of a constructor are taken
    /// as they stand, without another look at millions of numbers. Of any other value this is [`parse`](Self::parse).
    ///
    /// # Errors
    ///
    /// As [`parse`](Self::parse).
    pub fn parse_checked(bytes: &[u8], span: Span) -> Result<Value, Problem> {
        match constructed(&bytes[span.range()], span.start) {
            Some(kind) => Ok(Value { kind, span }),
            None => Self::parse(bytes, span),
        }
    }

    /// The number, if it is a whole one or can be read as one.
    pub fn as_int(&self) -> Option<i64> {
        match self.kind {
            ValueKind::Int(number) => Some(number),
            ValueKind::Float(number) => Some(number as i64),
            _ => None,
        }
    }
}

/// A sound value as a constructor and its arguments; `None` if it is something else, or takes a closer look.
fn constructed(text: &[u8], start: u32) -> Option<ValueKind> {
    let (rest, name) = identifier(text).ok()?;
    let constructor = Constructor::by_name(name)?;
    let open = trivia(rest).strip_prefix(b"(")?;
    let close = open.strip_suffix(b")")?;
    let inner = trivia(close);
    let len = match inner {
        // Up to its closing quote; an escape could hide that.
        [b'"', rest @ ..] => match memchr::memchr2(b'"', b'\\', rest)? {
            at if rest[at] == b'"' && constructor.shape() == Shape::Bytes => {
                close.len() - inner.len() + at + 2
            }
            _ => return None,
        },
        _ => close.len(),
    };
    let from = start + (text.len() - open.len()) as u32;
    Some(ValueKind::Construct(constructor, Span::new(from, from + len as u32)))
}

fn problem(bytes: &[u8], span: Span, failure: Failure) -> Problem {
    diagnose::unexpected(
        &bytes[..span.end as usize],
        failure.offset(span.end as usize),
        failure.expected,
        None,
    )
}

struct Tree<'s> {
    bytes: &'s [u8],
}

impl Tree<'_> {
    fn text(&self, span: Span) -> String {
        String::from_utf8_lossy(&self.bytes[span.range()]).into_owned()
    }
}

impl Build for Tree<'_> {
    type Value = Value;

    fn leaf(&mut self, leaf: Leaf, span: Span) -> Value {
        let raw = &self.bytes[span.range()];
        let kind = match leaf {
            Leaf::Null => ValueKind::Null,
            Leaf::Bool(value) => ValueKind::Bool(value),
            Leaf::Number => number(raw),
            Leaf::Infinity { negative } => {
                ValueKind::Float(if negative { f64::NEG_INFINITY } else { f64::INFINITY })
            }
            Leaf::NotANumber => ValueKind::Float(f64::NAN),
            Leaf::String => ValueKind::String(unescape(raw)),
            Leaf::StringName => ValueKind::StringName(unescape(raw)),
            Leaf::Colour => ValueKind::Colour(self.text(span)),
        };
        Value { kind, span }
    }

    fn array(&mut self, items: Vec<Value>, span: Span) -> Value {
        Value { kind: ValueKind::Array(items), span }
    }

    fn dictionary(&mut self, pairs: Vec<(Value, Value)>, span: Span) -> Value {
        Value { kind: ValueKind::Dictionary(pairs), span }
    }

    fn construct(&mut self, constructor: Constructor, arguments: Span, span: Span) -> Value {
        Value { kind: ValueKind::Construct(constructor, arguments), span }
    }

    fn reference(&mut self, kind: ReferenceKind, id: Span, span: Span) -> Value {
        let raw = &self.bytes[id.range()];
        let id = if raw.first() == Some(&b'"') { unescape(raw) } else { self.text(id) };
        Value { kind: ValueKind::Reference(kind, id), span }
    }

    fn object(&mut self, class: Span, pairs: Vec<(Value, Value)>, span: Span) -> Value {
        Value { kind: ValueKind::Object(self.text(class), pairs), span }
    }

    fn typed(&mut self, types: Span, inner: Value, span: Span) -> Value {
        Value { kind: ValueKind::Typed(self.text(types), Box::new(inner)), span }
    }
}

/// A number token. Reading is not rounded as the engine rounds it: its floats are off in the last digit at times.
pub(crate) fn number(raw: &[u8]) -> ValueKind {
    let text = std::str::from_utf8(raw).unwrap_or("0");
    if text.contains(['.', 'e', 'E']) {
        // An empty exponent is none.
        let text = text.trim_end_matches(['e', 'E', '+', '-']);
        return ValueKind::Float(text.parse().unwrap_or(0.0));
    }
    ValueKind::Int(text.parse::<i128>().map_or_else(
        |_| if text.starts_with('-') { i64::MIN } else { i64::MAX },
        |wide| match wide {
            0x8000_0000_0000_0000 => i64::MIN,
            -0x8000_0000_0000_0001 => i64::MAX,
            wide => wide.clamp(i64::MIN.into(), i64::MAX.into()) as i64,
        },
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_look_is_not_needed() {
        for text in [
            "PackedByteArray()",
            "PackedByteArray(1, 2, 3)",
            "PackedByteArray( 1,2 ; )\n)",
            "PoolByteArray ( \"AQID\" ; \"x\"\n)",
            "PackedByteArray(\"AQ\\u0049D\")",
            "PackedInt32Array(\n1, -2 ; a\n)",
            "Vector2(1, 2)",
            "NodePath(\"a)\")",
            "PackedStringArray(\"a\", \"b)\")",
            "Array[int]([1])",
            "[1, 2]",
        ] {
            let span = Span::new(3, 3 + text.len() as u32);
            let bytes = [b"a =", text.as_bytes()].concat();
            let (checked, parsed) = (Value::parse_checked(&bytes, span), Value::parse(&bytes, span));
            assert_eq!(checked, parsed, "{text}");
            assert!(parsed.is_ok(), "{text}");
        }
    }

    fn read(text: &str) -> ValueKind {
        Value::parse(text.as_bytes(), Span::new(0, text.len() as u32)).expect("a value").kind
    }

    #[test]
    fn whole_numbers_wrap_and_clamp_as_in_the_engine() {
        assert_eq!(read("007"), ValueKind::Int(7));
        assert_eq!(read("9223372036854775808"), ValueKind::Int(i64::MIN));
        assert_eq!(read("99999999999999999999"), ValueKind::Int(i64::MAX));
        assert_eq!(read("-9223372036854775809"), ValueKind::Int(i64::MAX));
    }

    #[test]
    fn a_point_or_an_exponent_makes_a_float() {
        assert_eq!(read("1."), ValueKind::Float(1.0));
        assert_eq!(read("1e"), ValueKind::Float(1.0));
        assert_eq!(read("1.5e-3"), ValueKind::Float(0.0015));
        assert_eq!(read("-inf"), ValueKind::Float(f64::NEG_INFINITY));
        assert_eq!(read("inf_neg"), ValueKind::Float(f64::NEG_INFINITY));
    }

    #[test]
    fn a_value_is_a_tree_with_its_places() {
        let text = "{\"a\": [1, &\"n\"], 2: #fff}";
        let ValueKind::Dictionary(pairs) = read(text) else { panic!("a dictionary") };
        let ValueKind::Array(items) = &pairs[0].1.kind else { panic!("an array") };
        assert_eq!(items[1].kind, ValueKind::StringName("n".into()));
        assert_eq!(&text[items[1].span.range()], "&\"n\"");
        assert_eq!(pairs[1].1.kind, ValueKind::Colour("#fff".into()));
        assert_eq!(read("ExtResource( 7 )"), ValueKind::Reference(ReferenceKind::External, "7".into()));
    }

    #[test]
    fn old_names_are_the_new_constructors() {
        for (old, new) in [
            ("PoolByteArray(1)", Constructor::PackedByteArray),
            ("IntArray(1)", Constructor::PackedInt32Array),
            ("PoolRealArray(1)", Constructor::PackedFloat32Array),
            ("Matrix32(1, 0, 0, 1, 0, 0)", Constructor::Transform2D),
            ("Quat(0, 0, 0, 1)", Constructor::Quaternion),
        ] {
            assert!(matches!(read(old), ValueKind::Construct(found, _) if found == new), "{old}");
        }
    }
}
