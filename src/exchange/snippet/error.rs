use crate::source::{Position, Source};
use crate::syntax::Problem;
use crate::syntax::located::Mistake;

/// What a snippet may be, for those whose text is none of it.
pub(super) const FORMS: &str = "give a property line (`tile_map_data = PackedByteArray(…)`), the array alone, \
    its numbers, base64, or a hex dump";

/// A text that is no snippet.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, miette::Diagnostic)]
#[error("line {line}, column {column}: {message}")]
#[diagnostic(help("{help}"))]
pub struct SnippetError {
    /// Of the text, from 1.
    pub line: u32,
    /// From 1, in characters.
    pub column: u32,
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub help: String,
}

impl SnippetError {
    pub(super) fn at_start(message: impl Into<String>, help: &str) -> Self {
        SnippetError { line: 1, column: 1, message: message.into(), help: help.to_owned() }
    }

    pub(super) fn at(position: Position, message: impl Into<String>, help: &str) -> Self {
        let Position { line, column } = position;
        SnippetError { line, column, message: message.into(), help: help.to_owned() }
    }

    pub(super) fn from_mistake(mistake: Mistake, help: &str) -> Self {
        let Mistake { line, column, message, .. } = mistake;
        SnippetError { line, column, message, help: help.to_owned() }
    }

    /// `above` is how many lines stand in front of the snippet in the source.
    pub(super) fn from_problem(problem: &Problem, source: &Source, above: u32) -> Self {
        let mut position = source.position(problem.span.start);
        position.line = position.line.saturating_sub(above).max(1);
        let cut_off = problem.span.start as usize >= source.bytes().trim_ascii_end().len();
        let help = match problem.kind.help() {
            _ if cut_off => "the text breaks off: copy the whole value, up to its closing bracket".to_owned(),
            Some(help) => help,
            None => FORMS.to_owned(),
        };
        let message = problem.kind.to_string().replace("the end of the file", "the end");
        SnippetError { line: position.line, column: position.column, message, help }
    }
}
