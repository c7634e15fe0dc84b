//! The tile layers of three documents, and what becomes of their cells.

use std::collections::{HashMap, HashSet};

use super::cells::{CellClash, merge_cells};
use super::conflict::Conflict;
use super::three::{Side, Three};
use super::{MergeError, Prefer};
use crate::diff::layers::{LayerPairs, pair_layers, same_key};
use crate::rewrite::property_key;
use crate::tile::{Cell, Encoding, LayerKind, LayerSite, Records, Spelling, TileLayer, find};

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
    /// Where it stood before one side moved it, if that is another place.
    pub left: Option<Place>,
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
    /// The sections that hold any of them.
    pub sections: HashSet<usize>,
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
        layers.outcome.sections = layers.outcome.picks.keys().map(|(section, _)| *section).collect();
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
        let base = base.map(|base| self.sites[0][base].clone());
        let (own, other) = (self.sites[1][own].clone(), self.sites[2][other].clone());
        let Some(trio) = Trio::new(self.three, base, own, other) else { return };
        let places = self.places(&trio);
        if !self.take_whole(&trio, &places) {
            self.merge(&trio, places);
        }
    }

    fn places(&self, trio: &Trio) -> Places {
        let (ours, theirs) = (self.place(Side::Ours, &trio.own), self.place(Side::Theirs, &trio.other));
        let base = trio.base.as_ref().map(|base| self.place(Side::Base, base));
        let moved = match (ours == theirs, base.is_some_and(|base| base != ours)) {
            (true, _) => None,
            (false, true) => Some(Side::Ours),
            (false, false) => Some(Side::Theirs),
        };
        Places { ours, theirs, moved }
    }

    /// Takes the text of one side as it stands, where the other did nothing; tells whether that is so.
    fn take_whole(&mut self, trio: &Trio, places: &Places) -> bool {
        let raw = |side: Side| {
            let property = trio.site(side).and_then(|site| site.property);
            property
                .map(|property| self.three.document(side).source().slice(property.value))
                .unwrap_or_default()
        };
        let [base, ours, theirs] = Side::ALL.map(raw);
        let pick = if base == theirs || (places.moved.is_none() && ours == theirs) {
            (places.moved != Some(Side::Theirs)).then_some((CellPick::Ours, CellPick::Ours))
        } else {
            (base == ours && places.moved != Some(Side::Ours)).then_some((CellPick::Theirs, CellPick::Theirs))
        };
        let Some((at_ours, at_theirs)) = pick else { return false };
        self.outcome.picks.insert(places.ours.clone(), at_ours);
        self.outcome.picks.insert(places.theirs.clone(), at_theirs);
        true
    }

    fn merge(&mut self, trio: &Trio, places: Places) {
        let Some((layers, cells)) = trio.decode(self.three) else { return };
        let [_, Some(own), Some(other)] = &layers else { return };
        let Records::Cells(records) = &own.records else { return };
        let merge = merge_cells(&cells[0], (&cells[1], records), &cells[2], self.prefer);
        let to_theirs = places.moved == Some(Side::Theirs);
        let pick = if !to_theirs && merge.records == *records {
            CellPick::Ours
        } else {
            let (here, across) = if to_theirs { (other, own) } else { (own, other) };
            let spelling = spelling(&here.spelling, &across.spelling, merge.records.len());
            let mut records = merge.records;
            if spelling.encoding == Encoding::Rows && is_sorted(&cells[1]) {
                // What the rows filter keeps is sorted, so that the outcome is what it would keep.
                records.sort_by_key(|cell| (cell.y, cell.x));
            }
            CellPick::Records(records, spelling)
        };
        // Where nobody knows what was there, nothing is said of it.
        let told = |clash: CellClash| CellClash { base: clash.base.filter(|_| !trio.fresh), ..clash };
        let conflicts =
            merge.clashes.into_iter().map(|clash| Conflict::cell(&trio.own, told(clash), trio.old));
        self.outcome.conflicts.extend(conflicts);
        let site = if to_theirs { &trio.other } else { &trio.own };
        let (place, left) =
            if to_theirs { (places.theirs, places.ours) } else { (places.ours, places.theirs) };
        if places.moved.is_some() {
            self.outcome
                .picks
                .insert(left.clone(), if to_theirs { CellPick::Theirs } else { CellPick::Ours });
        }
        self.outcome.merged.push(MergedLayer {
            place: place.clone(),
            left: places.moved.map(|_| left),
            kind: site.kind.clone(),
            label: trio.own.label(),
            cells,
        });
        self.outcome.picks.insert(place, pick);
    }
}

