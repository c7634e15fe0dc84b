use std::io;
use std::path::{Path, PathBuf};

/// What went wrong with one file. The others go on; the run ends with exit code 2.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, miette::Diagnostic)]
#[error("{message}")]
pub struct FileError {
    /// The file, as it was named or found.
    pub path: PathBuf,
    /// One sentence that names the file, without a full stop.
    pub message: String,
    /// What can be done about it.
    #[help]
    pub help: Option<String>,
}

impl FileError {
    /// An error with nothing to advise. `message` should name the file itself.
    pub fn new(path: impl Into<PathBuf>, message: impl Into<String>) -> Self {
        FileError { path: path.into(), message: message.into(), help: None }
    }

    /// Adds what can be done about it.
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// An error of the file system, told in plain words: `cannot read level.tscn: permission denied`.
    pub fn io(doing: &str, path: &Path, error: &io::Error) -> Self {
        let told = FileError::new(path, format!("cannot {doing} {}: {}", path.display(), reason(error)));
        match advice(error.kind()) {
            Some(help) => told.with_help(help),
            None => told,
        }
    }
}

/// The same words on every system for what happens often; the system's own for the rest.
fn reason(error: &io::Error) -> String {
    use io::ErrorKind::*;
    let words = match error.kind() {
        NotFound => "no such file or folder",
        PermissionDenied => "permission denied",
        StorageFull => "no space left on the disk",
        QuotaExceeded => "the disk quota is used up",
        ReadOnlyFilesystem => "the file system is read-only",
        IsADirectory => "it is a folder",
        NotADirectory => "a part of the path is not a folder",
        OutOfMemory => "not enough memory",
        _ => return error.to_string(),
    };
    words.to_owned()
}

fn advice(kind: io::ErrorKind) -> Option<&'static str> {
    use io::ErrorKind::*;
    match kind {
        PermissionDenied => Some("check who owns the file and its folder, and their modes"),
        StorageFull | QuotaExceeded => Some("free some space and run again"),
        ReadOnlyFilesystem => Some("`-o FILE` writes the result somewhere else"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn often_seen_errors_are_told_in_plain_words() {
        let error = FileError::io("read", Path::new("a.tscn"), &io::ErrorKind::NotFound.into());
        assert_eq!(error.to_string(), "cannot read a.tscn: no such file or folder");
        let error = FileError::io("write", Path::new("a.tscn"), &io::ErrorKind::StorageFull.into());
        assert_eq!(error.to_string(), "cannot write a.tscn: no space left on the disk");
        assert_eq!(error.help.as_deref(), Some("free some space and run again"));
    }
}
