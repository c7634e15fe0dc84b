//! The sections of two scenes, pair by pair.

use std::collections::{HashMap, HashSet};

use super::bookkeeping::Bookkeeping;
use super::spelling::shown;
use super::{CellValues, Change, SceneDiff, Subject, Verb, subject};
use crate::diff::canonical::{canonical, is_plain};
use crate::diff::order::rising;
use crate::diff::{Outline, Pairs};
use crate::source::Span;
use crate::syntax::SectionKind;

struct Comparison<'c, 'd> {
    a: &'c Outline<'d>,
    b: &'c Outline<'d>,
    pairs: &'c Pairs,
    cells: &'c CellValues,
    changes: Vec<Change>,
    books: &'c mut Bookkeeping,
}

/// Compares all that is no cell.
pub(super) fn compare(
    a: &Outline<'_>,
    b: &Outline<'_>,
    pairs: &Pairs,
    cells: &CellValues,
    diff: &mut SceneDiff,
    books: &mut Bookkeeping,
) {
    let mut comparison = Comparison { a, b, pairs, cells, changes: Vec::new(), books };
    comparison.run();
    let mut changes = comparison.changes;
    changes.sort_by_key(|change| change.subject);
    diff.changes = changes;
}

impl Comparison<'_, '_> {
    fn run(&mut self) {
        for left in (0..self.pairs.to.len()).filter(|&left| self.pairs.to[left].is_none()) {
            self.whole(self.a, left, Verb::Removed);
        }
        let reordered = self.reordered();
        for right in 0..self.pairs.from.len() {
            match self.pairs.from[right] {
                None => self.whole(self.b, right, Verb::Added),
                Some(left) => {
                    self.pair(left, right);
                    if reordered.contains(&right) {
                        self.whole(self.b, right, Verb::Reordered);
                    }
                }
            }
        }
    }

    fn whole(&mut self, outline: &Outline<'_>, section: usize, verb: Verb) {
        let view = outline.section(section);
        let Some(subject) = subject(view.kind()) else { return };
        if subject == Subject::Header && matches!(verb, Verb::Added | Verb::Removed) {
            // A file that is new or gone is told by its nodes.
            return;
        }
        let class = view.text_field("type").map(|text| text.into_owned());
        self.changes.push(Change { subject, name: outline.label(section), class, verb });
    }

