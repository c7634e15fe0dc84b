//! From JSON to cells, for `build`: what `decode` writes, and what a generator writes more simply.

use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::SCHEMA;
use crate::exchange::limits;
use crate::syntax::located::without_bom;
use crate::tile::{Cell, Transform};

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
    let mut cells = serde_json::Deserializer::from_slice(text).into_iter::<LineIn>();
    let mut last = 0;
    while let Some(line) = cells.next() {
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

#[derive(Deserialize)]
struct DocumentIn {
    #[serde(default, rename = "schema", deserialize_with = "schema")]
    _schema: (),
    files: Vec<FileIn>,
}

#[derive(Deserialize)]
struct FileIn {
    path: Option<String>,
    layers: Vec<LayerIn>,
}

#[derive(Deserialize)]
struct LayerIn {
    #[serde(alias = "file")]
    path: Option<String>,
    node: Option<String>,
    layer: Option<u32>,
    layer_name: Option<String>,
    resource: Option<String>,
    cells: Cells,
}

#[derive(Deserialize)]
struct LineIn {
    #[serde(alias = "path")]
    file: Option<String>,
    node: Option<String>,
    layer: Option<u32>,
    resource: Option<String>,
    #[serde(flatten)]
    cell: CellIn,
}

impl FileIn {
    fn into_layers(self) -> Vec<JsonLayer> {
        let path = self.path;
        self.layers.into_iter().map(|layer| layer.into_layer(path.as_deref())).collect()
    }
}

impl LayerIn {
    fn into_layer(self, path: Option<&str>) -> JsonLayer {
        JsonLayer {
            path: self.path.or_else(|| path.map(str::to_owned)),
            node: self.node,
            layer: self.layer,
            layer_name: self.layer_name,
            resource: self.resource,
            cells: self.cells.0,
        }
    }
}

fn schema<'de, D: Deserializer<'de>>(deserializer: D) -> Result<(), D::Error> {
    match u32::deserialize(deserializer)? {
        SCHEMA => Ok(()),
        other => Err(serde::de::Error::custom(format!("schema {other} is not known, only {SCHEMA} is"))),
    }
}

/// Cells that become records one by one.
struct Cells(Vec<Cell>);

impl<'de> Deserialize<'de> for Cells {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct CellsVisitor;
        impl<'de> Visitor<'de> for CellsVisitor {
            type Value = Cells;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an array of cells")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Cells, A::Error> {
                let mut cells = Vec::new();
                while let Some(cell) = items.next_element::<CellIn>()? {
                    cells.push(cell.into());
                }
                Ok(Cells(cells))
            }
        }
        deserializer.deserialize_seq(CellsVisitor)
    }
}

#[derive(Deserialize)]
struct CellIn {
    #[serde(deserialize_with = "x")]
    x: i16,
    #[serde(deserialize_with = "y")]
    y: i16,
    #[serde(default, rename = "tile", deserialize_with = "tile")]
    _tile: (),
    #[serde(deserialize_with = "source")]
    source: u16,
    #[serde(deserialize_with = "atlas_x")]
    atlas_x: u16,
    #[serde(deserialize_with = "atlas_y")]
    atlas_y: u16,
    #[serde(default, deserialize_with = "alternative")]
    alternative: u16,
    #[serde(default)]
    flip_h: bool,
    #[serde(default)]
    flip_v: bool,
    #[serde(default)]
    transpose: bool,
    #[serde(default)]
    bit15: bool,
}

impl From<CellIn> for Cell {
    fn from(cell: CellIn) -> Self {
        let CellIn { x, y, source, atlas_x, atlas_y, flip_h, flip_v, transpose, .. } = cell;
        let bits =
            Transform { flip_h, flip_v, transpose }.bits() | if cell.bit15 { limits::BIT15 } else { 0 };
        Cell { x, y, source, atlas_x, atlas_y, alternative: cell.alternative | bits }
    }
}

macro_rules! fields {
    ($($name:ident: $int:ty, $range:expr;)*) => {
        $(fn $name<'de, D: Deserializer<'de>>(deserializer: D) -> Result<$int, D::Error> {
            let range = $range;
            let number = deserializer.deserialize_any(Whole(stringify!($name)))?;
            if stringify!($name) == "source" && number == limits::ERASE_SOURCE {
                let message = "`source` is 65535, which erases the cell; leave the cell out";
                return Err(serde::de::Error::custom(message));
            }
            if !range.contains(&number) {
                return Err(serde::de::Error::custom(limits::outside(stringify!($name), number, &range)));
            }
            Ok(number as $int)
        })*
    };
}

fields! {
    x: i16, limits::COORDINATE;
    y: i16, limits::COORDINATE;
    source: u16, limits::SOURCE;
    atlas_x: u16, limits::ATLAS;
    atlas_y: u16, limits::ATLAS;
    alternative: u16, limits::ALTERNATIVE;
}

/// Godot 3 cells have a tile where a source should be.
fn tile<'de, D: Deserializer<'de>>(deserializer: D) -> Result<(), D::Error> {
    match Option::<IgnoredAny>::deserialize(deserializer)? {
        None => Ok(()),
        Some(_) => Err(serde::de::Error::custom(
            "a Godot 3 cell (`tile`) cannot be built: it has no source and atlas of Godot 4",
        )),
    }
}

/// A whole number, also as `1.0`, which is how some languages write one.
struct Whole(&'static str);

impl Visitor<'_> for Whole {
    type Value = i64;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a whole number for `{}`", self.0)
    }

    fn visit_i64<E>(self, number: i64) -> Result<i64, E> {
        Ok(number)
    }

    fn visit_u64<E>(self, number: u64) -> Result<i64, E> {
        Ok(i64::try_from(number).unwrap_or(i64::MAX))
    }

    fn visit_f64<E: serde::de::Error>(self, number: f64) -> Result<i64, E> {
        if number.fract() == 0.0 {
            return Ok(number as i64);
        }
        Err(E::invalid_type(serde::de::Unexpected::Float(number), &self))
    }
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
