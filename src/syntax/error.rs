//! What can be wrong with the text of a file, in words.

use std::fmt;

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
        hint: Option<&'static str>,
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
    },
    /// A section lacks an attribute that the engine insists on.
    MissingAttribute {
        /// The section's tag.
        tag: &'static str,
        /// The attribute.
        attribute: &'static str,
    },
    /// An attribute whose value makes the engine stop.
    BadAttribute(&'static str),
    /// A property in a section that cannot have any.
    MisplacedProperty(String),
    /// `SubResource` or `ExtResource` of an id that no section above declares.
    UndeclaredResource(String),
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
    pub(super) fn judge_in(&mut self, section: SectionKind) {
        use ProblemKind::*;
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

    /// What to do.
    pub fn help(&self) -> Option<String> {
        use ProblemKind::*;
        Some(match self {
            Unexpected { hint, expected, .. } => match (hint, expected) {
                (Some(hint), _) => (*hint).to_owned(),
                (None, Expected::Base64) => "only A-Z a-z 0-9 + / and one or two `=` at the end; \
                    the digits must come in fours"
                    .to_owned(),
                (None, Expected::Shallower) => "the engine itself writes at most 100 levels".to_owned(),
                (None, Expected::HexDigits) => {
                    "write the character itself instead of the escape; a backslash is written `\\\\`"
                        .to_owned()
                }
                (None, Expected::ClosingQuote) => "a `\"` inside a string is written `\\\"`".to_owned(),
                _ => return None,
            },
            NotText { hint, .. } => (*hint).to_owned(),
            NewerFormat(_) => "engines 4.3 to 4.6 read up to format=4".to_owned(),
            UnknownTag(_) => "if a newer engine writes it, tilewright needs to learn it".to_owned(),
            ConflictMarker => {
                "resolve the merge first: `git checkout --conflict=merge` shows both sides".to_owned()
            }
            ByteOrderMark => "engines up to 4.6 refuse the file; save it as UTF-8 without BOM".to_owned(),
            Leftover { key, .. } => {
                format!("the engine makes it the start of the next key and reads `{key}`; delete the text")
            }
            KeyWithoutValue { key: Some(key), .. } => format!(
                "the engine joins it with what follows and reads the key `{key}`; \
                 write the key, `=` and the value on one line, or delete the text"
            ),
            KeyWithoutValue { key: None, .. } => "the engine drops it; delete it".to_owned(),
            StrayBeforeTag(_) => "the engine takes the tag for a part of a key and the section is lost; \
                delete the text"
                .to_owned(),
            EmptyKey => "the engine adds the same node a second time; write the property's name".to_owned(),
            UnquotedKey { key, text } => {
                format!("the engine reads `{key}`; write the key in quotes: `\"{text}\"`")
            }
            QuotedKey(_) => "the engine forgets what stands in front of the quote; put it inside".to_owned(),
            EmptyKeyInResource => "write the property's name in front of it, or delete the line".to_owned(),
            MisplacedText { .. } => "the engine wants a `[` here; delete the text, \
                or move it under the section that it belongs to"
                .to_owned(),
            NulBetweenTags { .. } => "the engine takes it for the end of the file; delete the byte, \
                or restore the file from version control"
                .to_owned(),
            UndeclaredResource(_) => "declare it in a section above the place that uses it".to_owned(),
            _ => return None,
        })
    }
}

impl fmt::Display for ProblemKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use ProblemKind::*;
        match self {
            Unexpected { expected: Expected::ClosingQuote, .. } => {
                write!(f, "a string starts here and never ends")
            }
            Unexpected { expected: Expected::Shallower, .. } => {
                write!(f, "values nested deeper than 100 levels")
            }
            Unexpected { expected: Expected::Base64, .. } => write!(f, "this is not base64"),
            Unexpected { expected: Expected::KnownName, found, .. } => match found {
                Some(name) => write!(f, "the engine knows no value `{name}`"),
                None => write!(f, "expected a value, found the end of the file"),
            },
            Unexpected { expected, found, .. } => match found {
                Some(found) => write!(f, "expected {expected}, found `{found}`"),
                None => write!(f, "expected {expected}, found the end of the file"),
            },
            NotText { what, .. } => write!(f, "this is no text scene or resource: it looks like {what}"),
            UnknownHeader(tag) => {
                write!(f, "the file starts with [{tag}], not with [gd_scene] or [gd_resource]")
            }
            NewerFormat(format) => write!(f, "saved in a newer format: format={format}"),
            UnknownTag(tag) => write!(f, "unknown section [{tag}]"),
            MisplacedTag { tag, why } => write!(f, "[{tag}] may not stand here: {why}"),
            MissingAttribute { tag, attribute } => write!(f, "[{tag}] without `{attribute}=`"),
            BadAttribute(what) => f.write_str(what),
            MisplacedProperty(tag) => write!(f, "a property in [{tag}], which takes none"),
            UndeclaredResource(what) => write!(f, "{what} is not declared above"),
            NothingInside(what) => write!(f, "the file ends without {what}"),
            ConflictMarker => write!(f, "a conflict marker of a merge"),
            ByteOrderMark => write!(f, "the file starts with a byte order mark"),
            Leftover { text, .. } => write!(f, "text left over behind a value: `{text}`"),
            KeyWithoutValue { text, .. } => write!(f, "`{text}` has no `=` and no value"),
            StrayBeforeTag(text) => write!(f, "stray text before a section: `{text}`"),
            EmptyKey | EmptyKeyInResource => write!(f, "`=` without a key in front of it"),
            MisplacedText { text, tag } => write!(f, "`{text}` behind [{tag}], which takes no properties"),
            NulBetweenTags { .. } => write!(f, "a NUL byte between two sections"),
            UnquotedKey { text, .. } => write!(f, "a key that is not plain ASCII needs quotes: `{text}`"),
            QuotedKey(text) => write!(f, "text in front of a quoted key: `{text}`"),
        }
    }
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Expected::Text(text) => f.write_str(text),
            Expected::ClosingQuote => f.write_str("a closing quote"),
            Expected::HexDigits => f.write_str("hexadecimal digits (4 behind \\u, 6 behind \\U)"),
            Expected::SurrogatePair => f.write_str("a whole surrogate pair"),
            Expected::Arguments(name, count) => write!(f, "{count} numbers in {name}(…)"),
            Expected::KnownName => f.write_str("a value"),
            Expected::Base64 => f.write_str("base64"),
            Expected::Shallower => f.write_str("fewer levels"),
            Expected::Class => f.write_str("a class"),
        }
    }
}
