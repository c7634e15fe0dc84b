//! Files as two revisions hold them.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use super::run::{GitError, must};

/// One file before and after; `None` where it is not there.
#[derive(Clone, Debug)]
pub struct FilePair {
    /// Its path, from the top of the repository.
    pub path: String,
    /// Its bytes in the first revision.
    pub before: Option<Vec<u8>>,
    /// Its bytes in the second one, or in the work tree.
    pub after: Option<Vec<u8>>,
}

/// The scenes and resources that differ between two revisions (`A..B`, `A...B`), or between one and the work tree.
///
/// # Errors
///
/// If git is not there or does not know the revision.
pub fn changed_files(folder: &Path, range: &str, paths: &[PathBuf]) -> Result<Vec<FilePair>, GitError> {
    if range.starts_with('-') {
        return Err(GitError { message: format!("`{range}` is no revision"), missing: false });
    }
    let top = must(folder, &["rev-parse", "--show-toplevel"])?;
    let top = PathBuf::from(String::from_utf8_lossy(&top).trim_end_matches(['\r', '\n']).to_owned());
    let mut arguments: Vec<OsString> =
        ["diff", "--raw", "-z", "--no-abbrev", "--no-ext-diff", "-M", range, "--"]
            .into_iter()
            .map(OsString::from)
            .collect();
    if paths.is_empty() || paths == [PathBuf::from(".")] {
        arguments.push(".".into());
    } else {
        arguments.extend(paths.iter().map(|path| path.clone().into_os_string()));
    }
    let raw = must(folder, &arguments)?;
    let mut parts = raw.split(|&byte| byte == 0).map(|part| String::from_utf8_lossy(part).into_owned());
    let mut pairs = Vec::new();
    while let Some(head) = parts.next().filter(|head| head.starts_with(':')) {
        let words: Vec<&str> = head.split(' ').collect();
        let [_, _, old, new, status] = words[..] else { break };
        let from = parts.next().unwrap_or_default();
        let renamed = status.starts_with(['R', 'C']);
        let to = if renamed { parts.next().unwrap_or_default() } else { from.clone() };
        let wanted = |path: &str| {
            matches!(Path::new(path).extension().and_then(|end| end.to_str()), Some("tscn" | "tres"))
        };
        if !wanted(&to) && !wanted(&from) {
            continue;
        }
        let before = if status.starts_with('A') { None } else { Some(blob(folder, old)?) };
        let after = match status.chars().next() {
            Some('D') => None,
            // Not in the object store: the file as it lies in the work tree.
            _ if new.bytes().all(|digit| digit == b'0') => std::fs::read(top.join(&to)).ok(),
            _ => Some(blob(folder, new)?),
        };
        pairs.push(FilePair { path: to, before, after });
    }
    Ok(pairs)
}

fn blob(folder: &Path, id: &str) -> Result<Vec<u8>, GitError> {
    must(folder, &["cat-file", "blob", id])
}
