//! TW018 bytes-out-of-range: numbers in a byte array that are no bytes.

use crate::lint::{Context, Finding, Findings, Level, Rule};
use crate::source::Span;
use crate::syntax::PieceKind;
use crate::tile::{Damage, text};

pub(in crate::lint) static RULE: Rule = Rule {
    code: "TW018",
    name: "bytes-out-of-range",
    level: Level::Error,
    default: true,
    fix: None,
    summary: "numbers in a byte array that are no bytes",
    why: "A byte is a whole number from 0 to 255. The engine cuts everything else to fit: 256 becomes 0, \
          -1 becomes 255, 1.9 becomes 1. In tile data that is another tile or another place, and at the \
          next save the old number is gone.",
    example: r#"tile_map_data = PackedByteArray(0, 0, 300, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)"#,
    remedy: "restore the value from version control, or find out what the tool that wrote it meant. A \
          coordinate of 300 is two bytes, 44 and 1: `tilewright build` makes buffers from tables.",
    check,
};

fn check(context: &Context<'_>, found: &mut Findings) {
    let say = |span: Span, odd: usize| {
        let help = "restore the value from version control; nothing says what was meant";
        Finding::new(span, Damage::Numbers(odd).to_string()).help(help).times(odd)
    };
    // The integers of a TileMap and of a pattern.
    for layer in &context.layers {
        for damage in &layer.data.damage {
            if let (Damage::Numbers(odd), true) = (damage, layer.data.spelling.is_ints()) {
                found.push(Finding { node: Some(layer.site.label()), ..say(layer.place, *odd) });
            }
        }
    }
    let source = context.document.source();
    let values = context.document.pieces().into_iter().filter(|piece| piece.kind == PieceKind::Value);
    for span in values.map(|piece| piece.span) {
        let bytes = source.slice(span);
        for at in memchr::memmem::find_iter(bytes, b"ByteArray(") {
            let from = at + b"ByteArray(".len();
            let Some(length) = memchr::memchr(b')', &bytes[from..]) else { continue };
            let inner = &bytes[from..from + length];
            // A string may speak of an array: what is none has other letters than a number.
            let plain = |byte: &u8| byte.is_ascii_digit() || b" ,.-+eE\t\r\n".contains(byte);
            if inner.contains(&b'"') || (!inner.contains(&b';') && !inner.iter().all(plain)) {
                continue;
            }
            let odd = text::read_bytes(inner).odd;
            if odd > 0 {
                let start = span.start + at as u32;
                let place = Span::new(start, start + (b"ByteArray(".len()) as u32);
                found.push(say(place, odd));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::*;

    #[test]
    fn a_byte_is_0_to_255() {
        let said_of = |bytes: &str| said("TW018", &scene(&format!("a = PackedByteArray({bytes})\n")));
        assert_eq!(said_of("0, 256"), ["1 number out of range or not whole; the engine cuts it to fit"]);
        assert_eq!(
            said_of("-1, 1.5, 7"),
            ["2 numbers out of range or not whole; the engine cuts them to fit"]
        );
        assert_eq!(said_of("0, 12345678901234567890").len(), 1, "however long");
        assert_eq!(said_of("0, 255"), [""; 0]);
        assert_eq!(said_of("\"AAD/\""), [""; 0]);
    }
}
