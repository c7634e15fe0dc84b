//! What can be wrong with the text of a file. The words for it are in [`message`](super::message).

use std::borrow::Cow;

use super::header::SectionKind;
use super::input::Expected;
use crate::source::Span;

/// How bad a [`Problem`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The file is read and may be written; some engines stumble.
    Warning,
    /// The engine reads the file and loses something without a word. Such a file is never written.
    Loss,
    /// The engine refuses the file.
    Refused,
}

/// One thing that is wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// What.
    pub kind: ProblemKind,
    /// Where.
    pub span: Span,
}

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ProblemKind {
    /// The grammar wants something else here.
    Unexpected {
        /// What it wants.
        expected: Expected,
        /// What stands there, shortened; `None` at the end of the file.
        found: Option<String>,
        /// Where people usually go wrong, if it looks like that.
        hint: Option<Cow<'static, str>>,
    },
    /// The file does not start like a text scene or resource.
    NotText {
        /// What it seems to be.
        what: &'static str,
        /// The way out.
        hint: &'static str,
    },
    /// The header's tag is another one.
    UnknownHeader(String),
    /// `format=` is newer than any engine knows.
    NewerFormat(String),
    /// A section that the engine does not know.
    UnknownTag(String),
    /// A known section where it may not stand.
    MisplacedTag {
        /// Its tag.
        tag: String,
        /// Why not here.
        why: &'static str,
        /// What to do.
        help: &'static str,
    },
    /// A section lacks an attribute that the engine insists on.
    MissingAttribute {
        /// The section's tag.
        tag: &'static str,
        /// The attribute.
        attribute: &'static str,
    },
    /// An attribute whose value makes the engine stop.
    BadAttribute {
        /// What is wrong with it.
        what: &'static str,
        /// What to do.
        help: &'static str,
    },
    /// A property in a section that cannot have any.
    MisplacedProperty(String),
    /// `SubResource` or `ExtResource` of an id that no section above declares.
    UndeclaredResource {
        /// The reference, shortened.
        text: String,
        /// Whether a section further down declares it.
        below: bool,
    },
    /// The file ends before it holds what it must.
    NothingInside(&'static str),
    /// A line that git left.
    ConflictMarker,
    /// A UTF-8 byte order mark.
    ByteOrderMark,
    /// Text behind a value.
    Leftover {
        /// The text.
        text: String,
        /// The key that the engine makes of it.
        key: String,
        /// Whether the value ends with a quote: then a quote inside it may not be escaped.
        string: bool,
    },
    /// Text that is no key, since no `=` follows it.
    KeyWithoutValue {
        /// The text.
        text: String,
        /// The key that the engine makes of it, or `None` at the end of the file.
        key: Option<String>,
    },
    /// Text in front of a tag, which the engine takes for a part of a key, tag and all.
    StrayBeforeTag(String),
    /// `= value` without a key.
    EmptyKey,
    /// The same in `[resource]`, where the engine gives up.
    EmptyKeyInResource,
    /// Text behind a tag where only another tag may stand.
    MisplacedText {
        /// The text, shortened.
        text: String,
        /// The tag in front of it.
        tag: &'static str,
    },
    /// A NUL byte behind a tag where only another tag may stand: the end of the file, for the engine.
    NulBetweenTags {
        /// Whether the engine refuses the rest of a file; else it loads without what follows.
        refused: bool,
    },
    /// A key of more than ASCII without quotes, which the engine reads byte by byte.
    UnquotedKey {
        /// The key as it stands.
        text: String,
        /// The key that the engine reads.
        key: String,
    },
    /// Text in front of a quoted key, which the engine throws away.
    QuotedKey(String),
}

impl ProblemKind {
    /// What the engine does with such a file.
    pub fn severity(&self) -> Severity {
        use ProblemKind::*;
        match self {
            ByteOrderMark => Severity::Warning,
            NulBetweenTags { refused: false }
            | Leftover { .. }
            | KeyWithoutValue { .. }
            | StrayBeforeTag(_)
            | EmptyKey
            | QuotedKey(_)
            | UnquotedKey { .. } => Severity::Loss,
            _ => Severity::Refused,
        }
    }

    /// Stray text is worse in a section without properties, and an empty key in `[resource]`.
    /// `behind_string`: whether the value in front of it ends with a quote.
    pub(super) fn judge_in(&mut self, section: SectionKind, behind_string: bool) {
        use ProblemKind::*;
        if let Leftover { string, .. } = self {
            *string = behind_string;
        }
        if section == SectionKind::Resource && *self == EmptyKey {
            *self = EmptyKeyInResource;
        }
        if section.takes_properties() {
            return;
        }
        let text = match self {
            Leftover { text, .. }
            | KeyWithoutValue { text, .. }
            | StrayBeforeTag(text)
            | QuotedKey(text)
            | UnquotedKey { text, .. } => std::mem::take(text),
            EmptyKey => "=".to_owned(),
            _ => return,
        };
        *self = MisplacedText { text, tag: section.name() };
    }
}
