//! From a draft to the changes of each file: what the node loses, and the layers that come below it.

use std::collections::{BTreeMap, HashSet};
use std::path::PathBuf;
use std::sync::Arc;

use super::draft::{Draft, LevelDraft, Workshop};
use super::externals::{Externals, carried};
use super::finding::{Finding, Weight};
use super::ids::{give_ids, has_unique_ids, parent_ids};
use super::keys::SettingLine;
use super::node::{Line, NewNode};
use super::options::{Reach, Shape};
use super::patch::Patch;
use super::table::{Container, Copied, Default as Plain, LAYER_KEYS, SETTINGS};
use super::world::{Level, nodes};
use crate::syntax::Property;

/// The patches of one map, by file.
pub(super) type Patches = BTreeMap<PathBuf, Patch>;

/// Writes the patches of a map that is to be moved.
pub(super) fn emit(
    workshop: &Workshop<'_>,
    draft: &mut Draft<'_>,
    externals: &mut Externals,
) -> Result<Patches, Box<Finding>> {
    let mut patches = Patches::new();
    give_ids(workshop, draft);
    let mut findings = Vec::new();
    for place in 0..draft.map.levels.len() {
        let level = &draft.map.levels[place];
        let mut patch = Patch::new(Arc::clone(&level.document));
        if workshop.options.shape == Shape::InPlace {
            super::in_place::emit(draft, place, &mut patch);
        } else {
            emit_container(workshop, draft, place, &mut patch);
            emit_layers(workshop, draft, place, &mut patch, externals, &mut findings)?;
            if level.base.is_some() {
                patch.drop_if_empty(level.view());
                // The engine names the ids only where the parent has no section of its own.
                if patch.dropped.is_empty() {
                    patch.nodes.iter_mut().for_each(|(_, node)| node.parent_ids.clear());
                }
            }
        }
        if patch.is_empty() {
            continue;
        }
        if level.placeholder {
            return Err(Box::new(placeholder(level)));
        }
        let merged =
            patches.entry(level.scene.clone()).or_insert_with(|| Patch::new(Arc::clone(&level.document)));
        merged.merge(patch);
    }
    draft.findings.append(&mut findings);
    Ok(patches)
}

fn placeholder(level: &Level) -> Finding {
    Finding::new(
        Weight::Refusal,
        "placeholder",
        &level.scene,
        "this is a placeholder that changes layers: they would be on nodes that are not there until a script makes them",
        "make it a plain instance (clear \"Load As Placeholder\"), or drop its `layer_…` lines",
    )
    .at(&level.document, level.view().tag())
    .on(&level.node)
}

/// The node itself: its class, and the lines that are the layers' now.
fn emit_container(workshop: &Workshop<'_>, draft: &Draft<'_>, place: usize, patch: &mut Patch) {
    let level = &draft.map.levels[place];
    let keys = &draft.levels[place].keys;
    let stays = workshop.options.shape == Shape::Editor;
    for line in &keys.layers {
        patch.remove(level.section, &line.property);
    }
    let old = keys.old.iter().map(|(_, property)| property);
    for property in keys.bare.iter().chain(old) {
        patch.remove(level.section, property);
    }
    let sorted = keys.old.iter().find(|(key, _)| key == "cell_y_sort");
    if let Some((_, sorted)) = sorted.filter(|_| draft.levels[place].old) {
        patch.add(level.section, Line::text("y_sort_enabled", level.document.source().slice(sorted.value)));
    }
    if stays {
        let is_old = |property: &&Property| !Plain::Number(2).is(&level.document, property.value);
        for property in keys.format.iter().filter(is_old) {
            patch.replace(property.value, "2");
        }
        if place == 0 && keys.format.is_empty() {
            patch.add(level.section, Line::text("format", "2"));
        }
        return;
    }
    for property in &keys.format {
        patch.remove(level.section, property);
    }
    for line in &keys.settings {
        let drops = match line.setting.container {
            Container::Keep => false,
            Container::Drop => true,
            Container::DropUnlessScript => !draft.has_script,
        };
        if drops {
            patch.remove(level.section, &line.property);
        }
    }
    if place == 0
        && let Some(class) = level.view().field("type")
    {
        patch.replace(class.value, "\"Node2D\"");
    }
}

fn emit_layers(
    workshop: &Workshop<'_>,
    draft: &Draft<'_>,
    place: usize,
    patch: &mut Patch,
    externals: &mut Externals,
    findings: &mut Vec<Finding>,
) -> Result<(), Box<Finding>> {
    let level = &draft.map.levels[place];
    let own = &draft.levels[place];
    let has_ids = has_unique_ids(&level.document);
    let mut overrides = false;
    for index in 0..own.names.len() {
        let is_new = index >= own.first;
        let lines = match is_new {
            true => new_layer(workshop, draft, place, index, patch, externals)?,
            false => changed_layer(workshop, level, own, index),
        };
        if !is_new && lines.is_empty() {
            continue;
        }
        overrides |= level.base.is_some();
        // What is written counts the layer that a TileMap makes for itself; what is read does not, and only counts for
        // new nodes.
        let internal = workshop.options.shape == Shape::Editor;
        let node = NewNode {
            name: own.names[index].clone(),
            class: is_new.then_some("TileMapLayer"),
            parent: level.node.clone(),
            parent_ids: if has_ids { parent_ids(level) } else { Vec::new() },
            index: says_index(draft, place).then_some(index + usize::from(internal && !is_new)),
            unique_id: own.ids[index].filter(|_| has_ids),
            lines,
        };
        patch.add_node(level.section, node);
    }
    let behind = workshop.children.get(&draft.number).into_iter().flatten();
    let behind: Vec<&str> =
        behind.filter(|child| is_base(draft, place, child.level)).map(|child| child.name.as_str()).collect();
    if own.names.len() > own.first && level.view().field("instance").is_some() && !behind.is_empty() {
        let message = format!(
            "{} comes before {} of the instance, as it should; but the editor does not keep that order when it saves \
             this scene, and puts it last",
            own.names[own.first..].join(", "),
            behind.join(", ")
        );
        let help = "make the layer in the instanced scene, or give those children a higher z_index";
        let finding = Finding::new(Weight::Warning, "order", &level.scene, message, help);
        findings.push(finding.at(&level.document, level.view().tag()).on(&level.node));
    }
    if overrides && let Some(instance) = owner(draft, place) {
        patch.add_editable(&instance);
    }
    Ok(())
}

