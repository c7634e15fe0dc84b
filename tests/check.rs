//! `check` as a program: the cases that people reported, its forms of output, fixes, baselines, settings.

mod common;

#[path = "check/forms.rs"]
mod forms;
#[path = "check/hooks.rs"]
mod hooks;
#[path = "check/reality.rs"]
mod reality;
#[path = "check/schema.rs"]
mod schema;
#[path = "check/settings.rs"]
mod settings;

use std::fs;
use std::path::Path;

use common::{cells_of, fixtures, read, temp, tilewright, tilewright_with, write};
use serde_json::Value;

/// The findings of a run, as code, node and message.
fn findings(folder: &Path, arguments: &str) -> Vec<(String, String, String)> {
    let answer = tilewright(folder, &format!("check --output-format json {arguments}"));
    let json = answer.json();
    assert_eq!(answer.code == 0, json["findings"] == Value::Array(Vec::new()), "{}", answer.stderr);
    let text = |finding: &Value, key: &str| finding[key].as_str().unwrap_or_default().to_owned();
    let all = json["findings"].as_array().expect("a list");
    all.iter()
        .map(|finding| (text(finding, "code"), text(finding, "node"), text(finding, "message")))
        .collect()
}

fn codes(folder: &Path, arguments: &str) -> Vec<String> {
    findings(folder, arguments).into_iter().map(|(code, ..)| code).collect()
}

/// A copy of one of the reported cases.
fn case(name: &str) -> tempfile::TempDir {
    let work = temp();
    for file in [format!("{name}.tscn"), format!("{name}.tres")] {
        let from = fixtures("cases").join(&file);
        if from.is_file() {
            fs::copy(from, work.path().join(file)).expect("copied");
        }
    }
    work
}

#[test]
fn o04_a_carriage_return_inside_a_string() {
    let work = case("O04");
    let said = findings(work.path(), "O04.tscn --select TW0");
    assert_eq!(said.len(), 1);
    assert_eq!(said[0].0, "TW008");
    assert!(said[0].2.contains("lines 8-9"), "{}", said[0].2);
    let help = tilewright(work.path(), "check O04.tscn").stdout;
    assert!(help.contains("*.tscn text eol=lf") && help.contains(".gitattributes"), "{help}");
    // What `--fix` may touch is the line of the cells alone.
    let before = fs::read(work.path().join("O04.tscn")).expect("read");
    tilewright(work.path(), "check O04.tscn --fix --select TW1");
    let after = fs::read(work.path().join("O04.tscn")).expect("read");
    let line = |bytes: &[u8]| bytes.windows(13).position(|window| window == b"tile_map_data").expect("there");
    assert_eq!(before[..line(&before)], after[..line(&after)]);
    assert_eq!(cells_of(&work.path().join("O04.tscn"), "Ground").len(), 2);
    assert_eq!(codes(work.path(), "O04.tscn --select TW1"), [""; 0]);
}

#[test]
fn o05_a_byte_order_mark() {
    let work = case("O05");
    let path = work.path().join("O05.tscn");
    let json = tilewright(work.path(), "check --output-format json --select TW006 O05.tscn").json();
    assert_eq!(json["findings"][0]["severity"], "warning");
    assert_eq!(json["findings"][0]["column"], 1);
    let before = fs::read(&path).expect("read");
    tilewright(work.path(), "check --fix --select TW006 O05.tscn");
    assert_eq!(fs::read(&path).expect("read"), before, "a safe run leaves it");
    tilewright(work.path(), "check --fix --unsafe --select TW006 O05.tscn");
    assert_eq!(fs::read(&path).expect("read"), before[3..]);
}

