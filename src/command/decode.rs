use super::{Input, LayerFilter, Opened, open};
use crate::report::{Trouble, damaged};
use crate::tile::{LayerSite, TileLayer, find};

/// The layers of one file, decoded.
#[derive(Debug)]
pub struct DecodedFile {
    /// The file.
    pub path: String,
    /// Where each layer stands, and what it holds.
    pub layers: Vec<(LayerSite, TileLayer)>,
    /// What is to be told.
    pub troubles: Vec<Trouble>,
    /// 0, 1 if something is damaged or would be lost, 2 if the file could not be read.
    pub code: u8,
}

/// Decodes the layers of one file.
pub fn decode_file(input: &Input, filter: &LayerFilter) -> DecodedFile {
    match open(input) {
        Ok(opened) => decode(&opened, filter),
        Err(trouble) => DecodedFile::failed(input.name(), vec![trouble]),
    }
}

/// Decodes the layers of a text that was read already.
pub fn decode_text(name: &str, text: Vec<u8>, filter: &LayerFilter) -> DecodedFile {
    decode(&Opened::of(crate::Source::new(name, text), None), filter)
}

impl DecodedFile {
    /// A file of which nothing could be read.
    pub fn failed(path: String, troubles: Vec<Trouble>) -> Self {
        DecodedFile { path, layers: Vec::new(), troubles, code: 2 }
    }
}

fn decode(opened: &Opened, filter: &LayerFilter) -> DecodedFile {
    let path = opened.document.source().name().to_owned();
    if opened.is_refused() {
        return DecodedFile::failed(path, opened.troubles.clone());
    }
    let mut decoded = DecodedFile { path, layers: Vec::new(), troubles: Vec::new(), code: 0 };
    decoded.code = u8::from(opened.severity.is_some());
    decoded.troubles = opened.troubles.clone();
    let document = &opened.document;
    let sites = match find(document) {
        Ok(sites) => sites,
        Err(error) => {
            let trouble =
                Trouble::new(document.source().name(), error.to_string(), None).at(document, error.span);
            return DecodedFile::failed(decoded.path, vec![trouble]);
        }
    };
    for site in sites.into_iter().filter(|site| filter.matches(site)) {
        let layer = site.decode(document);
        if let Some(trouble) = damaged(document, &site, &layer.damage) {
            decoded.troubles.push(trouble);
            decoded.code = 1;
        }
        decoded.layers.push((site, layer));
    }
    decoded
}
