use super::{Input, LayerFilter, open};
use crate::report::{LayerRow, Trouble, damaged};
use crate::tile::find;

/// The layers of one file, counted.
#[derive(Debug)]
pub struct ListedFile {
    /// One row a layer.
    pub rows: Vec<LayerRow>,
    /// What is to be told.
    pub troubles: Vec<Trouble>,
    /// 0, 1 if something is damaged or would be lost, 2 if the file could not be read.
    pub code: u8,
}

/// Counts the layers of one file.
pub fn list_file(input: &Input, filter: &LayerFilter) -> ListedFile {
    let opened = match open(input) {
        Ok(opened) => opened,
        Err(trouble) => return ListedFile { rows: Vec::new(), troubles: vec![trouble], code: 2 },
    };
    if opened.is_refused() {
        return ListedFile { rows: Vec::new(), troubles: opened.troubles, code: 2 };
    }
    let mut listed = ListedFile {
        rows: Vec::new(),
        code: if opened.severity.is_some() { 1 } else { 0 },
        troubles: opened.troubles,
    };
    let document = &opened.document;
    match find(document) {
        Ok(sites) => {
            for site in sites.iter().filter(|site| filter.matches(site)) {
                let layer = site.decode(document);
                if let Some(trouble) = damaged(document, site, &layer.damage) {
                    listed.troubles.push(trouble);
                    listed.code = listed.code.max(1);
                }
                listed.rows.push(LayerRow::new(document.source().name(), site, layer));
            }
        }
        Err(error) => {
            let trouble =
                Trouble::new(document.source().name(), error.to_string(), None).at(document, error.span);
            listed.troubles.push(trouble);
            listed.code = 2;
        }
    }
    listed
}
