use std::ffi::OsStr;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// git said no, or is not there.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct GitError {
    /// In words, without a full stop.
    pub message: String,
    /// Whether there is no git at all.
    pub missing: bool,
}

/// What a run of git gave.
#[derive(Debug)]
pub(super) struct Answer {
    pub code: i32,
    pub stdout: Vec<u8>,
    pub stderr: String,
}

/// Runs git and gives whatever it says.
pub(super) fn ask<S: AsRef<OsStr>>(
    folder: &Path,
    arguments: &[S],
    stdin: Option<&[u8]>,
) -> Result<Answer, GitError> {
    let mut command = Command::new("git");
    command.args(arguments).current_dir(folder).env("LC_ALL", "C");
    command.stdin(if stdin.is_some() { Stdio::piped() } else { Stdio::null() });
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let fail = |error: std::io::Error| GitError {
        missing: error.kind() == std::io::ErrorKind::NotFound,
        message: match error.kind() {
            std::io::ErrorKind::NotFound => "git is not there, or not in PATH".to_owned(),
            _ => format!("git cannot be run: {error}"),
        },
    };
    let mut child = command.spawn().map_err(fail)?;
    if let (Some(text), Some(mut pipe)) = (stdin, child.stdin.take()) {
        // git may have read enough and gone.
        let _ = pipe.write_all(text);
    }
    let output = child.wait_with_output().map_err(fail)?;
    Ok(Answer {
        code: output.status.code().unwrap_or(-1),
        stdout: output.stdout,
        stderr: String::from_utf8_lossy(&output.stderr).trim().to_owned(),
    })
}

/// Runs git, which must succeed.
pub(super) fn must<S: AsRef<OsStr>>(folder: &Path, arguments: &[S]) -> Result<Vec<u8>, GitError> {
    let answer = ask(folder, arguments, None)?;
    if answer.code == 0 {
        return Ok(answer.stdout);
    }
    let said = answer.stderr.lines().next().unwrap_or("no reason given");
    let said = said.trim_start_matches("fatal: ").trim_start_matches("error: ");
    Err(GitError { message: format!("git: {said}"), missing: false })
}
