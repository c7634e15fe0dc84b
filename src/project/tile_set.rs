use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use super::{Geometry, OffsetAxis, Project, TileLayout, TileShape, Unreadable};
use crate::Document;
use crate::scene::Scene;
use crate::syntax::{Property, ReferenceKind, SectionKind, SectionView, Value};

/// What a source of a TileSet holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SourceKind {
    /// Tiles cut from a texture.
    Atlas,
    /// Scenes: the alternative of a cell is the scene's id and does not turn.
    Scenes,
    /// It lies in a file that cannot be read, or is of a class of its own.
    Unknown,
}

/// What an operation on cells needs to know of a TileSet.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TileSetInfo {
    /// How the cells lie.
    pub geometry: Geometry,
    /// What each source id is. Ids over 32767 may stand here, though no cell can name them.
    pub sources: BTreeMap<u32, SourceKind>,
}

impl From<Geometry> for TileSetInfo {
    /// A TileSet of which only the geometry is known.
    fn from(geometry: Geometry) -> Self {
        TileSetInfo { geometry, sources: BTreeMap::new() }
    }
}

impl TileSetInfo {
    /// What the source of a cell is; `None` if the TileSet has none of this id.
    pub fn source(&self, id: u16) -> Option<SourceKind> {
        self.sources.get(&id.into()).copied()
    }
}

impl Project {
    /// The TileSet in a file, read once.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or is none.
    pub fn tile_set_file(&self, path: &Path) -> Result<Arc<TileSetInfo>, Unreadable> {
        let path = &self.absolute(path);
        self.tile_sets.value(path, || {
            let document = self.document(path)?;
            let main = document.sections().find(|section| section.kind() == SectionKind::Resource);
            match (document.section(0).text_field("type").as_deref(), main) {
                (Some("TileSet"), Some(main)) => self.read_tile_set(&document, path, main).map(Into::into),
                (Some(class), Some(_)) => {
                    Err(Unreadable::new(format!("{} is a {class}, not a TileSet", self.show(path))))
                }
                _ => Err(Unreadable::new(format!("{} is a scene, not a TileSet", self.show(path)))),
            }
        })
    }

    /// Reads a TileSet from the section that holds it: the `[resource]` of its file or a `[sub_resource]`.
    ///
    /// A TileSet of Godot 3 counts as what the engine makes of it on loading: square, one atlas for each tile id.
    ///
    /// # Errors
    ///
    /// If a shape, layout or axis is none that the engine knows.
    pub(super) fn read_tile_set(
        &self,
        document: &Document,
        here: &Path,
        section: SectionView<'_>,
    ) -> Result<TileSetInfo, Unreadable> {
        let scene = Scene::new(document);
        let mut info = TileSetInfo::default();
        let number = |property: &Property| {
            let value = Value::parse(document.source().bytes(), property.value);
            value.ok().and_then(|value| value.as_int())
        };
        for property in section.properties() {
            let key = document.key(property);
            let known = match key.as_ref() {
                "tile_shape" => {
                    set(&mut info.geometry.shape, number(property).and_then(TileShape::from_number))
                }
                "tile_layout" => {
                    set(&mut info.geometry.layout, number(property).and_then(TileLayout::from_number))
                }
                "tile_offset_axis" => {
                    set(&mut info.geometry.axis, number(property).and_then(OffsetAxis::from_number))
                }
                key => {
                    if let Some(id) = key.strip_prefix("sources/").and_then(source_id) {
                        info.sources.insert(id, self.source_kind(&scene, here, property));
                    } else if let Some(id) = key.strip_suffix("/z_index").and_then(source_id) {
                        info.sources.insert(id, SourceKind::Atlas);
                    }
                    true
                }
            };
            if !known {
                return Err(Unreadable::new(format!(
                    "{}: `{key} = {}` is none that is known",
                    self.show(here),
                    document.source().text(property.value)
                )));
            }
        }
        Ok(info)
    }

    fn source_kind(&self, scene: &Scene<'_>, here: &Path, property: &Property) -> SourceKind {
        let class = scene.property_resource(property).and_then(|resource| match resource.kind {
            ReferenceKind::Internal => class(scene.internal(&resource.id)?),
            _ => {
                let path = self.resolve(here, &scene.external_of(&resource)?).ok()?;
                class(self.document(&path).ok()?.section(0))
            }
        });
        match class.as_deref() {
            Some("TileSetAtlasSource") => SourceKind::Atlas,
            Some("TileSetScenesCollectionSource") => SourceKind::Scenes,
            _ => SourceKind::Unknown,
        }
    }
}

fn class(section: SectionView<'_>) -> Option<String> {
    section.text_field("type").map(|class| class.into_owned())
}

fn set<T>(field: &mut T, value: Option<T>) -> bool {
    value.map(|value| *field = value).is_some()
}

/// The engine refuses negative ids.
fn source_id(text: &str) -> Option<u32> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
}
