//! One cell a line, as an object.

use std::io::{self, Write};

use serde::Serialize;

use super::Entry;
use crate::exchange::json::{CellJson, OldCellJson};
use crate::exchange::shown::{Shown, ShownCells};
use crate::tile::LayerKind;

#[derive(Serialize)]
struct Line<'a, C> {
    file: &'a str,
    node: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    layer: Option<u32>,
    /// Nothing else tells the patterns of a file apart.
    #[serde(skip_serializing_if = "Option::is_none")]
    resource: Option<&'a str>,
    #[serde(flatten)]
    cell: C,
}

pub(super) fn write(layers: &[Entry<'_>], out: &mut dyn Write) -> io::Result<()> {
    for entry in layers {
        match Shown::of(entry.layer).cells {
            ShownCells::New(cells) => {
                for cell in cells {
                    line(entry, CellJson::from(cell), out)?;
                }
            }
            ShownCells::Old(cells) => {
                for cell in cells {
                    line(entry, OldCellJson::from(cell), out)?;
                }
            }
        }
    }
    Ok(())
}

fn line<C: Serialize>(entry: &Entry<'_>, cell: C, out: &mut dyn Write) -> io::Result<()> {
    let (layer, resource) = match &entry.site.kind {
        LayerKind::TileMapLayer => (None, None),
        LayerKind::TileMap { index, .. } => (Some(*index), None),
        LayerKind::BareTileMap => (Some(0), None),
        LayerKind::Pattern { id } => (None, Some(id.as_str())),
    };
    let line = Line { file: entry.file, node: entry.site.node.as_deref(), layer, resource, cell };
    serde_json::to_writer(&mut *out, &line)?;
    out.write_all(b"\n")
}
