//! A new section, and how it is written.

use super::names::attribute;
use crate::scene::property_rank as rank;
use crate::tile::{Cell, Encoding, Spelling, text};

/// A value to be written.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum LineValue {
    /// As it stands here, copied from where it stood before.
    Text(Vec<u8>),
    /// The buffer of these cells.
    Cells(Vec<Cell>),
}

/// A property to be written.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Line {
    pub key: String,
    pub value: LineValue,
}

impl Line {
    pub fn text(key: &str, value: impl Into<Vec<u8>>) -> Self {
        Line { key: key.to_owned(), value: LineValue::Text(value.into()) }
    }

    pub fn cells(cells: Vec<Cell>) -> Self {
        Line { key: "tile_map_data".to_owned(), value: LineValue::Cells(cells) }
    }

    /// The value as text.
    pub fn spelled(&self, base64: bool, newline: &str) -> Vec<u8> {
        match &self.value {
            LineValue::Text(text) => text.clone(),
            LineValue::Cells(cells) => {
                let encoding = if base64 { Encoding::Base64 } else { Encoding::Decimal };
                text::write_layer(cells, &Spelling::engine("PackedByteArray", encoding), newline)
            }
        }
    }

    /// The key as it stands in the file.
    pub fn write(&self, base64: bool, newline: &str) -> Vec<u8> {
        [self.key.as_bytes(), b" = ", &self.spelled(base64, newline)].concat()
    }
}

/// A `[node]` to be written.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct NewNode {
    pub name: String,
    /// `None` for one that overrides a node of another scene.
    pub class: Option<&'static str>,
    pub parent: String,
    /// The ids that lead to the parent, where it comes from another scene.
    pub parent_ids: Vec<u32>,
    /// Its place among its siblings, where the scene's nodes say theirs.
    pub index: Option<usize>,
    pub unique_id: Option<u32>,
    pub lines: Vec<Line>,
}

impl NewNode {
    /// The attributes, spelled.
    pub fn fields(&self) -> Vec<(&'static str, String)> {
        let mut fields = vec![("name", attribute(&self.name))];
        fields.extend(self.class.map(|class| ("type", attribute(class))));
        fields.push(("parent", attribute(&self.parent)));
        if !self.parent_ids.is_empty() {
            let ids: Vec<String> = self.parent_ids.iter().map(u32::to_string).collect();
            fields.push(("parent_id_path", format!("PackedInt32Array({})", ids.join(", "))));
        }
        fields.extend(self.index.map(|index| ("index", format!("\"{index}\""))));
        fields.extend(self.unique_id.map(|id| ("unique_id", id.to_string())));
        fields
    }

    /// Puts the lines into the engine's order.
    pub fn sort(&mut self) {
        self.lines.sort_by_key(|line| rank(&line.key));
    }

    /// The section, with the blank line before it.
    pub fn write(&self, base64: bool, newline: &str) -> Vec<u8> {
        let fields: Vec<String> =
            self.fields().into_iter().map(|(key, value)| format!("{key}={value}")).collect();
        let mut out = format!("{newline}[node {}]{newline}", fields.join(" ")).into_bytes();
        for line in &self.lines {
            out.extend(line.write(base64, newline));
            out.extend_from_slice(newline.as_bytes());
        }
        out
    }
}
