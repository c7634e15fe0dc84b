//! What both sides changed, and not alike.

use serde::Serialize;

use super::{CellClash, Side};
use crate::exchange::json::{CellJson, OldCellJson};
use crate::tile::{Cell, LayerKind, LayerSite, OldCell, TileLabel, codec};

/// One thing that a person must look at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Conflict {
    /// A cell.
    Cell {
        /// The node; `None` for a pattern.
        node: Option<String>,
        /// The layer of a TileMap.
        layer: Option<u32>,
        /// What messages call the layer.
        label: String,
        /// The three cells.
        clash: CellClash,
        /// Whether their bits are those of Godot 3.
        old: bool,
    },
    /// A property, or an attribute in a tag (`[name]`).
    Value {
        /// The section.
        section: String,
        /// The node, if it is one.
        node: Option<String>,
        /// The property's key.
        property: String,
        /// The text on each side: base, ours, theirs; `None` where it is not set.
        texts: [Option<String>; 3],
    },
    /// A section, with all that hangs on it, that one side deleted and the other changed.
    Deleted {
        /// What was deleted.
        section: String,
        /// The node, if it is one.
        node: Option<String>,
        /// By whom.
        by: Side,
        /// What hangs on it.
        with: Vec<String>,
    },
}

/// All conflicts of one merge.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Conflicts {
    /// By layer and place, then sections.
    pub list: Vec<Conflict>,
    /// Whether the text has conflict markers, so that it cannot be loaded.
    pub has_markers: bool,
}

impl Conflict {
    pub(super) fn cell(site: &LayerSite, clash: CellClash, old: bool) -> Self {
        let layer = match site.kind {
            LayerKind::TileMap { index, .. } => Some(index),
            _ => None,
        };
        Conflict::Cell { node: site.node.clone(), layer, label: site.label(), clash, old }
    }

    /// One line for people.
    pub fn line(&self) -> String {
        match self {
            Conflict::Cell { label, clash, old, .. } => {
                let tile = |cell: Option<Cell>| {
                    cell.map_or_else(
                        || "no cell".to_owned(),
                        |cell| if *old { old_label(old_cell(cell)) } else { TileLabel(cell).to_string() },
                    )
                };
                format!(
                    "{label} ({}, {}): base {}, ours {}, theirs {}",
                    clash.coords.x,
                    clash.coords.y,
                    tile(clash.base),
                    tile(clash.ours),
                    tile(clash.theirs)
                )
            }
            Conflict::Value { section, property, texts, .. } => {
                let text =
                    |side: Side| texts[side as usize].as_deref().map_or_else(|| "not set".to_owned(), short);
                format!(
                    "{section}, {property}: base {}, ours {}, theirs {}",
                    text(Side::Base),
                    text(Side::Ours),
                    text(Side::Theirs)
                )
            }
            Conflict::Deleted { section, by, with, .. } => {
                let with = match with.len() {
                    0 => String::new(),
                    1 => " (and what hangs on it: 1 section)".to_owned(),
                    number => format!(" (and what hangs on it: {number} sections)"),
                };
                format!("{section}: deleted by {}, changed by {}{with}", by.name(), by.other().name())
            }
        }
    }
}

/// A record of Godot 3 by its three ints.
fn old_cell(cell: Cell) -> OldCell {
    let (cells, _) = codec::godot3::decode(&codec::record::to_ints(cell), 1);
    cells.into_iter().next().expect("three ints are one record")
}

fn old_label(cell: OldCell) -> String {
    let mut text = format!("tile {}", cell.tile);
    if (cell.atlas_x, cell.atlas_y) != (0, 0) {
        text.push_str(&format!(":{},{}", cell.atlas_x, cell.atlas_y));
    }
    let turned = [(cell.flip_h, 'h'), (cell.flip_v, 'v'), (cell.transpose, 't')];
    let letters: String = turned.iter().filter(|(set, _)| *set).map(|(_, letter)| *letter).collect();
    if !letters.is_empty() {
        text.push(' ');
        text.push_str(&letters);
    }
    text
}

/// A cell of either age.
#[derive(Serialize)]
#[serde(untagged)]
enum AnyCell {
    New(CellJson),
    Old(OldCellJson),
}

impl AnyCell {
    fn new(cell: Cell, old: bool) -> Self {
        if old { AnyCell::Old(old_cell(cell).into()) } else { AnyCell::New(cell.into()) }
    }
}

fn short(text: &str) -> String {
    let line: String = text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
    match line.char_indices().nth(60) {
        Some((cut, _)) => format!("{}… ({} bytes)", &line[..cut], text.len()),
        None => line,
    }
}

impl Conflicts {
    /// How many of them are cells.
    pub fn cells(&self) -> usize {
        self.list.iter().filter(|conflict| matches!(conflict, Conflict::Cell { .. })).count()
    }
}

/// The document that `--conflicts` writes.
impl Serialize for Conflict {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        #[serde(tag = "kind", rename_all = "snake_case")]
        enum Json<'c> {
            Cell {
                node: Option<&'c str>,
                #[serde(skip_serializing_if = "Option::is_none")]
                layer: Option<u32>,
                label: &'c str,
                x: i16,
                y: i16,
                base: Option<AnyCell>,
                ours: Option<AnyCell>,
                theirs: Option<AnyCell>,
            },
            Property {
                section: &'c str,
                node: Option<&'c str>,
                property: &'c str,
                base: Option<&'c str>,
                ours: Option<&'c str>,
                theirs: Option<&'c str>,
            },
            Deleted {
                section: &'c str,
                node: Option<&'c str>,
                deleted_by: &'static str,
                with: &'c [String],
            },
        }
        match self {
            Conflict::Cell { node, layer, label, clash, old } => Json::Cell {
                node: node.as_deref(),
                layer: *layer,
                label,
                x: clash.coords.x,
                y: clash.coords.y,
                base: clash.base.map(|cell| AnyCell::new(cell, *old)),
                ours: clash.ours.map(|cell| AnyCell::new(cell, *old)),
                theirs: clash.theirs.map(|cell| AnyCell::new(cell, *old)),
            },
            Conflict::Value { section, node, property, texts: [base, ours, theirs] } => Json::Property {
                section,
                node: node.as_deref(),
                property,
                base: base.as_deref(),
                ours: ours.as_deref(),
                theirs: theirs.as_deref(),
            },
            Conflict::Deleted { section, node, by, with } => {
                Json::Deleted { section, node: node.as_deref(), deleted_by: by.name(), with }
            }
        }
        .serialize(serializer)
    }
}
