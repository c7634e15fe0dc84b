//! What `list` reports, as data.

use serde::Serialize;

use crate::tile::{Bounds, Counts, LayerKind, LayerSite, Records, TileLayer, codec};

/// One tile layer.
#[derive(Clone, Debug, Serialize)]
pub struct LayerRow {
    /// The file.
    pub path: String,
    /// The node's path; null for a pattern.
    pub node: Option<String>,
    /// The layer's index in a TileMap.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub layer: Option<u32>,
    /// Its name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub layer_name: Option<String>,
    /// The sub-resource's id, for a pattern.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resource: Option<String>,
    /// `TileMapLayer`, `TileMap` or `TileMapPattern`.
    pub kind: &'static str,
    /// `decimal`, `base64` or `empty`.
    pub encoding: String,
    /// Records in the buffer.
    pub records: usize,
    /// Cells on the map after loading.
    pub cells: usize,
    /// Erased coordinates that no later record paints.
    pub tombstones: usize,
    /// Records that a later one overrides.
    pub duplicates: usize,
    /// The rectangle around the cells: x, y, width, height.
    pub bounds: Option<[i32; 4]>,
    /// Bytes of the buffer.
    pub bytes: usize,
    /// What is wrong with the buffer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
    /// What people call the layer.
    #[serde(skip)]
    pub label: String,
    /// Whether the cells are those of Godot 3.
    #[serde(skip)]
    pub old: bool,
}

/// The JSON of `list`.
#[derive(Serialize)]
pub struct ListReport {
    /// Of this shape.
    pub schema: u32,
    /// All layers of all files.
    pub layers: Vec<LayerRow>,
}

impl LayerRow {
    /// Counts a layer.
    pub fn new(path: &str, site: &LayerSite, layer: TileLayer) -> Self {
        let encoding = layer.spelling.encoding.to_string();
        let problem = super::damage_text(&layer.damage);
        let (records, trailing) = (layer.len(), layer.trailing);
        let ints = layer.spelling.is_ints();
        let (cells, tombstones, duplicates, bounds, bytes) = match layer.records {
            Records::Cells(cells) => {
                let bytes = match ints {
                    true => records * codec::record::LEN,
                    false => {
                        codec::layer::encoded_len(records).max(if layer.trailing > 0 { 2 } else { 0 })
                            + trailing
                    }
                };
                let counts = Counts::of_owned(cells);
                (counts.cells, counts.tombstones, counts.duplicates, counts.bounds, bytes)
            }
            Records::Old(cells) => {
                let bounds = Bounds::of(cells.iter().map(|cell| cell.coords));
                (cells.len(), 0, 0, bounds, records * 4 * codec::godot3::ints_a_record(site.format))
            }
        };
        let (index, name) = match &site.kind {
            LayerKind::TileMap { index, name } => (Some(*index), Some(name.clone())),
            LayerKind::BareTileMap => (Some(0), None),
            _ => (None, None),
        };
        let resource = match &site.kind {
            LayerKind::Pattern { id } => Some(id.clone()),
            _ => None,
        };
        LayerRow {
            path: path.to_owned(),
            node: site.node.clone(),
            layer: index,
            layer_name: name,
            resource,
            kind: site.kind_name(),
            encoding,
            records,
            cells,
            tombstones,
            duplicates,
            bounds: bounds.map(|bounds| [bounds.x, bounds.y, bounds.width, bounds.height]),
            bytes,
            problem,
            label: site.label(),
            old: site.is_old(),
        }
    }
}
