//! The project as far as TileMaps go: where each one is made, and which scenes change it by instancing or inheriting.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::project::Project;
use crate::scene::node_path;
use crate::syntax::{Document, SectionKind, SectionView};
use crate::tile::layer_key;

/// A section: a scene's path, and the index in it.
pub(super) type Key = (PathBuf, usize);
/// A map, and the level of it.
pub(super) type Place = (usize, usize);

/// A scene that was read.
#[derive(Clone, Debug)]
pub(super) struct SceneFile {
    pub path: PathBuf,
    pub document: Arc<Document>,
}

/// A TileMap: the section that makes it, and all that override that one.
#[derive(Clone, Debug)]
pub(super) struct Map {
    /// The first is the one that makes it; each other one comes behind its base.
    pub levels: Vec<Level>,
}

/// One section of a TileMap.
#[derive(Clone, Debug)]
pub(super) struct Level {
    pub scene: PathBuf,
    pub document: Arc<Document>,
    pub section: usize,
    /// The node's path in this scene.
    pub node: String,
    /// Which of the levels it overrides.
    pub base: Option<usize>,
    /// Whether it only says what a script may instance later.
    pub placeholder: bool,
}

impl Level {
    pub fn view(&self) -> SectionView<'_> {
        self.document.section(self.section)
    }
}

/// A node below a TileMap.
#[derive(Clone, Debug)]
pub(super) struct Child {
    pub level: usize,
    pub scene: PathBuf,
    pub section: usize,
    pub name: String,
    pub class: Option<String>,
}

/// A section with keys of a TileMap whose node lies in a scene that cannot be read.
#[derive(Clone, Debug)]
pub(super) struct Orphan {
    pub scene: PathBuf,
    pub document: Arc<Document>,
    pub section: usize,
    pub reason: String,
}

/// All of it.
pub(super) struct World {
    pub project: Arc<Project>,
    pub scenes: Vec<SceneFile>,
    /// Scenes that cannot be read, and why.
    pub unreadable: Vec<(PathBuf, String)>,
    pub maps: Vec<Map>,
    pub orphans: Vec<Orphan>,
    by_section: HashMap<Key, Place>,
    by_node: HashMap<(PathBuf, String), Place>,
    lookups: RefCell<HashMap<(PathBuf, String), Option<Place>>>,
}

/// An override that was found, before it is known of what.
struct Override {
    scene: usize,
    section: usize,
    base: Key,
}

impl World {
    /// Looks at all scenes of a project, and at those that are named besides.
    pub fn new(project: Arc<Project>, named: &[PathBuf]) -> Self {
        let mut paths = project.files_with(&["tscn"]);
        paths.extend(named.iter().filter(|path| is_scene(path)).cloned());
        paths.sort();
        paths.dedup();
        let (mut scenes, mut unreadable) = (Vec::new(), Vec::new());
        for path in paths {
            match project.document(&path) {
                Ok(document) => scenes.push(SceneFile { path, document }),
                Err(error) => unreadable.push((path, error.reason)),
            }
        }
        let mut world = World {
            project,
            scenes,
            unreadable,
            maps: Vec::new(),
            orphans: Vec::new(),
            by_section: HashMap::new(),
            by_node: HashMap::new(),
            lookups: RefCell::default(),
        };
        world.find_maps();
        let overrides = world.find_overrides();
        world.attach(overrides);
        world
    }

    fn level(&self, scene: usize, section: usize, base: Option<usize>) -> Level {
        let SceneFile { path, document } = &self.scenes[scene];
        let view = document.section(section);
        Level {
            scene: path.clone(),
            document: Arc::clone(document),
            section,
            node: node_path(view),
            base,
            placeholder: view.field("instance_placeholder").is_some(),
        }
    }

    fn add(&mut self, map: usize, level: Level) {
        let place = (map, self.maps[map].levels.len());
        self.by_section.insert((level.scene.clone(), level.section), place);
        self.by_node.insert((level.scene.clone(), level.node.clone()), place);
        self.maps[map].levels.push(level);
    }

    fn find_maps(&mut self) {
        for scene in 0..self.scenes.len() {
            let document = Arc::clone(&self.scenes[scene].document);
            for section in nodes(&document).filter(|&section| makes_tile_map(section)) {
                self.maps.push(Map { levels: Vec::new() });
                let level = self.level(scene, section.index(), None);
                self.add(self.maps.len() - 1, level);
            }
        }
    }

