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

use super::finding::count;
use super::{CellChange, Finding, Layer};
use crate::tile::Coords;

/// What all rules of dead cells advise.
const PRUNE: &str = "paint these cells anew, restore the tile, or remove them with `--fix --unsafe`";

/// A finding about dead cells, with the fix that removes them.
fn dead(layer: &Layer, message: String, subject: String, cells: Vec<Coords>) -> Finding {
    let finding = Finding::of_layer(layer, message).about(subject).times(cells.len()).help(PRUNE);
    let title = format!("remove {}", count(cells.len(), "dead cell"));
    // An overridden record must not come back when the one that won is gone.
    let change = CellChange { clean: !layer.is_pattern(), remove: cells, ..CellChange::default() };
    finding.fix_cells(layer, title, change)
}
