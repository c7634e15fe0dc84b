//! TW207 outside-texture: cells of a tile that lies outside of its texture.

use super::faults::Fault;
use crate::lint::finding::cells;
use crate::lint::{Context, Finding, Findings, Level, Rule};
use crate::project::Contents;

pub(in crate::lint) static RULE: Rule = Rule {
    code: "TW207",
    name: "outside-texture",
    level: Level::Warning,
    default: true,
    fix: None,
    summary: "cells of a tile that lies outside of its texture",
    why: "The TileSet names a tile where the texture ends already: the image was made smaller, or \
          replaced. The engine prints \"Cannot create tile\" and leaves it half made: the cell counts as \
          valid, and nothing is drawn. The size is read from the PNG itself; other formats, and textures \
          that the import scales, are not judged.",
    example: r#"texture = ExtResource("1_small")   ; 32 by 16 pixels
4:0/0 = 0
cell (0, 0): source 0, atlas (4, 0)"#,
    remedy: "restore the texture, or remove the tile from the TileSet and repaint.",
    check,
};

fn check(context: &Context<'_>, found: &mut Findings) {
    for layer in &context.layers {
        let faults = context.faults(layer);
        let groups = faults.by(|fault, cell| {
            (*fault == Fault::Outside).then_some((cell.source, cell.atlas_x, cell.atlas_y))
        });
        for ((source, x, y), hidden) in groups {
            let contents = faults.tile_set.as_ref().and_then(|info| info.contents.get(&source.into()));
            let grid = match contents {
                Some(Contents::Atlas(atlas)) => atlas.grid.unwrap_or_default(),
                _ => (0, 0),
            };
            let why = match grid {
                (0, 0) => "has no texture to be cut from".to_owned(),
                (columns, rows) => {
                    format!("lies outside of its texture, which has {columns} by {rows} tiles")
                }
            };
            let (tile_set, cells) = (faults.name(), cells(&hidden));
            let message = format!("tile ({x}, {y}) of source {source} in {tile_set} {why}: {cells}");
            let finding =
                Finding::of_layer(layer, message).about(format!("{source}:{x},{y}")).times(hidden.len());
            found.push(finding.help("restore the texture, or remove the tile from the TileSet and repaint"));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::*;

    use crate::project::Memory;

    fn said_with(width: u32, lines: &str, atlas_x: i32) -> Vec<String> {
        let mut png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
        png.extend(width.to_be_bytes());
        png.extend(16_u32.to_be_bytes());
        let tiles = format!(
            "[gd_resource type=\"TileSet\" format=3]\n[ext_resource type=\"Texture2D\" path=\"res://a.png\" id=\"1\"]\n\
             [sub_resource type=\"TileSetAtlasSource\" id=\"a\"]\ntexture = ExtResource(\"1\")\n{lines}\
             0:0/0 = 0\n1:0/0 = 0\n2:0/0 = 0\n[resource]\nsources/0 = SubResource(\"a\")\n"
        );
        let files = Memory::default().with("game/project.godot", "").with("game/tiles.tres", tiles);
        let files = files.with("game/a.png", png);
        said_in("TW207", files, "/game/main.tscn", tiled(&[[0, 0, 0, atlas_x, 0, 0]]))
    }

    #[test]
    fn the_texture_ends_first() {
        assert_eq!(
            said_with(32, "", 2),
            [
                "tile (2, 0) of source 0 in res://tiles.tres lies outside of its texture, which has 2 by 1 tiles: cell (0, 0)"
            ]
        );
        assert_eq!(said_with(32, "", 1), [""; 0]);
        assert_eq!(said_with(48, "", 2), [""; 0]);
    }

    #[test]
    fn an_atlas_without_a_texture_has_no_tile() {
        let tiles = "[sub_resource type=\"TileSetAtlasSource\" id=\"a\"]\n0:0/0 = 0\n\
            [resource]\nsources/0 = SubResource(\"a\")\n";
        assert_eq!(
            said_in("TW207", game(tiles), "/game/main.tscn", tiled(&[[0, 0, 0, 0, 0, 0]])),
            ["tile (0, 0) of source 0 in res://tiles.tres has no texture to be cut from: cell (0, 0)"]
        );
    }

    #[test]
    fn margins_and_separation_count_but_none_behind_the_last_tile() {
        // 2 + 16 + 1 + 16 + 1 + 16 = 52.
        let spaced = "margins = Vector2i(2, 0)\nseparation = Vector2i(1, 0)\n";
        assert_eq!(said_with(52, spaced, 2), [""; 0]);
        assert_eq!(said_with(51, spaced, 2).len(), 1);
    }
}
