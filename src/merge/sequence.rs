//! The order of sections in the outcome: that of ours, with what comes from theirs behind what stands in front of it there.

use std::collections::{HashMap, HashSet};

use super::three::{Side, Three};
use super::tree::Tree;
use crate::diff::order::rising;
use crate::syntax::SectionKind;

/// Kinds in the order in which a file has them.
const KINDS: [SectionKind; 9] = [
    SectionKind::SceneHeader,
    SectionKind::ResourceHeader,
    SectionKind::ExtResource,
    SectionKind::SubResource,
    SectionKind::Resource,
    SectionKind::Node,
    SectionKind::Connection,
    SectionKind::Editable,
    SectionKind::Other,
];

/// The keys of all sections that are present, in order. `uses` gives the sub-resources that one refers to.
pub(super) fn sequence(
    three: &Three<'_>,
    tree: &Tree,
    present: &dyn Fn(usize) -> bool,
    uses: &dyn Fn(usize) -> Vec<usize>,
) -> Vec<usize> {
    let mut order = Vec::new();
    for kind in KINDS {
        let of_kind = |side: Side| -> Vec<usize> {
            let keys = three.keys_of(side);
            three
                .outline(side)
                .of_kind(kind)
                .map(|section| keys[section])
                .filter(|&key| present(key) && three.kind(key) == kind)
                .collect()
        };
        let (ours, theirs) = (of_kind(Side::Ours), of_kind(Side::Theirs));
        match kind {
            SectionKind::Node => order.extend(nodes(three, tree, ours, theirs)),
            SectionKind::SubResource => order.extend(by_use(weave(three, ours, &theirs), uses)),
            _ => order.extend(weave(three, ours, &theirs)),
        }
    }
    order
}

/// Puts what only the second list has into the first one: behind its neighbour there, and behind what ours put there.
fn weave(three: &Three<'_>, mut list: Vec<usize>, theirs: &[usize]) -> Vec<usize> {
    let mut known: HashSet<usize> = list.iter().copied().collect();
    let mut before: Option<usize> = None;
    for &key in theirs {
        if known.insert(key) {
            let mut at = match before {
                Some(anchor) => list.iter().position(|&other| other == anchor).map_or(0, |at| at + 1),
                None => 0,
            };
            let is_ours_alone = |key: usize| {
                three.has(Side::Ours, key) && !three.has(Side::Base, key) && !three.has(Side::Theirs, key)
            };
            while list.get(at).is_some_and(|&key| is_ours_alone(key)) {
                at += 1;
            }
            list.insert(at, key);
        }
        before = Some(key);
    }
    list
}

/// Nodes: as in ours, unless theirs brought or moved some; then family by family, parents first.
fn nodes(three: &Three<'_>, tree: &Tree, ours: Vec<usize>, theirs: Vec<usize>) -> Vec<usize> {
    let parent = |key: usize| tree.parent(key).and_then(|(above, _)| *above);
    let own: HashSet<usize> = ours.iter().copied().collect();
    let moved = moved_by_theirs(three, tree, &ours, &theirs);
    if moved.is_empty() && theirs.iter().all(|key| own.contains(key)) && parents_first(&ours, &parent) {
        return ours;
    }
    let mut families: HashMap<Option<usize>, (Vec<usize>, Vec<usize>)> = HashMap::new();
    let mut parents: Vec<Option<usize>> = Vec::new();
    let mut family = |key: usize, of_theirs: bool| {
        let above = if tree.path(key) == Some(".") { None } else { parent(key) };
        let place = families.entry(above).or_insert_with(|| {
            parents.push(above);
            Default::default()
        });
        if of_theirs { place.1.push(key) } else { place.0.push(key) }
    };
    ours.iter().filter(|key| !moved.contains(key)).for_each(|&key| family(key, false));
    theirs.iter().for_each(|&key| family(key, true));
    let children: HashMap<Option<usize>, Vec<usize>> =
        families.into_iter().map(|(above, (ours, theirs))| (above, weave(three, ours, &theirs))).collect();
    let mut order = Vec::with_capacity(ours.len() + theirs.len());
    let mut done: HashSet<usize> = HashSet::new();
    let mut open: Vec<usize> = children.get(&None).into_iter().flatten().rev().copied().collect();
    while let Some(key) = open.pop() {
        if done.insert(key) {
            order.push(key);
            open.extend(children.get(&Some(key)).into_iter().flatten().rev());
        }
    }
    // Nodes whose parent is nowhere: the engine puts them below the root.
    order.extend(ours.into_iter().chain(theirs).filter(|key| done.insert(*key)));
    order
}

