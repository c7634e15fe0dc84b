//! Three documents and one key for each thing that is in any of them.

use crate::diff::canonical::{canonical, is_plain};
use crate::diff::pair::{Reach, pair, pair_seeded};
use crate::diff::{Endpoint, Outline, Pairs};
use crate::source::Span;
use crate::syntax::{Document, Property, SectionKind};

/// Whose text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// The last text that both sides knew.
    Base = 0,
    /// The text that is merged into.
    Ours = 1,
    /// The text that is merged.
    Theirs = 2,
}

impl Side {
    /// All of them.
    pub const ALL: [Side; 3] = [Side::Base, Side::Ours, Side::Theirs];

    /// As messages and conflict markers call it.
    pub fn name(self) -> &'static str {
        match self {
            Side::Base => "base",
            Side::Ours => "ours",
            Side::Theirs => "theirs",
        }
    }

    /// The side across.
    pub fn other(self) -> Side {
        if self == Side::Ours { Side::Theirs } else { Side::Ours }
    }
}

/// A node by its key, and what is left of the path below it.
pub(super) type KeyEnd = (Option<usize>, String);

/// Three documents, their sections under common keys.
pub(super) struct Three<'d> {
    sides: [Outline<'d>; 3],
    /// By key, the section on each side.
    sections: Vec<[Option<usize>; 3]>,
    /// By side and section, the key.
    keys: [Vec<usize>; 3],
}

impl<'d> Three<'d> {
    pub fn new(base: &'d Document, ours: &'d Document, theirs: &'d Document) -> Self {
        let sides = [Outline::new(base), Outline::new(ours), Outline::new(theirs)];
        let [b, o, t] = &sides;
        let mut sections: Vec<[Option<usize>; 3]> =
            (0..base.sections().len()).map(|section| [Some(section), None, None]).collect();
        let mut keys =
            [(0..sections.len()).collect(), vec![0; ours.sections().len()], vec![0; theirs.sections().len()]];
        let (to_ours, to_theirs) = (pair(b, o, Reach::Successor), pair(b, t, Reach::Successor));
        for (key, places) in sections.iter_mut().enumerate() {
            places[Side::Ours as usize] = to_ours.to[key];
            places[Side::Theirs as usize] = to_theirs.to[key];
        }
        let known: Vec<(usize, usize)> =
            sections.iter().filter_map(|places| Some((places[1]?, places[2]?))).collect();
        let across = pair_seeded(o, t, Reach::Sibling, &known);
        for section in 0..ours.sections().len() {
            keys[Side::Ours as usize][section] = match to_ours.from[section] {
                Some(key) => key,
                None => {
                    sections.push([None, Some(section), None]);
                    sections.len() - 1
                }
            };
        }
        for section in 0..theirs.sections().len() {
            let twin = across.from[section].map(|other: usize| keys[Side::Ours as usize][other]);
            let key = match (to_theirs.from[section], twin) {
                (Some(key), _) => key,
                (None, Some(key)) if sections[key][Side::Theirs as usize].is_none() => key,
                _ => {
                    sections.push([None; 3]);
                    sections.len() - 1
                }
            };
            sections[key][Side::Theirs as usize] = Some(section);
            keys[Side::Theirs as usize][section] = key;
        }
        Three { sides, sections, keys }
    }

