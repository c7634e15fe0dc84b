//! TW003 swallowed-section: stray text in front of a section, which the engine swallows with it.

use crate::lint::{Context, Findings, Level, Rule};
use crate::syntax::ProblemKind;

pub(in crate::lint) static RULE: Rule = Rule {
    code: "TW003",
    name: "swallowed-section",
    level: Level::Error,
    default: true,
    fix: None,
    summary: "stray text in front of a section, which the engine swallows with it",
    why: "A `[` starts a section only where nothing was collected for a key yet. Text in front of it makes \
          the whole tag a part of that key: the node is gone, and its properties go to the node above.",
    example: r#"visible = false
]
[node name="Walls" type="TileMapLayer" parent="."]"#,
    remedy: "delete the stray text. The section is all right again then.",
    check,
};

fn check(context: &Context<'_>, found: &mut Findings) {
    super::problems(context, found, |kind| {
        use ProblemKind::*;
        matches!(kind, StrayBeforeTag(_))
    });
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::*;

    #[test]
    fn a_stray_bracket() {
        let node = "[node name=\"B\" type=\"Node\" parent=\".\"]\n";
        assert_eq!(said("TW003", &scene(&format!("a = 1\n]\n{node}"))), ["stray text before a section: `]`"]);
        assert_eq!(said("TW003", &scene(&format!("a = 1\n{node}"))), [""; 0]);
    }
}
