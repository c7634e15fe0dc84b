//! The tokens of the text format, as `VariantParser::get_token` cuts them.

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag, take_while, take_while_m_n};
use nom::combinator::recognize;
use nom::sequence::{pair, preceded};

use super::input::{Expected, Failure, Input, Parsed, fail, past_nul};

/// A letter or an underscore, then digits too: the name of a constructor or a class.
#[inline]
pub(super) fn identifier(input: Input<'_>) -> Parsed<'_, &[u8]> {
    match input.first() {
        Some(first) if first.is_ascii_alphabetic() || *first == b'_' => {
            let (name, rest) = input.split_at(word_length(input));
            Ok((past_nul(rest), name))
        }
        _ => fail(input, Expected::Text("a name")),
    }
}

/// An identifier that may have a `-` in front, as the tokenizer has it for `-inf`: the name of a tag,
/// an attribute or a type, where nobody looks at the sign.
#[inline]
pub(super) fn signed_identifier(input: Input<'_>) -> Parsed<'_, &[u8]> {
    match input {
        [b'-', name @ ..] => {
            let (rest, name) = identifier(name)?;
            Ok((rest, &input[..name.len() + 1]))
        }
        _ => identifier(input),
    }
}

/// Whether a [`signed_identifier`] starts here.
pub(super) fn starts_name(input: Input<'_>) -> bool {
    match input {
        [b'-', first, ..] | [first, ..] => first.is_ascii_alphabetic() || *first == b'_',
        [] => false,
    }
}

/// Which bytes go on in a name.
const WORD: [bool; 256] = {
    let mut word = [false; 256];
    let mut byte = 0;
    while byte < 128 {
        word[byte] = (byte as u8).is_ascii_alphanumeric() || byte as u8 == b'_';
        byte += 1;
    }
    word
};

fn word_length(input: Input<'_>) -> usize {
    input.iter().position(|&byte| !WORD[usize::from(byte)]).unwrap_or(input.len())
}

/// `-? digits (. digits*)? ([eE] [+-]? digits*)?`, the empty exponent included.
#[inline]
pub(super) fn number(input: Input<'_>) -> Parsed<'_, &[u8]> {
    let digits = |at: usize| at + input[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let sign = usize::from(input.first() == Some(&b'-'));
    let mut end = digits(sign);
    if end == sign {
        return fail(input, Expected::Text("a number"));
    }
    if input.get(end) == Some(&b'.') {
        end = digits(end + 1);
    }
    if let Some(b'e' | b'E') = input.get(end) {
        let signed = matches!(input.get(end + 1), Some(b'+' | b'-'));
        end = digits(end + 1 + usize::from(signed));
    }
    Ok((past_nul(&input[end..]), &input[..end]))
}

/// What a string token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Quoted {
    /// `"…"`
    String,
    /// `&"…"`, or `@"…"` as Godot 3 spelled it
    StringName,
}

/// So many bytes are looked at one by one before the search for the end of a string starts in earnest.
const SHORT_STRING: usize = 24;

/// A string or a string name, whole, with its quotes. Escapes are checked, not decoded.
#[inline]
pub(super) fn quoted(input: Input<'_>) -> Parsed<'_, Quoted> {
    let (rest, kind) = match input {
        [b'"', rest @ ..] => (rest, Quoted::String),
        [b'&' | b'@', b'"', rest @ ..] => (rest, Quoted::StringName),
        [b'&' | b'@', rest @ ..] => return fail(rest, Expected::Text("`\"` right behind `&`")),
        _ => return fail(input, Expected::Text("a string")),
    };
    // Names and ids are short, and nearly all text is plain.
    let head = &rest[..rest.len().min(SHORT_STRING)];
    match head.iter().position(|byte| matches!(byte, b'"' | b'\\' | 0)) {
        Some(close) if rest[close] == b'"' => Ok((&rest[close + 1..], kind)),
        _ => string_tail(rest, input).map(|(rest, ())| (rest, kind)),
    }
}

/// The inside of a string and its closing quote. `start` is where a missing quote is reported.
fn string_tail<'a>(mut input: Input<'a>, start: Input<'a>) -> Parsed<'a, ()> {
    // The first half of a surrogate pair that waits for its second.
    let mut lead: Option<Input<'a>> = None;
    loop {
        let stop = memchr::memchr3(b'"', b'\\', 0, input);
        if let Some(half) = lead
            && !matches!(input, [b'\\', b'u' | b'U', ..])
        {
            return fail(half, Expected::SurrogatePair);
        }
        let Some(stop) = stop else { return fail(start, Expected::ClosingQuote) };
        input = &input[stop..];
        match input {
            [b'"', rest @ ..] => return Ok((rest, ())),
            [b'\\', b'u' | b'U', ..] => {
                let (rest, code) = unicode_escape(input)?;
                lead = match (lead, code) {
                    (None, 0xD800..=0xDBFF) => Some(input),
                    (Some(_), 0xDC00..=0xDFFF) => None,
                    (Some(half), _) => return fail(half, Expected::SurrogatePair),
                    (None, 0xDC00..=0xDFFF) => return fail(input, Expected::SurrogatePair),
                    (None, _) => None,
                };
                input = rest;
            }
            [b'\\'] => return fail(start, Expected::ClosingQuote),
            [0, ..] => return fail(input, Expected::NoNul),
            [b'\\', 0, ..] => return fail(&input[1..], Expected::NoNul),
            [b'\\', _, rest @ ..] => input = rest,
            _ => unreachable!("memchr3 stops at a quote, a backslash or NUL"),
        }
    }
}

/// `\u` and four digits, or `\U` and six.
pub(super) fn unicode_escape(input: Input<'_>) -> Parsed<'_, u32> {
    let hex = |digits| take_while_m_n(digits, digits, |byte: u8| byte.is_ascii_hexdigit());
    let escape = alt((preceded(tag(&b"\\u"[..]), hex(4)), preceded(tag(&b"\\U"[..]), hex(6))));
    let (rest, digits) = { escape }
        .parse_complete(input)
        .map_err(|_: nom::Err<Failure>| nom::Err::Failure(Failure::at(input, Expected::HexDigits)))?;
    let code = digits.iter().fold(0, |code, &digit| code << 4 | (digit as char).to_digit(16).unwrap_or(0));
    Ok((rest, code))
}

/// `#` and hexadecimal digits. How many is not checked: the engine makes black of a wrong count.
pub(super) fn colour(input: Input<'_>) -> Parsed<'_, &[u8]> {
    let (rest, text) = recognize(pair(tag(&b"#"[..]), take_while(|byte: u8| byte.is_ascii_hexdigit())))
        .parse_complete(input)?;
    Ok((past_nul(rest), text))
}

/// The text of a string token (with its quotes), escapes decoded, as the engine decodes them in a file:
/// the bytes are collected first and read as UTF-8 then, so that an escape above U+007F does not survive.
pub(super) fn unescape(token: &[u8]) -> String {
    let open = token.iter().position(|&byte| byte == b'"').map_or(0, |at| at + 1);
    let inner = &token[open..token.len().saturating_sub(1).max(open)];
    if memchr::memchr(b'\\', inner).is_none() {
        return String::from_utf8_lossy(inner).into_owned();
    }
    let mut bytes = Vec::with_capacity(inner.len());
    let mut rest = inner;
    while let Some(at) = memchr::memchr(b'\\', rest) {
        bytes.extend_from_slice(&rest[..at]);
        rest = &rest[at..];
        if let Ok((behind, code)) = unicode_escape(rest) {
            match code {
                0..=0x7F => bytes.push(code as u8),
                // One byte that is no UTF-8 by itself: U+FFFD. More than a byte: a blank.
                0x80..=0xFF => bytes.push(code as u8),
                0xDC00..=0xDFFF => {}
                _ => bytes.push(b' '),
            }
            rest = behind;
            continue;
        }
        let escaped = rest.get(1).copied();
        bytes.extend(escaped.map(|byte| match byte {
            b'b' => 8,
            b't' => b'\t',
            b'n' => b'\n',
            b'f' => 12,
            b'r' => b'\r',
            other => other,
        }));
        rest = &rest[rest.len().min(2)..];
    }
    bytes.extend_from_slice(rest);
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut<'a>(parsed: Parsed<'a, &'a [u8]>) -> Option<(&'a str, &'a str)> {
        let (rest, token) = parsed.ok()?;
        Some((std::str::from_utf8(token).ok()?, std::str::from_utf8(rest).ok()?))
    }

    #[test]
    fn numbers_end_where_the_engine_ends_them() {
        assert_eq!(cut(number(b"007,")), Some(("007", ",")));
        assert_eq!(cut(number(b"1.")), Some(("1.", "")));
        assert_eq!(cut(number(b"-1.5e-3)")), Some(("-1.5e-3", ")")));
        assert_eq!(cut(number(b"1e")), Some(("1e", "")));
        assert_eq!(cut(number(b"1.5.5")), Some(("1.5", ".5")));
        assert_eq!(cut(number(b"0x10")), Some(("0", "x10")));
        assert_eq!(cut(number(b"5_000")), Some(("5", "_000")));
        assert_eq!(cut(number(b"- 5")), None);
        assert_eq!(cut(number(b".5")), None);
        assert_eq!(cut(number(b"--5")), None);
    }

    #[test]
    fn a_word_loses_one_nul_behind_it() {
        assert_eq!(cut(number(b"1\0,")), Some(("1", ",")));
        assert_eq!(cut(identifier(b"Vector2\0(")), Some(("Vector2", "(")));
        assert_eq!(cut(colour(b"#fff\0]")), Some(("#fff", "]")));
        assert_eq!(cut(number(b"1\0\0")), Some(("1", "\0")));
    }

    #[test]
    fn a_name_may_have_a_sign_where_nobody_looks_at_it() {
        assert_eq!(cut(signed_identifier(b"-int]")), Some(("-int", "]")));
        assert_eq!(cut(identifier(b"-int]")), None);
        assert!(starts_name(b"-x=1") && starts_name(b"_") && !starts_name(b"-5") && !starts_name(b"-"));
    }

    #[test]
    fn surrogates_come_in_pairs() {
        for (text, good) in [
            ("\"\\ud83d\\ude42x\"", true),
            ("\"\\ud83dx\"", false),
            ("\"\\ud83d\\n\"", false),
            ("\"\\ud83d\\ud83d\"", false),
            ("\"\\ude42\"", false),
        ] {
            assert_eq!(quoted(text.as_bytes()).is_ok(), good, "{text}");
        }
    }

    #[test]
    fn escapes_are_those_of_a_file() {
        assert_eq!(unescape(br#""a\tb\nc\"d\\e\qf\u0041""#), "a\tb\nc\"d\\eqfA");
        assert_eq!(unescape(b"\"\\u00fc\""), "\u{fffd}");
        assert_eq!(unescape(b"\"\\ud83d\\ude42\""), " ");
        assert_eq!(unescape(b"&\"n\""), "n");
        assert_eq!(unescape("\"é\"".as_bytes()), "é");
    }

    #[test]
    fn a_string_ends_at_its_quote_or_not_at_all() {
        assert!(quoted(b"\"a\\\"b\" rest").is_ok_and(|(rest, _)| rest == b" rest"));
        for bad in
            [&b"\"a"[..], b"\"a\\", b"\"a\0\"", b"\"\\u12\"", b"\"\\ud83d\"", b"\"\\ude42\"", b"& \"a\""]
        {
            assert!(quoted(bad).is_err(), "{bad:?}");
        }
    }
}
