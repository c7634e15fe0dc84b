//! TW001 unparsable: the engine refuses the file.

use crate::lint::{Context, Findings, Level, Rule};
use crate::syntax::ProblemKind;

pub(in crate::lint) static RULE: Rule = Rule {
    code: "TW001",
    name: "unparsable",
    level: Level::Error,
    default: true,
    fix: None,
    summary: "the engine refuses the file",
    why: "The grammar stops here, or a section stands where none may. The engine loads nothing of the \
          file: the scene does not open, and what instances it loses it.",
    example: r#"[node name="Ground" type="TileMapLayer" parent="."
tile_map_data = PackedByteArray(0, 0)"#,
    remedy: "mend the place that is named, or restore the file from version control. Other rules than those \
          of the text wait until the file can be read.",
    check,
};

fn check(context: &Context<'_>, found: &mut Findings) {
    super::problems(context, found, |kind| {
        use crate::syntax::Expected;
        use ProblemKind::*;
        !matches!(
            kind,
            ByteOrderMark
                | Leftover { .. }
                | KeyWithoutValue { .. }
                | StrayBeforeTag(_)
                | MisplacedText { .. }
                | EmptyKey
                | EmptyKeyInResource
                | ConflictMarker
                | NulBetweenTags { .. }
                | UnquotedKey { .. }
                | QuotedKey(_)
                | UndeclaredResource { .. }
                | Unexpected { expected: Expected::NoNul, .. }
        )
    });
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::*;

    #[test]
    fn a_tag_without_its_end() {
        let text = scene("[node name=\"A\" type=\"Node\" parent=\".\"\nx = 1\n");
        assert_eq!(said("TW001", &text).len(), 1);
        assert!(said("TW001", &scene("")).is_empty());
    }
}
