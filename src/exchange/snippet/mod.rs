//! What people paste to see its cells: lines of a scene, an array, numbers, base64, hex.
//!
//! Lines with a `key =` and named or bracketed arrays are read by the grammar of scenes. What is left
//! is bare digits, and several readings may fit. They are tried in this order, and the first that
//! gives a sound layer is taken (a header of two zero bytes, or for numbers no header, and whole records):
//!
//! 1. decimal numbers, none with a needless zero in front: bytes if all are in 0…255 and their count
//!    is 2 + 12·n, else a TileMap's ints if their count is 3·n (no count is both);
//! 2. a dump with offsets, which must follow from the bytes between them;
//! 3. hexadecimal digits, whole bytes at a time: a header in hex has a zero in front (`00`, `0000`),
//!    so `00 00 01 00` is hex and `0, 0, 1, 0` is not;
//! 4. base64: a header in base64 is `AA`, which in hex would be no header.
//!
//! If none is sound, the first that can be read at all is taken and shown as damaged. Base64 is then only
//! believed when it is as long as a record, since nearly any word is some base64.

mod bare;
mod error;
mod text;

pub use error::SnippetError;

use crate::syntax::located::without_bom;
use crate::syntax::snippet::{Shape, shape};
use crate::tile::{LayerKind, LayerSite, TileLayer};

/// What was recognised in a text.
#[derive(Clone, Debug)]
pub struct Snippet {
    /// What the text was taken for, in words: `a hex dump of 38 bytes`.
    pub recognised: String,
    /// Its layers, at least one. Damaged ones are among them and say so.
    pub layers: Vec<SnippetLayer>,
}

/// A layer of a snippet.
#[derive(Clone, Debug)]
pub struct SnippetLayer {
    /// What kind of layer, and its format. The node is `None` unless the text was a whole file; the section
    /// and the property are of no document.
    pub site: LayerSite,
    /// Its records.
    pub layer: TileLayer,
}

/// Reads a snippet.
///
/// ```
/// let snippet = tilewright::exchange::snippet::read(b"00 00 05 00 05 00 00 00 02 00 00 00 00 00").unwrap();
/// assert_eq!(snippet.recognised, "hex digits of 14 bytes");
/// assert_eq!(snippet.layers[0].layer.len(), 1);
/// ```
///
/// # Errors
///
/// If the text is none of the known shapes, or breaks off; a buffer that is damaged is no error, its layer says so.
pub fn read(text: &[u8]) -> Result<Snippet, SnippetError> {
    let text = without_bom(text);
    if text.len() as u64 > crate::source::MAX_LEN - 1024 {
        return Err(SnippetError::at_start("the text is longer than 2 GiB", "give the file itself"));
    }
    match shape(text) {
        Shape::Nothing => Err(SnippetError::at_start("there is nothing to read", error::FORMS)),
        Shape::Json => {
            Err(SnippetError::at_start("this is JSON, not tile data", "`build` reads JSON of cells"))
        }
        Shape::File => text::file(text),
        Shape::Lines => text::lines(text),
        Shape::Value => text::value(text),
        Shape::Bare => bare::read(text),
    }
}

/// The place of a layer that lies in no scene.
fn site(kind: LayerKind, format: i64) -> LayerSite {
    LayerSite { node: None, kind, section: 0, property: None, format }
}

fn tile_map_layer() -> LayerSite {
    site(LayerKind::TileMapLayer, 0)
}

