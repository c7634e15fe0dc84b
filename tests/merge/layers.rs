//! Tile layers wherever they are kept: in a TileMap, a pattern, an override; moved by a migration; damaged.

use tilewright::merge::Prefer;
use tilewright::tile::find;

use super::spellings::{Map, Spelling, map_of, scene, value};
use super::{clashes, document, merged};

const PLAIN: Spelling = Spelling { encoding: 0, order: 0, noise: false };

fn map(cells: &[(i16, i16, u16)]) -> Map {
    cells.iter().map(|&(x, y, source)| ((x, y), [source, 0, 0, 0])).collect()
}

/// Three ints a cell, as a TileMap keeps them: source, atlas and alternative are small here.
fn ints(map: &Map) -> String {
    let numbers: Vec<String> = map
        .iter()
        .map(|(&(x, y), &[source, ..])| {
            format!("{}, {source}, 0", (i32::from(y) << 16) | i32::from(x as u16))
        })
        .collect();
    format!("PackedInt32Array({})", numbers.join(", "))
}

fn legacy(map: &Map, more: &str) -> String {
    format!(
        "[gd_scene format=3]\n\n[node name=\"Root\" type=\"Node2D\"]\n\n[node name=\"Old\" type=\"TileMap\" parent=\".\"]\n\
        format = 2\nlayer_0/name = \"Floor\"\nlayer_0/tile_data = {}\n{more}",
        ints(map)
    )
}

fn texts(outcome: &tilewright::merge::Merged) -> String {
    String::from_utf8(outcome.bytes.clone()).expect("UTF-8")
}

#[test]
fn one_side_migrates_while_the_other_paints() {
    let base = map(&[(0, 0, 1), (1, 0, 1), (2, 5, 1)]);
    let painted = map(&[(0, 0, 1), (1, 0, 3), (-4, 9, 2)]);
    let container = |map: &Map| {
        format!(
            "[gd_scene format=3]\n\n[node name=\"Root\" type=\"Node2D\"]\n\n[node name=\"Old\" type=\"Node2D\" parent=\".\"]\n\n\
            [node name=\"Floor\" type=\"TileMapLayer\" parent=\"Old\"]\ntile_map_data = {}\n",
            value(map, PLAIN)
        )
    };
    let in_place = |map: &Map| {
        format!(
            "[gd_scene format=3]\n\n[node name=\"Root\" type=\"Node2D\"]\n\n[node name=\"Old\" type=\"TileMapLayer\" parent=\".\"]\n\
            tile_map_data = {}\n",
            value(map, PLAIN)
        )
    };
    for migrated in [container(&base), in_place(&base)] {
        for turned in [false, true] {
            let (before, other) = (legacy(&base, ""), legacy(&painted, ""));
            let (ours, theirs) = if turned { (&other, &migrated) } else { (&migrated, &other) };
            let outcome = merged(before.as_bytes(), ours.as_bytes(), theirs.as_bytes(), Prefer::Nobody);
            assert!(outcome.conflicts.list.is_empty(), "{:#?}", outcome.conflicts);
            let after = document("outcome", &outcome.bytes);
            let sites = find(&after).expect("layers");
            assert_eq!(sites.len(), 1, "{}", texts(&outcome));
            assert_eq!(sites[0].kind_name(), "TileMapLayer");
            assert_eq!(map_of(&after, 0), painted, "{}", texts(&outcome));
        }
    }
}

#[test]
fn layers_of_a_tile_map_merge_by_their_index() {
    let base = map(&[(0, 0, 1), (1, 0, 1)]);
    let more = format!("layer_1/name = \"Walls\"\nlayer_1/tile_data = {}\n", ints(&base));
    let (ours, theirs) = (map(&[(0, 0, 1)]), map(&[(0, 0, 1), (1, 0, 1), (7, 7, 2)]));
    let text = |map: &Map| legacy(map, &more);
    let outcome =
        merged(text(&base).as_bytes(), text(&ours).as_bytes(), text(&theirs).as_bytes(), Prefer::Nobody);
    let after = document("outcome", &outcome.bytes);
    assert_eq!(map_of(&after, 0), map(&[(0, 0, 1), (7, 7, 2)]));
    assert_eq!(map_of(&after, 1), base);
}

