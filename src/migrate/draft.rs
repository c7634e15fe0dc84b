//! One map, level by level: what its layers are, what they will be called and hold, and what stands against the move.

use std::collections::HashMap;
use std::path::PathBuf;

use super::buffer::Buffer;
use super::extends::{Extends, Scripts, fits_node2d};
use super::finding::{Finding, Weight};
use super::keys::Keys;
use super::mapping::OldTiles;
use super::names::{LayerNames, free, sanitised};
use super::options::{Options, Shape};
use super::table::{Default as Plain, layer_default};
use super::world::{Child, Level, Map, World};
use crate::source::Span;
use crate::tile::{LayerIndexTooLarge, LayerSite, find, header_format};

/// What one scene says of a map.
#[derive(Clone, Debug)]
pub(super) struct LevelDraft {
    pub keys: Keys,
    /// Of all layers that the map has in this scene, those of its base first.
    pub names: Vec<String>,
    /// How many of them the base has.
    pub first: usize,
    pub ids: Vec<Option<u32>>,
    pub buffers: HashMap<u32, Buffer>,
    /// Whether the cells were those of Godot 3, so that its other settings count too.
    pub old: bool,
}

/// A map about to be moved.
pub(super) struct Draft<'w> {
    pub map: &'w Map,
    pub number: usize,
    pub levels: Vec<LevelDraft>,
    /// A TileMap that the editor's action has emptied already.
    pub husk: bool,
    /// Why it stays as it is.
    pub refusals: Vec<Finding>,
    /// What is to be told if it is moved.
    pub findings: Vec<Finding>,
    pub has_script: bool,
}

/// What all drafts are made from.
pub(super) struct Workshop<'w> {
    pub world: &'w World,
    pub options: &'w Options,
    pub children: HashMap<usize, Vec<Child>>,
    pub version: Option<(u32, u32)>,
    scripts: Scripts<'w>,
    sites: HashMap<PathBuf, Result<Vec<LayerSite>, LayerIndexTooLarge>>,
    pub old_tiles: OldTiles,
}

impl<'w> Workshop<'w> {
    pub fn new(world: &'w World, options: &'w Options) -> Self {
        Workshop {
            world,
            options,
            children: world.children(),
            version: world.project.engine_version(),
            scripts: Scripts::new(&world.project),
            sites: HashMap::new(),
            old_tiles: OldTiles::default(),
        }
    }

    /// The layers of a level, as they are found in its file.
    pub fn sites(&mut self, level: &Level) -> Result<Vec<LayerSite>, LayerIndexTooLarge> {
        let all = self.sites.entry(level.scene.clone()).or_insert_with(|| find(&level.document));
        let own = |sites: &Vec<LayerSite>| {
            sites.iter().filter(|site| site.section == level.section).cloned().collect()
        };
        all.as_ref().map(own).map_err(|error| *error)
    }

