//! TW112 size-budget: a layer or a file beyond its size budget.

use crate::lint::{Context, Finding, Findings, Level, Rule};

pub(in crate::lint) static RULE: Rule = Rule {
    code: "TW112",
    name: "size-budget",
    level: Level::Info,
    default: false,
    fix: None,
    summary: "a layer or a file beyond its size budget",
    why: "Text scenes of many megabytes load slowly, and git stores each version whole. How much is too \
          much is a matter of the project; `check.max-layer-bytes` and `check.max-file-bytes` say so (1 \
          MiB and 5 MiB where they do not).",
    example: r#"[check]
max-layer-bytes = 262144   # tilewright.toml"#,
    remedy: "split the map into several scenes, or raise the budget.",
    check,
};

fn check(context: &Context<'_>, found: &mut Findings) {
    let settings = context.settings;
    let length = context.document.source().bytes().len() as u64;
    if length > settings.file_bytes {
        let place = context.document.sections().next().map(|section| section.tag()).unwrap_or_default();
        let message = format!("the file has {length} bytes, {} are granted", settings.file_bytes);
        found.push(
            Finding::new(place, message).about("file").help("`check.max-file-bytes` in tilewright.toml"),
        );
    }
    for layer in &context.layers {
        let bytes = layer.site.property.map_or(0, |property| u64::from(property.value.len()));
        if bytes > settings.layer_bytes {
            let message =
                format!("the cells take {bytes} bytes of text, {} are granted", settings.layer_bytes);
            found.push(Finding::of_layer(layer, message).help("`check.max-layer-bytes` in tilewright.toml"));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::*;

    use std::path::Path;
    use std::sync::Arc;

    use crate::lint::{Settings, check, rule};
    use crate::project::{Memory, Project};
    use crate::{Document, Source};

    #[test]
    fn one_byte_too_many() {
        let text = cells(&[[0, 0, 1, 0, 0, 0]]);
        let value = buffer(&[[0, 0, 1, 0, 0, 0]]).len() as u64;
        let document = Document::parse(Source::new("/main.tscn", text.clone()));
        let project = Project::find(Arc::new(Memory::default()), Path::new("/main.tscn"));
        let said = |layer_bytes: u64, file_bytes: u64| {
            let rules = vec![rule("TW112").expect("this one")];
            check(&document, &project, &Settings { rules, layer_bytes, file_bytes, ..Settings::default() })
                .len()
        };
        let file = text.len() as u64;
        assert_eq!(said(value, file), 0);
        assert_eq!(said(value - 1, file), 1);
        assert_eq!(said(value, file - 1), 1);
    }
}
