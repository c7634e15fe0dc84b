//! One cell as JSON, and lists of them that are never built as a tree.

use serde::{Serialize, Serializer};

use crate::exchange::shown::ShownCells;
use crate::tile::{Cell, Coords, Duplicate, OldCell};

/// A Godot 4 cell, in the order of the contract.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct CellJson {
    x: i16,
    y: i16,
    source: u16,
    atlas_x: u16,
    atlas_y: u16,
    alternative: u16,
    flip_h: bool,
    flip_v: bool,
    transpose: bool,
    #[serde(skip_serializing_if = "is_false")]
    bit15: bool,
}

/// A Godot 3 cell: a tile's id in place of the source.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct OldCellJson {
    x: i16,
    y: i16,
    tile: u32,
    atlas_x: i16,
    atlas_y: i16,
    flip_h: bool,
    flip_v: bool,
    transpose: bool,
}

/// A cell of either age.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(untagged)]
pub enum AnyCellJson {
    /// Of Godot 4.
    New(CellJson),
    /// Of Godot 3.
    Old(OldCellJson),
}

impl AnyCellJson {
    /// A record as it stands; `old` says that its bits are those of Godot 3.
    pub fn new(cell: Cell, old: bool) -> Self {
        match old {
            true => AnyCellJson::Old(OldCell::of_record(cell).into()),
            false => AnyCellJson::New(cell.into()),
        }
    }
}

#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_false(flag: &bool) -> bool {
    !*flag
}

impl From<Cell> for CellJson {
    fn from(cell: Cell) -> Self {
        let turn = cell.transform();
        CellJson {
            x: cell.x,
            y: cell.y,
            source: cell.source,
            atlas_x: cell.atlas_x,
            atlas_y: cell.atlas_y,
            alternative: cell.alternative_id(),
            flip_h: turn.flip_h,
            flip_v: turn.flip_v,
            transpose: turn.transpose,
            bit15: cell.bit15(),
        }
    }
}

impl From<OldCell> for OldCellJson {
    fn from(cell: OldCell) -> Self {
        OldCellJson {
            x: cell.coords.x,
            y: cell.coords.y,
            tile: cell.tile,
            atlas_x: cell.atlas_x,
            atlas_y: cell.atlas_y,
            flip_h: cell.flip_h,
            flip_v: cell.flip_v,
            transpose: cell.transpose,
        }
    }
}

/// The cells of a layer, twelve bytes each until they are written.
#[derive(Clone, Debug)]
pub(super) struct Cells(ShownCells);

impl From<ShownCells> for Cells {
    fn from(cells: ShownCells) -> Self {
        Cells(cells)
    }
}

impl Serialize for Cells {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.0 {
            ShownCells::New(cells) => serializer.collect_seq(cells.iter().map(|&cell| CellJson::from(cell))),
            ShownCells::Old(cells) => {
                serializer.collect_seq(cells.iter().map(|&cell| OldCellJson::from(cell)))
            }
        }
    }
}

#[derive(Serialize)]
struct PlaceJson {
    x: i16,
    y: i16,
    #[serde(skip_serializing_if = "Option::is_none")]
    record: Option<u32>,
}

pub(super) fn coords<S: Serializer>(list: &[Coords], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(list.iter().map(|&Coords { x, y }| PlaceJson { x, y, record: None }))
}

pub(super) fn duplicates<S: Serializer>(list: &[Duplicate], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(list.iter().map(|&Duplicate { coords: Coords { x, y }, record }| PlaceJson {
        x,
        y,
        record: Some(record),
    }))
}
