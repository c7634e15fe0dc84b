//! `migrate` held against the engine: cells, properties, order of drawing, messages; and its `editor` shape against what
//! the real editor left of the same scenes.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::common::engine::{Engine, Reading};
use crate::common::tree::{Node, cells, children, compare, layer_count, nodes};
use crate::common::{Answer, copy_tree, corpus, fixtures, read, scenes, temp, tilewright, write};

/// The scenes of a folder, by their name.
fn scenes_of(folder: &Path) -> Vec<PathBuf> {
    scenes(folder).into_iter().filter(|path| path.extension().is_some_and(|it| it == "tscn")).collect()
}

fn name(path: &Path) -> String {
    path.file_stem().expect("a name").to_string_lossy().into_owned()
}

/// What the editor's own action made, and the same scenes for us to migrate.
fn pairs() -> (tempfile::TempDir, Vec<PathBuf>, Vec<PathBuf>) {
    let work = temp();
    copy_tree(&fixtures("migrate/editor"), work.path());
    let (before, after) = (scenes_of(&work.path().join("before")), scenes_of(&work.path().join("after")));
    assert_eq!((before.len(), after.len()), (18, 18));
    (work, before, after)
}

fn moved(answer: &Answer) -> usize {
    let json = answer.json();
    json["maps"].as_array().expect("maps").iter().filter(|map| map["outcome"] == "moved").count()
}

/// The cells and the properties of a layer.
type Shown = (Vec<[i32; 6]>, BTreeMap<String, String>);

/// The layers below a node, in order.
fn layers(reading: &Reading, nodes: &[Node], path: &str) -> Vec<Shown> {
    children(nodes, path)
        .into_iter()
        .filter(|node| node.class == "TileMapLayer")
        .map(|node| (cells(reading, &node.path, None), node.properties.clone()))
        .collect()
}

/// Two scenes on which the editor's action does not do what it should: without a TileSet it does nothing, and of an
/// instance it repeats the layers that the instanced scene makes.
const EDITOR_FAILS: &[&str] = &["no_tile_set", "instanced_map"];

#[test]
fn the_editor_shape_is_what_the_editor_leaves() {
    let Some(engine) = Engine::find() else { return };
    let (work, before, after) = pairs();
    let answer =
        tilewright(work.path(), "migrate before --mode editor --settings as-loaded --output-format json");
    assert_eq!(moved(&answer), 18, "{}", answer.stderr);
    let (ours, theirs) = (engine.tree(work.path(), &before), engine.tree(work.path(), &after));
    let mut compared = 0;
    for (our, their) in ours.iter().zip(&theirs) {
        let scene = name(Path::new(our.json["file"].as_str().expect("a path")));
        if EDITOR_FAILS.contains(&scene.as_str()) {
            continue;
        }
        let (mine, other) = (nodes(our), nodes(their));
        for map in other.iter().filter(|node| node.class == "TileMap") {
            let own = mine.iter().find(|node| node.path == map.path).expect("the same node");
            assert_eq!(own.class, "TileMap", "{scene}");
            assert_eq!(own.properties, map.properties, "{scene}: {}", map.path);
            let expected = layers(their, &other, &map.path);
            assert_eq!(layers(our, &mine, &map.path), expected, "{scene}: {}", map.path);
            compared += expected.len();
        }
        let rest = |nodes: &[Node]| -> Vec<(String, BTreeMap<String, String>)> {
            let others = nodes.iter().filter(|node| node.class != "TileMapLayer");
            others.map(|node| (node.class.clone(), node.properties.clone())).collect()
        };
        assert_eq!(rest(&mine), rest(&other), "{scene}: the other nodes");
    }
    assert_eq!(compared, 33, "layers of 16 scenes");
}

