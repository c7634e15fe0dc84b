//! Paths into a map: `Map:layer_1/modulate` in an animation, in a synchroniser, in a node's own property.

use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::draft::Draft;
use super::finding::{Finding, Weight};
use super::names::attribute;
use super::options::Shape;
use super::table::{Container, SETTINGS, layer_default};
use super::world::{Place, World, nodes};
use crate::scene::{Scene, node_path};
use crate::source::Span;
use crate::syntax::{Constructor, Document, ReferenceKind, SectionKind, SectionView, Value, ValueKind};
use crate::tile::layer_key;

/// A path that is to be written anew.
#[derive(Clone, Debug)]
pub(super) struct Rewrite {
    pub file: PathBuf,
    pub document: Arc<Document>,
    pub span: Span,
    pub text: String,
    /// The map it leads into.
    pub map: usize,
}

/// What became of all paths.
#[derive(Default)]
pub(super) struct References {
    pub rewrites: Vec<Rewrite>,
    pub findings: Vec<(usize, Finding)>,
    /// Those that could not be followed, and belong to no map that is known.
    pub loose: Vec<Finding>,
}

/// A node that uses a resource or property, and the path from which its NodePaths start.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Holder {
    pub scene: PathBuf,
    pub start: String,
}

/// The new path, or why there is none and what to do.
type Answer = Result<String, (Weight, String, &'static str)>;

/// Finds them all. `moved` are the maps that move, by their number.
pub(super) struct Search<'s> {
    pub world: &'s World,
    pub shape: Shape,
    pub moved: &'s BTreeMap<usize, Draft<'s>>,
}

/// A `NodePath("…:…")`: where its text stands, quotes included.
struct Found {
    section: usize,
    text: Span,
}

