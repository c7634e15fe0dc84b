//! Ids of new nodes: none is used twice, and everybody gets the same ones.

use std::collections::HashSet;

use super::draft::{Draft, Workshop};
use super::world::{Level, nodes, parent_of};
use crate::scene::node_path;
use crate::syntax::{Document, SectionView};

/// FNV-1a: the same on every machine and in every version of this program.
pub(super) fn hash(parts: &[&[u8]]) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for byte in parts.iter().flat_map(|part| part.iter().chain(b"\0")) {
        hash = (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    }
    hash
}

/// Whether a scene's nodes have ids: those of 4.6 and later do.
pub(super) fn has_unique_ids(document: &Document) -> bool {
    nodes(document).any(|node| node.field("unique_id").is_some())
}

/// Ids for the new nodes, where the scene has any: made from the map's own id, so that everybody gets the same ones.
pub(super) fn give_ids(workshop: &Workshop<'_>, draft: &mut Draft<'_>) {
    let mut taken: HashSet<u32> = workshop
        .world
        .scenes
        .iter()
        .filter(|scene| draft.map.levels.iter().any(|level| level.scene == scene.path))
        .flat_map(|scene| nodes(&scene.document))
        .filter_map(|node| node.text_field("unique_id")?.parse().ok())
        .collect();
    for place in 0..draft.map.levels.len() {
        let level = &draft.map.levels[place];
        let inherited = level.base.map(|base| draft.levels[base].ids.clone()).unwrap_or_default();
        let first = draft.levels[place].first;
        let has_ids = has_unique_ids(&level.document);
        let own = level.view().text_field("unique_id").unwrap_or_default().into_owned();
        let uid = level.document.section(0).text_field("uid").unwrap_or_default().into_owned();
        for (index, id) in draft.levels[place].ids.iter_mut().enumerate() {
            *id = if index < first {
                inherited[index]
            } else {
                let number = index.to_string();
                let seed = hash(&[own.as_bytes(), uid.as_bytes(), level.node.as_bytes(), number.as_bytes()]);
                has_ids.then(|| free_id(seed, &mut taken))
            };
        }
    }
}

/// A positive number of 31 bits that no other node bears.
fn free_id(seed: u64, taken: &mut HashSet<u32>) -> u32 {
    let mut id = (seed >> 16) as u32 & 0x7FFF_FFFF;
    while id == 0 || !taken.insert(id) {
        id = id.wrapping_add(1) & 0x7FFF_FFFF;
    }
    id
}

/// The ids by which 4.6 finds the node again if it is renamed in the scene that makes it; none if it is this scene's own.
pub(super) fn parent_ids(level: &Level) -> Vec<u32> {
    let view = level.view();
    if level.base.is_none() || view.field("instance").is_some() {
        return Vec::new();
    }
    let id = |view: SectionView<'_>| view.text_field("unique_id").and_then(|id| id.parse::<u32>().ok());
    let above = match (view.field("parent_id_path"), parent_of(&level.node)) {
        (Some(field), _) => Some(
            level
                .document
                .source()
                .text(field.value)
                .trim_start_matches("PackedInt32Array(")
                .trim_end_matches(')')
                .split(',')
                .map(|part| part.trim().parse().ok())
                .collect(),
        ),
        (None, Some(parent)) if parent != "." => {
            let parent = nodes(&level.document).filter(|node| node_path(*node) == parent).last();
            parent.map(|parent| vec![id(parent)])
        }
        _ => Some(Vec::new()),
    };
    let Some(mut ids) = above else { return Vec::new() };
    ids.push(id(view));
    ids.into_iter().collect::<Option<Vec<u32>>>().unwrap_or_default()
}
