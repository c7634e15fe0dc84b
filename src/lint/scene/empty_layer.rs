//! TW405 empty-layer: a layer without cells.

use crate::lint::{Context, Finding, Findings, Level, Rule};

pub(in crate::lint) static RULE: Rule = Rule {
    code: "TW405",
    name: "empty-layer",
    level: Level::Info,
    default: false,
    fix: None,
    summary: "a layer without cells",
    why: "It costs a node and shows nothing. Layers that scripts fill, or that are kept for later, look \
          the same; therefore the rule is off by default.",
    example: r#"[node name="Ground" type="TileMapLayer" parent="."]
tile_set = ExtResource("1")"#,
    remedy: "delete the layer, if no script fills it.",
    check,
};

fn check(context: &Context<'_>, found: &mut Findings) {
    for layer in context.maps().filter(|layer| layer.cells.cells.is_empty() && layer.data.damage.is_empty()) {
        let section = context.document.section(layer.site.section);
        // An override without cells takes those of its base away, or leaves them.
        if section.field("type").is_some() && !layer.site.is_old() {
            found.push(
                Finding::of_layer(layer, "the layer has no cells").help("delete it, if no script fills it"),
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::*;

    #[test]
    fn a_layer_without_cells() {
        assert_eq!(
            said("TW405", &scene("[node name=\"A\" type=\"TileMapLayer\" parent=\".\"]\n")),
            ["the layer has no cells"]
        );
        assert_eq!(said("TW405", &cells(&[[0, 0, 0, 0, 0, 0]])), [""; 0]);
        assert_eq!(said("TW405", &cells(&[[0, 0, 0xFFFF, 0, 0, 0]])), ["the layer has no cells"]);
    }
}
