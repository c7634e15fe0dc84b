//! From a draft to the changes of each file: what the node loses, and the layers that come below it.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::draft::{Draft, LevelDraft, Workshop};
use super::finding::{Finding, Weight};
use super::keys::SettingLine;
use super::node::{Line, NewNode};
use super::options::{Reach, Shape};
use super::patch::{NewExternal, Patch};
use super::table::{Container, Copied, Default as Plain, LAYER_KEYS, SETTINGS};
use super::world::{Level, nodes, parent_of};
use crate::project::Project;
use crate::scene::{External, Scene, node_path};
use crate::syntax::{Document, Property, ReferenceKind, SectionView};

/// The patches of one map, by file.
pub(super) type Patches = BTreeMap<PathBuf, Patch>;

/// The references to resources of other files that a run adds, by file: the same one is added once.
#[derive(Default)]
pub(super) struct Externals {
    by_scene: HashMap<PathBuf, Vec<NewExternal>>,
}

/// Writes the patches of a map that is to be moved.
pub(super) fn emit(
    workshop: &Workshop<'_>,
    draft: &mut Draft<'_>,
    externals: &mut Externals,
) -> Result<Patches, Finding> {
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
            return Err(placeholder(level));
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
) -> Result<(), Finding> {
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

/// The ids by which 4.6 finds the node again if it is renamed in the scene that makes it; none if it is this scene's own.
fn parent_ids(level: &Level) -> Vec<u32> {
    let view = level.view();
    if level.base.is_none() || view.field("instance").is_some() {
        return Vec::new();
    }
    let id = |view: SectionView<'_>| view.text_field("unique_id").and_then(|id| id.parse::<u32>().ok());
    let above = match (view.field("parent_id_path"), parent_of(&level.node)) {
        (Some(field), _) => Some(
            level
                .document
                .source()
                .text(field.value)
                .trim_start_matches("PackedInt32Array(")
                .trim_end_matches(')')
                .split(',')
                .map(|part| part.trim().parse().ok())
                .collect(),
        ),
        (None, Some(parent)) if parent != "." => {
            let parent = nodes(&level.document).filter(|node| node_path(*node) == parent).last();
            parent.map(|parent| vec![id(parent)])
        }
        _ => Some(Vec::new()),
    };
    let Some(mut ids) = above else { return Vec::new() };
    ids.push(id(view));
    ids.into_iter().collect::<Option<Vec<u32>>>().unwrap_or_default()
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
) -> Result<Vec<Line>, Finding> {
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

/// A value of a base scene, in another one: a resource needs a reference there too.
fn carried(
    workshop: &Workshop<'_>,
    draft: &Draft<'_>,
    (from, to): (usize, usize),
    line: &SettingLine,
    patch: &mut Patch,
    externals: &mut Externals,
) -> Result<Vec<u8>, Finding> {
    let (base, here) = (&draft.map.levels[from], &draft.map.levels[to]);
    let scene = Scene::new(&base.document);
    let Some(resource) = scene.property_resource(&line.property) else {
        return Ok(base.document.source().slice(line.property.value).to_vec());
    };
    let project = &*workshop.world.project;
    let refuse = |message: String| {
        Finding::new(
            Weight::Refusal,
            "tile-set-elsewhere",
            &here.scene,
            message,
            "save the TileSet as a file of its own, so that both scenes can name it",
        )
        .at(&here.document, here.view().tag())
        .on(&here.node)
    };
    if resource.kind == ReferenceKind::Internal {
        let shown = project.show(&base.scene);
        return Err(refuse(format!(
            "a layer that only this scene has needs the TileSet that is built into {shown}"
        )));
    }
    let external =
        scene.external_of(&resource).ok_or_else(|| refuse("its TileSet is not declared".into()))?;
    let target = project.resolve(&base.scene, &external).map_err(|error| refuse(error.reason))?;
    let id = externals.id_of(project, here, &external, &target, patch);
    Ok(format!("ExtResource({})", super::names::attribute(&id)).into_bytes())
}

impl Externals {
    /// The id under which a scene names a file; a new one if it does not yet.
    fn id_of(
        &mut self,
        project: &Project,
        level: &Level,
        external: &External,
        target: &Path,
        patch: &mut Patch,
    ) -> String {
        let scene = Scene::new(&level.document);
        let mut highest = 0;
        for section in level.document.sections() {
            let Some(id) = section.text_field("id").filter(|_| section.name() == "ext_resource") else {
                continue;
            };
            let digits: String = id.chars().take_while(char::is_ascii_digit).collect();
            highest = highest.max(digits.parse().unwrap_or(0_u32));
            let same = scene
                .external(&id)
                .and_then(|known| project.resolve(&level.scene, &known).ok())
                .is_some_and(|path| path == target);
            if same {
                return id.into_owned();
            }
        }
        let known = self.by_scene.entry(level.scene.clone()).or_default();
        let path = match external.path.contains("://") && !external.path.starts_with("uid://") {
            true => external.path.clone(),
            false => project.show(target),
        };
        if let Some(known) = known.iter().find(|known| known.path == path) {
            let known = known.clone();
            let id = known.id.clone();
            patch.add_external(known);
            return id;
        }
        let number = highest + 1 + known.len() as u32;
        let id = format!("{number}_{}", letters(hash(&[path.as_bytes()])));
        let class = "TileSet".to_owned();
        let new = NewExternal { class, uid: external.uid.clone(), path, id: id.clone() };
        known.push(new.clone());
        patch.add_external(new);
        id
    }
}

/// Five letters, as the engine puts them into ids.
fn letters(mut number: u64) -> String {
    const LETTERS: &[u8] = b"abcdefghijklmnopqrstuvwxy012345678";
    let mut out = String::new();
    for _ in 0..5 {
        out.push(LETTERS[(number % LETTERS.len() as u64) as usize] as char);
        number /= LETTERS.len() as u64;
    }
    out
}

/// FNV-1a: the same on every machine and in every version of this program.
fn hash(parts: &[&[u8]]) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for byte in parts.iter().flat_map(|part| part.iter().chain(b"\0")) {
        hash = (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    }
    hash
}

fn has_unique_ids(document: &Document) -> bool {
    nodes(document).any(|node| node.field("unique_id").is_some())
}

/// Ids for the new nodes, where the scene has any: made from the map's own id, so that everybody gets the same ones.
fn give_ids(workshop: &Workshop<'_>, draft: &mut Draft<'_>) {
    let mut taken: HashSet<u32> = workshop
        .world
        .scenes
        .iter()
        .filter(|scene| draft.map.levels.iter().any(|level| level.scene == scene.path))
        .flat_map(|scene| nodes(&scene.document))
        .filter_map(|node| node.text_field("unique_id")?.parse().ok())
        .collect();
    for place in 0..draft.map.levels.len() {
        let level = &draft.map.levels[place];
        let inherited = level.base.map(|base| draft.levels[base].ids.clone()).unwrap_or_default();
        let first = draft.levels[place].first;
        let has_ids = has_unique_ids(&level.document);
        let own = level.view().text_field("unique_id").unwrap_or_default().into_owned();
        let uid = level.document.section(0).text_field("uid").unwrap_or_default().into_owned();
        for index in 0..draft.levels[place].ids.len() {
            draft.levels[place].ids[index] = if index < first {
                inherited[index]
            } else {
                let number = index.to_string();
                let seed = hash(&[own.as_bytes(), uid.as_bytes(), level.node.as_bytes(), number.as_bytes()]);
                has_ids.then(|| free_id(seed, &mut taken))
            };
        }
    }
}

/// A positive number of 31 bits that no other node bears.
fn free_id(seed: u64, taken: &mut HashSet<u32>) -> u32 {
    let mut id = (seed >> 16) as u32 & 0x7FFF_FFFF;
    while id == 0 || !taken.insert(id) {
        id = id.wrapping_add(1) & 0x7FFF_FFFF;
    }
    id
}
