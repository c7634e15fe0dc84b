//! `diff`: two files, two folders, or two revisions.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::{Input, LayerFilter, open};
use crate::batch::{self, Configs};
use crate::diff::{SceneDiff, scene_diff};
use crate::report::Trouble;
use crate::source::Source;
use crate::syntax::{Document, Severity};

/// One side of a comparison.
#[derive(Clone, Debug)]
pub enum DiffSide {
    /// A file or standard input.
    Input(Input),
    /// Bytes that were read already, with a name for messages.
    Bytes(String, Vec<u8>),
    /// There is no such file on this side.
    Nothing,
}

/// Two files to compare.
#[derive(Clone, Debug)]
pub struct DiffPair {
    /// What reports call it.
    pub name: String,
    /// The old one.
    pub before: DiffSide,
    /// The new one.
    pub after: DiffSide,
}

/// What a comparison gave.
#[derive(Debug)]
pub struct FileDiff {
    /// The file.
    pub path: String,
    /// The names of both sides; `None` where there is no file.
    pub names: (Option<String>, Option<String>),
    /// What differs.
    pub diff: SceneDiff,
    /// What is to be told.
    pub troubles: Vec<Trouble>,
    /// Whether a side could not be read.
    pub failed: bool,
}

/// The pairs of two folders by relative path, or of two files.
pub fn diff_pairs(a: &Path, b: &Path, configs: &Configs) -> (Vec<DiffPair>, Vec<Trouble>) {
    if !(a.is_dir() && b.is_dir()) {
        let side = |path: &Path, other: &Path| {
            // `diff level.tscn folder` means the file of that name in the folder, as diff tools take it.
            let path = match (path.is_dir(), other.file_name()) {
                (true, Some(name)) if !other.is_dir() => path.join(name),
                _ => path.to_owned(),
            };
            if path.as_os_str() == "-" {
                return DiffSide::Input(Input::Stdin(None));
            }
            if path.as_os_str() == "/dev/null" {
                return DiffSide::Nothing;
            }
            DiffSide::Input(Input::File(path))
        };
        let pair = DiffPair { name: b.display().to_string(), before: side(a, b), after: side(b, a) };
        return (vec![pair], Vec::new());
    }
    let mut troubles = Vec::new();
    let mut files = |folder: &Path| -> BTreeSet<PathBuf> {
        let found = batch::discover(&[folder.to_owned()], batch::Options::default(), configs);
        troubles.extend(found.errors.iter().map(Trouble::of_file_error));
        let relative = |path: PathBuf| path.strip_prefix(folder).map(Path::to_owned).unwrap_or(path);
        found.files.into_iter().map(relative).collect()
    };
    let (old, new) = (files(a), files(b));
    let side = |folder: &Path, files: &BTreeSet<PathBuf>, name: &Path| {
        // `.` adds nothing to a name, and found paths do not begin with it.
        let path = if folder == Path::new(".") { name.to_owned() } else { folder.join(name) };
        if files.contains(name) { DiffSide::Input(Input::File(path)) } else { DiffSide::Nothing }
    };
    let pairs = old
        .union(&new)
        .map(|name| DiffPair {
            name: name.display().to_string(),
            before: side(a, &old, name),
            after: side(b, &new, name),
        })
        .collect();
    (pairs, troubles)
}

/// Compares one pair.
pub fn diff_pair(pair: &DiffPair, filter: &LayerFilter) -> FileDiff {
    let mut outcome = FileDiff {
        path: pair.name.clone(),
        names: (None, None),
        diff: SceneDiff::default(),
        troubles: Vec::new(),
        failed: false,
    };
    let before = read(&pair.before, &mut outcome);
    let after = read(&pair.after, &mut outcome);
    outcome.names = (before.as_ref().map(name_of), after.as_ref().map(name_of));
    if outcome.failed {
        return outcome;
    }
    let empty = || Document::parse(Source::new("", ""));
    let (before, after) = (before.unwrap_or_else(empty), after.unwrap_or_else(empty));
    match scene_diff(&before, &after, &|site| filter.matches(site)) {
        Ok(diff) => outcome.diff = diff,
        Err(error) => {
            outcome.troubles.push(Trouble::new(outcome.path.clone(), error.to_string(), None));
            outcome.failed = true;
        }
    }
    if !filter.is_all() {
        // Who asks for some layers asks for nothing else.
        outcome.diff.changes.clear();
        outcome.diff.bookkeeping.clear();
    }
    outcome
}

fn name_of(document: &Document) -> String {
    document.source().name().to_owned()
}

fn read(side: &DiffSide, outcome: &mut FileDiff) -> Option<Document> {
    let opened = match side {
        DiffSide::Nothing => return None,
        DiffSide::Input(input) => match open(input) {
            Ok(opened) => opened,
            Err(trouble) => {
                outcome.troubles.push(trouble);
                outcome.failed = true;
                return None;
            }
        },
        DiffSide::Bytes(name, bytes) => super::Opened::of(Source::new(name.clone(), bytes.clone()), None),
    };
    outcome.failed |= opened.severity == Some(Severity::Refused);
    outcome.troubles.extend(opened.troubles);
    Some(opened.document)
}
