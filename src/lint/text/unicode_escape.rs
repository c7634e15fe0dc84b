//! TW009 unicode-escape: a `\u` escape above ASCII, which the engine reads wrong in files.

use super::scan::{Part, escapes, parts};
use crate::edit::Edit;
use crate::lint::Change;
use crate::lint::{Context, Finding, Findings, Level, Rule, Safety};
use crate::source::Span;

pub(in crate::lint) static RULE: Rule = Rule {
    code: "TW009",
    name: "unicode-escape",
    level: Level::Error,
    default: true,
    fix: Some(Safety::Unsafe),
    summary: "a `\\u` escape above ASCII, which the engine reads wrong in files",
    why: "In a scene the engine collects a string byte by byte and decodes it as UTF-8 at the end, so an \
          escape above U+007F does not work: `\\u00e9` becomes U+FFFD, `\\u20ac` and every character outside \
          of the first plane become a blank. The editor writes such characters as themselves; tools that \
          print JSON write escapes.",
    example: r#"text = "caf\u00e9""#,
    remedy: "write the character itself, as UTF-8. `--fix --unsafe` does (unsafe because the engine reads \
          another text afterwards: the one that was meant).",
    check,
};

fn check(context: &Context<'_>, found: &mut Findings) {
    let source = context.document.source();
    if memchr::memmem::find(source.bytes(), b"\\u").or(memchr::memmem::find(source.bytes(), b"\\U")).is_none()
    {
        return;
    }
    for (_, span) in parts(context.document).into_iter().filter(|(part, _)| *part == Part::String) {
        let (edits, shown) = escaped(source.slice(span), span.start);
        let Some(first) = edits.first().map(|edit| edit.span) else { continue };
        let what = match shown.chars().count() {
            1 => format!("`{}` is read wrong: `{shown}` is meant", source.text(first)),
            count => format!("{count} escapes above ASCII are read wrong: `{shown}` is meant"),
        };
        let finding = Finding::new(first, what)
            .help("write the characters themselves, as UTF-8")
            .about(&shown)
            .times(edits.len());
        found.push(finding.fix("write the characters themselves", Change::Text(edits)));
    }
}

/// The escapes above ASCII of a string, each with the character instead; and these characters.
fn escaped(bytes: &[u8], base: u32) -> (Vec<Edit>, String) {
    let mut edits: Vec<Edit> = Vec::new();
    let mut shown = String::new();
    let mut high: Option<(usize, u32)> = None;
    for (at, letter) in escapes(bytes) {
        let digits = match letter {
            b'u' => 4,
            b'U' => 6,
            _ => continue,
        };
        let text = bytes.get(at + 2..at + 2 + digits).and_then(|text| std::str::from_utf8(text).ok());
        let Some(code) = text.and_then(|text| u32::from_str_radix(text, 16).ok()) else { continue };
        let end = at + 2 + digits;
        let (from, code) = match (high.take(), code) {
            (_, 0xD800..=0xDBFF) => {
                high = Some((at, code));
                continue;
            }
            (Some((from, first)), 0xDC00..=0xDFFF) => {
                (from, 0x10000 + ((first - 0xD800) << 10) + (code - 0xDC00))
            }
            _ => (at, code),
        };
        if let Some(character) = char::from_u32(code).filter(|character| !character.is_ascii()) {
            let span = Span::new(base + from as u32, base + end as u32);
            edits.push(Edit { span, replacement: character.to_string().into_bytes() });
            shown.push(character);
        }
    }
    (edits, shown)
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::*;

    #[test]
    fn escapes_above_ascii() {
        let text = scene("a = \"caf\\u00e9 \\u0041\"\n");
        assert_eq!(said("TW009", &text), ["`\\u00e9` is read wrong: `é` is meant"]);
        assert_eq!(said("TW009", &scene("a = \"\\u0041 \\\\u00e9 é\"\n")), [""; 0]);
        assert_eq!(fixed("TW009", &text), scene("a = \"café \\u0041\"\n"));
    }

    #[test]
    fn the_name_of_a_node_may_be_mended() {
        let named = |name: &str| ground(&buffer(&[[0, 0, 1, 0, 0, 0]]), "").replace("Ground", name);
        assert_eq!(fixed("TW009", &scene(&named("S\\u00fcd"))), scene(&named("Süd")));
    }

    #[test]
    fn a_surrogate_pair_is_one_character() {
        assert_eq!(fixed("TW009", &scene("a = \"\\ud83d\\ude42\"\n")), scene("a = \"🙂\"\n"));
    }
}
