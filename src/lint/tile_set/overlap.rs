//! TW304 overlap: two tiles on one place of an atlas, or two sources of one id.

use super::tile_sets;
use crate::lint::{Context, Finding, Findings, Level, Rule};
use crate::project::Atlas;
use std::collections::HashMap;

pub(in crate::lint) static RULE: Rule = Rule {
    code: "TW304",
    name: "overlap",
    level: Level::Error,
    default: true,
    fix: None,
    summary: "two tiles on one place of an atlas, or two sources of one id",
    why: "A larger tile, or the frames of an animation, cover a place where another tile starts. Of a larger tile that \
          comes first the engine makes no room for the other one, which is not created; of one that comes later it \
          refuses the size, and the tile stays small. Either way there is a line in the log and no more. Of two sources \
          with one id the last one counts.",
    example: r#"0:0/size_in_atlas = Vector2i(2, 1)
0:0/0 = 0
1:0/0 = 0"#,
    remedy: "make the tile smaller, or remove the one that it covers.",
    check,
};

fn check(context: &Context<'_>, found: &mut Findings) {
    let document = context.document;
    for tile_set in tile_sets(context) {
        let mut seen = HashMap::new();
        for property in tile_set.section.properties() {
            let key = document.key(property);
            if key.starts_with("sources/")
                && let Some(first) = seen.insert(key.clone(), property.key)
            {
                let line = document.source().position(first.start).line;
                let message = format!("`{key}` a second time (the first is in line {line}); this one counts");
                found.push(Finding::new(property.key, message).about(&key));
            }
        }
        for (id, section) in &tile_set.atlases {
            let atlas = Atlas::read(document, *section);
            for (at, tile) in &atlas.tiles {
                let others = || tile.places(*at).skip(1).filter(|place| atlas.tiles.contains_key(place));
                let Some(other) = others().next() else { continue };
                let what = if tile.frames > 1 { "the frames of tile" } else { "tile" };
                let place = atlas.tiles[&other].span;
                let message = format!(
                    "source {id}: {what} ({}, {}) and tile ({}, {}) lie on one place",
                    at.0, at.1, other.0, other.1
                );
                let finding = Finding::new(place, message).about(format!("{id}:{},{}", at.0, at.1));
                found.push(finding.times(others().count()).help("make the one smaller, or remove the other"));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::*;

    fn said_of_tiles(lines: &str) -> Vec<String> {
        said(
            "TW304",
            &format!(
                "[gd_resource type=\"TileSet\" format=3]\n[sub_resource type=\"TileSetAtlasSource\" id=\"a\"]\n{lines}\
                 [resource]\nsources/0 = SubResource(\"a\")\n"
            ),
        )
    }

    #[test]
    fn a_large_tile_over_a_small_one() {
        let large = "0:0/size_in_atlas = Vector2i(2, 1)\n0:0/0 = 0\n";
        assert_eq!(
            said_of_tiles(&format!("{large}1:0/0 = 0\n")),
            ["source 0: tile (0, 0) and tile (1, 0) lie on one place"]
        );
        assert_eq!(said_of_tiles(&format!("{large}2:0/0 = 0\n0:1/0 = 0\n")), [""; 0]);
    }

    #[test]
    fn the_frames_of_an_animation_take_place_too() {
        let frames =
            "0:0/animation_frame_0/duration = 1.0\n0:0/animation_frame_1/duration = 1.0\n0:0/0 = 0\n";
        assert_eq!(said_of_tiles(&format!("{frames}1:0/0 = 0\n")).len(), 1);
        assert_eq!(said_of_tiles(&format!("{frames}2:0/0 = 0\n")), [""; 0]);
    }
}
