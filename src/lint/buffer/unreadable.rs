//! TW103 unreadable-buffer: a buffer that the engine refuses.

use crate::lint::{Context, Finding, Findings, Level, Rule};
use crate::tile::{Damage, header_format};

pub(in crate::lint) static RULE: Rule = Rule {
    code: "TW103",
    name: "unreadable-buffer",
    level: Level::Error,
    default: true,
    fix: None,
    summary: "a buffer that the engine refuses",
    why: "The engine reads a `tile_map_data` only with the number 0 in its first two bytes, and a \
          TileMap's `tile_data` only in its own format, in whole records of three integers. Everything \
          else it refuses with one line in the log: the layer stays empty, an override shows the cells of \
          the base. The formats of Godot 3 (0 and 1) are refused since 4.3, and a `tile_data` without a \
          layer in its key is dropped without a word.",
    example: r#"tile_map_data = PackedByteArray(1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)"#,
    remedy: "restore the value from version control. `tilewright decode FILE` shows what can be read of it. \
          Data of Godot 3 has to be opened in Godot 4.2 or older once, and saved.",
    check,
};

fn check(context: &Context<'_>, found: &mut Findings) {
    if let Some(too_large) = context.too_large {
        let help = "the layers of this file are not looked at; correct the index, or delete the line";
        found.push(Finding::new(too_large.span, too_large.to_string()).help(help));
    }
    let godot3 = header_format(context.document).is_some_and(|format| format < 3);
    // An override in Godot 3 has the format of its base, which is not in this file; the engine of today reads neither.
    if godot3 {
        return;
    }
    for layer in &context.layers {
        for damage in &layer.data.damage {
            let help = match damage {
                Damage::OneByte | Damage::Format(_) | Damage::Ints { .. } | Damage::MapFormat(_) => {
                    "the layer loads without these cells; restore the value from version control"
                }
                Damage::OldFormat(_) => {
                    "open and save the scene in Godot 4.0 to 4.2 once; the layer is empty until then"
                }
                Damage::BareKey => "rename the key to `layer_0/tile_data`, and the cells are back",
                _ => continue,
            };
            found.push(Finding::of_layer(layer, damage.to_string()).help(help));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::*;

    #[test]
    fn a_header_that_is_not_zero() {
        let text = |bytes: &str| scene(&ground(&format!("PackedByteArray({bytes})"), ""));
        assert_eq!(
            said("TW103", &text("1, 0")),
            ["buffer format 1, the engine reads only 0 and refuses the buffer"]
        );
        assert_eq!(said("TW103", &text("0")), ["a buffer of one byte; the engine refuses it"]);
        // A lone header and no bytes at all are fine.
        assert_eq!(said("TW103", &text("0, 0")), [""; 0]);
        assert_eq!(said("TW103", &text("")), [""; 0]);
    }

    #[test]
    fn ints_that_make_no_records() {
        let map = |format: &str, data: &str| {
            scene(&format!(
                "[node name=\"M\" type=\"TileMap\" parent=\".\"]\n{format}layer_0/tile_data = PackedInt32Array({data})\n"
            ))
        };
        assert_eq!(
            said("TW103", &map("format = 2\n", "0, 1")),
            ["2 numbers, which is no multiple of 3; the engine refuses them all"]
        );
        assert_eq!(
            said("TW103", &map("format = 1\n", "0, 1, 0")),
            ["TileMap format 1 is Godot 3's; engines from 4.3 on leave the layer empty"]
        );
        assert_eq!(said("TW103", &map("format = 2\n", "0, 1, 0")), [""; 0]);
        let godot3 = map("format = 1\n", "0, 1").replace("gd_scene format=3", "gd_scene format=2");
        assert_eq!(said("TW103", &godot3), [""; 0]);
    }
}
