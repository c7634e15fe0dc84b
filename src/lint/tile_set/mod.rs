//! TW3xx: the TileSet itself, where it stands as text in the file that is checked.

mod bits;
pub(super) mod corner_without_sides;
pub(super) mod index_out_of_range;
pub(super) mod misread_name;
pub(super) mod overlap;
pub(super) mod polygon_origin;
pub(super) mod unused;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::Context;
use crate::project::{AtlasCoords, int, tile_key};
use crate::scene::Scene;
use crate::source::Span;
use crate::syntax::{Document, Property, ReferenceKind, SectionKind, SectionView};

/// A TileSet in the document.
struct TileSetText<'d> {
    document: &'d Document,
    section: SectionView<'d>,
    /// Its atlas sources that stand in the same document, by id.
    atlases: Vec<(u32, SectionView<'d>)>,
}

/// A property of a tile: `3:1/0/terrain`.
struct TileProperty<'d> {
    at: AtlasCoords,
    alternative: u16,
    /// What stands behind the alternative.
    name: String,
    property: &'d Property,
}

fn tile_sets<'d>(context: &Context<'d>) -> Vec<TileSetText<'d>> {
    let document = context.document;
    let is_one = |section: &SectionView<'_>| match section.kind() {
        SectionKind::Resource => document.section(0).text_field("type").as_deref() == Some("TileSet"),
        SectionKind::SubResource => section.text_field("type").as_deref() == Some("TileSet"),
        _ => false,
    };
    let sections = document.sections().filter(is_one);
    sections
        .map(|section| TileSetText { document, section, atlases: atlases(&context.scene, section) })
        .collect()
}

fn atlases<'d>(scene: &Scene<'d>, tile_set: SectionView<'d>) -> Vec<(u32, SectionView<'d>)> {
    let sources = tile_set.properties().iter().filter_map(|property| {
        let key = scene.document().key(property);
        let id = key.strip_prefix("sources/")?.parse().ok()?;
        let resource = scene.property_resource(property)?;
        let section = (resource.kind == ReferenceKind::Internal).then(|| scene.internal(&resource.id))??;
        (section.text_field("type").as_deref() == Some("TileSetAtlasSource")).then_some((id, section))
    });
    sources.collect()
}

impl<'d> TileSetText<'d> {
    /// A number of the TileSet, or its default.
    fn number(&self, key: &str, default: i64) -> i64 {
        self.section.property(key).and_then(|property| int(self.document, property)).unwrap_or(default)
    }

    /// The terrain set of each tile of a source that names one.
    fn terrain_sets(&self, all: &[TileProperty<'_>]) -> HashMap<(AtlasCoords, u16), i64> {
        let named = all.iter().filter(|one| one.name == "terrain_set");
        let set = |one: &TileProperty<'_>| {
            let set = int(self.document, one.property).filter(|set| *set >= 0)?;
            Some(((one.at, one.alternative), set))
        };
        named.filter_map(set).collect()
    }

    /// How many layers of a kind there are: `physics_layer_`, `terrain_set_`…; the highest index that a key names.
    fn layers(&self, prefix: &str) -> i64 {
        let indices = self.section.properties().iter().filter_map(|property| {
            let key = self.document.key(property);
            key.strip_prefix(prefix)?.split('/').next()?.parse::<i64>().ok()
        });
        indices.max().map_or(0, |highest| highest + 1)
    }

    /// The properties of all tiles of a source, by place.
    fn tile_properties(&self, atlas: SectionView<'d>) -> Vec<TileProperty<'d>> {
        let properties = atlas.properties().iter().filter_map(|property| {
            let key = self.document.key(property);
            let (at, rest) = tile_key(&key)?;
            let (alternative, name) = rest.split_once('/')?;
            Some(TileProperty { at, alternative: alternative.parse().ok()?, name: name.to_owned(), property })
        });
        properties.collect()
    }
}

/// Tiles with what is wrong with them, joined to one finding for each thing: the first place, and all tiles.
#[derive(Default)]
struct Tiles {
    found: BTreeMap<String, (Span, BTreeSet<AtlasCoords>)>,
}

impl Tiles {
    fn add(&mut self, what: String, place: Span, at: AtlasCoords) {
        self.found.entry(what).or_insert_with(|| (place, BTreeSet::new())).1.insert(at);
    }

    /// What is wrong, where first, and with which tiles.
    fn all(self) -> impl Iterator<Item = (String, Span, Vec<AtlasCoords>)> {
        self.found.into_iter().map(|(what, (place, tiles))| (what, place, tiles.into_iter().collect()))
    }
}

/// `3 tiles: (0, 1), (2, 1), (3, 1)`, with at most five of them.
fn shown(tiles: &[AtlasCoords]) -> String {
    let shown: Vec<String> = tiles.iter().take(5).map(|(x, y)| format!("({x}, {y})")).collect();
    let more = if tiles.len() > shown.len() { ", …" } else { "" };
    match tiles.len() {
        1 => format!("tile {}", shown[0]),
        count => format!("{count} tiles: {}{more}", shown.join(", ")),
    }
}
