//! How the byte arrays of a file are spelled.

use std::path::Path;

use tilewright::tile::header_format;
use tilewright::{Document, Source};

/// What the spelling of a file consists of.
#[derive(Debug, PartialEq, Eq)]
pub struct Spelled {
    pub arrays: Vec<String>,
    pub infinities: Vec<String>,
    pub format: Option<i64>,
}

pub fn spelled(path: &Path) -> Spelled {
    let bytes = std::fs::read(path).expect("a file");
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let arrays = text.match_indices("PackedByteArray(").filter_map(|(at, _)| {
        let rest = &text[at..];
        let array = &rest[..=rest.find(')').expect("a closed array")];
        // Of a layer without cells the editor drops the property, and so do we; a file that was never instantiated
        // keeps it.
        let empty = ["PackedByteArray()", "PackedByteArray(0, 0)"].contains(&array);
        (!empty || !text[..at].ends_with("tile_map_data = ")).then(|| array.to_owned())
    });
    let word = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    let infinities = text.split(|c| !word(c)).filter(|word| ["-inf", "inf_neg"].contains(word));
    Spelled {
        arrays: arrays.collect(),
        infinities: infinities.map(str::to_owned).collect(),
        format: header_format(&Document::parse(Source::new("", bytes.clone()))),
    }
}
