//! A read-only view of a document as a scene: node paths, and the resources it declares.
//!
//! Sees one file only; what lies in other files is [`project`](crate::project)'s.

mod order;
mod path;

use std::collections::HashMap;

pub use order::rank as property_rank;
pub use path::node_path;

use crate::source::Span;
use crate::syntax::{Document, Property, ReferenceKind, SectionKind, SectionView, Value, ValueKind};

/// A resource as a scene refers to it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ResourceId {
    /// In another file, in this one, or by path.
    pub kind: ReferenceKind,
    /// The id; a path for [`ReferenceKind::Path`].
    pub id: String,
}

/// An `[ext_resource]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct External {
    /// Its class as the file says; empty where only a path is given.
    pub class: String,
    /// `res://…`, or relative to the file.
    pub path: String,
    /// `uid://…`
    pub uid: Option<String>,
}

/// The nodes and resources of one document.
#[derive(Debug)]
pub struct Scene<'d> {
    document: &'d Document,
    externals: HashMap<String, usize>,
    internals: HashMap<String, usize>,
}

impl<'d> Scene<'d> {
    /// Looks at all resource sections once.
    pub fn new(document: &'d Document) -> Self {
        let (mut externals, mut internals) = (HashMap::new(), HashMap::new());
        for section in document.sections() {
            let ids = match section.kind() {
                SectionKind::ExtResource => &mut externals,
                SectionKind::SubResource => &mut internals,
                SectionKind::SceneHeader | SectionKind::ResourceHeader => continue,
                // All resources stand in front of the nodes.
                _ => break,
            };
            if let Some(id) = section.text_field("id") {
                ids.insert(id.into_owned(), section.index());
            }
        }
        Scene { document, externals, internals }
    }

    /// The text.
    pub fn document(&self) -> &'d Document {
        self.document
    }

    /// The node sections, by place; the first one is the root.
    pub fn nodes(&self) -> impl Iterator<Item = SectionView<'d>> {
        self.document.sections().filter(|section| section.kind() == SectionKind::Node)
    }

    /// The section of a node by its path from the root (`.`); the last one where two bear it, as in the engine.
    pub fn node(&self, path: &str) -> Option<SectionView<'d>> {
        // Most nodes are told apart by their name, without putting their path together.
        let may_be = |section: &SectionView<'_>| {
            path == "." || section.text_field("name").is_none_or(|name| path.ends_with(&*name))
        };
        self.nodes().filter(may_be).filter(|section| node_path(*section) == path).last()
    }

    /// An `[ext_resource]` by its id.
    pub fn external(&self, id: &str) -> Option<External> {
        let section = self.document.section(*self.externals.get(id)?);
        let text = |name| section.text_field(name).map(|text| text.into_owned());
        Some(External { class: text("type")?, path: text("path")?, uid: text("uid") })
    }

    /// A `[sub_resource]` by its id; the last one where two bear it.
    pub fn internal(&self, id: &str) -> Option<SectionView<'d>> {
        self.internals.get(id).map(|&index| self.document.section(index))
    }

    /// The resource that a value refers to: `None` for `null` and for what is no reference.
    pub fn resource(&self, value: Span) -> Option<ResourceId> {
        match Value::parse(self.document.source().bytes(), value).ok()?.kind {
            ValueKind::Reference(kind, id) => Some(ResourceId { kind, id }),
            _ => None,
        }
    }

    /// The `[ext_resource]` that a reference means, or what it names by its path; `None` for one of this file.
    pub fn external_of(&self, resource: &ResourceId) -> Option<External> {
        match resource.kind {
            ReferenceKind::External => self.external(&resource.id),
            ReferenceKind::Path => {
                Some(External { class: String::new(), path: resource.id.clone(), uid: None })
            }
            ReferenceKind::Internal => None,
        }
    }

    /// The resource that a node's property refers to.
    pub fn property_resource(&self, property: &Property) -> Option<ResourceId> {
        self.resource(property.value)
    }

    /// The scene that a node instances (or, at the root, inherits).
    pub fn instance(&self, node: SectionView<'_>) -> Option<External> {
        self.external_of(&self.resource(node.field("instance")?.value)?)
    }
}

/// What a person would call the place of a span: `node "World/Ground"`, `[sub_resource] "TileSet_1"`.
pub fn place(document: &Document, at: u32) -> Option<String> {
    let section = document.section_at(at)?;
    Some(match section.kind() {
        SectionKind::Node => match section.field("name") {
            Some(_) => format!("node \"{}\"", node_path(section)),
            None => "a node".to_owned(),
        },
        _ => match section.text_field("id") {
            Some(id) => format!("[{}] \"{id}\"", section.name()),
            None => format!("[{}]", section.name()),
        },
    })
}