#[test]
fn where_the_editor_fails_we_do_better() {
    let Some(engine) = Engine::find() else { return };
    let (work, before, after) = pairs();
    let old = engine.tree(work.path(), &before);
    let answer = tilewright(work.path(), "migrate before --mode editor --output-format json");
    assert_eq!(moved(&answer), 18, "{}", answer.stderr);
    let new = engine.tree(work.path(), &before);
    let theirs = engine.tree(work.path(), &after);
    let of = |readings: &[Reading], wanted: &str| -> usize {
        let place = before.iter().position(|path| name(path) == wanted);
        assert_eq!(readings.len(), 18);
        place.expect("a scene of the set")
    };
    let names = |reading: &Reading, path: &str| -> Vec<String> {
        let all = nodes(reading);
        children(&all, path)
            .iter()
            .map(|node| node.path.rsplit('/').next().expect("a name").to_owned())
            .collect()
    };
    // Children keep their names and are drawn above the layers; the editor renames them and covers them.
    let at = of(&new, "with_children_and_name_clash");
    assert_eq!(names(&theirs[at], "Map"), ["Layer2", "Player2", "Layer0", "Player", "Layer1"]);
    assert_eq!(names(&new[at], "Map"), ["Layer0_", "Player2", "Layer1", "Layer0", "Player"]);
    // No layer bears the name that the TileMap takes for its own on every load.
    for reading in &new {
        let nodes = nodes(reading);
        for map in nodes.iter().filter(|node| node.class == "TileMap") {
            let taken = children(&nodes, &map.path)
                .iter()
                .any(|node| node.class == "TileMapLayer" && node.path.rsplit('/').next() == Some("Layer0"));
            assert!(!taken, "{}: {}", reading.json["file"], map.path);
        }
    }
    // Settings of the map reach all layers, not only the first one.
    let at = of(&new, "four_layers_all_properties");
    for (reading, expected) in [(&theirs[at], 1), (&new[at], 4)] {
        let nodes = nodes(reading);
        let reached = children(&nodes, "Map")
            .iter()
            .filter(|node| node.properties.get("use_kinematic_bodies").is_some_and(|value| value == "true"))
            .count();
        assert_eq!(reached, expected);
    }
    // Without a TileSet the cells are moved all the same.
    let at = of(&new, "no_tile_set");
    assert_eq!(layers(&theirs[at], &nodes(&theirs[at]), ".").len(), 0);
    let ours = layers(&new[at], &nodes(&new[at]), ".");
    assert_eq!(ours[0].0, cells(&old[at], ".", Some(0)));
    // An instance changes the layer of its scene; the editor makes a second one beside it.
    let at = of(&new, "instanced_map");
    let ours = layers(&new[at], &nodes(&new[at]), "Map");
    assert_eq!(ours.len(), 1);
    assert_eq!(ours[0].0, cells(&old[at], "Map", Some(0)));
}

