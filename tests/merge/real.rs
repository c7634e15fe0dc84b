//! Real merges: `TILEWRIGHT_MERGES` is a folder of folders that hold `base.tscn`, `ours.tscn` and `theirs.tscn`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tilewright::merge::Prefer;
use tilewright::tile::find;

use super::spellings::{map_of, three_way};
use super::{clashes, document, merged};
use crate::common::engine::Engine;
use crate::common::temp;

fn merges() -> Vec<PathBuf> {
    let Some(folder) = std::env::var_os("TILEWRIGHT_MERGES") else {
        eprintln!("skipped: TILEWRIGHT_MERGES is not a folder of merges");
        return Vec::new();
    };
    let mut found = Vec::new();
    let mut open = vec![PathBuf::from(folder)];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).expect("a folder that can be read") {
            let path = entry.expect("an entry").path();
            if path.join("base.tscn").is_file() {
                found.push(path);
            } else if path.is_dir() {
                open.push(path);
            }
        }
    }
    found.sort();
    found
}

/// Conflicts that git's own merge leaves.
fn git_conflicts(folder: &Path) -> bool {
    let mut command = Command::new("git");
    command.args(["merge-file", "-p", "-q"]);
    for name in ["ours", "base", "theirs"] {
        command.arg(folder.join(format!("{name}.tscn")));
    }
    command.output().expect("git runs").status.code() != Some(0)
}

#[test]
fn layers_are_what_a_set_based_merge_says_and_load() {
    let engine = Engine::find();
    let work = temp();
    let mut files = Vec::new();
    let (mut clean, mut clean_in_git, mut layers_seen) = (0, 0, 0);
    let merges = merges();
    for folder in &merges {
        let read = |name: &str| fs::read(folder.join(format!("{name}.tscn"))).expect("a scene");
        let [base, ours, theirs] = ["base", "ours", "theirs"].map(read);
        let outcome = merged(&base, &ours, &theirs, Prefer::Nobody);
        let git = !git_conflicts(folder);
        eprintln!(
            "{}: {} conflicts ({} cells); git {}",
            folder.display(),
            outcome.conflicts.list.len(),
            outcome.conflicts.cells(),
            if git { "clean" } else { "conflicts" }
        );
        clean += usize::from(outcome.conflicts.list.is_empty());
        clean_in_git += usize::from(git);
        // Markers stand for the text of either side: the one of ours loads.
        let decided = merged(&base, &ours, &theirs, Prefer::Ours);
        let after = document("outcome", &decided.bytes);
        let documents = [&base, &ours, &theirs].map(|bytes| document("side", bytes));
        let sites = documents.each_ref().map(|document| find(document).expect("layers"));
        let mut expected_clashes = Vec::new();
        for (index, site) in find(&after).expect("layers").iter().enumerate() {
            // Layers that all three sides have at one place; others come from one side.
            let places = sites.each_ref().map(|sites| {
                sites
                    .iter()
                    .position(|other| other.label() == site.label() && other.kind_name() == site.kind_name())
            });
            let [Some(b), Some(o), Some(t)] = places else { continue };
            layers_seen += 1;
            let maps = [(0, b), (1, o), (2, t)].map(|(side, layer)| map_of(&documents[side], layer));
            let (expected, places) = three_way(&maps[0], &maps[1], &maps[2]);
            assert_eq!(map_of(&after, index), expected, "{}: {}", folder.display(), site.label());
            expected_clashes.extend(places);
        }
        expected_clashes.sort_unstable();
        assert_eq!(clashes(&outcome), expected_clashes, "{}", folder.display());
        let file = work.path().join(format!("{}.tscn", files.len()));
        fs::write(&file, &decided.bytes).expect("written");
        files.push((folder.clone(), file));
    }
    eprintln!("{} merges, {layers_seen} layers: {clean} clean here, {clean_in_git} in git", merges.len());
    let Some(engine) = engine else { return };
    let paths: Vec<PathBuf> = files.iter().map(|(_, file)| file.clone()).collect();
    for (reading, (folder, _)) in engine.read(work.path(), &paths).iter().zip(&files) {
        // Scenes of Godot 3 are none to the engine of today, whoever merged them.
        let old = fs::read_to_string(folder.join("ours.tscn")).is_ok_and(|text| text.contains("format=2"));
        assert!(reading.ok || old, "{}: {:?}", folder.display(), reading.messages);
    }
}