#[test]
fn cleaning_sorting_or_another_encoding_is_no_change() {
    let base = map(&[(0, 0, 1), (1, 0, 1), (2, 0, 1), (5, 5, 1), (6, 5, 1), (7, 5, 1)]);
    let painted = map(&[(0, 0, 9), (1, 0, 1), (5, 5, 1), (6, 5, 1), (7, 5, 1), (8, 8, 8)]);
    let noisy = Spelling { encoding: 0, order: 3, noise: true };
    for encoding in 0..3 {
        let clean = Spelling { encoding, order: 0, noise: false };
        let (before, recoded, other) = (scene(&base, noisy), scene(&base, clean), scene(&painted, noisy));
        for (ours, theirs) in [(&recoded, &other), (&other, &recoded)] {
            let outcome = merged(before.as_bytes(), ours.as_bytes(), theirs.as_bytes(), Prefer::Nobody);
            assert!(outcome.conflicts.list.is_empty());
            assert_eq!(map_of(&document("outcome", &outcome.bytes), 0), painted);
        }
    }
}

#[test]
fn the_outcome_is_spelled_as_ours_and_stays_a_valid_format() {
    let (base, mine, other) = (map(&[(0, 0, 1)]), map(&[(0, 0, 1), (1, 1, 1)]), map(&[(0, 0, 1), (2, 2, 2)]));
    let base64 = Spelling { encoding: 1, ..PLAIN };
    let merge = |a: Spelling, b: Spelling| {
        let (x, y, z) = (scene(&base, PLAIN), scene(&mine, a), scene(&other, b));
        texts(&merged(x.as_bytes(), y.as_bytes(), z.as_bytes(), Prefer::Nobody))
    };
    let text = merge(PLAIN, base64);
    assert!(text.starts_with("[gd_scene format=3]") && text.contains("PackedByteArray(0, 0, "), "{text}");
    let text = merge(base64, PLAIN);
    assert!(text.starts_with("[gd_scene format=4]") && text.contains("PackedByteArray(\""), "{text}");
}

#[test]
fn an_emptied_layer_is_empty_however_it_says_so() {
    let base = map(&[(0, 0, 1), (1, 0, 1)]);
    let tombstones = Map::from([((0, 0), [0xFFFF; 4]), ((1, 0), [0xFFFF; 4])]);
    let missing = scene(&Map::new(), PLAIN);
    let erased = scene(&tombstones, PLAIN);
    let bare = missing.replace("collision", "tile_map_data = PackedByteArray()\ncollision");
    let header = missing.replace("collision", "tile_map_data = PackedByteArray(0, 0)\ncollision");
    let painted = map(&[(0, 0, 1), (1, 0, 1), (9, 9, 9)]);
    for empty in [&missing, &erased, &bare, &header] {
        for (ours, theirs) in [(empty, &scene(&painted, PLAIN)), (&scene(&painted, PLAIN), empty)] {
            let outcome =
                merged(scene(&base, PLAIN).as_bytes(), ours.as_bytes(), theirs.as_bytes(), Prefer::Nobody);
            assert!(outcome.conflicts.list.is_empty(), "{empty}");
            assert_eq!(map_of(&document("outcome", &outcome.bytes), 0), map(&[(9, 9, 9)]), "{empty}");
        }
        for other in [&missing, &erased, &bare, &header] {
            let outcome =
                merged(scene(&base, PLAIN).as_bytes(), empty.as_bytes(), other.as_bytes(), Prefer::Nobody);
            assert!(outcome.conflicts.list.is_empty(), "{empty}\n{other}");
            assert!(map_of(&document("outcome", &outcome.bytes), 0).is_empty());
        }
    }
}

