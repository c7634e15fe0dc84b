//! Nodes by unique id, then path below the same parent; then, as a guess, by what they hold.

use std::collections::HashMap;

use super::{Outline, Pairing, Reach};
use crate::syntax::SectionKind;

/// How many couples of one group are compared.
const CROWD: usize = 400;

/// A parent as a section of the second document, the path below it, and a class.
type Family = (Option<usize>, String, String);
/// Nodes of both documents that may be the same.
type Couples = (Vec<usize>, Vec<usize>);

/// A child's place, with the parent as a section of the second document.
type Place = (Option<usize>, String, String);

impl Pairing<'_, '_> {
    pub(super) fn nodes(&mut self) {
        if let (Some(left), Some(right)) = (self.a.root(), self.b.root()) {
            self.join(left, right);
        }
        self.join_unique(SectionKind::Node, |outline, section| {
            outline.section(section).text_field("unique_id").map(|id| id.into_owned())
        });
        loop {
            self.nodes_by_path();
            if self.reach == Reach::Sibling || !(self.renamed_nodes() || self.moved_nodes()) {
                return;
            }
        }
    }

    /// Children of one name below the same parent. Parents stand in front of their children, so one pass is enough.
    fn nodes_by_path(&mut self) {
        let right: HashMap<Place, usize> = self
            .open_right(SectionKind::Node)
            .into_iter()
            .filter_map(|section| Some((self.place_right(section)?, section)))
            .collect();
        for left in self.open_left(SectionKind::Node) {
            let Some(place) = self.place_left(left) else { continue };
            let Some(&other) = right.get(&place) else { continue };
            if !self.differ_for_sure(left, other) {
                self.join(left, other);
            }
        }
    }

    /// Another unique id and another class: a new node in an old one's place.
    fn differ_for_sure(&self, left: usize, right: usize) -> bool {
        let field = |outline: &Outline<'_>, section: usize, name: &str| {
            outline.section(section).text_field(name).map(|text| text.into_owned())
        };
        let differ = |name: &str| matches!((field(self.a, left, name), field(self.b, right, name)), (Some(a), Some(b)) if a != b);
        differ("unique_id") && differ("type")
    }

    fn place_left(&self, left: usize) -> Option<Place> {
        let parent = self.a.parent(left)?;
        let above = match parent.section {
            Some(section) => Some(self.pairs.to[section]?),
            None => None,
        };
        Some((above, parent.rest, name(self.a, left)))
    }

    fn place_right(&self, right: usize) -> Option<Place> {
        let parent = self.b.parent(right)?;
        Some((parent.section, parent.rest, name(self.b, right)))
    }

    /// A child that is gone and a new one of the same class below the same parent, with most of what they hold the same:
    /// if there is no other such couple, the node was renamed. Its children then follow by their path.
    fn renamed_nodes(&mut self) -> bool {
        let mut families: HashMap<Family, Couples> = HashMap::new();
        for left in self.open_left(SectionKind::Node) {
            let Some((parent, rest, _)) = self.place_left(left) else { continue };
            families.entry((parent, rest, class(self.a, left))).or_default().0.push(left);
        }
        for right in self.open_right(SectionKind::Node) {
            let Some((parent, rest, _)) = self.place_right(right) else { continue };
            if let Some(couples) = families.get_mut(&(parent, rest, class(self.b, right))) {
                couples.1.push(right);
            }
        }
        self.join_alike(families.into_values().collect(), |(all, same)| same * 2 > all || all == 0)
    }

    /// A node that is gone, and one of the same name and class elsewhere that holds just the same.
    fn moved_nodes(&mut self) -> bool {
        let mut namesakes: HashMap<(String, String), Couples> = HashMap::new();
        for left in self.open_left(SectionKind::Node) {
            namesakes.entry((name(self.a, left), class(self.a, left))).or_default().0.push(left);
        }
        for right in self.open_right(SectionKind::Node) {
            if let Some(couples) = namesakes.get_mut(&(name(self.b, right), class(self.b, right))) {
                couples.1.push(right);
            }
        }
        self.join_alike(namesakes.into_values().collect(), |(all, same)| same == all)
    }

    /// Joins the couples that are alike, if neither is like another.
    fn join_alike(&mut self, groups: Vec<Couples>, alike: impl Fn((usize, usize)) -> bool) -> bool {
        let mut found = Vec::new();
        for (left, right) in groups {
            // A guess among many is none, and would take its time.
            if left.len() * right.len() > CROWD {
                continue;
            }
            let mut couples: Vec<(usize, usize)> = Vec::new();
            for &one in &left {
                for &other in &right {
                    if self.same_make(one, other) && alike(self.likeness(one, other)) {
                        couples.push((one, other));
                    }
                }
            }
            let alone = |&(one, other): &(usize, usize)| {
                couples.iter().filter(|(left, right)| *left == one || *right == other).count() == 1
            };
            found.extend(couples.iter().copied().filter(alone));
        }
        found.sort_unstable();
        for &(left, right) in &found {
            self.join(left, right);
        }
        !found.is_empty()
    }

    /// The same class or the same instanced scene, and no unique ids that say otherwise.
    fn same_make(&self, left: usize, right: usize) -> bool {
        let (one, other) = (self.a.section(left), self.b.section(right));
        let same = |name: &str| one.text_field(name) == other.text_field(name);
        let instances = match (one.field("instance"), other.field("instance")) {
            (None, None) => true,
            (Some(a), Some(b)) => self.same_value((left, a.value), (right, b.value)),
            _ => false,
        };
        let ids = match (one.field("unique_id"), other.field("unique_id")) {
            (Some(_), Some(_)) => same("unique_id"),
            _ => true,
        };
        let made = one.field("type").is_some() || one.field("instance").is_some();
        made && same("type") && instances && ids
    }
}

fn name(outline: &Outline<'_>, section: usize) -> String {
    outline.section(section).text_field("name").unwrap_or_default().into_owned()
}

fn class(outline: &Outline<'_>, section: usize) -> String {
    outline.section(section).text_field("type").unwrap_or_default().into_owned()
}
