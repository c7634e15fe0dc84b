//! TileSets of real projects: the folders in `TILEWRIGHT_CORPUS`, separated by `:`. Unset, nothing is tested.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use tilewright::project::{Disk, Projects, TileSetOf};
use tilewright::{Document, Source, tile};

#[test]
fn every_layer_of_the_corpus_is_told_its_tile_set() {
    let Some(folders) = std::env::var_os("TILEWRIGHT_CORPUS") else {
        println!("skipped: TILEWRIGHT_CORPUS names no folders");
        return;
    };
    let projects = Projects::new(Disk);
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let mut files = Vec::new();
    for folder in std::env::split_paths(&folders) {
        find_scenes(&folder, &mut files);
    }
    assert!(!files.is_empty(), "a scene in TILEWRIGHT_CORPUS");
    for path in files {
        let bytes = std::fs::read(&path).expect("a file of the corpus can be read");
        let document = Document::parse(Source::new(path.display().to_string(), bytes));
        let Ok(sites) = tile::find(&document) else { continue };
        let project = projects.of(&path);
        for site in &sites {
            let said = match project.tile_set(&document, site) {
                TileSetOf::Found(info) => format!("found, {}", info.geometry),
                TileSetOf::None => "none".to_owned(),
                TileSetOf::Unreadable(reason) => {
                    println!("{}: {} unreadable: {reason}", path.display(), site.label());
                    "unreadable".to_owned()
                }
            };
            *counts.entry(said).or_default() += 1;
            if site.is_override(&document) {
                let base = project.base_node(&document, document.section(site.section));
                let class = base.map(|base| base.and_then(|base| base.class));
                println!("{}: {} overrides {class:?}", path.display(), site.label());
            }
        }
    }
    for (what, count) in counts {
        println!("{count:6} {what}");
    }
}

fn find_scenes(folder: &Path, found: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(folder).expect("a folder of the corpus can be read");
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            find_scenes(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "tscn" || extension == "tres") {
            found.push(path);
        }
    }
}
