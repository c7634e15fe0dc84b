//! Tile layers in a document, decoded on demand.

use super::codec::{godot3, layer, map};
use super::grid::Resolved;
use super::text::{self, Encoding, Spelling};
use super::{Cell, Damage, OldCell};
use crate::syntax::{Constructor, Document, Property, Value, ValueKind};

/// Where a layer's cells are kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LayerKind {
    /// `tile_map_data` of a TileMapLayer.
    TileMapLayer,
    /// `layer_N/tile_data` of a TileMap.
    TileMap {
        /// N.
        index: u32,
        /// `layer_N/name`, or the engine's `LayerN`.
        name: String,
    },
    /// `tile_data` of a TileMap without a layer in the key: Godot 3.
    BareTileMap,
    /// `tile_data` of a TileMapPattern.
    Pattern {
        /// The sub-resource's id.
        id: String,
    },
}

/// A layer found, not yet decoded.
#[derive(Clone, Debug)]
pub struct LayerSite {
    /// The node's path from the root; `None` for a pattern.
    pub node: Option<String>,
    /// Where the cells are kept.
    pub kind: LayerKind,
    /// Index of the section.
    pub section: usize,
    /// The property; `None` for a layer without cells.
    pub property: Option<Property>,
    /// The TileMap's `format` as it stands in the file, 2 where it does not.
    pub format: i64,
}

/// The records of a layer.
#[derive(Clone, Debug)]
pub enum Records {
    /// Godot 4.
    Cells(Vec<Cell>),
    /// Godot 3 and older; read only.
    Old(Vec<OldCell>),
}

/// A layer with its records, in file order.
#[derive(Clone, Debug)]
pub struct TileLayer {
    /// How its text is spelled.
    pub spelling: Spelling,
    /// Its records.
    pub records: Records,
    /// What is wrong with the buffer.
    pub damage: Vec<Damage>,
    /// Bytes behind the last whole record, 0 to 11.
    pub trailing: usize,
}

impl LayerSite {
    /// The kind as reports name it.
    pub fn kind_name(&self) -> &'static str {
        match self.kind {
            LayerKind::TileMapLayer => "TileMapLayer",
            LayerKind::TileMap { .. } | LayerKind::BareTileMap => "TileMap",
            LayerKind::Pattern { .. } => "TileMapPattern",
        }
    }

    /// What `--layer` and messages call it: the node's path, with `#N` for a layer of a TileMap; a pattern's id.
    pub fn label(&self) -> String {
        let node = self.node.as_deref().unwrap_or_default();
        match &self.kind {
            LayerKind::TileMapLayer | LayerKind::BareTileMap => node.to_owned(),
            LayerKind::TileMap { index, .. } => format!("{node}#{index}"),
            LayerKind::Pattern { id } => id.clone(),
        }
    }

    /// Whether the records are those of Godot 3 or older.
    pub fn is_old(&self) -> bool {
        self.format < 2 && matches!(self.kind, LayerKind::TileMap { .. } | LayerKind::BareTileMap)
    }

    /// Whether the property stands in a section that overrides what an instanced or inherited scene holds: there an
    /// empty value means "no cells", and a missing one "the cells of the base".
    pub fn is_override(&self, document: &Document) -> bool {
        document.section(self.section).field("type").is_none() && self.node.is_some()
    }

    /// Reads the records.
    pub fn decode(&self, document: &Document) -> TileLayer {
        let empty = |constructor: &str| TileLayer {
            spelling: Spelling::engine(constructor, Encoding::Empty),
            records: Records::Cells(Vec::new()),
            damage: Vec::new(),
            trailing: 0,
        };
        let ints = !matches!(self.kind, LayerKind::TileMapLayer);
        let Some(property) = self.property else {
            return empty(if ints { "PackedInt32Array" } else { "PackedByteArray" });
        };
        let bytes = document.source().bytes();
        let Ok(value) = Value::parse_checked(bytes, property.value) else {
            return empty("PackedByteArray");
        };
        let name = &bytes[property.value.range()];
        let name = &name[..name.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count()];
        match value.kind {
            ValueKind::Construct(Constructor::PackedByteArray, arguments) if !ints => {
                let arguments = &bytes[arguments.range()];
                from_bytes(text::read_layer(arguments), Spelling::of(name, arguments))
            }
            ValueKind::Construct(Constructor::PackedInt32Array, arguments) if ints => {
                let arguments = &bytes[arguments.range()];
                let mut layer = self.decode_ints(text::read_ints(arguments), Spelling::of(name, arguments));
                layer.damage.extend(self.out_of_time(document));
                layer
            }
            other => self.decode_other(
                &other,
                bytes,
                empty(if ints { "PackedInt32Array" } else { "PackedByteArray" }),
            ),
        }
    }

    /// What of Godot 3 in a file of Godot 4 no engine of today reads. In a file of Godot 3 that is as it should be.
    fn out_of_time(&self, document: &Document) -> Option<Damage> {
        if super::header_format(document).is_some_and(|format| format < 3) {
            return None;
        }
        match self.kind {
            LayerKind::BareTileMap if !self.is_old() => Some(Damage::BareKey),
            _ if self.is_old() => Some(Damage::OldFormat(self.format)),
            _ => None,
        }
    }

    pub(crate) fn decode_ints(&self, (ints, odd): (Vec<i32>, usize), spelling: Spelling) -> TileLayer {
        let mut damage = Vec::new();
        if odd > 0 {
            damage.push(Damage::Numbers(odd));
        }
        let mut layer = TileLayer { spelling, records: Records::Cells(Vec::new()), damage, trailing: 0 };
        match self.format {
            0 | 1 if self.is_old() => {
                let (records, left) = godot3::decode(&ints, self.format);
                layer.records = Records::Old(records);
                if left > 0 {
                    layer.damage.push(Damage::Ints {
                        count: ints.len(),
                        a_record: godot3::ints_a_record(self.format),
                    });
                }
            }
            2 => {
                let (records, left) = map::decode(&ints);
                if left > 0 {
                    layer.damage.push(Damage::Ints { count: ints.len(), a_record: 3 });
                } else {
                    layer.records = Records::Cells(records);
                }
            }
            other => layer.damage.push(Damage::MapFormat(other)),
        }
        layer
    }

    /// A value of another type: the engine converts arrays, and takes the rest for "no cells".
    fn decode_other(&self, value: &ValueKind, source: &[u8], mut layer: TileLayer) -> TileLayer {
        let number = |value: &Value| value.as_int().unwrap_or(0);
        let (numbers, what): (Vec<i64>, _) = match value {
            ValueKind::Array(items) => (items.iter().map(number).collect(), "an Array"),
            ValueKind::Typed(_, inner) => match &inner.kind {
                ValueKind::Array(items) => (items.iter().map(number).collect(), "a typed Array"),
                _ => (Vec::new(), "a Dictionary"),
            },
            ValueKind::Construct(Constructor::PackedInt32Array, arguments) => {
                let (ints, _) = text::read_ints(&source[arguments.range()]);
                (ints.into_iter().map(i64::from).collect(), "a PackedInt32Array")
            }
            ValueKind::Construct(Constructor::PackedByteArray, arguments) => {
                let arguments = source[arguments.range()].trim_ascii();
                let bytes = match arguments.first() {
                    Some(b'"') => text::decode_base64(&arguments[1..arguments.len() - 1]).unwrap_or_default(),
                    _ => text::read_bytes(arguments).bytes,
                };
                (bytes.into_iter().map(i64::from).collect(), "a PackedByteArray")
            }
            ValueKind::Null => (Vec::new(), "null"),
            _ => (Vec::new(), "no array"),
        };
        if matches!(self.kind, LayerKind::TileMapLayer) {
            let bytes: Vec<u8> = numbers.iter().map(|&number| number as u8).collect();
            let (shape, records) = text::records_of(&bytes);
            layer = from_bytes(text::LayerText { shape, records, odd_numbers: 0 }, layer.spelling);
        } else {
            let ints = numbers.iter().map(|&number| number as i32).collect();
            layer = self.decode_ints((ints, 0), layer.spelling);
        }
        if !matches!(&layer.records, Records::Cells(cells) if cells.is_empty()) {
            layer.spelling.encoding = Encoding::Decimal;
        }
        layer.damage.push(Damage::Type(what));
        layer
    }
}