    pub fn outline(&self, side: Side) -> &Outline<'d> {
        &self.sides[side as usize]
    }

    pub fn document(&self, side: Side) -> &'d Document {
        self.outline(side).document()
    }

    pub fn key_count(&self) -> usize {
        self.sections.len()
    }

    pub fn section(&self, side: Side, key: usize) -> Option<usize> {
        self.sections[key][side as usize]
    }

    pub fn key(&self, side: Side, section: usize) -> usize {
        self.keys[side as usize][section]
    }

    pub fn keys_of(&self, side: Side) -> &[usize] {
        &self.keys[side as usize]
    }

    pub fn has(&self, side: Side, key: usize) -> bool {
        self.section(side, key).is_some()
    }

    /// A side on which it is, ours first.
    pub fn home(&self, key: usize) -> Side {
        [Side::Ours, Side::Theirs].into_iter().find(|&side| self.has(side, key)).unwrap_or(Side::Base)
    }

    pub fn kind(&self, key: usize) -> SectionKind {
        let side = self.home(key);
        let section = self.section(side, key).expect("every key is on a side");
        self.outline(side).section(section).kind()
    }

    /// What messages call it.
    pub fn label(&self, key: usize) -> String {
        let side = self.home(key);
        let section = self.section(side, key).expect("every key is on a side");
        let outline = self.outline(side);
        match outline.section(section).kind() {
            SectionKind::Node => format!("node {}", outline.label(section)),
            SectionKind::Connection => format!("connection {}", outline.label(section)),
            kind => format!("[{}] {}", kind.name(), outline.label(section)),
        }
    }

    pub fn end(&self, side: Side, end: Endpoint) -> KeyEnd {
        (end.section.map(|section| self.key(side, section)), end.rest)
    }

    /// The base and a side.
    pub fn pairs(&self, side: Side) -> Pairs {
        let count = |side: Side| self.document(side).sections().len();
        let mut pairs = Pairs { to: vec![None; count(Side::Base)], from: vec![None; count(side)] };
        for places in &self.sections {
            if let (Some(left), Some(right)) = (places[Side::Base as usize], places[side as usize]) {
                pairs.to[left] = Some(right);
                pairs.from[right] = Some(left);
            }
        }
        pairs
    }

    /// The bytes of all properties of a section.
    pub fn raw_properties(&self, side: Side, key: usize) -> Option<&'d [u8]> {
        let document = self.document(side);
        let properties = self.outline(side).section(self.section(side, key)?).properties();
        let (first, last) = (properties.first(), properties.last());
        Some(match (first, last) {
            (Some(first), Some(last)) => document.source().slice(first.key.to(last.value)),
            _ => b"",
        })
    }

    /// A property by its key.
    pub fn property(&self, side: Side, key: usize, name: &str) -> Option<Property> {
        self.outline(side).section(self.section(side, key)?).property(name).copied()
    }

    pub fn field(&self, side: Side, key: usize, name: &str) -> Option<Span> {
        Some(self.outline(side).section(self.section(side, key)?).field(name)?.value)
    }

    /// The names of all properties, by place: those of theirs, then the others.
    pub fn property_names(&self, key: usize) -> Vec<String> {
        let mut names = Vec::new();
        let mut seen = std::collections::HashSet::new();
        for side in [Side::Theirs, Side::Ours, Side::Base] {
            let Some(section) = self.section(side, key) else { continue };
            let outline = self.outline(side);
            for property in outline.section(section).properties() {
                let name = outline.document().key(property);
                if !seen.contains(&*name) {
                    seen.insert(name.to_string());
                    names.push(name.into_owned());
                }
            }
        }
        names
    }

    /// The meaning of a value, the same on every side.
    pub fn meaning(&self, side: Side, key: usize, value: Span) -> Vec<u8> {
        let outline = self.outline(side);
        let node = self.section(side, key).filter(|_| self.kind(key) == SectionKind::Node);
        canonical(outline, node, value, &|section: usize| self.key(side, section).to_string())
    }

    /// Whether two values of one property mean the same.
    pub fn same(&self, key: usize, (one, a): (Side, Option<Span>), (other, b): (Side, Option<Span>)) -> bool {
        let (Some(a), Some(b)) = (a, b) else { return a.is_none() && b.is_none() };
        let raw = |side: Side, span: Span| self.document(side).source().slice(span);
        if raw(one, a) == raw(other, b) && is_plain(raw(one, a)) {
            return true;
        }
        self.meaning(one, key, a) == self.meaning(other, key, b)
    }
}
