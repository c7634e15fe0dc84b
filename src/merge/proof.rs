//! The proof: the outcome, read again, is what the three-way rule says, thing by thing.
//!
//! It shares nothing with the way the text was made but the keys: each cell, each property and each section of the
//! outcome is compared with the three sides anew.

use std::collections::HashSet;

use super::Prefer;
use super::layers::MergedLayer;
use super::three::{Side, Three};
use super::values::{Pick, pick};
use crate::diff::canonical::canonical;
use crate::diff::{Outline, canonical::is_plain};
use crate::source::{Source, Span};
use crate::syntax::{Document, SectionKind, Severity};
use crate::tile::{Cell, LayerSite, Records};

/// What an outcome is said to be.
pub(super) struct Claim {
    /// The keys of its sections.
    pub order: Vec<usize>,
    pub layers: Vec<MergedLayer>,
    /// Section and property of each conflict.
    pub disputed: HashSet<(String, String)>,
    pub prefer: Prefer,
    /// Nodes whose parent is a conflict.
    pub torn: HashSet<usize>,
}

/// Reads the outcome and judges it.
pub(super) fn prove(three: &Three<'_>, claim: &Claim, bytes: &[u8]) -> Result<(), String> {
    let document = Document::parse(Source::new("outcome", bytes));
    if let Some(problem) =
        document.problems().iter().find(|problem| problem.kind.severity() > Severity::Warning)
    {
        let line = document.source().position(problem.span.start).line;
        return Err(format!("line {line}: {}", problem.kind));
    }
    if document.sections().len() != claim.order.len() {
        return Err("it has another number of sections".into());
    }
    let outline = Outline::new(&document);
    let proof = Proof { three, claim, outline };
    for (section, &key) in claim.order.iter().enumerate() {
        proof.section(section, key)?;
    }
    claim.layers.iter().try_for_each(|layer| proof.layer(layer))
}

struct Proof<'p, 'd> {
    three: &'p Three<'p>,
    claim: &'p Claim,
    outline: Outline<'d>,
}

impl Proof<'_, '_> {
    fn section(&self, section: usize, key: usize) -> Result<(), String> {
        let view = self.outline.section(section);
        let label = self.three.label(key);
        if view.kind() != self.three.kind(key) {
            return Err(format!("{label} is not where it should be"));
        }
        if view.kind() == SectionKind::Node {
            self.place(section, key)?;
        }
        let names = self.three.property_names(key);
        let own = view.properties().iter().map(|property| self.outline.document().key(property).into_owned());
        let known: HashSet<&str> = names.iter().map(String::as_str).collect();
        if let Some(name) = own.into_iter().find(|name| !known.contains(name.as_str())) {
            let is_moved = self.claim.layers.iter().any(|layer| layer.place == (key, name.clone()));
            if !is_moved {
                return Err(format!("{label}: {name} comes from nowhere"));
            }
        }
        names.iter().try_for_each(|name| self.property(section, key, name, &label))
    }

    /// A node is a child of a node that it has as parent on one of the sides.
    fn place(&self, section: usize, key: usize) -> Result<(), String> {
        let parent = self
            .outline
            .parent(section)
            .map(|end| (end.section.map(|node| self.claim.order[node]), end.rest));
        let found = [Side::Ours, Side::Theirs].into_iter().any(|side| {
            let outline = self.three.outline(side);
            self.three
                .section(side, key)
                .is_some_and(|section| outline.parent(section).map(|end| self.three.end(side, end)) == parent)
        });
        if found || self.claim.torn.contains(&key) {
            Ok(())
        } else {
            Err(format!("{} has a parent that it has on no side", self.three.label(key)))
        }
    }

    fn property(&self, section: usize, key: usize, name: &str, label: &str) -> Result<(), String> {
        if self.claim.layers.iter().any(|layer| layer.place.0 == key && layer.place.1 == name) {
            return Ok(());
        }
        let three = self.three;
        let now = self.outline.section(section).property(name).map(|property| property.value);
        let value = |side: Side| three.property(side, key, name).map(|property| property.value);
        let is = |side: Side| self.is_same(section, now, side, key, value(side));
        let same = |a: Side, b: Side| three.same(key, (a, value(a)), (b, value(b)));
        let homes = [Side::Ours, Side::Theirs].map(|side| three.has(side, key));
        let good = match homes {
            [true, false] => is(Side::Ours),
            [false, true] => is(Side::Theirs),
            _ => {
                let picked = pick(
                    same(Side::Base, Side::Ours),
                    same(Side::Base, Side::Theirs),
                    same(Side::Ours, Side::Theirs),
                );
                let disputed = self.claim.disputed.contains(&(label.to_owned(), name.to_owned()));
                match picked {
                    Pick::Ours => is(Side::Ours),
                    Pick::Theirs => is(Side::Theirs),
                    Pick::Clash if disputed && self.claim.prefer == Prefer::Theirs => is(Side::Theirs),
                    Pick::Clash if disputed => is(Side::Ours),
                    // A dictionary that was merged entry by entry is there.
                    Pick::Clash => now.is_some(),
                }
            }
        };
        let moved = || {
            self.claim.layers.iter().any(|layer| layer.cells.iter().any(|cells| !cells.is_empty()))
                && crate::tile::layer_key(name).is_some_and(|(_, what)| what == "tile_data")
        };
        let same_cells = || self.keeps_cells(section, key, name);
        if good || moved() || same_cells() {
            Ok(())
        } else {
            Err(format!("{label}: {name} is not what the three-way rule says"))
        }
    }

