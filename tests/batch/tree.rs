//! A folder of small files to test in.

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

/// A temporary folder; removed in the end.
pub struct Tree {
    folder: TempDir,
    root: PathBuf,
}

impl Tree {
    pub fn new() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let root = fs::canonicalize(folder.path()).expect("it is there");
        Tree { folder, root }
    }

    /// A tree with empty files of these names.
    pub fn with(names: &[&str]) -> Self {
        names.iter().fold(Tree::new(), |tree, name| tree.file(name, ""))
    }

    pub fn file(self, name: &str, text: &str) -> Self {
        let path = self.at(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a new folder");
        fs::write(path, text).expect("a new file");
        self
    }

    pub fn folder(self, name: &str) -> Self {
        fs::create_dir_all(self.at(name)).expect("a new folder");
        self
    }

    #[cfg(unix)]
    pub fn link(self, name: &str, target: &str) -> Self {
        std::os::unix::fs::symlink(target, self.at(name)).expect("a new link");
        self
    }

    pub fn root(&self) -> &Path {
        assert!(self.folder.path().exists());
        &self.root
    }

    pub fn at(&self, name: &str) -> PathBuf {
        self.root().join(name)
    }

    pub fn text(&self, name: &str) -> String {
        fs::read_to_string(self.at(name)).expect("a readable file")
    }
}

/// The names in a folder, sorted.
pub fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<_> = fs::read_dir(folder)
        .expect("a readable folder")
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}
