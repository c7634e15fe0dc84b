//! Faults of other tools and of the engine that were reported in public, each as a small input in fixtures/cases with
//! the right answer written out by hand. The numbers behind each are the reports.

mod common;

use std::path::PathBuf;

use common::{Untouched, cells_of, edit, fixtures, model, read, temp, tilewright};
use serde_json::{Value, json};
use tilewright::Document;
use tilewright::syntax::{ReferenceKind, SectionKind};

/// A copy of a case in a folder of its own.
struct Case {
    folder: tempfile::TempDir,
    path: PathBuf,
    name: String,
    text: String,
}

impl Case {
    fn new(name: &str) -> Case {
        let folder = temp();
        common::copy_tree(&fixtures("cases"), folder.path());
        let path = folder.path().join(name);
        let text = read(&path);
        Case { folder, path, name: name.to_owned(), text }
    }

    /// Runs the program; `FILE` is the case.
    fn run(&self, arguments: &str) -> common::Answer {
        tilewright(self.folder.path(), &arguments.replace("FILE", &self.name))
    }

    /// The JSON of a run that ends with this code.
    fn json(&self, code: i32, arguments: &str) -> Value {
        let answer = self.run(arguments);
        assert_eq!(answer.code, code, "{arguments}: {}", answer.stderr);
        answer.json()
    }

    fn document(&self) -> Document {
        Document::parse(tilewright::Source::new(self.name.clone(), self.text.clone()))
    }

    /// The cells of `decode`, each as `x,y source:atlas x,atlas y alternative letters`.
    fn decoded(&self) -> Value {
        self.json(0, "decode --as json FILE")["files"][0]["layers"].clone()
    }

    /// The lines that differ from the case as it was, numbered from 1; both have as many.
    fn changed_lines(&self) -> Vec<(usize, String)> {
        let now = read(&self.path);
        assert_eq!(now.lines().count(), self.text.lines().count());
        let pairs = now.split('\n').zip(self.text.split('\n')).enumerate();
        pairs
            .filter(|(_, (now, before))| now != before)
            .map(|(at, (now, _))| (at + 1, now.to_owned()))
            .collect()
    }

    fn assert_left_alone(&self, by: &str) {
        let before = Untouched::of(&self.path);
        let answer = self.run(by);
        assert_eq!(answer.code, 0, "{by}: {}", answer.stderr);
        before.assert(&self.path, by);
    }
}

fn hex_line(hex: &str) -> String {
    let bytes: Vec<String> = (0..hex.len())
        .step_by(2)
        .map(|at| u8::from_str_radix(&hex[at..at + 2], 16).expect("hex").to_string())
        .collect();
    format!("tile_map_data = PackedByteArray({})", bytes.join(", "))
}

/// stevearc/godot_parser#14: a one-value edit rewrites the spaces of the whole file.
#[test]
fn o01_an_erased_cell_changes_its_line_alone() {
    let case = Case::new("O01.tscn");
    case.assert_left_alone("edit FILE --offset 0,0");
    case.assert_left_alone("clean FILE");
    let whole = case.run("edit FILE --offset 0,0 -o -");
    assert_eq!((whole.code, whole.stdout), (0, case.text.clone()));
    let report = case.json(0, "edit FILE --erase 1,0,1,1 --output-format json");
    let expected = json!({
        "schema": 1,
        "files": [{"path": "O01.tscn", "status": "changed", "error": null, "layers": [
            {"node": "Ground", "removed_tombstones": 0, "removed_duplicates": 0, "removed_bytes": 12, "cells": 1}
        ]}],
        "summary": {"files": 1, "changed": 1, "failed": 0},
    });
    assert_eq!(report, expected);
    assert_eq!(case.changed_lines(), [(8, hex_line("0000000000000000000000000000"))]);
}

