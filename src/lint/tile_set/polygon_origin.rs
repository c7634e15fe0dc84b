//! TW302 polygon-origin: physics polygons whose points seem to start at the tile's top-left corner.

use super::{Tiles, shown, tile_sets};
use crate::lint::{Context, Finding, Findings, Level, Rule};
use crate::project::Atlas;
use crate::syntax::{Constructor, Value, ValueKind};

pub(in crate::lint) static RULE: Rule = Rule {
    code: "TW302",
    name: "polygon-origin",
    level: Level::Warning,
    default: true,
    fix: None,
    summary: "physics polygons whose points seem to start at the tile's top-left corner",
    why: "The points of a polygon count from the centre of the tile: a full square of 16 pixels is -8 to \
          8. Points that lie between 0 and the tile's size, and reach beyond its half, were most likely \
          written by a tool that counts from the corner: everything collides half a tile too far to the \
          right and down.",
    example: r#"texture_region_size = Vector2i(16, 16)
0:0/0/physics_layer_0/polygon_0/points = PackedVector2Array(0, 0, 16, 0, 16, 16, 0, 16)"#,
    remedy: "subtract half the tile's size from every point.",
    check,
};

fn check(context: &Context<'_>, found: &mut Findings) {
    let document = context.document;
    for tile_set in tile_sets(context) {
        for (id, section) in &tile_set.atlases {
            let atlas = Atlas::read(document, *section);
            let mut wrong = Tiles::default();
            for one in tile_set.tile_properties(*section) {
                if !(one.name.starts_with("physics_layer_") && one.name.ends_with("/points")) {
                    continue;
                }
                let Ok(value) = Value::parse(document.source().bytes(), one.property.value) else { continue };
                let ValueKind::Construct(Constructor::PackedVector2Array, inside) = value.kind else {
                    continue;
                };
                let text = document.source().text(inside);
                let numbers: Vec<f64> =
                    text.split(',').filter_map(|number| number.trim().parse().ok()).collect();
                let tile = atlas.tiles.get(&one.at).map_or((1, 1), |tile| tile.size);
                let size =
                    (atlas.region.0 as f64 * f64::from(tile.0), atlas.region.1 as f64 * f64::from(tile.1));
                if numbers.len() >= 6 && starts_at_corner(&numbers, size) {
                    wrong.add(String::new(), one.property.key, one.at);
                }
            }
            for (_, place, tiles) in wrong.all() {
                let (width, height) = atlas.region;
                let message = format!(
                    "source {id}: physics polygons between (0, 0) and ({width}, {height}), as if counted from the \
                     corner, on {}",
                    shown(&tiles)
                );
                let finding = Finding::new(place, message).about(id).times(tiles.len());
                found.push(finding.help("points count from the tile's centre; subtract half its size"));
            }
        }
    }
}

/// Whether all points lie in the tile as counted from its corner, and some beyond it as counted from its centre.
fn starts_at_corner(numbers: &[f64], (width, height): (f64, f64)) -> bool {
    let inside = numbers
        .chunks_exact(2)
        .all(|point| (0.0..=width).contains(&point[0]) && (0.0..=height).contains(&point[1]));
    let beyond = |at: usize, half: f64| numbers.iter().skip(at).step_by(2).any(|number| *number > half);
    inside && (beyond(0, width / 2.0) || beyond(1, height / 2.0))
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::*;

    fn said_of_points(points: &str) -> Vec<String> {
        said(
            "TW302",
            &format!(
                "[gd_resource type=\"TileSet\" format=3]\n[sub_resource type=\"TileSetAtlasSource\" id=\"a\"]\n\
                 2:1/0 = 0\n2:1/0/physics_layer_0/polygon_0/points = PackedVector2Array({points})\n\
                 [resource]\nphysics_layer_0/collision_layer = 1\nsources/0 = SubResource(\"a\")\n"
            ),
        )
    }

    #[test]
    fn points_count_from_the_centre() {
        assert_eq!(
            said_of_points("0, 0, 16, 0, 16, 16, 0, 16"),
            [
                "source 0: physics polygons between (0, 0) and (16, 16), as if counted from the corner, on tile (2, 1)"
            ]
        );
        assert_eq!(said_of_points("-8, -8, 8, -8, 8, 8, -8, 8"), [""; 0]);
        // A platform: the upper half of a tile as counted from its corner.
        assert_eq!(said_of_points("0, 0, 16, 0, 16, 8, 0, 8").len(), 1);
        // The lower right quarter of a tile.
        assert_eq!(said_of_points("0, 0, 8, 0, 8, 8, 0, 8"), [""; 0]);
    }
}
