//! TW303 index-out-of-range: tiles that name a terrain or a layer which the TileSet does not have.

use super::{TileProperty, TileSetText, Tiles, shown, tile_sets};
use crate::lint::{Context, Finding, Findings, Level, Rule};
use crate::project::int;

pub(in crate::lint) static RULE: Rule = Rule {
    code: "TW303",
    name: "index-out-of-range",
    level: Level::Warning,
    default: true,
    fix: None,
    summary: "tiles that name a terrain or a layer which the TileSet does not have",
    why: "A terrain set, a terrain, a physics, occlusion, navigation or custom data layer was removed, or a tool forgot \
          to declare it. The engine drops what the tile says, mostly without a word: no collision, no terrain, no data. \
          A terrain set that is not there makes it print an error each time it looks at the tile.",
    example: r#"0:0/0/physics_layer_1/polygon_0/points = PackedVector2Array(…)   ; there is physics_layer_0 only"#,
    remedy: "declare the layer or the terrain in the TileSet, or delete the lines from the tiles.",
    check,
};

const LAYERS: &[(&str, &str)] = &[
    ("physics_layer_", "physics layer"),
    ("occlusion_layer_", "occlusion layer"),
    ("navigation_layer_", "navigation layer"),
    ("custom_data_", "custom data layer"),
];

fn check(context: &Context<'_>, found: &mut Findings) {
    for tile_set in tile_sets(context) {
        let declared = Declared::of(&tile_set);
        for (id, atlas) in &tile_set.atlases {
            let mut wrong = Tiles::default();
            let properties = tile_set.tile_properties(*atlas);
            let sets = tile_set.terrain_sets(&properties);
            for one in &properties {
                let set = sets.get(&(one.at, one.alternative)).copied();
                if let Some(what) = declared.layer(one).or_else(|| declared.terrain(&tile_set, one, set)) {
                    wrong.add(what, one.property.key, one.at);
                }
            }
            for (what, place, tiles) in wrong.all() {
                let message = format!("source {id}: {what}, but the TileSet has none: {}", shown(&tiles));
                let finding = Finding::new(place, message).about(format!("{id} {what}")).times(tiles.len());
                found.push(finding.help("declare it in the TileSet, or delete the lines from the tiles"));
            }
        }
    }
}

/// What a TileSet declares, counted once.
struct Declared {
    layers: Vec<i64>,
    /// The terrains of each set.
    terrains: Vec<i64>,
}

impl Declared {
    fn of(tile_set: &TileSetText<'_>) -> Self {
        let layers = LAYERS.iter().map(|(prefix, _)| match *prefix {
            "custom_data_" => tile_set.layers("custom_data_layer_"),
            prefix => tile_set.layers(prefix),
        });
        // A number that a slip made large is no reason to count that far.
        let sets = 0..tile_set.layers("terrain_set_").min(1024);
        let terrains = sets.map(|set| tile_set.layers(&format!("terrain_set_{set}/terrain_")));
        Declared { layers: layers.collect(), terrains: terrains.collect() }
    }

    fn layer(&self, one: &TileProperty<'_>) -> Option<String> {
        let named = LAYERS.iter().zip(&self.layers).find_map(|((prefix, what), count)| {
            let rest = one.name.strip_prefix(prefix)?;
            Some((rest.split('/').next()?.parse::<i64>().ok()?, what, *count))
        });
        let (index, what, count) = named?;
        (index >= count).then(|| format!("tiles name the {what} {index}"))
    }

    /// `set`: the terrain set of the tile.
    fn terrain(
        &self,
        tile_set: &TileSetText<'_>,
        one: &TileProperty<'_>,
        set: Option<i64>,
    ) -> Option<String> {
        let is_terrain = one.name == "terrain" || one.name.starts_with("terrains_peering_bit/");
        if one.name != "terrain_set" && !is_terrain {
            return None;
        }
        let set = set?;
        let terrains = usize::try_from(set).ok().and_then(|set| self.terrains.get(set).copied());
        match terrains {
            None => (!is_terrain).then(|| format!("tiles name the terrain set {set}")),
            Some(terrains) if is_terrain => {
                let terrain = int(tile_set.document, one.property).filter(|number| *number >= terrains)?;
                Some(format!("tiles name the terrain {terrain} of terrain set {set}"))
            }
            Some(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::*;

    fn said_of_tile(line: &str) -> Vec<String> {
        said(
            "TW303",
            &format!(
                "[gd_resource type=\"TileSet\" format=3]\n[sub_resource type=\"TileSetAtlasSource\" id=\"a\"]\n\
                 0:0/0 = 0\n0:0/0/terrain_set = 0\n0:0/0/{line}\n[resource]\nphysics_layer_0/collision_layer = 1\n\
                 terrain_set_0/mode = 0\nterrain_set_0/terrain_0/name = \"grass\"\ncustom_data_layer_0/name = \"cost\"\n\
                 sources/0 = SubResource(\"a\")\n"
            ),
        )
    }

    #[test]
    fn layers_are_declared_by_the_tile_set() {
        assert_eq!(
            said_of_tile("physics_layer_1/polygon_0/points = PackedVector2Array()"),
            ["source 0: tiles name the physics layer 1, but the TileSet has none: tile (0, 0)"]
        );
        assert_eq!(said_of_tile("physics_layer_0/polygon_0/points = PackedVector2Array()"), [""; 0]);
        assert_eq!(said_of_tile("custom_data_1 = 3").len(), 1);
        assert_eq!(said_of_tile("custom_data_0 = 3"), [""; 0]);
    }

    #[test]
    fn terrains_are_counted_by_their_set() {
        assert_eq!(
            said_of_tile("terrain = 1"),
            ["source 0: tiles name the terrain 1 of terrain set 0, but the TileSet has none: tile (0, 0)"]
        );
        assert_eq!(said_of_tile("terrain = 0"), [""; 0]);
        assert_eq!(said_of_tile("terrain = -1"), [""; 0]);
        assert_eq!(said_of_tile("terrains_peering_bit/right_side = 2").len(), 1);
    }
}
