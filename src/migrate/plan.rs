//! The whole move: which maps go, what changes in which file, and which files go only together.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::draft::{Draft, Workshop};
use super::emit::{Patches, emit};
use super::externals::Externals;
use super::finding::{Finding, Weight};
use super::groups::Groups;
use super::mapping::OldTiles;
use super::options::{Options, Shape};
use super::outcome::{MapReport, Outcome, bare_report, report};
use super::patch::Patch;
use super::references::Search;
use super::scan::scan;
use super::world::World;
use super::{notes, outsiders, shift};
use crate::edit::EditList;
use crate::project::Project;
use crate::source::Source;
use crate::syntax::Document;

/// What is to be migrated.
pub struct Request<'r> {
    /// The project.
    pub project: Arc<Project>,
    /// The files that may be written, absolute.
    pub named: Vec<PathBuf>,
    /// Which maps, by the path of the node in the scene that makes it.
    pub selects: &'r dyn Fn(&str) -> bool,
    /// How.
    pub options: &'r Options,
}

/// The changes of one file.
#[derive(Debug)]
pub struct FilePlan {
    /// Where it lies, absolute.
    pub path: PathBuf,
    /// What the plan was made for.
    pub source: Source,
    /// What changes.
    pub edits: EditList,
    patch: Patch,
}

impl FilePlan {
    /// Checks that a new text is what was planned: everything else is as before, and the new nodes say and hold what
    /// they should.
    ///
    /// # Errors
    ///
    /// In words, what is not as planned.
    pub fn prove(&self, after: &Source) -> Result<(), String> {
        self.patch.prove(after)
    }
}

/// Files that are written together or not at all.
#[derive(Debug)]
pub struct Group {
    /// Their changes, by path.
    pub files: Vec<FilePlan>,
}

/// All of it.
#[derive(Debug, Default)]
pub struct Plan {
    /// What is to be written.
    pub groups: Vec<Group>,
    /// Files that would have changed, but belong to a group that is refused, each with the file that stands against it.
    pub refused: BTreeMap<PathBuf, PathBuf>,
    /// Every map that was looked at.
    pub maps: Vec<MapReport>,
    /// All that is to be told.
    pub findings: Vec<Finding>,
    /// Tiles of Godot 3 that have no counterpart yet.
    pub old_tiles: OldTiles,
}

/// Plans the move. Nothing is written.
pub fn plan(request: &Request<'_>) -> Plan {
    let world = World::new(Arc::clone(&request.project), &request.named);
    Planner { request, world: &world, groups: Groups::default(), blocked: Vec::new(), plan: Plan::default() }
        .run()
}

struct Planner<'p> {
    request: &'p Request<'p>,
    world: &'p World,
    groups: Groups,
    /// Files whose group must not move.
    blocked: Vec<PathBuf>,
    plan: Plan,
}

