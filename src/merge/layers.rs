//! The tile layers of three documents, and what becomes of their cells.

use std::collections::HashMap;

use super::cells::{CellClash, merge_cells};
use super::conflict::Conflict;
use super::three::{Side, Three};
use super::{MergeError, Prefer};
use crate::diff::layers::{LayerPairs, pair_layers, same_key};
use crate::rewrite::property_key;
use crate::tile::{Cell, LayerKind, LayerSite, Records, Spelling, find};

/// What is written where a layer's cells stand.
#[derive(Debug)]
pub(super) enum CellPick {
    /// What ours has there, also if that is nothing.
    Ours,
    /// What theirs has there.
    Theirs,
    /// These records.
    Records(Vec<Cell>, Spelling),
}

/// A property that holds cells: the section's key, and its own.
pub(super) type Place = (usize, String);

/// A layer that was merged cell by cell: what the proof needs to judge it.
#[derive(Debug)]
pub(super) struct MergedLayer {
    pub place: Place,
    pub kind: LayerKind,
    pub label: String,
    /// The cells on the map: base, ours, theirs.
    pub cells: [Vec<Cell>; 3],
}

/// All layers.
#[derive(Debug, Default)]
pub(super) struct LayerPicks {
    pub picks: HashMap<Place, CellPick>,
    pub merged: Vec<MergedLayer>,
    pub conflicts: Vec<Conflict>,
}

struct Layers<'t, 'd> {
    three: &'t Three<'d>,
    prefer: Prefer,
    sites: [Vec<LayerSite>; 3],
    outcome: LayerPicks,
}

impl LayerPicks {
    pub fn new(three: &Three<'_>, prefer: Prefer) -> Result<Self, MergeError> {
        let sites = |side: Side| {
            find(three.document(side))
                .map_err(|error| MergeError::Unreadable { side: side.name(), reason: error.to_string() })
        };
        let sites = [sites(Side::Base)?, sites(Side::Ours)?, sites(Side::Theirs)?];
        let mut layers = Layers { three, prefer, sites, outcome: LayerPicks::default() };
        layers.run();
        Ok(layers.outcome)
    }
}

impl Layers<'_, '_> {
    fn pairs(&self, side: Side) -> LayerPairs {
        let pairs = self.three.pairs(side);
        pair_layers(
            (self.three.outline(Side::Base), &self.sites[0]),
            (self.three.outline(side), &self.sites[side as usize]),
            &pairs,
        )
    }

    fn run(&mut self) {
        let (ours, theirs) = (self.pairs(Side::Ours), self.pairs(Side::Theirs));
        let other: HashMap<usize, usize> = theirs.same.iter().copied().collect();
        for &(base, own) in &ours.same {
            if let Some(&other) = other.get(&base) {
                self.layer(Some(base), own, other);
            }
        }
        for own in ours.new {
            let twin = theirs.new.iter().copied().find(|&other| {
                let (a, b) = (&self.sites[1][own], &self.sites[2][other]);
                self.three.key(Side::Ours, a.section) == self.three.key(Side::Theirs, b.section)
                    && same_key(&a.kind, &b.kind)
            });
            if let Some(other) = twin {
                self.layer(None, own, other);
            }
        }
    }

    fn place(&self, side: Side, site: &LayerSite) -> Place {
        (self.three.key(side, site.section), property_key(&site.kind).into_owned())
    }

