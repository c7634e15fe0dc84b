//! `migrate` on small projects: what is written, what is refused, and what a person is told.

mod common;

#[path = "migrate/dependents.rs"]
mod dependents;
#[path = "migrate/godot3.rs"]
mod godot3;
#[path = "migrate/input.rs"]
mod input;
#[path = "migrate/references.rs"]
mod references;
#[path = "migrate/run.rs"]
mod run;
#[path = "migrate/shapes.rs"]
mod shapes;

use std::path::Path;

use common::{Answer, read, temp, tilewright, write};
use serde_json::Value;

/// One cell, as a TileMap of Godot 4 writes it and as a layer does: (1,2) with tile 7:1,1.
const INTS: &str = "PackedInt32Array(131073, 65543, 1)";
const BYTES: &str = "PackedByteArray(0, 0, 1, 0, 2, 0, 7, 0, 1, 0, 1, 0, 0, 0)";

/// A project of these files.
fn project(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = temp();
    write(folder.path(), "project.godot", "config_version=5\n");
    for (name, text) in files {
        write(folder.path(), name, &text.replace("INTS", INTS).replace("BYTES", BYTES));
    }
    folder
}

/// A scene with these nodes.
fn scene(nodes: &str) -> String {
    format!("[gd_scene format=3]\n\n{nodes}")
}

fn migrate(folder: &Path, more: &str) -> Answer {
    tilewright(folder, &format!("migrate . --output-format json {more}"))
}

/// Migrates one scene and gives its text.
fn migrated(nodes: &str, more: &str) -> (String, Answer) {
    let folder = project(&[("a.tscn", &scene(nodes))]);
    let answer = migrate(folder.path(), more);
    (read(&folder.path().join("a.tscn")), answer)
}

/// Checks that one scene of these nodes becomes those.
#[track_caller]
fn becomes(before: &str, after: &str, more: &str) -> Answer {
    let (text, answer) = migrated(before, more);
    assert_eq!(text, scene(&after.replace("BYTES", BYTES)), "{}", answer.stderr);
    answer
}

/// Checks that a scene is left alone, and gives the finding.
#[track_caller]
fn refused(nodes: &str, code: &str, more: &str) -> Value {
    let (text, answer) = migrated(nodes, more);
    assert_eq!(text, scene(nodes).replace("INTS", INTS), "nothing is written");
    assert_eq!(answer.code, 2, "{}", answer.stderr);
    let found = finding(&answer, code);
    assert_eq!(found["severity"], "refusal");
    assert!(found["line"].as_u64() > Some(0) && found["column"].as_u64() > Some(0), "{found}");
    assert!(!found["help"].as_str().unwrap_or_default().is_empty(), "{found}");
    found
}

/// The finding of this kind; there must be one.
#[track_caller]
fn finding(answer: &Answer, code: &str) -> Value {
    let json = answer.json();
    let findings = json["findings"].as_array().expect("findings").clone();
    let found = findings.iter().find(|finding| finding["code"] == code);
    found.unwrap_or_else(|| panic!("no `{code}` in {findings:?}\n{}", answer.stderr)).clone()
}

fn says(finding: &Value, text: &str) {
    let message = finding["message"].as_str().expect("a message");
    assert!(message.contains(text), "{message}");
}
