//! The facts in grammar-notes/ and the claims that show them.

use std::collections::BTreeSet;
use std::path::Path;

use crate::common::engine::Engine;
use crate::common::{read, temp};

#[test]
fn all_claims_hold() {
    let Some(engine) = Engine::find() else { return };
    let (project, work) = (temp(), temp());
    let folder = work.path().to_str().expect("UTF-8");
    let (code, output) = engine.script("claims.gd", project.path(), &[folder]);
    let failed: Vec<&str> = output.lines().filter(|line| line.starts_with("FAIL")).collect();
    assert!(failed.is_empty(), "{}", failed.join("\n"));
    assert_eq!(code, 0, "{output}");
    let held: BTreeSet<String> =
        output.lines().filter_map(|line| line.strip_prefix("ok ")).map(str::to_owned).collect();
    assert!(held.len() >= 50, "{} claims\n{output}", held.len());
    assert_eq!(held, noted(), "the claims are those that the notes name");
}

/// Names in backquotes that look like claims: small letters, digits and at least one `_`.
fn noted() -> BTreeSet<String> {
    let notes = read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("grammar-notes/tile-data.md"));
    let names = notes.split('`').skip(1).step_by(2);
    let mut found: BTreeSet<String> = names.filter(|name| is_claim(name)).map(str::to_owned).collect();
    // What the engine calls so.
    for word in ["tile_map_data", "tile_data", "inf_neg", "pattern_0"] {
        found.remove(word);
    }
    found
}

fn is_claim(name: &str) -> bool {
    let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    name.contains('_') && !name.starts_with('_') && name.chars().all(fits)
}

/// Claims are made with a name in quotes, or with one put together from a word and a table's key: each name in the
/// notes must come out of the scripts' words, and each whole name in the scripts must stand in the notes.
#[test]
fn every_claim_has_its_sentence_and_every_sentence_its_claim() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/engine");
    let mut made = BTreeSet::new();
    let mut words = BTreeSet::new();
    for entry in std::fs::read_dir(&folder).expect("scripts") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        if !name.starts_with("claims_") || !name.ends_with(".gd") {
            continue;
        }
        for line in read(&path).lines() {
            for call in ["claim(\"", "claim_said(\""] {
                for (at, _) in line.match_indices(call) {
                    let rest = &line[at + call.len()..];
                    let (name, behind) = rest.split_once('"').expect("a closed string");
                    if behind.starts_with(" +") || name.contains('%') {
                        continue;
                    }
                    made.insert(name.to_owned());
                }
            }
            for word in line.split('"').skip(1).step_by(2) {
                if !word.is_empty() {
                    words.insert(word.to_owned());
                }
            }
        }
    }
    let noted = noted();
    let unnoted: Vec<_> = made.difference(&noted).collect();
    assert!(unnoted.is_empty(), "claims without a sentence: {unnoted:?}");
    let fits = |name: &str, word: &str, sign: &str| {
        word.split_once(sign).is_some_and(|(start, end)| name.starts_with(start) && name.ends_with(end))
    };
    let put_together = |name: &str| {
        words.iter().any(|word| fits(name, word, "%s") || fits(name, word, "%d")) || is_chain(name, &words)
    };
    let unmade: Vec<_> = noted.iter().filter(|name| !made.contains(*name) && !put_together(name)).collect();
    assert!(unmade.is_empty(), "sentences without a claim: {unmade:?}");
}

/// Whether a name is made of the scripts' words, one behind the other: `transform_`, `h`, `v`.
fn is_chain(name: &str, words: &BTreeSet<String>) -> bool {
    name.is_empty()
        || words.iter().any(|word| name.strip_prefix(word.as_str()).is_some_and(|rest| is_chain(rest, words)))
}
