//! What flips, quarter turns and transposing share: cells change places within the bounds of all
//! layers together, whose top-left corner stays, and their transforms turn with them.

use std::collections::BTreeSet;

use super::{Layer, Note, Refusal, common_bounds, maps, moved, shape_of};
use crate::project::{SourceKind, TileSetOf, TileShape};
use crate::tile::{Bounds, Transform};

/// One way to turn a map.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turn {
    /// Its name in messages.
    pub name: &'static str,
    /// Where a place goes, counted from the corner; the bounds are those before.
    pub place: fn((i32, i32), Bounds) -> (i32, i32),
    /// How a tile turns.
    pub transform: fn(Transform) -> Transform,
}

/// Turns all layers.
pub(super) fn apply(turn: Turn, layers: &mut [Layer<'_>]) -> Result<Vec<Note>, Refusal> {
    for layer in maps(layers) {
        let info = shape_of(layer, &format!("{} depends on the shape of the cells", turn.name))?;
        if let Some(info) = info
            && info.geometry.shape != TileShape::Square
        {
            return Err(Refusal {
                message: format!(
                    "{}: {} is not possible on {} cells: their rows do not line up when turned",
                    layer.label, turn.name, info.geometry.shape
                ),
                help: Some("only maps with square cells can be turned; choose others with --layer".into()),
            });
        }
    }
    let Some(bounds) = common_bounds(layers) else { return Ok(Vec::new()) };
    let mut notes = Vec::new();
    for layer in maps(layers) {
        let mut unknown = BTreeSet::new();
        for at in 0..layer.cells.len() {
            let cell = layer.cells[at];
            let (x, y) = (i32::from(cell.x) - bounds.x, i32::from(cell.y) - bounds.y);
            let (x, y) = (turn.place)((x, y), bounds);
            let cell = moved(&layer.label, cell, (x + bounds.x, y + bounds.y))?;
            let kind = match &*layer.tile_set {
                TileSetOf::Found(info) => info.source(cell.source),
                _ => None,
            };
            // Of a scene the alternative is the scene's id, and of an erased cell it is nothing.
            if cell.is_tombstone() || kind == Some(SourceKind::Scenes) {
                layer.cells[at] = cell;
                continue;
            }
            if kind == Some(SourceKind::Unknown) {
                unknown.insert(cell.source);
            }
            layer.cells[at] = cell.with_transform((turn.transform)(cell.transform()));
        }
        notes.extend(unknown.iter().map(|source| {
            format!(
                "{}: source {source} of its TileSet cannot be read; its cells were turned as tiles, \
                 which is wrong if it is a collection of scenes",
                layer.label
            )
        }));
    }
    Ok(notes)
}
