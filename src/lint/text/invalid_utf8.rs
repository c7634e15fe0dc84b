//! TW010 invalid-utf8: bytes that are not UTF-8.

use crate::lint::{Context, Finding, Findings, Level, Rule};
use crate::source::Span;

pub(in crate::lint) static RULE: Rule = Rule {
    code: "TW010",
    name: "invalid-utf8",
    level: Level::Warning,
    default: true,
    fix: None,
    summary: "bytes that are not UTF-8",
    why: "The engine decodes strings as UTF-8. What is none becomes U+FFFD, with a line in the log; at the \
          next save the old bytes are gone for good. Mostly the file was saved in an old code page.",
    example: r#"text = "caf\xE9""#,
    remedy: "save the file as UTF-8: open it in the encoding that it was written in (often Windows-1252) and \
          convert it.",
    check,
};

fn check(context: &Context<'_>, found: &mut Findings) {
    let bytes = context.document.source().bytes();
    let not_text = bytes.starts_with(&[0xFF, 0xFE]) || bytes.starts_with(&[0xFE, 0xFF]);
    let Err(error) = std::str::from_utf8(bytes) else { return };
    if not_text || bytes.starts_with(b"RSRC") || bytes.starts_with(b"RSCC") {
        return;
    }
    let first = error.valid_up_to();
    let count = bytes.utf8_chunks().filter(|chunk| !chunk.invalid().is_empty()).count();
    let span =
        Span::new(first as u32, first as u32 + error.error_len().unwrap_or(bytes.len() - first) as u32);
    let message = match count {
        1 => "a byte that is not UTF-8".to_owned(),
        count => format!("{count} places that are not UTF-8, the first one here"),
    };
    let help = "the engine reads U+FFFD there; save the file as UTF-8";
    found.push(Finding::new(span, message).help(help).times(count));
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::*;

    #[test]
    fn latin_1_in_a_string() {
        let mut text = scene("a = \"caf?\"\n").into_bytes();
        let at = text.iter().position(|&byte| byte == b'?').expect("there");
        text[at] = 0xE9;
        assert_eq!(said_of("TW010", text), ["a byte that is not UTF-8"]);
        assert_eq!(said("TW010", &scene("a = \"café\"\n")), [""; 0]);
    }
}
