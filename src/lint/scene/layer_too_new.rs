//! TW402 layer-too-new: a TileMapLayer in a project of Godot 4.2 or older.

use crate::lint::{Context, Finding, Findings, Level, Rule};

pub(in crate::lint) static RULE: Rule = Rule {
    code: "TW402",
    name: "layer-too-new",
    level: Level::Error,
    default: true,
    fix: None,
    summary: "a TileMapLayer in a project of Godot 4.2 or older",
    why: "TileMapLayer came with 4.3. An older engine knows no such class: it puts a plain Node2D in its \
          place, draws nothing, and its next save loses the cells.",
    example: r#"config/features=PackedStringArray("4.2")   ; project.godot
[node name="Ground" type="TileMapLayer" parent="."]"#,
    remedy: "open the project in 4.3 or later, which brings its features up to date, or restore the scene as \
          it was with a TileMap.",
    check,
};

fn check(context: &Context<'_>, found: &mut Findings) {
    let Some((major, minor)) = context.project.version().filter(|version| *version < (4, 3)) else { return };
    for node in
        context.scene.nodes().filter(|node| node.text_field("type").as_deref() == Some("TileMapLayer"))
    {
        let message = format!("TileMapLayer came with 4.3, and project.godot says {major}.{minor}");
        let help =
            "open the project in 4.3 or later; an older engine shows nothing and loses the cells on saving";
        found.push(Finding::new(node.tag(), message).help(help));
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::*;

    use crate::project::Memory;

    #[test]
    fn a_project_of_4_2() {
        let said = |version: &str| {
            let project = format!("config/features=PackedStringArray(\"{version}\")\n");
            let files = Memory::default().with("game/project.godot", project);
            said_in("TW402", files, "/game/main.tscn", cells(&[[0, 0, 0, 0, 0, 0]]))
        };
        assert_eq!(said("4.2"), ["TileMapLayer came with 4.3, and project.godot says 4.2"]);
        assert_eq!(said("4.3"), [""; 0]);
        assert_eq!(super::super::super::testing::said("TW402", &cells(&[[0, 0, 0, 0, 0, 0]])), [""; 0]);
    }
}
