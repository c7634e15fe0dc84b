//! What stands between the brackets of a constructor: numbers, strings, base64, a path.
//!
//! Numbers of long arrays pass through one loop, never through a combinator each.

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::tag;

use super::input::{Expected, Failure, Input, Parsed, fail, trivia};
use super::packed::{Constructor, Shape};
use super::token::{number, quoted, unescape};

/// What stands between the brackets of a constructor; stops in front of `)`.
pub(super) fn arguments(open: Input<'_>, constructor: Constructor) -> Parsed<'_, ()> {
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
            let (rest, given) = if empty { (inner, 0) } else { numbers(inner)? };
            if given == u64::from(arity) || rest.first() != Some(&b')') {
                // Where the bracket does not close either, that is the better thing to say.
                return Ok((rest, ()));
            }
            fail(inner, Expected::Arguments { name: constructor.name(), takes: arity, given })
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
                    .map_err(|_: nom::Err<Failure>| {
                        nom::Err::Failure(Failure::at(input, Expected::Text("a number")))
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
    if super::base64::is_valid(token) {
        return Ok((rest, ()));
    }
    match super::base64::first_bad(token) {
        Some(at) => fail(&input[1 + at..], Expected::Base64Digit),
        None => fail(input, Expected::Base64Padding),
    }
}

/// The second text of `Resource("uid://…", "res://…")`, if there is one: of the two, one is a uid and the
/// other is not. `behind` is behind the first.
pub(super) fn second_path<'a>(first: Input<'a>, behind: Input<'a>) -> Parsed<'a, ()> {
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

/// Past a comma, or in front of the closing byte.
pub(super) fn comma_or<'a>(input: Input<'a>, close: u8, expected: &'static str) -> Parsed<'a, ()> {
    match input {
        [b',', rest @ ..] => Ok((rest, ())),
        [first, ..] if *first == close => Ok((input, ())),
        _ => fail(input, Expected::Text(expected)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn takes(constructor: Constructor, inside: &str) -> bool {
        arguments(inside.as_bytes(), constructor).is_ok_and(|(rest, ())| trivia(rest) == b")")
    }

    #[test]
    fn no_comma_ends_a_list_but_one_of_strings() {
        assert!(takes(Constructor::PackedInt32Array, "1, 2)"));
        assert!(!takes(Constructor::PackedInt32Array, "1, 2,)"));
        assert!(!takes(Constructor::Vector2, "1, 2,)"));
        assert!(takes(Constructor::PackedStringArray, "\"a\", \"b\",)"));
        assert!(!takes(Constructor::PackedStringArray, ",)"));
        assert!(!takes(Constructor::PackedStringArray, "&\"a\")"));
    }

    #[test]
    fn a_constructor_takes_its_count_of_numbers() {
        assert!(takes(Constructor::Vector2, "1, 2)"));
        assert!(takes(Constructor::Vector2, " -inf , inf_neg ; c\n)"));
        assert!(takes(Constructor::Vector2i, "nan, 1e)"));
        for bad in [")", "1)", "1, 2, 3)", "1 2)", "true, 1)", "\"1\", 2)", "-nan, 1)", "infx, 1)", "(1), 2)"]
        {
            assert!(!takes(Constructor::Vector2, bad), "{bad}");
        }
        assert!(
            takes(Constructor::Rid, ")")
                && takes(Constructor::Rid, "-1.5)")
                && !takes(Constructor::Rid, "inf)")
        );
        assert!(takes(Constructor::Signal, " ; c\n)") && !takes(Constructor::Signal, "1)"));
    }

    #[test]
    fn a_long_list_may_be_spelled_in_any_way() {
        for separator in [", ", ",", " , ", ",\n", ", ;c\n", ", -", ", 1.5, "] {
            let list = format!("{}1)", format!("1{separator}").repeat(100));
            assert!(takes(Constructor::PackedInt32Array, &list), "{separator:?}");
        }
        for separator in [", ,", " ", ", x", ",, "] {
            let list = format!("{}1)", format!("1{separator}").repeat(100));
            assert!(!takes(Constructor::PackedInt32Array, &list), "{separator:?}");
        }
    }

    #[test]
    fn bytes_are_numbers_or_one_base64_text() {
        assert!(takes(Constructor::PackedByteArray, ")"));
        assert!(takes(Constructor::PackedByteArray, "300, -1, 1.9, nan)"));
        assert!(takes(Constructor::PackedByteArray, " \"AQID\" )"));
        assert!(!takes(Constructor::PackedByteArray, "\"AQID\",)"));
        assert!(!takes(Constructor::PackedByteArray, "\"AQID\", \"AQID\")"));
        assert!(!takes(Constructor::PackedByteArray, "&\"AQID\")"));
        assert!(!takes(Constructor::PackedInt32Array, "\"AQID\")"));
    }
}