fn parents_first(order: &[usize], parent: &dyn Fn(usize) -> Option<usize>) -> bool {
    let places: HashMap<usize, usize> = order.iter().enumerate().map(|(place, &key)| (key, place)).collect();
    order.iter().enumerate().all(|(place, &key)| {
        parent(key).and_then(|above| places.get(&above)).is_none_or(|&above| above < place || above == place)
    })
}

/// Nodes that theirs gave to another parent or put elsewhere among its siblings, where ours did not.
fn moved_by_theirs(three: &Three<'_>, tree: &Tree, ours: &[usize], theirs: &[usize]) -> HashSet<usize> {
    let mut moved = HashSet::new();
    let parent = |side: Side, key: usize| {
        let outline = three.outline(side);
        three.section(side, key).map(|section| outline.parent(section).map(|end| three.end(side, end)))
    };
    let all_sides = |key: usize| Side::ALL.into_iter().all(|side| three.has(side, key));
    for &key in ours {
        if three.has(Side::Theirs, key) && parent(Side::Ours, key).flatten().as_ref() != tree.parent(key) {
            moved.insert(key);
        }
    }
    // Siblings that were siblings all the time.
    let mut families: HashMap<usize, Vec<usize>> = HashMap::new();
    for &key in theirs.iter().filter(|&&key| all_sides(key) && !moved.contains(&key)) {
        let base = parent(Side::Base, key);
        if base == parent(Side::Ours, key)
            && base == parent(Side::Theirs, key)
            && let Some(Some((Some(above), _))) = base
        {
            families.entry(above).or_default().push(key);
        }
    }
    for family in families.into_values() {
        let places = |side: Side| -> Vec<usize> {
            family.iter().filter_map(|&key| three.section(side, key)).collect()
        };
        let kept = rising(&places(Side::Base));
        let mut by_base = family.clone();
        by_base.sort_by_key(|&key| three.section(Side::Base, key));
        let own: Vec<usize> = by_base.iter().filter_map(|&key| three.section(Side::Ours, key)).collect();
        // Where ours has another order too, ours holds.
        if own.is_sorted() {
            moved.extend(family.iter().zip(kept).filter(|(_, kept)| !kept).map(|(&key, _)| key));
        }
    }
    moved
}

/// A sub-resource stands behind those that it uses.
fn by_use(list: Vec<usize>, uses: &dyn Fn(usize) -> Vec<usize>) -> Vec<usize> {
    let places: HashMap<usize, usize> = list.iter().enumerate().map(|(place, &key)| (key, place)).collect();
    let needs: Vec<Vec<usize>> = list
        .iter()
        .map(|&key| uses(key).into_iter().filter(|used| *used != key && places.contains_key(used)).collect())
        .collect();
    let sorted = needs.iter().enumerate().all(|(place, needs)| needs.iter().all(|used| places[used] < place));
    if sorted {
        return list;
    }
    let mut order = Vec::with_capacity(list.len());
    let mut state = vec![0_u8; list.len()];
    for start in 0..list.len() {
        let mut open = vec![start];
        while let Some(&place) = open.last() {
            let next = needs[place].iter().map(|used| places[used]).find(|&used| state[used] == 0);
            match next {
                _ if state[place] == 2 => drop(open.pop()),
                Some(next) => {
                    state[place] = 1;
                    if open.contains(&next) {
                        // A circle: nothing can be done about it, and no side can have had it.
                        state[place] = 2;
                        order.push(list[place]);
                        open.pop();
                    } else {
                        open.push(next);
                    }
                }
                None => {
                    state[place] = 2;
                    order.push(list[place]);
                    open.pop();
                }
            }
        }
    }
    order
}