pub(crate) fn from_bytes(text: text::LayerText, spelling: Spelling) -> TileLayer {
    let mut damage = Vec::new();
    let mut trailing = 0;
    match text.shape {
        layer::Shape::Empty => {}
        layer::Shape::OneByte => damage.push(Damage::OneByte),
        layer::Shape::UnknownFormat(format) => damage.push(Damage::Format(format)),
        layer::Shape::Records { trailing: left, .. } => {
            trailing = left;
            if left > 0 {
                damage.push(Damage::Trailing(left));
            }
        }
    }
    if text.odd_numbers > 0 {
        damage.push(Damage::Numbers(text.odd_numbers));
    }
    TileLayer { spelling, records: Records::Cells(text.records), damage, trailing }
}

/// Whether a property, read as a layer of this kind in the format that Godot 4 writes, holds exactly these records.
pub fn holds(document: &Document, kind: &LayerKind, property: &Property, records: &[Cell]) -> bool {
    let bytes = document.source().bytes();
    if let LayerKind::TileMapLayer = kind
        && let Ok(Value { kind: ValueKind::Construct(Constructor::PackedByteArray, arguments), .. }) =
            Value::parse_checked(bytes, property.value)
    {
        return text::holds_layer(&bytes[arguments.range()], records);
    }
    let site = LayerSite { node: None, kind: kind.clone(), section: 0, property: Some(*property), format: 2 };
    let layer = site.decode(document);
    layer.damage.is_empty() && matches!(layer.records, Records::Cells(cells) if cells == records)
}

impl TileLayer {
    /// How many records.
    pub fn len(&self) -> usize {
        match &self.records {
            Records::Cells(cells) => cells.len(),
            Records::Old(cells) => cells.len(),
        }
    }

    /// Whether there is no record.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// What is on the map after loading; for Godot 3 data nothing, see [`Records::Old`].
    pub fn resolve(&self) -> Resolved {
        match &self.records {
            Records::Cells(cells) => Resolved::new(cells.clone()),
            Records::Old(_) => Resolved::default(),
        }
    }
}
