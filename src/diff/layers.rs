//! Which tile layer of one document is which of the other.

use super::{Outline, Pairs};
use crate::syntax::SectionKind;
use crate::tile::{LayerKind, LayerSite};

/// Layers by their index in the lists given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct LayerPairs {
    /// The same layer, before and after.
    pub same: Vec<(usize, usize)>,
    /// Only before.
    pub gone: Vec<usize>,
    /// Only after.
    pub new: Vec<usize>,
}

/// Pairs layers by node and key; a layer of a TileMap that became a TileMapLayer is followed.
pub(crate) fn pair_layers(
    (a, before): (&Outline<'_>, &[LayerSite]),
    (b, after): (&Outline<'_>, &[LayerSite]),
    pairs: &Pairs,
) -> LayerPairs {
    let mut found = LayerPairs::default();
    let mut taken = vec![false; after.len()];
    for (left, site) in before.iter().enumerate() {
        let twin = pairs.to[site.section].and_then(|section| {
            after.iter().position(|other| other.section == section && same_key(&site.kind, &other.kind))
        });
        let moved = migrated(a, site, b, after, pairs);
        let empty = |right: usize| after[right].property.is_none();
        let right = match (twin, moved) {
            (Some(right), Some(_)) if !empty(right) => Some(right),
            (_, Some(moved)) => Some(moved),
            (twin, None) => twin,
        };
        match right.filter(|&right| !taken[right]) {
            Some(right) => {
                taken[right] = true;
                found.same.push((left, right));
            }
            None => found.gone.push(left),
        }
    }
    found.new = (0..after.len()).filter(|&right| !taken[right]).collect();
    found
}

/// Whether two kinds keep their cells under one key.
pub(crate) fn same_key(a: &LayerKind, b: &LayerKind) -> bool {
    match (a, b) {
        (LayerKind::TileMap { index: a, .. }, LayerKind::TileMap { index: b, .. }) => a == b,
        (LayerKind::Pattern { .. }, LayerKind::Pattern { .. }) => true,
        _ => std::mem::discriminant(a) == std::mem::discriminant(b),
    }
}

/// The TileMapLayer that a layer of a TileMap became: the node itself, or a new child that bears the layer's name.
pub(crate) fn migrated(
    a: &Outline<'_>,
    site: &LayerSite,
    b: &Outline<'_>,
    after: &[LayerSite],
    pairs: &Pairs,
) -> Option<usize> {
    let LayerKind::TileMap { index, name } = &site.kind else { return None };
    let node = pairs.to[site.section]?;
    let is_layer = |other: &LayerSite| matches!(other.kind, LayerKind::TileMapLayer);
    if *index == 0
        && let Some(right) = after.iter().position(|other| other.section == node && is_layer(other))
        && a.section(site.section).field("type").is_some()
    {
        return Some(right);
    }
    let wanted = node_name(name);
    let own = b.path(node);
    after.iter().position(|other| {
        let section = b.section(other.section);
        let parent = b.parent(other.section);
        let child = parent.is_some_and(|parent| parent.section == Some(node) && parent.rest.is_empty());
        // The editor puts the layers beside their map.
        let beside = b.path(other.section).rsplit_once('/').map_or(".", |(above, _)| above)
            == own.rsplit_once('/').map_or(".", |(above, _)| above);
        is_layer(other)
            && section.kind() == SectionKind::Node
            && pairs.from[other.section].is_none()
            && (child || beside)
            && section.text_field("name").is_some_and(|name| *name == wanted)
    })
}

/// A layer's name as a node's: what no node's name may hold becomes `_`.
fn node_name(name: &str) -> String {
    name.replace(['.', ':', '@', '/', '"', '%'], "_")
}
