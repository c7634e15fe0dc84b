//! What the tiles of a Godot 3 TileSet are in the one of today: a person says so, in a small TOML file.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde::Deserialize;

use crate::tile::{Cell, OldCell, Transform};

/// A mapping file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mapping {
    /// One for each TileSet.
    #[serde(default)]
    tile_set: Vec<TileSetMapping>,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct TileSetMapping {
    /// `res://…`; left out, it holds for every TileSet that is not named.
    path: Option<String>,
    #[serde(default)]
    tiles: BTreeMap<String, NewTile>,
}

/// What a tile is today.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewTile {
    source: Option<u16>,
    /// Where the tile lies in the atlas; the coordinate that a cell of an atlas or autotile holds is added.
    #[serde(default)]
    atlas: [u16; 2],
    #[serde(default)]
    alternative: u16,
    /// The cells go.
    #[serde(default)]
    erase: bool,
}

impl Mapping {
    /// Reads a file.
    ///
    /// # Errors
    ///
    /// In words, what is wrong with it and where.
    pub fn parse(text: &str) -> Result<Mapping, String> {
        let mapping: Mapping = toml::from_str(text).map_err(|error| error.to_string())?;
        for (id, tile) in mapping.tile_set.iter().flat_map(|set| &set.tiles) {
            if id.parse::<u32>().is_err() {
                return Err(format!("`{id}` is no tile id of Godot 3: those are whole numbers"));
            }
            match tile.source {
                None if !tile.erase => {
                    return Err(format!("tile {id} says neither `source = …` nor `erase = true`"));
                }
                Some(0xFFFF) => return Err(format!("tile {id}: 65535 is no source, it means an empty cell")),
                _ if tile.alternative > crate::tile::MAX_ALTERNATIVE => {
                    return Err(format!("tile {id}: an alternative is at most 4095"));
                }
                _ => {}
            }
        }
        Ok(mapping)
    }

    /// The cell of today; `None` for one that is to go.
    ///
    /// # Errors
    ///
    /// What is wrong, if the tile is not in the file or its place in the atlas is beyond any.
    pub(super) fn convert(&self, tile_set: Option<&str>, old: OldCell) -> Result<Option<Cell>, String> {
        let by_path = self.tile_set.iter().find(|set| set.path.is_some() && set.path.as_deref() == tile_set);
        let set = by_path.or_else(|| self.tile_set.iter().find(|set| set.path.is_none()));
        let tile = set
            .and_then(|set| set.tiles.get(&old.tile.to_string()))
            .ok_or_else(|| format!("tile {} is not in the mapping", old.tile))?;
        let Some(source) = tile.source.filter(|_| !tile.erase) else { return Ok(None) };
        let place = |base: u16, more: i16| {
            u16::try_from(i32::from(base) + i32::from(more)).ok().filter(|place| *place < 0x8000)
        };
        let (Some(atlas_x), Some(atlas_y)) =
            (place(tile.atlas[0], old.atlas_x), place(tile.atlas[1], old.atlas_y))
        else {
            return Err(format!("tile {}: no atlas has a place that far out", old.tile));
        };
        let turned = Transform { flip_h: old.flip_h, flip_v: old.flip_v, transpose: old.transpose };
        let alternative = tile.alternative;
        let cell = Cell { x: old.coords.x, y: old.coords.y, source, atlas_x, atlas_y, alternative };
        Ok(Some(cell.with_transform(turned)))
    }
}

/// What a run met of old tiles, for a template: by TileSet and id, the cells that use it.
#[derive(Clone, Debug, Default)]
pub struct OldTiles {
    sets: BTreeMap<String, BTreeMap<u32, OldTile>>,
}

#[derive(Clone, Debug, Default)]
struct OldTile {
    cells: usize,
    /// Other coordinates than 0,0 are used: an atlas or an autotile.
    places: std::collections::BTreeSet<(i16, i16)>,
    name: Option<String>,
}

impl OldTiles {
    pub(super) fn add(
        &mut self,
        tile_set: Option<&str>,
        cells: &[OldCell],
        name: impl Fn(u32) -> Option<String>,
    ) {
        let set = self.sets.entry(tile_set.unwrap_or_default().to_owned()).or_default();
        for cell in cells {
            let tile = set.entry(cell.tile).or_default();
            if tile.cells == 0 {
                tile.name = name(cell.tile);
            }
            tile.cells += 1;
            tile.places.insert((cell.atlas_x, cell.atlas_y));
        }
    }

