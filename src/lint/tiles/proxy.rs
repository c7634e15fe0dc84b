//! TW208 proxy: missing tiles for which the TileSet has a proxy.

use super::faults::Fault;
use crate::lint::CellChange;
use crate::lint::finding::{cells, count};
use crate::lint::{Context, Finding, Findings, Level, Rule, Safety};
use crate::tile::TileLabel;

pub(in crate::lint) static RULE: Rule = Rule {
    code: "TW208",
    name: "proxy",
    level: Level::Warning,
    default: true,
    fix: Some(Safety::Unsafe),
    summary: "missing tiles for which the TileSet has a proxy",
    why: "A tile proxy says what an old tile is to be replaced by. It is used only by the editor's \
          \"Replace tiles with proxies\" and by scripts, not for drawing: until somebody does so, the cells \
          stay invisible.",
    example: r#"tile_proxies/source_level = [3, 0]
cell (1, 0): source 3, atlas (0, 0)"#,
    remedy: "`--fix --unsafe` sets the tiles that the proxies name, as the editor's menu entry does.",
    check,
};

fn check(context: &Context<'_>, found: &mut Findings) {
    for layer in &context.layers {
        let faults = context.faults(layer);
        let groups = faults.by(|fault, cell| match fault {
            Fault::Proxy(new) => Some((TileLabel(*cell).to_string(), TileLabel(*new).to_string())),
            _ => None,
        });
        for ((old, new), dead) in groups {
            let message = format!(
                "tile {old} is missing in {}, and a proxy there names {new}: {}",
                faults.name(),
                cells(&dead)
            );
            let repaint = faults.cells.iter().filter_map(|(fault, cell)| match fault {
                Fault::Proxy(other) if TileLabel(*cell).to_string() == old => Some(*other),
                _ => None,
            });
            let change = CellChange {
                clean: !layer.is_pattern(),
                repaint: repaint.collect(),
                ..CellChange::default()
            };
            let finding = Finding::of_layer(layer, message)
                .about(&old)
                .times(dead.len())
                .help("`--fix --unsafe` sets the tile that the proxy names");
            found.push(finding.fix_cells(
                layer,
                format!("set {} to {new}", count(dead.len(), "cell")),
                change,
            ));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::*;

    const PROXIES: &str = "[sub_resource type=\"TileSetAtlasSource\" id=\"a\"]\ntexture = Resource(\"res://gone.png\")\n0:0/0 = 0\n1:0/0 = 0\n\
        [resource]\nsources/0 = SubResource(\"a\")\ntile_proxies/source_level = [3, 0]\n\
        tile_proxies/coords_level = [[0, Vector2i(9, 9)], [0, Vector2i(1, 0)]]\n";

    #[test]
    fn a_proxy_that_leads_to_a_tile() {
        let records = [[1, 0, 3, 0, 0, 0x1000], [2, 0, 0, 9, 9, 0], [3, 0, 3, 5, 5, 0]];
        let text = tiled(&records);
        let said = |code: &str| said_in(code, game(PROXIES), "/game/main.tscn", text.clone());
        assert_eq!(
            said("TW208"),
            [
                "tile 0:9,9 is missing in res://tiles.tres, and a proxy there names 0:1,0: cell (2, 0)",
                "tile 3:0,0 h is missing in res://tiles.tres, and a proxy there names 0:0,0 h: cell (1, 0)",
            ]
        );
        // What the proxy names is missing as well, and it is told by the other rule alone.
        assert_eq!(said("TW201"), ["source 3 does not exist in res://tiles.tres: cell (3, 0)"]);
        assert_eq!(said("TW202"), [""; 0]);
        let set = [[1, 0, 0, 0, 0, 0x1000], [2, 0, 0, 1, 0, 0], [3, 0, 3, 5, 5, 0]];
        assert_eq!(fixed_in("TW208", game(PROXIES), &text), tiled(&set));
    }
}