/// Migrates all below a folder in containers, and holds each scene against what it was. Gives the layers compared.
fn judge(engine: &Engine, folder: &Path, least: usize) -> usize {
    let files = scenes_of(folder);
    let before = engine.tree(folder, &files);
    let answer = tilewright(folder, "migrate . --output-format json");
    assert!(moved(&answer) >= least, "{}", answer.stderr);
    let after = engine.tree(folder, &files);
    let mut faults = Vec::new();
    let mut compared = 0;
    for (path, (before, after)) in files.iter().zip(before.iter().zip(&after)) {
        if before.ok != after.ok {
            faults.push(format!("{}: loads {}, was {}", path.display(), after.ok, before.ok));
            continue;
        }
        let (found, count) = compare(before, after);
        faults.extend(found.into_iter().map(|fault| format!("{}: {fault}", path.display())));
        compared += count;
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    let again = tilewright(folder, "migrate . --check --output-format json").json();
    assert_eq!(again["summary"]["changed"], 0, "a second run changes nothing");
    compared
}

#[test]
fn containers_show_what_the_maps_showed() {
    let Some(engine) = Engine::find() else { return };
    let (work, ..) = pairs();
    std::fs::remove_dir_all(work.path().join("after")).expect("removed");
    assert_eq!(judge(&engine, work.path(), 18), 35);
    let work = temp();
    write(work.path(), "project.godot", "config_version=5\n");
    for path in scenes_of(&fixtures("engine")) {
        if name(&path).starts_with("legacy_") {
            write(work.path(), &format!("{}.tscn", name(&path)), &read(&path));
        }
    }
    assert!(judge(&engine, work.path(), 13) >= 19);
}

#[test]
fn real_scenes_show_what_they_showed() {
    let (Some(engine), Some(folders)) = (Engine::find(), corpus()) else { return };
    let mut compared = 0;
    for folder in folders {
        for project in std::fs::read_dir(&folder).expect("a folder").flatten() {
            let has_maps = |path: &PathBuf| read_lossy(path).contains("type=\"TileMap\"");
            if !project.path().is_dir() || !scenes_of(&project.path()).iter().any(has_maps) {
                continue;
            }
            let work = temp();
            copy_tree(&project.path(), work.path());
            compared += judge(&engine, work.path(), 0);
        }
    }
    eprintln!("{compared} layers of real scenes");
}

fn read_lossy(path: &Path) -> String {
    String::from_utf8_lossy(&std::fs::read(path).expect("a file")).into_owned()
}

/// Where people moved a map by hand and its cells are the same afterwards, ours are too. A folder of such moves has a
/// table `MANIFEST.tsv` of what matches what.
#[test]
fn real_moves_come_out_the_same() {
    let (Some(engine), Some(folders)) = (Engine::find(), corpus()) else { return };
    let mut matched = 0;
    for folder in folders {
        let Ok(table) = std::fs::read_to_string(folder.join("MANIFEST.tsv")) else { continue };
        if !table.contains("layers matched cell for cell") {
            continue;
        }
        for row in table.lines().skip(1) {
            let fields: Vec<&str> = row.split('\t').collect();
            let work = temp();
            copy_tree(&folder.join(fields[0]), work.path());
            write(work.path(), "project.godot", "config_version=5\n");
            let answer = tilewright(work.path(), "migrate before.tscn --output-format json").json();
            let files = [work.path().join("before.tscn"), work.path().join("after.tscn")];
            let readings = engine.tree(work.path(), &files);
            for part in fields[5].split("; ") {
                let (from, to) = part.split_once(" -> ").expect("a pair");
                let (map, index) = from.split_once(":layer_").expect("a layer");
                let index: u64 =
                    index.split('/').next().and_then(|digits| digits.parse().ok()).expect("a number");
                let plain = |path: &str| path.strip_prefix("./").unwrap_or(path).to_owned();
                let target = plain(to.split(':').next().expect("a node"));
                let maps = answer["maps"].as_array().expect("maps");
                let found = maps.iter().find(|found| found["node"] == plain(map).as_str()).expect("the map");
                if found["outcome"] != "moved" {
                    let codes: Vec<&Value> = answer["findings"]
                        .as_array()
                        .expect("findings")
                        .iter()
                        .filter(|finding| finding["severity"] == "refusal")
                        .map(|finding| &finding["code"])
                        .collect();
                    assert_eq!(
                        codes,
                        ["script"],
                        "{}: only a script that is not there stands against it",
                        fields[0]
                    );
                    continue;
                }
                let layer = found["layers"]
                    .as_array()
                    .expect("layers")
                    .iter()
                    .find(|layer| layer["index"] == index)
                    .expect("the layer");
                let node = layer["node"].as_str().expect("a path");
                assert_eq!(cells(&readings[0], node, None), cells(&readings[1], &target, None), "{part}");
                let of = |reading: &Reading, path: &str| -> HashMap<String, String> {
                    let nodes = nodes(reading);
                    let node = nodes.iter().find(|node| node.path == path).expect("the node");
                    let ours = ["z_index", "y_sort_enabled", "y_sort_origin", "modulate", "enabled"];
                    let kept = node.properties.iter().filter(|(key, _)| ours.contains(&key.as_str()));
                    kept.map(|(key, value)| (key.clone(), value.clone())).collect()
                };
                // The first hand-made move raised the layer's z on the map's parent instead.
                if of(&readings[1], &target).contains_key("z_index")
                    || !of(&readings[0], node).contains_key("z_index")
                {
                    assert_eq!(of(&readings[0], node), of(&readings[1], &target), "{part}");
                }
                matched += 1;
            }
        }
    }
    eprintln!("{matched} layers of real moves");
}

/// Scenes that inherit and instance a map, level over level: layers added, changed, emptied, moved by an animation.
fn family(folder: &Path) {
    copy_tree(&fixtures("migrate/family"), folder);
}

#[test]
fn scenes_that_build_on_others_show_what_they_showed() {
    let Some(engine) = Engine::find() else { return };
    let work = temp();
    family(work.path());
    assert_eq!(judge(&engine, work.path(), 1), 13, "two, three, three, three and two layers");
}

#[test]
fn editor_shapes_of_a_family_show_what_they_showed() {
    let Some(engine) = Engine::find() else { return };
    let work = temp();
    family(work.path());
    let files = scenes_of(work.path());
    let before = engine.tree(work.path(), &files);
    let answer = tilewright(work.path(), "migrate . --mode editor --output-format json");
    assert_eq!(moved(&answer), 1, "{}", answer.stderr);
    let after = engine.tree(work.path(), &files);
    let mut compared = 0;
    for (before, after) in before.iter().zip(&after) {
        let new = nodes(after);
        for map in nodes(before).iter().filter(|node| node.class == "TileMap") {
            let below = children(&new, &map.path);
            for (index, layer) in below.iter().take(layer_count(before, &map.path)).enumerate() {
                assert_eq!(layer.class, "TileMapLayer", "{}: {index}", before.json["file"]);
                let (old, own) =
                    (cells(before, &map.path, Some(index as u32)), cells(after, &layer.path, None));
                assert_eq!(old, own, "{}: {index}", before.json["file"]);
                compared += 1;
            }
        }
    }
    assert_eq!(compared, 13);
}

/// The engine's own text of a scene is migrated; saved by the engine again, not a byte is another one.
#[test]
fn the_engine_saves_what_we_wrote() {
    let Some(engine) = Engine::find() else { return };
    let (work, before, _) = pairs();
    std::fs::remove_dir_all(work.path().join("after")).expect("removed");
    let ints = (0..6).map(|x| format!("{x}, 7, 0")).collect::<Vec<_>>().join(", ");
    let mixed = format!(
        "[gd_scene format=3]\n\n[node name=\"Map\" type=\"TileMap\"]\nformat = 2\nlayer_0/tile_data = \
         PackedInt32Array({ints})\nmetadata/a = PackedByteArray(1, 2, 3)\nmetadata/b = inf_neg\n"
    );
    write(work.path(), "before/mixed.tscn", &mixed);
    let before = [before, vec![work.path().join("before/mixed.tscn")]].concat();
    let other = temp();
    family(other.path());
    let family = scenes_of(other.path());
    for (folder, files) in [(work.path(), before), (other.path(), family)] {
        for mode in ["container", "editor"] {
            let copy = temp();
            copy_tree(folder, copy.path());
            let files: Vec<PathBuf> = files
                .iter()
                .map(|file| copy.path().join(file.strip_prefix(folder).expect("below")))
                .collect();
            assert!(engine.pack(copy.path(), &files).iter().all(|ok| *ok));
            let answer = tilewright(copy.path(), &format!("migrate . --mode {mode} --output-format json"));
            assert!(moved(&answer) > 0, "{}", answer.stderr);
            let ours: Vec<String> = files.iter().map(|file| read(file)).collect();
            assert!(engine.pack(copy.path(), &files).iter().all(|ok| *ok));
            for (file, ours) in files.iter().zip(&ours) {
                // A Node2D has no such signal: the engine drops the connection, and we have told of it.
                let ours = if mode == "editor" {
                    ours.clone()
                } else {
                    ours.replace(
                        "\n[connection signal=\"changed\" from=\"Map\" to=\".\" method=\"queue_redraw\"]\n",
                        "",
                    )
                };
                // A node right below an instance has an index when it is loaded, and none when it is saved.
                let (mut ours, mut theirs) =
                    (without_index(&ours, "Roof"), without_index(&read(file), "Roof"));
                if mode == "editor" {
                    // What the engine writes counts a TileMap's own layer, what it reads does not: we write what it
                    // reads.
                    (ours, theirs) = (without_index(&ours, "More"), without_index(&theirs, "More"));
                }
                assert_eq!(without_uids(&ours), without_uids(&theirs), "{}: {mode}", file.display());
            }
        }
    }
}

fn without_index(text: &str, node: &str) -> String {
    let lines = text.lines().map(|line| match line.split_once(" index=\"") {
        Some((before, behind)) if line.starts_with(&format!("[node name=\"{node}\"")) => {
            format!("{before}{}\n", behind.split_once('"').expect("a closed string").1)
        }
        _ => format!("{line}\n"),
    });
    lines.collect()
}

/// Outside of the editor the engine knows no uids and writes none. The ids that lead to a parent come and go with the
/// section of the parent.
fn without_uids(text: &str) -> String {
    let mut text = text.to_owned();
    for (start, end) in [(" uid=\"", '"'), (" parent_id_path=PackedInt32Array(", ')')] {
        while let Some(at) = text.find(start) {
            let from = at + start.len();
            let to = text[from..].find(end).map_or(text.len(), |length| from + length + 1);
            text.replace_range(at..to, "");
        }
    }
    text
}

/// Godot 3 data as a person maps it: the engine itself cannot read the old form, but must see the new one as meant.
#[test]
fn mapped_cells_of_godot_3_are_what_the_mapping_says() {
    let Some(engine) = Engine::find() else { return };
    let work = temp();
    write(work.path(), "project.godot", "config_version=5\n");
    let old = "[gd_scene format=2]\n\n[node name=\"Map\" type=\"TileMap\"]\ncell_size = Vector2( 16, 16 )\n\
        format = 1\ntile_data = PoolIntArray( 131073, 5, 65538, 131074, -1610612731, 0, -1, 6, 0 )\n";
    let path = write(work.path(), "old.tscn", old);
    let mapping = "[[tile_set]]\n[tile_set.tiles]\n5 = { source = 7, atlas = [1, 0] }\n6 = { source = 2, alternative = 3 }\n";
    write(work.path(), "tiles.toml", mapping);
    let answer = tilewright(work.path(), "migrate . --tiles tiles.toml --output-format json");
    assert_eq!(moved(&answer), 1, "{}", answer.stderr);
    let reading = engine.tree(work.path(), &[path]).swap_remove(0);
    // Flipped to the side and transposed: 0x1000 and 0x4000.
    let expected = [[-1, -1, 2, 0, 0, 3], [1, 2, 7, 3, 1, 0], [2, 2, 7, 1, 0, 0x5000]];
    assert_eq!(cells(&reading, "Layer0", None), expected);
    assert!(reading.messages.is_empty(), "{:?}", reading.messages);
}
