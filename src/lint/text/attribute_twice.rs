//! TW013 attribute-twice: an attribute given twice in one tag.

use crate::edit::Edit;
use crate::lint::Change;
use crate::lint::{Context, Finding, Findings, Level, Rule, Safety};
use crate::source::Span;

pub(in crate::lint) static RULE: Rule = Rule {
    code: "TW013",
    name: "attribute-twice",
    level: Level::Warning,
    default: true,
    fix: Some(Safety::Safe),
    summary: "an attribute given twice in one tag",
    why: "The last one counts for the engine, and the next save drops the others. Two of them are the work \
          of a merge or of a slip, and people read the first.",
    example: r#"[node name="Ground" type="TileMapLayer" parent="." name="Floor"]"#,
    remedy: "keep the one that is meant. `--fix` keeps the one that counts.",
    check,
};

fn check(context: &Context<'_>, found: &mut Findings) {
    let document = context.document;
    let source = document.source();
    for section in document.sections() {
        let fields = section.fields();
        for (at, field) in fields.iter().enumerate() {
            let name = source.slice(field.key);
            let Some(last) = fields[at + 1..].iter().rev().find(|other| source.slice(other.key) == name)
            else {
                continue;
            };
            let name = source.text(field.key);
            let message = format!(
                "`{name}` is given twice in [{}]; {} counts",
                section.name(),
                source.text(last.value)
            );
            let end = fields[at + 1].key.start;
            let edit = Edit { span: Span::new(field.key.start, end), replacement: Vec::new() };
            let finding = Finding::new(field.key.to(field.value), message).about(&name);
            found.push(
                finding.fix(format!("drop the `{name}` that does not count"), Change::Text(vec![edit])),
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::*;

    #[test]
    fn the_last_one_counts() {
        let text = scene("[node name=\"A\" name=\"B\" type=\"Node\" parent=\".\"]\n");
        assert_eq!(said("TW013", &text), ["`name` is given twice in [node]; \"B\" counts"]);
        let once = scene("[node name=\"B\" type=\"Node\" parent=\".\"]\n");
        assert_eq!(said("TW013", &once), [""; 0]);
        assert_eq!(fixed("TW013", &text), once);
    }
}
