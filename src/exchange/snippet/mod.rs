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
