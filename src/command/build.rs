//! `build`: cells from outside become a buffer, or go into a scene.

use super::change::{ChangeOptions, finish};
use std::path::Path;

use super::{Input, open};
use crate::op::Refusal;
use crate::report::{FileOutcome, LayerOutcome, Status, Trouble};
use crate::rewrite::{Plan, Target};
use crate::scene::node_path;
use crate::syntax::{Document, SectionKind, SectionView};
use crate::tile::{
    Cell, Counts, Encoding, LayerKind, LayerSite, Records, Spelling, codec, collapse, find, text,
};

/// What the buffer becomes outside a scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BufferForm {
    /// `tile_map_data = PackedByteArray(…)`
    Line,
    /// `PackedByteArray(…)`
    Array,
    /// Digits.
    Base64,
    /// Digits.
    Hex,
    /// Bytes.
    Raw,
}

/// The longest buffer, in bytes, that the engine writes as numbers.
const DECIMAL_LIMIT: usize = 64;

/// The records as a buffer in one of its forms. `encoding` chooses between numbers and base64 where the form leaves the
/// choice; else the engine's rule holds: numbers to 64 bytes.
pub fn buffer_text(records: &[Cell], form: BufferForm, encoding: Option<Encoding>) -> Vec<u8> {
    let bytes = || codec::layer::encode(records);
    let value = || {
        text::write_layer(
            records,
            &Spelling::engine("PackedByteArray", encoding.unwrap_or(fitting(records))),
            "\n",
        )
    };
    let line = |mut text: Vec<u8>| {
        text.push(b'\n');
        text
    };
    match form {
        BufferForm::Line => line([b"tile_map_data = ", value().as_slice()].concat()),
        BufferForm::Array => line(value()),
        BufferForm::Base64 => line(text::encode_base64_bytes(&bytes()).into_bytes()),
        BufferForm::Hex => line(crate::exchange::hex::encode(&bytes()).into_bytes()),
        BufferForm::Raw => bytes(),
    }
}

fn fitting(records: &[Cell]) -> Encoding {
    if codec::layer::encoded_len(records.len()) > DECIMAL_LIMIT {
        Encoding::Base64
    } else {
        Encoding::Decimal
    }
}

/// What goes into a scene.
#[derive(Debug)]
pub struct BuildInto<'b> {
    /// The records, in order; a tombstone erases.
    pub records: &'b [Cell],
    /// Paint over what is there, instead of replacing it.
    pub append: bool,
    /// How to spell a value that is not there yet, or is empty.
    pub encoding: Option<Encoding>,
}

