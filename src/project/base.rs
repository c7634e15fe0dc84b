//! What a node is made of, scene below scene: a section with `instance=`, or without `type=`, only changes a node
//! that another scene holds.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::trail::Trail;
use super::{Project, Unreadable};
use crate::Document;
use crate::scene::{External, Scene, node_path};
use crate::syntax::SectionView;

/// The section that a node overrides, in the scene that its own scene instances or inherits.
#[derive(Clone, Debug)]
pub struct BaseNode {
    /// That scene.
    pub document: Arc<Document>,
    /// Where that scene lies.
    pub path: PathBuf,
    /// The section; it may be an override in turn.
    pub section: usize,
    /// The node's class, from the first scene down the line that says `type=`; `None` if no readable one does.
    pub class: Option<String>,
}

impl BaseNode {
    /// The section.
    pub fn node(&self) -> SectionView<'_> {
        self.document.section(self.section)
    }
}

/// A node of another scene.
pub(super) struct Found {
    pub document: Arc<Document>,
    pub path: PathBuf,
    pub section: usize,
}

impl Project {
    /// The section that a `[node]` of a document overrides: of an instance (and of the root of an inheriting scene)
    /// the root of its scene; of a node without `type=` the node of the same path below the nearest instance above
    /// it. Scenes on the way that have no section for the node are passed through. A node that was renamed or moved in
    /// the scene that creates it is found by its `unique_id`, as 4.6 does.
    ///
    /// `None` for a node that its own scene creates. The document is taken to lie where its source's name says.
    ///
    /// # Errors
    ///
    /// If a scene on the way cannot be read, or does not hold the node (the engine drops such a section with a
    /// warning that the node "has vanished").
    pub fn base_node(
        &self,
        document: &Document,
        node: SectionView<'_>,
    ) -> Result<Option<BaseNode>, Unreadable> {
        let mut trail = Trail::default();
        let here = self.path_of(document);
        trail.enter(self, &here, &node_path(node))?;
        let Some(base) = self.step_down(document, &here, node, &mut trail)? else { return Ok(None) };
        let Found { document, path, section } = base;
        let class = self.class_below(&document, &path, section, &mut trail);
        Ok(Some(BaseNode { document, path, section, class }))
    }

    /// The class of a node: its own `type=`, or that of what it overrides. An instance has the class of its scene's
    /// root, whatever its own `type=` says.
    ///
    /// # Errors
    ///
    /// As [`base_node`](Self::base_node).
    pub fn node_class(
        &self,
        document: &Document,
        node: SectionView<'_>,
    ) -> Result<Option<String>, Unreadable> {
        match self.base_node(document, node)? {
            Some(base) => Ok(base.class),
            None => Ok(class(node)),
        }
    }

    /// See [`find_node`](Self::find_node).
    pub(super) fn search_node(&self, scene: &Path, node: &str) -> Result<BaseNode, Unreadable> {
        let mut trail = Trail::default();
        let Found { document, path, section } = self.search(self.absolute(scene), node, None, &mut trail)?;
        let class = self.class_below(&document, &path, section, &mut trail);
        Ok(BaseNode { document, path, section, class })
    }

    fn class_below(
        &self,
        document: &Document,
        path: &Path,
        section: usize,
        trail: &mut Trail,
    ) -> Option<String> {
        let node = document.section(section);
        match self.step_down(document, path, node, trail).ok()? {
            Some(base) => self.class_below(&base.document, &base.path, base.section, trail),
            None => class(node),
        }
    }

