//! TW021 bad-suppression: a `metadata/tilewright_ignore` that names no rule.

use crate::lint::suppress::unknown_words;
use crate::lint::{Context, Findings, Level, Rule};

pub(in crate::lint) static RULE: Rule = Rule {
    code: "TW021",
    name: "bad-suppression",
    level: Level::Warning,
    default: true,
    fix: None,
    summary: "a `metadata/tilewright_ignore` that names no rule",
    why: "A node says with `metadata/tilewright_ignore` which rules are not to be told of it and of what \
          lies below it. A word that is no rule hides nothing.",
    example: r#"metadata/tilewright_ignore = "tombstone""#,
    remedy: "write codes (`TW101`), their beginnings (`TW2`) or names, with commas between, or `true` for \
          all. `tilewright check --list-rules` lists them.",
    check,
};

fn check(context: &Context<'_>, found: &mut Findings) {
    unknown_words(context.document, found);
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::*;

    #[test]
    fn a_word_that_is_no_rule() {
        assert_eq!(
            said("TW021", &scene("metadata/tilewright_ignore = \"TW101, tombstone\"\n")),
            ["metadata/tilewright_ignore: `tombstone` is no rule; did you mean `tombstones`?"]
        );
        assert_eq!(
            said("TW021", &scene("metadata/tilewright_ignore = [\"TW2\", \"tombstones\"]\n")),
            [""; 0]
        );
    }
}
