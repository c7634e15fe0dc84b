//! TW2xx: the cells against the TileSet that they name.

pub(super) mod alternative_missing;
pub(in crate::lint) mod faults;
pub(super) mod inside_tile;
pub(super) mod no_tile_set;
pub(super) mod outside_texture;
pub(super) mod proxy;
pub(super) mod scene_missing;
pub(super) mod scene_turned;
pub(super) mod source_missing;
pub(super) mod tile_missing;
pub(super) mod unreadable;

use super::finding::{cells, count};
use super::{CellChange, Context, Finding, Findings};
use crate::tile::Cell;
use faults::Fault;

/// What all rules of dead cells advise.
const PRUNE: &str = "paint these cells anew, restore the tile, or remove them with `--fix --unsafe`";

/// A finding for each tile whose cells are dead, with the fix that removes them.
///
/// `key` tells which cells the rule means, and their tiles apart; `say` gives the sentence, in which the TileSet is
/// named, and what the finding is about.
fn dead_cells<K: Ord>(
    context: &Context<'_>,
    found: &mut Findings,
    key: impl Fn(&Fault, &Cell) -> Option<K>,
    say: impl Fn(K, &str) -> (String, String),
) {
    for layer in &context.layers {
        let faults = context.faults(layer);
        for (tile, dead) in faults.by(&key) {
            let (sentence, subject) = say(tile, faults.name());
            let message = format!("{sentence}: {}", cells(&dead));
            let finding = Finding::of_layer(layer, message).about(subject).times(dead.len()).help(PRUNE);
            let title = format!("remove {}", count(dead.len(), "dead cell"));
            // An overridden record must not come back when the one that won is gone.
            let change = CellChange { clean: !layer.is_pattern(), remove: dead, ..CellChange::default() };
            found.push(finding.fix_cells(layer, title, change));
        }
    }
}