fn tile_map(format: i64) -> LayerSite {
    site(LayerKind::TileMap { index: 0, name: "Layer0".to_owned() }, format)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tile::{Cell, Encoding, Records, Spelling, text};

    /// The worked example: three cells, 38 bytes, as an engine saved it.
    const CELLS: [Cell; 3] = [
        Cell { x: 1, y: 2, source: 7, atlas_x: 1, atlas_y: 1, alternative: 0 },
        Cell { x: 2, y: 2, source: 7, atlas_x: 0, atlas_y: 0, alternative: 0x1000 },
        Cell { x: -1, y: -1, source: 7, atlas_x: 0, atlas_y: 0, alternative: 0 },
    ];

    fn cells(text: &str) -> (String, Vec<Cell>) {
        let snippet = read(text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}"));
        let [SnippetLayer { layer, .. }] = &snippet.layers[..] else { panic!("{text}: not one layer") };
        match &layer.records {
            Records::Cells(cells) => (snippet.recognised, cells.clone()),
            Records::Old(_) => panic!("{text}: Godot 3"),
        }
    }

    #[test]
    fn every_spelling_of_a_property_is_read() {
        for name in ["PackedByteArray", "PoolByteArray", "ByteArray"] {
            for (encoding, shown) in [
                (Encoding::Decimal, "decimal"),
                (Encoding::Base64, "base64"),
                (Encoding::Rows, "decimal in rows"),
            ] {
                let value = text::write_layer(&CELLS, &Spelling::engine(name, encoding), "\n");
                let value = String::from_utf8(value).expect("ASCII");
                assert_eq!(cells(&value), (format!("{name}, {shown}"), CELLS.to_vec()));
                let line = format!("tile_map_data = {value}\n");
                assert_eq!(cells(&line), (format!("a property line, {shown}"), CELLS.to_vec()));
                let node = format!(
                    "[node name=\"G\" type=\"TileMapLayer\" parent=\".\"]\n{line}tile_set = ExtResource(\"1_ts\")\n"
                );
                assert_eq!(cells(&node).1, CELLS);
            }
        }
    }

    #[test]
    fn every_dress_of_bare_digits_is_read() {
        let bytes = crate::tile::codec::layer::encode(&CELLS);
        let list = |separator: &str, show: fn(&u8) -> String| {
            bytes.iter().map(show).collect::<Vec<_>>().join(separator)
        };
        let base64 = "AAABAAIABwABAAEAAAACAAIABwAAAAAAABD/////BwAAAAAAAAA=";
        for (text, recognised) in [
            (list(", ", u8::to_string), "38 bare numbers, taken as bytes"),
            (list(" ", u8::to_string), "38 bare numbers, taken as bytes"),
            (format!("[{}]", list(", ", u8::to_string)), "an array of 38 numbers, taken as bytes"),
            (list("", |byte| format!("{byte:02x}")), "hex digits of 38 bytes"),
            (list(" ", |byte| format!("{byte:02X}")), "hex digits of 38 bytes"),
            (list(", ", |byte| format!("0x{byte:02x}")), "hex digits of 38 bytes"),
            (list("", |byte| format!("\\x{byte:02x}")), "hex digits of 38 bytes"),
            (base64.to_owned(), "bare base64 of 38 bytes"),
            (format!("\"{}\n{}\"\n", &base64[..20], &base64[20..]), "bare base64 of 38 bytes"),
        ] {
            assert_eq!(cells(&text), (recognised.to_owned(), CELLS.to_vec()), "{text}");
        }
    }

    #[test]
    fn ints_of_a_tile_map() {
        let expected = [
            Cell { x: 2, y: -1, source: 0, atlas_x: 3, atlas_y: 0, alternative: 0 },
            Cell { x: -3, y: 4, source: 1, atlas_x: 0, atlas_y: 2, alternative: 0 },
            Cell { x: 0, y: 0, source: 2, atlas_x: 5, atlas_y: 6, alternative: 0x1001 },
        ];
        let ints = "-65534, 196608, 0, 327677, 1, 2, 0, 327682, 268500998";
        for text in [
            ints.to_owned(),
            ints.replace(',', ""),
            format!("[{ints}]"),
            format!("PackedInt32Array({ints})"),
            format!("layer_0/tile_data = PackedInt32Array({ints})"),
            format!("format = 2\nlayer_0/name = \"Ground\"\nlayer_0/tile_data = PackedInt32Array({ints})"),
        ] {
            assert_eq!(cells(&text).1, expected, "{text}");
        }
    }

    #[test]
    fn godot_3_is_known_by_its_names() {
        for (text, format) in [
            ("tile_data = PoolIntArray( 65538, 536870917, 131073 )", 1),
            ("format = 1\ntile_data = PoolIntArray( 65538, 536870917, 131073 )", 1),
            ("PoolIntArray(65538, 536870917, 131073)", 1),
            ("PoolIntArray(65538, 536870917)", 0),
            ("tile_data = IntArray( 65538, 536870917 )", 0),
        ] {
            let snippet = read(text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}"));
            let SnippetLayer { site, layer } = &snippet.layers[0];
            assert_eq!(site.format, format, "{text}");
            let Records::Old(cells) = &layer.records else { panic!("{text}: not Godot 3") };
            assert_eq!(
                (cells[0].tile, cells[0].flip_h, cells[0].atlas_x),
                (5, true, format as i16),
                "{text}"
            );
        }
    }

    #[test]
    fn damaged_buffers_are_shown() {
        for (text, damage) in [
            ("0, 0, 1, 0, 1", "3 bytes left over behind the last whole record; the engine drops them"),
            ("00000100", "2 bytes left over behind the last whole record; the engine drops them"),
            ("PackedByteArray(7)", "a buffer of one byte; the engine refuses it"),
            ("PackedInt32Array(1, 2)", "2 numbers, which is no multiple of 3; the engine refuses them all"),
            (
                "AQABAAIABwABAAEAAAACAAIABwA=",
                "buffer format 1, the engine reads only 0 and refuses the buffer",
            ),
        ] {
            let snippet = read(text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}"));
            let found: Vec<String> = snippet.layers[0].layer.damage.iter().map(ToString::to_string).collect();
            assert_eq!(found, [damage], "{text}");
        }
    }

    #[test]
    fn what_is_no_snippet_is_shown_in_its_place() {
        let refused = |text: &str| {
            let error = read(text.as_bytes()).expect_err(text);
            (error.line, error.column)
        };
        assert_eq!(refused(""), (1, 1));
        assert_eq!(refused("hello world, this is text"), (1, 1));
        assert_eq!(refused("0, 0, 1,\n 0, x"), (2, 5));
        assert_eq!(refused("hello"), (1, 1));
        assert_eq!(refused("test"), (1, 1));
        // Numbers with offsets, which would be base64 of something.
        assert!(read(b"0000000 000 000 001 000 002 000 007 000 001 000 001 000\n0000014").is_err());
        assert_eq!(refused("00 00 0"), (1, 7));
        assert_eq!(refused("AAABAAIABwABAAEA_AA="), (1, 17));
        assert_eq!(refused("tile_map_data = PackedByteArray(0, 0,\n 1, y)"), (2, 5));
        assert_eq!(refused("PackedByteArray(0, 0,\n 1, 2"), (2, 6));
        assert_eq!(refused("PackedByteArray(0, 0) 7"), (1, 23));
        assert_eq!(refused("position = Vector2(1, 2)"), (1, 1));
        assert_eq!(refused("{\"schema\":1}"), (1, 1));
        let error = read(b"tile_map_data = PackedByteArray(0, 0, 1").expect_err("cut off");
        assert!(error.help.contains("breaks off"), "{error:?}");
        let error = read(b"AAABAAIABwABAAEAAAACAAIABwAAAAAAABD_____BwAAAAAAAAA=").expect_err("URL alphabet");
        assert!(error.help.contains("standard base64"), "{error:?}");
    }
}
