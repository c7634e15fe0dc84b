//! TW005 conflict-marker: a line that an unfinished merge left.

use crate::lint::{Context, Findings, Level, Rule};
use crate::syntax::ProblemKind;

pub(in crate::lint) static RULE: Rule = Rule {
    code: "TW005",
    name: "conflict-marker",
    level: Level::Error,
    default: true,
    fix: None,
    summary: "a line that an unfinished merge left",
    why: "git writes such lines where two sides changed the same place. To the engine they are text like \
          any other: the file is refused, or the marker becomes a part of the next key and a property is \
          lost.",
    example: r#"<<<<<<< HEAD
position = Vector2(1, 2)
=======
position = Vector2(3, 4)
>>>>>>> theirs"#,
    remedy: "keep one side and delete the lines with the markers. `tilewright merge` merges two versions of a \
          scene cell by cell; as git's merge driver it leaves markers only where both sides changed the \
          same property.",
    check,
};

fn check(context: &Context<'_>, found: &mut Findings) {
    super::problems(context, found, |kind| {
        use ProblemKind::*;
        matches!(kind, ConflictMarker)
    });
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::*;

    #[test]
    fn three_markers() {
        let text = scene("<<<<<<< HEAD\na = 1\n=======\na = 2\n>>>>>>> b\n");
        assert_eq!(said("TW005", &text).len(), 3);
        assert_eq!(said("TW005", &scene("a = \"\n=======\n\"\n")), [""; 0]);
    }
}
