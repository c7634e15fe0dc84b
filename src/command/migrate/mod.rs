//! A migration over files: read, plan project by project, prove all in memory, then write group by group.

mod after;
mod group;
mod stdin;
mod tell;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::{Input, LayerFilter, Mode, Opened, Output, open};
use crate::batch::{self, Stamp};
use crate::migrate::{self, OldTiles, Options, Plan, Request, Weight};
use crate::project::{Disk, Files, Project, Projects};
use crate::report::{FileOutcome, MigrationReport, Status, Trouble};
use crate::source::Source;
use after::After;
use stdin::WithStdin;

/// What to migrate, and what to do with the outcome.
#[derive(Debug)]
pub struct MigrateOptions {
    /// Write, check or show.
    pub mode: Mode,
    /// `-o`, for one file.
    pub output: Option<Output>,
    /// `--layer`: which TileMaps, by their node.
    pub filter: LayerFilter,
    /// How.
    pub options: Options,
}

/// What became of all files.
#[derive(Debug, Default)]
pub struct Migrated {
    /// By input.
    pub outcomes: Vec<FileOutcome>,
    /// What was done, and what there is to look at.
    pub report: MigrationReport,
    /// The findings as messages with their place.
    pub troubles: Vec<(Weight, Trouble)>,
    /// Tiles of Godot 3 without a counterpart.
    pub old_tiles: OldTiles,
}

/// A named file that was read.
struct Known {
    number: usize,
    source: Source,
    stamp: Option<Stamp>,
    /// What is wrong with its text, though not so that it must not be written.
    troubles: Vec<Trouble>,
}

/// Migrates the TileMaps of these files. Scenes that depend on them are looked for in their whole projects.
pub fn migrate(inputs: &[Input], options: &MigrateOptions) -> Migrated {
    let mut run =
        Run { options, outcomes: BTreeMap::new(), known: HashMap::new(), migrated: Migrated::default() };
    let projects = match inputs {
        [Input::Stdin(place)] => run.read_stdin(&inputs[0], place.as_deref()),
        _ => Projects::new(Disk),
    };
    let mut by_root: BTreeMap<PathBuf, (Arc<Project>, Vec<PathBuf>)> = BTreeMap::new();
    let mut undeclared = Vec::new();
    for (number, input) in inputs.iter().enumerate() {
        let Some(path) = run.read(number, input) else { continue };
        let project = projects.of(&path);
        if !project.is_declared() {
            undeclared.push(path);
            continue;
        }
        by_root.entry(project.root().to_owned()).or_insert_with(|| (project, Vec::new())).1.push(path);
    }
    if let Some(root) = common_folder(&undeclared) {
        // One scene alone: what lies below its folder need not belong to it.
        let one = undeclared.iter().all(|path| path.parent() == Some(root.as_path()));
        let project = if one { projects.of(&undeclared[0]) } else { projects.below(&root) };
        by_root.insert(root, (project, undeclared));
    }
    for (project, named) in by_root.into_values() {
        run.project(&project, named);
    }
    let Run { outcomes, mut migrated, .. } = run;
    migrated.outcomes = outcomes.into_values().collect();
    migrated
}

/// The folder that holds all of these files.
fn common_folder(paths: &[PathBuf]) -> Option<PathBuf> {
    let first = paths.first()?.parent()?;
    first.ancestors().find(|folder| paths.iter().all(|path| path.starts_with(folder))).map(Path::to_owned)
}

struct Run<'o> {
    options: &'o MigrateOptions,
    outcomes: BTreeMap<usize, FileOutcome>,
    known: HashMap<PathBuf, Known>,
    migrated: Migrated,
}

impl Run<'_> {
    /// Standard input stands where its file would lie.
    fn read_stdin(&mut self, input: &Input, place: Option<&Path>) -> Projects {
        let path = Disk.absolute(place.unwrap_or(Path::new(UNNAMED)));
        match open(input) {
            Ok(opened) => {
                let bytes = opened.document.source().bytes().to_vec();
                self.know(0, input, path.clone(), opened);
                Projects::new(WithStdin { path, bytes })
            }
            Err(trouble) => {
                self.outcomes.insert(0, FileOutcome::failed(input.name(), vec![trouble]));
                Projects::new(Disk)
            }
        }
    }

    /// Reads a named file; `None` if it must not be written.
    fn read(&mut self, number: usize, input: &Input) -> Option<PathBuf> {
        let path = match input {
            Input::Stdin(place) => Disk.absolute(place.as_deref().unwrap_or(Path::new(UNNAMED))),
            Input::File(path) => Disk.absolute(path),
        };
        let path = normal(&path);
        if let Input::File(_) = input {
            match open(input) {
                Ok(opened) => self.know(number, input, path.clone(), opened),
                Err(trouble) => {
                    self.outcomes.insert(number, FileOutcome::failed(input.name(), vec![trouble]));
                }
            }
        }
        self.known.contains_key(&path).then_some(path)
    }

    fn know(&mut self, number: usize, input: &Input, path: PathBuf, opened: Opened) {
        if !opened.is_writable() {
            self.outcomes.insert(number, FileOutcome::failed(input.name(), opened.troubles));
            return;
        }
        let unchanged =
            FileOutcome { status: Status::Unchanged, ..FileOutcome::failed(input.name(), Vec::new()) };
        self.outcomes.insert(number, unchanged);
        let source = opened.document.source().clone();
        let (stamp, troubles) = (opened.stamp, opened.troubles);
        self.known.insert(normal(&path), Known { number, source, stamp, troubles });
    }

    /// Plans and carries out the move of one project.
    fn project(&mut self, project: &Arc<Project>, named: Vec<PathBuf>) {
        let Some(mut plan) = self.plan(project, &named) else { return };
        let mut written = Written::new();
        for group in std::mem::take(&mut plan.groups) {
            match self.group(&group) {
                Ok(after) => {
                    let files = group.files.into_iter().map(|file| file.path);
                    written.extend(files.zip(after));
                }
                Err((path, trouble)) => self.fail_group(&mut plan, &group, &path, *trouble),
            }
        }
        self.layers(&plan, &written);
        self.tell(project, plan, &written);
        self.rest(&named, &written);
    }

    /// The plan of a project; a fault in this program ends only the files of this project.
    fn plan(&mut self, project: &Arc<Project>, named: &[PathBuf]) -> Option<Plan> {
        let (filter, options) = (&self.options.filter, &self.options.options);
        let mut plans = batch::run(&[project], Some(1), &batch::Silent, |project| {
            migrate::plan(&Request {
                project: Arc::clone(project),
                named: named.to_vec(),
                selects: &|node| filter.matches_node(node),
                options,
            })
        });
        match plans.pop()? {
            Ok(plan) => Some(plan),
            Err(panicked) => {
                for path in named {
                    let known = &self.known[path];
                    let name = known.source.name().to_owned();
                    let trouble = Trouble::of_file_error(&panicked.in_file(Path::new(&name)));
                    self.outcomes.insert(known.number, FileOutcome::failed(name, vec![trouble]));
                }
                None
            }
        }
    }
}

/// The files of a run that change, and what they say then.
type Written = HashMap<PathBuf, After>;

/// Where standard input lies if nobody says.
const UNNAMED: &str = "standard-input.tscn";

/// Without `.` and `..`, as the project has its paths.
fn normal(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for part in path.components() {
        match part {
            std::path::Component::CurDir => {}
            std::path::Component::ParentDir => {
                normal.pop();
            }
            other => normal.push(other),
        }
    }
    normal
}