    fn pair(&mut self, left: usize, right: usize) {
        let view = self.b.section(right);
        let Some(subject) = subject(view.kind()) else { return };
        match subject {
            Subject::Node => self.names(left, right),
            Subject::Resource => {
                let path = |outline: &Outline<'_>, section: usize| {
                    outline.section(section).text_field("path").unwrap_or_default().into_owned()
                };
                let (from, to) = (path(self.a, left), path(self.b, right));
                if from != to {
                    self.whole(self.b, right, Verb::Renamed { from });
                }
            }
            _ => {}
        }
        self.fields(left, right);
        self.properties(left, right);
    }

    /// A new name or another parent; a child whose parent was renamed is not.
    fn names(&mut self, left: usize, right: usize) {
        let parent = self.a.parent(left).map(|end| (end.section.map(|node| self.pairs.to[node]), end.rest));
        let other = self.b.parent(right).map(|end| (end.section.map(Some), end.rest));
        let name = |outline: &Outline<'_>, section: usize| {
            outline.section(section).text_field("name").map(|text| text.into_owned())
        };
        if parent != other || name(self.a, left) != name(self.b, right) {
            let root = Some(right) == self.b.root();
            let from =
                if root { name(self.a, left).unwrap_or_default() } else { self.a.path(left).to_owned() };
            self.whole(self.b, right, Verb::Renamed { from });
        }
    }

    fn fields(&mut self, left: usize, right: usize) {
        let (one, other) = (self.a.section(left), self.b.section(right));
        let key = |outline: &Outline<'_>, span: Span| outline.document().source().text(span).into_owned();
        let mut names: Vec<String> = other.fields().iter().map(|field| key(self.b, field.key)).collect();
        names.extend(one.fields().iter().map(|field| key(self.a, field.key)));
        let mut seen = HashSet::new();
        names.retain(|name| seen.insert(name.clone()));
        for name in names {
            let from = one.field(&name).map(|field| field.value);
            let to = other.field(&name).map(|field| field.value);
            if self.same((left, from), (right, to)) || self.is_same_set(&name, from, to) {
                continue;
            }
            let texts = (
                from.map(|span| self.a.document().string(span).into_owned()),
                to.map(|span| self.b.document().string(span).into_owned()),
            );
            match (one.kind(), name.as_str()) {
                (_, "load_steps" | "format") => {
                    self.books.field(&name, texts.0.as_deref(), texts.1.as_deref())
                }
                (_, "uid") => self.books.uids += 1,
                (SectionKind::ExtResource | SectionKind::SubResource, "id") => self.books.ids += 1,
                (_, "unique_id" | "parent_id_path" | "owner_uid_path" | "from_uid_path" | "to_uid_path") => {
                    self.books.unique_ids += 1;
                }
                // What tells the section from others is told by its name.
                (SectionKind::Node, "name" | "parent")
                | (SectionKind::ExtResource, "path")
                | (SectionKind::Connection, "from" | "to" | "signal" | "method")
                | (SectionKind::Editable, "path") => {}
                _ => self.changed(right, format!("[{name}]"), texts),
            }
        }
    }

    /// Groups and the like are sets.
    fn is_same_set(&self, name: &str, from: Option<Span>, to: Option<Span>) -> bool {
        if !matches!(name, "groups" | "node_paths") {
            return false;
        }
        let set = |outline: &Outline<'_>, span: Option<Span>| -> Vec<String> {
            let text =
                span.map(|span| outline.document().source().text(span).into_owned()).unwrap_or_default();
            let mut items: Vec<String> = text.split('"').skip(1).step_by(2).map(str::to_owned).collect();
            items.sort();
            items.dedup();
            items
        };
        set(self.a, from) == set(self.b, to)
    }

    fn properties(&mut self, left: usize, right: usize) {
        let (one, other) = (self.a.section(left), self.b.section(right));
        let mut old: HashMap<String, crate::syntax::Property> = HashMap::new();
        for property in one.properties() {
            old.insert(self.a.document().key(property).into_owned(), *property);
        }
        let mut new: Vec<(String, crate::syntax::Property)> = Vec::new();
        let mut places: HashMap<String, usize> = HashMap::new();
        for property in other.properties() {
            let key = self.b.document().key(property).into_owned();
            let next = new.len();
            let place = *places.entry(key.clone()).or_insert(next);
            if place == next { new.push((key, *property)) } else { new[place].1 = *property }
        }
        for (key, property) in new {
            let before = old.remove(&key);
            let compared = before.as_ref().is_none_or(|before| self.cells.before.contains(&before.key.start))
                && self.cells.after.contains(&property.key.start);
            if !compared {
                self.property(left, right, key, before.map(|before| before.value), Some(property.value));
            }
        }
        let mut gone: Vec<_> = old.into_iter().collect();
        gone.sort_by_key(|(_, property)| property.key);
        for (key, before) in gone {
            if !self.cells.before.contains(&before.key.start) {
                self.property(left, right, key, Some(before.value), None);
            }
        }
    }

    fn property(&mut self, left: usize, right: usize, key: String, from: Option<Span>, to: Option<Span>) {
        if self.same((left, from), (right, to)) {
            let raw = |outline: &Outline<'_>, span: Option<Span>| {
                span.map(|span| outline.document().source().slice(span).to_vec())
            };
            if is_spelled_otherwise(raw(self.a, from), raw(self.b, to)) {
                self.books.spellings += 1;
            }
            return;
        }
        let text = |outline: &Outline<'_>, span: Option<Span>| {
            span.map(|span| outline.document().source().text(span).into_owned())
        };
        self.changed(right, key, (text(self.a, from), text(self.b, to)));
    }

    fn changed(&mut self, right: usize, property: String, (from, to): (Option<String>, Option<String>)) {
        let short = |text: Option<String>| text.map(|text| shown(&text));
        self.whole(self.b, right, Verb::Changed { property, from: short(from), to: short(to) });
    }

    fn same(&self, (left, from): (usize, Option<Span>), (right, to): (usize, Option<Span>)) -> bool {
        let (from, to) = match (from, to) {
            (Some(from), Some(to)) => (from, to),
            (None, None) => return true,
            _ => return false,
        };
        let (a, b) = (self.a.document().source().slice(from), self.b.document().source().slice(to));
        if a == b && is_plain(a) {
            return true;
        }
        let node = |outline: &Outline<'_>, section: usize| {
            (outline.section(section).kind() == SectionKind::Node).then_some(section)
        };
        let one = canonical(self.a, node(self.a, left), from, &|section: usize| {
            self.pairs.to[section].map_or_else(|| format!("a{section}"), |other| format!("#{other}"))
        });
        let other = canonical(self.b, node(self.b, right), to, &|section: usize| {
            self.pairs.from[section].map_or_else(|| format!("b{section}"), |_| format!("#{section}"))
        });
        one == other
    }

    /// Nodes that stand elsewhere among the siblings that they had before.
    fn reordered(&self) -> HashSet<usize> {
        let mut families: HashMap<(Option<usize>, String), Vec<(usize, usize)>> = HashMap::new();
        for right in self.b.of_kind(SectionKind::Node) {
            let (Some(left), Some(parent)) = (self.pairs.from[right], self.b.parent(right)) else { continue };
            let before =
                self.a.parent(left).map(|end| (end.section.and_then(|node| self.pairs.to[node]), end.rest));
            if before == Some((parent.section, parent.rest.clone())) {
                families.entry((parent.section, parent.rest)).or_default().push((left, right));
            }
        }
        let mut moved = HashSet::new();
        for family in families.values() {
            let order: Vec<usize> = family.iter().map(|(left, _)| *left).collect();
            let kept = rising(&order);
            moved.extend(family.iter().zip(kept).filter(|(_, kept)| !kept).map(|((_, right), _)| *right));
        }
        moved
    }
}

/// Ids alone, which are counted elsewhere, are no other spelling.
fn is_spelled_otherwise(from: Option<Vec<u8>>, to: Option<Vec<u8>>) -> bool {
    match (from, to) {
        (Some(from), Some(to)) => from != to && is_plain(&from) && is_plain(&to),
        _ => false,
    }
}
