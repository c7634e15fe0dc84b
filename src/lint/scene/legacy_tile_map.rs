//! TW401 legacy-tile-map: a TileMap, which 4.3 replaced by TileMapLayer.

use crate::lint::finding::count;
use crate::lint::{Context, Finding, Findings, Level, Rule};
use crate::scene::node_path;
use crate::tile::header_format;

pub(in crate::lint) static RULE: Rule = Rule {
    code: "TW401",
    name: "legacy-tile-map",
    level: Level::Info,
    default: true,
    fix: None,
    summary: "a TileMap, which 4.3 replaced by TileMapLayer",
    why: "The node still loads, but is marked as deprecated since 4.3: no new feature reaches it, and the \
          editor shows a warning. Not asked in projects that say 4.2 or older, where TileMapLayer does not \
          exist, nor in scenes of Godot 3.",
    example: r#"[node name="World" type="TileMap" parent="."]
format = 2
layer_0/tile_data = PackedInt32Array(0, 0, 0)"#,
    remedy: "`tilewright migrate FILE` turns it into TileMapLayers, with all scenes that inherit or instance \
          it; `--report` says what a person must look at.",
    check,
};

fn check(context: &Context<'_>, found: &mut Findings) {
    let old = context.project.version().is_some_and(|version| version < (4, 3));
    if old || header_format(context.document).is_some_and(|format| format < 3) {
        return;
    }
    for node in context.scene.nodes().filter(|node| node.text_field("type").as_deref() == Some("TileMap")) {
        let path = node_path(node);
        let layers = context.layers.iter().filter(|layer| layer.site.section == node.index()).count();
        let message = format!("TileMap is deprecated since 4.3; `{path}` has {}", count(layers, "layer"));
        let file = context.document.source().name();
        let help = format!("`tilewright migrate {file}` turns it into TileMapLayers");
        found.push(Finding::new(node.tag(), message).help(help));
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::*;

    use crate::project::Memory;

    fn said_in_project(version: &str, text: &str) -> Vec<String> {
        let project = format!("config/features=PackedStringArray(\"{version}\")\n");
        said_in("TW401", Memory::default().with("game/project.godot", project), "/game/main.tscn", text)
    }

    #[test]
    fn a_project_that_could_do_without() {
        let map = scene("[node name=\"M\" type=\"TileMap\" parent=\".\"]\nlayer_1/name = \"b\"\n");
        let told = ["TileMap is deprecated since 4.3; `M` has 2 layers"];
        assert_eq!(said_in_project("4.3", &map), told);
        assert_eq!(
            said("TW401", &map),
            told,
            "a project that does not say its version is taken for a new one"
        );
        assert_eq!(said_in_project("4.2", &map), [""; 0]);
        assert_eq!(said("TW401", &map.replace("format=3", "format=2")), [""; 0]);
        assert_eq!(said("TW401", &cells(&[[0, 0, 0, 0, 0, 0]])), [""; 0]);
    }
}
