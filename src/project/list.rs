//! Which files a project holds, for those who must look at all of them.

use std::io;
use std::path::{Path, PathBuf};

use super::{BaseNode, Project, Unreadable};

impl Project {
    /// All files of the project with one of these extensions (in small letters), by name: hidden folders, those with
    /// a `.gdignore` and projects inside the project are left out, as the engine does.
    ///
    /// Without a `project.godot` nobody knows where the project ends: then only the files beside the scene are given,
    /// unless a folder was named ([`Projects::below`](super::Projects::below)).
    pub fn files_with(&self, extensions: &[&str]) -> Vec<PathBuf> {
        let mut found = Vec::new();
        self.add_folder(self.root(), extensions, &mut found);
        found.sort();
        found
    }

    fn add_folder(&self, folder: &Path, extensions: &[&str], found: &mut Vec<PathBuf>) {
        for entry in self.files.entries(folder).unwrap_or_default() {
            let path = entry.path;
            let hidden = path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
            if entry.is_folder {
                let is_apart = |mark: &str| self.files.is_file(&path.join(mark));
                if self.whole && !hidden && !is_apart(".gdignore") && !is_apart("project.godot") {
                    self.add_folder(&path, extensions, found);
                }
                continue;
            }
            let extension =
                path.extension().map(|extension| extension.to_string_lossy().to_ascii_lowercase());
            if extension.is_some_and(|extension| extensions.contains(&extension.as_str())) {
                found.push(path);
            }
        }
    }

    /// The bytes of a file.
    ///
    /// # Errors
    ///
    /// Those of the place that is read.
    pub fn bytes(&self, path: &Path) -> io::Result<Vec<u8>> {
        self.files.read(path)
    }

    /// The engine version that saved the project last: the first of `config/features` that is one.
    pub fn engine_version(&self) -> Option<(u32, u32)> {
        let text = self.files.read(&self.root().join("project.godot")).ok()?;
        let text = String::from_utf8_lossy(&text).into_owned();
        let line = text.lines().find(|line| line.starts_with("config/features"))?;
        line.split('"').find_map(|word| {
            let (major, minor) = word.split_once('.')?;
            let minor = minor.split('.').next()?;
            Some((major.parse().ok()?, minor.parse().ok()?))
        })
    }

    /// The section of a node in a scene of the project, or in the scene that it comes from there.
    ///
    /// # Errors
    ///
    /// As [`base_node`](Self::base_node).
    pub fn find_node(&self, scene: &Path, node: &str) -> Result<BaseNode, Unreadable> {
        self.search_node(scene, node)
    }
}
