//! What `check` says of the engine, asked of the engine.

use std::path::Path;

use serde_json::Value;
use tilewright::lint::{self, Settings};
use tilewright::project::{Disk, Projects};
use tilewright::{Document, Source};

use crate::common::engine::Engine;
use crate::common::{cells_of, read, temp, tilewright, write};

/// Tiles of every kind; `placeholder` stands for a texture of 256 pixels.
const TILES: &str = "[gd_resource type=\"TileSet\" format=3]

[ext_resource type=\"PackedScene\" path=\"res://torch.tscn\" id=\"1\"]

[sub_resource type=\"PlaceholderTexture2D\" id=\"p\"]
size = Vector2(256, 256)

[sub_resource type=\"TileSetAtlasSource\" id=\"a\"]
texture = SubResource(\"p\")
0:0/0 = 0
1:0/next_alternative_id = 4
1:0/0 = 0
1:0/3 = 3
2:0/size_in_atlas = Vector2i(2, 2)
2:0/0 = 0
5:0/animation_columns = 2
5:0/animation_frame_0/duration = 1.0
5:0/animation_frame_1/duration = 1.0
5:0/animation_frame_2/duration = 1.0
5:0/0 = 0
8:0/next_alternative_id = 1

[sub_resource type=\"TileSetScenesCollectionSource\" id=\"s\"]
scenes/1/scene = ExtResource(\"1\")

[resource]
sources/0 = SubResource(\"a\")
sources/7 = SubResource(\"s\")
";

fn scene(records: &[[u16; 6]]) -> String {
    let numbers: Vec<String> = [0, 0]
        .into_iter()
        .chain(records.iter().flatten().flat_map(|n| n.to_le_bytes()))
        .map(|b| b.to_string())
        .collect();
    format!(
        "[gd_scene format=3]\n\n[ext_resource type=\"TileSet\" path=\"res://tiles.tres\" id=\"1\"]\n\n\
         [node name=\"R\" type=\"Node2D\"]\n\n[node name=\"Ground\" type=\"TileMapLayer\" parent=\".\"]\n\
         tile_map_data = PackedByteArray({})\ntile_set = ExtResource(\"1\")\n",
        numbers.join(", ")
    )
}

/// Every source, place and alternative that could matter, each in a cell of its own.
fn every_tile() -> Vec<[u16; 6]> {
    let mut records = Vec::new();
    for source in [0, 1, 7, 0x7FFF] {
        for (x, y) in (0..10).flat_map(|x| (0..3).map(move |y| (x, y))) {
            for alternative in [0, 1, 3, 4095, 0x1000, 0x7003] {
                let at = records.len() as u16;
                records.push([at % 100, at / 100, source, x, y, alternative]);
            }
        }
    }
    records
}

/// The rules on dead cells remove exactly what the engine's own `fix_invalid_tiles` removes.
#[test]
fn dead_cells_are_those_that_the_engine_calls_invalid() {
    let Some(engine) = Engine::find() else { return };
    let work = temp();
    let folder = work.path();
    write(folder, "project.godot", "config_version=5\n");
    write(folder, "torch.tscn", "[gd_scene format=3]\n\n[node name=\"T\" type=\"Node2D\"]\n");
    write(folder, "tiles.tres", TILES);
    let path = write(folder, "all.tscn", &scene(&every_tile()));
    let jobs = write(folder, "jobs", "res://all.tscn");
    let out = folder.join("out");
    let words = [jobs.to_str().expect("UTF-8"), out.to_str().expect("UTF-8")];
    let (code, said) = engine.script("check.gd", folder, &words);
    assert_eq!(code, 0, "{said}");
    let answer: Value = serde_json::from_str(read(&out).lines().next().expect("a line")).expect("JSON");
    let theirs: Vec<(i64, i64)> = answer["Ground"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|cell| (cell[0].as_f64().expect("x") as i64, cell[1].as_f64().expect("y") as i64))
        .collect();
    let select = "TW201,TW202,TW203,TW204,TW205";
    let mended = tilewright(folder, &format!("check --fix --unsafe --select {select} all.tscn"));
    assert_eq!(mended.code, 0, "{}", mended.stderr);
    let mut ours: Vec<(i64, i64)> =
        cells_of(&path, "Ground").iter().map(|cell| (cell[0].into(), cell[1].into())).collect();
    ours.sort_unstable();
    let mut theirs = theirs;
    theirs.sort_unstable();
    assert!(!ours.is_empty());
    assert_eq!(ours, theirs);
}

/// What the engine prints while it reads a file, and the text that it writes of it.
fn resaved(engine: &Engine, folder: &Path, name: &str, text: &str) -> (String, String) {
    let path = write(folder, name, text);
    let copy = folder.join(format!("copy_{name}"));
    let messages = engine.read(folder, std::slice::from_ref(&path))[0].messages.join("\n");
    let saved = engine.resave(folder, &[(path, copy.clone())]);
    (messages, if saved[0] { read(&copy) } else { String::new() })
}

fn tile_set(tiles: &str, rest: &str) -> String {
    format!(
        "[gd_resource type=\"TileSet\" format=3]\n\n[sub_resource type=\"PlaceholderTexture2D\" id=\"p\"]\n\
         size = Vector2(256, 256)\n\n[sub_resource type=\"TileSetAtlasSource\" id=\"a\"]\ntexture = SubResource(\"p\")\n\
         {tiles}\n[resource]\n{rest}sources/0 = SubResource(\"a\")\n"
    )
}

/// The codes that `check` gives for a file.
fn codes(folder: &Path, name: &str) -> Vec<&'static str> {
    let path = folder.join(name);
    let document =
        Document::parse(Source::new(path.display().to_string(), std::fs::read(&path).expect("read")));
    let project = Projects::new(Disk).of(&path);
    lint::check(&document, &project, &Settings::default()).iter().map(|finding| finding.rule.code).collect()
}

/// TW303, TW304, TW306: what they speak of is lost when the engine loads and saves the TileSet.
#[test]
fn what_a_tile_set_must_not_say_is_lost() {
    let Some(engine) = Engine::find() else { return };
    let work = temp();
    let folder = work.path();
    write(folder, "project.godot", "config_version=5\n");
    let terrain = "terrain_set_0/mode = 1\nterrain_set_0/terrain_0/name = \"x\"\n";
    let bits = "0:0/0 = 0\n0:0/0/terrain_set = 0\n0:0/0/terrain = 0\n";
    let cases = [
        (
            "layer",
            "TW303",
            "physics_layer_1/polygon",
            "0:0/0 = 0\n0:0/0/physics_layer_1/polygon_0/points = PackedVector2Array(-8, -8, 8, -8, 8, 8)\n"
                .to_owned(),
            "physics_layer_0/collision_layer = 1\n",
        ),
        (
            "side",
            "TW306",
            "right_side",
            format!("{bits}0:0/0/terrains_peering_bit/right_side = 0\n"),
            terrain,
        ),
        (
            "shape",
            "TW306",
            "top_corner",
            format!("{bits}0:0/0/terrains_peering_bit/top_corner = 0\n"),
            terrain,
        ),
        (
            "bit",
            "TW303",
            "top_left_corner",
            format!("{bits}0:0/0/terrains_peering_bit/top_left_corner = 4\n"),
            terrain,
        ),
        ("slip", "TW306", "probabilty", "0:0/0 = 0\n0:0/0/probabilty = 0.5\n".to_owned(), ""),
    ];
    for (name, code, lost, tiles, rest) in cases {
        let file = format!("{name}.tres");
        let text = tile_set(&tiles, rest);
        assert!(text.contains(lost));
        let (_, saved) = resaved(&engine, folder, &file, &text);
        assert!(saved.contains("0:0/0 = 0") && !saved.contains(lost), "{name}: {saved}");
        assert_eq!(codes(folder, &file), [code], "{name}");
    }
    // The same with a name that is known stays.
    let good = tile_set(&format!("{bits}0:0/0/terrains_peering_bit/top_left_corner = 0\n"), terrain);
    let (_, saved) = resaved(&engine, folder, "good.tres", &good);
    assert!(saved.contains("top_left_corner = 0"), "{saved}");
    assert_eq!(codes(folder, "good.tres"), [""; 0]);
}

/// TW304: the engine says so in its log, whichever comes first.
#[test]
fn two_tiles_on_one_place_are_refused() {
    let Some(engine) = Engine::find() else { return };
    let work = temp();
    let folder = work.path();
    write(folder, "project.godot", "config_version=5\n");
    let large = "0:0/size_in_atlas = Vector2i(2, 1)\n0:0/0 = 0\n";
    for (name, tiles, message) in [
        ("after", format!("{large}1:0/0 = 0\n"), "tiles are already present"),
        ("before", format!("1:0/0 = 0\n{large}"), "Tile already present"),
    ] {
        let file = format!("{name}.tres");
        let (messages, _) = resaved(&engine, folder, &file, &tile_set(&tiles, ""));
        assert!(messages.contains(message), "{name}: {messages}");
        assert_eq!(codes(folder, &file), ["TW304"]);
    }
    let (messages, _) = resaved(&engine, folder, "apart.tres", &tile_set(&format!("{large}2:0/0 = 0\n"), ""));
    assert_eq!(messages, "");
    assert_eq!(codes(folder, "apart.tres"), [""; 0]);
}

/// TW009: what the engine reads of an escape above ASCII is not the character that was meant, and after the fix it is.
#[test]
fn escapes_above_ascii_are_read_wrong_until_they_are_mended() {
    let Some(engine) = Engine::find() else { return };
    let work = temp();
    let folder = work.path();
    write(folder, "project.godot", "config_version=5\n");
    let text =
        "[gd_scene format=3]\n\n[node name=\"R\" type=\"Node2D\"]\neditor_description = \"caf\\u00e9\"\n";
    let (_, saved) = resaved(&engine, folder, "a.tscn", text);
    assert!(!saved.contains("café"), "{saved}");
    assert_eq!(codes(folder, "a.tscn"), ["TW009"]);
    tilewright(folder, "check --fix --unsafe a.tscn");
    let mended = read(&folder.join("a.tscn"));
    let (_, saved) = resaved(&engine, folder, "b.tscn", &mended);
    assert!(saved.contains("café"), "{saved}");
}

/// What the rules on text say is lost or read otherwise, is: the text that the engine writes after loading it shows it.
#[test]
fn what_the_text_loses_is_lost() {
    let Some(engine) = Engine::find() else { return };
    let work = temp();
    let folder = work.path();
    write(folder, "project.godot", "config_version=5\n");
    let child = "[node name=\"B\" type=\"Node2D\" parent=\".\"]\n";
    // The code, what stands below the root's tag, what the engine writes then, and what it does not.
    let cases = [
        ("TW002", "z_index = 1 2\nvisible = false\n".to_owned(), "2visible = false", "\nvisible = false"),
        ("TW003", format!("z_index = 1\n]\n{child}"), "z_index = 1", "name=\"B\""),
        ("TW008", "editor_description = \"a\r\nb\"\n".to_owned(), "\"a\r\nb\"", "\"a\nb\""),
        ("TW012", "metadata/x/name = \"C:\\new\"\n".to_owned(), "C:\new", "\\new"),
        ("TW013", child.replace("name=\"B\"", "name=\"A\" name=\"B\""), "name=\"B\"", "name=\"A\""),
        ("TW019", "metadata/x = 9223372036854775808\n".to_owned(), "-9223372036854775808", "x = 922"),
        ("TW020", "metadata/é = 1\n".to_owned(), "metadata/", "metadata/é"),
        ("TW018", "metadata/x = PackedByteArray(256, -1)\n".to_owned(), "PackedByteArray(0, 255)", "256"),
    ];
    for (code, text, kept, lost) in cases {
        let name = format!("{code}.tscn");
        let text = format!("[gd_scene format=3]\n\n[node name=\"R\" type=\"Node2D\"]\n{text}");
        let (_, saved) = resaved(&engine, folder, &name, &text);
        assert!(saved.contains(kept) && !saved.contains(lost), "{code}: {saved}");
        assert!(codes(folder, &name).contains(&code), "{code}: {:?}", codes(folder, &name));
    }
}

/// TW017 and TW022: a node whose parent is not there turns up elsewhere, one that nobody creates not at all.
#[test]
fn nodes_without_a_place_are_moved_or_dropped() {
    let Some(engine) = Engine::find() else { return };
    let work = temp();
    let folder = work.path();
    write(folder, "project.godot", "config_version=5\n");
    write(folder, "house.tscn", "[gd_scene format=3]\n\n[node name=\"House\" type=\"Node2D\"]\n");
    let data = "tile_map_data = PackedByteArray(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)\n";
    let lost = format!(
        "[gd_scene format=3]\n\n[node name=\"R\" type=\"Node2D\"]\n\n\
         [node name=\"Ground\" type=\"TileMapLayer\" parent=\"World\"]\n{data}"
    );
    let dropped = format!(
        "[gd_scene format=3]\n\n[ext_resource type=\"PackedScene\" path=\"res://house.tscn\" id=\"1\"]\n\n\
         [node name=\"R\" type=\"Node2D\"]\n\n[node name=\"House\" parent=\".\" instance=ExtResource(\"1\")]\n\n\
         [node name=\"Floor\" parent=\"House\"]\n{data}"
    );
    let paths = [write(folder, "lost.tscn", &lost), write(folder, "dropped.tscn", &dropped)];
    let readings = engine.read(folder, &paths);
    let nodes = |at: usize| -> Vec<String> {
        readings[at].layers.iter().filter_map(|layer| layer.node.clone()).collect()
    };
    assert_eq!(nodes(0), ["World#Ground"]);
    assert_eq!(nodes(1), [""; 0]);
    assert!(readings[1].messages.join("\n").contains("has vanished"), "{:?}", readings[1].messages);
    assert!(codes(folder, "lost.tscn").contains(&"TW017"));
    assert!(codes(folder, "dropped.tscn").contains(&"TW022"));
}
