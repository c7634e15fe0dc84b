//! TW109 wide-alternative: alternative ids above 4095 in a project of Godot 4.0 or 4.1.

use crate::lint::finding::cells;
use crate::lint::{Context, Finding, Findings, Level, Rule};

pub(in crate::lint) static RULE: Rule = Rule {
    code: "TW109",
    name: "wide-alternative",
    level: Level::Warning,
    default: true,
    fix: None,
    summary: "alternative ids above 4095 in a project of Godot 4.0 or 4.1",
    why: "Until 4.1 the whole field was the id of the alternative. From 4.2 on bits 12 to 14 turn the tile \
          and are masked off: the id 4096 becomes the base tile, flipped. The map shows other tiles when \
          the project is opened in a newer engine.",
    example: r#"config/features=PackedStringArray("4.1")   ; project.godot
tile_map_data of a cell with alternative 4100"#,
    remedy: "give such alternatives ids below 4096 in the TileSet and repaint before you upgrade; `tilewright \
          edit --replace` renames tiles in all scenes.",
    check,
};

fn check(context: &Context<'_>, found: &mut Findings) {
    let Some((4, 0 | 1)) = context.project.version() else { return };
    for layer in &context.layers {
        let wide = super::cells_where(layer, |cell| cell.alternative & 0x7000 != 0 && !cell.bit15());
        if !wide.is_empty() {
            let message = format!(
                "alternative ids above 4095, which 4.2 and later read as turned tiles: {}",
                cells(&wide)
            );
            let help = "give these alternatives smaller ids before the project is opened in a newer engine";
            found.push(Finding::of_layer(layer, message).times(wide.len()).help(help));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::*;

    use crate::project::Memory;

    #[test]
    fn ids_of_an_old_project() {
        let said = |version: &str, alternative: i32| {
            let project = format!("[application]\n\nconfig/features=PackedStringArray(\"{version}\")\n");
            let files = Memory::default().with("game/project.godot", project);
            said_in("TW109", files, "/game/main.tscn", cells(&[[0, 0, 1, 0, 0, alternative]]))
        };
        assert_eq!(
            said("4.1", 4100),
            ["alternative ids above 4095, which 4.2 and later read as turned tiles: cell (0, 0)"]
        );
        assert_eq!(said("4.1", 4095), [""; 0]);
        assert_eq!(said("4.2", 4100), [""; 0]);
    }
}
