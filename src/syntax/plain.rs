//! Lists of whole numbers as the engine spells them, `12, 0, 255`: checked and counted without looking
//! at a single number. Millions of them fill a scene, and nothing here branches on one.

/// Whether the text is `digits{, digits}` with exactly one blank behind each comma, signs allowed.
///
/// `false` says nothing: the list may still be good in another spelling.
pub(crate) fn is_plain_list(text: &[u8]) -> bool {
    let digit = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_digit);
    let starts_well = digit(text.first()) || (text.first() == Some(&b'-') && digit(text.get(1)));
    starts_well
        && digit(text.last())
        && text[..text.len() - 1]
            .chunks(4096)
            .zip(text[1..].chunks(4096))
            .all(|(left, right)| all_follow(left, right))
}

/// Whether each byte on the right may follow the one on the left.
fn all_follow(left: &[u8], right: &[u8]) -> bool {
    left.iter().zip(right).fold(true, |good, (&this, &next)| {
        let digit = next.wrapping_sub(b'0') < 10;
        good & (((this.wrapping_sub(b'0') < 10) & (digit | (next == b',')))
            | ((this == b',') & (next == b' '))
            | ((this == b' ') & (digit | (next == b'-')))
            | ((this == b'-') & digit))
    })
}

#[cfg(test)]
mod tests {
    use super::is_plain_list;

    #[test]
    fn only_the_engines_own_spelling_is_plain() {
        for good in ["0", "1, 2", "255, 0, -1", "-65536, 3"] {
            assert!(is_plain_list(good.as_bytes()), "{good}");
        }
        for other in ["", "1,2", "1, ", ", 1", "1,  2", "1 2", "1, -", "1, 2.5", "--1", "1\n, 2", "1, 2 "] {
            assert!(!is_plain_list(other.as_bytes()), "{other}");
        }
    }
}
