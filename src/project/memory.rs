use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};

use super::{Entry, Files};

/// Files that are held in memory, for tests and for text that was never saved. Relative paths start at `/`.
///
/// ```
/// use tilewright::project::{Files, Memory};
///
/// let files = Memory::default().with("game/project.godot", "").with("game/a.tscn", "[gd_scene]\n");
/// assert!(files.is_file("/game/a.tscn".as_ref()));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Memory {
    files: BTreeMap<PathBuf, Vec<u8>>,
}

impl Memory {
    /// Adds a file, or replaces it.
    #[must_use]
    pub fn with(mut self, path: impl AsRef<Path>, bytes: impl Into<Vec<u8>>) -> Self {
        let path = self.absolute(path.as_ref());
        self.files.insert(path, bytes.into());
        self
    }
}

impl Files for Memory {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        self.files.get(path).cloned().ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    fn is_file(&self, path: &Path) -> bool {
        self.files.contains_key(path)
    }

    fn entries(&self, folder: &Path) -> io::Result<Vec<Entry>> {
        let mut found = BTreeSet::new();
        for path in self.files.keys() {
            let Ok(below) = path.strip_prefix(folder) else { continue };
            let mut parts = below.components();
            if let Some(first) = parts.next() {
                let is_folder = parts.next().is_some();
                found.insert(Entry { path: folder.join(first), is_folder });
            }
        }
        Ok(found.into_iter().collect())
    }

    fn absolute(&self, path: &Path) -> PathBuf {
        Path::new("/").join(path)
    }
}
