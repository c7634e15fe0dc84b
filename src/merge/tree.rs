//! The nodes of the outcome: their names, their parents, and so their paths.

use std::collections::{HashMap, HashSet};

use super::three::{KeyEnd, Side, Three};
use super::{Prefer, values};
use crate::syntax::SectionKind;

/// Names and paths by key.
pub(super) struct Tree {
    parents: Vec<Option<KeyEnd>>,
    names: Vec<String>,
    paths: Vec<Option<String>>,
    /// Nodes that both sides gave to different parents, or whose parents would go round in a circle.
    pub torn: HashSet<usize>,
    /// Nodes that were given another name than on either side.
    pub renamed: Vec<(usize, String)>,
}

impl Tree {
    /// `present` are the sections that the outcome has.
    pub fn new(three: &Three<'_>, prefer: Prefer, present: &dyn Fn(usize) -> bool) -> Self {
        let count = three.key_count();
        let mut tree = Tree {
            parents: vec![None; count],
            names: vec![String::new(); count],
            paths: vec![None; count],
            torn: HashSet::new(),
            renamed: Vec::new(),
        };
        let nodes: Vec<usize> =
            (0..count).filter(|&key| three.kind(key) == SectionKind::Node && present(key)).collect();
        for &key in &nodes {
            tree.names[key] = pick_name(three, key, prefer);
            let (mut parent, torn) = pick_parent(three, key, prefer);
            let is_there = |end: &KeyEnd| end.0.is_none_or(present);
            if parent.as_ref().is_some_and(|end| !is_there(end)) {
                // One side moved it into what is gone: it stays where the other has it.
                let other = [Side::Ours, Side::Theirs].into_iter().find_map(|side| {
                    let outline = three.outline(side);
                    let end = three.end(side, outline.parent(three.section(side, key)?)?);
                    is_there(&end).then_some(end)
                });
                // Neither is left: the nearest one above that is, which a person must look at.
                parent = other.or_else(|| {
                    tree.torn.insert(key);
                    Some((nearest(three, key, present), String::new()))
                });
            }
            tree.parents[key] = parent;
            if torn {
                tree.torn.insert(key);
            }
        }
        tree.break_circles(three, &nodes);
        tree.part_namesakes(three, &nodes);
        for &key in &nodes {
            tree.fill_path(key, 0);
        }
        tree
    }

    /// The path of a node, if it is in the outcome.
    pub fn path(&self, key: usize) -> Option<&str> {
        self.paths[key].as_deref()
    }

    pub fn name(&self, key: usize) -> &str {
        &self.names[key]
    }

    pub fn parent(&self, key: usize) -> Option<&KeyEnd> {
        self.parents[key].as_ref()
    }

    /// The path that an end has in the outcome.
    pub fn end_path(&self, end: &KeyEnd) -> Option<String> {
        let (node, rest) = end;
        let above = match node {
            Some(key) => self.path(*key)?,
            None => ".",
        };
        Some(match (above, rest.as_str()) {
            (above, "") => above.to_owned(),
            (".", rest) => rest.to_owned(),
            (above, rest) => format!("{above}/{rest}"),
        })
    }

    fn fill_path(&mut self, key: usize, depth: usize) -> Option<String> {
        if let Some(path) = &self.paths[key] {
            return Some(path.clone());
        }
        // Circles were broken, so this only guards against a fault.
        if depth > self.parents.len() {
            return None;
        }
        let path = match self.parents[key].clone() {
            None => ".".to_owned(),
            Some((above, rest)) => {
                let above = match above {
                    Some(above) => self.fill_path(above, depth + 1)?,
                    None => ".".to_owned(),
                };
                let parts = [above.as_str(), rest.as_str(), self.names[key].as_str()];
                let parts: Vec<&str> =
                    parts.into_iter().filter(|part| !part.is_empty() && *part != ".").collect();
                parts.join("/")
            }
        };
        self.paths[key] = Some(path.clone());
        Some(path)
    }

