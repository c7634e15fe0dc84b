//! CSV and TSV, which [`table`](crate::exchange::table) reads back.

use std::io::{self, Write};

use super::Entry;
use crate::exchange::shown::{self, Shown, ShownCells};
use crate::tile::{Coords, OldCell, Records, Transform};

const CELL: [&str; 7] = ["x", "y", "source", "atlas_x", "atlas_y", "alternative", "transform"];
const OLD_CELL: [&str; 6] = ["x", "y", "tile", "atlas_x", "atlas_y", "transform"];

/// Which columns there are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Columns {
    New,
    Old,
    /// Layers of both ages: the columns of today, and `tile` behind them.
    Both,
}

pub(super) fn write(separator: char, layers: &[Entry<'_>], out: &mut dyn Write) -> io::Result<()> {
    let is_old = |entry: &Entry<'_>| matches!(entry.layer.records, Records::Old(_));
    let columns = match (layers.iter().any(is_old), layers.iter().all(is_old)) {
        (false, _) => Columns::New,
        (true, true) => Columns::Old,
        (true, false) => Columns::Both,
    };
    let several = layers.len() > 1;
    let mut header: Vec<&str> = if several { vec!["file", "node"] } else { Vec::new() };
    match columns {
        Columns::New => header.extend(CELL),
        Columns::Old => header.extend(OLD_CELL),
        Columns::Both => header.extend(CELL.into_iter().chain(["tile"])),
    }
    writeln!(out, "{}", header.join(&separator.to_string()))?;
    for entry in layers {
        let prefix = match several {
            true => {
                let (file, node) = (quoted(entry.file, separator), quoted(&entry.site.label(), separator));
                format!("{file}{separator}{node}{separator}")
            }
            false => String::new(),
        };
        layer(&prefix, separator, columns, Shown::of(entry.layer), out)?;
    }
    Ok(())
}

fn layer(
    prefix: &str,
    separator: char,
    columns: Columns,
    shown: Shown,
    out: &mut dyn Write,
) -> io::Result<()> {
    let s = separator;
    match shown.cells {
        ShownCells::New(cells) => {
            let tile = if columns == Columns::Both { s.to_string() } else { String::new() };
            for cell in cells {
                let (id, letters) = (cell.alternative_id(), shown::letters(cell));
                write!(out, "{prefix}{}{s}{}{s}{}{s}", cell.x, cell.y, cell.source)?;
                writeln!(out, "{}{s}{}{s}{id}{s}{letters}{tile}", cell.atlas_x, cell.atlas_y)?;
            }
        }
        ShownCells::Old(cells) => {
            for OldCell { coords: Coords { x, y }, tile, atlas_x, atlas_y, flip_h, flip_v, transpose } in
                cells
            {
                let letters = Transform { flip_h, flip_v, transpose };
                match columns {
                    Columns::Both => {
                        writeln!(
                            out,
                            "{prefix}{x}{s}{y}{s}{s}{atlas_x}{s}{atlas_y}{s}{s}{letters}{s}{tile}"
                        )?;
                    }
                    _ => writeln!(out, "{prefix}{x}{s}{y}{s}{tile}{s}{atlas_x}{s}{atlas_y}{s}{letters}")?,
                }
            }
        }
    }
    for Coords { x, y } in shown.tombstones {
        writeln!(out, "{prefix}{x}{s}{y}{s}erase")?;
    }
    Ok(())
}

/// In quotes if it must be.
fn quoted(text: &str, separator: char) -> String {
    let special = |c: char| c == separator || c.is_control() || c == '"';
    let edge = text.starts_with([' ', '#']) || text.ends_with(' ') || text.trim() != text;
    match text.contains(special) || edge {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_owned(),
    }
}
