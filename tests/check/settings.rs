//! What settings say about rules, and `config`.

use serde_json::{Value, json};

use crate::codes;
use crate::common::{temp, tilewright, write};
use crate::schema::faults;

const DEAD: &str = "PackedByteArray(0, 0, 1, 0, 2, 0, 255, 255, 0, 0, 0, 0, 0, 0)";

fn scene(more: &str) -> String {
    format!(
        "[gd_scene format=3]\n\n[node name=\"R\" type=\"Node2D\"]\n{more}\n\
         [node name=\"Ground\" type=\"TileMapLayer\" parent=\".\"]\ntile_map_data = {DEAD}\n"
    )
}

#[test]
fn paths_have_their_own_rules() {
    let work = temp();
    write(
        work.path(),
        "tilewright.toml",
        "[check]\nselect = [\"DEFAULT\", \"empty-layer\"]\n\n[[check.per-path]]\npaths = [\"addons/**\"]\nignore = [\"TW1\"]\n",
    );
    write(work.path(), "a.tscn", &scene(""));
    write(work.path(), "addons/b.tscn", &scene(""));
    assert_eq!(codes(work.path(), "a.tscn"), ["TW101", "TW405"]);
    assert_eq!(codes(work.path(), "addons/b.tscn"), ["TW405"]);
    assert_eq!(codes(work.path(), ". --select TW101"), ["TW101"], "the config still knows about paths");
    assert_eq!(codes(work.path(), "a.tscn --ignore tombstones"), ["TW405"]);
    assert_eq!(codes(work.path(), "addons/b.tscn --ignore TW4"), [""; 0]);
}

#[test]
fn a_node_says_what_is_not_to_be_told() {
    let work = temp();
    let path = |name: &str, text: String| {
        write(work.path(), name, &text);
        codes(work.path(), name)
    };
    assert_eq!(path("a.tscn", scene("")), ["TW101"]);
    let layer = scene("") + "metadata/tilewright_ignore = PackedStringArray(\"TW101\")\n";
    assert_eq!(path("layer.tscn", layer), [""; 0]);
    assert_eq!(path("root.tscn", scene("metadata/tilewright_ignore = \"tombstones, TW4\"\n")), [""; 0]);
    assert_eq!(path("all.tscn", scene("metadata/tilewright_ignore = true\n")), [""; 0]);
    assert_eq!(path("other.tscn", scene("metadata/tilewright_ignore = [\"TW102\"]\n")), ["TW101"]);
    let sibling = "[node name=\"A\" type=\"Node2D\" parent=\".\"]\nmetadata/tilewright_ignore = true\n";
    assert_eq!(path("sibling.tscn", scene(sibling)), ["TW101"], "what lies beside it is told");
}

#[test]
fn a_wrong_rule_in_the_config_names_the_nearest() {
    let work = temp();
    write(work.path(), "a.tscn", &scene(""));
    write(work.path(), "tilewright.toml", "[check]\nignore = [\"tombstone\"]\n");
    let answer = tilewright(work.path(), "check a.tscn");
    assert_eq!(answer.code, 2);
    let expected =
        "`check.ignore` in tilewright.toml line 2: `tombstone` is no rule; did you mean `tombstones`?";
    let said = answer.stderr.split_whitespace().collect::<Vec<_>>().join(" ").replace("│ ", "");
    assert!(said.contains(expected), "{said}");
}

#[test]
fn config_show_says_where_each_setting_comes_from() {
    let work = temp();
    write(work.path(), "tilewright.toml", "exclude = [\"old/**\"]\n\n[check]\nmax-layer-bytes = 4096\n");
    write(work.path(), "sub/a.tscn", &scene(""));
    let json = tilewright(work.path(), "config show sub/a.tscn --output-format json").json();
    assert_eq!(json["config"], "tilewright.toml");
    let of = |key: &str| {
        let settings = json["settings"].as_array().expect("a list");
        settings.iter().find(|setting| setting["key"] == key).expect("listed").clone()
    };
    assert_eq!(of("check.max-layer-bytes")["value"], "4096");
    assert_eq!(of("check.max-layer-bytes")["line"], 4);
    assert_eq!(of("clean.sort"), json!({"key": "clean.sort", "value": "none", "from": null, "line": null}));
    assert!(json["rules"].as_array().expect("a list").contains(&json!("TW101")));
    let text = tilewright(work.path(), "config show sub").stdout;
    assert!(text.contains("exclude = [\"old/**\"]") && text.contains("# tilewright.toml line 1"), "{text}");
}

#[test]
fn the_schema_takes_what_the_program_takes_and_nothing_else() {
    let work = temp();
    let schema: Value = tilewright(work.path(), "config schema").json();
    write(work.path(), "a.tscn", "[gd_scene format=3]\n[node name=\"A\" type=\"Node\"]\n");
    let cases = [
        (
            "exclude = [\"a/**\"]\n[clean]\nsort = \"xy\"\n",
            json!({"exclude": ["a/**"], "clean": {"sort": "xy"}}),
        ),
        (
            "[check]\nselect = [\"ALL\", \"TW1\", \"tombstones\"]\nignore = []\norder = \"yx\"\nmax-file-bytes = 3\n\
             [[check.per-path]]\npaths = [\"a\"]\nselect = [\"tw401\"]\n",
            json!({"check": {
                "select": ["ALL", "TW1", "tombstones"], "ignore": [], "order": "yx", "max-file-bytes": 3,
                "per-path": [{"paths": ["a"], "select": ["tw401"]}],
            }}),
        ),
        ("exlude = []\n", json!({"exlude": []})),
        ("[check]\norder = \"yz\"\n", json!({"check": {"order": "yz"}})),
        ("[check]\nmax-file-bytes = -1\n", json!({"check": {"max-file-bytes": -1}})),
        ("[check]\nselect = \"ALL\"\n", json!({"check": {"select": "ALL"}})),
        ("[check]\nselect = [\"nothing\"]\n", json!({"check": {"select": ["nothing"]}})),
        ("[check]\nper-path = {}\n", json!({"check": {"per-path": {}}})),
        ("[[check.per-path]]\nglob = \"a\"\n", json!({"check": {"per-path": [{"glob": "a"}]}})),
    ];
    for (text, document) in cases {
        write(work.path(), "tilewright.toml", text);
        let taken = tilewright(work.path(), "check a.tscn").code != 2;
        assert_eq!(faults(&schema, &document).is_empty(), taken, "{text}");
    }
}
