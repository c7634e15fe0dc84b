//! Real scenes: the folders in `TILEWRIGHT_CORPUS`, separated by `:`. With `TILEWRIGHT_GODOT` the engine reads them too.

mod common;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use common::compare::differences;
use common::engine::Engine;
use common::spelled::spelled;
use common::{Untouched, clean, copy_tree, corpus, decode, edit, is_unclean, scenes, temp, tilewright};
use tilewright::command::CleanOptions;
use tilewright::report::Status;

/// A copy of the corpus, so that nothing of it can be changed.
fn copies() -> Option<tempfile::TempDir> {
    let work = temp();
    for (number, folder) in corpus()?.iter().enumerate() {
        copy_tree(folder, &work.path().join(number.to_string()));
    }
    Some(work)
}

#[test]
fn what_is_clean_is_left_alone() {
    let Some(work) = copies() else { return };
    let (mut left, mut cleaned, mut refused) = (0, 0, 0);
    for path in scenes(work.path()) {
        let before = Untouched::of(&path);
        let (_, code) = decode(&path);
        let unclean = is_unclean(&path);
        let moved = edit(&path, "--offset 0,0");
        before.assert(&path, "edit --offset 0,0");
        if code == 2 {
            assert_eq!(moved.status, Status::Failed, "{}", path.display());
        }
        let outcome = clean(&path, CleanOptions::default());
        match outcome.status {
            Status::Changed => {
                assert!(unclean, "{}: there was nothing to clean", path.display());
                assert!(!is_unclean(&path), "{}: clean leaves something", path.display());
                let before = Untouched::of(&path);
                clean(&path, CleanOptions::default());
                before.assert(&path, "the second clean");
                cleaned += 1;
            }
            status => {
                before.assert(&path, "clean");
                left += 1;
                refused += usize::from(status == Status::Failed);
            }
        }
    }
    eprintln!("{left} files left alone, {refused} of them refused; {cleaned} cleaned");
}

#[test]
fn the_program_lists_everything() {
    let Some(work) = copies() else { return };
    let answer = tilewright(work.path(), "list --output-format json .");
    assert!(answer.code <= 2, "{}", answer.stderr);
    let json = answer.json();
    assert_eq!(json["schema"], 1);
    assert!(!json["layers"].as_array().expect("layers").is_empty());
}

/// The folder that `res://` means to a file: the nearest one upward with a `project.godot`, or the corpus itself.
fn project_of(path: &Path, top: &Path) -> PathBuf {
    let mut folders = path.ancestors().skip(1).take_while(|folder| folder.starts_with(top));
    folders.find(|folder| folder.join("project.godot").exists()).unwrap_or(top).to_owned()
}

/// Files on which we and the engine differ for a reason, which stands in grammar-notes/differences.md.
const EXPLAINED: &[&str] = &[
    "hand_bom.tscn",
    "hand_child_before_parent.tscn",
    "hand_parent_missing.tscn",
    "hand_two_roots.tscn",
    "resaved/legacy_godot3_format0_tile_data.tscn",
];

/// Which classes there are is the engine's business, and differs between its versions.
fn names_an_unknown_class(messages: &[String]) -> bool {
    messages.iter().any(|message| message.contains("Can't create sub resource of type"))
}

/// The scenes by the project that they belong to. Of a project only what res:// means counts, so its settings and
/// autoloads are taken away.
fn by_project(work: &Path) -> BTreeMap<PathBuf, Vec<PathBuf>> {
    let mut projects: BTreeMap<PathBuf, Vec<PathBuf>> = BTreeMap::new();
    for path in scenes(work) {
        projects.entry(project_of(&path, work)).or_default().push(path);
    }
    for project in projects.keys() {
        let settings = project.join("project.godot");
        if settings.exists() {
            std::fs::write(settings, "config_version=5\n").expect("written");
        }
    }
    projects
}

#[test]
fn recode_engine_writes_what_the_engine_writes() {
    let Some(work) = copies() else { return };
    let Some(engine) = Engine::find() else { return };
    let mut faults: Vec<String> = Vec::new();
    let (mut alike, mut refused) = (0, 0);
    for (project, paths) in by_project(work.path()) {
        // Only files with byte arrays or infinities have anything to be spelled; all have a header.
        let pairs: Vec<(PathBuf, PathBuf)> = paths
            .into_iter()
            .map(|path| {
                let saved =
                    path.with_extension(format!("saved.{}", path.extension().expect("one").display()));
                (path, saved)
            })
            .collect();
        for ((path, saved), done) in pairs.iter().zip(engine.resave(&project, &pairs)) {
            if !done {
                continue;
            }
            if edit(path, "--recode engine").status == Status::Failed {
                refused += 1;
                continue;
            }
            let (ours, theirs) = (spelled(path), spelled(saved));
            if ours == theirs {
                alike += 1;
            } else {
                let at = ours.arrays.iter().zip(&theirs.arrays).take_while(|(a, b)| a == b).count();
                let cut =
                    |array: Option<&String>| array.map(|array| array.chars().take(120).collect::<String>());
                faults.push(format!(
                    "{}: format {:?}, the engine {:?}; array {at} of {}: {:?}, the engine {:?} of {}; {:?} {:?}",
                    path.display(), ours.format, theirs.format, ours.arrays.len(), cut(ours.arrays.get(at)),
                    cut(theirs.arrays.get(at)), theirs.arrays.len(), ours.infinities, theirs.infinities
                ));
            }
        }
    }
    eprintln!("{alike} files are spelled as the engine does, {refused} refused");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn cells_are_those_that_the_engine_reads() {
    let Some(work) = copies() else { return };
    let Some(engine) = Engine::find() else { return };
    let projects = by_project(work.path());
    let mut faults: Vec<String> = Vec::new();
    let (mut files, mut layers) = (0, 0);
    for (project, paths) in &projects {
        for (path, reading) in paths.iter().zip(engine.read(project, paths)) {
            files += 1;
            let (_, code) = decode(path);
            let excused = EXPLAINED.iter().any(|end| path.ends_with(end));
            let found = if reading.crashed {
                Vec::new()
            } else if !reading.ok {
                let said = format!("{}: refused, ours {code}: {:?}", path.display(), reading.messages);
                if code == 2 || names_an_unknown_class(&reading.messages) { Vec::new() } else { vec![said] }
            } else if code == 2 {
                vec![format!("{}: the engine reads it, decode refuses it", path.display())]
            } else {
                let (found, compared) = differences(path, &reading);
                layers += compared;
                found
            };
            if !excused {
                faults.extend(found);
            }
        }
    }
    eprintln!("{files} files, {layers} layers compared with the engine");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
