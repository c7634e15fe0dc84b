//! Nodes by unique id, then path below the same parent; then, as a guess, by what they hold.

use super::{Outline, Pairing, Reach};
use crate::syntax::SectionKind;

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
        let right: std::collections::HashMap<Place, usize> = self
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

    /// A child that is gone and a new one of the same class below the same parent, with most properties the same: if
    /// there is no other such couple, the node was renamed. One couple a call, since its children follow by their path.
    fn renamed_nodes(&mut self) -> bool {
        let right = self.open_right(SectionKind::Node);
        for left in self.open_left(SectionKind::Node) {
            let Some((parent, rest, _)) = self.place_left(left) else { continue };
            let below = |place: Option<Place>| {
                place.is_some_and(|place| (place.0, place.1) == (parent, rest.clone()))
            };
            let alike = |section: usize| {
                let (all, same) = self.likeness(left, section);
                same * 2 > all || (all == 0 && self.pairs.to.len() == self.pairs.from.len())
            };
            let candidates: Vec<usize> = right
                .iter()
                .copied()
                .filter(|&section| {
                    self.same_make(left, section) && below(self.place_right(section)) && alike(section)
                })
                .collect();
            let [only] = candidates[..] else { continue };
            let rivals = self.open_left(SectionKind::Node).into_iter().filter(|&other| {
                other != left
                    && self.same_make(other, only)
                    && self.place_left(other).is_some_and(|place| (place.0, &place.1) == (parent, &rest))
                    && {
                        let (all, same) = self.likeness(other, only);
                        same * 2 > all
                    }
            });
            if rivals.count() == 0 {
                self.join(left, only);
                return true;
            }
        }
        false
    }

    /// A node that is gone, and one of the same name and class elsewhere that holds just the same.
    fn moved_nodes(&mut self) -> bool {
        let right = self.open_right(SectionKind::Node);
        for left in self.open_left(SectionKind::Node) {
            let own = name(self.a, left);
            let candidates: Vec<usize> = right
                .iter()
                .copied()
                .filter(|&section| name(self.b, section) == own && self.same_make(left, section))
                .filter(|&section| {
                    let (all, same) = self.likeness(left, section);
                    same == all
                })
                .collect();
            if let [only] = candidates[..] {
                self.join(left, only);
                return true;
            }
        }
        false
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