    /// Drafts the move of a map.
    pub fn draft(&mut self, number: usize) -> Draft<'w> {
        let world = self.world;
        let map = &world.maps[number];
        let mut draft = Draft {
            map,
            number,
            levels: Vec::new(),
            husk: false,
            refusals: Vec::new(),
            findings: Vec::new(),
            has_script: false,
        };
        let children = self.children.get(&number).cloned().unwrap_or_default();
        let taken: Vec<&str> = children.iter().map(|child| child.name.as_str()).collect();
        for (place, level) in map.levels.iter().enumerate() {
            let base = level.base.map(|base| draft.levels[base].names.clone());
            let first = base.as_ref().map_or(0, Vec::len);
            let mut names = base.map_or_else(LayerNames::new, LayerNames::from);
            let keys = Keys::read(&level.document, level.view(), &mut names, first);
            let mut names = names.into_vec();
            if place == 0 && is_husk(level, &keys, &children) {
                draft.husk = true;
                names.clear();
            }
            self.give_way(&mut draft, level, &keys, &mut names, first, &taken);
            let ids = vec![None; names.len()];
            draft.levels.push(LevelDraft { keys, names, first, ids, buffers: HashMap::new(), old: false });
            self.check_keys(&mut draft, place);
            self.check_script(&mut draft, place);
            self.read_buffers(&mut draft, place);
        }
        if self.options.shape == Shape::InPlace {
            super::in_place::check(&mut draft, &children);
        }
        draft
    }

    /// Names that children bear already, or that the engine would take from a child on the next load, are not for
    /// layers; every name that is not what the file says is told.
    fn give_way(
        &self,
        draft: &mut Draft<'_>,
        level: &Level,
        keys: &Keys,
        names: &mut [String],
        first: usize,
        taken: &[&str],
    ) {
        if self.options.shape == Shape::InPlace {
            return;
        }
        for index in first..names.len() {
            let internal = self.options.shape == Shape::Editor && names[index] == "Layer0";
            let clash = taken.contains(&names[index].as_str());
            if internal || clash {
                let is_taken =
                    |attempt: &str| taken.contains(&attempt) || names.iter().any(|other| other == attempt);
                let wanted = if internal { "Layer0_".to_owned() } else { names[index].clone() };
                names[index] = free(&wanted, is_taken);
            }
            let line = keys.layer(index as u32, "name");
            let said = line.map(|line| level.document.string(line.value).into_owned());
            let said = said.filter(|said| !said.is_empty()).unwrap_or_else(|| format!("Layer{index}"));
            if said == names[index] {
                continue;
            }
            let why = match () {
                () if internal => "the TileMap that stays makes a `Layer0` of its own on every load",
                () if clash => "a child of the node bears that name",
                () if sanitised(&said) != said => "a node's name cannot hold `. : @ / \" %`",
                () => "another layer bears that name",
            };
            let span = line.map_or(level.view().tag(), |line| line.value);
            draft.findings.push(
                Finding::new(
                    Weight::Note,
                    "renamed",
                    &level.scene,
                    format!("layer {index}, `{said}`, becomes the node `{}`: {why}", names[index]),
                    "use this name in scripts",
                )
                .at(&level.document, span)
                .on(&level.node),
            );
        }
    }

    fn check_keys(&self, draft: &mut Draft<'_>, place: usize) {
        let level = &draft.map.levels[place];
        let document = &*level.document;
        let here = |weight, code, message: String, help: &str, span: Span| {
            Finding::new(weight, code, &level.scene, message, help).at(document, span).on(&level.node)
        };
        let own = &draft.levels[place];
        let (mut refusals, mut findings) = (Vec::new(), Vec::new());
        for line in &own.keys.layers {
            if !matches!(line.what.as_str(), "name" | "tile_data") && layer_default(&line.what).is_none() {
                refusals.push(here(
                    Weight::Refusal,
                    "unknown-property",
                    format!("`layer_{}/{}` is no property of a TileMap's layer", line.index, line.what),
                    "remove the line, or correct its name; the engine ignores it as it stands",
                    line.property.key,
                ));
            }
            if line.what == "name" && (line.index as usize) < own.first {
                let said = document.string(line.property.value);
                let name = &own.names[line.index as usize];
                if said != *name && !said.is_empty() {
                    findings.push(here(
                        Weight::Warning,
                        "name-override",
                        format!(
                            "this scene calls layer {} `{said}`; the node comes from another scene, where it is `{name}`",
                            line.index
                        ),
                        "nodes of an instance cannot be renamed: use the name of the base scene",
                        line.property.value,
                    ));
                }
            }
        }
        let first_of = |index: usize| {
            own.keys.layers.iter().any(|line| line.index as usize == index)
                || index == 0
                || own.keys.layers.iter().all(|line| (line.index as usize) < index)
        };
        for index in own.first..own.names.len() {
            if !first_of(index) {
                findings.push(here(
                    Weight::Note,
                    "gap",
                    format!(
                        "nothing is said of layer {index}: it becomes the empty node `{}`",
                        own.names[index]
                    ),
                    "nothing to do, unless the layer was meant to hold something",
                    level.view().tag(),
                ));
            }
        }
        if let Some(bare) = own.keys.bare.filter(|_| own.keys.layer(0, "tile_data").is_some()) {
            refusals.push(here(
                Weight::Refusal,
                "two-data",
                "the node has both `tile_data` and `layer_0/tile_data`".into(),
                "remove the one that is not meant; the engine of today reads only `layer_0/tile_data`",
                bare.key,
            ));
        }
        let old_file = header_format(document).is_some_and(|format| format < 3);
        if place == 0 && old_file && own.keys.layers.is_empty() && self.options.mapping.is_none() {
            refusals.push(here(
                Weight::Refusal,
                "godot3",
                "the scene is one of Godot 3, which knows no TileMapLayer".into(),
                "open and save the project in Godot 4 first, or say with --tiles what its tiles are there",
                level.view().tag(),
            ));
        }
        if place == 0 && !draft.husk && self.tile_set(draft.map, &draft.levels, 0).is_none() {
            findings.push(here(
                Weight::Warning,
                "no-tile-set",
                "the TileMap has no TileSet: its cells are kept, and show nothing until the layers get one"
                    .into(),
                "set `tile_set` on the new layers",
                level.view().tag(),
            ));
        }
        if place == 0
            && self.options.shape == Shape::Container
            && let Some(clip) = level.view().property("clip_children")
            && !Plain::Number(0).is(document, clip.value)
        {
            findings.push(here(
                Weight::Warning,
                "clip-children",
                "`clip_children` masks by what the node itself draws, and a Node2D draws nothing".into(),
                "move the children below the layer that shall mask them, and set it there",
                clip.key,
            ));
        }
        for (key, property) in &own.keys.old {
            if key != "cell_y_sort" {
                let value = document.source().text(property.value);
                findings.push(here(
                    Weight::Warning,
                    "godot3-setting",
                    format!("`{key} = {value}` of Godot 3 is dropped"),
                    "geometry, collision and occlusion are the TileSet's today: set them there",
                    property.key,
                ));
            }
        }
        draft.refusals.extend(refusals);
        draft.findings.extend(findings);
    }

    /// A script must fit the class that its node has afterwards.
    fn check_script(&self, draft: &mut Draft<'_>, place: usize) {
        let level = &draft.map.levels[place];
        let Some(property) = draft.levels[place].keys.script else { return };
        let fits = match self.scripts.of_property(&level.document, &property) {
            Extends::Nothing => return,
            Extends::Class { name } if fits_node2d(&name) => Ok(()),
            Extends::Class { name } => Err(format!("the node's script extends {name}")),
            Extends::Unknown(reason) => Err(format!("what the node's script extends is not known: {reason}")),
        };
        draft.has_script = true;
        if self.options.shape == Shape::Editor {
            return;
        }
        if let Err(message) = fits {
            let finding = Finding::new(
                Weight::Refusal,
                "script",
                &level.scene,
                format!(
                    "{message}, so that it cannot stay on a {}",
                    match self.options.shape {
                        Shape::InPlace => "TileMapLayer",
                        _ => "Node2D",
                    }
                ),
                "make the script extend Node2D and call the layers by name, or keep the node a TileMap with --mode editor",
            );
            draft.refusals.push(finding.at(&level.document, property.value).on(&level.node));
        }
    }
}

/// Whether the editor's action was here: a TileMap without layers, with layers below it.
fn is_husk(level: &Level, keys: &Keys, children: &[Child]) -> bool {
    let is_layer =
        |child: &Child| child.scene == level.scene && child.class.as_deref() == Some("TileMapLayer");
    keys.layers.is_empty() && keys.bare.is_none() && children.iter().any(is_layer)
}
