//! TW017 parent-missing: a node whose parent is not there.

use crate::lint::{Context, Finding, Findings, Level, Rule};
use crate::scene::node_path;
use std::collections::HashSet;

pub(in crate::lint) static RULE: Rule = Rule {
    code: "TW017",
    name: "parent-missing",
    level: Level::Error,
    default: true,
    fix: None,
    summary: "a node whose parent is not there",
    why: "The parent must stand above its children in the file. Where it does not, the engine hangs the \
          node under the root as `Parent#Name`, with a warning in the log: it is drawn in the wrong place, \
          and scripts do not find it.",
    example: r#"[node name="Ground" type="TileMapLayer" parent="World"]"#,
    remedy: "restore the parent's section, move it up, or correct `parent=`.",
    check,
};

fn check(context: &Context<'_>, found: &mut Findings) {
    let mut above: HashSet<String> = HashSet::new();
    // What lies below an instance, or below a node of the scene that this one inherits, lies in another file.
    let mut open: HashSet<String> = HashSet::new();
    let all: HashSet<String> = context.scene.nodes().map(node_path).collect();
    for node in context.scene.nodes() {
        let path = node_path(node);
        let from_elsewhere = node.field("type").is_none();
        if let Some(field) = node.field("parent")
            && node.field("parent_id_path").is_none()
        {
            let parent = match path.rsplit_once('/') {
                Some((parent, _)) => parent,
                None => ".",
            };
            let is_open = open.contains(".")
                || parent.match_indices('/').any(|(at, _)| open.contains(&parent[..at]))
                || open.contains(parent);
            if !is_open && parent != "." && !above.contains(parent) {
                let below = all.contains(parent);
                let message = match below {
                    true => format!("the parent `{parent}` stands further down"),
                    false => format!("there is no node `{parent}` to be the parent"),
                };
                let name = node.text_field("name").unwrap_or_default();
                let became = parent.rsplit('/').next().unwrap_or(parent);
                let help = format!(
                    "the engine hangs it under the root as `{became}#{name}`; {}",
                    match below {
                        true => "move the parent's section up",
                        false => "restore the parent's section, or correct `parent=`",
                    }
                );
                found.push(Finding::new(field.key.to(field.value), message).help(help));
            }
        }
        if from_elsewhere {
            open.insert(path.clone());
        }
        above.insert(path);
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::*;

    #[test]
    fn a_parent_must_stand_above() {
        let node =
            |name: &str, parent: &str| format!("[node name=\"{name}\" type=\"Node\" parent=\"{parent}\"]\n");
        assert_eq!(said("TW017", &scene(&node("A", "World"))), ["there is no node `World` to be the parent"]);
        let late = scene(&(node("B", "A") + &node("A", ".")));
        assert_eq!(said("TW017", &late), ["the parent `A` stands further down"]);
        assert_eq!(said("TW017", &scene(&(node("A", ".") + &node("B", "A")))), [""; 0]);
    }

    #[test]
    fn what_lies_below_an_instance_lies_elsewhere() {
        let text = "[gd_scene]\n[ext_resource type=\"PackedScene\" path=\"res://a.tscn\" id=\"1\"]\n\
            [node name=\"R\" type=\"Node\"]\n[node name=\"I\" parent=\".\" instance=ExtResource(\"1\")]\n\
            [node name=\"X\" type=\"Node\" parent=\"I/Deep/Down\"]\n";
        assert_eq!(said("TW017", text), [""; 0]);
    }
}
