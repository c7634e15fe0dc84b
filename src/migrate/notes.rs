//! What behaves otherwise after the best of moves; told where it applies.

use super::draft::{Draft, Workshop};
use super::finding::{Finding, Weight};
use super::options::{Reach, Shape};
use super::table::Default as Plain;
use crate::scene::Scene;
use crate::syntax::{Document, ReferenceKind, SectionView};

/// Adds them to a draft that is to be moved.
pub(super) fn add(workshop: &Workshop<'_>, draft: &mut Draft<'_>) {
    let level = &draft.map.levels[0];
    let own = &draft.levels[0];
    let mut findings = Vec::new();
    let mut tell = |weight, code, message: String, help: &str, span| {
        let finding = Finding::new(weight, code, &level.scene, message, help);
        findings.push(finding.at(&level.document, span).on(&level.node));
    };
    let tag = level.view().tag();
    let tiles = TileSetText::of(workshop, draft);
    let wandering: Vec<&str> = (1..own.names.len())
        .filter(|&index| {
            let line = own.keys.layer(index as u32, "navigation_enabled");
            line.is_none_or(|line| !Plain::False.is(&level.document, line.value))
        })
        .map(|index| own.names[index].as_str())
        .collect();
    if !wandering.is_empty() && tiles.has("navigation_layer_") != Some(false) {
        let may = if tiles.has("navigation_layer_").is_none() { " (the TileSet cannot be read)" } else { "" };
        tell(
            Weight::Warning,
            "navigation",
            format!(
                "in a TileMap only the first layer was part of the world's navigation; now {} would be too{may}",
                wandering.join(", ")
            ),
            "set `navigation_enabled = false` on layers that agents should not walk on",
            tag,
        );
    }
    if workshop.options.reach == Reach::EveryLayer && workshop.options.shape != Shape::InPlace {
        for line in &own.keys.settings {
            let late = line.reached < own.names.len() && line.setting.to != "tile_set";
            if late && !line.setting.default.is(&level.document, line.property.value) {
                tell(
                    Weight::Note,
                    "every-layer",
                    format!(
                        "`{}` is given to all {} layers; since 4.3 the engine gave it to the first {}only",
                        line.setting.from,
                        own.names.len(),
                        if line.reached == 1 { String::new() } else { format!("{} ", line.reached) }
                    ),
                    "nothing to do; `--settings as-loaded` keeps what 4.3 and later showed",
                    line.property.key,
                );
            }
        }
    }
    if let Some(line) = own.keys.setting("use_kinematic_bodies")
        && !Plain::False.is(&level.document, line.property.value)
    {
        tell(
            Weight::Warning,
            "animatable",
            "a TileMap moved its bodies with the physics; a layer only makes them kinematic".to_owned(),
            "animate the node in physics ticks (AnimationPlayer: Callback Mode Process = Physics)",
            line.property.key,
        );
    }
    if tiles.has("physics_layer_") == Some(true) && workshop.options.shape != Shape::Editor {
        tell(
            Weight::Note,
            "collider",
            "collisions report the layer's node as their collider, no longer this one".to_owned(),
            "look at scripts that compare colliders",
            tag,
        );
    }
    if tiles.has_scenes() {
        tell(
            Weight::Note,
            "scene-tiles",
            "scenes painted as tiles become children of the layer's node, no longer of this one".to_owned(),
            "look at scripts that search them below the old node",
            tag,
        );
    }
    draft.findings.extend(findings);
}

/// The TileSet of a map as text, if it can be read.
struct TileSetText {
    document: Option<std::sync::Arc<Document>>,
    id: Option<String>,
    none: bool,
}

impl TileSetText {
    fn of(workshop: &Workshop<'_>, draft: &Draft<'_>) -> Self {
        let level = &draft.map.levels[0];
        let unknown = TileSetText { document: None, id: None, none: false };
        let Some(line) = draft.levels[0].keys.setting("tile_set") else {
            return TileSetText { none: true, ..unknown };
        };
        let scene = Scene::new(&level.document);
        let Some(resource) = scene.property_resource(&line.property) else {
            return TileSetText { none: true, ..unknown };
        };
        if resource.kind == ReferenceKind::Internal {
            let document = Some(std::sync::Arc::clone(&level.document));
            return TileSetText { document, id: Some(resource.id), none: false };
        }
        let project = &workshop.world.project;
        let path = scene.external_of(&resource).and_then(|it| project.resolve(&level.scene, &it).ok());
        let document = path.and_then(|path| project.document(&path).ok());
        TileSetText { document, id: None, none: false }
    }

    fn section(&self) -> Option<SectionView<'_>> {
        let document = self.document.as_ref()?;
        match &self.id {
            Some(id) => document.sections().find(|section| {
                section.name() == "sub_resource" && section.text_field("id").as_deref() == Some(id)
            }),
            None => document.sections().find(|section| section.name() == "resource"),
        }
    }

    /// Whether it has keys that begin so; `None` if it cannot be read.
    fn has(&self, prefix: &str) -> Option<bool> {
        if self.none {
            return Some(false);
        }
        let section = self.section()?;
        let document = self.document.as_ref()?;
        Some(section.properties().iter().any(|property| document.key(property).starts_with(prefix)))
    }

    fn has_scenes(&self) -> bool {
        self.document.as_ref().is_some_and(|document| {
            document
                .sections()
                .any(|section| section.text_field("type").as_deref() == Some("TileSetScenesCollectionSource"))
        })
    }
}
