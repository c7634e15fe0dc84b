//! What commands that write files report, as data.

use serde::Serialize;

use super::{Problem, Trouble};

/// What became of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// It was written, or would be.
    Changed,
    /// There was nothing to do.
    Unchanged,
    /// It was left alone, for a reason that is told.
    Failed,
}

/// A file that a command worked on.
#[derive(Debug)]
pub struct FileOutcome {
    /// As it was named or found.
    pub path: String,
    /// What became of it.
    pub status: Status,
    /// What is to be told about it; the first error is why it failed.
    pub troubles: Vec<Trouble>,
    /// The layers that were looked at.
    pub layers: Vec<LayerOutcome>,
    /// Things that a person should know.
    pub notes: Vec<String>,
    /// Layers that were left alone, and why: for those who ask for more.
    pub left: Vec<String>,
    /// The change as text, if it was asked for.
    pub diff: Option<String>,
}

/// A layer that a command worked on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct LayerOutcome {
    /// The node's path.
    pub node: Option<String>,
    /// The layer's index in a TileMap.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub layer: Option<u32>,
    /// The sub-resource's id, for a pattern.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resource: Option<String>,
    /// Erased coordinates that are gone.
    pub removed_tombstones: i64,
    /// Overridden records that are gone.
    pub removed_duplicates: i64,
    /// By how much the buffer is shorter, in bytes.
    pub removed_bytes: i64,
    /// Cells on the map afterwards.
    pub cells: usize,
    /// Whether its value changes.
    #[serde(skip)]
    pub changed: bool,
}

impl FileOutcome {
    /// A file that could not be worked on.
    pub fn failed(path: impl Into<String>, troubles: Vec<Trouble>) -> Self {
        let (layers, notes, left) = (Vec::new(), Vec::new(), Vec::new());
        FileOutcome { path: path.into(), status: Status::Failed, troubles, layers, notes, left, diff: None }
    }

    /// Why it failed.
    pub fn error(&self) -> Option<String> {
        let failed = self.status == Status::Failed;
        self.troubles
            .iter()
            .find(|trouble| failed && trouble.level == miette::Severity::Error)
            .map(Trouble::one_line)
    }
}

/// The JSON of `clean`, `edit` and `build --into`.
#[derive(Serialize)]
pub struct WriteReport<'r> {
    schema: u32,
    files: Vec<FileJson<'r>>,
    summary: Summary,
}

#[derive(Serialize)]
struct FileJson<'r> {
    path: &'r str,
    status: Status,
    error: Option<String>,
    layers: &'r [LayerOutcome],
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    notes: &'r [String],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    problems: Vec<Problem>,
    #[serde(skip_serializing_if = "Option::is_none")]
    diff: Option<&'r str>,
}

/// How many files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Summary {
    /// All.
    pub files: usize,
    /// Written, or to be.
    pub changed: usize,
    /// Left alone for a reason.
    pub failed: usize,
}

impl Summary {
    /// Counts.
    pub fn of(outcomes: &[FileOutcome]) -> Self {
        let count = |status| outcomes.iter().filter(|outcome| outcome.status == status).count();
        Summary { files: outcomes.len(), changed: count(Status::Changed), failed: count(Status::Failed) }
    }
}

impl<'r> WriteReport<'r> {
    /// Of these outcomes.
    pub fn new(outcomes: &'r [FileOutcome]) -> Self {
        let files = outcomes
            .iter()
            .map(|outcome| FileJson {
                path: &outcome.path,
                status: outcome.status,
                error: outcome.error(),
                layers: &outcome.layers,
                notes: &outcome.notes,
                problems: Problem::all(&outcome.troubles),
                diff: outcome.diff.as_deref(),
            })
            .collect();
        WriteReport { schema: 1, files, summary: Summary::of(outcomes) }
    }
}