#[test]
fn an_override_without_cells_keeps_its_property() {
    let head = "[gd_scene format=3]\n\n[ext_resource type=\"PackedScene\" path=\"res://b.tscn\" id=\"1\"]\n\n\
        [node name=\"Root\" instance=ExtResource(\"1\")]\n\n[node name=\"Ground\" parent=\".\" index=\"0\"]\n";
    let text = |map: &Map| format!("{head}tile_map_data = {}\nvisible = false\n", value(map, PLAIN));
    let base = map(&[(0, 0, 1), (1, 0, 1)]);
    let outcome = merged(
        text(&base).as_bytes(),
        text(&map(&[(0, 0, 1)])).as_bytes(),
        text(&map(&[(1, 0, 1)])).as_bytes(),
        Prefer::Nobody,
    );
    assert!(texts(&outcome).contains("tile_map_data = PackedByteArray()\n"), "{}", texts(&outcome));
}

#[test]
fn two_first_overrides_clash_wherever_they_differ() {
    let head = "[gd_scene format=3]\n\n[ext_resource type=\"PackedScene\" path=\"res://b.tscn\" id=\"1\"]\n\n\
        [node name=\"Root\" instance=ExtResource(\"1\")]\n\n[node name=\"Ground\" parent=\".\" index=\"0\"]\n";
    let text = |map: &Map| format!("{head}tile_map_data = {}\nvisible = false\n", value(map, PLAIN));
    let base = format!("{head}visible = false\n");
    let (mine, other) = (map(&[(0, 0, 1), (1, 0, 1), (4, 4, 4)]), map(&[(0, 0, 1), (1, 0, 2), (5, 5, 5)]));
    let merge = |prefer| merged(base.as_bytes(), text(&mine).as_bytes(), text(&other).as_bytes(), prefer);
    let outcome = merge(Prefer::Nobody);
    assert_eq!(clashes(&outcome), [(1, 0), (4, 4), (5, 5)]);
    assert!(!outcome.conflicts.has_markers);
    assert_eq!(map_of(&document("outcome", &outcome.bytes), 0), mine);
    assert_eq!(map_of(&document("outcome", &merge(Prefer::Theirs).bytes), 0), other);
    // One side alone is no conflict.
    let alone = merged(
        base.as_bytes(),
        base.replace("false", "true").as_bytes(),
        text(&other).as_bytes(),
        Prefer::Nobody,
    );
    assert!(alone.conflicts.list.is_empty());
    assert_eq!(map_of(&document("outcome", &alone.bytes), 0), other);
}

#[test]
fn a_damaged_buffer_is_one_value() {
    let good = |map: &Map| scene(map, PLAIN);
    let (base, mine) = (map(&[(0, 0, 1)]), map(&[(0, 0, 1), (1, 0, 1)]));
    let damaged = good(&base).replace("PackedByteArray(0, 0,", "PackedByteArray(7, 7, 7, 0, 0,");
    let outcome = merged(good(&base).as_bytes(), good(&mine).as_bytes(), damaged.as_bytes(), Prefer::Nobody);
    assert_eq!(outcome.conflicts.list.len(), 1);
    assert!(outcome.conflicts.has_markers);
    assert!(clashes(&outcome).is_empty());
    // Untouched damage stays where it is.
    let other = damaged.replace("collision_enabled = false", "collision_enabled = true");
    let moved = damaged.replace("name=\"Map\"", "name=\"Other\"");
    let outcome = merged(damaged.as_bytes(), other.as_bytes(), moved.as_bytes(), Prefer::Nobody);
    assert_eq!(texts(&outcome), other.replace("name=\"Map\"", "name=\"Other\""));
}

