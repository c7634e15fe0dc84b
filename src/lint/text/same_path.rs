//! TW016 same-path: two nodes of one path.

use crate::lint::{Context, Finding, Findings, Level, Rule};
use crate::scene::node_path;
use std::collections::HashMap;

pub(in crate::lint) static RULE: Rule = Rule {
    code: "TW016",
    name: "same-path",
    level: Level::Warning,
    default: true,
    fix: None,
    summary: "two nodes of one path",
    why: "At run time both nodes exist, and every `parent=`, connection and NodePath that names them \
          reaches the later one. The editor renames one of them when it opens the scene, and what named it \
          points elsewhere afterwards. Mostly a merge kept both sides.",
    example: r#"[node name="Ground" type="TileMapLayer" parent="."]

[node name="Ground" type="TileMapLayer" parent="."]"#,
    remedy: "rename one of them, with what belongs to it, or delete it.",
    check,
};

fn check(context: &Context<'_>, found: &mut Findings) {
    let mut seen: HashMap<String, u32> = HashMap::new();
    for node in context.scene.nodes() {
        // A section without a name is refused anyway; a root that comes second is dropped.
        if node.field("name").is_none() || node.field("parent_id_path").is_some() {
            continue;
        }
        let path = node_path(node);
        if let Some(&first) = seen.get(&path) {
            let line = context.document.source().position(first).line;
            let what = match path.as_str() {
                "." => format!("a second root; the engine leaves it out (the first is in line {line})"),
                path => format!("a second node `{path}`; the first is in line {line}"),
            };
            found.push(Finding::new(node.tag(), what).help("rename one of them, or delete it"));
        } else {
            seen.insert(path, node.tag().start);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::*;

    #[test]
    fn one_name_below_one_parent() {
        let node =
            |name: &str, parent: &str| format!("[node name=\"{name}\" type=\"Node\" parent=\"{parent}\"]\n");
        let text = scene(&(node("A", ".") + &node("A", ".")));
        assert_eq!(said("TW016", &text), ["a second node `A`; the first is in line 4"]);
        assert_eq!(said("TW016", &scene(&(node("A", ".") + &node("A", "A")))), [""; 0]);
    }
}
