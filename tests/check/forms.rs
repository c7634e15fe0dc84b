//! The forms for other programs.

use serde_json::Value;

use crate::common::{fixtures, temp, tilewright, write};
use crate::schema::faults;

#[test]
fn sarif_fits_the_published_schema() {
    let schema: Value = serde_json::from_str(include_str!("../schemas/sarif-2.1.0.json")).expect("JSON");
    let answer = tilewright(&fixtures(""), "check --output-format sarif --select ALL cases broken");
    let log = answer.json();
    assert_eq!(faults(&schema, &log), [""; 0]);
    let run = &log["runs"][0];
    let results = run["results"].as_array().expect("a list");
    assert!(results.len() > 100);
    for result in results {
        let index = result["ruleIndex"].as_u64().expect("a number") as usize;
        let rule = &run["tool"]["driver"]["rules"][index];
        assert_eq!(rule["id"], result["ruleId"]);
        assert!(rule["help"]["text"].as_str().is_some_and(|text| !text.is_empty()));
    }
}

#[test]
fn fingerprints_do_not_hang_on_lines() {
    let work = temp();
    let layer = "[node name=\"Ground\" type=\"TileMapLayer\" parent=\".\"]\n\
        tile_map_data = PackedByteArray(0, 0, 1, 0, 2, 0, 255, 255, 255, 255, 255, 255, 255, 255)\n";
    let prints = |blank: &str| {
        let text = format!("[gd_scene format=3]\n[node name=\"R\" type=\"Node\"]\n{blank}{layer}");
        write(work.path(), "a.tscn", &text);
        let log = tilewright(work.path(), "check --output-format sarif a.tscn").json();
        let result = &log["runs"][0]["results"][0];
        (
            result["partialFingerprints"].clone(),
            result["locations"][0]["physicalLocation"]["region"]["startLine"].clone(),
        )
    };
    let (first, later) = (prints(""), prints("x = 1\n\n\n"));
    assert_eq!((first.0, first.1.as_u64(), later.1.as_u64()), (later.0, Some(4), Some(7)));
}

#[test]
fn annotations_are_one_line_each() {
    let work = temp();
    write(work.path(), "a.tscn", "[gd_scene format=3]\n[node name=\"A\" type=\"Node\"]\na = 1 2\nb = 3\n");
    let answer = tilewright(work.path(), "check --output-format github a.tscn");
    let expected = "::error file=a.tscn,line=3,col=7,endColumn=8,title=TW002 leftover-text::.: text left over behind a \
        value: `2`%0A";
    assert_eq!(answer.stdout.lines().count(), 1);
    assert!(answer.stdout.starts_with(expected), "{}", answer.stdout);
    assert_eq!(answer.stderr, "", "nothing that a workflow could take for a command");
    let concise = tilewright(work.path(), "check --output-format concise a.tscn");
    assert_eq!(
        concise.stdout,
        "a.tscn:3:7: error TW002 leftover-text: text left over behind a value: `2` [.]\n"
    );
    assert_eq!(tilewright(work.path(), "list --output-format github a.tscn").code, 2, "only check knows it");
}

#[test]
fn the_json_has_the_shape_of_the_contract() {
    let work = temp();
    write(work.path(), "a.tscn", "[gd_scene format=3]\n[node name=\"A\" type=\"Node\"]\na = 1 2\nb = 3\n");
    let json = tilewright(work.path(), "check --output-format json a.tscn").json();
    assert_eq!(json["schema"], 1);
    let finding = &json["findings"][0];
    let expected = [
        ("path", Value::from("a.tscn")),
        ("code", "TW002".into()),
        ("name", "leftover-text".into()),
        ("severity", "error".into()),
        ("message", "text left over behind a value: `2`".into()),
        ("node", ".".into()),
        ("line", 3.into()),
        ("column", 7.into()),
        ("end_line", 3.into()),
        ("end_column", 8.into()),
        ("fixable", false.into()),
    ];
    for (key, value) in expected {
        assert_eq!(finding[key], value, "{key}");
    }
    write(work.path(), "a.tscn", "[gd_scene format=3]\n[node name=\"A\" type=\"Node\"]\n");
    let silent = tilewright(work.path(), "check --output-format json a.tscn");
    assert_eq!(silent.stdout, "{\"schema\":1,\"findings\":[]}\n");
}

#[test]
fn a_baseline_lets_pass_what_is_known_and_no_more() {
    let work = temp();
    let scene = |cells: &str| {
        write(
            work.path(),
            "levels/a.tscn",
            &format!(
                "[gd_scene format=3]\n[node name=\"R\" type=\"Node\"]\n\
                 [node name=\"Ground\" type=\"TileMapLayer\" parent=\".\"]\ntile_map_data = PackedByteArray(0, 0{cells})\n"
            ),
        )
    };
    let dead = |x: u32| format!(", {x}, 0, 0, 0, 255, 255, 0, 0, 0, 0, 0, 0");
    scene(&(dead(1) + &dead(2)));
    let written = tilewright(work.path(), "check --write-baseline known.json .");
    assert_eq!(written.code, 0, "{}", written.stderr);
    let check = |from: &str, arguments: &str| tilewright(&work.path().join(from), arguments).code;
    assert_eq!(check("", "check ."), 1);
    assert_eq!(check("", "check --baseline known.json ."), 0);
    assert_eq!(check("levels", "check --baseline ../known.json a.tscn"), 0, "from anywhere");
    scene(&dead(1));
    assert_eq!(check("", "check --baseline known.json ."), 0, "less than before");
    scene(&(dead(1) + &dead(2) + &dead(3)));
    assert_eq!(check("", "check --baseline known.json ."), 1, "more than before");
    assert_eq!(check("", "check --baseline none.json ."), 2);
    write(work.path(), "broken.json", "{}");
    assert_eq!(check("", "check --baseline broken.json ."), 2);
}
