//! What stays, what goes, and what one side deleted while the other worked on it.

use std::collections::{HashMap, HashSet};

use super::Prefer;
use super::three::{Side, Three};
use crate::syntax::SectionKind;
use crate::tile::{LayerSite, find};

/// What becomes of a section.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    /// It stays.
    Kept,
    /// It goes.
    Gone,
    /// One side deleted it; this side still has it, and has changed it or what hangs on it.
    Contested(Side),
    /// A resource that one side (not this one) deleted: it stays if anything still refers to it.
    IfUsed(Side),
}

/// A deletion that the other side stands against: a section and all that hangs on it.
#[derive(Clone, Debug)]
pub(super) struct Contest {
    pub root: usize,
    pub by: Side,
    pub members: Vec<usize>,
}

/// By key.
pub(super) struct Fates {
    pub of: Vec<Fate>,
    pub contests: Vec<Contest>,
}

impl Fates {
    pub fn new(three: &Three<'_>) -> Self {
        let of = (0..three.key_count())
            .map(|key| {
                let [base, ours, theirs] = Side::ALL.map(|side| three.has(side, key));
                let holder = if ours { Side::Ours } else { Side::Theirs };
                match (base, ours, theirs, three.kind(key)) {
                    (true, false, false, _) => Fate::Gone,
                    (false, ..) | (_, true, true, _) => Fate::Kept,
                    (.., SectionKind::ExtResource | SectionKind::SubResource) => Fate::IfUsed(holder),
                    _ => Fate::Gone,
                }
            })
            .collect();
        let mut fates = Fates { of, contests: Vec::new() };
        for by in [Side::Ours, Side::Theirs] {
            fates.deletions(three, by);
        }
        fates
    }

    /// Whether a section is in the outcome, by who decides; contested ones stay in the text if nobody does.
    pub fn is_present(&self, key: usize, prefer: Prefer) -> bool {
        match self.of[key] {
            Fate::Kept => true,
            Fate::Gone | Fate::IfUsed(_) => false,
            Fate::Contested(holder) => match prefer {
                Prefer::Nobody => true,
                Prefer::Ours => holder == Side::Ours,
                Prefer::Theirs => holder == Side::Theirs,
            },
        }
    }

    /// Nodes, connections and the like that one side deleted: gone, unless the other side worked on them.
    fn deletions(&mut self, three: &Three<'_>, by: Side) {
        let holder = by.other();
        let outline = three.outline(holder);
        let deleted =
            |key: usize| three.has(Side::Base, key) && three.has(holder, key) && !three.has(by, key);
        let mut worker = Touched::new(three, holder);
        let parent_of = |key: usize| {
            let section = three.section(holder, key)?;
            Some(three.key(holder, outline.parent(section)?.section?))
        };
        // The topmost deleted node above each node, the node itself included.
        let mut tops: HashMap<usize, usize> = HashMap::new();
        // Tops into which the holder has moved something that the other side still has.
        let mut filled: HashSet<usize> = HashSet::new();
        let base_parent = |key: usize| {
            let outline = three.outline(Side::Base);
            let section = three.section(Side::Base, key)?;
            Some(three.key(Side::Base, outline.parent(section)?.section?))
        };
        for section in outline.of_kind(SectionKind::Node) {
            let key = three.key(holder, section);
            let above = parent_of(key).and_then(|parent| tops.get(&parent).copied());
            let held = three.has(by, key);
            if let Some(top) = above.filter(|_| held && base_parent(key) != parent_of(key)) {
                filled.insert(top);
            }
            match above {
                // What the deleting side has moved out of it is not part of it.
                Some(top) if !held => drop(tops.insert(key, top)),
                _ if deleted(key) => drop(tops.insert(key, key)),
                _ => {}
            }
        }
        let mut contests: HashMap<usize, Vec<usize>> = HashMap::new();
        let mut order: Vec<usize> = Vec::new();
        for section in outline.of_kind(SectionKind::Node) {
            let key = three.key(holder, section);
            if let Some(&top) = tops.get(&key) {
                if top == key {
                    order.push(top);
                }
                contests.entry(top).or_default().push(key);
            }
        }
        let mut hanging: HashSet<usize> = HashSet::new();
        for kind in [SectionKind::Connection, SectionKind::Editable] {
            for section in outline.of_kind(kind) {
                let key = three.key(holder, section);
                let view = outline.section(section);
                let ends = ["from", "to", "path"].map(|name| view.text_field(name));
                let top = ends.iter().flatten().find_map(|path| {
                    let end = outline.locate(path).section?;
                    tops.get(&three.key(holder, end)).copied()
                });
                match top {
                    Some(top) if !three.has(by, key) => {
                        hanging.insert(key);
                        contests.entry(top).or_default().push(key);
                    }
                    _ => {}
                }
            }
        }
        for root in order {
            let members = contests.remove(&root).unwrap_or_default();
            let is_worked_on = |key: usize, worker: &mut Touched<'_, '_>| {
                !three.has(Side::Base, key) || worker.is_touched(key)
            };
            if filled.contains(&root) || members.iter().any(|&key| is_worked_on(key, &mut worker)) {
                for &key in &members {
                    self.of[key] = Fate::Contested(holder);
                }
                self.contests.push(Contest { root, by, members });
            } else {
                members.iter().for_each(|&key| self.of[key] = Fate::Gone);
            }
        }
        for kind in [SectionKind::Connection, SectionKind::Editable, SectionKind::Resource] {
            for section in outline.of_kind(kind) {
                let key = three.key(holder, section);
                if deleted(key) && !hanging.contains(&key) && worker.is_touched(key) {
                    self.of[key] = Fate::Contested(holder);
                    self.contests.push(Contest { root: key, by, members: vec![key] });
                }
            }
        }
    }

