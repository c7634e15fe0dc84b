//! TW004 empty-key: a value without a key.

use crate::lint::{Context, Findings, Level, Rule};
use crate::syntax::ProblemKind;

pub(in crate::lint) static RULE: Rule = Rule {
    code: "TW004",
    name: "empty-key",
    level: Level::Error,
    default: true,
    fix: None,
    summary: "a value without a key",
    why: "A line that begins with `=` makes the engine start the section again: a node comes out twice, a \
          sub-resource loses the lines above, and a resource file is refused.",
    example: r#"[node name="Ground" type="TileMapLayer" parent="."]
= false"#,
    remedy: "write the name of the property in front of the `=`, or delete the line.",
    check,
};

fn check(context: &Context<'_>, found: &mut Findings) {
    super::problems(context, found, |kind| {
        use ProblemKind::*;
        matches!(kind, EmptyKey | EmptyKeyInResource)
    });
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::*;

    #[test]
    fn a_line_that_begins_with_an_equals_sign() {
        assert_eq!(said("TW004", &scene("= 5\n")), ["a value without a key"]);
        assert_eq!(said("TW004", &scene("a\n= 5\n")), [""; 0]);
    }
}
