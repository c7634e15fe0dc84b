//! `index=` of the nodes below a map: since 4.3 it counts the layers, before it did not.

use std::collections::BTreeMap;
use std::path::PathBuf;

use super::draft::{Draft, Workshop};
use super::options::Shape;
use super::world::{Child, nodes};
use crate::source::Span;

/// A number that is to be written anew.
pub(super) struct Shifted {
    pub scene: PathBuf,
    pub span: Span,
    pub text: String,
}

/// The children whose index is another one afterwards.
pub(super) fn shifted(workshop: &Workshop<'_>, draft: &Draft<'_>) -> Vec<Shifted> {
    let mut by_scene: BTreeMap<PathBuf, Vec<(&Child, Span, usize)>> = BTreeMap::new();
    for child in workshop.children.get(&draft.number).into_iter().flatten() {
        let Some(scene) = workshop.world.scenes.iter().find(|scene| scene.path == child.scene) else {
            continue;
        };
        let Some(field) = scene.document.section(child.section).field("index") else { continue };
        if let Ok(index) = scene.document.string(field.value).parse() {
            by_scene.entry(child.scene.clone()).or_default().push((child, field.value, index));
        }
    }
    let mut out = Vec::new();
    for (path, children) in by_scene {
        let layers = |child: &Child| match draft.husk {
            true => 1,
            false => draft.levels[child.level].names.len(),
        };
        let Some(scene) = workshop.world.scenes.iter().find(|scene| scene.path == path) else { continue };
        let has_ids = nodes(&scene.document).any(|node| node.field("unique_id").is_some());
        let is_old = !has_ids && workshop.version.is_some_and(|version| version < (4, 3))
            || children.iter().any(|(child, _, index)| *index < layers(child));
        for (child, span, index) in children {
            let after = match workshop.options.shape {
                Shape::Container | Shape::Editor => draft.levels[child.level].names.len(),
                Shape::InPlace => 0,
            };
            let among_children = if is_old { index } else { index - layers(child) };
            if among_children + after != index {
                let text = format!("\"{}\"", among_children + after);
                out.push(Shifted { scene: path.clone(), span, text });
            }
        }
    }
    out
}
