//! TW306 misread-name: names in a TileSet that the engine reads otherwise, or not at all.

use super::{TileProperty, TileSetText, Tiles, shown, tile_sets};
use crate::lint::{Context, Finding, Findings, Level, Rule};
use std::collections::HashMap;

pub(in crate::lint) static RULE: Rule = Rule {
    code: "TW306",
    name: "misread-name",
    level: Level::Warning,
    default: true,
    fix: None,
    summary: "names in a TileSet that the engine reads otherwise, or not at all",
    why: "Which peering bits a tile has depends on the shape of the cells and on the mode of the terrain set; the engine \
          drops others without a word, and so it does a property of a tile with a slip in its name. The second of two \
          custom data layers with one name loses its name.",
    example: r#"0:0/0/terrains_peering_bit/topleft_corner = 0
0:0/0/probabilty = 0.5"#,
    remedy: "correct the name, or delete the line.",
    check,
};

const KNOWN: &[&str] = &[
    "flip_h",
    "flip_v",
    "transpose",
    "texture_origin",
    "modulate",
    "material",
    "z_index",
    "y_sort_origin",
    "terrain_set",
    "terrain",
    "probability",
    "terrains_peering_bit",
];

fn check(context: &Context<'_>, found: &mut Findings) {
    for tile_set in tile_sets(context) {
        custom_data_names(&tile_set, found);
        for (id, atlas) in &tile_set.atlases {
            let mut wrong = Tiles::default();
            let properties = tile_set.tile_properties(*atlas);
            let sets = tile_set.terrain_sets(&properties);
            for one in &properties {
                let set = sets.get(&(one.at, one.alternative)).copied();
                if let Some(what) = bit(&tile_set, one, set).or_else(|| slip(&one.name)) {
                    wrong.add(what, one.property.key, one.at);
                }
            }
            for (what, place, tiles) in wrong.all() {
                let message = format!("source {id}: {what}: {}", shown(&tiles));
                let finding = Finding::new(place, message).about(format!("{id} {what}")).times(tiles.len());
                found.push(finding.help("correct the name, or delete the line; the engine drops it"));
            }
        }
    }
}

fn custom_data_names(tile_set: &TileSetText<'_>, found: &mut Findings) {
    let mut seen = HashMap::new();
    for property in tile_set.section.properties() {
        let key = tile_set.document.key(property);
        if !(key.starts_with("custom_data_layer_") && key.ends_with("/name")) {
            continue;
        }
        let name = tile_set.document.string(property.value).into_owned();
        if let Some(first) = seen.insert(name.clone(), key.clone().into_owned())
            && !name.is_empty()
        {
            let message = format!("two custom data layers are called \"{name}\" ({first} is the other)");
            let finding = Finding::new(property.key, message).about(name);
            found.push(finding.help("rename one of them; the engine takes the name from the second one"));
        }
    }
}

/// A peering bit that the shape or the mode does not have.
fn bit(tile_set: &TileSetText<'_>, one: &TileProperty<'_>, set: Option<i64>) -> Option<String> {
    let name = one.name.strip_prefix("terrains_peering_bit/")?;
    let bits = tile_set.bits();
    let side = bits.sides.contains(&name);
    let corner = bits.corners.iter().any(|(corner, _)| *corner == name);
    if !side && !corner {
        return Some(format!("cells of this shape have no peering bit `{name}`"));
    }
    let set = set?;
    match tile_set.number(&format!("terrain_set_{set}/mode"), 0) {
        1 if side => Some(format!("terrain set {set} matches corners only, `{name}` is a side")),
        2 if corner => Some(format!("terrain set {set} matches sides only, `{name}` is a corner")),
        _ => None,
    }
}

/// A name that is nearly one that the engine knows.
fn slip(name: &str) -> Option<String> {
    let word = name.split('/').next().unwrap_or(name);
    if KNOWN.contains(&word) || word == "texture_offset" {
        return None;
    }
    let near = KNOWN.iter().find(|known| strsim::damerau_levenshtein(known, word) <= 2)?;
    Some(format!("tiles have no property `{word}` (is `{near}` meant?)"))
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::*;

    fn said_of_line(line: &str, mode: u32) -> Vec<String> {
        said(
            "TW306",
            &format!(
                "[gd_resource type=\"TileSet\" format=3]\n[sub_resource type=\"TileSetAtlasSource\" id=\"a\"]\n\
                 0:0/0 = 0\n0:0/0/terrain_set = 0\n0:0/0/{line} = 0\n[resource]\nterrain_set_0/mode = {mode}\n\
                 custom_data_layer_0/name = \"cost\"\nsources/0 = SubResource(\"a\")\n"
            ),
        )
    }

    #[test]
    fn bits_depend_on_shape_and_mode() {
        assert_eq!(
            said_of_line("terrains_peering_bit/top_corner", 0),
            ["source 0: cells of this shape have no peering bit `top_corner`: tile (0, 0)"]
        );
        assert_eq!(
            said_of_line("terrains_peering_bit/top_side", 1),
            ["source 0: terrain set 0 matches corners only, `top_side` is a side: tile (0, 0)"]
        );
        assert_eq!(said_of_line("terrains_peering_bit/top_side", 0), [""; 0]);
        assert_eq!(said_of_line("terrains_peering_bit/top_side", 2), [""; 0]);
    }

    #[test]
    fn a_slip_in_a_name() {
        assert_eq!(
            said_of_line("probabilty", 0),
            ["source 0: tiles have no property `probabilty` (is `probability` meant?): tile (0, 0)"]
        );
        assert_eq!(said_of_line("probability", 0), [""; 0]);
        assert_eq!(said_of_line("something_of_a_newer_engine", 0), [""; 0]);
    }

    #[test]
    fn two_layers_of_one_name() {
        let text = |second: &str| {
            format!(
                "[gd_resource type=\"TileSet\" format=3]\n[resource]\ncustom_data_layer_0/name = \"cost\"\n\
                 custom_data_layer_1/name = \"{second}\"\n"
            )
        };
        assert_eq!(
            said("TW306", &text("cost")),
            ["two custom data layers are called \"cost\" (custom_data_layer_0/name is the other)"]
        );
        assert_eq!(said("TW306", &text("Cost")), [""; 0]);
    }
}
