//! Tile proxies: what old tiles are to be replaced by.

use std::collections::BTreeMap;

use super::tiles::numbers;
use crate::syntax::{Document, Property, Value, ValueKind};

/// `tile_proxies/…`: what an old tile is to be replaced by.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Proxies {
    /// Source → source.
    pub sources: BTreeMap<i64, i64>,
    /// Source and atlas coordinates → the same.
    pub coords: BTreeMap<[i64; 3], [i64; 3]>,
    /// Source, atlas coordinates and alternative → the same.
    pub alternatives: BTreeMap<[i64; 4], [i64; 4]>,
}

impl Proxies {
    /// Takes `tile_proxies/…`; other keys are passed over.
    pub(super) fn take(&mut self, document: &Document, key: &str, property: &Property) {
        let Some(level) = key.strip_prefix("tile_proxies/") else { return };
        let Ok(value) = Value::parse(document.source().bytes(), property.value) else { return };
        let ValueKind::Array(items) = &value.kind else { return };
        let flat = |value: &Value| -> Vec<i64> {
            let items = match &value.kind {
                ValueKind::Array(items) => items.as_slice(),
                _ => std::slice::from_ref(value),
            };
            items.iter().flat_map(|item| numbers(document, item)).collect()
        };
        for two in items.chunks_exact(2) {
            let (from, to) = (flat(&two[0]), flat(&two[1]));
            match level {
                "source_level" => {
                    if let (&[from], &[to]) = (from.as_slice(), to.as_slice()) {
                        self.sources.insert(from, to);
                    }
                }
                "coords_level" => {
                    if let (Ok(from), Ok(to)) = (from.try_into(), to.try_into()) {
                        self.coords.insert(from, to);
                    }
                }
                "alternative_level" => {
                    if let (Ok(from), Ok(to)) = (from.try_into(), to.try_into()) {
                        self.alternatives.insert(from, to);
                    }
                }
                _ => {}
            }
        }
    }

    /// What the tile of source, atlas coordinates and alternative is to become: one step, the finest level first.
    pub fn replacement(&self, tile: [i64; 4]) -> Option<[i64; 4]> {
        let [source, x, y, alternative] = tile;
        let coords = || self.coords.get(&[source, x, y]).map(|[source, x, y]| [*source, *x, *y, alternative]);
        let by_source = || self.sources.get(&source).map(|source| [*source, x, y, alternative]);
        self.alternatives.get(&tile).copied().or_else(coords).or_else(by_source)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_finest_proxy_comes_first() {
        let mut proxies = Proxies::default();
        proxies.sources.insert(1, 2);
        proxies.coords.insert([1, 0, 0], [3, 5, 5]);
        assert_eq!(proxies.replacement([1, 0, 0, 7]), Some([3, 5, 5, 7]));
        assert_eq!(proxies.replacement([1, 4, 0, 7]), Some([2, 4, 0, 7]));
        assert_eq!(proxies.replacement([2, 4, 0, 7]), None);
    }
}
