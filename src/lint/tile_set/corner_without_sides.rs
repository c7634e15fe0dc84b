//! TW301 corner-without-sides: a terrain corner without both of its sides, in Match Corners and Sides mode.

use super::{Tiles, shown, tile_sets};
use crate::lint::{Context, Finding, Findings, Level, Rule};
use crate::project::{AtlasCoords, int};
use crate::source::Span;
use std::collections::HashMap;

pub(in crate::lint) static RULE: Rule = Rule {
    code: "TW301",
    name: "corner-without-sides",
    level: Level::Info,
    default: true,
    fix: None,
    summary: "a terrain corner without both of its sides, in Match Corners and Sides mode",
    why: "In this mode the engine asks for a corner only where all cells around it have the terrain, and \
          then the two sides next to the corner have it as well. A tile with the corner bit of its own \
          terrain, but without one of these sides, is never the exact answer: 47 of the 256 combinations \
          can be asked for. Mostly a bit was painted too much, or one was forgotten, and the tile turns up \
          in the wrong place or never.",
    example: r#"terrain_set_0/mode = 0
1:0/0/terrain_set = 0
1:0/0/terrain = 0
1:0/0/terrains_peering_bit/top_left_corner = 0
1:0/0/terrains_peering_bit/top_side = 0"#,
    remedy: "in the TileSet editor, erase the corner or paint its two sides. If corners alone are meant, \
          choose Match Corners.",
    check,
};

fn check(context: &Context<'_>, found: &mut Findings) {
    for tile_set in tile_sets(context) {
        let bits = tile_set.bits();
        for (id, atlas) in &tile_set.atlases {
            let mut tiles: HashMap<(AtlasCoords, u16), HashMap<String, (i64, Span)>> = HashMap::new();
            for one in tile_set.tile_properties(*atlas) {
                let name = one.name.strip_prefix("terrains_peering_bit/").unwrap_or(&one.name);
                let is_terrain = name != one.name || matches!(name, "terrain_set" | "terrain");
                if let Some(value) =
                    int(context.document, one.property).filter(|value| is_terrain && *value >= 0)
                {
                    let tile = tiles.entry((one.at, one.alternative)).or_default();
                    tile.insert(name.to_owned(), (value, one.property.key));
                }
            }
            let mut wrong = Tiles::default();
            let mut tiles: Vec<_> = tiles.into_iter().collect();
            tiles.sort_by_key(|(tile, _)| *tile);
            for ((at, _), data) in tiles {
                let value = |name: &str| data.get(name).map(|(value, _)| *value);
                let (Some(set), Some(terrain)) = (value("terrain_set"), value("terrain")) else { continue };
                if tile_set.number(&format!("terrain_set_{set}/mode"), 0) != 0 {
                    continue;
                }
                let lonely = bits.corners.iter().find(|(corner, sides)| {
                    value(corner) == Some(terrain) && sides.iter().any(|side| value(side).is_none())
                });
                if let Some((corner, _)) = lonely {
                    wrong.add(String::new(), data[*corner].1, at);
                }
            }
            for (_, place, tiles) in wrong.all() {
                let message =
                    format!("source {id}: a terrain corner without both of its sides on {}", shown(&tiles));
                let finding = Finding::new(place, message).about(id).times(tiles.len());
                found.push(finding.help("erase the corner or paint its two sides, in the TileSet editor"));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::*;

    fn said_of_bits(mode: u32, bits: &[&str]) -> Vec<String> {
        let mut tile = String::from("1:0/0 = 0\n1:0/0/terrain_set = 0\n1:0/0/terrain = 0\n");
        for bit in bits {
            tile.push_str(&format!("1:0/0/terrains_peering_bit/{bit} = 0\n"));
        }
        let text = format!(
            "[gd_resource type=\"TileSet\" format=3]\n[sub_resource type=\"TileSetAtlasSource\" id=\"a\"]\n{tile}\
             [resource]\nterrain_set_0/mode = {mode}\nterrain_set_0/terrain_0/name = \"g\"\nsources/4 = SubResource(\"a\")\n"
        );
        said("TW301", &text)
    }

    #[test]
    fn a_corner_needs_both_sides() {
        assert_eq!(
            said_of_bits(0, &["top_side", "top_left_corner"]),
            ["source 4: a terrain corner without both of its sides on tile (1, 0)"]
        );
        assert_eq!(said_of_bits(0, &["top_side", "left_side", "top_left_corner"]), [""; 0]);
        // Match Corners asks for corners alone.
        assert_eq!(said_of_bits(1, &["top_left_corner"]), [""; 0]);
    }
}
