//! Random trees of nodes, and random work of both sides on them: renamed, moved, deleted, added, changed.

use std::collections::{BTreeMap, BTreeSet};

use proptest::collection::vec;
use proptest::prelude::*;
use tilewright::Document;
use tilewright::merge::{Conflict, Prefer};

use super::{document, merged};

#[derive(Clone, Debug, PartialEq)]
struct Node {
    name: String,
    parent: u32,
    values: BTreeMap<u8, i32>,
}

/// Nodes by id; 0 is the root.
type Tree = BTreeMap<u32, Node>;

#[derive(Clone, Debug)]
enum Work {
    Rename(usize, u8),
    Move(usize, usize),
    Delete(usize),
    Add(usize),
    Set(usize, u8, i32),
}

fn work() -> impl Strategy<Value = Vec<Work>> {
    let place = 0usize..12;
    vec(
        prop_oneof![
            2 => (place.clone(), 0u8..3).prop_map(|(node, name)| Work::Rename(node, name)),
            2 => (place.clone(), place.clone()).prop_map(|(node, to)| Work::Move(node, to)),
            1 => place.clone().prop_map(Work::Delete),
            2 => place.clone().prop_map(Work::Add),
            4 => (place, 0u8..3, 0i32..4).prop_map(|(node, key, value)| Work::Set(node, key, value)),
        ],
        0..7,
    )
}

/// A tree by the parent of each node.
fn tree() -> impl Strategy<Value = Tree> {
    vec((0u32..8, vec((0u8..3, 0i32..4), 0..3)), 1..9).prop_map(|nodes| {
        nodes
            .into_iter()
            .enumerate()
            .map(|(id, (parent, values))| {
                let id = id as u32;
                let parent = if id == 0 { 0 } else { parent % id };
                (id, Node { name: format!("N{id}"), parent, values: values.into_iter().collect() })
            })
            .collect()
    })
}

fn below(tree: &Tree, node: u32) -> BTreeSet<u32> {
    let mut found = BTreeSet::from([node]);
    loop {
        let more: Vec<u32> = tree
            .iter()
            .filter(|(id, child)| **id != 0 && found.contains(&child.parent) && !found.contains(id))
            .map(|(id, _)| *id)
            .collect();
        if more.is_empty() {
            return found;
        }
        found.extend(more);
    }
}

/// Does the work; `first` is the id of the first new node.
fn worked(tree: &Tree, work: &[Work], first: u32) -> Tree {
    let mut tree = tree.clone();
    let mut next = first;
    for step in work {
        let ids: Vec<u32> = tree.keys().copied().collect();
        let id = |place: &usize| ids[place % ids.len()];
        match step {
            Work::Rename(node, name) => {
                let node = id(node);
                tree.get_mut(&node).expect("a node").name = format!("R{node}_{name}");
            }
            Work::Move(node, to) => {
                let (node, to) = (id(node), id(to));
                if node != 0 && !below(&tree, node).contains(&to) {
                    tree.get_mut(&node).expect("a node").parent = to;
                }
            }
            Work::Delete(node) => {
                let node = id(node);
                if node != 0 {
                    below(&tree, node).iter().for_each(|gone| drop(tree.remove(gone)));
                }
            }
            Work::Add(parent) => {
                let parent = id(parent);
                let node = Node { name: format!("M{next}"), parent, values: BTreeMap::from([(0, 1)]) };
                tree.insert(next, node);
                next += 1;
            }
            Work::Set(node, key, value) => {
                tree.get_mut(&id(node)).expect("a node").values.insert(*key, *value);
            }
        }
    }
    tree
}

fn text(tree: &Tree, ids: bool) -> String {
    let mut out = "[gd_scene format=3]\n".to_owned();
    let mut open = vec![(0u32, String::new())];
    while let Some((id, path)) = open.pop() {
        let node = &tree[&id];
        let parent = match (id, path.as_str()) {
            (0, _) => String::new(),
            (_, "") => " parent=\".\"".to_owned(),
            (_, path) => format!(" parent=\"{path}\""),
        };
        let unique = if ids { format!(" unique_id={}", 1000 + id) } else { String::new() };
        out += &format!("\n[node name=\"{}\" type=\"Node2D\"{parent}{unique}]\n", node.name);
        node.values.iter().for_each(|(key, value)| out += &format!("metadata/v{key} = {value}\n"));
        let own = match (id, path.as_str()) {
            (0, _) => String::new(),
            (_, "") => node.name.clone(),
            (_, path) => format!("{path}/{}", node.name),
        };
        let children = tree.iter().filter(|(child, node)| **child != 0 && node.parent == id);
        open.extend(children.map(|(child, _)| (*child, own.clone())).rev());
    }
    out
}