#[test]
fn o09_cells_whose_tile_is_gone() {
    let work = case("O09");
    let said = findings(work.path(), "O09.tscn");
    assert_eq!(said.len(), 2, "{said:?}");
    for (_, node, message) in &said {
        assert_eq!(node, "Ground");
        assert!(message.contains("res://O09.tres"), "{message}");
    }
    assert!(said[0].2.contains("source 3") && said[0].2.contains("(1, 0)"), "{}", said[0].2);
    assert!(said[1].2.contains("(9, 9)") && said[1].2.contains("(5, -2)"), "{}", said[1].2);
    let path = work.path().join("O09.tscn");
    let before = read(&path);
    tilewright(work.path(), "check --fix O09.tscn");
    assert_eq!(read(&path), before, "removing cells is not safe");
    let answer = tilewright(work.path(), "check --fix --unsafe O09.tscn");
    assert_eq!(answer.code, 0, "{}", answer.stderr);
    let left: Vec<_> = cells_of(&path, "Ground").iter().map(|cell| (cell[0], cell[1])).collect();
    assert_eq!(left, [(0, 0), (2, 0)]);
}

#[test]
fn o09_without_its_tile_set_nothing_is_guessed() {
    let work = case("O09");
    fs::remove_file(work.path().join("O09.tres")).expect("removed");
    let path = work.path().join("O09.tscn");
    let before = read(&path);
    let said = findings(work.path(), "O09.tscn");
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(said[0].2.starts_with("cannot check"), "{}", said[0].2);
    tilewright(work.path(), "check --fix --unsafe O09.tscn");
    assert_eq!(read(&path), before);
}

#[test]
fn o14_two_records_for_one_cell() {
    let work = case("O14");
    let said = findings(work.path(), "O14.tscn --ignore TW200");
    assert_eq!(said.len(), 1);
    assert_eq!(said[0].0, "TW102");
    let parts = ["(1, 1)", "records 0 and 2", "7,2"];
    assert!(parts.iter().all(|part| said[0].2.contains(part)), "{}", said[0].2);
    tilewright(work.path(), "check --fix O14.tscn");
    let text = read(&work.path().join("O14.tscn"));
    let value =
        "PackedByteArray(0, 0, 1, 0, 1, 0, 0, 0, 7, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0)";
    let hex = "0000010001000000070002000000000000000000040000000000";
    let bytes: Vec<u8> = value["PackedByteArray(".len()..value.len() - 1]
        .split(", ")
        .map(|number| number.parse().expect("a byte"))
        .collect();
    let spelled: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(spelled, hex, "the value is the one of the case");
    assert!(text.contains(value), "{text}");
}

/// A scene with one fault for each safety, and one that nothing mends.
fn faulty(folder: &Path) -> std::path::PathBuf {
    write(folder, "project.godot", "config_version=5\n");
    let text = "[gd_scene format=3]\n\n[node name=\"R\" type=\"Node2D\"]\n; a comment\ntitle = \"caf\\u00e9\"\n\n\
        [node name=\"Ground\" type=\"TileMapLayer\" parent=\".\"]\n\
        tile_map_data = PackedByteArray(0, 0, 1, 0, 2, 0, 255, 255, 255, 255, 255, 255, 255, 255, 4, 0, 0, 0, 1, 0, 0, \
        0, 0, 0, 0, 0)\n";
    write(folder, "a.tscn", text)
}

#[test]
fn fixing_twice_is_fixing_once_and_the_rules_are_silent_then() {
    let work = temp();
    let path = faulty(work.path());
    let before = read(&path);
    assert_eq!(codes(work.path(), "."), ["TW009", "TW101", "TW209"]);
    let listed = tilewright(work.path(), "check --fix --check .");
    assert_eq!((listed.code, listed.stdout.as_str()), (1, "a.tscn\n"), "{}", listed.stderr);
    let shown = tilewright(work.path(), "check --fix --unsafe --diff .");
    assert_eq!(shown.code, 1);
    assert!(shown.stdout.contains("-title = \"caf\\u00e9\"\n+title = \"café\""), "{}", shown.stdout);
    assert_eq!(read(&path), before, "nothing is written by --check and --diff");
    let safe = tilewright(work.path(), "check --fix .");
    assert_eq!(safe.code, 1, "something is left to say");
    let once = read(&path);
    assert!(once.contains("caf\\u00e9") && !once.contains("255"), "{once}");
    assert_eq!(codes(work.path(), "."), ["TW009", "TW209"]);
    tilewright(work.path(), "check --fix --unsafe .");
    let all = read(&path);
    // Every other byte is as it was, the comment too.
    let cells = "PackedByteArray(0, 0, 4, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0)";
    let start = before.find("PackedByteArray").expect("there");
    let expected = format!("{}{cells}\n", &before[..start]).replace("caf\\u00e9", "café");
    assert_eq!(all, expected);
    tilewright(work.path(), "check --fix --unsafe .");
    assert_eq!(read(&path), all);
}

