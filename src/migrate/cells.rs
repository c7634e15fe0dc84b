//! The cells of a drafted map, scene by scene, in whatever format they are.

use super::buffer::{self, Buffer, Stuck};
use super::draft::{Draft, LevelDraft, Workshop};
use super::finding::{Finding, Weight};
use super::keys::Keys;
use super::world::{Level, Map, World};
use crate::scene::Scene;
use crate::source::Span;
use crate::syntax::{ReferenceKind, Value};
use crate::tile::{LayerKind, LayerSite};

impl Workshop<'_> {
    /// The format in which a level's buffers are read.
    fn format(&self, draft: &Draft<'_>, place: usize, site: &LayerSite) -> i64 {
        let mut at = place;
        if !draft.levels[at].keys.format.is_empty() || draft.map.levels[at].base.is_none() {
            return site.format;
        }
        while let Some(base) = draft.map.levels[at].base {
            at = base;
            let level = &draft.map.levels[at];
            if let Some(property) = draft.levels[at].keys.format.last() {
                let value = Value::parse(level.document.source().bytes(), property.value);
                return value.ok().and_then(|value| value.as_int()).unwrap_or(2);
            }
        }
        site.format
    }

    /// Reads the buffers of a level; what stands in the way is a refusal.
    pub fn read_buffers(&mut self, draft: &mut Draft<'_>, place: usize) {
        let level = &draft.map.levels[place];
        let sites = match self.sites(level) {
            Ok(sites) => sites,
            Err(error) => {
                let finding = Finding::new(
                    Weight::Refusal,
                    "layer-index",
                    &level.scene,
                    error.to_string(),
                    "correct the index: layers are counted from 0",
                );
                draft.refusals.push(finding.at(&level.document, error.span).on(&level.node));
                return;
            }
        };
        let tile_set = self.tile_set(draft.map, &draft.levels, place);
        for site in sites {
            let (index, bare) = match &site.kind {
                LayerKind::TileMap { index, .. } => (*index, false),
                LayerKind::BareTileMap => (0, true),
                _ => continue,
            };
            let Some(property) = site.property else { continue };
            let here = |weight, code, message: String, help: String| {
                Finding::new(weight, code, &level.scene, message, help)
                    .at(&level.document, property.value)
                    .on(&level.node)
            };
            let format = self.format(draft, place, &site);
            let mapping = self.options.mapping.as_ref();
            match buffer::read(&level.document, &site, format, mapping, tile_set.as_deref()) {
                Ok(buffer) => {
                    if buffer.erased > 0 {
                        draft.findings.push(here(
                            Weight::Note,
                            "erased",
                            format!("{} cells go, as the mapping says", buffer.erased),
                            "nothing to do".into(),
                        ));
                    }
                    if let Some(cut) = &buffer.cut {
                        draft.findings.push(here(
                            Weight::Warning,
                            "cut-numbers",
                            format!("layer {index}: {cut}"),
                            "look at the map: it shows what the engine showed".into(),
                        ));
                    }
                    if bare && format >= 2 {
                        draft.findings.push(here(
                            Weight::Note,
                            "bare-data",
                            "`tile_data` without a layer, which the engine drops since 4.3, becomes layer 0"
                                .into(),
                            "look at the map: the engine showed nothing of it".into(),
                        ));
                    }
                    draft.warn_of_high_alternatives(self.version, place, index, &buffer, property.value);
                    draft.levels[place].old |= format < 2;
                    draft.levels[place].buffers.insert(index, buffer);
                }
                Err(Stuck::Damaged(reason)) => draft.refusals.push(here(
                    Weight::Refusal,
                    "damaged",
                    format!("layer {index}: {reason}"),
                    "restore the value from version control; `tilewright decode` shows what can be read"
                        .into(),
                )),
                Err(Stuck::Old { cells, reason }) => {
                    let world = self.world;
                    let name = |id| tile_name(world, level, &draft.levels[place].keys, id);
                    self.old_tiles.add(tile_set.as_deref(), &cells, name);
                    let mut ids: Vec<u32> = cells.iter().map(|cell| cell.tile).collect();
                    ids.sort_unstable();
                    ids.dedup();
                    let (message, help) = match reason.as_str() {
                        "" => (
                            format!(
                                "the {} cells are those of Godot 3 ({} tile ids), which no engine since 4.3 reads; \
                                 what the tiles are today the file does not say",
                                cells.len(),
                                ids.len()
                            ),
                            "write a mapping with --write-mapping FILE, fill it in, and give it with --tiles FILE",
                        ),
                        reason => (reason.to_owned(), "complete the file of --tiles"),
                    };
                    draft.refusals.push(here(Weight::Refusal, "godot3", message, help.into()));
                }
            }
        }
    }

    /// The TileSet of a level, by the `res://` path that a mapping calls it.
    pub fn tile_set(&self, map: &Map, levels: &[LevelDraft], place: usize) -> Option<String> {
        let mut at = Some(place);
        while let Some(level) = at {
            let Level { document, scene, base, .. } = &map.levels[level];
            if let Some(line) = levels[level].keys.setting("tile_set") {
                let view = Scene::new(document);
                let resource = view.property_resource(&line.property)?;
                if resource.kind == ReferenceKind::Internal {
                    return Some(format!("{}::{}", self.world.project.show(scene), resource.id));
                }
                let external = view.external_of(&resource)?;
                let path = self.world.project.resolve(scene, &external);
                return Some(path.map_or(external.path, |path| self.world.project.show(&path)));
            }
            at = *base;
        }
        None
    }
}