    /// Takes over what another run met.
    pub fn merge(&mut self, other: OldTiles) {
        for (path, tiles) in other.sets {
            let set = self.sets.entry(path).or_default();
            for (id, tile) in tiles {
                let known = set.entry(id).or_default();
                known.cells += tile.cells;
                known.places.extend(tile.places);
                known.name = known.name.take().or(tile.name);
            }
        }
    }

    /// Whether none was met.
    pub fn is_empty(&self) -> bool {
        self.sets.is_empty()
    }

    /// A mapping file with everything but the answers.
    pub fn template(&self) -> String {
        let mut out = String::from(
            "# What the tiles of Godot 3 are in your TileSets of today, for `tilewright migrate --tiles`.\n\
             # Take the `#` away and fill in, a line a tile:\n\
             #   5 = { source = 0, atlas = [2, 3] }   # source id, and column and row in its atlas\n\
             #   6 = { erase = true }                  # the cells go\n\
             # `alternative = 1` names an alternative tile. A cell of an atlas or autotile holds a coordinate\n\
             # of its own, which is added to `atlas`. Flips become the transform of the cell.\n",
        );
        for (path, tiles) in &self.sets {
            let mut add = |text: String| out.push_str(&text);
            add("\n[[tile_set]]\n".to_owned());
            if path.is_empty() {
                add("# for maps whose TileSet is not named here\n".to_owned());
            } else {
                add(format!("path = {}\n", toml::Value::String(path.clone())));
            }
            add("\n[tile_set.tiles]\n".to_owned());
            for (id, tile) in tiles {
                let mut said = match &tile.name {
                    Some(name) => format!("\"{}\", ", name.escape_debug()),
                    None => String::new(),
                };
                let plural = if tile.cells == 1 { "cell" } else { "cells" };
                write!(said, "{} {plural}", tile.cells).expect("writing to a string does not fail");
                if tile.places.iter().any(|place| *place != (0, 0)) {
                    let places: Vec<String> =
                        tile.places.iter().take(8).map(|(x, y)| format!("{x},{y}")).collect();
                    let more = if tile.places.len() > 8 { " …" } else { "" };
                    write!(said, " at {}{more}", places.join(" "))
                        .expect("writing to a string does not fail");
                }
                add(format!("# {id} = {{ source = 0, atlas = [0, 0] }}   # {said}\n"));
            }
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tile::Coords;

    fn old(tile: u32) -> OldCell {
        let coords = Coords { x: 3, y: -2 };
        OldCell { coords, tile, atlas_x: 1, atlas_y: 2, flip_h: true, flip_v: false, transpose: true }
    }

    #[test]
    fn flips_become_the_transform_and_places_are_added() {
        let text = "[[tile_set]]\n[tile_set.tiles]\n5 = { source = 7, atlas = [2, 0], alternative = 3 }\n\
                    6 = { erase = true }\n";
        let mapping = Mapping::parse(text).expect("a good file");
        let cell = mapping.convert(Some("res://t.tres"), old(5)).expect("mapped").expect("kept");
        assert_eq!((cell.x, cell.y, cell.source, cell.atlas_x, cell.atlas_y), (3, -2, 7, 3, 2));
        assert_eq!(cell.alternative, 3 | 0x1000 | 0x4000);
        assert_eq!(mapping.convert(None, old(6)), Ok(None));
        assert_eq!(mapping.convert(None, old(7)), Err("tile 7 is not in the mapping".to_owned()));
    }

    #[test]
    fn slips_in_the_file_are_told() {
        let parse = |text: &str| Mapping::parse(text).expect_err("a slip");
        assert!(parse("[[tile_set]]\n[tile_set.tiles]\n5 = { atlas = [0, 0] }\n").contains("tile 5"));
        assert!(parse("[[tile_set]]\n[tile_set.tiles]\nfive = { source = 0 }\n").contains("`five`"));
        assert!(parse("[[tile_set]]\ntiels = 1\n").contains("tiels"));
    }

    #[test]
    fn the_template_is_a_good_file_with_no_answers() {
        let mut tiles = OldTiles::default();
        tiles.add(Some("res://t.tres"), &[old(5), old(9)], |id| (id == 5).then(|| "grass".to_owned()));
        let text = tiles.template();
        assert_eq!(Mapping::parse(&text).map(|mapping| mapping.tile_set.len()), Ok(1));
        assert!(text.contains("# 5 = { source = 0, atlas = [0, 0] }   # \"grass\", 1 cell at 1,2"), "{text}");
        let filled = text.replace("# 5 =", "5 =");
        assert!(Mapping::parse(&filled).expect("filled in").convert(Some("res://t.tres"), old(5)).is_ok());
    }
}