    /// Settles the resources: `used` are those that the outcome refers to. Tells whether any came back.
    pub fn settle(&mut self, three: &Three<'_>, used: &HashSet<usize>) -> bool {
        let mut back = false;
        for key in 0..self.of.len() {
            if matches!(self.of[key], Fate::IfUsed(_)) && used.contains(&key) {
                self.of[key] = Fate::Kept;
                back = true;
            }
        }
        if !back {
            let mut workers = [Side::Ours, Side::Theirs].map(|side| Touched::new(three, side));
            for key in 0..self.of.len() {
                if let Fate::IfUsed(holder) = self.of[key] {
                    let internal = three.kind(key) == SectionKind::SubResource;
                    let worker = &mut workers[holder as usize - 1];
                    if internal && worker.is_touched(key) {
                        self.of[key] = Fate::Contested(holder);
                        self.contests.push(Contest { root: key, by: holder.other(), members: vec![key] });
                        back = true;
                    } else {
                        self.of[key] = Fate::Gone;
                    }
                }
            }
        }
        back
    }
}

/// What a side did to sections that the base has.
struct Touched<'t, 'd> {
    three: &'t Three<'d>,
    side: Side,
    sites: [Vec<LayerSite>; 2],
    known: HashMap<usize, bool>,
}

impl<'t, 'd> Touched<'t, 'd> {
    fn new(three: &'t Three<'d>, side: Side) -> Self {
        let sites = [Side::Base, side].map(|side| find(three.document(side)).unwrap_or_default());
        Touched { three, side, sites, known: HashMap::new() }
    }

    /// Whether the side has changed it, other than by bookkeeping.
    fn is_touched(&mut self, key: usize) -> bool {
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let touched = self.differs(key);
        self.known.insert(key, touched);
        touched
    }

    fn differs(&self, key: usize) -> bool {
        let three = self.three;
        let field = |name: &str| {
            three.same(
                key,
                (Side::Base, three.field(Side::Base, key, name)),
                (self.side, three.field(self.side, key, name)),
            )
        };
        let kind = three.kind(key);
        let names = match kind {
            SectionKind::Node => &["name", "type", "instance", "groups", "instance_placeholder"][..],
            SectionKind::Connection => &["flags", "binds", "unbinds"],
            _ => &["type"],
        };
        if names.iter().any(|name| !field(name)) {
            return true;
        }
        if kind == SectionKind::Node {
            let parent = |side: Side| {
                let outline = three.outline(side);
                Some(outline.parent(three.section(side, key)?).map(|end| three.end(side, end)))
            };
            if parent(Side::Base) != parent(self.side) {
                return true;
            }
        }
        three.property_names(key).iter().any(|name| {
            let value = |side: Side| three.property(side, key, name).map(|property| property.value);
            !three.same(key, (Side::Base, value(Side::Base)), (self.side, value(self.side)))
                && !self.same_cells(key, name)
        })
    }

    /// Whether a property holds the same cells, however it is spelled.
    fn same_cells(&self, key: usize, name: &str) -> bool {
        let cells = |side: Side, sites: &[LayerSite]| {
            let section = self.three.section(side, key)?;
            let site = sites.iter().find(|site| {
                site.section == section && crate::rewrite::property_key(&site.kind) == name && !site.is_old()
            })?;
            let layer = site.decode(self.three.document(side));
            layer.damage.is_empty().then(|| {
                let mut cells = layer.resolve().cells;
                cells.sort_unstable_by_key(|cell| (cell.y, cell.x));
                cells
            })
        };
        match (cells(Side::Base, &self.sites[0]), cells(self.side, &self.sites[1])) {
            (Some(one), Some(other)) => one == other,
            _ => false,
        }
    }
}
