//! The tile layers of two scenes, couple by couple.

use std::collections::HashSet;

use super::LayerDiff;
use super::bookkeeping::Bookkeeping;
use crate::diff::layers::pair_layers;
use crate::diff::{Outline, Pairs, cell_diff};
use crate::tile::{Cell, LayerKind, LayerSite, Records, TileLayer};

/// Values that were compared as cells: the offsets of their keys, before and after.
#[derive(Default)]
pub(super) struct CellValues {
    pub before: HashSet<u32>,
    pub after: HashSet<u32>,
}

/// A layer before and after; `None` where it is not there.
struct Couple<'c, 'd> {
    outlines: [&'c Outline<'d>; 2],
    sites: [Option<LayerSite>; 2],
    /// Whether the cells are those of Godot 3.
    old: bool,
}

/// Compares all layers, and says which values are done with.
pub(super) fn compare(
    (a, before): (&Outline<'_>, &[LayerSite]),
    (b, after): (&Outline<'_>, &[LayerSite]),
    pairs: &Pairs,
    meant: &dyn Fn(&LayerSite) -> bool,
    diffs: &mut Vec<LayerDiff>,
    books: &mut Bookkeeping,
) -> CellValues {
    let mut done = CellValues::default();
    let found = pair_layers((a, before), (b, after), pairs);
    // By place in the new file; those that are gone behind them.
    let mut both: Vec<(Option<usize>, Option<usize>)> =
        found.same.iter().map(|&(left, right)| (Some(left), Some(right))).collect();
    both.extend(found.new.iter().map(|&right| (None, Some(right))));
    both.sort_by_key(|(_, right)| *right);
    both.extend(found.gone.iter().map(|&left| (Some(left), None)));
    for (left, right) in both {
        let sites = [left.map(|left| before[left].clone()), right.map(|right| after[right].clone())];
        let Some(couple) = Couple::new([a, b], sites) else { continue };
        let [from, to] = couple.keys();
        done.before.extend(from);
        done.after.extend(to);
        if meant(couple.site()) && !couple.is_same_text() {
            diffs.extend(couple.compare(books));
        }
    }
    done
}

impl<'c, 'd> Couple<'c, 'd> {
    /// `None` if they cannot be compared as cells: then they are values like any others.
    fn new(outlines: [&'c Outline<'d>; 2], mut sites: [Option<LayerSite>; 2]) -> Option<Self> {
        let old = sites.iter().flatten().any(LayerSite::is_old);
        if old {
            if sites.iter().flatten().any(|site| !site.is_old() || site.format != 1) {
                return None;
            }
            // Three ints a record, whatever the bits mean.
            sites.iter_mut().flatten().for_each(|site| site.format = 2);
        }
        let couple = Couple { outlines, sites, old };
        // An override that is not there means the cells of the base, which neither of the two files holds.
        let elsewhere = |(site, outline): (&Option<LayerSite>, &&Outline<'_>)| {
            site.as_ref().is_some_and(|site| site.property.is_none() && site.is_override(outline.document()))
        };
        let known = !couple.sites.iter().zip(&couple.outlines).any(elsewhere);
        known.then_some(couple)
    }

    /// The layer as it is called now, or was.
    fn site(&self) -> &LayerSite {
        let [before, after] = &self.sites;
        after.as_ref().or(before.as_ref()).expect("a couple has a layer")
    }

    fn keys(&self) -> [Option<u32>; 2] {
        self.sites.each_ref().map(|site| Some(site.as_ref()?.property?.key.start))
    }

    /// Whether not even the spelling differs.
    fn is_same_text(&self) -> bool {
        let [Some(before), Some(after)] = &self.sites else { return false };
        let text = |site: &LayerSite, outline: &Outline<'d>| {
            site.property.map(|property| outline.document().source().slice(property.value))
        };
        let [a, b] = self.outlines;
        before.kind == after.kind && text(before, a) == text(after, b)
    }

    fn compare(&self, books: &mut Bookkeeping) -> Option<LayerDiff> {
        let [before, after] = [0, 1].map(|side: usize| {
            self.sites[side].as_ref().map(|site| site.decode(self.outlines[side].document()))
        });
        let (old_cells, new_cells) = (cells(before.as_ref()), cells(after.as_ref()));
        let site = self.site();
        if let (Some(before), Some(after)) = (&before, &after) {
            books.layer(&site.label(), before, after, old_cells == new_cells);
        }
        let cells = cell_diff(&old_cells, &new_cells);
        if cells.is_empty() {
            return None;
        }
        Some(LayerDiff {
            node: site.node.clone(),
            layer: match site.kind {
                LayerKind::TileMap { index, .. } => Some(index),
                _ => None,
            },
            resource: match &site.kind {
                LayerKind::Pattern { id } => Some(id.clone()),
                _ => None,
            },
            label: site.label(),
            cells,
            old: self.old,
            counts: (old_cells.len(), new_cells.len()),
        })
    }
}

fn cells(layer: Option<&TileLayer>) -> Vec<Cell> {
    match layer {
        Some(layer) if matches!(layer.records, Records::Cells(_)) => layer.resolve().cells,
        _ => Vec::new(),
    }
}
