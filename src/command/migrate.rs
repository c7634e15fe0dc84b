//! A migration over files: read, plan project by project, prove all in memory, then write group by group.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::{Input, LayerFilter, Mode, Opened, Output, open};
use crate::batch::{self, Stamp};
use crate::edit::{Edit, EditList};
use crate::migrate::{self, FilePlan, Finding, Group, OldTiles, Options, Plan, Request, Weight};
use crate::project::{Disk, Entry, Files, Project, Projects};
use crate::report::{self, FileOutcome, LayerOutcome, MigrationReport, Place, Status, Trouble};
use crate::source::{Source, Span};
use crate::tile::codec::{layer, record};

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
        self.rest(&named, &written);
        self.layers(&plan, &written);
        self.tell(project, plan, &written);
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

    /// Proves all files of a group in memory, then writes them; if one cannot be written, those that were get their
    /// old bytes back.
    fn group(&mut self, group: &Group) -> Result<Vec<After>, (PathBuf, Box<Trouble>)> {
        let failed = |file: &FilePlan, error: batch::FileError| {
            (file.path.clone(), Box::new(Trouble::of_file_error(&error)))
        };
        let mut after = Vec::new();
        for file in &group.files {
            let known = &self.known[&file.path];
            if known.source.bytes() != file.source.bytes() {
                let error = batch::FileError::new(
                    Path::new(known.source.name()),
                    format!("{} changed while it was read", known.source.name()),
                );
                return Err(failed(file, error.with_help("another program saved it meanwhile; run again")));
            }
            let source = batch::preview(&known.source, file.edits.clone(), |after| file.prove(after))
                .map_err(|error| failed(file, error))?;
            after.push(After { source, edits: file.edits.clone() });
        }
        for file in &group.files {
            let known = &self.known[&file.path];
            let outcome = self.outcomes.get_mut(&known.number).expect("every known file has an outcome");
            outcome.status = Status::Changed;
            outcome.troubles = known.troubles.clone();
            if self.options.mode == Mode::Diff {
                outcome.diff = Some(report::text_diff(&known.source, &file.edits));
            }
        }
        if self.options.mode != Mode::Write {
            return Ok(after);
        }
        for (count, file) in group.files.iter().enumerate() {
            let known = &self.known[&file.path];
            let path = Path::new(known.source.name());
            let edits = file.edits.clone();
            let prove = |after: &Source| file.prove(after);
            let done = match (&self.options.output, &known.stamp) {
                (Some(Output::File(to)), _) => {
                    batch::write_out(batch::Output::File(to), &known.source, edits, prove)
                }
                (None, Some(stamp)) => batch::replace(path, &known.source, stamp, edits, prove).map(drop),
                _ => batch::write_out(batch::Output::Stdout, &known.source, edits, prove),
            };
            if let Err(error) = done {
                let (path, mut trouble) = failed(file, error);
                let undone = self.restore(&group.files[..count]);
                trouble.help = Some(match undone {
                    Ok(0) => trouble.help.unwrap_or_else(|| "nothing was written".to_owned()),
                    Ok(count) => format!(
                        "{count} files of the same group had been written, and hold their old text again"
                    ),
                    Err(paths) => format!(
                        "these files of the same group are migrated and could not be given their old text back: {}; \
                         take them from version control",
                        paths.join(", ")
                    ),
                });
                return Err((path, trouble));
            }
        }
        Ok(after)
    }

    /// Gives files their old bytes back; the names of those for which that failed.
    fn restore(&self, files: &[FilePlan]) -> Result<usize, Vec<String>> {
        let mut failed = Vec::new();
        for file in files {
            let known = &self.known[&file.path];
            let path = Path::new(known.source.name());
            let restored = batch::read(path).and_then(|(now, stamp)| {
                let mut edits = EditList::new();
                let span = Span::new(0, now.bytes().len() as u32);
                let replacement = known.source.bytes().to_vec();
                // One edit alone overlaps nothing.
                let _ = edits.push(Edit { span, replacement });
                batch::replace(path, &now, &stamp, edits, |after| {
                    match after.bytes() == known.source.bytes() {
                        true => Ok(()),
                        false => Err("the old text did not come back".to_owned()),
                    }
                })
            });
            if restored.is_err() {
                failed.push(known.source.name().to_owned());
            }
        }
        if failed.is_empty() { Ok(files.len()) } else { Err(failed) }
    }

    fn fail_group(&mut self, plan: &mut Plan, group: &Group, path: &Path, trouble: Trouble) {
        for file in &group.files {
            let number = self.known[&file.path].number;
            let name = self.known[&file.path].source.name().to_owned();
            let own = match file.path == path {
                true => trouble.clone(),
                false => Trouble::new(
                    name.clone(),
                    format!("not migrated, since {} could not be: they belong together", self.shown(path)),
                    None,
                ),
            };
            self.outcomes.insert(number, FileOutcome::failed(name, vec![own]));
        }
        let files: HashSet<&Path> = group.files.iter().map(|file| file.path.as_path()).collect();
        for map in &mut plan.maps {
            if files.contains(map.scene.as_path()) && map.outcome == migrate::Outcome::Moved {
                map.outcome = migrate::Outcome::Refused;
            }
        }
    }

    /// The files that do not change; one that was to go elsewhere goes there all the same.
    fn rest(&mut self, named: &[PathBuf], written: &Written) {
        for path in named.iter().filter(|path| !written.contains_key(*path)) {
            let known = &self.known[path];
            let outcome = self.outcomes.get_mut(&known.number).expect("every known file has an outcome");
            if outcome.status == Status::Failed || self.options.mode != Mode::Write {
                continue;
            }
            let output = match (&self.options.output, &known.stamp) {
                (Some(Output::File(to)), _) => batch::Output::File(to),
                (None, Some(_)) => continue,
                _ => batch::Output::Stdout,
            };
            if let Err(error) = batch::write_out(output, &known.source, EditList::new(), |_| Ok(())) {
                let name = known.source.name().to_owned();
                *outcome = FileOutcome::failed(name, vec![Trouble::of_file_error(&error)]);
            }
        }
    }

    fn layers(&mut self, plan: &Plan, written: &Written) {
        for layer_report in plan.maps.iter().flat_map(|map| &map.layers) {
            if !written.contains_key(&layer_report.scene) {
                continue;
            }
            let known = &self.known[&layer_report.scene];
            let Some(cells) = layer_report.cells else { continue };
            let (tombstones, duplicates) = (layer_report.tombstones, layer_report.duplicates);
            let before = (cells + tombstones + duplicates) * record::LEN;
            let outcome = self.outcomes.get_mut(&known.number).expect("every known file has an outcome");
            outcome.layers.push(LayerOutcome {
                node: Some(layer_report.node.clone()),
                removed_tombstones: tombstones as i64,
                removed_duplicates: duplicates as i64,
                removed_bytes: before as i64 - layer::encoded_len(cells) as i64,
                cells,
                changed: true,
                ..LayerOutcome::default()
            });
        }
    }

    /// Makes messages of the findings; a refusal is the failure of its file, if nothing of the file was written.
    fn tell(&mut self, project: &Project, plan: Plan, written: &Written) {
        let Plan { mut maps, mut findings, old_tiles, refused, .. } = plan;
        // People look at the files as they are now.
        if self.options.mode == Mode::Write {
            for finding in &mut findings {
                let Some((after, span)) = written.get(&finding.path).zip(finding.span) else { continue };
                let span = after.moved(span);
                let place = after.source.position(span.start);
                (finding.line, finding.column, finding.span) = (place.line, place.column, Some(span));
            }
            for map in &mut maps {
                let Some(after) = written.get(&map.scene) else { continue };
                let before = place(&self.known[&map.scene].source, map.line, map.column);
                map.line = after.source.position(after.moved(before).start).line;
            }
        }
        let mut report = std::mem::take(&mut self.migrated.report);
        report.add(&maps, &findings, |path| self.shown(path));
        self.migrated.report = report;
        self.migrated.old_tiles.merge(old_tiles);
        let mut sources: HashMap<PathBuf, Option<Source>> = HashMap::new();
        for finding in findings {
            let source = sources
                .entry(finding.path.clone())
                .or_insert_with(|| {
                    if let Some(after) = written.get(&finding.path) {
                        let known = || self.known[&finding.path].source.clone();
                        return Some(if self.options.mode == Mode::Write {
                            after.source.clone()
                        } else {
                            known()
                        });
                    }
                    let bytes = project.bytes(&finding.path).ok()?;
                    Some(Source::new(finding.path.display().to_string(), bytes))
                })
                .clone();
            let trouble = self.trouble(&finding, source);
            let known = self.known.get(&finding.path).filter(|_| finding.weight == Weight::Refusal);
            match known.filter(|known| !written.contains_key(&finding.path) && known.stamp.is_some()) {
                Some(known) => {
                    let outcome = self.outcomes.get_mut(&known.number).expect("a known file");
                    outcome.status = Status::Failed;
                    outcome.troubles.push(trouble);
                }
                None => self.migrated.troubles.push((finding.weight, trouble)),
            }
        }
        for (path, obstacle) in refused {
            let shown = self.shown(&obstacle);
            let Some(known) = self.known.get(&path) else { continue };
            let outcome = self.outcomes.get_mut(&known.number).expect("a known file");
            if outcome.status != Status::Failed {
                outcome.status = Status::Failed;
                let message = match obstacle == path {
                    true => "not migrated, for the reason that is told".to_owned(),
                    false => format!(
                        "not migrated: it belongs together with {obstacle}, which cannot move",
                        obstacle = shown
                    ),
                };
                let help = "they move together or not at all";
                outcome.troubles.push(Trouble::new(known.source.name(), message, Some(help.to_owned())));
            }
        }
    }

    fn trouble(&self, finding: &Finding, source: Option<Source>) -> Trouble {
        let node = finding.node.as_ref().map(|node| format!("{node}: ")).unwrap_or_default();
        let shown = self.shown(&finding.path);
        let mut trouble =
            Trouble::new(shown.as_str(), format!("{node}{}", finding.message), Some(finding.help.clone()));
        if finding.weight != Weight::Refusal {
            trouble = trouble.as_warning();
        }
        if let Some(source) = source.filter(|_| finding.line > 0) {
            let named = Source::new(shown, source.bytes());
            let span = finding.span.unwrap_or_else(|| place(&named, finding.line, finding.column));
            trouble.place = Some(Box::new(Place::of_source(named, span)));
        }
        trouble
    }

    /// A path as it was named, else from the working folder on.
    fn shown(&self, path: &Path) -> String {
        match self.known.get(path) {
            Some(known) => known.source.name().to_owned(),
            None => {
                let here = Disk.absolute(Path::new("."));
                let here = normal(&here);
                path.strip_prefix(&here).unwrap_or(path).display().to_string()
            }
        }
    }
}