    /// Each side moved one of two nodes below the other: both stay where ours has them.
    fn break_circles(&mut self, three: &Three<'_>, nodes: &[usize]) {
        for &key in nodes {
            let mut seen = HashSet::new();
            let mut at = Some(key);
            while let Some(node) = at {
                if !seen.insert(node) {
                    for node in seen {
                        let Some(section) = three.section(Side::Ours, node) else { continue };
                        let parent = three.outline(Side::Ours).parent(section);
                        let parent = parent.map(|end| three.end(Side::Ours, end));
                        if parent != self.parents[node] {
                            self.parents[node] = parent;
                            self.torn.insert(node);
                        }
                    }
                    break;
                }
                at = self.parents[node].as_ref().and_then(|(above, _)| *above);
            }
        }
    }

    /// Two nodes of one name below one parent, which no side had: the one that comes from theirs gets another name, as
    /// the editor would give it.
    fn part_namesakes(&mut self, three: &Three<'_>, nodes: &[usize]) {
        let mut families: HashMap<(KeyEnd, String), Vec<usize>> = HashMap::new();
        for &key in nodes {
            if let Some(parent) = &self.parents[key] {
                families.entry((parent.clone(), self.names[key].clone())).or_default().push(key);
            }
        }
        let mut taken: HashSet<(KeyEnd, String)> = families.keys().cloned().collect();
        let mut crowds: Vec<_> = families.into_iter().filter(|(_, keys)| keys.len() > 1).collect();
        crowds.sort_by_key(|(_, keys)| keys.clone());
        for ((parent, name), keys) in crowds {
            let from_theirs = |key: usize| {
                let own = three.section(Side::Ours, key).map(|section| {
                    let outline = three.outline(Side::Ours);
                    let name = outline.section(section).text_field("name").unwrap_or_default().into_owned();
                    (outline.parent(section).map(|end| three.end(Side::Ours, end)), name)
                });
                own != Some((Some(parent.clone()), name.clone()))
            };
            let both_in_theirs =
                keys.iter().all(|&key| three.has(Side::Theirs, key) && !three.has(Side::Ours, key));
            if both_in_theirs {
                continue;
            }
            for key in keys.into_iter().filter(|&key| from_theirs(key)) {
                let stem = name.trim_end_matches(|letter: char| letter.is_ascii_digit());
                let first = name[stem.len()..].parse::<u64>().map_or(2, |number| number.saturating_add(1));
                let free = (first..)
                    .map(|number| format!("{stem}{number}"))
                    .find(|name| !taken.contains(&(parent.clone(), name.clone())))
                    .expect("there are more numbers than nodes");
                taken.insert((parent.clone(), free.clone()));
                self.names[key].clone_from(&free);
                self.renamed.push((key, free));
            }
        }
    }
}

fn pick_name(three: &Three<'_>, key: usize, prefer: Prefer) -> String {
    let name = |side: Side| {
        let outline = three.outline(side);
        let section = outline.section(three.section(side, key)?);
        Some(section.text_field("name").unwrap_or_default().into_owned())
    };
    values::choose(name(Side::Base), name(Side::Ours), name(Side::Theirs), prefer).0.unwrap_or_default()
}

/// The parent, and whether the sides do not agree on it.
fn pick_parent(three: &Three<'_>, key: usize, prefer: Prefer) -> (Option<KeyEnd>, bool) {
    let parent = |side: Side| {
        let outline = three.outline(side);
        let section = three.section(side, key)?;
        Some(outline.parent(section).map(|end| three.end(side, end)))
    };
    let (parent, torn) = values::choose(parent(Side::Base), parent(Side::Ours), parent(Side::Theirs), prefer);
    (parent.flatten(), torn)
}

/// The nearest node above that is in the outcome, as ours has it.
fn nearest(three: &Three<'_>, key: usize, present: &dyn Fn(usize) -> bool) -> Option<usize> {
    let side = three.home(key);
    let outline = three.outline(side);
    let mut at = three.section(side, key);
    while let Some(section) = at {
        at = outline.parent(section).and_then(|end| end.section);
        if let Some(above) = at.map(|above| three.key(side, above)).filter(|&above| present(above)) {
            return Some(above);
        }
    }
    outline.root().map(|root| three.key(side, root))
}