/// stevearc/godot_parser#7, MihaMarkic/godot-tscn-parser#7: escaped quotes, and text in a string taken for a section.
#[test]
fn o02_a_section_inside_a_string_is_no_section() {
    let case = Case::new("O02.tscn");
    let document = case.document();
    assert!(document.problems().is_empty());
    let names: Vec<String> = document
        .sections()
        .filter(|section| section.kind() == SectionKind::Node)
        .filter_map(|section| section.text_field("name").map(|name| name.into_owned()))
        .collect();
    assert_eq!(names, ["Level", "Sign", "Ground"]);
    let section = document.sections().nth(3).expect("Sign");
    let uni = section.property("metadata/uni").expect("it is there");
    // Written as \u00e9\U01F600é. What was meant is é😀é, and the report says that the engine reads that; 4.6.3 reads
    // escapes as bytes, so that only ASCII survives, and so do we. The text itself is kept.
    assert_eq!(document.string(uni.value), "\u{FFFD} é");
    assert_eq!(document.source().text(uni.value), r#""\u00e9\U01F600é""#);
    let expected = json!([{
        "node": "Ground", "kind": "TileMapLayer", "encoding": "decimal", "format": 0, "records": 1,
        "cells": [{"x": 3, "y": 4, "source": 0, "atlas_x": 1, "atlas_y": 0, "alternative": 0,
                   "flip_h": false, "flip_v": false, "transpose": false}],
        "tombstones": [], "duplicates": [], "trailing_bytes": 0,
    }]);
    assert_eq!(case.decoded(), expected);
    case.assert_left_alone("edit FILE --offset 0,0");
    case.assert_left_alone("clean FILE");
}

/// MihaMarkic/godot-tscn-parser#5, stevearc/godot_parser#12 and #19: typed arrays and dictionaries stop the parser.
#[test]
fn o03_type_arguments_are_read_and_count_as_uses() {
    let case = Case::new("O03.tscn");
    let document = case.document();
    assert!(document.problems().is_empty());
    let uses = document.references().iter().filter(|reference| {
        reference.kind == ReferenceKind::External && document.string(reference.id) == "3_r"
    });
    // The script of the sub-resource, the values' type of by_id, and the type of empty.
    assert_eq!(uses.count(), 3);
    let listed = case.json(0, "list FILE --output-format json");
    let expected = json!({"schema": 1, "layers": [{
        "path": "O03.tscn", "node": "Ground", "kind": "TileMapLayer", "encoding": "decimal", "records": 1,
        "cells": 1, "tombstones": 0, "duplicates": 0, "bounds": [0, 0, 1, 1], "bytes": 14,
    }]});
    assert_eq!(listed, expected);
    case.assert_left_alone("edit FILE --offset 0,0");
    case.assert_left_alone("clean FILE");
}

/// godotengine/godot#117561: a scene that was checked out with CRLF.
#[test]
fn o04_carriage_returns_stay() {
    let case = Case::new("O04.tscn");
    assert!(
        case.text.lines().count() > 5
            && case.text.split('\n').all(|line| line.is_empty() || line.ends_with('\r'))
    );
    case.assert_left_alone("edit FILE --offset 0,0");
    assert_eq!(case.run("clean FILE").code, 0);
    // 0,0 and 2,0 stay, and the carriage return behind them.
    let line = hex_line("0000000000000000000000000000020000000000000000000000") + "\r";
    let number = case.text.lines().position(|line| line.starts_with("tile_map_data")).expect("a layer") + 1;
    assert_eq!(case.changed_lines(), [(number, line)]);
}

/// godotengine/godot#119562: a byte order mark in front.
#[test]
fn o05_a_byte_order_mark_is_kept_and_told() {
    let case = Case::new("O05.tscn");
    assert!(case.text.starts_with('\u{FEFF}'));
    let answer = case.run("decode --as csv FILE");
    assert_eq!(answer.stdout, "x,y,source,atlas_x,atlas_y,alternative,transform\n0,0,0,0,0,0,\n");
    assert!(answer.stderr.contains("byte order mark"), "{}", answer.stderr);
    case.run("edit FILE --offset 2,0");
    assert!(read(&case.path).starts_with("\u{FEFF}[gd_scene"), "it is no command's business to take it away");
    assert_eq!(cells_of(&case.path, "Ground"), [[2, 0, 0, 0, 0, 0]]);
    // Columns of the first line do not count it.
    assert_eq!(case.document().source().position(3).column, 1);
}

/// godotengine/godot#23625, #25743, #29312: a TileMap without `format` in a scene of Godot 3 has two numbers a cell.
#[test]
fn o06_two_numbers_a_cell_without_format() {
    let case = Case::new("O06.tscn");
    let layers = case.decoded();
    let cells: Vec<Value> = layers[0]["cells"]
        .as_array()
        .expect("cells")
        .iter()
        .map(|cell| json!([cell["x"], cell["y"], cell["tile"]]))
        .collect();
    assert_eq!(cells, [json!([0, 0, 1]), json!([0, 1, 2]), json!([-1, -1, 3])]);
    assert_eq!((&layers[0]["format"], &layers[0]["records"]), (&json!(0), &json!(3)));
    case.assert_left_alone("clean FILE");
    // Read, and never written.
    let before = Untouched::of(&case.path);
    assert_eq!(case.run("edit FILE --offset 1,0").code, 2);
    before.assert(&case.path, "edit");
}

/// godotengine/godot#67377: nobody can read the numbers of a TileMap.
#[test]
fn o07_the_numbers_of_a_tile_map() {
    let case = Case::new("O07.tscn");
    let answer = case.run("decode --as csv FILE");
    let expected =
        "x,y,source,atlas_x,atlas_y,alternative,transform\n2,-1,0,3,0,0,\n-3,4,1,0,2,0,\n0,0,2,5,6,1,h\n";
    assert_eq!((answer.code, answer.stdout.as_str()), (0, expected));
    let layer = case.decoded()[0].clone();
    let named = ["node", "kind", "layer", "layer_name", "format"].map(|key| layer[key].clone());
    assert_eq!(named, [json!("Map"), json!("TileMap"), json!(0), json!("Ground"), json!(2)]);
    // The same cells as a buffer: two zero bytes, and the same 36 behind.
    let hex = common::tilewright_with(case.folder.path(), &["build", "-", "--as", "hex"], &answer.stdout);
    let buffer = "00000200ffff0000030000000000fdff04000100000002000000000000000200050006000110";
    assert_eq!(hex.stdout.trim(), buffer);
}

/// godotengine/godot#41296, #102776: coordinates wrap at 16 bits.
#[test]
fn o08_what_would_leave_the_map_is_refused() {
    let case = Case::new("O08.tscn");
    for (offset, from, to) in
        [("10,0", "(32760, 0)", "(32770, 0)"), ("-1,0", "(-32768, 32767)", "(-32769, 32767)")]
    {
        let before = Untouched::of(&case.path);
        let report = case.json(2, &format!("edit FILE --offset {offset} --output-format json"));
        before.assert(&case.path, "a refused edit");
        assert_eq!(report["summary"], json!({"files": 1, "changed": 0, "failed": 1}));
        assert_eq!(report["files"][0]["status"], "failed");
        let error = report["files"][0]["error"].as_str().expect("a reason");
        assert!(["Ground", from, to].iter().all(|word| error.contains(word)), "{error}");
        // Nor is it tried without writing, or step by step.
        assert_eq!(case.run(&format!("edit FILE --offset {offset} --check")).code, 2);
        assert_eq!(case.run(&format!("edit FILE --sort yx --offset {offset}")).code, 2);
        before.assert(&case.path, "a refused edit");
    }
    case.assert_left_alone("edit FILE --offset 0,0");
}

/// godotengine/godot-proposals#7070, #11007; godotengine/godot#79419: one source for another over all maps.
#[test]
fn o10_sources_are_replaced_in_all_layers() {
    let case = Case::new("O10.tscn");
    let answer = case.run("edit FILE --replace 3=7");
    assert_eq!(answer.code, 0, "{}", answer.stderr);
    assert!(!answer.stderr.contains("already in use"), "{}", answer.stderr);
    assert_eq!(
        cells_of(&case.path, "Ground"),
        [[0, 0, 7, 1, 1, 0], [1, 0, 1, 0, 0, 0], [2, 0, 7, 2, 0, 0x2000]]
    );
    assert_eq!(cells_of(&case.path, "Roof"), [[0, 0, 7, 1, 1, 0]]);
    let numbers: Vec<usize> = case.changed_lines().iter().map(|(number, _)| *number).collect();
    assert_eq!(numbers, [8, 12], "the two buffers, and nothing else");

    let case = Case::new("O10.tscn");
    let report = case.json(0, "edit FILE --replace 3=1 --output-format json");
    let notes = report["files"][0]["notes"].as_array().expect("notes");
    assert_eq!(notes.len(), 1, "Roof has no source 1: {notes:?}");
    let note = notes[0].as_str().expect("a text");
    assert!(note.contains("Ground") && note.contains("2 cells join 1"), "{note}");
    assert_eq!(
        cells_of(&case.path, "Ground"),
        [[0, 0, 1, 1, 1, 0], [1, 0, 1, 0, 0, 0], [2, 0, 1, 2, 0, 0x2000]]
    );
}

/// godotengine/godot#90889, #90846; godot-proposals#8053: the same cells in another order and spelling.
#[test]
fn o12_sorted_and_spelled_alike_they_are_the_same() {
    let (before, after) = (Case::new("O12.before.tscn"), Case::new("O12.after.tscn"));
    assert_ne!(before.text, after.text);
    for recode in ["engine", "decimal", "base64", "rows"] {
        for order in ["yx", "xy"] {
            let (before, after) = (Case::new("O12.before.tscn"), Case::new("O12.after.tscn"));
            for case in [&before, &after] {
                assert_eq!(case.run(&format!("clean FILE --sort {order}")).code, 0);
                assert_eq!(case.run(&format!("edit FILE --recode {recode}")).code, 0);
            }
            let (before, after) = (read(&before.path), read(&after.path));
            // Only `engine` has a say in the header.
            let body = |text: &str| text.split_once('\n').expect("a header").1.to_owned();
            match recode {
                "engine" => assert_eq!(before, after),
                _ => assert_eq!(body(&before), body(&after), "{recode}"),
            }
        }
    }
    assert_eq!(
        model::sorted(&cells_of(&before.path, "Ground")),
        model::sorted(&cells_of(&after.path, "Ground"))
    );
}

/// heygleeson/godot-ldtk-importer#12, #20: two tiles for one cell.
#[test]
fn o14_the_last_record_wins_at_the_place_of_the_first() {
    let case = Case::new("O14.tscn");
    let listed = case.json(0, "list FILE --output-format json");
    let row = &listed["layers"][0];
    let counts = ["records", "cells", "tombstones", "duplicates", "bytes"].map(|key| row[key].as_i64());
    assert_eq!(counts, [Some(3), Some(2), Some(0), Some(1), Some(38)]);
    assert_eq!(case.decoded()[0]["duplicates"], json!([{"x": 1, "y": 1, "record": 0}]));
    assert_eq!(cells_of(&case.path, "Ground"), [[1, 1, 0, 7, 2, 0], [0, 0, 0, 4, 0, 0]]);
    let report = case.json(0, "clean FILE --output-format json");
    let layer = json!({"node": "Ground", "removed_tombstones": 0, "removed_duplicates": 1, "removed_bytes": 12, "cells": 2});
    assert_eq!(report["files"][0]["layers"], json!([layer]));
    let line = hex_line("0000010001000000070002000000000000000000040000000000");
    assert_eq!(case.changed_lines(), [(8, line)]);
}

/// godotengine/godot#83890: erased cells that come back.
#[test]
fn o15_erased_cells_stay_erased() {
    let case = Case::new("O15.tscn");
    let listed = case.json(0, "list FILE --output-format json");
    let expected = json!({"schema": 1, "layers": [{
        "path": "O15.tscn", "node": "Ground", "kind": "TileMapLayer", "encoding": "decimal", "records": 5,
        "cells": 1, "tombstones": 2, "duplicates": 2, "bounds": [5, 5, 1, 1], "bytes": 62,
    }]});
    assert_eq!(listed, expected);
    let layer = case.decoded()[0].clone();
    assert_eq!(layer["tombstones"], json!([{"x": 4, "y": 4}, {"x": 9, "y": 9}]));
    assert_eq!(layer["duplicates"], json!([{"x": 4, "y": 4, "record": 0}, {"x": 5, "y": 5, "record": 3}]));
    let report = case.json(1, "clean FILE --check --output-format json");
    let expected = json!({
        "schema": 1,
        "files": [{"path": "O15.tscn", "status": "changed", "error": null, "layers": [
            {"node": "Ground", "removed_tombstones": 2, "removed_duplicates": 2, "removed_bytes": 48, "cells": 1}
        ]}],
        "summary": {"files": 1, "changed": 1, "failed": 0},
    });
    assert_eq!(report, expected);
    assert_eq!(read(&case.path), case.text, "--check writes nothing");
    assert_eq!(case.json(0, "clean FILE --output-format json"), expected);
    assert_eq!(case.changed_lines(), [(8, hex_line("0000050005000000020000000000"))]);
    // A layer without cells loses its line, and the line alone.
    edit(&case.path, "--erase 5,5,1,1");
    let without: Vec<&str> = case.text.lines().filter(|line| !line.starts_with("tile_map_data")).collect();
    assert_eq!(read(&case.path).lines().collect::<Vec<_>>(), without);
}
