//! A value as a tree, built on demand from one property.

use super::build::{Build, Leaf, ReferenceKind};
use super::input::Failure;
use super::packed::Constructor;
use super::scan::Scanner;
use super::token::unescape;
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

    /// The number, if it is a whole one or can be read as one.
    pub fn as_int(&self) -> Option<i64> {
        match self.kind {
            ValueKind::Int(number) => Some(number),
            ValueKind::Float(number) => Some(number as i64),
            _ => None,
        }
    }
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
