use globset::{GlobBuilder, GlobMatcher};

use crate::tile::{LayerKind, LayerSite};

/// Which layers a command works on: all, or those whose node path matches one of the globs.
///
/// ```
/// use tilewright::command::LayerFilter;
///
/// let filter = LayerFilter::new(["**/Walls"]).unwrap();
/// assert!(filter.matches_node("World/Walls") && filter.matches_node("Walls"));
/// assert!(!filter.matches_node("World/Walls/Top"));
/// ```
#[derive(Clone, Debug, Default)]
pub struct LayerFilter {
    globs: Vec<(GlobMatcher, bool)>,
}

impl LayerFilter {
    /// From globs over node paths; `#` and an index or a name choose one layer of a TileMap.
    ///
    /// # Errors
    ///
    /// In words, what is wrong with a glob.
    pub fn new<'g>(globs: impl IntoIterator<Item = &'g str>) -> Result<Self, String> {
        let globs = globs
            .into_iter()
            .map(|text| {
                let glob = GlobBuilder::new(text).literal_separator(true).build();
                glob.map(|glob| (glob.compile_matcher(), text.contains('#')))
                    .map_err(|error| format!("--layer `{text}` is not a glob: {}", error.kind()))
            })
            .collect::<Result<_, _>>()?;
        Ok(LayerFilter { globs })
    }

    /// Whether all layers are meant.
    pub fn is_all(&self) -> bool {
        self.globs.is_empty()
    }

    /// Whether a node's layers are meant.
    pub fn matches_node(&self, path: &str) -> bool {
        self.is_all() || self.globs.iter().any(|(glob, numbered)| !numbered && glob.is_match(path))
    }

    /// Whether a label from outside is meant: a node's path, with `#N` for a layer of a TileMap.
    pub fn matches_label(&self, label: &str) -> bool {
        let node = label.rsplit_once('#').map_or(label, |(node, _)| node);
        self.matches_node(node) || self.globs.iter().any(|(glob, _)| glob.is_match(label))
    }

    /// Whether a layer is meant. A pattern has no node, so only "all" means it.
    pub fn matches(&self, site: &LayerSite) -> bool {
        let Some(node) = &site.node else { return self.is_all() };
        let by_layer = |glob: &GlobMatcher| match &site.kind {
            LayerKind::TileMap { index, name } => {
                glob.is_match(format!("{node}#{index}")) || glob.is_match(format!("{node}#{name}"))
            }
            LayerKind::BareTileMap => glob.is_match(format!("{node}#0")),
            _ => false,
        };
        self.matches_node(node) || self.globs.iter().any(|(glob, numbered)| *numbered && by_layer(glob))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn site(node: &str, kind: LayerKind) -> LayerSite {
        LayerSite { node: Some(node.into()), kind, section: 0, property: None, format: 2 }
    }

    #[test]
    fn a_glob_without_a_number_takes_all_layers_of_a_node() {
        let walls = site("World/Map", LayerKind::TileMap { index: 1, name: "Walls".into() });
        let matches = |glob: &str, site: &LayerSite| LayerFilter::new([glob]).expect("good").matches(site);
        assert!(matches("World/Map", &walls));
        assert!(matches("**/Map#1", &walls));
        assert!(matches("World/*#Walls", &walls));
        assert!(!matches("World/Map#0", &walls));
        assert!(!matches("*", &walls), "a star stays within one name");
        let root = site(".", LayerKind::TileMapLayer);
        assert!(matches(".", &root));
        assert!(!matches("World", &root));
    }
}
