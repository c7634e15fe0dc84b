use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use super::{Contents, Geometry, OffsetAxis, Project, Proxies, TileLayout, TileShape, Unreadable};
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
    /// What messages call it: `res://tiles.tres`, or that of a scene and the id in it.
    pub name: String,
    /// What each source holds.
    pub contents: BTreeMap<u32, Contents>,
    /// What old tiles are to be replaced by.
    pub proxies: Proxies,
}

impl From<Geometry> for TileSetInfo {
    /// A TileSet of which only the geometry is known.
    fn from(geometry: Geometry) -> Self {
        TileSetInfo { geometry, ..TileSetInfo::default() }
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
        let mut info = TileSetInfo { name: self.show(here), ..TileSetInfo::default() };
        if let (SectionKind::SubResource, Some(id)) = (section.kind(), section.text_field("id")) {
            info.name = format!("{}::{id}", info.name);
        }
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
                        let (kind, contents) = self.source(&scene, here, property);
                        info.sources.insert(id, kind);
                        info.contents.insert(id, contents);
                    } else if let Some(id) = key.strip_suffix("/z_index").and_then(source_id) {
                        info.sources.insert(id, SourceKind::Atlas);
                        let why = "it is a TileSet of Godot 3, which the engine converts on loading";
                        info.contents.insert(id, Contents::Unknown(why.to_owned()));
                    }
                    info.proxies.take(document, key, property);
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

    fn source(&self, scene: &Scene<'_>, here: &Path, property: &Property) -> (SourceKind, Contents) {
        let found = self.source_contents(scene, here, property);
        let contents = found.unwrap_or_else(|error| Contents::Unknown(error.reason));
        let kind = match contents {
            Contents::Atlas(_) => SourceKind::Atlas,
            Contents::Scenes(_) => SourceKind::Scenes,
            Contents::Unknown(_) => SourceKind::Unknown,
        };
        (kind, contents)
    }

    fn source_contents(
        &self,
        scene: &Scene<'_>,
        here: &Path,
        property: &Property,
    ) -> Result<Contents, Unreadable> {
        let no_source = || Unreadable::new(format!("{}: a source is no reference", self.show(here)));
        let resource = scene.property_resource(property).ok_or_else(no_source)?;
        if resource.kind == ReferenceKind::Internal {
            let section = scene.internal(&resource.id).ok_or_else(no_source)?;
            let class = class(section).unwrap_or_default();
            return Ok(self.contents(scene.document(), here, section, &class));
        }
        let path = self.resolve(here, &scene.external_of(&resource).ok_or_else(no_source)?)?;
        let document = self.document(&path)?;
        let class = class(document.section(0)).unwrap_or_default();
        let main = document.sections().find(|section| section.kind() == SectionKind::Resource);
        let main = main.ok_or_else(|| Unreadable::new(format!("{} is a scene", self.show(&path))))?;
        Ok(self.contents(&document, &path, main, &class))
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
