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
    let texts: Vec<_> = info.into_iter().chain(own).filter_map(|file| fs::read(file).ok()).collect();
    if texts.is_empty() {
        return Gitignore::empty();
    }
    let mut builder = GitignoreBuilder::new(folder);
    // As in git, `a[` matches nothing.
    builder.allow_unclosed_class(false);
    for text in texts {
        for line in String::from_utf8_lossy(&text).lines() {
            let _ = builder.add_line(None, &literal(line));
        }
    }
    builder.build().unwrap_or_else(|_| Gitignore::empty())
}

/// The matcher knows `{a,b}` as a choice; to git, braces are letters like any other.
fn literal(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let mut escaped = false;
    for letter in line.trim_start_matches('\u{feff}').chars() {
        if matches!(letter, '{' | '}') && !escaped {
            out.push('\\');
        }
        escaped = letter == '\\' && !escaped;
        out.push(letter);
    }
    out
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn braces_and_open_classes_are_as_in_git() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        fs::write(folder.path().join(".gitignore"), "\u{feff}{a,b}.tscn\r\nx[\n\\{c}.tscn\n")
            .expect("a new file");
        let patterns = patterns(folder.path(), false);
        let ignored = |name: &str| patterns.matched(folder.path().join(name), false).is_ignore();
        assert!(ignored("{a,b}.tscn"));
        assert!(ignored("{c}.tscn"));
        assert!(!ignored("a.tscn"));
        assert!(!ignored("x["));
    }
}
