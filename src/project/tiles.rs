//! What the sources of a TileSet hold: tiles, their alternatives, the places that they cover; scenes.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::Project;
use crate::scene::Scene;
use crate::source::Span;
use crate::syntax::{Constructor, Document, Property, SectionView, Value, ValueKind};

/// What a source holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Contents {
    /// Tiles cut from a texture.
    Atlas(Atlas),
    /// The ids of scenes.
    Scenes(BTreeSet<u16>),
    /// It cannot be read, for this reason.
    Unknown(String),
}

/// Columns and rows of an atlas, or a size in them.
pub type AtlasCoords = (u32, u32);

/// An atlas source.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Atlas {
    /// Its tiles, by the place of their top-left corner.
    pub tiles: BTreeMap<AtlasCoords, Tile>,
    /// How many columns and rows fit onto the texture; `None` where its size is not known.
    pub grid: Option<AtlasCoords>,
    /// Pixels of one place of the atlas.
    pub region: (i64, i64),
}

/// A tile of an atlas.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tile {
    /// The key that creates it.
    pub span: Span,
    /// How many places it covers.
    pub size: AtlasCoords,
    /// How many frames it has, at least 1.
    pub frames: u32,
    /// How many frames lie in a row; 0 for all.
    pub columns: u32,
    /// How many places lie between two frames.
    pub separation: AtlasCoords,
    /// The ids of its alternatives, 0 among them.
    pub alternatives: BTreeSet<u16>,
}

impl Tile {
    fn new(span: Span) -> Self {
        Tile {
            span,
            size: (1, 1),
            frames: 1,
            columns: 0,
            separation: (0, 0),
            alternatives: BTreeSet::from([0]),
        }
    }

    /// Every place that it covers, its own first, frame by frame. At most so many as an atlas can sensibly have.
    pub fn places(&self, (x, y): AtlasCoords) -> impl Iterator<Item = AtlasCoords> + '_ {
        let columns = if self.columns == 0 { self.frames } else { self.columns };
        let step = (self.size.0 + self.separation.0, self.size.1 + self.separation.1);
        (0..self.frames).flat_map(move |frame| {
            let corner = (x + frame % columns * step.0, y + frame / columns * step.1);
            (0..self.size.1)
                .flat_map(move |row| (0..self.size.0).map(move |column| (corner.0 + column, corner.1 + row)))
        })
    }
}

impl Atlas {
    /// The tile that covers a place without starting there.
    pub fn holder(&self, place: AtlasCoords) -> Option<AtlasCoords> {
        let covers = |(at, tile): (&AtlasCoords, &Tile)| {
            *at != place
                && (tile.size != (1, 1) || tile.frames > 1)
                && tile.places(*at).any(|other| other == place)
        };
        self.tiles.iter().find(|entry| covers(*entry)).map(|(at, _)| *at)
    }

    /// Whether a tile here lies outside of the texture, so that the engine draws nothing.
    pub fn is_outside(&self, (x, y): AtlasCoords) -> bool {
        self.grid.is_some_and(|(columns, rows)| x >= columns || y >= rows)
    }

    /// Reads the section of a TileSetAtlasSource; the grid is left open.
    pub fn read(document: &Document, section: SectionView<'_>) -> Self {
        let mut atlas = Atlas {
            region: pair(document, section, "texture_region_size").unwrap_or((16, 16)),
            ..Atlas::default()
        };
        for property in section.properties() {
            let key = document.key(property);
            let Some((at, rest)) = tile_key(&key) else { continue };
            let tile = atlas.tiles.entry(at).or_insert_with(|| Tile::new(property.key));
            let number = || {
                int(document, property).and_then(|number| u32::try_from(number).ok()).filter(|n| *n <= 4096)
            };
            let size = || vector(document, property).and_then(|(x, y)| small(x, y));
            match rest {
                "size_in_atlas" => {
                    tile.size = size().filter(|size| size.0 > 0 && size.1 > 0).unwrap_or(tile.size)
                }
                "animation_columns" => tile.columns = number().unwrap_or(0),
                "animation_separation" => tile.separation = size().unwrap_or(tile.separation),
                "animation_frames_count" => tile.frames = number().unwrap_or(1).max(1),
                rest => {
                    if let Some(frame) = rest.strip_prefix("animation_frame_") {
                        let frame = frame.split('/').next().and_then(|text| text.parse::<u32>().ok());
                        tile.frames =
                            tile.frames.max(frame.filter(|frame| *frame < 4096).map_or(1, |frame| frame + 1));
                    } else if let Ok(id) = rest.split('/').next().unwrap_or_default().parse::<u16>() {
                        tile.alternatives.insert(id);
                    }
                }
            }
        }
        atlas
    }
}

/// `3:1/0/terrain` as the tile (3, 1) and what stands behind it.
pub fn tile_key(key: &str) -> Option<(AtlasCoords, &str)> {
    let (at, rest) = key.split_once('/')?;
    let (x, y) = at.split_once(':')?;
    Some(((x.parse().ok()?, y.parse().ok()?), rest))
}

impl Project {
    /// What the section of a source holds. `here` is the file that it stands in.
    pub(super) fn contents(
        &self,
        document: &Document,
        here: &Path,
        section: SectionView<'_>,
        class: &str,
    ) -> Contents {
        match class {
            "TileSetAtlasSource" => {
                let mut atlas = Atlas::read(document, section);
                atlas.grid = self.grid(document, here, section, atlas.region);
                Contents::Atlas(atlas)
            }
            "TileSetScenesCollectionSource" => {
                let ids = section.properties().iter().filter_map(|property| {
                    let key = document.key(property);
                    key.strip_prefix("scenes/")?.split('/').next()?.parse().ok()
                });
                Contents::Scenes(ids.collect())
            }
            class => Contents::Unknown(format!("its source is a {class}, of which nothing is known")),
        }
    }