impl Planner<'_> {
    fn run(mut self) -> Plan {
        let named: HashSet<&Path> = self.request.named.iter().map(PathBuf::as_path).collect();
        self.orphans(&named);
        let mut workshop = Workshop::new(self.world, self.request.options);
        let mut moved: BTreeMap<usize, Draft<'_>> = BTreeMap::new();
        let mut left = Vec::new();
        for (number, map) in self.world.maps.iter().enumerate() {
            let first = &map.levels[0];
            if !named.contains(first.scene.as_path()) || !(self.request.selects)(&first.node) {
                continue;
            }
            let mut draft = workshop.draft(number);
            let emptied = draft.husk && self.request.options.shape == Shape::Editor;
            if !draft.refusals.is_empty() || emptied {
                self.plan.findings.append(&mut draft.refusals);
                left.push((number, if emptied { Outcome::Unchanged } else { Outcome::Refused }));
                continue;
            }
            notes::add(&workshop, &mut draft);
            moved.insert(number, draft);
        }
        self.plan.old_tiles = std::mem::take(&mut workshop.old_tiles);
        let mut patches: BTreeMap<PathBuf, Patch> = BTreeMap::new();
        let mut externals = Externals::default();
        for draft in moved.values_mut() {
            let made = draft.map.levels[0].scene.clone();
            self.groups.of(&made);
            match emit(&workshop, draft, &mut externals) {
                Ok(own) => self.take(own, &made, &mut patches),
                Err(finding) => {
                    self.groups.join(&made, &finding.path);
                    self.block(&made, *finding);
                }
            }
            for shifted in shift::shifted(&workshop, draft) {
                let Some(document) = self.document(&shifted.scene) else { continue };
                let mut patch = Patch::new(document);
                patch.replace(shifted.span, shifted.text);
                self.take(Patches::from([(shifted.scene, patch)]), &made, &mut patches);
            }
        }
        let search = Search { world: self.world, shape: self.request.options.shape, moved: &moved };
        let references = if moved.is_empty() { Default::default() } else { search.run() };
        for rewrite in references.rewrites {
            let made = self.world.maps[rewrite.map].levels[0].scene.clone();
            let mut patch = Patch::new(Arc::clone(&rewrite.document));
            patch.replace(rewrite.span, rewrite.text);
            self.take(Patches::from([(rewrite.file, patch)]), &made, &mut patches);
        }
        let mut told: Vec<(usize, Finding)> = Vec::new();
        for (map, finding) in references.findings {
            match finding.weight {
                Weight::Refusal => {
                    let made = self.world.maps[map].levels[0].scene.clone();
                    self.groups.join(&made, &finding.path);
                    self.block(&made, finding);
                }
                _ => told.push((map, finding)),
            }
        }
        let scenes: BTreeSet<PathBuf> = moved
            .values()
            .flat_map(|draft| draft.map.levels.iter().map(|level| level.scene.clone()))
            .collect();
        let scenes: Vec<PathBuf> = scenes.into_iter().collect();
        let (binary, unreadable) = outsiders::find(self.world, &scenes);
        for (scene, finding) in unreadable {
            self.block(&scene, finding);
        }
        self.not_named(&named, &patches);
        self.settle(patches);
        let done: BTreeSet<usize> = moved
            .iter()
            .filter(|(_, draft)| self.obstacle(&draft.map.levels[0].scene).is_none())
            .map(|(number, _)| *number)
            .collect();
        for (number, draft) in &mut moved {
            let outcome = if done.contains(number) { Outcome::Moved } else { Outcome::Refused };
            let report = report(self.request.options.shape, draft, outcome);
            self.plan.maps.push(report);
            if outcome == Outcome::Moved {
                self.plan.findings.append(&mut draft.findings);
            }
        }
        for (number, outcome) in left {
            self.plan.maps.push(bare_report(self.world, number, outcome));
        }
        self.plan.findings.extend(told.into_iter().filter(|(map, _)| done.contains(map)).map(|(_, it)| it));
        if !done.is_empty() && !self.world.project.is_declared() {
            let root = self.world.project.root();
            self.plan.findings.push(Finding::new(
                Weight::Note,
                "no-project",
                root,
                "there is no project.godot here or above: this folder is taken for `res://`, and scenes elsewhere that \
                 depend on these are not seen",
                "run on the folder of the project",
            ));
        }
        if !done.is_empty() {
            self.plan.findings.extend(references.loose);
            self.plan.findings.extend(binary);
            self.plan.findings.extend(scan(self.world, &done));
        }
        self.plan.maps.sort_by(|a, b| (&a.scene, a.line).cmp(&(&b.scene, b.line)));
        self.plan.findings.sort_by(|a, b| {
            (&a.path, a.line, a.column, a.code, &a.message)
                .cmp(&(&b.path, b.line, b.column, b.code, &b.message))
        });
        self.plan.findings.dedup();
        self.plan
    }

    fn document(&self, path: &Path) -> Option<Arc<Document>> {
        let scene = self.world.scenes.iter().find(|scene| scene.path == path)?;
        Some(Arc::clone(&scene.document))
    }

    /// Adds patches of a map that `made` makes; all their files belong together.
    fn take(&mut self, own: Patches, made: &Path, all: &mut BTreeMap<PathBuf, Patch>) {
        for (path, patch) in own {
            self.groups.join(made, &path);
            match all.get_mut(&path) {
                Some(known) => known.merge(patch),
                None => {
                    all.insert(path, patch);
                }
            }
        }
    }

    fn block(&mut self, path: &Path, finding: Finding) {
        self.groups.of(path);
        self.blocked.push(path.to_owned());
        self.plan.findings.push(finding);
    }

    /// A file of the same group that must not move.
    fn obstacle(&mut self, path: &Path) -> Option<PathBuf> {
        let group = self.groups.of(path);
        let blocked = self.blocked.clone();
        blocked.into_iter().find(|other| self.groups.of(other) == group)
    }

    /// Named scenes that change layers of what cannot be read.
    fn orphans(&mut self, named: &HashSet<&Path>) {
        for orphan in self.world.orphans.iter().filter(|orphan| named.contains(orphan.scene.as_path())) {
            let view = orphan.document.section(orphan.section);
            let node = crate::scene::node_path(view);
            let finding = Finding::new(
                Weight::Refusal,
                "base",
                &orphan.scene,
                format!("the layers of `{node}` lie in a scene that cannot be read: {}", orphan.reason),
                "put that scene where it belongs, or remove the `layer_…` lines; other scenes stay as they are, too, \
                 where they hang together with this one",
            );
            self.block(&orphan.scene, finding.at(&orphan.document, view.tag()).on(&node));
        }
    }

    /// Files that must change and may not.
    fn not_named(&mut self, named: &HashSet<&Path>, patches: &BTreeMap<PathBuf, Patch>) {
        for (path, patch) in patches.iter().filter(|(path, _)| !named.contains(path.as_path())) {
            let first = patch.removed.first().map(|&(section, _)| patch.document.section(section));
            let span = first.map(|section| section.tag()).or_else(|| patch.replaced.keys().next().copied());
            let finding = Finding::new(
                Weight::Refusal,
                "not-named",
                path,
                "this file depends on a TileMap that is to move, and would have to change with it, but is not among \
                 the files that may be written",
                "name it too, or the folder of the whole project; if it is named, mend first what is told of it",
            );
            let finding = match span {
                Some(span) => finding.at(&patch.document, span),
                None => finding,
            };
            self.block(path, finding);
        }
    }

    /// Makes edits of the patches, group by group.
    fn settle(&mut self, patches: BTreeMap<PathBuf, Patch>) {
        let mut files: BTreeMap<usize, Vec<FilePlan>> = BTreeMap::new();
        let mut paths: BTreeMap<usize, Vec<PathBuf>> = BTreeMap::new();
        for (path, mut patch) in patches {
            let group = self.groups.of(&path);
            paths.entry(group).or_default().push(path.clone());
            patch.settle_header();
            match patch.edits() {
                Ok(edits) if edits.is_empty() => {}
                Ok(edits) => {
                    let source = patch.document.source().clone();
                    files.entry(group).or_default().push(FilePlan { path, source, edits, patch });
                }
                Err(message) => {
                    let help = "this is a fault in tilewright, please report it with the file";
                    let finding = Finding::new(Weight::Refusal, "fault", &path, message, help);
                    self.block(&path, finding);
                }
            }
        }
        for (group, files) in files {
            let first = paths[&group][0].clone();
            match self.obstacle(&first) {
                Some(obstacle) => {
                    self.plan.refused.extend(files.into_iter().map(|file| (file.path, obstacle.clone())));
                }
                None => self.plan.groups.push(Group { files }),
            }
        }
    }
}
