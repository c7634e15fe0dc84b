//! What is told on standard error, as data beside the results of `--output-format json`.

use serde::Serialize;

use super::Trouble;

/// One thing that was told.
#[derive(Clone, Debug, Serialize)]
pub struct Problem {
    /// The file; `-` for standard input.
    pub path: String,
    /// `error` or `warning`.
    pub severity: &'static str,
    /// What is wrong.
    pub message: String,
    /// Where, if it is at a place: 1-based.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// In bytes from the start of the line, 1-based.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<u32>,
    /// What to do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
}

/// A document, and what else was told, if anything was.
#[derive(Debug, Serialize)]
pub struct WithProblems<T> {
    #[serde(flatten)]
    document: T,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    problems: Vec<Problem>,
}

/// The document of a run that failed before there was a result.
#[derive(Clone, Debug, Serialize)]
pub struct Failure {
    schema: u32,
    error: String,
}

impl Problem {
    /// Of these, in their order.
    pub fn all<'t>(troubles: impl IntoIterator<Item = &'t Trouble>) -> Vec<Problem> {
        troubles.into_iter().map(Problem::of).collect()
    }

    fn of(trouble: &Trouble) -> Problem {
        let position = trouble.place.as_ref().map(|place| place.source.position(place.span.start));
        Problem {
            path: trouble.path.clone(),
            severity: if trouble.level == miette::Severity::Error { "error" } else { "warning" },
            message: trouble.message.clone(),
            line: position.map(|position| position.line),
            column: position.map(|position| position.column),
            help: trouble.help.clone(),
        }
    }
}

impl<T> WithProblems<T> {
    /// Puts them together.
    pub fn new<'t>(document: T, troubles: impl IntoIterator<Item = &'t Trouble>) -> Self {
        WithProblems { document, problems: Problem::all(troubles) }
    }
}

impl Failure {
    /// In words, what failed.
    pub fn new(error: impl Into<String>) -> Self {
        Failure { schema: 1, error: error.into() }
    }
}
