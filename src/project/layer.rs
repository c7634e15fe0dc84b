use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::trail::Trail;
use super::{Project, TileSetInfo, Unreadable};
use crate::Document;
use crate::scene::{Scene, node_path};
use crate::syntax::{Property, ReferenceKind, SectionKind, SectionView, Value, ValueKind};
use crate::tile::{LayerKind, LayerSite};

/// The TileSet of a layer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TileSetOf {
    /// This one.
    Found(Arc<TileSetInfo>),
    /// The node has none, nor has what it overrides: such a map counts as square.
    None,
    /// There is one, or there may be, but it cannot be read: the reason, which names the file.
    Unreadable(String),
}

impl From<Result<Option<Arc<TileSetInfo>>, Unreadable>> for TileSetOf {
    fn from(outcome: Result<Option<Arc<TileSetInfo>>, Unreadable>) -> Self {
        match outcome {
            Ok(Some(info)) => TileSetOf::Found(info),
            Ok(None) => TileSetOf::None,
            Err(error) => TileSetOf::Unreadable(error.reason),
        }
    }
}

impl Project {
    /// The TileSet of a layer: `tile_set` of its node, or of the node that it overrides in an instanced or inherited
    /// scene; that of a TileMapPattern is the TileSet that lists it.
    ///
    /// `tile_set = null` takes the base's TileSet away. A script may set another one when the game runs.
    /// The document is taken to lie where its source's name says.
    pub fn tile_set(&self, document: &Document, site: &LayerSite) -> TileSetOf {
        let section = document.section(site.section);
        match site.kind {
            LayerKind::Pattern { .. } => self.tile_set_of_pattern(document, section),
            _ => self.tile_set_of_node(document, section),
        }
        .into()
    }

    fn tile_set_of_node(
        &self,
        document: &Document,
        node: SectionView<'_>,
    ) -> Result<Option<Arc<TileSetInfo>>, Unreadable> {
        let here = self.path_of(document);
        if let Some(property) = node.property("tile_set") {
            return self.referred(document, &here, property);
        }
        let mut trail = Trail::default();
        trail.enter(self, &here, &node_path(node))?;
        let mut at = self.step_down(document, &here, node, &mut trail)?;
        while let Some(base) = at {
            let node = base.document.section(base.section);
            if let Some(property) = node.property("tile_set") {
                return self.referred(&base.document, &base.path, property);
            }
            at = self.step_down(&base.document, &base.path, node, &mut trail)?;
        }
        Ok(None)
    }

    /// The TileSet that a property refers to; `None` for `null`.
    fn referred(
        &self,
        document: &Document,
        here: &Path,
        property: &Property,
    ) -> Result<Option<Arc<TileSetInfo>>, Unreadable> {
        let scene = Scene::new(document);
        let value = document.source().text(property.value);
        let problem = |what: &str| Unreadable::new(format!("{}: {value} {what}", self.show(here)));
        let Some(resource) = scene.property_resource(property) else {
            let value = Value::parse(document.source().bytes(), property.value);
            return match value.is_ok_and(|value| value.kind == ValueKind::Null) {
                true => Ok(None),
                false => Err(problem("is no reference to a TileSet")),
            };
        };
        if resource.kind == ReferenceKind::Internal {
            let section = scene.internal(&resource.id).ok_or_else(|| problem("is not declared"))?;
            return match section.text_field("type").as_deref() {
                Some("TileSet") => Ok(Some(self.read_tile_set(document, here, section)?.into())),
                class => Err(problem(&format!("is a {}, not a TileSet", class.unwrap_or("resource")))),
            };
        }
        let external = scene.external_of(&resource).ok_or_else(|| problem("is not declared"))?;
        let path: PathBuf = self.resolve(here, &external)?;
        self.tile_set_file(&path).map(Some)
    }

    fn tile_set_of_pattern(
        &self,
        document: &Document,
        pattern: SectionView<'_>,
    ) -> Result<Option<Arc<TileSetInfo>>, Unreadable> {
        let here = self.path_of(document);
        let id = pattern.text_field("id");
        // The section that refers to the pattern, and is a TileSet.
        let holder = document
            .references()
            .iter()
            .filter(|reference| reference.kind == ReferenceKind::Internal)
            .filter(|reference| id.is_some() && Some(document.string(reference.id)) == id)
            .filter_map(|reference| document.section_at(reference.span.start))
            .find(|&section| is_tile_set(document, section));
        match holder {
            Some(section) => Ok(Some(self.read_tile_set(document, &here, section)?.into())),
            None => Err(Unreadable::new(match id {
                Some(id) => format!("{}: no TileSet in this file lists the pattern {id}", self.show(&here)),
                None => format!("{} is a pattern without a TileSet", self.show(&here)),
            })),
        }
    }
}

fn is_tile_set(document: &Document, section: SectionView<'_>) -> bool {
    let declared = match section.kind() {
        SectionKind::Resource => document.section(0),
        SectionKind::SubResource => section,
        _ => return false,
    };
    declared.text_field("type").as_deref() == Some("TileSet")
}