/// The name that a TileSet of Godot 3 gives to a tile, if it can be read.
fn tile_name(world: &World, level: &Level, keys: &Keys, id: u32) -> Option<String> {
    let scene = Scene::new(&level.document);
    let external = scene.external_of(&scene.property_resource(&keys.setting("tile_set")?.property)?)?;
    let path = world.project.resolve(&level.scene, &external).ok()?;
    let document = world.project.document(&path).ok()?;
    let key = format!("{id}/name");
    let property = document.sections().find_map(|section| section.property(&key).copied())?;
    Some(document.string(property.value).into_owned())
}

/// How many cells of a layer are told one by one.
const TOLD_CELLS: usize = 100;

impl Draft<'_> {
    /// In 4.0 and 4.1 an alternative had sixteen bits; 4.2 took the upper ones for flips.
    fn warn_of_high_alternatives(
        &mut self,
        version: Option<(u32, u32)>,
        place: usize,
        index: u32,
        buffer: &Buffer,
        span: Span,
    ) {
        if !version.is_some_and(|version| ((4, 0)..(4, 2)).contains(&version)) {
            return;
        }
        let level = &self.map.levels[place];
        let high = buffer.cells.iter().filter(|cell| cell.alternative > crate::tile::MAX_ALTERNATIVE);
        let count = high.clone().count();
        let tell = |message: String| {
            Finding::new(
                Weight::Warning,
                "high-alternative",
                &level.scene,
                message,
                "if it was an alternative of 4.0 or 4.1: give that tile an id below 4096 in the TileSet and paint the \
                 cell again; if the project was saved by 4.2 or later, it is a flip, and nothing is to do",
            )
            .at(&level.document, span)
            .on(&level.node)
        };
        for cell in high.take(TOLD_CELLS) {
            let turned = cell.transform().to_string();
            self.findings.push(tell(format!(
                "layer {index}, cell {},{}: alternative {} in a project of {}, which 4.2 and later read as alternative \
                 {} with the transform `{turned}`",
                cell.x,
                cell.y,
                cell.alternative,
                version.map_or(String::new(), |(major, minor)| format!("{major}.{minor}")),
                cell.alternative_id(),
            )));
        }
        if count > TOLD_CELLS {
            let more = count - TOLD_CELLS;
            self.findings
                .push(tell(format!("layer {index}: {more} more cells with an alternative above 4095")));
        }
    }
}
