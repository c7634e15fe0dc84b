//! The table for people: a heading for each layer, aligned columns, and the rest in words.

use std::io::{self, Write};

use super::Entry;
use crate::exchange::shown::{self, Shown, ShownCells};
use crate::tile::{Cell, Coords, Duplicate, LayerKind, OldCell, Transform};

pub(super) fn write(layers: &[Entry<'_>], out: &mut dyn Write) -> io::Result<()> {
    for (index, entry) in layers.iter().enumerate() {
        if index > 0 {
            writeln!(out)?;
        }
        let shown = Shown::of(entry.layer);
        heading(entry, &shown, layers.len() > 1, out)?;
        match &shown.cells {
            ShownCells::New(cells) => {
                columns(["x", "y", "source", "atlas", "alt", "turned"], cells, row, out)?
            }
            ShownCells::Old(cells) => {
                columns(["x", "y", "tile", "atlas", "", "turned"], cells, old_row, out)?
            }
        }
        words(entry, &shown, out)?;
    }
    Ok(())
}

/// A lone snippet needs no name, but the layers of one with `several` do.
fn heading(entry: &Entry<'_>, shown: &Shown, several: bool, out: &mut dyn Write) -> io::Result<()> {
    let label = match (&entry.site.kind, &entry.site.node) {
        (LayerKind::TileMap { name, .. }, node) if several || node.is_some() => {
            format!("{} \"{name}\"", entry.site.label())
        }
        (LayerKind::Pattern { .. }, _) | (_, Some(_)) => entry.site.label(),
        (_, None) => String::new(),
    };
    let place = match (entry.file, label.as_str()) {
        ("-", "") => "snippet".to_owned(),
        ("-", label) if entry.site.node.is_none() => format!("snippet  {label}"),
        (file, "") => file.to_owned(),
        (file, label) => format!("{file}  {label}"),
    };
    let encoding = entry.layer.spelling.encoding;
    write!(out, "{place}  {}, {encoding}", entry.site.kind_name())?;
    if entry.site.is_old() {
        write!(out, ", Godot 3 (format {})", entry.site.format)?;
    }
    let counts = [
        (entry.layer.len(), "record", "records"),
        (shown.cells.len(), "cell", "cells"),
        (shown.tombstones.len(), "tombstone", "tombstones"),
        (shown.duplicates.len(), "duplicate", "duplicates"),
    ];
    for (index, (count, one, many)) in counts.into_iter().enumerate() {
        if index < 2 || count > 0 {
            write!(out, ", {count} {}", if count == 1 { one } else { many })?;
        }
    }
    writeln!(out)
}

type Texts = [String; 6];

fn row(cell: &Cell) -> Texts {
    [
        cell.x.to_string(),
        cell.y.to_string(),
        cell.source.to_string(),
        format!("{},{}", cell.atlas_x, cell.atlas_y),
        cell.alternative_id().to_string(),
        shown::letters(*cell),
    ]
}

fn old_row(cell: &OldCell) -> Texts {
    let OldCell { coords: Coords { x, y }, tile, atlas_x, atlas_y, flip_h, flip_v, transpose } = *cell;
    let turned = Transform { flip_h, flip_v, transpose }.to_string();
    [x.to_string(), y.to_string(), tile.to_string(), format!("{atlas_x},{atlas_y}"), String::new(), turned]
}

/// Measures in one pass and writes in a second; no row is kept.
fn columns<C>(
    names: [&str; 6],
    cells: &[C],
    row: impl Fn(&C) -> Texts,
    out: &mut dyn Write,
) -> io::Result<()> {
    if cells.is_empty() {
        return Ok(());
    }
    let mut widths = names.map(str::len);
    for cell in cells {
        for (width, text) in widths.iter_mut().zip(row(cell)) {
            *width = (*width).max(text.len());
        }
    }
    line(&names.map(str::to_owned), &widths, out)?;
    cells.iter().try_for_each(|cell| line(&row(cell), &widths, out))
}

fn line(texts: &Texts, widths: &[usize; 6], out: &mut dyn Write) -> io::Result<()> {
    let (turned, numbers) = texts.split_last().expect("six columns");
    let mut line = String::new();
    for (text, &width) in numbers.iter().zip(widths).filter(|(_, width)| **width > 0) {
        line += &format!("  {text:>width$}");
    }
    line += &format!("  {turned}");
    writeln!(out, "{}", line.trim_end())
}

fn words(entry: &Entry<'_>, shown: &Shown, out: &mut dyn Write) -> io::Result<()> {
    let erased = shown.tombstones.iter().map(|at| format!("{},{}", at.x, at.y));
    list("tombstones, erased cells", erased, out)?;
    let overridden = shown.duplicates.iter();
    let overridden =
        overridden.map(|Duplicate { coords, record }| format!("{},{} (record {record})", coords.x, coords.y));
    list("duplicates, overridden by a later record", overridden, out)?;
    match shown::problem(entry.layer) {
        Some(problem) => writeln!(out, "  problem: {problem}"),
        None => Ok(()),
    }
}

/// As many as fit in people's heads.
const LISTED: usize = 20;

fn list(what: &str, items: impl ExactSizeIterator<Item = String>, out: &mut dyn Write) -> io::Result<()> {
    let count = items.len();
    if count == 0 {
        return Ok(());
    }
    let items: Vec<String> = items.take(LISTED).collect();
    let more = match count.saturating_sub(LISTED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    writeln!(out, "  {what}: {}{more}", items.join(" "))
}
