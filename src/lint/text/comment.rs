//! TW011 comment: a comment, which the next save drops.

use super::scan::{Part, parts};
use crate::lint::{Context, Finding, Findings, Level, Rule};

pub(in crate::lint) static RULE: Rule = Rule {
    code: "TW011",
    name: "comment",
    level: Level::Info,
    default: false,
    fix: None,
    summary: "a comment, which the next save drops",
    why: "The engine reads over `;` comments, and the editor writes none: at the next save of the file \
          every one is gone.",
    example: r#"; the cellar, do not touch
[node name="Cellar" type="TileMapLayer" parent="."]"#,
    remedy: "keep such notes in `editor_description`, which the editor shows and keeps, or in another file.",
    check,
};

fn check(context: &Context<'_>, found: &mut Findings) {
    let in_cells = |at: u32| {
        let values = context.layers.iter().filter_map(|layer| layer.site.property);
        values.map(|property| property.value).any(|value| (value.start..value.end).contains(&at))
    };
    for (_, span) in parts(context.document).into_iter().filter(|(part, _)| *part == Part::Comment) {
        // The rows layout is made of comments.
        if !in_cells(span.start) {
            let text = context.document.source().text(span).trim_end().chars().take(60).collect::<String>();
            let message = format!("the next save in the editor drops this comment: `{text}`");
            found.push(Finding::new(span, message).about(text));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::*;

    #[test]
    fn a_comment_but_not_a_semicolon_in_a_string() {
        let text = scene("; mine\na = \";\"\n");
        assert_eq!(said("TW011", &text), ["the next save in the editor drops this comment: `; mine`"]);
        assert_eq!(said("TW011", &scene("a = \";\"\n")), [""; 0]);
    }
}
