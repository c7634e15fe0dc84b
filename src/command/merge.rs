//! `merge`: three files into one; as scenes, or as plain text where one of them cannot be read as a scene.

use std::path::{Path, PathBuf};

use crate::batch;
use crate::git;
use crate::merge::{Conflicts, MergeError, MergeOptions, Prefer, merge};
use crate::report::Trouble;
use crate::source::Source;
use crate::syntax::Document;

/// The three files.
#[derive(Clone, Debug)]
pub struct MergeFiles {
    /// The common ancestor.
    pub base: PathBuf,
    /// What is merged into.
    pub ours: PathBuf,
    /// What is merged.
    pub theirs: PathBuf,
    /// What messages call the file; git gives temporary names to the three.
    pub name: Option<String>,
}

/// What came of it.
#[derive(Debug)]
pub struct MergeOutcome {
    /// The text.
    pub bytes: Vec<u8>,
    /// What a person must look at.
    pub conflicts: Conflicts,
    /// Conflicts that only git's text merge found; they are marked in the text.
    pub text_conflicts: usize,
    /// What a person may want to know.
    pub notes: Vec<String>,
    /// Why it was merged as plain text.
    pub as_text: Option<String>,
}

impl MergeOutcome {
    /// Whether anything is left to decide.
    pub fn is_open(&self, prefer: Prefer) -> bool {
        self.text_conflicts > 0 || (prefer == Prefer::Nobody && !self.conflicts.list.is_empty())
    }
}

/// Merges three files; nothing is written.
///
/// # Errors
///
/// If one cannot be read, or neither way of merging is possible.
pub fn merge_files(files: &MergeFiles, options: MergeOptions) -> Result<MergeOutcome, Box<Trouble>> {
    let read = |path: &Path| {
        batch::read(path).map(|(source, _)| source).map_err(|error| Box::new(Trouble::of_file_error(&error)))
    };
    let [base, ours, theirs] = [read(&files.base)?, read(&files.ours)?, read(&files.theirs)?];
    let parse = |source: &Source| Document::parse(source.clone());
    match merge(&parse(&base), &parse(&ours), &parse(&theirs), options) {
        Ok(merged) => Ok(MergeOutcome {
            bytes: merged.bytes,
            conflicts: merged.conflicts,
            text_conflicts: 0,
            notes: merged.notes,
            as_text: None,
        }),
        Err(error) => as_text([base.bytes(), ours.bytes(), theirs.bytes()], options, files, &error),
    }
}

fn as_text(
    texts: [&[u8]; 3],
    options: MergeOptions,
    files: &MergeFiles,
    error: &MergeError,
) -> Result<MergeOutcome, Box<Trouble>> {
    let favour = match options.prefer {
        Prefer::Nobody => None,
        Prefer::Ours => Some("--ours"),
        Prefer::Theirs => Some("--theirs"),
    };
    let name = files.name.clone().unwrap_or_else(|| files.ours.display().to_string());
    let merged = git::merge_file(texts, options.marker_size, favour).map_err(|git| {
        let help = format!("a plain text merge is what is left then, and it failed: {git}");
        Box::new(Trouble::new(name, error.to_string(), Some(help)))
    })?;
    Ok(MergeOutcome {
        bytes: merged.bytes,
        conflicts: Conflicts { list: Vec::new(), has_markers: merged.conflicts > 0 },
        text_conflicts: merged.conflicts,
        notes: Vec::new(),
        as_text: Some(error.to_string()),
    })
}
