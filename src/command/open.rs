//! Reading one input into a document, or into the reasons why not.

use std::path::{Path, PathBuf};

use crate::batch::{self, Stamp};
use crate::report::Trouble;
use crate::source::Source;
use crate::syntax::{Document, Severity};

/// Where a file comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// The file system.
    File(PathBuf),
    /// Standard input; the path says where it would lie.
    Stdin(Option<PathBuf>),
}

impl Input {
    /// As messages call it.
    pub fn name(&self) -> String {
        match self {
            Input::File(path) | Input::Stdin(Some(path)) => path.display().to_string(),
            Input::Stdin(None) => "-".to_owned(),
        }
    }

    /// Where it lies, to look for its project and config from.
    pub fn place(&self) -> &Path {
        match self {
            Input::File(path) | Input::Stdin(Some(path)) => path,
            Input::Stdin(None) => Path::new("-"),
        }
    }
}

/// A file that was read.
#[derive(Debug)]
pub struct Opened {
    /// What it says.
    pub document: Document,
    /// What it was on disk; `None` for standard input.
    pub stamp: Option<Stamp>,
    /// All that is wrong with its text.
    pub troubles: Vec<Trouble>,
    /// The worst of it.
    pub severity: Option<Severity>,
}

/// Reads and parses.
///
/// # Errors
///
/// If it cannot be read. What is wrong with the text is in [`Opened::troubles`].
pub fn open(input: &Input) -> Result<Opened, Trouble> {
    let (source, stamp) = match input {
        Input::File(path) => batch::read(path).map(|(source, stamp)| (source, Some(stamp))),
        Input::Stdin(_) => batch::read_stdin(&input.name()).map(|source| (source, None)),
    }
    .map_err(|error| Trouble::of_file_error(&error))?;
    Ok(Opened::of(source, stamp))
}

impl Opened {
    /// Parses what was read.
    pub fn of(source: Source, stamp: Option<Stamp>) -> Self {
        let document = Document::parse(source);
        let troubles =
            document.problems().iter().map(|problem| Trouble::of_problem(&document, problem)).collect();
        let severity = document.severity();
        Opened { document, stamp, troubles, severity }
    }

    /// Whether the engine refuses the file.
    pub fn is_refused(&self) -> bool {
        self.severity == Some(Severity::Refused)
    }

    /// Whether the file may be written: nothing of it is refused, and nothing lost by the engine.
    pub fn is_writable(&self) -> bool {
        self.severity.is_none_or(|severity| severity == Severity::Warning)
    }
}
