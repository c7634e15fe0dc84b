//! The bytes of a key: which ones it is made of, how it is decoded, and the fast road for plain ones.

use super::input::Input;
use super::token::{quoted, unescape};

/// A plain key is shorter than this.
const PLAIN_KEY: usize = 256;

/// The length of a key as nearly every one is written, plain bytes and `=` behind them, and what follows.
#[inline]
pub(super) fn plain_key(start: Input<'_>) -> Option<(usize, Input<'_>)> {
    if start.first() == Some(&b'[') {
        return None;
    }
    // A text that goes on and on is none: whoever reads it may stop early, and must not look at it all each time.
    let head = &start[..start.len().min(PLAIN_KEY)];
    let length = head.iter().position(|&byte| !is_plain(byte))?;
    match &start[length..] {
        [b'=', rest @ ..] | [b' ', b'=', rest @ ..] if length > 0 => Some((length, rest)),
        _ => None,
    }
}

/// A byte of a key that stands for itself.
pub(super) const fn is_key_byte(byte: u8) -> bool {
    byte > 0x20 && !matches!(byte, b'=' | b'"' | b';')
}

/// The bytes of a key that need no thought: ASCII too, since the engine reads other bytes as Latin-1.
const PLAIN: [bool; 256] = {
    let mut plain = [false; 256];
    let mut byte = 0;
    while byte < 128 {
        plain[byte] = is_key_byte(byte as u8);
        byte += 1;
    }
    plain
};

fn is_plain(byte: u8) -> bool {
    PLAIN[usize::from(byte)]
}

/// Whether a key is written as it is read.
pub(super) fn is_plain_key(raw: &[u8]) -> bool {
    raw.iter().all(|&byte| is_plain(byte))
}

/// Skips what the key loop skips: every byte up to 0x20, NUL too, and comments.
#[inline]
pub(super) fn blank(mut input: Input<'_>) -> Input<'_> {
    loop {
        match input {
            [b';', rest @ ..] => {
                input = memchr::memchr(b'\n', rest).map_or(&rest[rest.len()..], |at| &rest[at + 1..]);
            }
            [0..=0x20, rest @ ..] => input = rest,
            _ => return input,
        }
    }
}

/// Whether a `[` is meant as the start of a section, though the engine would not see it as one here.
pub(super) fn starts_tag(input: Input<'_>) -> bool {
    const NAMES: [&[u8]; 6] =
        [b"node", b"sub_resource", b"ext_resource", b"resource", b"connection", b"editable"];
    let Some(rest) = input.strip_prefix(b"[") else { return false };
    NAMES.iter().any(|name| {
        rest.strip_prefix(*name)
            .is_some_and(|rest| matches!(rest.first(), Some(b' ' | b']' | b'\n' | b'\r' | b'\t')))
    })
}

/// `<<<<<<< ours`, `|||||||`, `=======`, `>>>>>>> theirs`.
pub(super) fn is_conflict_marker(line: &[u8]) -> bool {
    [b'<', b'|', b'=', b'>'].iter().any(|mark| {
        line.len() >= 7
            && line[..7].iter().all(|byte| byte == mark)
            && matches!(line.get(7), None | Some(b' ' | b'\n' | b'\r'))
    })
}

/// The key as the engine reads it: blanks and comments out, a quoted part instead of all before it,
/// and each byte outside the quotes a character of its own.
pub(super) fn decode_key(raw: &[u8]) -> String {
    let mut key = String::new();
    let mut rest = raw;
    while let [first, tail @ ..] = rest {
        match first {
            b'"' => match quoted(rest) {
                Ok((behind, _)) => {
                    key = unescape(&rest[..rest.len() - behind.len()]);
                    rest = behind;
                    continue;
                }
                Err(_) => return String::from_utf8_lossy(raw).into_owned(),
            },
            b';' => {
                rest = memchr::memchr(b'\n', rest).map_or(&[], |at| &rest[at..]);
                continue;
            }
            0..=0x20 => {}
            other => key.push(char::from(*other)),
        }
        rest = tail;
    }
    key
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_decoded_as_the_engine_does() {
        assert_eq!(decode_key(b"metadata/a b"), "metadata/ab");
        assert_eq!(decode_key(b"meta\"metadata/q\"r"), "metadata/qr");
        assert_eq!(decode_key(b"\"x=y\""), "x=y");
        assert_eq!(decode_key(b"&\"k\""), "k");
        assert_eq!(decode_key("é\"é\"".as_bytes()), "é");
        assert_eq!(decode_key("é".as_bytes()), "Ã©");
    }
}
