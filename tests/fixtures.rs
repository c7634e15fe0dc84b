//! Scenes that the engine saved, or that show what it makes of odd ones, beside what it read from them.
//!
//! `fixtures/engine/NAME.json` is the answer of `tests/engine/reader.gd` to `NAME.tscn` or `NAME.tres`. With
//! `TILEWRIGHT_GODOT` the engine is asked again; with `TILEWRIGHT_BLESS` besides, its answers are written anew.

mod common;

use std::path::{Path, PathBuf};

use common::compare::differences;
use common::engine::{Engine, Reading, reading};
use common::{
    Layer, Untouched, assert_status, clean, copy_tree, decode, edit, fixtures, is_unclean, read, scenes, temp,
};
use tilewright::command::CleanOptions;
use tilewright::report::Status;
use tilewright::tile::find;
use tilewright::{Document, Source};

fn answer(path: &Path) -> Reading {
    reading(Some(serde_json::from_str(&read(&path.with_extension("json"))).expect("JSON")))
}

/// The engine's line without what is this machine's: the path of the file and of the folder.
fn portable(reading: &Reading, path: &Path, folder: &Path) -> String {
    let mut json = reading.json.clone();
    json["file"] = path.file_name().expect("a name").to_string_lossy().into();
    if reading.crashed {
        json["ok"] = false.into();
        json["crashed"] = true.into();
    }
    json.to_string().replace(&format!("{}/", folder.display()), "res://") + "\n"
}

#[test]
fn the_answers_are_the_engines_word() {
    let Some(engine) = Engine::find() else { return };
    let work = temp();
    copy_tree(&fixtures("engine"), work.path());
    let bless = std::env::var_os("TILEWRIGHT_BLESS").is_some();
    let files = scenes(work.path());
    for (path, reading) in files.iter().zip(engine.read(work.path(), &files)) {
        let kept = fixtures("engine").join(path.file_name().expect("a name")).with_extension("json");
        let now = portable(&reading, path, work.path());
        if bless {
            std::fs::write(&kept, now).expect("written");
        } else {
            // Messages differ between versions; what is read does not.
            let cells = |text: &str| -> Vec<Layer> {
                common::engine::reading(serde_json::from_str(text).ok()).layers
            };
            assert_eq!(cells(&now), cells(&read(&kept)), "{}", path.display());
        }
    }
}

/// What the engine refuses and we read.
const READ_THOUGH_REFUSED: &[&str] = &[
    // Later engines take the mark, so it is a warning.
    "hand_bom.tscn",
    // Which classes there are is the engine's business.
    "hand_unknown_sub_resource_type.tscn",
];

/// Nodes that the engine puts elsewhere or leaves out, since their parent is not there: what we name is what the
/// file says.
const LOST_NODES: &[&str] =
    &["hand_child_before_parent.tscn", "hand_parent_missing.tscn", "hand_two_roots.tscn"];

#[test]
fn cells_are_those_that_the_engine_reads() {
    let mut faults: Vec<String> = Vec::new();
    let mut layers = 0;
    for path in scenes(&fixtures("engine")) {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let (_, code) = decode(&path);
        let engine = answer(&path);
        if !engine.ok {
            if (code != 2) != READ_THOUGH_REFUSED.contains(&name.as_str()) {
                faults.push(format!("{name}: the engine refuses it, decode ends with {code}"));
            }
        } else if code == 2 {
            faults.push(format!("{name}: the engine reads it, decode refuses it"));
        } else {
            let (found, compared) = differences(&path, &engine);
            layers += compared;
            if found.is_empty() == LOST_NODES.contains(&name.as_str()) {
                faults.push(format!("{name}: {found:?}"));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(layers > 100, "{layers} layers");
}

#[test]
fn what_is_clean_is_left_alone() {
    let work = temp();
    copy_tree(&fixtures("engine"), work.path());
    let mut left = 0;
    for path in scenes(work.path()) {
        let (_, code) = decode(&path);
        let before = Untouched::of(&path);
        let unclean = is_unclean(&path);
        let outcome = edit(&path, "--offset 0,0");
        before.assert(&path, "edit --offset 0,0");
        if code == 0 && !has_old_cells(&path) {
            assert_status(&outcome, Status::Unchanged, "edit --offset 0,0");
        }
        let outcome = clean(&path, CleanOptions::default());
        if unclean && outcome.status == Status::Changed {
            assert!(!is_unclean(&path), "{}: clean leaves something", path.display());
        } else {
            before.assert(&path, "clean");
            left += 1;
        }
    }
    assert!(left > 100, "{left} files");
}

/// Godot 3's cells are read and never written: `edit` refuses them, whatever it is to do.
fn has_old_cells(path: &Path) -> bool {
    let document = Document::parse(Source::new("", std::fs::read(path).expect("a file")));
    find(&document).expect("layers").iter().any(|site| site.is_old() && site.property.is_some())
}

/// Buffers that the engine refuses or reads in part: `clean` leaves them to a person.
#[test]
fn damaged_buffers_are_refused() {
    let work = temp();
    copy_tree(&fixtures("engine"), work.path());
    let damaged = [
        "hand_bytes_out_of_range.tscn",
        "hand_header_one.tscn",
        "hand_one_byte.tscn",
        "hand_partial_first_record.tscn",
        "hand_partial_record.tscn",
        "hand_inherited_bad_header.tscn",
        "legacy_hand_bad_length.tscn",
        "legacy_hand_format3.tscn",
    ];
    for name in damaged {
        let path: PathBuf = work.path().join(name);
        let before = Untouched::of(&path);
        let (_, code) = decode(&path);
        let outcome = clean(&path, CleanOptions::default());
        before.assert(&path, "clean");
        assert_eq!(code, 1, "{name}: decode shows what can be read");
        assert_status(&outcome, Status::Failed, "clean");
        assert!(outcome.error().is_some(), "{name}: clean says why");
    }
}
