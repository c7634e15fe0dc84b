//! Resources that a scene must name, since a layer in it needs what another scene names.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use super::draft::{Draft, Workshop};
use super::finding::{Finding, Weight};
use super::ids::hash;
use super::keys::SettingLine;
use super::names::attribute;
use super::patch::{NewExternal, Patch};
use super::world::Level;
use crate::project::Project;
use crate::scene::{External, Scene};
use crate::syntax::ReferenceKind;

/// The references to resources of other files that a run adds, by file: the same one is added once.
#[derive(Default)]
pub(super) struct Externals {
    by_scene: HashMap<PathBuf, Vec<NewExternal>>,
}

/// A value of a base scene, in another one: a resource needs a reference there too.
pub(super) fn carried(
    workshop: &Workshop<'_>,
    draft: &Draft<'_>,
    (from, to): (usize, usize),
    line: &SettingLine,
    patch: &mut Patch,
    externals: &mut Externals,
) -> Result<Vec<u8>, Box<Finding>> {
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
    let refuse = |message: String| Box::new(refuse(message));
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
    Ok(format!("ExtResource({})", attribute(&id)).into_bytes())
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