    /// One step towards the scene that creates a node; `None` if this one does.
    pub(super) fn step_down(
        &self,
        document: &Document,
        here: &Path,
        node: SectionView<'_>,
        trail: &mut Trail,
    ) -> Result<Option<Found>, Unreadable> {
        let scene = Scene::new(document);
        let path = node_path(node);
        if is_instance(node) {
            let base = self.instanced(&scene, here, node)?;
            return self.search(base, ".", None, trail).map(Some);
        }
        if node.field("type").is_some() {
            return Ok(None);
        }
        let Some((instance, below)) = instance_above(&scene, &path) else {
            return Err(Unreadable::absent(format!(
                "{} does not say what `{path}` is: it has no type, and no node above it is an instance",
                self.show(here)
            )));
        };
        let base = self.instanced(&scene, here, instance)?;
        self.search(base, below, unique_id(node), trail).map(Some)
    }

    /// The section of a node in a scene, or in the one that it comes from there. Where the path leads nowhere, the
    /// node was renamed or moved since: 4.6 finds it by its id then.
    fn search(
        &self,
        scene: PathBuf,
        node: &str,
        id: Option<Cow<'_, str>>,
        trail: &mut Trail,
    ) -> Result<Found, Unreadable> {
        let (mut path, mut wanted) = (scene, node.to_owned());
        loop {
            trail.enter(self, &path, &wanted)?;
            let document = self.document(&path)?;
            let scene = Scene::new(&document);
            let instance = instance_above(&scene, &wanted);
            let by_id = || match instance {
                None => with_id(&scene, id.as_deref()?),
                Some(_) => None,
            };
            if let Some(section) = scene.node(&wanted).or_else(by_id) {
                let section = section.index();
                return Ok(Found { document, path, section });
            }
            let Some((instance, below)) = instance else {
                let shown = self.show(&path);
                return Err(Unreadable::absent(match wanted.as_str() {
                    "." => format!("{shown} holds no scene"),
                    _ => format!("{shown} has no node `{wanted}`"),
                }));
            };
            let (next, below) = (self.instanced(&scene, &path, instance)?, below.to_owned());
            (path, wanted) = (next, below);
        }
    }

    /// The scene that a node instances.
    fn instanced(
        &self,
        scene: &Scene<'_>,
        here: &Path,
        node: SectionView<'_>,
    ) -> Result<PathBuf, Unreadable> {
        let placeholder = || {
            let path = node.text_field("instance_placeholder")?.into_owned();
            Some(External { class: "PackedScene".into(), path, uid: None })
        };
        match scene.instance(node).or_else(placeholder) {
            Some(base) => self.resolve(here, &base),
            None => Err(Unreadable::new(format!(
                "{} does not say which scene `{}` is an instance of",
                self.show(here),
                node_path(node)
            ))),
        }
    }
}

fn class(node: SectionView<'_>) -> Option<String> {
    node.text_field("type").map(|class| class.into_owned())
}

fn unique_id(node: SectionView<'_>) -> Option<Cow<'_, str>> {
    node.text_field("unique_id").filter(|id| id != "0")
}

/// The only node of a scene with this id.
fn with_id<'d>(scene: &Scene<'d>, id: &str) -> Option<SectionView<'d>> {
    let mut nodes = scene.nodes().filter(|&node| unique_id(node).as_deref() == Some(id));
    nodes.next().filter(|_| nodes.next().is_none())
}

/// A placeholder is one, too: its properties are set on the instance that a script makes of it.
fn is_instance(node: SectionView<'_>) -> bool {
    node.field("instance").is_some() || node.field("instance_placeholder").is_some()
}

/// The nearest instance above a node, and the node's path below it.
fn instance_above<'d, 'p>(scene: &Scene<'d>, path: &'p str) -> Option<(SectionView<'d>, &'p str)> {
    scene
        .nodes()
        .filter(|&node| is_instance(node))
        .filter_map(|node| Some((node, below(&node_path(node), path)?)))
        .max_by_key(|(_, below)| Reverse(below.len()))
}

fn below<'p>(above: &str, path: &'p str) -> Option<&'p str> {
    match above {
        "." => (path != ".").then_some(path),
        above => path.strip_prefix(above)?.strip_prefix('/'),
    }
}