impl Search<'_> {
    pub fn run(&self) -> References {
        let mut out = References::default();
        let mut files: Vec<(PathBuf, Arc<Document>)> =
            self.world.scenes.iter().map(|scene| (scene.path.clone(), Arc::clone(&scene.document))).collect();
        for path in self.world.project.files_with(&["tres"]) {
            let bytes = self.world.project.bytes(&path).unwrap_or_default();
            if memchr::memmem::find(&bytes, b"NodePath(").is_some()
                && let Ok(document) = self.world.project.document(&path)
            {
                files.push((path, document));
            }
        }
        for (path, document) in &files {
            for found in node_paths(document) {
                self.follow(path, document, &found, &mut out);
            }
            self.method_tracks(path, document, &mut out);
        }
        for scene in &self.world.scenes {
            self.exported(&scene.path, &scene.document, &mut out);
            self.connections(&scene.path, &scene.document, &mut out);
        }
        out
    }

    fn follow(&self, path: &Path, document: &Arc<Document>, found: &Found, out: &mut References) {
        let raw = document.source().text(found.text);
        let inner = raw.trim_matches('"');
        let Some((node, rest)) = inner.split_once(':') else { return };
        let (property, sub) = match rest.split_once(':') {
            Some((property, sub)) => (property, format!(":{sub}")),
            None => (rest, String::new()),
        };
        if layer_key(property).is_none() && !SETTINGS.iter().any(|setting| setting.from == property) {
            return;
        }
        let holders = self.holders(path, document, found.section, &mut HashSet::new());
        let places: Vec<Option<Place>> = holders
            .iter()
            .map(|holder| self.world.lookup(&holder.scene, &self.target(holder, node)?))
            .collect();
        let here = |weight, code, message: String, help: &str| {
            Finding::new(weight, code, path, message, help).at(document, found.text)
        };
        if places.is_empty() || places.iter().all(Option::is_none) {
            if layer_key(property).is_some() {
                out.loose.push(here(
                    Weight::Warning,
                    "loose-path",
                    format!(
                        "the path \"{inner}\" looks like a layer of a TileMap, but no scene shows which one"
                    ),
                    "point it at the node of the layer by hand",
                ));
            }
            return;
        }
        let mut answers: Vec<(usize, Answer)> = Vec::new();
        for (map, level) in places.into_iter().flatten() {
            let Some(draft) = self.moved.get(&map) else { continue };
            let Some(answer) = self.answer(draft, level, node, property) else { continue };
            if !answers.iter().any(|(_, other)| *other == answer) {
                answers.push((map, answer));
            }
        }
        match answers.as_slice() {
            [] => {}
            [(map, Ok(text))] => out.rewrites.push(Rewrite {
                file: path.to_owned(),
                document: Arc::clone(document),
                span: found.text,
                text: format!("\"{text}{sub}\""),
                map: *map,
            }),
            [(map, Err((weight, message, help)))] => {
                out.findings.push((*map, here(*weight, "path", format!("\"{inner}\": {message}"), help)));
            }
            several => {
                let finding = here(
                    Weight::Refusal,
                    "shared-path",
                    format!("\"{inner}\" is used for several maps whose layers have different names"),
                    "give each map its own copy of the animation, or the layers the same names",
                );
                out.findings.extend(several.iter().map(|(map, _)| (*map, finding.clone())));
            }
        }
    }

    /// What becomes of `node:property`; `None` where it stays as it is.
    fn answer(&self, draft: &Draft<'_>, level: usize, node: &str, property: &str) -> Option<Answer> {
        let own = &draft.levels[level];
        let below = |index: usize, property: &str| {
            let name = attribute(&own.names[index]);
            let name = &name[1..name.len() - 1];
            match node {
                "." | "" => format!("{name}:{property}"),
                node => format!("{node}/{name}:{property}"),
            }
        };
        if let Some((index, what)) = layer_key(property) {
            if layer_default(what).is_none() {
                let message =
                    format!("`{what}` of a layer cannot be animated on a TileMapLayer the same way");
                return Some(Err((Weight::Warning, message, "remove the track, or write a script for it")));
            }
            if self.shape == Shape::InPlace {
                return Some(Ok(format!("{node}:{what}")));
            }
            if index as usize >= own.names.len() {
                let message = format!("the map has no layer {index}");
                return Some(Err((Weight::Warning, message, "remove the track; it had no effect")));
            }
            return Some(Ok(below(index as usize, what)));
        }
        let setting = SETTINGS.iter().find(|setting| setting.from == property)?;
        if self.shape == Shape::InPlace {
            return (setting.from != setting.to).then(|| Ok(format!("{node}:{}", setting.to)));
        }
        if setting.container == Container::Keep
            || setting.container == Container::DropUnlessScript && draft.has_script
        {
            return None;
        }
        if own.names.len() == 1 {
            return Some(Ok(below(0, setting.to)));
        }
        let message =
            format!("`{property}` is a property of each layer now, and this path changes none of them");
        Some(Err((Weight::Warning, message, "make one track a layer, to the nodes below the old one")))
    }

    /// The nodes that use what stands in a section, in whatever scene.
    pub(super) fn holders(
        &self,
        path: &Path,
        document: &Document,
        section: usize,
        seen: &mut HashSet<(PathBuf, String)>,
    ) -> Vec<Holder> {
        let view = document.section(section);
        match view.kind() {
            SectionKind::Node => vec![Holder { scene: path.to_owned(), start: self.start(document, view) }],
            SectionKind::SubResource => {
                let id = view.text_field("id").unwrap_or_default().into_owned();
                if !seen.insert((path.to_owned(), id.clone())) {
                    return Vec::new();
                }
                let users = users_of(document, ReferenceKind::Internal, &id);
                users.into_iter().flat_map(|user| self.holders(path, document, user, seen)).collect()
            }
            SectionKind::Resource => {
                if !seen.insert((path.to_owned(), String::new())) {
                    return Vec::new();
                }
                self.users_of_file(path, seen)
            }
            _ => Vec::new(),
        }
    }

    fn users_of_file(&self, path: &Path, seen: &mut HashSet<(PathBuf, String)>) -> Vec<Holder> {
        let mut found = Vec::new();
        let project = &*self.world.project;
        let others = project.files_with(&["tres"]).into_iter().filter_map(|path| {
            let document = project.document(&path).ok()?;
            Some((path, document))
        });
        let scenes = self.world.scenes.iter().map(|scene| (scene.path.clone(), Arc::clone(&scene.document)));
        for (file, document) in scenes.chain(others) {
            let scene = Scene::new(&document);
            let ids: Vec<String> = document
                .sections()
                .filter(|section| section.kind() == SectionKind::ExtResource)
                .filter_map(|section| section.text_field("id").map(|id| id.into_owned()))
                .filter(|id| {
                    let external = scene.external(id).filter(|external| external.class != "PackedScene");
                    external
                        .and_then(|external| project.resolve(&file, &external).ok())
                        .is_some_and(|target| target == path)
                })
                .collect();
            for id in ids {
                for user in users_of(&document, ReferenceKind::External, &id) {
                    found.extend(self.holders(&file, &document, user, seen));
                }
            }
        }
        found
    }

    /// Where the paths that a node holds start: players of animations say so.
    fn start(&self, document: &Document, node: SectionView<'_>) -> String {
        let path = node_path(node);
        let class = self.world.project.node_class(document, node).ok().flatten().unwrap_or_default();
        let key = match class.as_str() {
            "AnimationPlayer" | "AnimationTree" | "AnimationMixer" => "root_node",
            "MultiplayerSynchronizer" => "root_path",
            _ => return path,
        };
        let said = |document: &Document, node: SectionView<'_>| {
            let value = node.property(key)?.value;
            inner_path(document, value)
        };
        let root = said(document, node).or_else(|| {
            let base = self.world.project.base_node(document, node).ok().flatten()?;
            said(&base.document, base.node())
        });
        join(&path, root.as_deref().unwrap_or("..")).unwrap_or(path)
    }

    /// The node that a path means from a holder.
    pub(super) fn target(&self, holder: &Holder, node: &str) -> Option<String> {
        let Some((first, rest)) =
            node.strip_prefix('%').map(|rest| rest.split_once('/').unwrap_or((rest, "")))
        else {
            return join(&holder.start, node);
        };
        let scene = self.world.scenes.iter().find(|scene| scene.path == holder.scene)?;
        let unique = nodes(&scene.document).find(|section| {
            section.text_field("name").as_deref() == Some(first)
                && section
                    .property("unique_name_in_owner")
                    .is_some_and(|property| scene.document.source().slice(property.value) == b"true")
        })?;
        join(&node_path(unique), rest)
    }

    /// The moved map that a node of a scene is.
    pub(super) fn moved_at(&self, scene: &Path, node: &str) -> Option<usize> {
        self.world.lookup(scene, node).map(|(map, _)| map).filter(|map| self.moved.contains_key(map))
    }
}