/// The files of a run that change, and what they say then.
type Written = HashMap<PathBuf, After>;

/// A file as it is afterwards.
struct After {
    source: Source,
    edits: EditList,
}

impl After {
    /// Where a place of the old text is in the new one; of a place that is gone, where it was.
    fn moved(&self, span: Span) -> Span {
        let mut shift = 0_i64;
        for edit in self.edits.iter().take_while(|edit| edit.span.start <= span.start) {
            if edit.span.end > span.start {
                let at = (i64::from(edit.span.start) + shift) as u32;
                return Span::at(at.min(self.source.bytes().len() as u32));
            }
            shift += edit.replacement.len() as i64 - i64::from(edit.span.len());
        }
        let at = (i64::from(span.start) + shift) as u32;
        Span::new(at, (at + span.len()).min(self.source.bytes().len() as u32).max(at))
    }
}

/// Where standard input lies if nobody says.
const UNNAMED: &str = "standard-input.tscn";

/// The span of the word at a line and column.
fn place(source: &Source, line: u32, column: u32) -> Span {
    let starts = memchr::memchr_iter(b'\n', source.bytes()).map(|at| at + 1);
    let start = std::iter::once(0).chain(starts).nth(line as usize - 1).unwrap_or(0);
    let text = String::from_utf8_lossy(&source.bytes()[start..]).into_owned();
    let before: usize = text.chars().take(column as usize - 1).map(char::len_utf8).sum();
    let word = text[before..].chars().take_while(|letter| letter.is_alphanumeric() || *letter == '_');
    let at = (start + before) as u32;
    Span::new(at, at + word.map(char::len_utf8).sum::<usize>() as u32)
}

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

