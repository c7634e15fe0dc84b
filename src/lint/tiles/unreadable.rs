//! TW200 cannot-check: cells that cannot be checked, since their TileSet cannot be read.

use crate::lint::finding::count;
use crate::lint::{Context, Finding, Findings, Level, Rule};

pub(in crate::lint) static RULE: Rule = Rule {
    code: "TW200",
    name: "cannot-check",
    level: Level::Warning,
    default: true,
    fix: None,
    summary: "cells that cannot be checked, since their TileSet cannot be read",
    why: "Without the TileSet nobody can say whether the tiles of a layer exist, so nothing is said of \
          them; a guess would be worse. A TileSet that is missing breaks the scene in the engine as well; \
          one that is saved as a binary .res, or made by a plugin's own class, is fine there.",
    example: r#"[ext_resource type="TileSet" path="res://gone.tres" id="1"]"#,
    remedy: "restore the file, or correct the path. Save a binary TileSet as .tres to have it checked, or \
          ignore the rule for these scenes.",
    check,
};

fn check(context: &Context<'_>, found: &mut Findings) {
    for layer in &context.layers {
        let faults = context.faults(layer);
        let cells = layer.cells.cells.len();
        if let Some(reason) = &faults.unreadable {
            let message = format!("cannot check {}: {reason}", count(cells, "cell"));
            found.push(Finding::of_layer(layer, message));
        } else if let Some((source, (reason, _))) = faults.unknown.iter().next() {
            let cells: usize = faults.unknown.values().map(|(_, cells)| cells).sum();
            let more = match faults.unknown.len() {
                1 => String::new(),
                sources => format!(" and {} more", sources - 1),
            };
            let what = count(cells, "cell");
            let message =
                format!("cannot check {what} of source {source}{more} in {}: {reason}", faults.name());
            found.push(Finding::of_layer(layer, message));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::*;

    use crate::project::Memory;

    #[test]
    fn a_tile_set_that_is_not_there_is_told_once_a_layer() {
        let text = tiled(&[[0, 0, 1, 0, 0, 0], [1, 0, 9, 0, 0, 0]]);
        let files = Memory::default().with("game/project.godot", "");
        assert_eq!(
            said_in("TW200", files.clone(), "/game/main.tscn", text.clone()),
            ["cannot check 2 cells: res://tiles.tres does not exist"]
        );
        assert_eq!(said_in("TW201", files, "/game/main.tscn", text.clone()), [""; 0]);
        assert_eq!(said_in("TW200", game("[resource]\n"), "/game/main.tscn", text), [""; 0]);
    }
}
