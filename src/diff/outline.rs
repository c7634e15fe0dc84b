//! The sections of one document as parts of a scene: who is whose child, and what an id or a path means.

use std::cell::OnceCell;
use std::collections::HashMap;

use crate::scene::node_path;
use crate::syntax::{Document, ReferenceKind, SectionKind, SectionView};

/// A node as a path names it: the nearest node that has a section in the file, and what is left of the path below it
/// (nodes that only an instanced scene holds).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Endpoint {
    /// Index of the node's section; `None` if not even the root has one.
    pub section: Option<usize>,
    /// `""`, or a path below it.
    pub rest: String,
}

/// One document, its sections looked up by id and by path. Sections are named by their index.
#[derive(Debug)]
pub struct Outline<'d> {
    document: &'d Document,
    externals: HashMap<String, usize>,
    internals: HashMap<String, usize>,
    nodes: HashMap<String, usize>,
    /// By section; empty for what is no node.
    paths: Vec<String>,
    root: Option<usize>,
    /// The children of each node that has a section, found when somebody asks.
    children: OnceCell<HashMap<usize, Vec<usize>>>,
}

impl<'d> Outline<'d> {
    /// Looks at all tags once.
    pub fn new(document: &'d Document) -> Self {
        let mut outline = Outline {
            document,
            externals: HashMap::new(),
            internals: HashMap::new(),
            nodes: HashMap::new(),
            paths: Vec::with_capacity(document.sections().len()),
            root: None,
            children: OnceCell::new(),
        };
        for section in document.sections() {
            let index = section.index();
            let mut path = String::new();
            match section.kind() {
                SectionKind::ExtResource | SectionKind::SubResource => {
                    let ids = match section.kind() {
                        SectionKind::ExtResource => &mut outline.externals,
                        _ => &mut outline.internals,
                    };
                    if let Some(id) = section.text_field("id") {
                        ids.insert(id.into_owned(), index);
                    }
                }
                SectionKind::Node => {
                    path = node_path(section);
                    outline.root = outline.root.or(Some(index));
                    outline.nodes.insert(path.clone(), index);
                }
                _ => {}
            }
            outline.paths.push(path);
        }
        outline
    }

    /// The text.
    pub fn document(&self) -> &'d Document {
        self.document
    }

    /// A section.
    pub fn section(&self, index: usize) -> SectionView<'d> {
        self.document.section(index)
    }

    /// The sections of a kind, by place.
    pub fn of_kind(&self, kind: SectionKind) -> impl Iterator<Item = usize> + '_ {
        self.document.sections().filter(move |section| section.kind() == kind).map(|section| section.index())
    }

    /// The path of a node from the root.
    pub fn path(&self, node: usize) -> &str {
        &self.paths[node]
    }

    /// The first node.
    pub fn root(&self) -> Option<usize> {
        self.root
    }

    /// The section that a reference means.
    pub fn resource(&self, kind: ReferenceKind, id: &str) -> Option<usize> {
        match kind {
            ReferenceKind::External => self.externals.get(id).copied(),
            ReferenceKind::Internal => self.internals.get(id).copied(),
            ReferenceKind::Path => None,
        }
    }

    /// The parent of a node; `None` for the root.
    pub fn parent(&self, node: usize) -> Option<Endpoint> {
        let path = self.path(node);
        if path == "." || Some(node) == self.root {
            return None;
        }
        Some(self.locate(path.rsplit_once('/').map_or(".", |(parent, _)| parent)))
    }

    /// The children of a node that have a section, those below a part of an instanced scene too.
    pub fn children(&self, node: usize) -> &[usize] {
        let children = self.children.get_or_init(|| {
            let mut children: HashMap<usize, Vec<usize>> = HashMap::new();
            for child in self.of_kind(SectionKind::Node) {
                if let Some(parent) = self.parent(child).and_then(|end| end.section) {
                    children.entry(parent).or_default().push(child);
                }
            }
            children
        });
        children.get(&node).map_or(&[], Vec::as_slice)
    }

    /// What a path from the root means.
    pub fn locate(&self, path: &str) -> Endpoint {
        let path = path.strip_prefix("NodePath(\"").and_then(|path| path.strip_suffix("\")")).unwrap_or(path);
        let path = path.strip_prefix("./").unwrap_or(path);
        if matches!(path, "." | "") {
            return Endpoint { section: self.root, rest: String::new() };
        }
        let mut end = path.len();
        loop {
            if let Some(&section) = self.nodes.get(&path[..end]) {
                let rest = path[end..].trim_start_matches('/').to_owned();
                return Endpoint { section: Some(section), rest };
            }
            match path[..end].rfind('/') {
                Some(slash) => end = slash,
                None => return Endpoint { section: self.root, rest: path.to_owned() },
            }
        }
    }

    /// What a path relative to a node means, and the `:property` behind it; `None` where it cannot be told from the
    /// file: absolute paths, unique names, paths that leave the scene.
    pub fn locate_from<'p>(&self, node: usize, path: &'p str) -> Option<(Endpoint, &'p str)> {
        let (nodes, property) = path.find(':').map_or((path, ""), |colon| path.split_at(colon));
        if nodes.is_empty() || nodes.starts_with('/') || nodes.contains('%') {
            return None;
        }
        let own = self.path(node);
        let mut names: Vec<&str> = if own == "." { Vec::new() } else { own.split('/').collect() };
        for name in nodes.split('/') {
            match name {
                "." => {}
                ".." => {
                    names.pop()?;
                }
                "" => return None,
                name => names.push(name),
            }
        }
        let path = if names.is_empty() { ".".to_owned() } else { names.join("/") };
        Some((self.locate(&path), property))
    }

    /// The name of a section in messages: a node's path, a resource's id.
    pub fn label(&self, index: usize) -> String {
        let section = self.section(index);
        let text = |name: &str| section.text_field(name).unwrap_or_default().into_owned();
        match section.kind() {
            SectionKind::Node => self.path(index).to_owned(),
            SectionKind::ExtResource => text("path"),
            SectionKind::SubResource => text("id"),
            SectionKind::Connection => {
                format!("{} of {} → {} of {}", text("signal"), text("from"), text("method"), text("to"))
            }
            SectionKind::Editable => text("path"),
            kind => kind.name().to_owned(),
        }
    }
}
