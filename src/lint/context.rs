//! What rules look at: one file, its layers decoded once, and what lies around it.

use std::cell::OnceCell;

use super::Settings;
use super::tiles::faults::Faults;
use crate::project::{Project, TileSetOf};
use crate::scene::{Scene, node_path};
use crate::source::Span;
use crate::syntax::{Document, SectionKind, SectionView};
use crate::tile::{Damage, LayerIndexTooLarge, LayerKind, LayerSite, Records, Resolved, TileLayer, find};

/// One file, and where it lies.
pub struct Context<'a> {
    /// Its text.
    pub document: &'a Document,
    /// Its nodes and resources.
    pub scene: Scene<'a>,
    /// The project around it.
    pub project: &'a Project,
    /// What the user asked for.
    pub settings: &'a Settings,
    /// Its layers, by place.
    pub layers: Vec<Layer>,
    /// A layer index that would make the engine build thousands of layers; the layers are not read then.
    pub too_large: Option<LayerIndexTooLarge>,
}

/// A layer with all that rules ask of it.
pub struct Layer {
    /// Its place among those of the file.
    pub index: usize,
    /// Where it is.
    pub site: LayerSite,
    /// Its records in file order.
    pub data: TileLayer,
    /// What is on the map after loading.
    pub cells: Resolved,
    /// Its key, or its node's tag.
    pub place: Span,
    tile_set: OnceCell<TileSetOf>,
    faults: OnceCell<Faults>,
}

impl<'a> Context<'a> {
    /// Reads the layers of a document.
    pub fn new(document: &'a Document, project: &'a Project, settings: &'a Settings) -> Self {
        let (sites, too_large) = match find(document) {
            Ok(sites) => (sites, None),
            Err(error) => (Vec::new(), Some(error)),
        };
        let layers = sites.into_iter().enumerate().map(|(index, site)| Layer::new(document, index, site));
        Context {
            document,
            scene: Scene::new(document),
            project,
            settings,
            layers: layers.collect(),
            too_large,
        }
    }

    /// The layers that lie on a map: all but the stamps of a TileSet.
    pub fn maps(&self) -> impl Iterator<Item = &Layer> {
        self.layers.iter().filter(|layer| !matches!(layer.site.kind, LayerKind::Pattern { .. }))
    }

    /// The TileSet of a layer, looked up once.
    pub fn tile_set<'l>(&self, layer: &'l Layer) -> &'l TileSetOf {
        layer.tile_set.get_or_init(|| self.project.tile_set(self.document, &layer.site))
    }

    /// What does not fit between a layer's cells and its TileSet.
    pub(super) fn faults<'l>(&self, layer: &'l Layer) -> &'l Faults {
        layer.faults.get_or_init(|| Faults::of(self.tile_set(layer), &layer.cells.cells))
    }

    /// What a finding in this section is filed under: a node's path, a sub-resource's id.
    pub fn name_of(&self, section: SectionView<'_>) -> Option<String> {
        match section.kind() {
            SectionKind::Node => section.field("name").map(|_| node_path(section)),
            SectionKind::SubResource | SectionKind::ExtResource => {
                section.text_field("id").map(|id| id.into_owned())
            }
            _ => None,
        }
    }
}

impl Layer {
    fn new(document: &Document, index: usize, site: LayerSite) -> Self {
        let data = site.decode(document);
        let cells = data.resolve();
        let place = match site.property {
            Some(property) => property.key,
            None => document.section(site.section).tag(),
        };
        Layer { index, site, data, cells, place, tile_set: OnceCell::new(), faults: OnceCell::new() }
    }

    /// Whether the records could be written back: nothing of the buffer is damaged, and it is not Godot 3's.
    pub fn is_writable(&self) -> bool {
        self.data.damage.is_empty() && matches!(self.data.records, Records::Cells(_))
    }

    /// Whether bytes at the end are all that is wrong.
    pub fn is_repairable(&self) -> bool {
        matches!(self.data.damage[..], [Damage::Trailing(_)])
    }

    /// Whether it is a stamp of a TileSet.
    pub fn is_pattern(&self) -> bool {
        matches!(self.site.kind, LayerKind::Pattern { .. })
    }
}
