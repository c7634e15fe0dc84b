//! The one road by which files are changed: read, decode, change, plan, prove, write.

use std::cell::LazyCell;
use std::path::PathBuf;
use std::sync::Arc;

use super::{Input, LayerFilter, Opened, open};
use crate::Source;
use crate::batch::{self, Stamp};
use crate::op::{Layer, LazyTileSet, Note, Refusal};
use crate::project::{Geometry, Projects, TileSetInfo, TileSetOf};
use crate::report::{self, FileOutcome, LayerOutcome, Status, Trouble};
use crate::rewrite::{Plan, Target};
use crate::syntax::Document;
use crate::tile::{Counts, Damage, LayerKind, LayerSite, Records, codec, find, holds};

/// What to do with the outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Write it.
    Write,
    /// Say whether anything would change.
    Check,
    /// Show what would change.
    Diff,
}

/// Where the outcome goes, if not in place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Output {
    /// Another file.
    File(PathBuf),
    /// Standard output.
    Stdout,
}

/// What all commands that change files share.
#[derive(Debug)]
pub struct ChangeOptions {
    /// Write, check or show.
    pub mode: Mode,
    /// `-o`.
    pub output: Option<Output>,
    /// `--layer`.
    pub filter: LayerFilter,
    /// `--shape`: what holds for layers whose TileSet cannot be read.
    pub shape: Option<Geometry>,
    /// Where TileSets and base scenes are looked up.
    pub projects: Projects,
}

/// What a change did to the layers.
pub(super) struct Applied {
    pub notes: Vec<Note>,
    pub whole_file: bool,
    /// Whether a layer with as many records as before may still be another one.
    pub reorders: bool,
    /// What each layer held before and holds now, if the change has counted that anyway.
    pub counts: Option<Vec<(Counts, Counts)>>,
}

