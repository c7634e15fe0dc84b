//! Where the tile layers of a document are: found by their property, whatever the node's type says.

use super::layer::{LayerKind, LayerSite};
use crate::scene::node_path;
use crate::source::Span;
use crate::syntax::{Constructor, Document, Property, SectionKind, SectionView, Value};

/// The highest layer index that is taken: one line `layer_3000/name` makes the engine build 3001 layers.
pub const MAX_LAYER: u32 = 1024;

/// A `layer_N/…` beyond [`MAX_LAYER`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("layer index {index} is beyond {MAX_LAYER}: the engine would build that many layers")]
pub struct LayerIndexTooLarge {
    /// N.
    pub index: u32,
    /// The key.
    pub span: Span,
}

/// All tile layers of a document, by place: by property, whatever the node's type says, and TileMapLayers and TileMaps
/// that have none.
///
/// # Errors
///
/// If a TileMap has a layer index beyond [`MAX_LAYER`].
pub fn find(document: &Document) -> Result<Vec<LayerSite>, LayerIndexTooLarge> {
    let mut found = Vec::new();
    for section in document.sections() {
        match section.kind() {
            SectionKind::Node => find_in_node(document, section, &mut found)?,
            SectionKind::SubResource => find_pattern(document, section, &mut found),
            SectionKind::Resource => find_main_pattern(document, section, &mut found),
            _ => {}
        }
    }
    Ok(found)
}

fn find_in_node(
    document: &Document,
    section: SectionView<'_>,
    found: &mut Vec<LayerSite>,
) -> Result<(), LayerIndexTooLarge> {
    let class = section.field("type").map(|field| document.string(field.value));
    let class = class.as_deref();
    let site = |kind, property, format| LayerSite {
        node: Some(node_path(section)),
        kind,
        section: section.index(),
        property,
        format,
    };
    let mut layers: Vec<(u32, Option<Property>)> = Vec::new();
    let (mut data, mut bare) = (None, None);
    // The engine decodes each `tile_data` with the format that it knows at that place.
    let mut formats: Vec<(u32, i64)> = Vec::new();
    for property in section.properties() {
        // Most keys start otherwise, and a scene has hundreds of thousands.
        if !matches!(document.source().slice(property.key).first(), Some(b't' | b'l' | b'f' | b'"' | b'&')) {
            continue;
        }
        let key = document.key(property);
        match key.as_ref() {
            "tile_map_data" => data = Some(*property),
            "format" => formats.extend(int(document, property).map(|format| (property.key.start, format))),
            "tile_data" if matches!(class, None | Some("TileMap")) => bare = Some(*property),
            key if class.is_none_or(|class| class == "TileMap") => {
                let Some((index, what)) = layer_key(key) else { continue };
                if index > MAX_LAYER {
                    return Err(LayerIndexTooLarge { index, span: property.key });
                }
                let layer = match layers.iter_mut().find(|(other, _)| *other == index) {
                    Some(layer) => layer,
                    None => {
                        layers.push((index, None));
                        layers.last_mut().expect("just pushed")
                    }
                };
                if what == "tile_data" {
                    layer.1 = Some(*property);
                }
            }
            _ => {}
        }
    }
    if data.is_some() || class == Some("TileMapLayer") {
        found.push(site(LayerKind::TileMapLayer, data, 0));
    }
    let declared = |property: Option<Property>| {
        let at = property.map_or(u32::MAX, |property| property.key.start);
        formats.iter().rev().find(|(place, _)| *place < at).map(|(_, format)| *format)
    };
    if let Some(property) = bare.filter(|property| is_int_array(document, property)) {
        // A Godot 3 scene writes the format only where it is not the oldest one.
        let old_file = header_format(document).is_some_and(|format| format < 3);
        let format = declared(Some(property)).unwrap_or(if old_file { 0 } else { 2 });
        found.push(site(LayerKind::BareTileMap, Some(property), format));
    }
    if class == Some("TileMap") && bare.is_none() {
        // A layer index makes all layers below it, and a TileMap starts with one.
        let top =
            layers.iter().map(|(index, _)| *index).filter(|&index| index <= MAX_LAYER).max().unwrap_or(0);
        for index in 0..=top {
            if !layers.iter().any(|(other, _)| *other == index) {
                layers.push((index, None));
            }
        }
    } else {
        layers.retain(|(_, property)| property.is_some());
    }
    layers.sort_by_key(|(index, _)| *index);
    for (index, property) in layers {
        let name = section
            .property(&format!("layer_{index}/name"))
            .map(|property| document.string(property.value).into_owned())
            .filter(|name| !name.is_empty())
            .unwrap_or_else(|| format!("Layer{index}"));
        found.push(site(LayerKind::TileMap { index, name }, property, declared(property).unwrap_or(2)));
    }
    Ok(())
}

/// `layer_3/tile_data` as 3 and `tile_data`. An index too large for 32 bits counts as the largest one.
pub fn layer_key(key: &str) -> Option<(u32, &str)> {
    let (index, what) = key.strip_prefix("layer_")?.split_once('/')?;
    let digits = !index.is_empty() && index.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| (index.parse().unwrap_or(u32::MAX), what))
}

fn find_pattern(document: &Document, section: SectionView<'_>, found: &mut Vec<LayerSite>) {
    if section.text_field("type").as_deref() != Some("TileMapPattern") {
        return;
    }
    push_pattern(section, section.text_field("id").unwrap_or_default().into_owned(), document, found);
}

/// A `.tres` that is a TileMapPattern itself.
fn find_main_pattern(document: &Document, section: SectionView<'_>, found: &mut Vec<LayerSite>) {
    if document.section(0).text_field("type").as_deref() == Some("TileMapPattern") {
        push_pattern(section, "resource".to_owned(), document, found);
    }
}

fn push_pattern(section: SectionView<'_>, id: String, document: &Document, found: &mut Vec<LayerSite>) {
    let property = section.property("tile_data").copied();
    let property = property.filter(|property| is_int_array(document, property));
    let kind = LayerKind::Pattern { id };
    found.push(LayerSite { node: None, kind, section: section.index(), property, format: 2 });
}

fn is_int_array(document: &Document, property: &Property) -> bool {
    let text = document.source().slice(property.value);
    let name = &text[..text.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count()];
    Constructor::by_name(name) == Some(Constructor::PackedInt32Array)
}

fn int(document: &Document, property: &Property) -> Option<i64> {
    Value::parse(document.source().bytes(), property.value).ok()?.as_int()
}

/// `format=` of the file's header.
pub fn header_format(document: &Document) -> Option<i64> {
    document.sections().next()?.text_field("format")?.parse().ok()
}
