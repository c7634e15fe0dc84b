//! The cells of a layer, from any data that a TileMap holds.

use super::mapping::Mapping;
use crate::syntax::Document;
use crate::tile::{Cell, Damage, LayerSite, OldCell, Records, collapse, drop_tombstones};

/// The records of a layer as they will be written: overridden and erased ones gone, as in the editor's own action.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Buffer {
    pub cells: Vec<Cell>,
    pub tombstones: usize,
    pub duplicates: usize,
    /// How many cells of Godot 3 the mapping says are to go.
    pub erased: usize,
    /// Numbers that were cut to fit, in words.
    pub cut: Option<String>,
}

/// Why a buffer cannot be carried over, and what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Stuck {
    Damaged(String),
    Old { cells: Vec<OldCell>, reason: String },
}

/// Reads a layer. `format` is the TileMap's where the layer stands.
pub(super) fn read(
    document: &Document,
    site: &LayerSite,
    format: i64,
    mapping: Option<&Mapping>,
    tile_set: Option<&str>,
) -> Result<Buffer, Stuck> {
    let site = LayerSite { format, ..site.clone() };
    let layer = site.decode(document);
    // Numbers that do not fit are cut the same way by the engine: the cells are those that it shows.
    let cut = layer.damage.iter().find(|damage| matches!(damage, Damage::Numbers(_)));
    let cut = cut.map(Damage::to_string);
    if let Some(damage) = layer.damage.iter().find(|damage| !matches!(damage, Damage::Numbers(_))) {
        return Err(Stuck::Damaged(damage.to_string()));
    }
    match layer.records {
        Records::Cells(mut cells) => {
            let duplicates = collapse(&mut cells).len();
            let tombstones = drop_tombstones(&mut cells);
            Ok(Buffer { cells, tombstones, duplicates, erased: 0, cut })
        }
        // No cells are no cells in every format.
        Records::Old(old) if old.is_empty() => Ok(Buffer::default()),
        Records::Old(old) => match mapping {
            None => Err(Stuck::Old { cells: old, reason: String::new() }),
            Some(mapping) => convert(old, mapping, tile_set),
        },
    }
}

fn convert(old: Vec<OldCell>, mapping: &Mapping, tile_set: Option<&str>) -> Result<Buffer, Stuck> {
    let mut buffer = Buffer::default();
    let mut missing: Vec<String> = Vec::new();
    for cell in &old {
        match mapping.convert(tile_set, *cell) {
            Ok(Some(cell)) => buffer.cells.push(cell),
            Ok(None) => buffer.erased += 1,
            Err(reason) if !missing.contains(&reason) => missing.push(reason),
            Err(_) => {}
        }
    }
    if !missing.is_empty() {
        let more = missing.len().saturating_sub(5);
        missing.truncate(5);
        let mut reason = missing.join("; ");
        if more > 0 {
            reason += &format!("; and {more} more");
        }
        return Err(Stuck::Old { cells: old, reason });
    }
    buffer.duplicates = collapse(&mut buffer.cells).len();
    Ok(buffer)
}
