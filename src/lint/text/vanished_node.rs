//! TW022 vanished-node: a node that no scene creates.

use std::collections::{HashMap, HashSet};

use crate::lint::{Context, Finding, Findings, Level, Rule};
use crate::scene::{Scene, node_path};
use crate::syntax::SectionView;

pub(in crate::lint) static RULE: Rule = Rule {
    code: "TW022",
    name: "vanished-node",
    level: Level::Error,
    default: true,
    fix: None,
    summary: "a node that no scene creates",
    why: "A node without `type=` and `instance=` only changes a node that an instanced or inherited scene \
          holds. Where no such scene stands above it, or that scene has no such node (any more), the \
          engine says that the node \"has vanished\" and drops it with all that it sets: cells, too. Mostly \
          somebody renamed or removed the node in the instanced scene. A scene that cannot be read is not \
          judged.",
    example: r#"[node name="House" parent="." instance=ExtResource("1")]

[node name="Floor" parent="House"]        ; house.tscn has no node `Floor`
tile_map_data = PackedByteArray(…)"#,
    remedy: "correct the name, restore the node in the instanced scene, or give this one a `type=` to make it \
          a node of its own.",
    check,
};

fn check(context: &Context<'_>, found: &mut Findings) {
    let mut instances: HashMap<String, Instance<'_>> = HashMap::new();
    for node in context.scene.nodes() {
        let path = node_path(node);
        if node.field("instance").is_some() || node.field("instance_placeholder").is_some() {
            instances.insert(path, Instance { node, holds: None });
            continue;
        }
        if node.field("type").is_some() || node.field("name").is_none() {
            continue;
        }
        let above = path.rmatch_indices('/').map(|(at, _)| (&path[..at], &path[at + 1..]));
        let nearest = above.chain([(".", path.as_str())]).find(|(above, _)| instances.contains_key(*above));
        if let Some((instance, below)) = nearest
            && instances.get_mut(instance).is_some_and(|instance| instance.holds(context, below))
        {
            continue;
        }
        let Err(error) = context.project.base_node(context.document, node) else { continue };
        if error.absent {
            let message = match path.as_str() {
                "." => "the root has neither a type nor a scene to inherit from".to_owned(),
                path => format!("the engine drops `{path}`: {}", error.reason),
            };
            let help = "correct the name, restore the node below, or give this one a `type=`";
            found.push(Finding::new(node.tag(), message).help(help));
        }
    }
}

/// An instance, and the nodes that its scene has a section for: what is there need not be searched for one by one.
struct Instance<'d> {
    node: SectionView<'d>,
    holds: Option<HashSet<String>>,
}

impl Instance<'_> {
    fn holds(&mut self, context: &Context<'_>, below: &str) -> bool {
        let node = self.node;
        let holds = self.holds.get_or_insert_with(|| {
            let base = context.project.base_node(context.document, node).ok().flatten();
            base.map(|base| Scene::new(&base.document).nodes().map(node_path).collect()).unwrap_or_default()
        });
        holds.contains(below)
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::*;

    use crate::project::Memory;

    fn said_with(base: &str, node: &str) -> Vec<String> {
        let text = format!(
            "[gd_scene format=3]\n[ext_resource type=\"PackedScene\" path=\"res://house.tscn\" id=\"1\"]\n\
             [node name=\"R\" type=\"Node2D\"]\n[node name=\"House\" parent=\".\" instance=ExtResource(\"1\")]\n{node}\n"
        );
        let mut files = Memory::default().with("game/project.godot", "");
        if !base.is_empty() {
            files = files.with("game/house.tscn", scene(base));
        }
        said_in("TW022", files, "/game/main.tscn", text)
    }

    #[test]
    fn a_node_that_the_instanced_scene_does_not_have() {
        let floor = "[node name=\"Floor\" type=\"Node2D\" parent=\".\"]\n";
        let change = "[node name=\"Floor\" parent=\"House\"]\nvisible = false";
        assert_eq!(
            said_with(&floor.replace("Floor", "Ground"), change),
            ["the engine drops `House/Floor`: res://house.tscn has no node `Floor`"]
        );
        assert_eq!(said_with(floor, change), [""; 0]);
        assert_eq!(said_with("", change), [""; 0], "a scene that cannot be read is not judged");
    }

    #[test]
    fn a_node_that_nothing_stands_above() {
        let lost = said_with("", "[node name=\"Lost\" parent=\".\"]");
        assert_eq!(lost.len(), 1);
        assert!(lost[0].starts_with("the engine drops `Lost`: "), "{}", lost[0]);
        assert_eq!(
            said("TW022", "[gd_scene format=3]\n[node name=\"R\"]\n"),
            ["the root has neither a type nor a scene to inherit from"]
        );
    }
}