    fn layer(&mut self, base: Option<usize>, own: usize, other: usize) {
        let mut base = base.map(|base| self.sites[0][base].clone());
        let (mut own, mut other) = (self.sites[1][own].clone(), self.sites[2][other].clone());
        // Records of Godot 3 are three ints, too; who reads them so need not know what the bits mean.
        let old = own.is_old() && own.format == 1;
        if old {
            let same = |site: &LayerSite| site.is_old() && site.format == own.format;
            if !same(&other) || !base.as_ref().is_none_or(same) {
                return;
            }
            base.iter_mut().chain([&mut own, &mut other]).for_each(|site| site.format = 2);
        }
        let sides = [base.as_ref(), Some(&own), Some(&other)];
        let unknown = |(side, site): (Side, &Option<&LayerSite>)| {
            site.is_some_and(|site| {
                site.is_old() || (site.property.is_none() && site.is_override(self.three.document(side)))
            })
        };
        let fresh = own.is_override(self.three.document(Side::Ours))
            && base.as_ref().is_none_or(|site| site.property.is_none());
        // Both began to override cells that lie in another file: nobody knows what was there.
        let fresh = fresh && own.property.is_some() && other.property.is_some();
        let skipped = usize::from(fresh);
        if Side::ALL.into_iter().zip(&sides).skip(skipped).any(unknown) {
            return;
        }
        let raw = |side: Side| {
            let property = sides[side as usize]?.property?;
            Some(self.three.document(side).source().slice(property.value))
        };
        let same = |a: Side, b: Side| {
            let (a, b) = (raw(a).unwrap_or_default(), raw(b).unwrap_or_default());
            a == b
        };
        let (at_ours, at_theirs) = (self.place(Side::Ours, &own), self.place(Side::Theirs, &other));
        let at_base = base.as_ref().map(|base| self.place(Side::Base, base));
        let ours_moved = at_base.as_ref().is_some_and(|at| *at != at_ours) && at_ours != at_theirs;
        let theirs_moved = at_ours != at_theirs && !ours_moved;
        if same(Side::Base, Side::Theirs) || (at_ours == at_theirs && same(Side::Ours, Side::Theirs)) {
            if !theirs_moved {
                self.outcome.picks.insert(at_theirs, CellPick::Ours);
                self.outcome.picks.insert(at_ours, CellPick::Ours);
                return;
            }
        } else if same(Side::Base, Side::Ours) && !ours_moved {
            self.outcome.picks.insert(at_ours, CellPick::Theirs);
            self.outcome.picks.insert(at_theirs, CellPick::Theirs);
            return;
        }
        let decode = |side: Side| sides[side as usize].map(|site| site.decode(self.three.document(side)));
        let decoded = Side::ALL.map(decode);
        if decoded.iter().flatten().any(|layer| !layer.damage.is_empty()) {
            return;
        }
        let erased = |layer: &crate::tile::TileLayer| match &layer.records {
            Records::Cells(cells) => cells.iter().any(|cell| cell.is_tombstone()),
            Records::Old(_) => true,
        };
        if old && decoded.iter().flatten().any(erased) {
            // A tile of this very number, which today erases; Godot 3 left erased cells out.
            return;
        }
        let mut cells = Side::ALL.map(|side| {
            decoded[side as usize].as_ref().map(|layer| layer.resolve().cells).unwrap_or_default()
        });
        if fresh {
            cells[0] = disputed(&cells[1], &cells[2]);
        }
        let Some(Records::Cells(records)) = decoded[1].as_ref().map(|layer| &layer.records) else { return };
        let merge = merge_cells(&cells[0], (&cells[1], records), &cells[2], self.prefer);
        let place = if theirs_moved { at_theirs.clone() } else { at_ours.clone() };
        let spelling = |side: Side| decoded[side as usize].as_ref().map(|layer| layer.spelling.clone());
        let pick = if !theirs_moved && merge.records == *records {
            CellPick::Ours
        } else {
            let own = spelling(if theirs_moved { Side::Theirs } else { Side::Ours });
            let across = spelling(if theirs_moved { Side::Ours } else { Side::Theirs });
            let chosen = match (own, across) {
                (Some(own), Some(across)) => self.spelling(own, across, merge.records.len()),
                _ => return,
            };
            let mut records = merge.records;
            if chosen.encoding == crate::tile::Encoding::Rows && is_sorted(&cells[1]) {
                // What the rows filter keeps is sorted, so that the outcome is what it would keep.
                records.sort_by_key(|cell| (cell.y, cell.x));
            }
            CellPick::Records(records, chosen)
        };
        let told =
            merge.clashes.into_iter().map(|clash| CellClash { base: clash.base.filter(|_| !fresh), ..clash });
        let conflicts = told.map(|clash| Conflict::cell(&own, clash, old));
        self.outcome.conflicts.extend(conflicts);
        self.outcome.merged.push(MergedLayer {
            place: place.clone(),
            kind: if theirs_moved { other.kind.clone() } else { own.kind.clone() },
            label: own.label(),
            cells,
        });
        if at_ours != at_theirs {
            let left = if theirs_moved { (at_ours, CellPick::Theirs) } else { (at_theirs, CellPick::Ours) };
            self.outcome.picks.insert(left.0, left.1);
        }
        self.outcome.picks.insert(place, pick);
    }

    /// As the layer is spelled; one that was empty, as the other side spells it, or as the engine would.
    fn spelling(&self, own: Spelling, across: Spelling, records: usize) -> Spelling {
        use crate::tile::Encoding::{Base64, Decimal, Empty};
        if own.encoding != Empty {
            return own;
        }
        if own.is_ints() == across.is_ints() && across.encoding != Empty {
            return across;
        }
        let base64 = !own.is_ints() && crate::tile::codec::layer::encoded_len(records) > 64;
        Spelling::engine(&own.constructor, if base64 { Base64 } else { Decimal })
    }
}

fn is_sorted(cells: &[Cell]) -> bool {
    cells.is_sorted_by_key(|cell| (cell.y, cell.x))
}

/// A base for two maps that have none: wherever they differ, a cell that is neither's, so that each difference clashes.
fn disputed(ours: &[Cell], theirs: &[Cell]) -> Vec<Cell> {
    let diff = crate::diff::cell_diff(ours, theirs);
    let mut base: Vec<Cell> = ours.to_vec();
    let neither = |a: Cell, b: Cell| {
        let source = (0..3).find(|&source| source != a.source && source != b.source).unwrap_or(0);
        Cell { source, ..a }
    };
    let changed: std::collections::HashMap<_, _> = diff
        .changed
        .iter()
        .map(|&(a, b)| (a.coords(), neither(a, b)))
        .chain(diff.added.iter().chain(&diff.removed).map(|&cell| (cell.coords(), neither(cell, cell))))
        .collect();
    base.retain(|cell| !changed.contains_key(&cell.coords()));
    base.extend(changed.into_values());
    base
}
