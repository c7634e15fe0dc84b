//! One thing to tell a person about a file: what, where, and what to do.

use std::fmt;
use std::sync::OnceLock;

use miette::{
    Diagnostic, LabeledSpan, MietteError, MietteSpanContents, Severity as Level, SourceCode, SourceSpan,
    SpanContents,
};

use crate::batch::FileError;
use crate::scene::place;
use crate::source::{Source, Span};
use crate::syntax::{Document, Problem, Severity};

/// A message about a file. The source is attached only here, where it is shown.
#[derive(Clone, Debug)]
pub struct Trouble {
    /// The file.
    pub path: String,
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub help: Option<String>,
    /// How bad it is.
    pub level: Level,
    /// Whether the message names the file.
    pub names_file: bool,
    /// Where, and what stands there.
    pub place: Option<Box<Place>>,
}

/// A place in a file.
#[derive(Clone, Debug)]
pub struct Place {
    /// The file's bytes.
    pub source: Source,
    /// The place.
    pub span: Span,
    /// The section or node that it is in.
    pub within: Option<String>,
    /// What is shown of the file, where it cannot be shown as it is.
    harmless: OnceLock<Vec<u8>>,
}

impl Trouble {
    /// Something about a whole file.
    pub fn new(path: impl Into<String>, message: impl Into<String>, help: Option<String>) -> Self {
        Trouble {
            path: path.into(),
            message: message.into(),
            help,
            level: Level::Error,
            names_file: false,
            place: None,
        }
    }

    /// What went wrong with reading or writing a file; the message names it.
    pub fn of_file_error(error: &FileError) -> Self {
        let path = error.path.display().to_string();
        Trouble { names_file: true, ..Trouble::new(path, error.message.clone(), error.help.clone()) }
    }

    /// A problem of the text.
    pub fn of_problem(document: &Document, problem: &Problem) -> Self {
        Trouble {
            path: document.source().name().to_owned(),
            message: problem.kind.to_string(),
            help: problem.kind.help(),
            level: if problem.kind.severity() == Severity::Warning { Level::Warning } else { Level::Error },
            names_file: false,
            place: Some(Box::new(Place::new(document, problem.span))),
        }
    }

    /// The same, less bad.
    pub fn as_warning(self) -> Self {
        Trouble { level: Level::Warning, ..self }
    }

    /// The same, at a place.
    pub fn at(self, document: &Document, span: Span) -> Self {
        Trouble { place: Some(Box::new(Place::new(document, span))), ..self }
    }

    /// In one line: `path:line:column: message`.
    pub fn one_line(&self) -> String {
        match &self.place {
            Some(place) => {
                let position = place.source.position(place.span.start);
                format!("{}:{}:{}: {}", self.path, position.line, position.column, self.message)
            }
            None if self.names_file => self.message.clone(),
            None => format!("{}: {}", self.path, self.message),
        }
    }
}

impl Place {
    /// A place in a file that need not be a scene.
    pub fn of_source(source: Source, span: Span) -> Self {
        Place { source, span, within: None, harmless: OnceLock::new() }
    }

    fn new(document: &Document, span: Span) -> Self {
        let within = place(document, span.start);
        Place { source: document.source().clone(), span, within, harmless: OnceLock::new() }
    }
}

/// A binary file, or one that was made to, could steer the terminal: control characters are shown as dots.
impl SourceCode for Place {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        before: usize,
        after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let contents = self.source.read_span(span, before, after)?;
        let steers = |byte: &u8| byte.is_ascii_control() && !matches!(byte, b'\t' | b'\r' | b'\n');
        if (before, after) == (0, 0) || !contents.data().iter().any(steers) {
            return Ok(contents);
        }
        let data = self.harmless.get_or_init(|| {
            contents.data().iter().map(|byte| if steers(byte) { b'.' } else { *byte }).collect()
        });
        Ok(Box::new(MietteSpanContents::new_named(
            self.source.name().to_owned(),
            data,
            *contents.span(),
            contents.line(),
            contents.column(),
            contents.line_count(),
        )))
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.place {
            Some(_) => f.write_str(&self.message),
            None if self.names_file => f.write_str(&self.message),
            None => write!(f, "{}: {}", self.path, self.message),
        }
    }
}

impl std::error::Error for Trouble {}

impl Diagnostic for Trouble {
    fn severity(&self) -> Option<Level> {
        Some(self.level)
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.help.as_ref().map(|help| Box::new(help) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.place.as_deref().map(|place| place as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let place = self.place.as_ref()?;
        let text = place.within.as_ref().map(|within| format!("in {within}"));
        let label = LabeledSpan::new_with_span(text, place.source.label(place.span));
        Some(Box::new(std::iter::once(label)))
    }
}
