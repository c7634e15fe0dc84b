//! git's own merge of texts, for what cannot be merged as a scene.

use std::io::Write;
use std::path::Path;

use super::run::{GitError, ask};

/// What git made of three texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextMerge {
    /// The text, with conflict markers if there are conflicts.
    pub bytes: Vec<u8>,
    /// How many conflicts, as far as git counts.
    pub conflicts: usize,
}

/// `git merge-file`: base, ours and theirs; `favour` is `--ours`, `--theirs` or nothing.
///
/// # Errors
///
/// If git is not there, or refuses (a binary file).
pub fn merge_file(
    [base, ours, theirs]: [&[u8]; 3],
    marker_size: usize,
    favour: Option<&str>,
) -> Result<TextMerge, GitError> {
    let fail = |error: std::io::Error| GitError {
        message: format!("no temporary file can be made: {error}"),
        missing: false,
    };
    let file = |bytes: &[u8]| {
        let mut file = tempfile::NamedTempFile::new()?;
        file.write_all(bytes)?;
        file.flush()?;
        Ok(file)
    };
    let files = [file(ours).map_err(fail)?, file(base).map_err(fail)?, file(theirs).map_err(fail)?];
    let mut arguments: Vec<std::ffi::OsString> =
        ["merge-file", "-p", "-q", "-L", "ours", "-L", "base", "-L", "theirs"].map(Into::into).to_vec();
    arguments.push(format!("--marker-size={marker_size}").into());
    arguments.extend(favour.map(Into::into));
    arguments.extend(files.iter().map(|file| file.path().as_os_str().to_owned()));
    let answer = ask(Path::new("."), &arguments, None)?;
    match answer.code {
        0..=127 => Ok(TextMerge { bytes: answer.stdout, conflicts: answer.code as usize }),
        _ => {
            let said = answer.stderr.lines().next().unwrap_or("no reason given");
            Err(GitError { message: format!("git merge-file: {said}"), missing: false })
        }
    }
}
