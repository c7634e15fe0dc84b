//! The text format against what the engine made of the same texts.

#[path = "syntax/tables.rs"]
mod tables;

use std::fmt::Write;
use std::path::{Path, PathBuf};

use serde_json::Value as Json;
use tables::Verdict;
use tilewright::syntax::{Severity, Value, ValueKind};
use tilewright::{Document, Source};

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures")
}

fn parse(text: impl Into<Vec<u8>>) -> Document {
    Document::parse(Source::new("test", text.into()))
}

fn json(path: &Path) -> Json {
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_str(&text).unwrap()
}

/// Problems as a person reads them, one after the other.
fn explain(document: &Document) -> String {
    if document.problems().is_empty() {
        return "no problem\n".to_owned();
    }
    let mut out = String::new();
    for problem in document.problems() {
        let place = document.source().position(problem.span.start);
        let severity = match problem.kind.severity() {
            Severity::Warning => "warning",
            Severity::Loss => "loss",
            Severity::Refused => "refused",
        };
        writeln!(out, "{}:{} {severity}: {}", place.line, place.column, problem.kind).unwrap();
        if let Some(help) = problem.kind.help() {
            writeln!(out, "    help: {help}").unwrap();
        }
    }
    out
}

/// What we say of a value in front of another property.
fn verdict(document: &Document) -> Verdict {
    match document.severity() {
        Some(Severity::Refused) => Verdict::Refused,
        Some(Severity::Loss) => Verdict::Lost,
        _ => Verdict::Kept,
    }
}

/// Files with one fault each: refused if the engine refuses them, and explained. After a change of the
/// words, `SNAPSHOTS=overwrite cargo test` writes them anew; read them line by line.
#[test]
fn broken_files_are_explained() {
    let folder = fixtures().join("broken");
    let expected = json(&folder.join("expected.json"));
    // The engine up to 4.6 refuses these, a newer one does not.
    let newer_engines_read = ["slip_bom.tscn"];
    for (name, engine) in expected.as_object().unwrap() {
        let document = parse(std::fs::read(folder.join(name)).unwrap());
        if !newer_engines_read.contains(&name.as_str()) {
            assert_eq!(
                document.refusal().is_none(),
                engine["loads"],
                "{name}: the engine says {}, we say {}",
                engine["messages"],
                explain(&document)
            );
        }
        let snapshot = folder.join(name).with_extension("txt");
        let snapshot = snapbox::Data::read_from(&snapshot, Some(snapbox::data::DataFormat::Text)).raw();
        snapbox::Assert::new().action_env("SNAPSHOTS").eq(explain(&document), snapshot);
    }
    let files = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
    let scenes = files.filter(|path| path.extension().is_some_and(|end| end == "tscn" || end == "tres"));
    assert_eq!(scenes.count(), expected.as_object().unwrap().len(), "each file has its verdict");
}

#[test]
fn single_values_are_judged_as_the_engine_does() {
    let rows = json(&fixtures().join("values.json"));
    assert!(rows.as_array().unwrap().len() > 200);
    for row in rows.as_array().unwrap() {
        let text = row["text"].as_str().unwrap();
        let file = format!(
            "[gd_scene format=3]\n\n[node name=\"A\" type=\"Node\"]\nmetadata/v = {text}\nmetadata/n = 77\n"
        );
        let document = parse(file);
        let engine = match (row["ok"].as_bool(), row["next_property_kept"].as_bool()) {
            (Some(false), _) => Verdict::Refused,
            (Some(true), Some(true)) => Verdict::Kept,
            _ => Verdict::Lost,
        };
        assert_eq!(verdict(&document), engine, "{text:?}: {}", explain(&document));
        if let (true, Some(value)) = (row["ok"] == true, row["value"].as_str()) {
            check_value(&document, text, value);
        }
    }
}

