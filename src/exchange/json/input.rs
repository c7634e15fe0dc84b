//! What JSON of cells may look like: only what is needed of it, and numbers with their ranges.

use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, SeqAccess, Visitor};

use super::{JsonLayer, SCHEMA};
use crate::exchange::limits;
use crate::tile::{Cell, Transform};

#[derive(Deserialize)]
pub(super) struct DocumentIn {
    #[serde(default, rename = "schema", deserialize_with = "schema")]
    _schema: (),
    pub files: Vec<FileIn>,
}

#[derive(Deserialize)]
pub(super) struct FileIn {
    pub path: Option<String>,
    pub layers: Vec<LayerIn>,
}

#[derive(Deserialize)]
pub(super) struct LayerIn {
    #[serde(alias = "file")]
    pub path: Option<String>,
    pub node: Option<String>,
    pub layer: Option<u32>,
    pub layer_name: Option<String>,
    pub resource: Option<String>,
    pub cells: Cells,
}

#[derive(Deserialize)]
pub(super) struct LineIn {
    #[serde(alias = "path")]
    pub file: Option<String>,
    pub node: Option<String>,
    pub layer: Option<u32>,
    pub resource: Option<String>,
    #[serde(flatten)]
    pub cell: CellIn,
}

impl FileIn {
    pub fn into_layers(self) -> Vec<JsonLayer> {
        let path = self.path;
        self.layers.into_iter().map(|layer| layer.into_layer(path.as_deref())).collect()
    }
}

impl LayerIn {
    pub fn into_layer(self, path: Option<&str>) -> JsonLayer {
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
pub(super) struct Cells(pub Vec<Cell>);

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
#[serde(expecting = "a cell")]
pub(super) struct CellIn {
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