    /// The atlas' grid, if its texture is a PNG that can be seen, or if it has none.
    fn grid(
        &self,
        document: &Document,
        here: &Path,
        section: SectionView<'_>,
        region: (i64, i64),
    ) -> Option<AtlasCoords> {
        let scene = Scene::new(document);
        let Some(texture) = section.property("texture") else { return Some((0, 0)) };
        let resource = scene.property_resource(texture)?;
        let path = self.resolve(here, &scene.external_of(&resource)?).ok()?;
        let size = png_size(&self.files.read_head(&path, 24).ok()?)?;
        let mut import = path.into_os_string();
        import.push(".import");
        if let Ok(text) = self.files.read_head(Path::new(&import), 1 << 16) {
            let text = String::from_utf8_lossy(&text);
            let limit = text.lines().find_map(|line| line.strip_prefix("process/size_limit="));
            if limit.is_some_and(|limit| limit.trim() != "0") {
                return None;
            }
        }
        let margins = pair(document, section, "margins").unwrap_or((0, 0));
        let separation = pair(document, section, "separation").unwrap_or((0, 0));
        let fit = |size: u32, margin: i64, separation: i64, region: i64| {
            let step = region + separation;
            (step > 0)
                .then(|| u32::try_from((i64::from(size) - margin + separation).max(0) / step).unwrap_or(0))
        };
        Some((
            fit(size.0, margins.0, separation.0, region.0)?,
            fit(size.1, margins.1, separation.1, region.1)?,
        ))
    }
}

/// The numbers of a value: one, or those of a vector.
pub(super) fn numbers(document: &Document, value: &Value) -> Vec<i64> {
    match &value.kind {
        ValueKind::Construct(Constructor::Vector2i | Constructor::Vector2, inside) => {
            let text = document.source().text(*inside).into_owned();
            text.split(',')
                .filter_map(|part| part.trim().parse::<f64>().ok())
                .map(|part| part as i64)
                .collect()
        }
        _ => value.as_int().into_iter().collect(),
    }
}

/// A whole number.
pub(crate) fn int(document: &Document, property: &Property) -> Option<i64> {
    Value::parse(document.source().bytes(), property.value).ok()?.as_int()
}

/// A Vector2i.
fn vector(document: &Document, property: &Property) -> Option<(i64, i64)> {
    let value = Value::parse(document.source().bytes(), property.value).ok()?;
    match numbers(document, &value)[..] {
        [x, y] => Some((x, y)),
        _ => None,
    }
}

fn pair(document: &Document, section: SectionView<'_>, key: &str) -> Option<(i64, i64)> {
    vector(document, section.property(key)?)
}

fn small(x: i64, y: i64) -> Option<AtlasCoords> {
    let small = |number: i64| u32::try_from(number).ok().filter(|number| *number <= 4096);
    Some((small(x)?, small(y)?))
}

/// Width and height, from the first bytes of a PNG.
fn png_size(head: &[u8]) -> Option<(u32, u32)> {
    let rest = head.strip_prefix(b"\x89PNG\r\n\x1a\n")?;
    let number = |at: usize| Some(u32::from_be_bytes(rest.get(at..at + 4)?.try_into().ok()?));
    (rest.get(4..8)? == b"IHDR").then_some(())?;
    Some((number(8)?, number(12)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Source;

    fn atlas(lines: &str) -> Atlas {
        let text = format!("[gd_resource type=\"TileSetAtlasSource\"]\n[resource]\n{lines}");
        let document = Document::parse(Source::new("t", text));
        Atlas::read(&document, document.section(1))
    }

    #[test]
    fn any_key_of_a_tile_creates_it() {
        let atlas = atlas("0:0/0 = 0\n1:0/next_alternative_id = 2\n2:0/3/terrain = 1\n");
        assert_eq!(atlas.tiles.keys().copied().collect::<Vec<_>>(), [(0, 0), (1, 0), (2, 0)]);
        assert_eq!(atlas.tiles[&(2, 0)].alternatives, BTreeSet::from([0, 3]));
        assert_eq!(atlas.tiles[&(1, 0)].alternatives, BTreeSet::from([0]));
    }

    #[test]
    fn a_larger_tile_and_its_frames_cover_other_places() {
        let atlas = atlas(
            "1:0/size_in_atlas = Vector2i(2, 1)\n1:0/0 = 0\n\
             0:2/animation_columns = 2\n0:2/animation_frame_0/duration = 1.0\n0:2/animation_frame_1/duration = 1.0\n\
             0:2/animation_frame_2/duration = 1.0\n0:2/0 = 0\n",
        );
        assert_eq!(atlas.holder((2, 0)), Some((1, 0)));
        assert_eq!(atlas.holder((1, 0)), None);
        assert_eq!(atlas.holder((1, 2)), Some((0, 2)));
        assert_eq!(atlas.holder((0, 3)), Some((0, 2)));
        assert_eq!(atlas.holder((1, 3)), None, "there are three frames only");
    }

    #[test]
    fn the_head_of_a_png_says_its_size() {
        let mut head = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
        head.extend([0, 0, 1, 0, 0, 0, 0, 16]);
        assert_eq!(png_size(&head), Some((256, 16)));
        assert_eq!(png_size(&head[..20]), None);
    }
}
