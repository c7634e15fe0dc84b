//! TW019 long-number: a whole number beyond 64 bits.

use super::scan::{Part, parts};
use crate::lint::{Context, Finding, Findings, Level, Rule};
use crate::source::Span;

pub(in crate::lint) static RULE: Rule = Rule {
    code: "TW019",
    name: "long-number",
    level: Level::Warning,
    default: true,
    fix: None,
    summary: "a whole number beyond 64 bits",
    why: "The engine keeps whole numbers in 64 bits. 9223372036854775808 wraps to the smallest number \
          without a word, a longer one becomes the largest with a line in the log; the next save writes \
          that.",
    example: r#"metadata/seed = 9223372036854775808"#,
    remedy: "write it as a float (`1e19`) or as a string, or restore the value from version control.",
    check,
};

fn check(context: &Context<'_>, found: &mut Findings) {
    let source = context.document.source();
    for (_, span) in parts(context.document).into_iter().filter(|(part, _)| *part == Part::Plain) {
        let bytes = source.slice(span);
        let mut at = 0;
        while at < bytes.len() {
            if !bytes[at].is_ascii_digit() {
                at += 1;
                continue;
            }
            let run = bytes[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
            let before = at.checked_sub(1).map_or(b' ', |before| bytes[before]);
            let behind = bytes.get(at + run).copied().unwrap_or(b' ');
            let whole = !matches!(behind, b'.' | b'e' | b'E');
            let starts =
                !before.is_ascii_alphanumeric() && !matches!(before, b'.' | b'_' | b'#' | b'/' | b':' | b'+');
            if run >= 19 && whole && starts && !fits(&bytes[at..at + run], before == b'-') {
                let start = span.start + at as u32;
                let place = Span::new(start, start + run as u32);
                let message = format!("{} does not fit into 64 bits", source.text(place));
                let finding = Finding::new(place, message).about(source.text(place));
                found.push(finding.help("the engine reads another number; write a float or a string"));
            }
            at += run;
        }
    }
}

fn fits(digits: &[u8], negative: bool) -> bool {
    let text = std::str::from_utf8(digits).expect("digits");
    let limit = if negative { 1_u128 << 63 } else { (1 << 63) - 1 };
    text.trim_start_matches('0')
        .parse::<u128>()
        .map_or(text.trim_start_matches('0').is_empty(), |number| number <= limit)
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::*;

    #[test]
    fn sixty_four_bits() {
        assert_eq!(
            said("TW019", &scene("a = 9223372036854775808\n")),
            ["9223372036854775808 does not fit into 64 bits"]
        );
        let fine = "a = 9223372036854775807\nb = -9223372036854775808\nc = 92233720368547758080.0\n\
            d = 0.1234567890123456789012\ne = \"9223372036854775808\"\n";
        assert_eq!(said("TW019", &scene(fine)), [""; 0]);
    }
}
