//! The two ends of the rows filter, and the text that `git diff` shows: bytes in, bytes out, never a failure.

use std::cell::LazyCell;
use std::fmt::Write;

use crate::op::{Layer, Order, clean};
use crate::project::TileSetOf;
use crate::rewrite::{Plan, Target};
use crate::source::Source;
use crate::syntax::{Document, Severity};
use crate::tile::{Encoding, LayerKind, LayerSite, Records, Spelling, TileLabel, find};

/// As the repository keeps a file: everything as the engine would spell it, but for the cells: clean, sorted by y, then
/// x, one a line. `None` if it is to be kept as it stands.
///
/// What the engine drops when it saves is dropped here as well, so that a file is the same before and after.
pub fn to_rows(bytes: &[u8]) -> Option<Vec<u8>> {
    let engine = to_engine(bytes)?;
    rewrite(&engine, false, |layer| {
        if !layer.pattern {
            clean(&mut layer.cells, Some(Order::Yx));
        }
        let constructor = if layer.spelling.is_ints() { "PackedInt32Array" } else { "PackedByteArray" };
        layer.spelling = Spelling::engine(constructor, Encoding::Rows);
    })
}

/// As the engine would spell a file: its header, its byte arrays, its cells. `None` if it is to stay as it stands.
pub fn to_engine(bytes: &[u8]) -> Option<Vec<u8>> {
    rewrite(bytes, true, |layer| {
        if !layer.pattern {
            clean(&mut layer.cells, None);
        }
        let ints = layer.spelling.is_ints();
        // Whether bytes become base64 is decided for the whole file.
        let constructor = if ints { "PackedInt32Array" } else { "PackedByteArray" };
        layer.spelling = Spelling::engine(constructor, Encoding::Decimal);
    })
}

fn rewrite(bytes: &[u8], whole_file: bool, change: impl Fn(&mut Layer<'_>)) -> Option<Vec<u8>> {
    let document = Document::parse(Source::new("-", bytes));
    if document.severity().is_some_and(|severity| severity > Severity::Warning) {
        return None;
    }
    let sites = find(&document).ok()?;
    let mut targets = Vec::new();
    for site in sites.iter().filter(|site| site.property.is_some() && !site.is_old()) {
        let decoded = site.decode(&document);
        if !decoded.damage.is_empty() {
            return None;
        }
        let Records::Cells(cells) = decoded.records else { return None };
        let mut layer = Layer {
            label: site.label(),
            cells,
            spelling: decoded.spelling.clone(),
            pattern: matches!(site.kind, LayerKind::Pattern { .. }),
            tile_set: LazyCell::new(Box::new(|| TileSetOf::None)),
        };
        change(&mut layer);
        targets.push(Target { site, before: decoded.spelling, layer, changed: true });
    }
    let mut plan = Plan::new(&document, targets, whole_file).ok()?;
    let edits = std::mem::take(&mut plan.edits);
    let after = Source::new("-", edits.splice(document.source()));
    plan.prove(&after).ok()?;
    Some(after.bytes().to_vec())
}

/// A file for people to compare: each layer one cell a line, sorted, and the rest as it stands. What cannot be read is
/// given as it is.
pub fn textconv(bytes: &[u8]) -> Vec<u8> {
    let document = Document::parse(Source::new("-", bytes));
    let Ok(sites) = find(&document) else { return bytes.to_vec() };
    if document.refusal().is_some() {
        return bytes.to_vec();
    }
    let mut edits = crate::EditList::new();
    for site in &sites {
        let Some(property) = site.property else { continue };
        let Some(text) = layer_text(&document, site) else { continue };
        let edit = crate::Edit { span: property.value, replacement: text.into_bytes() };
        if edits.push(edit).is_err() {
            return bytes.to_vec();
        }
    }
    edits.splice(document.source())
}

/// The cells of a layer, one a line; `None` if its buffer is damaged, which is better seen as it is.
fn layer_text(document: &Document, site: &LayerSite) -> Option<String> {
    let layer = site.decode(document);
    if !layer.damage.is_empty() {
        return None;
    }
    let newline = document.source().newline();
    let mut text = "cells".to_owned();
    match &layer.records {
        Records::Cells(_) => {
            let mut cells = layer.resolve().cells;
            Order::Yx.sort(&mut cells);
            for cell in cells {
                write!(text, "{newline}  {},{} = {}", cell.x, cell.y, TileLabel(cell)).ok()?;
            }
        }
        Records::Old(records) => {
            let mut records = records.clone();
            records.sort_by_key(|cell| (cell.coords.y, cell.coords.x));
            for cell in records {
                write!(text, "{newline}  {},{} = tile {}", cell.coords.x, cell.coords.y, cell.tile).ok()?;
                if (cell.atlas_x, cell.atlas_y) != (0, 0) {
                    write!(text, ":{},{}", cell.atlas_x, cell.atlas_y).ok()?;
                }
                let turned = [(cell.flip_h, 'h'), (cell.flip_v, 'v'), (cell.transpose, 't')];
                if turned.iter().any(|(set, _)| *set) {
                    let letters: String =
                        turned.iter().filter(|(set, _)| *set).map(|(_, letter)| *letter).collect();
                    write!(text, " {letters}").ok()?;
                }
            }
        }
    }
    Some(text)
}
