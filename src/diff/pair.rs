//! Which section of one document is which of the other.
//!
//! External resources by uid, then path; sub-resources by id and content, then by where they are used; nodes by unique
//! id, then path, with renames and moves followed; connections by their ends. What is left was added or removed.

mod connection;
mod node;
mod resource;

use super::Outline;
use super::canonical::{canonical, is_plain};
use crate::source::Span;
use crate::syntax::SectionKind;

/// Sections that are the same, both ways.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairs {
    /// For each section of the first document, the one of the second.
    pub to: Vec<Option<usize>>,
    /// For each section of the second document, the one of the first.
    pub from: Vec<Option<usize>>,
}

/// How far guesses may go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// The second document grew out of the first: ids are kept from one to the other, and a node may be found again
    /// under another name.
    Successor,
    /// Both grew out of a third one: an id that both gave to a new resource says nothing.
    Sibling,
}

/// Pairs the sections of two documents.
pub fn pair(a: &Outline<'_>, b: &Outline<'_>, reach: Reach) -> Pairs {
    pair_seeded(a, b, reach, &[])
}

/// The same, where some pairs are known.
pub fn pair_seeded(a: &Outline<'_>, b: &Outline<'_>, reach: Reach, known: &[(usize, usize)]) -> Pairs {
    let count = |outline: &Outline<'_>| outline.document().sections().len();
    let mut pairing =
        Pairing { a, b, reach, pairs: Pairs { to: vec![None; count(a)], from: vec![None; count(b)] } };
    for &(left, right) in known {
        pairing.join(left, right);
    }
    pairing.alone(SectionKind::SceneHeader);
    pairing.alone(SectionKind::ResourceHeader);
    pairing.alone(SectionKind::Resource);
    pairing.externals();
    pairing.internals_by_id_and_content();
    pairing.nodes();
    pairing.internals_by_use();
    pairing.internals_by_id();
    pairing.connections();
    pairing.editables();
    pairing.pairs
}

struct Pairing<'p, 'd> {
    a: &'p Outline<'d>,
    b: &'p Outline<'d>,
    reach: Reach,
    pairs: Pairs,
}

impl Pairing<'_, '_> {
    fn join(&mut self, left: usize, right: usize) {
        if self.pairs.to[left].is_none() && self.pairs.from[right].is_none() {
            self.pairs.to[left] = Some(right);
            self.pairs.from[right] = Some(left);
        }
    }

    /// Sections of which a file has one.
    fn alone(&mut self, kind: SectionKind) {
        let (left, right) = (self.a.of_kind(kind).next(), self.b.of_kind(kind).next());
        if let (Some(left), Some(right)) = (left, right) {
            self.join(left, right);
        }
    }

    fn open_left(&self, kind: SectionKind) -> Vec<usize> {
        self.a.of_kind(kind).filter(|&index| self.pairs.to[index].is_none()).collect()
    }

    fn open_right(&self, kind: SectionKind) -> Vec<usize> {
        self.b.of_kind(kind).filter(|&index| self.pairs.from[index].is_none()).collect()
    }

    /// Joins what has a key that nothing else of its side has.
    fn join_unique<K: std::hash::Hash + Eq>(
        &mut self,
        kind: SectionKind,
        key: impl Fn(&Outline<'_>, usize) -> Option<K>,
    ) {
        let index = |outline: &Outline<'_>, open: Vec<usize>| {
            let mut found = std::collections::HashMap::new();
            for section in open {
                if let Some(key) = key(outline, section) {
                    found.entry(key).and_modify(|place| *place = None).or_insert(Some(section));
                }
            }
            found
        };
        let left = index(self.a, self.open_left(kind));
        let right = index(self.b, self.open_right(kind));
        let mut joined: Vec<(usize, usize)> =
            left.into_iter().filter_map(|(key, left)| Some((left?, (*right.get(&key)?)?))).collect();
        joined.sort_unstable();
        for (left, right) in joined {
            self.join(left, right);
        }
    }

    /// Whether two values mean the same, resources and nodes being the same where they are paired already.
    fn same_value(&self, (left, a): (usize, Span), (right, b): (usize, Span)) -> bool {
        let (raw_a, raw_b) = (self.a.document().source().slice(a), self.b.document().source().slice(b));
        if raw_a == raw_b && is_plain(raw_a) {
            return true;
        }
        let node = |outline: &Outline<'_>, section: usize| {
            (outline.section(section).kind() == SectionKind::Node).then_some(section)
        };
        let one = canonical(self.a, node(self.a, left), a, &|section: usize| match self.pairs.to[section] {
            Some(other) => format!("#{other}"),
            None => resource::signature(self.a, section, 0),
        });
        let other =
            canonical(self.b, node(self.b, right), b, &|section: usize| match self.pairs.from[section] {
                Some(_) => format!("#{section}"),
                None => resource::signature(self.b, section, 0),
            });
        one == other
    }

    /// How many properties and children two sections have, and how many of them are the same in both.
    fn likeness(&self, left: usize, right: usize) -> (usize, usize) {
        let (one, other) = (self.a.section(left), self.b.section(right));
        let same = one.properties().iter().filter(|property| {
            let key = self.a.document().key(property);
            other
                .property(&key)
                .is_some_and(|twin| self.same_value((left, property.value), (right, twin.value)))
        });
        let (children, shared) = self.shared_children(left, right);
        (one.properties().len().max(other.properties().len()) + children, same.count() + shared)
    }

    /// How many children two nodes have, and how many of them bear the same name.
    fn shared_children(&self, left: usize, right: usize) -> (usize, usize) {
        let names = |outline: &Outline<'_>, node: usize| -> std::collections::HashSet<String> {
            let children = outline.children(node).iter();
            children
                .copied()
                .filter_map(|child| Some(outline.section(child).text_field("name")?.into_owned()))
                .collect()
        };
        if self.a.section(left).kind() != SectionKind::Node {
            return (0, 0);
        }
        let (one, other) = (names(self.a, left), names(self.b, right));
        (one.len().max(other.len()), one.intersection(&other).count())
    }
}
