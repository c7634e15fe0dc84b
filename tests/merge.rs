//! `merge`: what a set-based three-way merge says, and what the engine then reads.

mod common;

#[path = "merge/generated.rs"]
mod generated;
#[path = "merge/layers.rs"]
mod layers;
#[path = "merge/real.rs"]
mod real;
#[path = "merge/scenarios.rs"]
mod scenarios;
#[path = "merge/spellings.rs"]
mod spellings;
#[path = "merge/trees.rs"]
mod trees;

use tilewright::merge::{Conflict, MergeOptions, Merged, Prefer, merge};
use tilewright::{Document, Source};

pub fn document(name: &str, text: &[u8]) -> Document {
    Document::parse(Source::new(name, text))
}

/// Merges three texts.
pub fn merged(base: &[u8], ours: &[u8], theirs: &[u8], prefer: Prefer) -> Merged {
    let options = MergeOptions { prefer, ..MergeOptions::default() };
    merge(&document("base", base), &document("ours", ours), &document("theirs", theirs), options)
        .unwrap_or_else(|error| {
            let [base, ours, theirs] = [base, ours, theirs].map(String::from_utf8_lossy);
            panic!("{error}\n== base\n{base}== ours\n{ours}== theirs\n{theirs}")
        })
}

/// The coordinates of all cells that clash.
pub fn clashes(merged: &Merged) -> Vec<(i16, i16)> {
    let mut places: Vec<(i16, i16)> = merged
        .conflicts
        .list
        .iter()
        .filter_map(|conflict| match conflict {
            Conflict::Cell { clash, .. } => Some((clash.coords.x, clash.coords.y)),
            _ => None,
        })
        .collect();
    places.sort_unstable();
    places
}
