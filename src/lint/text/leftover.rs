//! TW002 leftover-text: text that the engine glues to the next key, or drops.

use crate::lint::{Context, Findings, Level, Rule};
use crate::syntax::ProblemKind;

pub(in crate::lint) static RULE: Rule = Rule {
    code: "TW002",
    name: "leftover-text",
    level: Level::Error,
    default: true,
    fix: None,
    summary: "text that the engine glues to the next key, or drops",
    why: "After a value the engine goes straight on to look for the next key, and white space means \
          nothing to it there. What is left over on the line becomes the head of the next key: `a = 1 2` \
          and `b = 3` below set `a` to 1 and a property `2b`, which nobody has. The next property is lost \
          without a word, and at the next save it is gone. `#` and `//` are no comments; only `;` starts \
          one.",
    example: r#"z_index = 1 # in front
enabled = false"#,
    remedy: "delete the text, or put `;` in front of it if it is a comment (the editor drops comments at its \
          next save).",
    check,
};

fn check(context: &Context<'_>, found: &mut Findings) {
    super::problems(context, found, |kind| {
        use ProblemKind::*;
        matches!(kind, Leftover { .. } | KeyWithoutValue { .. } | MisplacedText { .. })
    });
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::*;

    #[test]
    fn what_is_left_behind_a_value() {
        assert_eq!(said("TW002", &scene("a = 1 2\nb = 3\n")), ["text left over behind a value: `2`"]);
        assert_eq!(said("TW002", &scene("a = 1 b = 3\n")), [""; 0]);
    }
}
