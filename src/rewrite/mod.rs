//! From changed layers to edits of the text, and the proof that the edits do what was promised.
//!
//! Knows tiles and documents; knows no files: reading and writing them is [`batch`](crate::batch)'s.

mod engine;
mod line;
mod prove;

pub(crate) use engine::recode_others;
pub(crate) use line::remove as remove_line;

use std::borrow::Cow;

pub(crate) use line::insert as insert_line;

use crate::edit::{Edit, EditList};
use crate::op::{Layer, Note, Operation, Refusal};
use crate::syntax::Document;
use crate::tile::{Cell, Encoding, LayerKind, LayerSite, Spelling, text};

/// The edits of one file, and what they promise.
#[derive(Debug, Default)]
pub struct Plan {
    /// What changes; empty if nothing does.
    pub edits: EditList,
    promises: Vec<Promise>,
    /// How many sections and properties the new text has.
    sections: usize,
    properties: usize,
    /// The old text, if every byte array of the file was spelled anew: then all values are compared.
    whole_file: Option<crate::Source>,
}

/// What a layer holds afterwards.
#[derive(Debug)]
struct Promise {
    section: usize,
    kind: LayerKind,
    label: String,
    cells: Vec<Cell>,
}

/// A layer to be written: where it stands, how it is spelled now, and what it shall hold.
#[derive(Debug)]
pub struct Target<'d> {
    /// Where.
    pub site: &'d LayerSite,
    /// How its text is spelled now.
    pub before: Spelling,
    /// What it shall hold, and how it shall be spelled.
    pub layer: Layer<'d>,
    /// Whether the records or the spelling differ from what stands there.
    pub changed: bool,
}

impl Plan {
    /// Plans the edits that give these layers their new contents.
    ///
    /// # Errors
    ///
    /// A [`Refusal`] where the text leaves no way.
    pub fn new(document: &Document, targets: Vec<Target<'_>>, whole_file: bool) -> Result<Plan, Refusal> {
        let mut plan = Plan {
            sections: document.sections().len(),
            properties: document.sections().map(|section| section.properties().len()).sum(),
            whole_file: whole_file.then(|| document.source().clone()),
            ..Plan::default()
        };
        let base64 = if whole_file { Some(engine::wants_base64(document, &targets)?) } else { None };
        let mut done = Vec::new();
        for mut target in targets {
            let section = target.site.section;
            if let Some(base64) = base64
                && !target.layer.spelling.is_ints()
            {
                target.layer.spelling.encoding = if base64 { Encoding::Base64 } else { Encoding::Decimal };
                target.changed = true;
            }
            done.extend(target.site.property.map(|property| property.value));
            if target.changed {
                plan.edit(document, &target)?;
            }
            let Target { site, layer, .. } = target;
            plan.promises.push(Promise {
                section,
                kind: site.kind.clone(),
                label: layer.label,
                cells: layer.cells,
            });
        }
        if let Some(base64) = base64 {
            engine::recode_others(document, base64, &done, &mut plan.edits)?;
        }
        plan.edits.retain_changes(document.source());
        Ok(plan)
    }

    fn edit(&mut self, document: &Document, target: &Target<'_>) -> Result<(), Refusal> {
        let (site, cells) = (target.site, &target.layer.cells);
        let section = document.section(site.section);
        let edit = match site.property {
            None if cells.is_empty() && !site.is_override(document) => return Ok(()),
            None => {
                self.properties += 1;
                let value = value_text(cells, &target.layer.spelling, document);
                line::insert(document, section, &property_key(&site.kind), &value)
            }
            Some(property) if cells.is_empty() && !must_stay(document, site) => {
                self.properties -= 1;
                line::remove(document, section, &property)
            }
            Some(property) => Edit {
                span: property.value,
                replacement: value_text(cells, &target.layer.spelling, document),
            },
        };
        self.edits.push(edit).map_err(|overlap| Refusal { message: overlap.to_string(), help: None })
    }

    /// Checks that a new text is what the plan promised.
    ///
    /// # Errors
    ///
    /// In words, what is not as promised.
    pub fn prove(&self, after: &crate::Source) -> Result<(), String> {
        prove::prove(self, after)
    }
}

/// Whether the engine would write the byte arrays of a file as base64, and `format=4`; `None` for files of Godot 3.
pub fn engine_writes_base64(document: &Document) -> Option<bool> {
    engine::wants_base64(document, &[]).ok()
}

/// The key that a layer's cells stand under.
pub(crate) fn property_key(kind: &LayerKind) -> Cow<'static, str> {
    match kind {
        LayerKind::TileMapLayer => "tile_map_data".into(),
        LayerKind::TileMap { index, .. } => format!("layer_{index}/tile_data").into(),
        LayerKind::BareTileMap | LayerKind::Pattern { .. } => "tile_data".into(),
    }
}

/// Whether an empty layer keeps its property, since without it something else would hold.
pub(crate) fn must_stay(document: &Document, site: &LayerSite) -> bool {
    let section = document.section(site.section);
    let key = property_key(&site.kind);
    let twice = section.properties().iter().filter(|property| document.key_is(property, &key)).count() > 1;
    let only_mention = match &site.kind {
        // The engine makes a layer of a TileMap by any of its keys; the first one is there anyway.
        LayerKind::TileMap { index, .. } if *index > 0 => {
            let indices: Vec<u32> = section
                .properties()
                .iter()
                .filter_map(|property| {
                    crate::tile::layer_key(&document.key(property)).map(|(index, _)| index)
                })
                .collect();
            let own = indices.iter().filter(|other| *other == index).count();
            own == 1 && indices.iter().all(|other| other <= index)
        }
        _ => false,
    };
    twice || only_mention || site.is_override(document) || matches!(site.kind, LayerKind::Pattern { .. })
}

/// The text of a value in its spelling.
fn value_text(cells: &[Cell], spelling: &Spelling, document: &Document) -> Vec<u8> {
    let newline = document.source().newline();
    match spelling.is_ints() {
        true => text::write_map(cells, spelling, newline),
        false => text::write_layer(cells, spelling, newline),
    }
}

/// Carries out operations on the layers of one file, in order.
///
/// # Errors
///
/// The first [`Refusal`]; the layers must be thrown away then.
pub fn operate(operations: &[Box<dyn Operation>], layers: &mut [Layer<'_>]) -> Result<Vec<Note>, Refusal> {
    let mut notes = Vec::new();
    for operation in operations {
        notes.extend(operation.apply(layers)?);
    }
    Ok(notes)
}
