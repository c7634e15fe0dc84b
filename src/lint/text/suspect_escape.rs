//! TW012 suspect-escape: a quote or backslash in a name that was hardly meant so.

use super::scan::escapes;
use crate::lint::{Context, Finding, Findings, Level, Rule};
use crate::source::Span;
use crate::syntax::{ProblemKind, SectionKind};

pub(in crate::lint) static RULE: Rule = Rule {
    code: "TW012",
    name: "suspect-escape",
    level: Level::Warning,
    default: true,
    fix: None,
    summary: "a quote or backslash in a name that was hardly meant so",
    why: "A quote inside a name ends it: of `\"grass \"tall\" one\"` the engine reads `grass `, and the rest \
          is glued to the next key, which is lost. A backslash makes the next letter another one: \
          `\"C:\\new\\table\"` is read with a line break and a tab, `\"a\\q\"` as `aq`. The editor writes `\\\"` \
          and `\\\\`; generators that paste names together forget to.",
    example: r#"terrain_set_0/terrain_0/name = "grass "tall" one"
custom_data_layer_0/name = "C:\new\table""#,
    remedy: "write `\\\"` for a quote and `\\\\` for a backslash inside a string.",
    check,
};

fn check(context: &Context<'_>, found: &mut Findings) {
    let document = context.document;
    for problem in document.problems() {
        let quote = match &problem.kind {
            ProblemKind::Leftover { string, .. } => *string,
            ProblemKind::QuotedKey(_) => true,
            _ => false,
        };
        if quote {
            let message = "a quote inside a string is hardly meant to end it here";
            let finding = Finding::new(problem.span, message).about(&problem.kind);
            found.push(finding.help("write `\\\"` for a quote inside a string"));
        }
    }
    for section in document.sections() {
        for field in section.fields() {
            let key = document.source().slice(field.key);
            if matches!(key, b"name" | b"path") && section.kind() != SectionKind::Editable {
                look_at(context, field.value, found);
            }
        }
        for property in section.properties() {
            let key = document.source().slice(property.key);
            if key.ends_with(b"/name") || key == b"resource_name" {
                look_at(context, property.value, found);
            }
        }
    }
}

fn look_at(context: &Context<'_>, value: Span, found: &mut Findings) {
    let bytes = context.document.source().slice(value);
    if bytes.first() != Some(&b'"') {
        return;
    }
    let odd = escapes(bytes).find(|(_, letter)| !matches!(letter, b'"' | b'\\' | b'\'' | b'u' | b'U'));
    let Some((at, letter)) = odd else { return };
    let at = value.start + at as u32;
    let what = match letter {
        b'n' => "a line break",
        b't' => "a tab",
        b'r' => "a carriage return",
        b'b' => "a backspace",
        b'f' => "a form feed",
        _ => "just the letter behind it",
    };
    let shown = char::from(letter);
    let message = format!("`\\{shown}` in a name is read as {what}");
    let name = context.document.source().text(value);
    let finding = Finding::new(Span::new(at, at + 2), message).about(name);
    found.push(finding.help("if a backslash is meant, write `\\\\`"));
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::*;

    #[test]
    fn quotes_and_backslashes_in_names() {
        assert_eq!(
            said("TW012", &scene("layer_0/name = \"C:\\new\"\n")),
            ["`\\n` in a name is read as a line break"]
        );
        assert_eq!(
            said("TW012", &scene("a = \"gr\"a\"\"\nb = 1\n")),
            ["a quote inside a string is hardly meant to end it here"]
        );
        assert_eq!(
            said("TW012", &scene("layer_0/name = \"C:\\\\new \\\"x\\\"\"\ntext = \"a\\nb\"\n")),
            [""; 0]
        );
    }
}