/// Whether a level is one of those on which another one builds.
fn is_base(draft: &Draft<'_>, place: usize, base: usize) -> bool {
    let mut at = draft.map.levels[place].base;
    while let Some(level) = at {
        if level == base {
            return true;
        }
        at = draft.map.levels[level].base;
    }
    false
}

/// Whether the nodes of a scene say their place among their siblings: where another scene makes some of them.
fn says_index(draft: &Draft<'_>, place: usize) -> bool {
    let level = &draft.map.levels[place];
    let inherits = nodes(&level.document).next().is_some_and(|root| root.field("instance").is_some());
    level.base.is_some() || inherits
}

/// The instance, by its path in a level's scene, whose scene makes the map: the editor keeps what is changed below it
/// only if its children are editable. `None` if the map is not below an instance there.
fn owner(draft: &Draft<'_>, place: usize) -> Option<String> {
    let made = &draft.map.levels[0].node;
    let here = &draft.map.levels[place].node;
    let depth = if made == "." { 0 } else { made.split('/').count() };
    let mut parts: Vec<&str> = if here == "." { Vec::new() } else { here.split('/').collect() };
    parts.truncate(parts.len().checked_sub(depth)?);
    (!parts.is_empty()).then(|| parts.join("/"))
}

/// What a layer that another scene makes is told here.
fn changed_layer(workshop: &Workshop<'_>, level: &Level, own: &LevelDraft, index: usize) -> Vec<Line> {
    let source = level.document.source();
    let mut lines: Vec<Line> = copied_settings(workshop)
        .filter_map(|setting| own.keys.settings.iter().rev().find(|line| line.setting.to == setting))
        .map(|line| Line::text(line.setting.to, source.slice(line.property.value)))
        .collect();
    for (what, _) in LAYER_KEYS {
        if let Some(property) = own.keys.layer(index as u32, what) {
            lines.push(Line::text(what, source.slice(property.value)));
        }
    }
    // An empty buffer takes the base's cells away, so it is written too.
    if let Some(buffer) = own.buffers.get(&(index as u32)) {
        lines.push(Line::cells(buffer.cells.clone()));
    }
    lines
}

/// The settings that are copied to the layers, by their names there, each once.
fn copied_settings<'s>(workshop: &Workshop<'_>) -> impl Iterator<Item = &'static str> + use<'s> {
    let editor = workshop.options.shape == Shape::Editor;
    let mut seen = HashSet::new();
    SETTINGS
        .iter()
        .filter(move |setting| match setting.copied {
            Copied::Always => true,
            Copied::ByEditor => editor,
            Copied::ByUs => !editor,
        })
        .map(|setting| setting.to)
        .filter(move |to| seen.insert(*to))
}

/// All that a layer made here says.
fn new_layer(
    workshop: &Workshop<'_>,
    draft: &Draft<'_>,
    place: usize,
    index: usize,
    patch: &mut Patch,
    externals: &mut Externals,
) -> Result<Vec<Line>, Box<Finding>> {
    let level = &draft.map.levels[place];
    let own = &draft.levels[place];
    let source = level.document.source();
    let mut lines = vec![Line::text("use_parent_material", "true")];
    for setting in copied_settings(workshop) {
        let Some((from, line)) = effective(draft, place, setting) else { continue };
        let document = &*draft.map.levels[from].document;
        if line.setting.default.is(document, line.property.value) {
            continue;
        }
        let reaches = match workshop.options.reach {
            Reach::EveryLayer => true,
            // Settings of the base stood there before this layer came.
            Reach::AsLoaded => setting == "tile_set" || from == place && index < line.reached,
        };
        if reaches {
            let value = match from == place {
                true => source.slice(line.property.value).to_vec(),
                false => carried(workshop, draft, (from, place), line, patch, externals)?,
            };
            lines.push(Line::text(setting, value));
        }
    }
    for (what, default) in LAYER_KEYS {
        if let Some(property) = own.keys.layer(index as u32, what)
            && !default.is(&level.document, property.value)
        {
            lines.push(Line::text(what, source.slice(property.value)));
        }
    }
    let sorted = own.keys.old.iter().find(|(key, _)| key == "cell_y_sort");
    if let Some((_, sorted)) = sorted.filter(|_| own.old)
        && !Plain::False.is(&level.document, sorted.value)
    {
        lines.push(Line::text("y_sort_enabled", source.slice(sorted.value)));
    }
    if let Some(buffer) = own.buffers.get(&(index as u32)).filter(|buffer| !buffer.cells.is_empty()) {
        lines.push(Line::cells(buffer.cells.clone()));
    }
    Ok(lines)
}

/// The line that counts for a setting at a level, and the level where it stands.
fn effective<'d>(draft: &'d Draft<'_>, place: usize, to: &str) -> Option<(usize, &'d SettingLine)> {
    let mut at = Some(place);
    while let Some(level) = at {
        if let Some(line) = draft.levels[level].keys.setting(to) {
            return Some((level, line));
        }
        at = draft.map.levels[level].base;
    }
    None
}
