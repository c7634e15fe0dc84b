//! TW305 unused: tiles of a TileSet that no scene of the project uses.

use super::{TileSetText, shown, tile_sets};
use crate::lint::{Context, Finding, Findings, Level, Rule};
use crate::project::{Atlas, TileSetOf};
use crate::tile;
use std::collections::HashSet;

pub(in crate::lint) static RULE: Rule = Rule {
    code: "TW305",
    name: "unused",
    level: Level::Info,
    default: false,
    fix: None,
    summary: "tiles of a TileSet that no scene of the project uses",
    why: "All text scenes of the project are looked through. Tiles that only scripts, terrains or patterns \
          paint, or scenes that are saved as binary, are not seen, so this is a hint and no more.",
    example: r#"1:0/0 = 0   ; and no cell of any scene shows it"#,
    remedy: "remove the tile from the TileSet, if nothing else uses it.",
    check,
};

fn check(context: &Context<'_>, found: &mut Findings) {
    for tile_set in tile_sets(context) {
        if tile_set.atlases.is_empty() {
            continue;
        }
        let used = used(context, &name(context, &tile_set));
        for (id, section) in &tile_set.atlases {
            let atlas = Atlas::read(context.document, *section);
            let unused: Vec<_> =
                atlas.tiles.keys().copied().filter(|(x, y)| !used.contains(&(*id, *x, *y))).collect();
            if unused.is_empty() {
                continue;
            }
            let message = match unused.len() == atlas.tiles.len() {
                true => format!("source {id} is used by no scene of the project"),
                false => format!("source {id}: used by no scene of the project: {}", shown(&unused)),
            };
            found.push(Finding::new(section.tag(), message).about(id).times(unused.len()));
        }
    }
}

/// What the project calls this TileSet.
fn name(context: &Context<'_>, tile_set: &TileSetText<'_>) -> String {
    let file = context.project.show(&context.project.path_of(context.document));
    match tile_set.section.text_field("id") {
        Some(id) => format!("{file}::{id}"),
        None => file,
    }
}

/// Source and atlas coordinates of every cell of the project that belongs to a TileSet.
fn used(context: &Context<'_>, tile_set: &str) -> HashSet<(u32, u32, u32)> {
    let mut used = HashSet::new();
    for path in context.project.scenes() {
        let Ok(document) = context.project.document(&path) else { continue };
        let Ok(sites) = tile::find(&document) else { continue };
        for site in sites.iter().filter(|site| site.property.is_some()) {
            let is_it = matches!(
                context.project.tile_set(&document, site),
                TileSetOf::Found(info) if info.name == tile_set
            );
            if is_it && !matches!(site.kind, tile::LayerKind::Pattern { .. }) {
                let cells = site.decode(&document).resolve().cells;
                used.extend(
                    cells.iter().map(|cell| {
                        (u32::from(cell.source), u32::from(cell.atlas_x), u32::from(cell.atlas_y))
                    }),
                );
            }
        }
    }
    used
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::*;

    #[test]
    fn every_scene_of_the_project_counts() {
        let tiles = "[sub_resource type=\"TileSetAtlasSource\" id=\"a\"]\n0:0/0 = 0\n1:0/0 = 0\n\
            [sub_resource type=\"TileSetAtlasSource\" id=\"b\"]\n0:0/0 = 0\n\
            [resource]\nsources/0 = SubResource(\"a\")\nsources/1 = SubResource(\"b\")\n";
        let said = |records: &[[i32; 6]]| {
            let files = game(tiles).with("game/levels/one.tscn", tiled(records));
            let text = format!("[gd_resource type=\"TileSet\" format=3]\n{tiles}");
            said_in("TW305", files, "/game/tiles.tres", text)
        };
        assert_eq!(
            said(&[[0, 0, 0, 0, 0, 0]]),
            [
                "source 0: used by no scene of the project: tile (1, 0)",
                "source 1 is used by no scene of the project"
            ]
        );
        assert_eq!(said(&[[0, 0, 0, 0, 0, 0], [1, 0, 0, 1, 0, 0], [2, 0, 1, 0, 0, 0]]), [""; 0]);
    }
}