#[test]
fn patterns_merge_like_layers() {
    let text = |map: &Map| {
        format!(
            "[gd_resource type=\"TileSet\" format=3]\n\n[sub_resource type=\"TileMapPattern\" id=\"P_1\"]\ntile_data = {}\n\n\
            [resource]\npattern_0 = SubResource(\"P_1\")\n",
            ints(map)
        )
    };
    let (base, mine, other) =
        (map(&[(0, 0, 1), (1, 0, 1)]), map(&[(0, 0, 1)]), map(&[(0, 0, 1), (1, 0, 1), (2, 2, 2)]));
    let outcome =
        merged(text(&base).as_bytes(), text(&mine).as_bytes(), text(&other).as_bytes(), Prefer::Nobody);
    assert!(outcome.conflicts.list.is_empty(), "{:?}", outcome.conflicts);
    assert_eq!(map_of(&document("outcome", &outcome.bytes), 0), map(&[(0, 0, 1), (2, 2, 2)]));
}

#[test]
fn godot_3_cells_merge_too() {
    let text = |cells: &[(i32, i32, i32)]| {
        let numbers: Vec<String> =
            cells.iter().map(|(at, tile, more)| format!("{at}, {tile}, {more}")).collect();
        format!(
            "[gd_scene format=2]\n\n[node name=\"Map\" type=\"TileMap\"]\nformat = 1\ntile_data = PoolIntArray( {} )\n",
            numbers.join(", ")
        )
    };
    let base = text(&[(0, 4, 0), (1, 4, 0), (65536, -1610612733, 2)]);
    let ours = text(&[(0, 5, 0), (1, 4, 0), (65536, -1610612733, 2)]);
    let theirs = text(&[(0, 4, 0), (65536, -1610612733, 2), (7, 1, 65537)]);
    let outcome = merged(base.as_bytes(), ours.as_bytes(), theirs.as_bytes(), Prefer::Nobody);
    assert_eq!(texts(&outcome), text(&[(0, 5, 0), (65536, -1610612733, 2), (7, 1, 65537)]));
    let clash = text(&[(0, 6, 0), (1, 4, 0), (65536, -1610612733, 2)]);
    let outcome = merged(base.as_bytes(), ours.as_bytes(), clash.as_bytes(), Prefer::Nobody);
    assert_eq!(texts(&outcome), ours);
    assert_eq!(outcome.conflicts.list[0].line(), ". (0, 0): base tile 4, ours tile 5, theirs tile 6");
}

/// The same with the program's own commands: what is painted in the map arrives in its layers.
#[test]
fn the_migrate_command_against_a_painter() {
    use crate::common::{copy_tree, temp, tilewright};
    for mode in ["container", "editor"] {
        let work = temp();
        let scenes = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes");
        copy_tree(&scenes, work.path());
        let run = |words: &str| {
            let answer = tilewright(work.path(), words);
            assert_eq!(answer.code, 0, "{words}: {}", answer.stderr);
        };
        std::fs::copy(work.path().join("legacy.tscn"), work.path().join("base.tscn.txt")).expect("copied");
        run("edit legacy.tscn --layer Map#1 --erase 1,1,1,1 --replace 0=3 -o painted.tscn.txt");
        run(&format!("migrate legacy.tscn --mode {mode}"));
        let cells = |name: &str, node: &str| {
            let bytes = std::fs::read(work.path().join(name)).expect("a scene");
            let document = document(name, &bytes);
            let sites = find(&document).expect("layers");
            let layer = sites.iter().position(|site| site.label() == node).expect("the layer");
            map_of(&document, layer)
        };
        for sides in ["legacy.tscn painted.tscn.txt", "painted.tscn.txt legacy.tscn"] {
            run(&format!("merge base.tscn.txt {sides} -o out.tscn"));
            assert_eq!(cells("out.tscn", "Map/Walls"), cells("painted.tscn.txt", "Map#1"), "{mode}: {sides}");
            assert_eq!(cells("out.tscn", "Map/Ground"), cells("base.tscn.txt", "Map#0"), "{mode}: {sides}");
        }
    }
}
