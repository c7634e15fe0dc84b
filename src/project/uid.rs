//! Which file bears which uid: a text scene or resource says it in its own header, of an imported file the
//! `.import` file beside it does. Binary files and scripts are not asked.

use std::collections::HashMap;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use super::{Entry, Files};
use crate::{Document, Source};

/// Enough for a header and for the first lines of an `.import` file.
const HEAD: usize = 2048;

/// The uid that a file says it bears.
pub(super) fn own_uid(files: &dyn Files, path: &Path) -> Option<String> {
    match extension(path) {
        Some("tscn" | "tres") => said_in(files, path),
        _ => {
            let mut beside = path.as_os_str().to_owned();
            beside.push(".import");
            said_in(files, Path::new(&beside))
        }
    }
}

/// The uid in the header of a text file, or below `[remap]` of an `.import` file.
fn said_in(files: &dyn Files, path: &Path) -> Option<String> {
    let mut head = files.read_head(path, HEAD).ok()?;
    head.truncate(HEAD);
    let document = Document::parse(Source::new("", head));
    let section = document.sections().next()?;
    let uid = match section.text_field("uid") {
        Some(uid) => uid,
        None => document.string(section.property("uid")?.value),
    };
    uid.starts_with("uid://").then(|| uid.into_owned())
}

fn extension(path: &Path) -> Option<&str> {
    path.extension().and_then(OsStr::to_str)
}

/// All text scenes and resources of a project, sorted; what the engine does not see is left out.
pub(super) fn texts(files: &dyn Files, folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in visible(files, folder) {
        match extension(&entry.path) {
            _ if entry.is_folder => texts(files, &entry.path, found),
            Some("tscn" | "tres") => found.push(entry.path),
            _ => {}
        }
    }
}

/// What a folder holds, sorted, without the folders that the engine does not look into.
fn visible(files: &dyn Files, folder: &Path) -> Vec<Entry> {
    let mut entries = files.entries(folder).unwrap_or_default();
    // So that of two files with one uid always the same is found.
    entries.sort();
    entries.retain(|entry| {
        let hidden = entry.path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
        let is_apart = |mark: &str| files.is_file(&entry.path.join(mark));
        !entry.is_folder || !(hidden || is_apart(".gdignore") || is_apart("project.godot"))
    });
    entries
}

/// All uids of a project.
#[derive(Debug, Default)]
pub(super) struct UidIndex {
    paths: HashMap<String, PathBuf>,
}

impl UidIndex {
    /// Reads the head of every file below the root that the engine would see: hidden folders, those with a `.gdignore`
    /// and projects inside the project are left out, and so is what cannot be read.
    pub fn new(files: &dyn Files, root: &Path) -> Self {
        let mut index = UidIndex::default();
        index.add_folder(files, root);
        index
    }

    fn add_folder(&mut self, files: &dyn Files, folder: &Path) {
        for entry in visible(files, folder) {
            let path = entry.path;
            if entry.is_folder {
                self.add_folder(files, &path);
                continue;
            }
            let bearer = match extension(&path) {
                Some("tscn" | "tres") => path.clone(),
                Some("import") => path.with_extension(""),
                _ => continue,
            };
            if let Some(uid) = said_in(files, &path) {
                self.paths.entry(uid).or_insert(bearer);
            }
        }
    }

    pub fn path(&self, uid: &str) -> Option<&Path> {
        self.paths.get(uid).map(PathBuf::as_path)
    }
}
