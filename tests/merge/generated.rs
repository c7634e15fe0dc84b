//! Random maps, random edits of both sides, random spellings.

use proptest::collection::vec;
use proptest::prelude::*;
use tilewright::diff::scene_diff;
use tilewright::merge::Prefer;

use super::spellings::{Map, Spelling, map_of, scene, three_way};
use super::{clashes, document, merged};

/// Few places, so that both sides often meet; far ones too, so that a layer is sparse at times.
fn place() -> impl Strategy<Value = (i16, i16)> {
    prop_oneof![
        8 => (-3i16..4, -3i16..4),
        1 => (prop_oneof![Just(i16::MIN), Just(i16::MAX), Just(-7)], prop_oneof![Just(i16::MIN), Just(-7)]),
    ]
}

fn tile() -> impl Strategy<Value = [u16; 4]> {
    (prop_oneof![0u16..3, Just(0xFFFE)], 0u16..2, 0u16..2, prop_oneof![Just(0), Just(0x1000), Just(0x8001)])
        .prop_map(|(source, x, y, alternative)| [source, x, y, alternative])
}

fn map() -> impl Strategy<Value = Map> {
    vec((place(), tile()), 0..25).prop_map(|cells| cells.into_iter().collect())
}

/// Paints and erases.
fn edits() -> impl Strategy<Value = Vec<((i16, i16), Option<[u16; 4]>)>> {
    vec((place(), proptest::option::weighted(0.7, tile())), 0..12)
}

fn edited(map: &Map, edits: &[((i16, i16), Option<[u16; 4]>)]) -> Map {
    let mut map = map.clone();
    for (at, tile) in edits {
        match tile {
            Some(tile) => drop(map.insert(*at, *tile)),
            None => drop(map.remove(at)),
        }
    }
    map
}

fn spelling() -> impl Strategy<Value = Spelling> {
    (0u8..3, 0u8..5, any::<bool>()).prop_map(|(encoding, order, noise)| Spelling { encoding, order, noise })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_merge_is_what_a_set_based_one_says(
        base in map(), mine in edits(), other in edits(),
        a in spelling(), b in spelling(), c in spelling(),
    ) {
        let (ours, theirs) = (edited(&base, &mine), edited(&base, &other));
        let texts = [scene(&base, a), scene(&ours, b), scene(&theirs, c)];
        let [x, y, z] = texts.each_ref().map(|text| text.as_bytes());
        let (expected, places) = three_way(&base, &ours, &theirs);
        let outcome = merged(x, y, z, Prefer::Nobody);
        prop_assert_eq!(&map_of(&document("outcome", &outcome.bytes), 0), &expected);
        prop_assert_eq!(clashes(&outcome), places.clone());
        prop_assert!(!outcome.conflicts.has_markers);

        // The other way round: the same map, up to the cells that clash.
        let turned = merged(x, z, y, Prefer::Nobody);
        let mut mirrored = map_of(&document("turned", &turned.bytes), 0);
        for at in &places {
            match ours.get(at) {
                Some(tile) => drop(mirrored.insert(*at, *tile)),
                None => drop(mirrored.remove(at)),
            }
        }
        prop_assert_eq!(mirrored, expected);
        prop_assert_eq!(clashes(&turned), places.clone());

        // Whoever decides, decides all.
        let decided = merged(x, y, z, Prefer::Theirs);
        let mut wanted = map_of(&document("outcome", &outcome.bytes), 0);
        for at in &places {
            match theirs.get(at) {
                Some(tile) => drop(wanted.insert(*at, *tile)),
                None => drop(wanted.remove(at)),
            }
        }
        prop_assert_eq!(map_of(&document("decided", &decided.bytes), 0), wanted);
    }

    #[test]
    fn merging_a_side_with_the_base_gives_that_side(base in map(), mine in edits(), a in spelling(), b in spelling()) {
        let ours = edited(&base, &mine);
        let (x, y) = (scene(&base, a), scene(&ours, b));
        for (left, right) in [(&y, &x), (&x, &y)] {
            let outcome = merged(x.as_bytes(), left.as_bytes(), right.as_bytes(), Prefer::Nobody);
            prop_assert_eq!(map_of(&document("outcome", &outcome.bytes), 0), ours.clone());
            prop_assert!(outcome.conflicts.list.is_empty());
        }
        // The base in another spelling is the base.
        let again = scene(&base, Spelling { encoding: (a.encoding + 1) % 3, order: 1, noise: !a.noise });
        let outcome = merged(x.as_bytes(), again.as_bytes(), y.as_bytes(), Prefer::Nobody);
        prop_assert_eq!(map_of(&document("outcome", &outcome.bytes), 0), ours.clone());
        prop_assert!(outcome.conflicts.list.is_empty());
    }

    #[test]
    fn spellings_of_one_map_do_not_differ(map in map(), a in spelling(), b in spelling()) {
        let (x, y) = (scene(&map, a), scene(&map, b));
        let diff = scene_diff(&document("a", x.as_bytes()), &document("b", y.as_bytes()), &|_| true).expect("layers");
        prop_assert!(diff.is_empty(), "{:?}", diff);
    }

    #[test]
    fn a_diff_is_the_cells_that_differ(map in map(), changes in edits(), a in spelling(), b in spelling()) {
        let after = edited(&map, &changes);
        let (x, y) = (scene(&map, a), scene(&after, b));
        let diff = scene_diff(&document("a", x.as_bytes()), &document("b", y.as_bytes()), &|_| true).expect("layers");
        let mut rebuilt = map.clone();
        for layer in &diff.layers {
            let tile = |cell: &tilewright::tile::Cell| [cell.source, cell.atlas_x, cell.atlas_y, cell.alternative];
            for cell in &layer.cells.added {
                prop_assert_eq!(rebuilt.insert((cell.x, cell.y), tile(cell)), None);
            }
            for cell in &layer.cells.removed {
                prop_assert_eq!(rebuilt.remove(&(cell.x, cell.y)), Some(tile(cell)));
            }
            for (before, cell) in &layer.cells.changed {
                prop_assert_eq!(rebuilt.insert((cell.x, cell.y), tile(cell)), Some(tile(before)));
            }
        }
        prop_assert_eq!(rebuilt, after);
    }
}
