//! JSON of cells: the document that `decode` writes, and the way back for `build`.

mod cells;
mod input;
mod read;

pub use cells::{AnyCellJson, CellJson, OldCellJson};
pub use read::{JsonError, JsonLayer, read};

use serde::Serialize;

use self::cells::Cells;
use crate::exchange::shown::Shown;
use crate::tile::{Coords, Damage, Duplicate, LayerKind, LayerSite, TileLayer};

/// The one version of the documents.
pub const SCHEMA: u32 = 1;

/// What `decode --as json` writes.
#[derive(Clone, Debug, Serialize)]
pub struct DecodeJson {
    schema: u32,
    files: Vec<FileJson>,
}

/// A file and its layers.
#[derive(Clone, Debug, Serialize)]
pub struct FileJson {
    /// `-` for a snippet.
    pub path: String,
    /// By place.
    pub layers: Vec<LayerJson>,
}

/// A layer as it is on the map after loading. The cells are kept as they are and become JSON one by one.
#[derive(Clone, Debug, Serialize)]
pub struct LayerJson {
    node: Option<String>,
    kind: &'static str,
    encoding: String,
    format: i64,
    records: usize,
    cells: Cells,
    #[serde(serialize_with = "cells::coords")]
    tombstones: Vec<Coords>,
    #[serde(serialize_with = "cells::duplicates")]
    duplicates: Vec<Duplicate>,
    trailing_bytes: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    layer: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    layer_name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    resource: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<String>,
}

impl DecodeJson {
    /// The document of these files.
    pub fn new(files: Vec<FileJson>) -> Self {
        DecodeJson { schema: SCHEMA, files }
    }
}

impl LayerJson {
    /// A layer that was found and decoded; a snippet's site has no node.
    ///
    /// The `tile_data` of a Godot 3 TileMap has no index in its key and is layer 0, as engines 4.0 to 4.2 took it.
    pub fn new(site: &LayerSite, layer: &TileLayer) -> Self {
        let shown = Shown::of(layer);
        let (index, name, resource) = match &site.kind {
            LayerKind::TileMapLayer => (None, None, None),
            LayerKind::TileMap { index, name } => (Some(*index), Some(name.clone()), None),
            LayerKind::BareTileMap => (Some(0), Some("Layer0".to_owned()), None),
            LayerKind::Pattern { id } => (None, None, Some(id.clone())),
        };
        // The format of a TileMapLayer is in its buffer.
        let format = layer.damage.iter().find_map(|damage| match damage {
            Damage::Format(format) => Some(i64::from(*format)),
            _ => None,
        });
        LayerJson {
            node: site.node.clone(),
            kind: site.kind_name(),
            encoding: layer.spelling.encoding.to_string(),
            format: format.unwrap_or(site.format),
            records: layer.len(),
            cells: shown.cells.into(),
            tombstones: shown.tombstones,
            duplicates: shown.duplicates,
            trailing_bytes: layer.trailing,
            layer: index,
            layer_name: name,
            resource,
            problem: super::shown::problem(layer),
        }
    }
}
