//! TW404 same-cells: two layers of one parent that hold the same cells.

use crate::lint::Layer;
use crate::lint::finding::count;
use crate::lint::{Context, Finding, Findings, Level, Rule};
use crate::tile::LayerKind;
use std::collections::HashMap;

pub(in crate::lint) static RULE: Rule = Rule {
    code: "TW404",
    name: "same-cells",
    level: Level::Warning,
    default: true,
    fix: None,
    summary: "two layers of one parent that hold the same cells",
    why: "The layers lie exactly on each other with the same TileSet, so that everything is drawn and \
          collides twice. Mostly a layer was duplicated to start a new one and never cleared, or a merge \
          kept both.",
    example: r#"[node name="Ground" type="TileMapLayer" parent="."]
[node name="Ground2" type="TileMapLayer" parent="."]
; with the same tile_set, position and cells"#,
    remedy: "delete one of them, or clear it.",
    check,
};

/// What makes the same cells look, or work, otherwise.
const LOOK: &[&str] = &[
    "tile_set",
    "position",
    "transform",
    "scale",
    "rotation",
    "material",
    "modulate",
    "self_modulate",
    "visible",
    "enabled",
    "collision_enabled",
];

fn check(context: &Context<'_>, found: &mut Findings) {
    let mut seen: HashMap<_, &Layer> = HashMap::new();
    for layer in context.maps().filter(|layer| !layer.cells.cells.is_empty()) {
        let section = context.document.section(layer.site.section);
        let node = layer.site.node.as_deref().unwrap_or_default();
        let parent = match layer.site.kind {
            LayerKind::TileMapLayer => node.rsplit_once('/').map_or(".", |(parent, _)| parent).to_owned(),
            // The layers of a TileMap lie on each other.
            _ => format!("{node}#"),
        };
        // What is drawn elsewhere or with other tiles is another matter.
        let text =
            |key: &str| section.property(key).map(|property| context.document.source().text(property.value));
        let mut look: Vec<_> = LOOK.iter().map(|key| text(key)).collect();
        if let LayerKind::TileMap { index, .. } = layer.site.kind {
            look.extend(["modulate", "enabled"].map(|key| text(&format!("layer_{index}/{key}"))));
        }
        if section.field("type").is_none() {
            continue;
        }
        let mut cells: Vec<[u16; 6]> = layer
            .cells
            .cells
            .iter()
            .map(|cell| {
                [cell.x as u16, cell.y as u16, cell.source, cell.atlas_x, cell.atlas_y, cell.alternative]
            })
            .collect();
        cells.sort_unstable();
        if let Some(first) = seen.get(&(parent.clone(), look.clone(), cells.clone())) {
            let other = first.site.label();
            let message = format!("the same {} as in `{other}`", count(cells.len(), "cell"));
            let finding = Finding::of_layer(layer, message).about(other);
            found.push(finding.help("delete one of the layers, or clear it: everything is drawn twice"));
        } else {
            seen.insert((parent, look, cells), layer);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::*;

    #[test]
    fn twins() {
        let two = |other: &[[i32; 6]], more: &str| {
            let one = buffer(&[[0, 0, 1, 0, 0, 0], [1, 0, 1, 0, 0, 0]]);
            let second = ground(&buffer(other), more).replace("Ground", "Copy");
            scene(&(ground(&one, "") + &second))
        };
        let same = [[1, 0, 1, 0, 0, 0], [0, 0, 1, 0, 0, 0]];
        assert_eq!(said("TW404", &two(&same, "")), ["the same 2 cells as in `Ground`"]);
        assert_eq!(said("TW404", &two(&[[0, 0, 1, 0, 0, 0], [1, 0, 2, 0, 0, 0]], "")), [""; 0]);
        assert_eq!(said("TW404", &two(&same, "position = Vector2(8, 8)\n")), [""; 0]);
    }
}
