//! From JSON to cells, for `build`: what `decode` writes, and what a generator writes more simply.

use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, MapAccess, Visitor};

use super::input::{Cells, DocumentIn, FileIn, LayerIn, LineIn};
use crate::syntax::located::without_bom;
use crate::tile::Cell;

/// The cells of one layer. Tombstones and duplicates of the document are not taken.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct JsonLayer {
    /// The file's `path`.
    pub path: Option<String>,
    /// The node's path from the root.
    pub node: Option<String>,
    /// A legacy layer's index.
    pub layer: Option<u32>,
    /// A legacy layer's name.
    pub layer_name: Option<String>,
    /// A pattern's id.
    pub resource: Option<String>,
    /// In their order.
    pub cells: Vec<Cell>,
}

impl JsonLayer {
    /// What `--layer` and messages call it: `World/Ground`, `World/TileMap#0`, a pattern's id; empty if nothing names it.
    pub fn label(&self) -> String {
        let node = self.node.as_deref().or(self.resource.as_deref()).unwrap_or_default();
        match self.layer {
            Some(index) => format!("{node}#{index}"),
            None => node.to_owned(),
        }
    }
}

/// JSON that is no cells.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, miette::Diagnostic)]
#[error("line {line}, column {column}: {message}")]
#[diagnostic(help("give what `decode --as json` writes, one of its layers, or an array of cells"))]
pub struct JsonError {
    /// From 1.
    pub line: u32,
    /// From 1, in bytes, at the end of what is wrong.
    pub column: u32,
    /// What.
    pub message: String,
}

impl JsonError {
    fn new(error: &serde_json::Error) -> Self {
        let (line, column) = (error.line().max(1) as u32, error.column().max(1) as u32);
        let text = error.to_string();
        let message = match text.rfind(" at line ") {
            Some(at) => text[..at].to_owned(),
            None => text,
        };
        JsonError { line, column, message }
    }
}

/// Reads the layers of a JSON text: the document of `decode`, one of its files or layers, an array of
/// layers or of cells, or cells one a line (`--as ndjson`). Fields that are not known are passed over.
///
/// # Errors
///
/// If it is no JSON, if a cell lacks a field, or if a number is outside what the file can keep: see
/// [`table::read`](crate::exchange::table::read).
pub fn read(text: &[u8]) -> Result<Vec<JsonLayer>, JsonError> {
    let text = without_bom(text);
    let head = text.trim_ascii_start();
    let result = if head.starts_with(b"[") {
        match first_keys(head.get(1..).unwrap_or_default()) {
            Some(keys) if keys.has("cells") => layers(text),
            _ => serde_json::from_slice(text)
                .map(|cells: Cells| vec![JsonLayer { cells: cells.0, ..JsonLayer::default() }]),
        }
    } else {
        match first_keys(head) {
            Some(keys) if keys.has("files") => document(text),
            Some(keys) if keys.has("layers") => serde_json::from_slice(text).map(FileIn::into_layers),
            Some(keys) if !keys.has("cells") && keys.has("x") => lines(text),
            _ => serde_json::from_slice(text).map(|layer: LayerIn| vec![layer.into_layer(None)]),
        }
    };
    result.map_err(|error| JsonError::new(&error))
}

type Outcome = Result<Vec<JsonLayer>, serde_json::Error>;

fn document(text: &[u8]) -> Outcome {
    let document: DocumentIn = serde_json::from_slice(text)?;
    Ok(document.files.into_iter().flat_map(FileIn::into_layers).collect())
}

fn layers(text: &[u8]) -> Outcome {
    let layers: Vec<LayerIn> = serde_json::from_slice(text)?;
    Ok(layers.into_iter().map(|layer| layer.into_layer(None)).collect())
}

/// Cells one a line, each with its file, node and layer.
fn lines(text: &[u8]) -> Outcome {
    let mut layers: Vec<JsonLayer> = Vec::new();
    let mut places = std::collections::HashMap::new();
    let mut last = 0;
    for line in serde_json::Deserializer::from_slice(text).into_iter::<LineIn>() {
        let line = line?;
        let same = |layer: &JsonLayer| {
            layer.path == line.file
                && layer.node == line.node
                && layer.layer == line.layer
                && layer.resource == line.resource
        };
        if !layers.get(last).is_some_and(same) {
            let key = (line.file.clone(), line.node.clone(), line.layer, line.resource.clone());
            last = *places.entry(key).or_insert(layers.len());
            if last == layers.len() {
                let LineIn { file, node, layer, resource, .. } = line;
                layers.push(JsonLayer { path: file, node, layer, resource, ..JsonLayer::default() });
            }
        }
        layers[last].cells.push(line.cell.into());
    }
    Ok(layers)
}

/// The keys of an object; a few are enough to know what it is.
struct Keys(Vec<String>);

impl Keys {
    fn has(&self, name: &str) -> bool {
        self.0.iter().any(|key| key == name)
    }
}

impl<'de> Deserialize<'de> for Keys {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct KeysVisitor;
        impl<'de> Visitor<'de> for KeysVisitor {
            type Value = Keys;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Keys, A::Error> {
                let mut keys = Vec::new();
                while let Some((key, IgnoredAny)) = map.next_entry::<String, IgnoredAny>()? {
                    keys.push(key);
                }
                Ok(Keys(keys))
            }
        }
        deserializer.deserialize_map(KeysVisitor)
    }
}

/// The keys of the object at the head of a text.
fn first_keys(text: &[u8]) -> Option<Keys> {
    serde_json::Deserializer::from_slice(text).into_iter::<Keys>().next()?.ok()
}
