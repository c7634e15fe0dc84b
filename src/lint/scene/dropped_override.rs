//! TW403 dropped-override: an override below an instance that the editor will drop for want of `[editable]`.

use crate::edit::Edit;
use crate::lint::Change;
use crate::lint::{Context, Finding, Findings, Level, Rule, Safety};
use crate::scene::node_path;
use crate::source::Span;
use crate::syntax::SectionKind;
use std::collections::{BTreeMap, HashSet};

pub(in crate::lint) static RULE: Rule = Rule {
    code: "TW403",
    name: "dropped-override",
    level: Level::Warning,
    default: true,
    fix: Some(Safety::Unsafe),
    summary: "an override below an instance that the editor will drop for want of `[editable]`",
    why: "A node below an instance can be changed from outside. The engine applies such a change when the \
          game runs, but the editor keeps it only where the instance is marked as having editable \
          children: without an `[editable path=\"…\"]` line its next save of this scene drops it without a \
          word. Cells that were painted from outside are lost then.",
    example: r#"[node name="House" parent="." instance=ExtResource("1")]

[node name="Floor" parent="House" index="0"]
tile_map_data = PackedByteArray(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)"#,
    remedy: "add `[editable path=\"House\"]` at the end of the scene (`--fix --unsafe` does), or move the \
          change into the instanced scene.",
    check,
};

fn check(context: &Context<'_>, found: &mut Findings) {
    let document = context.document;
    let sections = document.sections().filter(|section| section.kind() == SectionKind::Editable);
    let editable: HashSet<String> =
        sections.filter_map(|section| section.text_field("path").map(|path| path.into_owned())).collect();
    let root = context.scene.nodes().next().map(|node| node.index());
    let mut instances: HashSet<String> = HashSet::new();
    // By instance: the first override, and how many there are.
    let mut dropped: BTreeMap<String, (Span, String, usize)> = BTreeMap::new();
    for node in context.scene.nodes() {
        let path = node_path(node);
        let is_instance = node.field("instance").is_some() || node.field("instance_placeholder").is_some();
        if is_instance {
            if Some(node.index()) != root {
                instances.insert(path);
            }
            continue;
        }
        if node.field("type").is_some() || node.properties().is_empty() {
            continue;
        }
        // The nearest instance of this file decides; what the root inherits needs no such line.
        let mut above = path.rmatch_indices('/').map(|(at, _)| &path[..at]);
        let Some(instance) = above.find(|above| instances.contains(*above)) else { continue };
        if !editable.contains(instance) {
            let entry = dropped.entry(instance.to_owned());
            entry.or_insert_with(|| (node.tag(), path.clone(), 0)).2 += 1;
        }
    }
    for (instance, (place, first, nodes)) in dropped {
        let more = match nodes {
            1 => String::new(),
            2 => " and one more node".to_owned(),
            nodes => format!(" and {} more nodes", nodes - 1),
        };
        let message = format!(
            "the editor will drop what is set on `{first}`{more}: the children of `{instance}` are not editable"
        );
        let line = format!("[editable path=\"{}\"]", instance.replace('\\', "\\\\").replace('"', "\\\""));
        let help = format!("add `{line}` at the end of the scene, or make the change in the instanced scene");
        let newline = document.source().newline();
        let last = document.sections().last().map_or(0, |section| section.span().end);
        let edit =
            Edit { span: Span::at(last), replacement: format!("{newline}{newline}{line}").into_bytes() };
        let finding = Finding::new(place, message).about(&instance).times(nodes).help(help);
        found.push(finding.fix(format!("add {line}"), Change::Text(vec![edit])));
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::*;

    fn house(more: &str) -> String {
        format!(
            "[gd_scene format=3]\n[ext_resource type=\"PackedScene\" path=\"res://house.tscn\" id=\"1\"]\n\
             [node name=\"R\" type=\"Node2D\"]\n[node name=\"House\" parent=\".\" instance=ExtResource(\"1\")]\n\
             [node name=\"Floor\" parent=\"House\" index=\"0\"]\nvisible = false\n{more}"
        )
    }

    #[test]
    fn the_children_of_an_instance() {
        assert_eq!(
            said("TW403", &house("")),
            ["the editor will drop what is set on `House/Floor`: the children of `House` are not editable"]
        );
        assert_eq!(said("TW403", &house("\n[editable path=\"House\"]\n")), [""; 0]);
        assert_eq!(fixed("TW403", &house("")), house("\n[editable path=\"House\"]\n"));
        // A node of one's own below an instance is no override.
        let own = house("").replace("index=\"0\"", "type=\"Node2D\"");
        assert_eq!(said("TW403", &own), [""; 0]);
        // What the root inherits may be changed at will.
        let inherited = "[gd_scene format=3]\n[ext_resource type=\"PackedScene\" path=\"res://a.tscn\" id=\"1\"]\n\
            [node name=\"R\" instance=ExtResource(\"1\")]\n[node name=\"A\" parent=\".\"]\nx = 1\n\
            [node name=\"B\" parent=\"A\"]\nx = 1\n";
        assert_eq!(said("TW403", inherited), [""; 0]);
    }
}