/// The disk, with the text of standard input where its file would lie.
struct WithStdin {
    path: PathBuf,
    bytes: Vec<u8>,
}

impl Files for WithStdin {
    fn read(&self, path: &Path) -> std::io::Result<Vec<u8>> {
        if path == self.path { Ok(self.bytes.clone()) } else { Disk.read(path) }
    }

    fn is_file(&self, path: &Path) -> bool {
        path == self.path || Disk.is_file(path)
    }

    fn entries(&self, folder: &Path) -> std::io::Result<Vec<Entry>> {
        Disk.entries(folder)
    }

    fn absolute(&self, path: &Path) -> PathBuf {
        Disk.absolute(path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    const MAP: &str = "[gd_scene format=3]\n\n[node name=\"Map\" type=\"TileMap\"]\nformat = 2\n";
    const LEVEL: &str = "[gd_scene format=3]\n\n[ext_resource type=\"PackedScene\" path=\"res://a.tscn\" id=\"1\"]\n\n\
        [node name=\"W\" instance=ExtResource(\"1\")]\nlayer_0/enabled = false\n";

    /// The second file of a group changes between the proof and the write: the first one gets its bytes back.
    #[test]
    fn a_write_that_fails_midway_is_undone() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = |name: &str| folder.path().join(name);
        fs::write(path("project.godot"), "").expect("written");
        fs::write(path("a.tscn"), MAP).expect("written");
        fs::write(path("b.tscn"), LEVEL).expect("written");
        let options = MigrateOptions {
            mode: Mode::Write,
            output: None,
            filter: LayerFilter::default(),
            options: Options::default(),
        };
        let mut run = Run {
            options: &options,
            outcomes: BTreeMap::new(),
            known: HashMap::new(),
            migrated: Migrated::default(),
        };
        let named: Vec<PathBuf> = ["a.tscn", "b.tscn"]
            .iter()
            .enumerate()
            .map(|(number, name)| run.read(number, &Input::File(path(name))).expect("readable"))
            .collect();
        let project = Projects::new(Disk).of(&named[0]);
        let plan = run.plan(&project, &named).expect("a plan");
        assert_eq!(plan.groups.len(), 1);
        assert_eq!(plan.groups[0].files.len(), 2);
        fs::write(path("b.tscn"), format!("{LEVEL}; saved by another\n")).expect("written");
        let (failed, trouble) = run.group(&plan.groups[0]).err().expect("a failure");
        assert!(failed.ends_with("b.tscn"));
        assert!(trouble.help.expect("help").contains("hold their old text again"));
        assert_eq!(fs::read_to_string(path("a.tscn")).expect("read"), MAP);
    }
}