    /// Cells that only one side changed, or nobody, whatever their spelling.
    fn keeps_cells(&self, section: usize, key: usize, name: &str) -> bool {
        if !matches!(name.rsplit('/').next(), Some("tile_map_data" | "tile_data")) {
            return false;
        }
        let cells = |document: &Document, section: usize| -> Option<Vec<Cell>> {
            let sites = crate::tile::find(document).ok()?;
            let site = sites.iter().find(|site: &&LayerSite| {
                site.section == section && crate::rewrite::property_key(&site.kind) == name
            })?;
            match site.decode(document).records {
                Records::Cells(_) => Some(sorted(site.decode(document).resolve().cells)),
                Records::Old(_) => None,
            }
        };
        let side = |side: Side| cells(self.three.document(side), self.three.section(side, key)?);
        let now = cells(self.outline.document(), section);
        let (base, ours, theirs) = (side(Side::Base), side(Side::Ours), side(Side::Theirs));
        match pick(base == ours, base == theirs, ours == theirs) {
            Pick::Ours => now == ours,
            Pick::Theirs => now == theirs,
            Pick::Clash => false,
        }
    }

    fn is_same(
        &self,
        section: usize,
        now: Option<Span>,
        side: Side,
        key: usize,
        value: Option<Span>,
    ) -> bool {
        let (Some(now), Some(value)) = (now, value) else { return now.is_none() && value.is_none() };
        let raw = self.outline.document().source().slice(now);
        if raw == self.three.document(side).source().slice(value) && is_plain(raw) {
            return true;
        }
        let node = (self.outline.section(section).kind() == SectionKind::Node).then_some(section);
        let names = |section: usize| self.claim.order[section].to_string();
        canonical(&self.outline, node, now, &names) == self.three.meaning(side, key, value)
    }

    /// The cells of the outcome are those that the rule gives, place by place.
    fn layer(&self, layer: &MergedLayer) -> Result<(), String> {
        let Some(section) = self.claim.order.iter().position(|&key| key == layer.place.0) else {
            return Ok(());
        };
        let property = self.outline.section(section).property(&layer.place.1).copied();
        let site = LayerSite { node: None, kind: layer.kind.clone(), section, property, format: 2 };
        let decoded = site.decode(self.outline.document());
        if !decoded.damage.is_empty() {
            return Err(format!("{}: the buffer is damaged", layer.label));
        }
        let now = sorted(decoded.resolve().cells);
        let sides = layer.cells.each_ref().map(|cells| sorted(cells.clone()));
        let expected = by_rule(&sides, self.claim.prefer);
        if now == expected {
            Ok(())
        } else {
            Err(format!("{}: the cells are not what the rule says", layer.label))
        }
    }
}

fn sorted(mut cells: Vec<Cell>) -> Vec<Cell> {
    cells.sort_unstable_by_key(|cell| (cell.y, cell.x));
    cells
}

/// The three-way rule on three sorted lists, walked side by side.
fn by_rule(sides: &[Vec<Cell>; 3], prefer: Prefer) -> Vec<Cell> {
    let mut lists = sides.each_ref().map(|cells| cells.iter().copied().peekable());
    let place = |cell: &Cell| (cell.y, cell.x);
    let mut out = Vec::with_capacity(sides[1].len());
    while let Some(next) = lists.iter_mut().filter_map(|list| list.peek().map(place)).min() {
        let [base, ours, theirs] = lists.each_mut().map(|list| list.next_if(|cell| place(cell) == next));
        let cell = if ours == theirs || base == theirs {
            ours
        } else if base == ours || prefer == Prefer::Theirs {
            theirs
        } else {
            ours
        };
        out.extend(cell);
    }
    out
}
