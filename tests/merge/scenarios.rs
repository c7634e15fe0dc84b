//! Small scenes that two people worked on, each judged by the engine: it loads, and holds what both did.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tilewright::merge::{Conflict, Prefer};

use super::{document, merged};
use crate::common::engine::Engine;
use crate::common::temp;

const BASE: &str = include_str!("base.tscn");
/// The same scene as 4.6 saves it.
const BASE_WITH_IDS: &str = include_str!("base_with_ids.tscn");

type Edits<'e> = &'e [(&'e str, &'e str)];

struct Scenario {
    name: &'static str,
    base: &'static str,
    ours: Edits<'static>,
    theirs: Edits<'static>,
    /// Conflicts: a word of each.
    conflicts: &'static [&'static str],
    /// What the engine must say of the outcome (with ours where there are conflicts).
    holds: &'static [&'static str],
    /// What it must not say.
    lacks: &'static [&'static str],
}

fn edited(base: &str, edits: Edits<'_>, what: &str) -> String {
    edits.iter().fold(base.to_owned(), |text, (from, to)| {
        assert!(text.contains(from), "{what}: no `{from}`");
        text.replace(from, to)
    })
}

fn texts(scenario: &Scenario) -> [String; 3] {
    let ours = edited(scenario.base, scenario.ours, scenario.name);
    let theirs = edited(scenario.base, scenario.theirs, scenario.name);
    [scenario.base.to_owned(), ours, theirs]
}

mod table;

use table::SCENARIOS;

#[test]
fn conflicts_are_where_both_did_something_else() {
    for scenario in SCENARIOS {
        let [base, ours, theirs] = texts(scenario);
        for (prefer, turned) in [(Prefer::Nobody, false), (Prefer::Nobody, true), (Prefer::Theirs, false)] {
            let (left, right) = if turned { (&theirs, &ours) } else { (&ours, &theirs) };
            let outcome = merged(base.as_bytes(), left.as_bytes(), right.as_bytes(), prefer);
            let lines: Vec<String> = outcome.conflicts.list.iter().map(Conflict::line).collect();
            assert_eq!(lines.len(), scenario.conflicts.len(), "{}: {lines:#?}", scenario.name);
            for word in scenario.conflicts {
                assert!(
                    lines.iter().any(|line| line.contains(word)),
                    "{}: no {word} in {lines:?}",
                    scenario.name
                );
            }
            let marked = String::from_utf8_lossy(&outcome.bytes).contains("<<<<<<< ours");
            assert_eq!(marked, outcome.conflicts.has_markers, "{}", scenario.name);
            if !marked {
                assert!(document("outcome", &outcome.bytes).problems().is_empty(), "{}", scenario.name);
            }
        }
    }
}

#[test]
fn what_did_not_change_keeps_its_bytes() {
    for scenario in SCENARIOS {
        let [base, ours, theirs] = texts(scenario);
        let bytes = |text: &str| text.as_bytes().to_vec();
        for (a, b, c, expected) in
            [(&base, &ours, &base, &ours), (&base, &base, &theirs, &theirs), (&base, &ours, &ours, &ours)]
        {
            let outcome = merged(a.as_bytes(), b.as_bytes(), c.as_bytes(), Prefer::Nobody);
            assert_eq!(outcome.bytes, bytes(expected), "{}", scenario.name);
        }
    }
}

/// Another merger to compare with: a command that takes base, ours and theirs and prints the outcome.
fn other_merger(folder: &Path, index: usize, texts: &[String; 3]) -> Option<PathBuf> {
    let command = std::env::var("TILEWRIGHT_OTHER_MERGER").ok()?;
    let mut words = command.split_ascii_whitespace();
    let mut command = Command::new(words.next()?);
    command.args(words);
    for (name, text) in ["base", "ours", "theirs"].iter().zip(texts) {
        let path = folder.join(format!("{index}.{name}.tscn"));
        fs::write(&path, text).expect("written");
        command.arg(path);
    }
    let out = folder.join(format!("{index}.other.tscn"));
    let output = command.output().ok()?;
    // As a driver it may write over ours.
    let text = match output.stdout.is_empty() {
        true => fs::read(folder.join(format!("{index}.ours.tscn"))).expect("a scene"),
        false => output.stdout,
    };
    fs::write(&out, text).expect("written");
    (output.status.code() == Some(0)).then_some(out)
}

fn git_merges(texts: &[String; 3], out: &Path) -> bool {
    let folder = temp();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).expect("written");
        path
    };
    let [base, ours, theirs] = texts;
    let output = Command::new("git")
        .args(["merge-file", "-p", "-q"])
        .args([file("ours", ours), file("base", base), file("theirs", theirs)])
        .output()
        .expect("git runs");
    fs::write(out, output.stdout).expect("written");
    output.status.code() == Some(0)
}

