//! TW110 encoding: byte arrays or a `format` that the engine would write otherwise.

use crate::lint::Change;
use crate::lint::{Context, Finding, Findings, Level, Rule, Safety};
use crate::rewrite;
use crate::tile::{Encoding, header_format};

pub(in crate::lint) static RULE: Rule = Rule {
    code: "TW110",
    name: "encoding",
    level: Level::Info,
    default: true,
    fix: Some(Safety::Safe),
    summary: "byte arrays or a `format` that the engine would write otherwise",
    why: "If any byte array of a file has more than 64 bytes, the engine writes `format=4` and all of them \
          in base64; else `format=3` and numbers. It reads both everywhere, but the next save turns the \
          whole file over, and the diff is total though no tile moved. Engines before 4.3 refuse base64.",
    example: r#"[gd_scene format=3]
tile_map_data = PackedByteArray("AAABAAAAAAAAAAAAAAA=")"#,
    remedy: "`--fix` or `tilewright edit --recode engine` spells the file as the next save would. The rows \
          layout, which is meant to lie in a repository, is left alone.",
    check,
};

fn check(context: &Context<'_>, found: &mut Findings) {
    let layers = || context.layers.iter().filter(|layer| !layer.data.spelling.is_ints());
    let rows = layers().any(|layer| layer.data.spelling.encoding == Encoding::Rows);
    let old = context.project.version().is_some_and(|version| version < (4, 3));
    if rows || old || layers().any(|layer| !layer.data.damage.is_empty()) {
        return;
    }
    // What goes on load anyway does not count for the lengths; that is told first.
    if layers().any(|layer| !layer.cells.tombstones.is_empty() || !layer.cells.duplicates.is_empty()) {
        return;
    }
    let format = header_format(context.document);
    // What nobody says of a format, nobody will be surprised about.
    if layers().all(|layer| layer.data.spelling.encoding == Encoding::Empty) && format != Some(4) {
        return;
    }
    let Some(base64) = rewrite::engine_writes_base64(context.document) else { return };
    let wanted = if base64 { Encoding::Base64 } else { Encoding::Decimal };
    let other = |encoding: Encoding| encoding != Encoding::Empty && encoding != wanted;
    let wrong: Vec<_> = layers().filter(|layer| other(layer.data.spelling.encoding)).collect();
    let format_is_wrong = format.is_some_and(|format| (format == 4) != base64 && matches!(format, 3 | 4));
    let spelled = if base64 { "`format=4` and base64" } else { "`format=3` and numbers" };
    let finding = match wrong.first() {
        Some(layer) => {
            let is = layer.data.spelling.encoding;
            let more = if wrong.len() > 1 {
                format!(", and {} more layers", wrong.len() - 1)
            } else {
                String::new()
            };
            let is = if is == Encoding::Base64 { "base64" } else { "numbers" };
            Finding::of_layer(
                layer,
                format!("written as {is}{more}; the engine's next save writes {spelled}"),
            )
        }
        None if format_is_wrong => {
            let header = context.document.section(0).tag();
            let format = format.unwrap_or_default();
            Finding::new(header, format!("`format={format}`; the engine's next save writes {spelled}"))
        }
        None => return,
    };
    let help = "`tilewright edit --recode engine` spells the file so, and the next save changes no more than you did";
    found.push(finding.help(help).fix(format!("spell the file with {spelled}"), Change::Respell));
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::*;

    fn base64(cells: usize) -> String {
        let records: Vec<_> = (0..cells as i32).map(|x| [x, 0, 1, 0, 0, 0]).collect();
        let bytes: Vec<u8> = [0, 0]
            .into_iter()
            .chain(records.iter().flatten().flat_map(|&n| (n as u16).to_le_bytes()))
            .collect();
        use base64::Engine;
        format!("PackedByteArray(\"{}\")", base64::engine::general_purpose::STANDARD.encode(bytes))
    }

    #[test]
    fn more_than_64_bytes_are_base64() {
        let one = scene(&ground(&base64(1), ""));
        assert_eq!(
            said("TW110", &one),
            ["written as base64; the engine's next save writes `format=3` and numbers"]
        );
        assert_eq!(fixed("TW110", &one), cells(&[[0, 0, 1, 0, 0, 0]]));
        let five: Vec<_> = (0..5).map(|x| [x, 0, 1, 0, 0, 0]).collect();
        assert_eq!(said("TW110", &cells(&five)), [""; 0]);
        let six: Vec<_> = (0..6).map(|x| [x, 0, 1, 0, 0, 0]).collect();
        assert_eq!(
            said("TW110", &cells(&six)),
            ["written as numbers; the engine's next save writes `format=4` and base64"]
        );
        let right = scene(&ground(&base64(6), "")).replace("format=3", "format=4");
        assert_eq!(said("TW110", &right), [""; 0]);
        assert_eq!(fixed("TW110", &cells(&six)), right);
    }

    #[test]
    fn a_format_without_its_reason() {
        let text = cells(&[[0, 0, 1, 0, 0, 0]]).replace("format=3", "format=4");
        assert_eq!(
            said("TW110", &text),
            ["`format=4`; the engine's next save writes `format=3` and numbers"]
        );
    }
}
