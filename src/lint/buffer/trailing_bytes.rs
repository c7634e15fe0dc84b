//! TW104 trailing-bytes: bytes behind the last whole record.

use crate::lint::CellChange;
use crate::lint::{Context, Finding, Findings, Level, Rule, Safety};
use crate::tile::Damage;

pub(in crate::lint) static RULE: Rule = Rule {
    code: "TW104",
    name: "trailing-bytes",
    level: Level::Error,
    default: true,
    fix: Some(Safety::Unsafe),
    summary: "bytes behind the last whole record",
    why: "A record takes twelve bytes. What is left over makes the engine say \"Corrupted tile map data: \
          tiles might be missing.\" and drop it: most likely the buffer was cut off, or a tool lost count, \
          and then the records in front may be shifted as well.",
    example: r#"tile_map_data = PackedByteArray(0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0)"#,
    remedy: "restore the value from version control. If the cells in front are right, `tilewright clean \
          --repair FILE` or `--fix --unsafe` drops the bytes, as the engine will at the next save.",
    check,
};

fn check(context: &Context<'_>, found: &mut Findings) {
    for layer in &context.layers {
        for damage in &layer.data.damage {
            if let Damage::Trailing(bytes) = damage {
                let finding = Finding::of_layer(layer, damage.to_string())
                    .help("was the buffer cut off? Restore it from version control, or drop the bytes with `--fix --unsafe`");
                let change = CellChange { repair: true, ..CellChange::default() };
                found.push(finding.fix_cells(layer, format!("drop {bytes} bytes"), change));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::*;

    #[test]
    fn half_a_record() {
        let whole = buffer(&[[1, 0, 0, 0, 0, 0]]);
        let text = scene(&ground(&whole.replace(')', ", 1, 0)"), ""));
        assert_eq!(
            said("TW104", &text),
            ["2 bytes left over behind the last whole record; the engine drops them"]
        );
        assert_eq!(said("TW104", &scene(&ground(&whole, ""))), [""; 0]);
        assert_eq!(fixed("TW104", &text), scene(&ground(&whole, "")));
    }
}
