//! The formats of `decode`, written as a stream.

mod delimited;
mod lines;
mod people;

use std::io;

use super::json::{DecodeJson, FileJson, LayerJson};
use crate::tile::{LayerSite, TileLayer};

/// A layer to show.
#[derive(Clone, Copy, Debug)]
pub struct Entry<'a> {
    /// Its file; `-` for a snippet.
    pub file: &'a str,
    /// Where it was found.
    pub site: &'a LayerSite,
    /// What was decoded.
    pub layer: &'a TileLayer,
}

/// How cells are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// Aligned columns for people, with what the other formats leave out in words.
    Table,
    /// Fields between commas, with a header.
    Csv,
    /// Fields between tabs, with a header.
    Tsv,
    /// One document.
    Json,
    /// One cell a line, as an object.
    NdJson,
}

/// Writes all layers. Whatever layers there are stand in their order; those of one file stand together.
///
/// The JSON document has the files of these layers only; one that must also list files without a layer is made with
/// [`DecodeJson`].
///
/// # Errors
///
/// Those of `out`.
pub fn write(format: Format, layers: &[Entry<'_>], out: &mut dyn io::Write) -> io::Result<()> {
    match format {
        Format::Table => people::write(layers, out),
        Format::Csv => delimited::write(',', layers, out),
        Format::Tsv => delimited::write('\t', layers, out),
        Format::Json => json(layers, out),
        Format::NdJson => lines::write(layers, out),
    }
}

fn json(layers: &[Entry<'_>], out: &mut dyn io::Write) -> io::Result<()> {
    let files = layers.chunk_by(|a, b| a.file == b.file).map(|layers| FileJson {
        path: layers[0].file.to_owned(),
        layers: layers.iter().map(|entry| LayerJson::new(entry.site, entry.layer)).collect(),
    });
    serde_json::to_writer(&mut *out, &DecodeJson::new(files.collect()))?;
    out.write_all(b"\n")
}