/// Puts cells into the one layer of a scene that the filter chooses.
pub fn build_into(input: &Input, build: &BuildInto<'_>, options: &ChangeOptions) -> FileOutcome {
    let opened = match open(input) {
        Ok(opened) => opened,
        Err(trouble) => return FileOutcome::failed(input.name(), vec![trouble]),
    };
    if !opened.is_writable() {
        return FileOutcome::failed(input.name(), opened.troubles);
    }
    let document = &opened.document;
    let name = document.source().name();
    let fail = |message: String, help: &str| {
        FileOutcome::failed(input.name(), vec![Trouble::new(name, message, Some(help.to_owned()))])
    };
    let mut sites = match find(document) {
        Ok(sites) => sites,
        Err(error) => return fail(error.to_string(), "the file looks damaged"),
    };
    sites.extend(bare_overrides(document, &sites, options));
    let labels: Vec<String> = sites.iter().map(LayerSite::label).collect();
    let mut chosen = sites.iter().filter(|site| options.filter.matches(site));
    let site = match (chosen.next(), chosen.next()) {
        (Some(site), None) => site,
        (None, _) => {
            return fail(
                "no layer of this name".into(),
                &format!("the layers of this scene are: {}", list(&labels)),
            );
        }
        (Some(_), Some(_)) => {
            return fail(
                "more than one layer of this name".into(),
                "name one, `Map#0` for a layer of a TileMap",
            );
        }
    };
    let label = site.label();
    if site.is_old() || matches!(site.kind, LayerKind::Pattern { .. } | LayerKind::BareTileMap) {
        return fail(
            format!("layer {label}: the data of Godot 3 can be read but not written"),
            "choose another layer",
        );
    }
    let shows_base = site.property.is_none() && site.is_override(document);
    if build.append && shows_base {
        return fail(
            format!(
                "{label}: its cells are those of the scene that it comes from, and cannot be painted over here"
            ),
            "build into that scene, or without --append",
        );
    }
    let decoded = site.decode(document);
    if build.append
        && let Some(damage) = decoded.damage.first()
    {
        return fail(format!("layer {label}: {damage}"), "mend it first, or build without --append");
    }
    let Records::Cells(old) = decoded.records else {
        return fail(
            format!("layer {label}: the data of Godot 3 can be read but not written"),
            "choose another layer",
        );
    };
    let records = if build.append { painted_over(&old, build.records) } else { build.records.to_vec() };
    let spelling = spelling(document, &decoded.spelling, build.encoding, &records);
    let (before, after) = (Counts::of(&old), Counts::of(&records));
    let changed = old != records || !decoded.damage.is_empty() || shows_base;
    let layer_outcome = LayerOutcome {
        node: site.node.clone(),
        layer: match site.kind {
            LayerKind::TileMap { index, .. } => Some(index),
            _ => None,
        },
        removed_tombstones: before.tombstones as i64 - after.tombstones as i64,
        removed_duplicates: before.duplicates as i64 - after.duplicates as i64,
        removed_bytes: 12 * (old.len() as i64 - records.len() as i64),
        cells: after.cells,
        changed,
        ..LayerOutcome::default()
    };
    let mut cell_diff = String::new();
    if changed && options.mode == super::Mode::Diff {
        let resolve = |records: &[Cell]| crate::tile::Resolved::new(records.to_vec()).cells;
        let changes = crate::report::cell_changes(&resolve(&old), &resolve(&records));
        crate::report::push_cell_changes(&mut cell_diff, &label, &changes, &crate::report::Gone::default());
    }
    let layer = crate::op::Layer {
        label,
        cells: records,
        spelling,
        pattern: false,
        tile_set: std::cell::LazyCell::new(Box::new(|| crate::project::TileSetOf::None)),
    };
    let target = Target { site, before: decoded.spelling, layer, changed };
    let outcome = Plan::new(document, vec![target], false)
        .map_err(|Refusal { message, help }| Box::new(Trouble::new(name, message, help)));
    let mut done = FileOutcome {
        path: input.name(),
        status: Status::Unchanged,
        troubles: opened.troubles.clone(),
        layers: vec![layer_outcome],
        notes: Vec::new(),
        left: Vec::new(),
        diff: None,
    };
    let outcome = outcome.and_then(|plan| {
        if !plan.edits.is_empty() {
            done.status = Status::Changed;
        }
        if options.mode == super::Mode::Diff && !plan.edits.is_empty() {
            done.diff = Some(crate::report::text_diff(document.source(), &plan.edits) + &cell_diff);
        }
        finish(input, document.source(), opened.stamp.as_ref(), options, plan)
    });
    match outcome {
        Ok(()) => done,
        Err(trouble) => FileOutcome::failed(input.name(), vec![*trouble]),
    }
}

/// The layers that override something else than their cells: only what they override says that they are layers.
fn bare_overrides(document: &Document, known: &[LayerSite], options: &ChangeOptions) -> Vec<LayerSite> {
    let project = options.projects.of(Path::new(document.source().name()));
    let is_new = |section: &SectionView<'_>| {
        section.kind() == SectionKind::Node
            && section.field("type").is_none()
            && options.filter.matches_node(&node_path(*section))
            && known.iter().all(|site| site.section != section.index())
    };
    document
        .sections()
        .filter(is_new)
        .filter(|section| {
            matches!(project.node_class(document, *section), Ok(Some(class)) if class == "TileMapLayer")
        })
        .map(|section| LayerSite {
            node: Some(node_path(section)),
            kind: LayerKind::TileMapLayer,
            section: section.index(),
            property: None,
            format: 0,
        })
        .collect()
}

fn list(labels: &[String]) -> String {
    if labels.is_empty() { "none".to_owned() } else { labels.join(", ") }
}

/// What is there, painted over: a new value at the old place, new coordinates behind, erased ones gone.
fn painted_over(old: &[Cell], new: &[Cell]) -> Vec<Cell> {
    let erased: std::collections::HashSet<_> =
        crate::tile::Resolved::new(new.to_vec()).tombstones.into_iter().collect();
    let mut records = [old, new].concat();
    collapse(&mut records);
    records.retain(|cell| !(cell.is_tombstone() && erased.contains(&cell.coords())));
    records
}

/// As the value is spelled now; a value that is not there yet, as the engine would spell it in this file.
fn spelling(document: &Document, now: &Spelling, asked: Option<Encoding>, records: &[Cell]) -> Spelling {
    if now.is_ints() {
        return now.clone();
    }
    let engine = |encoding| Spelling::engine("PackedByteArray", encoding);
    match (asked, now.encoding) {
        (Some(encoding), _) if encoding != now.encoding => engine(encoding),
        (_, Encoding::Empty) if crate::tile::header_format(document) == Some(4) => engine(Encoding::Base64),
        (_, Encoding::Empty) => engine(fitting(records)),
        _ => now.clone(),
    }
}
