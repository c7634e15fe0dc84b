//! base64 as the engine takes it in a `PackedByteArray("…")`: the standard alphabet, padding
//! required, line breaks allowed anywhere, blanks only in front of a line break or at the end.

use std::borrow::Cow;

use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};

/// Canonical output; on input the unused bits of the last digit may be set, as the engine allows.
#[allow(dead_code, reason = "reading a file only checks; the tile codecs decode and encode with it")]
pub(crate) const ENGINE: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::RequireCanonical)
        .with_decode_allow_trailing_bits(true),
);

/// Whether the text between the quotes is base64 that the engine takes.
///
/// Looks at every byte once, without decoding: decoding is for those who ask.
pub(crate) fn is_valid(text: &[u8]) -> bool {
    compact(text).is_some_and(|text| is_plain(&text))
}

/// The same for a text without line breaks, blanks and escapes.
pub(crate) fn is_plain(text: &[u8]) -> bool {
    let padding = text.iter().rev().take(2).take_while(|&&byte| byte == b'=').count();
    text.len().is_multiple_of(4) && in_alphabet(&text[..text.len() - padding])
}

/// Where a text that is no base64 holds something that is no digit of it.
pub(crate) fn first_bad(text: &[u8]) -> Option<usize> {
    let padding = text.iter().rev().take(2).take_while(|&&byte| byte == b'=').count();
    text[..text.len() - padding].iter().position(|&byte| !is_digit(byte) && !matches!(byte, b'\n' | b'\r'))
}

fn is_digit(byte: u8) -> bool {
    (byte.wrapping_sub(b'A') < 26)
        | (byte.wrapping_sub(b'a') < 26)
        | (byte.wrapping_sub(b'0') < 10)
        | (byte == b'+')
        | (byte == b'/')
}

/// The digits alone: escapes decoded, line breaks out. `None` if a blank stands inside a line.
pub(crate) fn compact(text: &[u8]) -> Option<Cow<'_, [u8]>> {
    if memchr::memchr3(b'\n', b'\\', b' ', text).is_none() {
        return Some(Cow::Borrowed(text));
    }
    let text = match memchr::memchr(b'\\', text) {
        Some(_) => super::token::unescape(&[b"\"", text, b"\""].concat()).into_bytes(),
        None => text.to_vec(),
    };
    let mut digits = Vec::with_capacity(text.len());
    let mut blanks = 0;
    let mut rest = &text[..];
    loop {
        match rest {
            [] => return Some(Cow::Owned(digits)),
            [b' ', tail @ ..] => {
                blanks += 1;
                rest = tail;
            }
            [b'\r', b'\n', tail @ ..] | [b'\n', tail @ ..] => {
                blanks = 0;
                rest = tail;
            }
            _ if blanks > 0 => return None,
            [digit, tail @ ..] => {
                digits.push(*digit);
                rest = tail;
            }
        }
    }
}

/// Whether all bytes are digits of base64; written so that the compiler makes vector code of it.
fn in_alphabet(text: &[u8]) -> bool {
    text.chunks(4096).all(|chunk| chunk.iter().fold(true, |good, &byte| good & is_digit(byte)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_what_the_engine_takes() {
        for good in [
            "",
            "AQID",
            "AQ==",
            "AQI=",
            "AR==",
            "AQID\nAQID\n",
            "AQID  ",
            "AQID \r\nAQ==",
            "AQ\\u0049D",
            "+/+/",
        ] {
            assert!(is_valid(good.as_bytes()), "{good:?}");
        }
        for bad in [
            "A", "AQ", "AQ=", "A===", "====", "=", "AQ ID", " AQID", "-_-_", "AQ==AQ==", "AQ\rID", "AQ!D",
            "AQ\tID",
        ] {
            assert!(!is_valid(bad.as_bytes()), "{bad:?}");
        }
    }

    #[test]
    fn the_first_wrong_digit_is_found() {
        assert_eq!(first_bad(b"AQ!D"), Some(2));
        assert_eq!(first_bad(b"AQ==AQ=="), Some(2));
        assert_eq!(first_bad(b"AQ="), None);
    }
}