fn facts(engine: &Engine, project: &Path, files: &[PathBuf]) -> Vec<Option<Vec<String>>> {
    let (jobs, out) = (project.join("jobs"), project.join("out"));
    let list: Vec<String> = files.iter().map(|file| file.display().to_string()).collect();
    fs::write(&jobs, list.join("\n")).expect("written");
    let path = |path: &Path| path.to_str().expect("UTF-8").to_owned();
    let (_, said) = engine.script("facts.gd", project, &[&path(&jobs), &path(&out)]);
    let text = fs::read_to_string(&out).unwrap_or_else(|error| panic!("{error}: {said}"));
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// What is wrong with an outcome.
fn fault(scenario: &Scenario, facts: Option<&Vec<String>>) -> Option<String> {
    let Some(facts) = facts else { return Some("it does not load".into()) };
    let says = |fact: &&&str| facts.iter().any(|said| said == **fact);
    let missing: Vec<_> = scenario.holds.iter().filter(|fact| !says(fact)).collect();
    let left: Vec<_> = scenario.lacks.iter().filter(says).collect();
    (!missing.is_empty() || !left.is_empty())
        .then(|| format!("missing {missing:?}, left {left:?}, of {facts:#?}"))
}

#[test]
fn the_engine_finds_what_both_did() {
    let Some(engine) = Engine::find() else { return };
    let project = temp();
    fs::write(project.path().join("project.godot"), "config_version=5\n").expect("written");
    for name in ["one", "two", "three"] {
        let text = "[gd_resource type=\"Gradient\" format=3]\n\n[resource]\n";
        fs::write(project.path().join(format!("{name}.tres")), text).expect("written");
    }
    let inner = "[gd_scene format=3]\n\n[node name=\"Inner\" type=\"Node2D\"]\n\n\
        [node name=\"Deep\" type=\"Sprite2D\" parent=\".\"]\n\n[node name=\"Deeper\" type=\"Sprite2D\" parent=\"Deep\"]\n";
    for name in ["inner", "other"] {
        fs::write(project.path().join(format!("{name}.tscn")), inner).expect("written");
    }
    let mut files = Vec::new();
    let (mut clean, mut git, mut other) = (0, Vec::new(), Vec::new());
    for (index, scenario) in SCENARIOS.iter().enumerate() {
        let texts = texts(scenario);
        let outcome = merged(texts[0].as_bytes(), texts[1].as_bytes(), texts[2].as_bytes(), Prefer::Ours);
        clean += usize::from(outcome.conflicts.list.is_empty());
        let file = project.path().join(format!("m{index}.tscn"));
        fs::write(&file, outcome.bytes).expect("written");
        files.push(file);
        let by_git = project.path().join(format!("g{index}.tscn"));
        if git_merges(&texts, &by_git) {
            git.push((index, by_git));
        }
        other.extend(other_merger(project.path(), index, &texts).map(|file| (index, file)));
    }
    let judged = facts(&engine, project.path(), &files);
    let faults: Vec<String> = SCENARIOS
        .iter()
        .zip(&judged)
        .filter_map(|(scenario, facts)| {
            Some(format!("{}: {}", scenario.name, fault(scenario, facts.as_ref())?))
        })
        .collect();
    assert!(faults.is_empty(), "{faults:#?}");
    for (name, theirs) in [("git merge-file", git), ("the other merger", other)] {
        let list: Vec<PathBuf> = theirs.iter().map(|(_, file)| file.clone()).collect();
        let judged = facts(&engine, project.path(), &list);
        let right = |(index, facts): (usize, &Option<Vec<String>>)| {
            let fault = fault(&SCENARIOS[index], facts.as_ref());
            if let Some(fault) = &fault {
                eprintln!("{name}, {}: {fault}", SCENARIOS[index].name);
            }
            fault.is_none()
        };
        let good: Vec<usize> = theirs
            .iter()
            .zip(&judged)
            .filter(|((index, _), facts)| right((*index, facts)))
            .map(|((index, _), _)| *index)
            .collect();
        eprintln!("{name}: {} merged cleanly, {} of them rightly", theirs.len(), good.len());
        // Where another merges cleanly and rightly, so do we.
        for index in good {
            let scenario = &SCENARIOS[index];
            assert!(scenario.conflicts.is_empty(), "{}: {name} merges it", scenario.name);
        }
    }
    eprintln!("tilewright: {} scenarios, {clean} merged cleanly, all as expected", SCENARIOS.len());
}