/// Reads a tree back by its unique ids.
fn read(document: &Document) -> Tree {
    let mut paths: BTreeMap<String, u32> = BTreeMap::new();
    let mut tree = Tree::new();
    for section in document.sections().skip(1) {
        let field = |name: &str| section.text_field(name).map(|text| text.into_owned());
        let id = field("unique_id").expect("an id").parse::<u32>().expect("a number") - 1000;
        let parent = field("parent").unwrap_or_else(|| ".".to_owned());
        let name = field("name").expect("a name");
        let path = match (id, parent.as_str()) {
            (0, _) => ".".to_owned(),
            (_, ".") => name.clone(),
            (_, parent) => format!("{parent}/{name}"),
        };
        let parent = if id == 0 { 0 } else { paths[&parent] };
        assert!(paths.insert(path.clone(), id).is_none(), "two nodes at {path}");
        let values = section.properties().iter().map(|property| {
            let key = document.key(property).trim_start_matches("metadata/v").parse().expect("a key");
            (key, document.source().text(property.value).parse().expect("a number"))
        });
        tree.insert(id, Node { name, parent, values: values.collect() });
    }
    tree
}

fn three_way<T: PartialEq + Clone>(base: Option<T>, ours: T, theirs: T) -> Option<T> {
    match (base.as_ref() == Some(&ours), base.as_ref() == Some(&theirs), ours == theirs) {
        (_, _, true) | (_, true, _) => Some(ours),
        (true, ..) => Some(theirs),
        _ => None,
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_one_side_did_to_a_node_holds(base in tree(), mine in work(), other in work()) {
        let (ours, theirs) = (worked(&base, &mine, 100), worked(&base, &other, 200));
        let texts = [&base, &ours, &theirs].map(|tree| text(tree, true));
        let [x, y, z] = texts.each_ref().map(|text| text.as_bytes());
        let outcome = merged(x, y, z, Prefer::Ours);
        let after = document("outcome", &outcome.bytes);
        prop_assert!(after.problems().is_empty());
        let tree = read(&after);
        let deletions = outcome.conflicts.list.iter().any(|conflict| matches!(conflict, Conflict::Deleted { .. }));
        for id in base.keys().chain(ours.keys()).chain(theirs.keys()) {
            let (b, o, t) = (base.get(id), ours.get(id), theirs.get(id));
            let now = tree.get(id);
            match (b, o, t) {
                (_, None, None) => prop_assert!(now.is_none()),
                // Ours decides about what was deleted and changed.
                (Some(_), None, Some(_)) => prop_assert!(now.is_none()),
                (Some(_), Some(_), None) => prop_assert!(now.is_none() || deletions),
                (None, Some(_), None) => prop_assert!(now.is_some()),
                (None, None, Some(_)) => prop_assert!(now.is_some() || deletions),
                (_, Some(o), Some(t)) => {
                    let now = now.expect("on both sides");
                    if let Some(name) = three_way(b.map(|b| b.name.clone()), o.name.clone(), t.name.clone()) {
                        prop_assert_eq!(&now.name, &name);
                    }
                    if let Some(parent) = three_way(b.map(|b| b.parent), o.parent, t.parent) {
                        let torn = outcome.conflicts.list.iter().any(|conflict| {
                            matches!(conflict, Conflict::Value { property, .. } if property == "[parent]")
                        });
                        // A parent that was deleted, and that is a conflict, takes nobody in.
                        let gone = deletions && !tree.contains_key(&parent);
                        prop_assert!(now.parent == parent || torn || gone);
                    }
                    for key in 0..3 {
                        let value = |node: &Node| node.values.get(&key).copied();
                        if let Some(value) = three_way(b.map(value), value(o), value(t)) {
                            prop_assert_eq!(now.values.get(&key).copied(), value);
                        }
                    }
                }
            }
        }
        // With markers, and the other way round, it is proved as well.
        merged(x, y, z, Prefer::Nobody);
        merged(x, z, y, Prefer::Theirs);
    }

    #[test]
    fn without_unique_ids_nothing_breaks(base in tree(), mine in work(), other in work()) {
        let (ours, theirs) = (worked(&base, &mine, 100), worked(&base, &other, 200));
        let [x, y, z] = [&base, &ours, &theirs].map(|tree| text(tree, false));
        for prefer in [Prefer::Nobody, Prefer::Ours, Prefer::Theirs] {
            let outcome = merged(x.as_bytes(), y.as_bytes(), z.as_bytes(), prefer);
            if !outcome.conflicts.has_markers {
                prop_assert!(document("outcome", &outcome.bytes).problems().is_empty());
            }
        }
        let same = merged(x.as_bytes(), y.as_bytes(), y.as_bytes(), Prefer::Nobody);
        prop_assert_eq!(same.bytes, y.as_bytes());
    }
}