/// Our value against the engine's `var_to_str` of its own, where both are a line of text.
fn check_value(document: &Document, text: &str, engine: &str) {
    let property = document.section(1).property("metadata/v").unwrap();
    let ours = Value::parse(document.source().bytes(), property.value).unwrap().kind;
    let same = match &ours {
        ValueKind::Null => engine == "null",
        ValueKind::Bool(value) => engine == value.to_string(),
        ValueKind::Int(value) => engine == value.to_string(),
        ValueKind::Float(value) => {
            let theirs = match engine {
                "inf_neg" => f64::NEG_INFINITY,
                "nan" => f64::NAN,
                number => number.parse().unwrap(),
            };
            // The engine's reading is not correctly rounded, and loses the smallest numbers whole.
            let near = (value - theirs).abs() <= value.abs() * 1e-15 || value.abs() < 1e-290;
            near || *value == theirs || (value.is_nan() && theirs.is_nan())
        }
        ValueKind::String(value) => {
            engine == format!("\"{}\"", value.replace('\\', "\\\\").replace('"', "\\\""))
        }
        ValueKind::StringName(value) => {
            let escaped = value.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
            engine == format!("&\"{escaped}\"")
        }
        _ => true,
    };
    assert!(same, "{text:?}: we read {ours:?}, the engine {engine:?}");
}

#[test]
fn odd_values_are_judged_as_the_engine_does() {
    for (text, engine) in tables::VALUES {
        let document = parse(format!("{}metadata/v = {text}\nmetadata/n = 77\n", tables::HEAD));
        assert_eq!(verdict(&document), *engine, "{text:?}: {}", explain(&document));
    }
}

#[test]
fn odd_files_are_judged_as_the_engine_does() {
    for (text, engine) in tables::FILES {
        let document = parse(*text);
        assert_eq!(
            document.refusal().is_none(),
            *engine == Verdict::Read,
            "{text:?}: {}",
            explain(&document)
        );
    }
}

/// Where we refuse on purpose, or accept because the text cannot tell; `grammar-notes/differences.md` has the reasons.
#[test]
fn differences_from_the_engine_are_these() {
    let node = "[gd_scene format=3]\n[node name=\"A\" type=\"Node\"]\n";
    let read_by_us_alone = [
        format!("\u{feff}{node}"),
        node.replace("type=\"Node\"", "type=\"Node\" x=Resource(\"uid://unknown\")"),
        format!("{node}a = Object(NoSuch,)\n"),
        "[gd_scene format=3]\n[sub_resource type=\"NoSuch\" id=\"1\"]\n[node name=\"A\"]\n".to_owned(),
        "[gd_resource type=\"NoSuch\" format=3]\n[resource]\n".to_owned(),
    ];
    for text in read_by_us_alone {
        assert!(parse(text.clone()).refusal().is_none(), "{text:?}");
    }
    let refused_by_us_alone = [
        format!("{node}a = {}{}\n", "[".repeat(101), "]".repeat(101)),
        // Looked up as a path, which only a stand-in loader finds.
        "[gd_scene format=3 x=SubResource(\"s\")]\n[node name=\"A\"]\n".to_owned(),
        // The engine does not see the wrong tag, since the word makes it a part of a key.
        format!("{node}word\n[node name=\"B\" type=\"Node\" parent=\".\"]\nb = 1\n[connection]\n"),
    ];
    for text in refused_by_us_alone {
        assert!(parse(text.clone()).refusal().is_some(), "{text:?}");
    }
    // An empty string happens to undo the damage of what stands in front of it.
    assert_eq!(verdict(&parse(format!("{node}a = 5 x\"\"\nb = 1\n"))), Verdict::Lost);
    // The engine joins the halves of this key to what was meant.
    assert_eq!(verdict(&parse(format!("{node}z_\nindex = 1\n"))), Verdict::Lost);
}

#[test]
fn nesting_stops_at_a_hundred_levels() {
    let nested = |open: &str, close: &str, depth: usize| {
        let text = format!("{}{}", open.repeat(depth), close.repeat(depth));
        parse(format!("[gd_scene format=3]\n[node name=\"A\"]\na = {text}\n"))
    };
    for (open, close) in [("[", "]"), ("{1:", "}"), ("Array[int]([", "])"), ("Object(Resource,\"a\":", ")")] {
        let inner = |depth| nested(open, close, depth).refusal().map(|problem| problem.kind.to_string());
        let deep = Some("values nested deeper than 100 levels".to_owned());
        if open == "[" {
            assert_eq!(inner(100), None);
        }
        assert_eq!(inner(101), deep, "{open}");
        assert_eq!(inner(1_000_000), deep, "{open}");
    }
}
