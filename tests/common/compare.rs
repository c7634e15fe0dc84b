//! Our reading of a file against the engine's.

use std::collections::HashMap;
use std::path::Path;

use tilewright::tile::{Damage, LayerSite, Records, find};
use tilewright::{Document, Source};

use super::engine::Reading;
use super::{Cell, Layer, decode, model};

type Place = (Option<String>, Option<u32>);

/// What differs, one line each, and how many layers were held against each other.
pub fn differences(path: &Path, engine: &Reading) -> (Vec<String>, usize) {
    let document = Document::parse(Source::new("", std::fs::read(path).expect("a file")));
    let sites = find(&document).expect("layers");
    let (ours, _) = decode(path);
    assert_eq!(sites.len(), ours.len(), "{}: decode gives every layer that there is", path.display());
    let name = path.display();
    let mut theirs: HashMap<Place, Vec<&Layer>> = HashMap::new();
    for layer in engine.layers.iter().rev() {
        theirs.entry((layer.node.clone(), layer.index)).or_default().push(layer);
    }
    let mut faults = Vec::new();
    let mut compared = 0;
    for (site, layer) in sites.iter().zip(&ours) {
        // The patterns of a TileSet inside of a scene are no layers of the scene to the reader.
        if layer.node.is_none() && engine.layers.iter().all(|layer| layer.node.is_some()) {
            continue;
        }
        let place = (layer.node.clone(), layer.index);
        let overrides = site.is_override(&document);
        let Some(other) = theirs.get_mut(&place).and_then(Vec::pop) else {
            // What it overrides lies in a scene that is not there.
            if !overrides || !is_instanced(&document, layer.node.as_deref()) {
                faults.push(format!("{name}: the engine has no {place:?}"));
            }
            continue;
        };
        // Of an override that is refused the cells of the base are seen, which are not in this file.
        if overrides && is_refused(site, &document) {
            continue;
        }
        compared += 1;
        // An override leaves the cells of the base in their places: the order is another one.
        let (mine, other) = match overrides {
            true => (model::sorted(&layer.cells), model::sorted(&other.cells)),
            false => (layer.cells.clone(), other.cells.clone()),
        };
        if mine != other {
            faults.push(format!("{name}: {place:?}: {}", first_difference(&mine, &other)));
        }
    }
    for place in theirs.into_iter().filter(|(_, layers)| !layers.is_empty()).map(|(place, _)| place) {
        if !is_instanced(&document, place.0.as_deref()) {
            faults.push(format!("{name}: we have no {place:?}"));
        }
    }
    (faults, compared)
}

fn is_refused(site: &LayerSite, document: &Document) -> bool {
    let layer = site.decode(document);
    let empty = matches!(&layer.records, Records::Cells(cells) if cells.is_empty());
    empty && layer.damage.iter().any(|damage| matches!(damage, Damage::Format(_) | Damage::OneByte))
}

fn first_difference(ours: &[Cell], theirs: &[Cell]) -> String {
    let at = ours.iter().zip(theirs).take_while(|(mine, other)| mine == other).count();
    format!(
        "cell {at} of {}: ours {:?}, the engine's {:?} of {}",
        ours.len(),
        ours.get(at),
        theirs.get(at),
        theirs.len()
    )
}

/// Whether a node comes out of an instanced or inherited scene.
fn is_instanced(document: &Document, node: Option<&str>) -> bool {
    let Some(node) = node else { return false };
    document.sections().any(|section| {
        let path = tilewright::scene::node_path(section);
        let below = path == "." || node == path || node.starts_with(&format!("{path}/"));
        section.field("instance").is_some() && below
    })
}