#[test]
fn standard_input_is_mended_to_standard_output() {
    let work = temp();
    let text = read(&faulty(work.path()));
    let answer = tilewright_with(work.path(), &["check", "--fix", "-", "--stdin-filename", "b.tscn"], &text);
    assert!(answer.stdout.starts_with("[gd_scene format=3]\n"), "{}", answer.stdout);
    assert!(!answer.stdout.contains("255"));
    let untouched = tilewright_with(work.path(), &["check", "-", "--select", "TW1"], &text);
    assert_eq!(untouched.code, 1);
    assert!(untouched.stdout.contains("TW101"), "{}", untouched.stdout);
}

#[test]
fn a_file_that_the_engine_refuses_has_findings_and_one_that_is_not_there_has_failed() {
    let work = temp();
    write(work.path(), "refused.tscn", "[gd_scene format=3]\n[node name=\"A\"\n");
    write(
        work.path(),
        "lossy.tscn",
        "[gd_scene format=3]\n[node name=\"A\" type=\"Node\"]\na = 1 2\nb = 3\n",
    );
    write(work.path(), "fine.tscn", "[gd_scene format=3]\n[node name=\"A\" type=\"Node\"]\n");
    assert_eq!(codes(work.path(), "refused.tscn"), ["TW001"]);
    assert_eq!(codes(work.path(), "lossy.tscn"), ["TW002"]);
    assert_eq!(tilewright(work.path(), "check fine.tscn").code, 0);
    assert_eq!(tilewright(work.path(), "check none.tscn").code, 2);
    assert_eq!(tilewright(work.path(), "check none.tscn fine.tscn refused.tscn").code, 2, "the worst counts");
    assert_eq!(tilewright(work.path(), "check --select W605 fine.tscn").code, 2);
    assert_eq!(tilewright(work.path(), "check --check fine.tscn").code, 2, "--check is about fixes");
}

#[test]
fn every_rule_is_listed_and_explained() {
    let work = temp();
    let listed = tilewright(work.path(), "check --list-rules --output-format json").json();
    let rules = listed["rules"].as_array().expect("a list");
    assert!(rules.len() > 50);
    for rule in rules {
        let (code, name) = (rule["code"].as_str().expect("a code"), rule["name"].as_str().expect("a name"));
        let explained = tilewright(work.path(), &format!("check --explain {code}"));
        assert_eq!(explained.code, 0);
        for part in [code, name, "Example:", "What to do:"] {
            assert!(explained.stdout.contains(part), "{code}: {}", explained.stdout);
        }
        assert_eq!(tilewright(work.path(), &format!("check --explain {name}")).stdout, explained.stdout);
    }
    assert_eq!(tilewright(work.path(), "check --explain TW1").code, 2);
}

#[test]
fn only_the_chosen_layers_are_told_of() {
    let work = temp();
    let layer = |name: &str| {
        format!(
            "[node name=\"{name}\" type=\"TileMapLayer\" parent=\".\"]\n\
             tile_map_data = PackedByteArray(0, 0, 1, 0, 2, 0, 255, 255, 255, 255, 255, 255, 255, 255)\n"
        )
    };
    let text = format!("[gd_scene format=3]\n[node name=\"R\" type=\"Node\"]\n{}{}", layer("A"), layer("B"));
    let path = write(work.path(), "a.tscn", &text);
    assert_eq!(codes(work.path(), "."), ["TW101", "TW101"]);
    assert_eq!(codes(work.path(), ". --layer B"), ["TW101"]);
    tilewright(work.path(), "check --fix --layer B .");
    assert_eq!(read(&path).matches("tile_map_data").count(), 1);
}