/// The sections in which a resource is used.
fn users_of(document: &Document, kind: ReferenceKind, id: &str) -> Vec<usize> {
    let mut users: Vec<usize> = document
        .references()
        .iter()
        .filter(|reference| reference.kind == kind && document.string(reference.id) == id)
        .filter_map(|reference| document.section_at(reference.span.start))
        .map(SectionView::index)
        .collect();
    users.dedup();
    users
}

/// A path from a node on; `None` if it leads out of the scene.
pub(super) fn join(start: &str, path: &str) -> Option<String> {
    if path.starts_with('/') {
        return None;
    }
    let mut parts: Vec<&str> = if start == "." { Vec::new() } else { start.split('/').collect() };
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    Some(if parts.is_empty() { ".".to_owned() } else { parts.join("/") })
}

/// The text of a `NodePath("…")`.
pub(super) fn inner_path(document: &Document, value: Span) -> Option<String> {
    let value = Value::parse(document.source().bytes(), value).ok()?;
    match value.kind {
        ValueKind::Construct(Constructor::NodePath, text) => {
            Some(document.source().text(text).trim().trim_matches('"').to_owned())
        }
        _ => None,
    }
}

/// All NodePaths with a property behind them.
fn node_paths(document: &Document) -> Vec<Found> {
    let mut found = Vec::new();
    let source = document.source();
    for section in document.sections() {
        for property in section.properties() {
            if memchr::memmem::find(source.slice(property.value), b"NodePath(").is_none() {
                continue;
            }
            let Ok(value) = Value::parse(source.bytes(), property.value) else { continue };
            walk(&value, &mut |arguments| {
                let text = source.slice(arguments);
                let blank = text.len() - text.trim_ascii_start().len();
                let start = arguments.start + blank as u32;
                let text = Span::new(start, start + text.trim_ascii().len() as u32);
                if source.slice(text).contains(&b':') {
                    found.push(Found { section: section.index(), text });
                }
            });
        }
    }
    found
}

/// Calls for each NodePath in a value.
pub(super) fn walk(value: &Value, each: &mut impl FnMut(Span)) {
    match &value.kind {
        ValueKind::Construct(Constructor::NodePath, text) => each(*text),
        ValueKind::Array(items) => items.iter().for_each(|item| walk(item, each)),
        ValueKind::Dictionary(pairs) | ValueKind::Object(_, pairs) => {
            pairs.iter().for_each(|(key, value)| {
                walk(key, each);
                walk(value, each);
            });
        }
        ValueKind::Typed(_, inner) => walk(inner, each),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::join;

    #[test]
    fn paths_are_joined_as_the_engine_walks_them() {
        assert_eq!(join("World/Player", "..").as_deref(), Some("World"));
        assert_eq!(join("Player", "../Map").as_deref(), Some("Map"));
        assert_eq!(join("Player", "..").as_deref(), Some("."));
        assert_eq!(join(".", "Map/Kid").as_deref(), Some("Map/Kid"));
        assert_eq!(join(".", ".."), None);
        assert_eq!(join(".", "/root/Map"), None);
    }
}