/// A change to the layers of one file.
pub(super) trait Change {
    fn apply(&self, layers: &mut [Layer<'_>]) -> Result<Applied, Refusal>;

    /// Whether [`Applied::counts`] will be there.
    fn counts_itself(&self) -> bool {
        false
    }

    /// Whether damage of this kind is mended by the change, not refused.
    fn repairs(&self, _: &Damage) -> bool {
        false
    }

    fn concerns_patterns(&self) -> bool {
        true
    }

    /// Whether Godot 3 data, which is read only, stands against the change, or is just left alone.
    fn refuses_old(&self) -> bool {
        true
    }
}

/// Changes one file.
pub(super) fn change_file(input: &Input, options: &ChangeOptions, change: &dyn Change) -> FileOutcome {
    let path = input.name();
    let opened = match open(input) {
        Ok(opened) => opened,
        Err(trouble) => return FileOutcome::failed(path, vec![trouble]),
    };
    if !opened.is_writable() {
        return FileOutcome::failed(path, opened.troubles);
    }
    let Opened { document, stamp, troubles, .. } = opened;
    let source = document.source().clone();
    let outcome = plan_change(input, &document, options, change).and_then(|(outcome, plan)| {
        // The spans are not needed any more, and the new text is about to have its own.
        drop(document);
        finish(input, &source, stamp.as_ref(), options, plan)?;
        Ok(outcome)
    });
    match outcome {
        Ok(outcome) => FileOutcome { troubles, ..outcome },
        Err(trouble) => FileOutcome::failed(path, vec![*trouble]),
    }
}

/// A layer before it was changed.
struct Before {
    site: LayerSite,
    spelling: crate::tile::Spelling,
    bytes: usize,
    records: usize,
    repaired: bool,
    /// Bytes behind the last whole record.
    trailing: usize,
}

/// All that is done before anything is written.
fn plan_change(
    input: &Input,
    document: &Document,
    options: &ChangeOptions,
    change: &dyn Change,
) -> Result<(FileOutcome, Plan), Box<Trouble>> {
    let name = document.source().name();
    let refused = |refusal: Refusal| Box::new(Trouble::new(name, refusal.message, refusal.help));
    let sites = find(document)
        .map_err(|error| Box::new(Trouble::new(name, error.to_string(), None).at(document, error.span)))?;
    let mut before = Vec::new();
    let mut layers = Vec::new();
    let mut left = Vec::new();
    for site in sites.into_iter().filter(|site| options.filter.matches(site)) {
        let pattern = matches!(site.kind, LayerKind::Pattern { .. });
        if site.property.is_none() || (pattern && !change.concerns_patterns()) {
            let why = if pattern { "a pattern has no place on a map" } else { "it has no cells" };
            left.push(format!("layer {}: left alone, {why}", site.label()));
            continue;
        }
        let read_only = site.is_old() || site.kind == LayerKind::BareTileMap;
        if read_only && !change.refuses_old() {
            left.push(format!("layer {}: left alone, Godot 3 data can only be read", site.label()));
            continue;
        }
        let (known, layer) = read_layer(input, document, site, options, change)?;
        before.push(known);
        layers.push(layer);
    }
    let count = |layers: &[Layer<'_>]| -> Vec<Counts> {
        layers.iter().map(|layer| Counts::of(&layer.cells)).collect()
    };
    let counts = if change.counts_itself() { Vec::new() } else { count(&layers) };
    let applied = change.apply(&mut layers).map_err(refused)?;
    let counts = match applied.counts {
        Some(counts) => counts,
        None => counts.into_iter().zip(count(&layers)).collect(),
    };
    let mut notes = applied.notes;
    let mut outcomes = Vec::new();
    let mut targets = Vec::new();
    let mut cell_diffs = String::new();
    for ((known, layer), counts) in before.iter().zip(layers).zip(counts) {
        let changed = known.repaired
            || layer.spelling != known.spelling
            || layer.cells.len() != known.records
            || (applied.reorders && !is_unchanged(document, &known.site, &layer));
        let outcome = layer_outcome(known, &layer, counts, changed);
        if known.repaired && known.trailing > 0 {
            let bytes =
                if known.trailing == 1 { "1 byte".into() } else { format!("{} bytes", known.trailing) };
            notes.push(format!("layer {}: {bytes} behind the last whole record dropped", layer.label));
        }
        if changed && options.mode == Mode::Diff {
            show_cells(&mut cell_diffs, document, known, &layer, &outcome);
        }
        outcomes.push(outcome);
        targets.push(Target { site: &known.site, before: known.spelling.clone(), layer, changed });
    }
    let plan = Plan::new(document, targets, applied.whole_file).map_err(refused)?;
    let status = if plan.edits.is_empty() { Status::Unchanged } else { Status::Changed };
    let diff = (options.mode == Mode::Diff && status == Status::Changed)
        .then(|| report::text_diff(document.source(), &plan.edits) + &cell_diffs);
    let (path, troubles) = (name.to_owned(), Vec::new());
    Ok((FileOutcome { path, status, troubles, layers: outcomes, notes, left, diff }, plan))
}

fn read_layer<'a>(
    input: &'a Input,
    document: &'a Document,
    site: LayerSite,
    options: &'a ChangeOptions,
    change: &dyn Change,
) -> Result<(Before, Layer<'a>), Box<Trouble>> {
    let label = site.label();
    let stop = |message: String, help: &str| {
        let trouble = Trouble::new(document.source().name(), message, Some(help.to_owned()));
        let span = site.property.map(|property| property.value).unwrap_or_default();
        Box::new(trouble.at(document, span))
    };
    let decoded = site.decode(document);
    if let Some(damage) = decoded.damage.iter().find(|damage| !change.repairs(damage)) {
        return Err(stop(format!("layer {label}: {damage}"), report::damage_help(damage)));
    }
    let Records::Cells(cells) = decoded.records else {
        return Err(stop(
            format!("layer {label}: the cells are those of Godot 3, which can be read but not changed"),
            "choose other layers with --layer",
        ));
    };
    let pattern = matches!(site.kind, LayerKind::Pattern { .. });
    let known = Before {
        bytes: buffer_len(cells.len(), decoded.spelling.is_ints()) + decoded.trailing,
        records: cells.len(),
        spelling: decoded.spelling.clone(),
        repaired: !decoded.damage.is_empty(),
        trailing: decoded.trailing,
        site,
    };
    let tile_set = lazy_tile_set(input, document, known.site.clone(), options);
    Ok((known, Layer { label, cells, spelling: decoded.spelling, pattern, tile_set }))
}

/// What the user says of the shape holds where the TileSet does not say otherwise.
fn lazy_tile_set<'a>(
    input: &'a Input,
    document: &'a Document,
    site: LayerSite,
    options: &'a ChangeOptions,
) -> LazyTileSet<'a> {
    LazyCell::new(Box::new(move || {
        let found = options.projects.of(input.place()).tile_set(document, &site);
        match (found, options.shape) {
            (TileSetOf::Unreadable(_) | TileSetOf::None, Some(geometry)) => {
                TileSetOf::Found(Arc::new(TileSetInfo { geometry, ..TileSetInfo::default() }))
            }
            (found, _) => found,
        }
    }))
}

