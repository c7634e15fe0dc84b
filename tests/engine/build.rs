//! `build --into`: the engine reads exactly the cells of the table, or those painted over what was there.

use std::path::{Path, PathBuf};

use super::samples::ERASED;
use crate::common::engine::Engine;
use crate::common::{Cell, data_csv, model, read, temp, tilewright_with, write};

const NEW: [Cell; 7] = [
    [1, 2, 7, 1, 1, 0],
    [-1, -1, 7, 0, 65535, 0x1003],
    [0, 0, ERASED, ERASED, ERASED, ERASED],
    [32767, -32768, 65534, 3, 4, 0x6FFF],
    [1, 2, 8, 2, 2, 0x8000],
    [50, 50, ERASED, ERASED, ERASED, ERASED],
    [5, 5, 1, 0, 0, 0],
];
const OLD: [Cell; 5] =
    [[0, 0, 1, 0, 0, 0], [5, 5, 2, 3, 4, 0x4000], [1, 2, 3, 0, 0, 0], [9, 9, 3, 0, 0, 0], [9, 9, 4, 0, 0, 0]];
const BASE: [Cell; 3] = [[0, 0, 9, 0, 0, 0], [-7, 3, 9, 1, 0, 0], [5, 5, 9, 2, 0, 0]];

/// Name, text, node, index, layer glob, what is there, whether the order may be another one.
type Scene = (&'static str, String, &'static str, Option<u32>, &'static str, Vec<Cell>, bool);

struct Case {
    path: PathBuf,
    node: &'static str,
    index: Option<u32>,
    expected: Vec<Cell>,
    /// The places of the base's cells come first in an override.
    any_order: bool,
    what: String,
}

fn build(path: &Path, layer: &str, table: &[Cell], more: &[&str]) -> (i32, String) {
    let name = path.file_name().expect("a name").to_str().expect("UTF-8");
    let arguments = [&["build", "-", "--into", name, "--layer", layer], more].concat();
    let answer = tilewright_with(path.parent().expect("a folder"), &arguments, &data_csv(table));
    (answer.code, answer.stderr)
}

fn node(name: &str, parent: &str, more: &str) -> String {
    format!("\n[node name=\"{name}\"{more} parent=\"{parent}\"]\n")
}

#[test]
fn the_engine_reads_what_was_built_in() {
    let Some(engine) = Engine::find() else { return };
    let work = temp();
    let folder = work.path();
    write(folder, "project.godot", "config_version=5\n");
    write(folder, "base.tscn", &model::scene(&[("Ground", &BASE), ("Bare", &[])], false));
    let data = model::data_line(&OLD);
    let layer = |lines: &str| {
        format!(
            "[gd_scene format=3]\n\n[node name=\"Level\" type=\"Node2D\"]\n{}{lines}z_index = 2\n\n[node name=\"Last\" type=\"Node\" parent=\".\"]\n",
            node("Ground", ".", " type=\"TileMapLayer\"")
        )
    };
    let map = |lines: &str| {
        format!(
            "[gd_scene format=3]\n\n[node name=\"Level\" type=\"Node2D\"]\n{}format = 2\nlayer_0/name = \"Below\"\nlayer_1/name = \"Above\"\n{lines}",
            node("Ground", ".", " type=\"TileMap\"")
        )
    };
    let instance = |lines: &str| {
        format!(
            "[gd_scene format=3]\n\n[ext_resource type=\"PackedScene\" path=\"res://base.tscn\" id=\"1_b\"]\n\n[node name=\"Level\" type=\"Node2D\"]\n\n[node name=\"Part\" parent=\".\" instance=ExtResource(\"1_b\")]\n{}{lines}z_index = 2\n\n[editable path=\"Part\"]\n",
            node("Ground", "Part", " index=\"0\"")
        )
    };
    let inherited = |lines: &str| {
        format!(
            "[gd_scene format=3]\n\n[ext_resource type=\"PackedScene\" path=\"res://base.tscn\" id=\"1_b\"]\n\n[node name=\"Level\" instance=ExtResource(\"1_b\")]\n{}{lines}",
            node("Ground", ".", " index=\"0\"")
        )
    };
    let rows =
        "tile_map_data = PackedByteArray(0, 0\n, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0 ; 0,0 = 1:0,0\n)\n";
    let base64 = "tile_map_data = PackedByteArray(\"AAAAAAAAAQAAAAAAAAA=\")\n";
    let first = OLD[..1].to_vec();
    let map0 = model::map_line(0, &OLD);
    let scenes: Vec<Scene> = vec![
        ("typed", layer(&data), "Ground", None, "Ground", OLD.to_vec(), false),
        ("typed_none", layer(""), "Ground", None, "Ground", vec![], false),
        (
            "typed_empty",
            layer("tile_map_data = PackedByteArray()\n"),
            "Ground",
            None,
            "Ground",
            vec![],
            false,
        ),
        ("typed_rows", layer(rows), "Ground", None, "Ground", first.clone(), false),
        ("typed_base64", layer(base64), "Ground", None, "Ground", first.clone(), false),
        ("format_4", layer("").replace("format=3", "format=4"), "Ground", None, "Ground", vec![], false),
        ("crlf", layer(&data).replace('\n', "\r\n"), "Ground", None, "Ground", OLD.to_vec(), false),
        ("map_0", map(&map0), "Ground", Some(0), "Ground#0", OLD.to_vec(), false),
        ("map_below", map(&map0), "Ground", Some(0), "Ground#Below", OLD.to_vec(), false),
        ("map_1", map(&map0), "Ground", Some(1), "Ground#1", vec![], false),
        ("instanced", instance(&data), "Part/Ground", None, "Part/Ground", OLD.to_vec(), true),
        ("inherited", inherited(&data), "Ground", None, "Ground", OLD.to_vec(), true),
        (
            "inherited_empty",
            inherited("tile_map_data = PackedByteArray()\n"),
            "Ground",
            None,
            "Ground",
            vec![],
            true,
        ),
    ];
    let mut cases: Vec<Case> = Vec::new();
    for (name, text, node, index, glob, there, any_order) in &scenes {
        for (table_name, table) in
            [("new", &NEW[..]), ("none", &[]), ("one", &NEW[..1]), ("erase", &NEW[2..3])]
        {
            for (append, encoding) in
                [(false, None), (true, None), (false, Some("base64")), (true, Some("decimal"))]
            {
                let what = format!("{name} {table_name} append={append} {encoding:?}");
                let path =
                    write(folder, &format!("{}.tscn", what.replace([' ', '=', '"', '(', ')'], "_")), text);
                let mut more = Vec::new();
                more.extend(append.then_some("--append"));
                more.extend(encoding.map(|_| "--encoding"));
                more.extend(encoding);
                let (code, said) = build(&path, glob, table, &more);
                assert_eq!(code, 0, "{what}: {said}");
                let records = if append { [&there[..], table].concat() } else { table.to_vec() };
                let expected = model::loaded(&records);
                cases.push(Case { path, node, index: *index, expected, any_order: *any_order, what });
            }
        }
    }
    let paths: Vec<PathBuf> = cases.iter().map(|case| case.path.clone()).collect();
    for (case, reading) in cases.iter().zip(engine.read(folder, &paths)) {
        let what = format!("{}\n{}", case.what, read(&case.path));
        assert!(reading.ok && reading.messages.is_empty(), "{what}{:?}", reading.messages);
        let found = reading
            .layers
            .iter()
            .find(|layer| layer.node.as_deref() == Some(case.node) && layer.index == case.index);
        let cells = &found.unwrap_or_else(|| panic!("{what}: no layer")).cells;
        match case.any_order {
            true => assert_eq!(model::sorted(cells), model::sorted(&case.expected), "{what}"),
            false => assert_eq!(*cells, case.expected, "{what}"),
        }
    }
    assert!(cases.len() > 150, "{} cases", cases.len());
}

/// An override that names no cells shows those of its base: new ones take their place, and nothing is painted over
/// cells that are not in the file.
#[test]
fn an_override_without_cells_of_its_own_gets_them() {
    let Some(engine) = Engine::find() else { return };
    let work = temp();
    let folder = work.path();
    write(folder, "project.godot", "config_version=5\n");
    write(folder, "base.tscn", &model::scene(&[("Ground", &BASE), ("Walls", &BASE)], false));
    let head =
        "[gd_scene format=3]\n\n[ext_resource type=\"PackedScene\" path=\"res://base.tscn\" id=\"1_b\"]\n\n";
    let inherited = format!(
        "{head}[node name=\"Level\" instance=ExtResource(\"1_b\")]\n{}z_index = 2\n",
        node("Ground", ".", " index=\"0\"")
    );
    let instanced = format!(
        "{head}[node name=\"Level\" type=\"Node2D\"]\n\n[node name=\"Part\" parent=\".\" \
         instance=ExtResource(\"1_b\")]\n{}z_index = 2\n\n[editable path=\"Part\"]\n",
        node("Ground", "Part", " index=\"0\"")
    );
    for (name, text, layer, other) in
        [("inherited", inherited, "Ground", "Walls"), ("instanced", instanced, "Part/Ground", "Part/Walls")]
    {
        let path = write(folder, &format!("{name}.tscn"), &text);
        for (table, append) in [(&NEW[..], true), (&NEW, false), (&[], true), (&[], false)] {
            let path = write(folder, &format!("{name}_{}_{append}.tscn", table.len()), &text);
            let more: &[&str] = if append { &["--append"] } else { &[] };
            let (code, said) = build(&path, layer, table, more);
            assert_eq!(code, if append { 2 } else { 0 }, "{name} {append}: {said}");
            let reading = engine.read(folder, std::slice::from_ref(&path)).swap_remove(0);
            let cells = |node: &str| {
                let found = reading.layers.iter().find(|layer| layer.node.as_deref() == Some(node));
                model::sorted(&found.expect("a layer").cells)
            };
            let expected = if append { BASE.to_vec() } else { model::loaded(table) };
            assert_eq!(cells(layer), model::sorted(&expected), "{name} {append}\n{}", read(&path));
            assert_eq!(cells(other), model::sorted(&BASE), "{name}: the other layer");
        }
        let (code, said) = build(&path, other, &NEW, &[]);
        assert_eq!(code, 2, "a layer that is not named in the file: {said}");
        assert_eq!(read(&path), text);
    }
}
