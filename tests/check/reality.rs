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