    /// Every section that may override a TileMap, with what it overrides.
    fn find_overrides(&mut self) -> Vec<Override> {
        let mut found = Vec::new();
        for scene in 0..self.scenes.len() {
            let document = Arc::clone(&self.scenes[scene].document);
            for section in nodes(&document).filter(|&section| is_override(section)) {
                let has_layers =
                    section.properties().iter().any(|property| layer_key(&document.key(property)).is_some());
                if self.maps.is_empty() && !has_layers {
                    continue;
                }
                match self.project.base_node(&document, section) {
                    Ok(Some(base)) => {
                        let base = (base.path, base.section);
                        found.push(Override { scene, section: section.index(), base });
                    }
                    Err(error) if has_layers => self.orphans.push(Orphan {
                        scene: self.scenes[scene].path.clone(),
                        document: Arc::clone(&document),
                        section: section.index(),
                        reason: error.reason,
                    }),
                    _ => {}
                }
            }
        }
        found
    }

    /// Puts the overrides of TileMaps behind what they override; those of orphans are orphans themselves.
    fn attach(&mut self, overrides: Vec<Override>) {
        let mut by_base: HashMap<Key, Vec<(usize, usize)>> = HashMap::new();
        for found in &overrides {
            by_base.entry(found.base.clone()).or_default().push((found.scene, found.section));
        }
        for map in 0..self.maps.len() {
            let mut next = 0;
            while next < self.maps[map].levels.len() {
                let base = &self.maps[map].levels[next];
                let key = (base.scene.clone(), base.section);
                for (scene, section) in by_base.remove(&key).unwrap_or_default() {
                    let level = self.level(scene, section, Some(next));
                    self.add(map, level);
                }
                next += 1;
            }
        }
        let mut next = 0;
        while next < self.orphans.len() {
            let base = self.orphans[next].clone();
            for (scene, section) in by_base.remove(&(base.scene, base.section)).unwrap_or_default() {
                let SceneFile { path, document } = &self.scenes[scene];
                self.orphans.push(Orphan {
                    scene: path.clone(),
                    document: Arc::clone(document),
                    section,
                    reason: base.reason.clone(),
                });
            }
            next += 1;
        }
    }

    /// The TileMap that a path means in a scene, and the level that speaks of it there last.
    pub fn lookup(&self, scene: &Path, node: &str) -> Option<Place> {
        let key = (scene.to_owned(), node.to_owned());
        if let Some(place) = self.by_node.get(&key) {
            return Some(*place);
        }
        if let Some(known) = self.lookups.borrow().get(&key) {
            return *known;
        }
        let found = self
            .project
            .find_node(scene, node)
            .ok()
            .and_then(|base| self.by_section.get(&(base.path, base.section)).copied());
        self.lookups.borrow_mut().insert(key, found);
        found
    }

    /// All nodes that stand directly below TileMaps, by map.
    pub fn children(&self) -> HashMap<usize, Vec<Child>> {
        let mut found: HashMap<usize, Vec<Child>> = HashMap::new();
        for scene in &self.scenes {
            let document = &*scene.document;
            let instances: Vec<String> =
                nodes(document).filter(|node| node.field("instance").is_some()).map(node_path).collect();
            let mut own = HashSet::new();
            for section in nodes(document) {
                let path = node_path(section);
                let creates = section.field("type").is_some()
                    || section.field("instance").is_some()
                    || section.field("instance_placeholder").is_some();
                let parent = parent_of(&path);
                own.insert(path.clone());
                let Some(parent) = parent.filter(|_| creates) else { continue };
                let key = (scene.path.clone(), parent.clone());
                let place = match self.by_node.get(&key) {
                    Some(place) => Some(*place),
                    // A node that this scene makes itself is no TileMap, or it would be known.
                    None if own.contains(&parent) => None,
                    None if instances.iter().any(|instance| is_below(&parent, instance)) => {
                        self.lookup(&scene.path, &parent)
                    }
                    None => None,
                };
                let Some((map, level)) = place else { continue };
                found.entry(map).or_default().push(Child {
                    level,
                    scene: scene.path.clone(),
                    section: section.index(),
                    name: section.text_field("name").unwrap_or_default().into_owned(),
                    class: section.text_field("type").map(|class| class.into_owned()),
                });
            }
        }
        found
    }
}

fn is_scene(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("tscn"))
}

/// The node sections of a document.
pub(super) fn nodes(document: &Document) -> impl Iterator<Item = SectionView<'_>> {
    document.sections().filter(|section| section.kind() == SectionKind::Node)
}

fn makes_tile_map(section: SectionView<'_>) -> bool {
    section.text_field("type").as_deref() == Some("TileMap") && !is_override(section)
}

fn is_override(section: SectionView<'_>) -> bool {
    section.field("type").is_none()
        || section.field("instance").is_some()
        || section.field("instance_placeholder").is_some()
}

/// The path of the node above; that of a node below the root is `.`.
pub(super) fn parent_of(path: &str) -> Option<String> {
    match path.rsplit_once('/') {
        Some((parent, _)) => Some(parent.to_owned()),
        None if path == "." => None,
        None => Some(".".to_owned()),
    }
}

fn is_below(path: &str, above: &str) -> bool {
    above == "." || path == above || path.strip_prefix(above).is_some_and(|rest| rest.starts_with('/'))
}
