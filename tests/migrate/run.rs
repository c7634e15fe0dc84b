//! The run itself: look first, choose, report, again.

use super::*;
use crate::common::{Untouched, tilewright_with};

const MAP: &str = "[node name=\"W\" type=\"Node2D\"]\n\n[node name=\"A\" type=\"TileMap\" parent=\".\"]\nformat = 2\n\
    layer_0/tile_data = INTS\n\n[node name=\"B\" type=\"TileMap\" parent=\".\"]\nformat = 2\n";

#[test]
fn check_and_diff_write_nothing() {
    let folder = project(&[("a.tscn", &scene(MAP))]);
    let path = folder.path().join("a.tscn");
    let before = Untouched::of(&path);
    let answer = tilewright(folder.path(), "migrate . --check");
    assert_eq!((answer.code, answer.stdout.as_str()), (1, "a.tscn\n"));
    let answer = tilewright(folder.path(), "migrate . --diff");
    assert_eq!(answer.code, 1);
    assert!(
        answer.stdout.contains("+[node name=\"Layer0\" type=\"TileMapLayer\" parent=\"A\"]"),
        "{}",
        answer.stdout
    );
    before.assert(&path, "looking");
}

#[test]
fn a_second_run_changes_nothing() {
    let folder = project(&[("a.tscn", &scene(MAP))]);
    migrate(folder.path(), "");
    let path = folder.path().join("a.tscn");
    let before = Untouched::of(&path);
    let answer = migrate(folder.path(), "");
    assert_eq!(answer.code, 0, "{}", answer.stderr);
    before.assert(&path, "the second run");
}

#[test]
fn one_node_can_be_chosen() {
    let folder = project(&[("a.tscn", &scene(MAP))]);
    migrate(folder.path(), "--layer B");
    let text = read(&folder.path().join("a.tscn"));
    assert!(
        text.contains("name=\"A\" type=\"TileMap\"") && text.contains("name=\"B\" type=\"Node2D\""),
        "{text}"
    );
    let answer = tilewright(folder.path(), "migrate . --layer A#0");
    assert_eq!(answer.code, 2);
    assert!(answer.stderr.contains("without `#`"), "{}", answer.stderr);
    let answer = tilewright(folder.path(), "migrate . --layer Nothing");
    assert!(answer.stderr.contains("no layer matches"), "{}", answer.stderr);
}

#[test]
fn the_outcome_can_go_elsewhere() {
    let folder = project(&[("a.tscn", &scene(MAP))]);
    let path = folder.path().join("a.tscn");
    let before = Untouched::of(&path);
    tilewright(folder.path(), "migrate a.tscn -o b.tscn");
    before.assert(&path, "-o");
    let there = read(&folder.path().join("b.tscn"));
    assert!(there.contains("TileMapLayer"), "{there}");
    let answer = tilewright(folder.path(), "migrate b.tscn -o c.tscn");
    assert_eq!(read(&folder.path().join("c.tscn")), there, "also where nothing changes: {}", answer.stderr);
    let text = scene(MAP).replace("INTS", INTS);
    let answer = tilewright_with(folder.path(), &["migrate", "-"], &text);
    assert_eq!(answer.stdout, there, "{}", answer.stderr);
}

#[test]
fn the_report_is_a_page_or_json() {
    let folder = project(&[("a.tscn", &scene(MAP)), ("a.gd", "var map: TileMap\n")]);
    tilewright(folder.path(), "migrate . --report report.md");
    let page = read(&folder.path().join("report.md"));
    for line in [
        "2 moved, 0 refused, 0 unchanged; 3 to look at.",
        "| a.tscn | A | 0 | A/Layer0 | 1 |",
        "### a.gd",
        "- [ ] line 1, column 10: `: TileMap`  ",
    ] {
        assert!(page.contains(line), "{line}\n{page}");
    }
    let folder = project(&[("a.tscn", &scene(MAP))]);
    tilewright(folder.path(), "migrate . --check --report report.json");
    let json: Value = serde_json::from_str(&read(&folder.path().join("report.json"))).expect("JSON");
    assert_eq!(json["schema"], 1);
    assert_eq!(json["maps"][0]["outcome"], "moved");
    assert_eq!(json["maps"][0]["layers"][0]["node"], "A/Layer0");
    assert_eq!(json["summary"]["changed"], 1);
}

#[test]
fn lines_are_those_of_the_files_as_they_are_now() {
    let nodes = format!("{MAP}\n[connection signal=\"changed\" from=\"A\" to=\".\" method=\"hide\"]\n");
    let folder = project(&[("a.tscn", &scene(&nodes))]);
    let line = |answer: &Answer| finding(answer, "signal")["line"].as_u64().expect("a line") as usize;
    let before = line(&migrate(folder.path(), "--check"));
    assert!(scene(&nodes).lines().nth(before - 1).expect("a line").contains("[connection"));
    let after = line(&migrate(folder.path(), ""));
    let text = read(&folder.path().join("a.tscn"));
    assert!(text.lines().nth(after - 1).expect("a line").contains("[connection"), "{after}: {text}");
}

#[test]
fn long_layers_become_base64_and_the_header_says_so() {
    let ints = (0..6).map(|x| format!("{x}, 7, 0")).collect::<Vec<_>>().join(", ");
    let nodes = format!(
        "[node name=\"Map\" type=\"TileMap\"]\nformat = 2\nlayer_0/tile_data = PackedInt32Array({ints})\n"
    );
    let (text, _) = migrated(&nodes, "");
    assert!(text.starts_with("[gd_scene format=4]") && text.contains("PackedByteArray(\"AAA"), "{text}");
    // The engine spells all byte arrays of a file alike.
    let (text, _) = migrated(&format!("{nodes}metadata/a = PackedByteArray(1, 2, 3)\n"), "");
    assert!(text.contains("metadata/a = PackedByteArray(\"AQID\")"), "{text}");
}