fn is_unchanged(document: &Document, site: &LayerSite, layer: &Layer<'_>) -> bool {
    site.property.is_some_and(|property| holds(document, &site.kind, &property, &layer.cells))
}

fn buffer_len(records: usize, ints: bool) -> usize {
    if ints { records * codec::record::LEN } else { codec::layer::encoded_len(records) }
}

fn layer_outcome(
    before: &Before,
    layer: &Layer<'_>,
    (old, new): (Counts, Counts),
    changed: bool,
) -> LayerOutcome {
    let bytes = if changed { buffer_len(layer.cells.len(), layer.spelling.is_ints()) } else { before.bytes };
    let less = |before: usize, after: usize| before as i64 - after as i64;
    LayerOutcome {
        node: before.site.node.clone(),
        layer: match before.site.kind {
            LayerKind::TileMap { index, .. } => Some(index),
            _ => None,
        },
        resource: match &before.site.kind {
            LayerKind::Pattern { id } => Some(id.clone()),
            _ => None,
        },
        removed_tombstones: less(old.tombstones, new.tombstones),
        removed_duplicates: less(old.duplicates, new.duplicates),
        removed_bytes: less(before.bytes, bytes),
        cells: new.cells,
        changed,
    }
}

fn show_cells(
    out: &mut String,
    document: &Document,
    before: &Before,
    layer: &Layer<'_>,
    outcome: &LayerOutcome,
) {
    let old = before.site.decode(document);
    let trailing = if before.repaired { old.trailing } else { 0 };
    let old = old.resolve();
    let new = crate::tile::Resolved::new(layer.cells.clone());
    let changes = report::cell_changes(&old.cells, &new.cells);
    let gone = report::Gone {
        tombstones: outcome.removed_tombstones,
        duplicates: outcome.removed_duplicates,
        bytes: trailing,
    };
    report::push_cell_changes(out, &layer.label, &changes, &gone);
}

/// Proves and writes, or only proves.
pub(super) fn finish(
    input: &Input,
    source: &Source,
    stamp: Option<&Stamp>,
    options: &ChangeOptions,
    mut plan: Plan,
) -> Result<(), Box<Trouble>> {
    let edits = std::mem::take(&mut plan.edits);
    finish_edits(input, source, stamp, options, edits, |after| plan.prove(after))
}

/// Proves and writes edits that somebody else planned, or only proves.
pub(super) fn finish_edits(
    input: &Input,
    source: &Source,
    stamp: Option<&Stamp>,
    options: &ChangeOptions,
    edits: crate::EditList,
    prove: impl Fn(&Source) -> Result<(), String>,
) -> Result<(), Box<Trouble>> {
    let output = match (&options.output, stamp, input) {
        _ if options.mode != Mode::Write && edits.is_empty() => return Ok(()),
        _ if options.mode != Mode::Write => {
            return batch::preview(source, edits, prove).map(drop).map_err(failed);
        }
        (Some(Output::File(path)), ..) => batch::Output::File(path),
        (None, Some(stamp), Input::File(path)) => {
            return batch::replace(path, source, stamp, edits, prove).map(drop).map_err(failed);
        }
        _ => batch::Output::Stdout,
    };
    batch::write_out(output, source, edits, prove).map_err(failed)
}

fn failed(error: batch::FileError) -> Box<Trouble> {
    Box::new(Trouble::of_file_error(&error))
}
