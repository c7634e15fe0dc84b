//! What a person should hear: why something was left alone, and what only a person can decide.

use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::source::Span;
use crate::syntax::Document;

/// How much a finding weighs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Weight {
    /// Good to know; nothing to do.
    Note,
    /// A person has to look.
    Warning,
    /// Something was not migrated for it.
    Refusal,
}

/// One thing to tell, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// How much it weighs.
    pub weight: Weight,
    /// A short, stable word for its kind.
    pub code: &'static str,
    /// The file.
    pub path: PathBuf,
    /// From 1; 0 where the whole file is meant.
    pub line: u32,
    /// From 1, in characters.
    pub column: u32,
    /// The bytes, where the file is a scene.
    pub span: Option<Span>,
    /// The node that is concerned, by its path from the scene's root.
    pub node: Option<String>,
    /// One sentence.
    pub message: String,
    /// What to do.
    pub help: String,
}

impl Finding {
    /// About a whole file.
    pub(super) fn new(
        weight: Weight,
        code: &'static str,
        path: &Path,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Self {
        Finding {
            weight,
            code,
            path: path.to_owned(),
            line: 0,
            column: 0,
            span: None,
            node: None,
            message: message.into(),
            help: help.into(),
        }
    }

    /// At a place of a scene or resource.
    pub(super) fn at(mut self, document: &Document, span: Span) -> Self {
        let place = document.source().position(span.start);
        (self.line, self.column, self.span) = (place.line, place.column, Some(span));
        self
    }

    /// At a line of a script.
    pub(super) fn at_line(mut self, line: u32, column: u32) -> Self {
        (self.line, self.column) = (line, column);
        self
    }

    /// About a node.
    pub(super) fn on(mut self, node: &str) -> Self {
        self.node = Some(node.to_owned());
        self
    }
}
