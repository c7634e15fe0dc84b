//! TW012 suspect-escape: a quote or backslash in a name that was hardly meant so.

use super::scan::escapes;
use crate::lint::{Context, Finding, Findings, Level, Rule};
use crate::source::Span;
use crate::syntax::{ProblemKind, SectionKind};

pub(in crate::lint) static RULE: Rule = Rule {
    code: "TW012",
    name: "suspect-escape",
    level: Level::Error,
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
    for problem in document.problems().iter().filter(|problem| super::is_behind_string(context, problem)) {
        let finding = Finding::new(problem.span, problem.kind.to_string()).about(&problem.kind);
        let help = match &problem.kind {
            ProblemKind::QuotedKey(_) => None,
            kind => kind.help(),
        };
        let help = help.unwrap_or_else(|| "a `\"` inside a string is written `\\\"`".to_owned());
        found.push(finding.help(help));
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
        // With an even number of stray quotes a key is spoiled, with an odd one the next string is.
        let even = scene("a = \"gr\"ass\"y\"\nb = 1\n");
        let odd = scene("a = \"gr\"ass\"\nb\" = 1\n");
        assert_eq!(said("TW012", &even), ["text left over behind a value: `ass\"y\"`"]);
        assert_eq!(said("TW012", &odd), ["text in front of a quoted key: `ass`"]);
        for other in ["TW002", "TW020"] {
            assert_eq!((said(other, &even), said(other, &odd)), (Vec::new(), Vec::new()), "told once");
        }
        assert_eq!(
            said("TW012", &scene("layer_0/name = \"C:\\\\new \\\"x\\\"\"\ntext = \"a\\nb\"\n")),
            [""; 0]
        );
    }
}
