//! TW020 misread-key: a key that the engine reads otherwise than it stands.

use crate::lint::{Context, Findings, Level, Rule};
use crate::syntax::ProblemKind;

pub(in crate::lint) static RULE: Rule = Rule {
    code: "TW020",
    name: "misread-key",
    level: Level::Error,
    default: true,
    fix: None,
    summary: "a key that the engine reads otherwise than it stands",
    why: "Outside of quotes the engine reads a key byte by byte, so a letter outside of ASCII becomes two \
          others (`é` becomes `Ã©`); and a quote inside a key makes it forget all that came before. The \
          property is set under another name, and lost at the next save.",
    example: r#"metadata/größe = 3"#,
    remedy: "put the whole key into quotes: `\"metadata/größe\" = 3`, as the editor writes it.",
    check,
};

fn check(context: &Context<'_>, found: &mut Findings) {
    super::problems(context, found, |kind| {
        use ProblemKind::*;
        matches!(kind, UnquotedKey { .. } | QuotedKey(_))
    });
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::*;

    #[test]
    fn letters_outside_of_ascii_need_quotes() {
        assert_eq!(
            said("TW020", &scene("metadata/é = 1\n")),
            ["a key that is not plain ASCII needs quotes: `metadata/é`"]
        );
        assert_eq!(said("TW020", &scene("\"metadata/é\" = 1\n")), [""; 0]);
    }
}