/// Where a layer stands in ours and in theirs, and which of them moved it.
struct Places {
    ours: Place,
    theirs: Place,
    moved: Option<Side>,
}

/// One layer on three sides.
struct Trio {
    base: Option<LayerSite>,
    own: LayerSite,
    other: LayerSite,
    /// Whether it holds cells of Godot 3.
    old: bool,
    /// Whether both sides began to override cells that lie in another file: nobody knows what was there.
    fresh: bool,
}

/// What a layer holds on three sides: its text decoded, and its cells on the map.
type Decoded = ([Option<TileLayer>; 3], [Vec<Cell>; 3]);

impl Trio {
    /// `None` if the layer cannot be merged cell by cell: then it is a value like any other.
    fn new(
        three: &Three<'_>,
        mut base: Option<LayerSite>,
        mut own: LayerSite,
        mut other: LayerSite,
    ) -> Option<Trio> {
        // Records of Godot 3 are three ints, too; who reads them so need not know what the bits mean.
        let old = own.is_old() && own.format == 1;
        if old {
            let same = |site: &LayerSite| site.is_old() && site.format == 1;
            if !same(&other) || !base.as_ref().is_none_or(same) {
                return None;
            }
            base.iter_mut().chain([&mut own, &mut other]).for_each(|site| site.format = 2);
        }
        let fresh = own.is_override(three.document(Side::Ours))
            && base.as_ref().is_none_or(|site| site.property.is_none())
            && own.property.is_some()
            && other.property.is_some();
        let trio = Trio { base, own, other, old, fresh };
        let unknown = |side: Side| {
            trio.site(side).is_some_and(|site| {
                let elsewhere = site.property.is_none() && site.is_override(three.document(side));
                site.is_old() || (elsewhere && !(fresh && side == Side::Base))
            })
        };
        let known = !Side::ALL.into_iter().any(unknown);
        known.then_some(trio)
    }

    fn site(&self, side: Side) -> Option<&LayerSite> {
        match side {
            Side::Base => self.base.as_ref(),
            Side::Ours => Some(&self.own),
            Side::Theirs => Some(&self.other),
        }
    }

    /// `None` if a buffer is damaged, or cannot be read as cells of today.
    fn decode(&self, three: &Three<'_>) -> Option<Decoded> {
        let layers = Side::ALL.map(|side| self.site(side).map(|site| site.decode(three.document(side))));
        let is_sound = |layer: &TileLayer| {
            let Records::Cells(records) = &layer.records else { return false };
            // A tile of the number that erases today; Godot 3 left erased cells out.
            let erased = self.old && records.iter().any(|cell| cell.is_tombstone());
            layer.damage.is_empty() && !erased
        };
        if !layers.iter().flatten().all(is_sound) {
            return None;
        }
        let mut cells = layers
            .each_ref()
            .map(|layer| layer.as_ref().map(|layer| layer.resolve().cells).unwrap_or_default());
        if self.fresh {
            cells[0] = disputed(&cells[1], &cells[2]);
        }
        Some((layers, cells))
    }
}

/// As the layer is spelled; one that was empty, as the other side spells it, or as the engine would.
fn spelling(own: &Spelling, across: &Spelling, records: usize) -> Spelling {
    if own.encoding != Encoding::Empty {
        return own.clone();
    }
    if own.is_ints() == across.is_ints() && across.encoding != Encoding::Empty {
        return across.clone();
    }
    let base64 = !own.is_ints() && crate::tile::codec::layer::encoded_len(records) > 64;
    Spelling::engine(&own.constructor, if base64 { Encoding::Base64 } else { Encoding::Decimal })
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
