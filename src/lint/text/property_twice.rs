//! TW014 property-twice: a property given twice in one section.

use crate::edit::Edit;
use crate::lint::Change;
use crate::lint::{Context, Finding, Findings, Level, Rule, Safety};
use crate::source::Span;
use std::collections::HashMap;

pub(in crate::lint) static RULE: Rule = Rule {
    code: "TW014",
    name: "property-twice",
    level: Level::Warning,
    default: true,
    fix: Some(Safety::Unsafe),
    summary: "a property given twice in one section",
    why: "The engine sets both, one after the other, so for ordinary properties the last one wins; the \
          next save drops the first. Two `tile_map_data` in one node are mostly a merge that kept both \
          sides: all that the first one painted is lost.",
    example: r#"tile_map_data = PackedByteArray(0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0)
tile_map_data = PackedByteArray(0, 0, 2, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0)"#,
    remedy: "keep the one that is meant; `tilewright decode` shows the cells of the last one. `--fix \
          --unsafe` keeps the one that counts.",
    check,
};

fn check(context: &Context<'_>, found: &mut Findings) {
    let document = context.document;
    for section in document.sections() {
        let mut last = HashMap::new();
        for (at, property) in section.properties().iter().enumerate() {
            last.insert(document.key(property), at);
        }
        if last.len() == section.properties().len() {
            continue;
        }
        for (at, property) in section.properties().iter().enumerate() {
            let key = document.key(property);
            let wins = last[&key];
            if wins == at || key.is_empty() {
                continue;
            }
            let line = document.source().position(section.properties()[wins].key.start).line;
            let finding =
                Finding::new(property.key, format!("`{key}` is given twice; that in line {line} wins"))
                    .about(&key);
            // The line goes with its end, up to the next key.
            let next = section.properties().get(at + 1).map_or(property.value.end, |next| next.key.start);
            let own = property.key.start;
            let edit = Edit { span: Span::new(own, next), replacement: Vec::new() };
            found
                .push(finding.fix(format!("drop the `{key}` that does not count"), Change::Text(vec![edit])));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::*;

    #[test]
    fn the_last_one_wins() {
        let text = scene("a = 1\nb = 2\na = 3\n");
        assert_eq!(said("TW014", &text), ["`a` is given twice; that in line 6 wins"]);
        assert_eq!(said("TW014", &scene("a = 1\nb = 1\n")), [""; 0]);
        assert_eq!(fixed("TW014", &text), scene("b = 2\na = 3\n"));
    }
}
