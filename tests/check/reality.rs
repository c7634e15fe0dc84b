//! Real scenes, and those that are broken on purpose.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::Value;
use tilewright::lint::{self, Settings};
use tilewright::project::{Disk, Projects};
use tilewright::{Document, Source};

use crate::common::{copy_tree, corpus, fixtures, scenes, temp, tilewright};

fn check(path: &Path, projects: &Projects) -> (Document, Vec<lint::Finding>) {
    let source = Source::new(path.display().to_string(), std::fs::read(path).expect("read"));
    let document = Document::parse(source);
    let findings = lint::check(&document, &projects.of(path), &Settings::default());
    (document, findings)
}

/// No problem of the parser is kept back: each is told by a rule of the default set.
#[test]
fn every_problem_of_the_text_is_told() {
    let projects = Projects::new(Disk);
    let mut problems = 0;
    for path in scenes(&fixtures("broken")) {
        let (document, findings) = check(&path, &projects);
        for problem in document.problems() {
            problems += 1;
            let told = findings
                .iter()
                .any(|finding| finding.rule.code.starts_with("TW0") && finding.span == problem.span);
            // A NUL is told at the first of them.
            let nul = findings.iter().any(|finding| finding.rule.code == "TW007");
            assert!(told || nul, "{}: {} is not told", path.display(), problem.kind);
        }
    }
    assert!(problems > 100);
}

/// What the engine loads and shows as it was saved needs no word about its text, its buffers or its references.
#[test]
fn what_the_engine_wrote_is_not_found_fault_with() {
    let projects = Projects::new(Disk);
    let mut files = 0;
    for path in scenes(&fixtures("engine")) {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let engine_wrote = ["encoding_", "layers_every", "tileset_", "shape_", "node_paths", "connections"];
        if !engine_wrote.iter().any(|prefix| name.starts_with(prefix)) {
            continue;
        }
        files += 1;
        let (_, findings) = check(&path, &projects);
        // These layers have no TileSet, or one that names no tile of theirs.
        let others = findings.iter().filter(|finding| !finding.rule.code.starts_with("TW2"));
        let others: Vec<_> =
            others.map(|finding| format!("{:?} {}", finding.rule, finding.message)).collect();
        assert_eq!(others, [""; 0], "{name}");
    }
    assert!(files > 15);
}

/// All fixes of all rules, on copies of real projects: every proof passes, and a second run finds nothing to do.
#[test]
fn mending_real_projects_twice_is_mending_them_once() {
    let Some(folders) = corpus() else { return };
    let work = temp();
    for (number, folder) in folders.iter().enumerate() {
        copy_tree(folder, &work.path().join(number.to_string()));
    }
    let mend = || tilewright(work.path(), "check --fix --unsafe --select ALL --output-format json .").json();
    let first = mend();
    assert_eq!(first["errors"], Value::Null, "{}", first["errors"]);
    let fixable = first["findings"].as_array().expect("a list").iter().filter(|one| one["fixable"] == true);
    assert_eq!(fixable.count(), 0);
    let mut left: BTreeMap<&str, usize> = BTreeMap::new();
    for finding in first["findings"].as_array().expect("a list") {
        *left.entry(finding["code"].as_str().expect("a code")).or_default() += 1;
    }
    eprintln!("{} files mended, left: {left:?}", first["changed"].as_array().map_or(0, Vec::len));
    assert_eq!(mend()["changed"], Value::Null, "a second run mends nothing");
}

/// Small numbers that look like chance, and are the same each time.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % sides
    }
}

/// Whatever a file holds: rules do not panic, every fix passes its proof, and a second round finds nothing to mend.
#[test]
fn damaged_scenes_are_judged_and_mended_without_a_fault() {
    let projects = Projects::new(Disk);
    let settings = Settings { rules: lint::ALL.to_vec(), ..Settings::default() };
    let folders = ["cases", "engine", "gallery"];
    let files: Vec<_> = folders.iter().flat_map(|folder| scenes(&fixtures(folder))).collect();
    let pieces: [&[u8]; 12] =
        [b"\"", b"\\", b"[", b"]", b"=", b"\n", b"\r\n", b";", b"\0", b", 255", b"\\u00e9", b"name=\"x\" "];
    let mut dice = Dice(7);
    for path in &files {
        let original = std::fs::read(path).expect("read");
        // What takes long tells no more.
        if original.len() > 20_000 {
            continue;
        }
        for _ in 0..25 {
            let mut bytes = original.clone();
            for _ in 0..=dice.roll(3) {
                let at = dice.roll(bytes.len().max(1));
                match dice.roll(3) {
                    0 => drop(bytes.splice(at..at, pieces[dice.roll(pieces.len())].iter().copied())),
                    1 => drop(bytes.drain(at..(at + 1 + dice.roll(8)).min(bytes.len()))),
                    _ => {
                        let end = (at + 1 + dice.roll(60)).min(bytes.len());
                        let again = bytes[at..end].to_vec();
                        bytes.splice(at..at, again);
                    }
                }
            }
            let project = projects.of(path);
            let source = Source::new(path.display().to_string(), bytes);
            let fixed = lint::fix(&source, &project, &settings, true)
                .unwrap_or_else(|fault| panic!("{}: {fault}\n{source:?}", path.display()));
            assert_eq!(fixed.edits.splice(&source), fixed.after.bytes(), "{}", path.display());
            let again = lint::fix(&fixed.after, &project, &settings, true).expect("it was sound just now");
            assert!(again.edits.is_empty(), "{}", path.display());
        }
    }
}
