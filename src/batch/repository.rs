//! What git says is to be ignored. Only its files are read; git itself is not asked.

use std::fs;
use std::path::{Path, PathBuf};

use ignore::gitignore::{Gitignore, GitignoreBuilder};

/// Whether a folder is the top of a repository, a work tree or a submodule.
pub(super) fn is_top(folder: &Path) -> bool {
    fs::symlink_metadata(folder.join(".git")).is_ok()
}

/// The top of the repository that holds a folder.
pub(super) fn top_of(folder: &Path) -> Option<&Path> {
    folder.ancestors().find(|folder| is_top(folder))
}

/// The patterns that a folder brings: its `.gitignore` and, at the top, `.git/info/exclude`, which is
/// weaker. A pattern that cannot be read is passed over, as git does.
pub(super) fn patterns(folder: &Path, is_top: bool) -> Gitignore {
    let own = Some(folder.join(".gitignore"));
    let info = if is_top { common_folder(folder).map(|git| git.join("info/exclude")) } else { None };
    let files: Vec<_> = info.into_iter().chain(own).filter(|file| file.is_file()).collect();
    if files.is_empty() {
        return Gitignore::empty();
    }
    let mut builder = GitignoreBuilder::new(folder);
    for file in files {
        let _ = builder.add(file);
    }
    builder.build().unwrap_or_else(|_| Gitignore::empty())
}

/// Where the repository's own files lie. In a work tree or a submodule `.git` is a file that says so.
fn common_folder(top: &Path) -> Option<PathBuf> {
    let git = top.join(".git");
    if git.is_dir() {
        return Some(git);
    }
    let own = top.join(fs::read_to_string(git).ok()?.strip_prefix("gitdir:")?.trim());
    match fs::read_to_string(own.join("commondir")) {
        Ok(common) => Some(own.join(common.trim())),
        Err(_) => Some(own),
    }
}
