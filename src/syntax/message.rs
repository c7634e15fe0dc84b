//! Problems in words: what is wrong (`Display`), and what to do about it (`help`).
//!
//! They are read late at night by somebody whose scene does not open. So: say what stands there, say what
//! the engine makes of it, say what to type.

use std::fmt;

use super::error::ProblemKind;
use super::header::SectionKind;
use super::input::Expected;

/// What to do with a file that lost a part of itself.
const RESTORE: &str = "restore the file from version control";

impl ProblemKind {
    /// What to do.
    pub fn help(&self) -> Option<String> {
        use ProblemKind::*;
        let help: String = match self {
            Unexpected { hint: Some(hint), .. } => return Some(hint.clone().into_owned()),
            Unexpected { expected, .. } => return expected.help().map(str::to_owned),
            NotText { hint, .. } => (*hint).into(),
            UnknownHeader(_) => "a scene starts with [gd_scene], a resource with [gd_resource]; \
                other files of a project, like project.godot, are none of these"
                .into(),
            NewerFormat(_) => "engines 4.3 to 4.6 read up to format=4; a newer tilewright may know it".into(),
            UnknownTag(tag) => match SectionKind::near(tag) {
                Some(known) => format!("did you mean [{}]? The engine refuses the file", known.name()),
                None => "the engine refuses the file; delete the section. If a newer engine wrote it, \
                    a newer tilewright may know it"
                    .into(),
            },
            MisplacedTag { help, .. } => (*help).into(),
            MissingAttribute { tag: "node", .. } => {
                "the engine crashes on it; write `name=\"…\"` into the tag".into()
            }
            MissingAttribute { attribute, .. } => {
                format!("the engine refuses the file; write `{attribute}=\"…\"` into the tag")
            }
            BadAttribute { help, .. } => (*help).into(),
            MisplacedProperty(_) => "move it under the section that it belongs to, or delete it".into(),
            UndeclaredResource { below: true, .. } => {
                "its section stands further down; move that section up, in front of this one".into()
            }
            UndeclaredResource { .. } => "add its section (copy it from where it was lost), \
                or delete the property that uses it"
                .into(),
            NothingInside(_) => format!("was the file cut off? {}", capital(RESTORE)),
            ConflictMarker => {
                "a merge was not finished: keep one side and delete the lines with the markers, \
                or take one whole file with `git checkout --ours` or `--theirs`"
                    .into()
            }
            ByteOrderMark => {
                "engines up to 4.6 refuse the file; save it as UTF-8 without a byte order mark".into()
            }
            Leftover { text, key, string } => {
                let why = if *string { "a `\"` inside a string is written `\\\"`; " } else { comment(text) };
                format!("{why}the engine takes it for the start of the next key and reads `{key}`; delete it")
            }
            KeyWithoutValue { text, key: Some(key) } => format!(
                "{}the engine joins it with what follows and reads the key `{key}`; \
                 write key, `=` and value on one line, or delete it",
                comment(text)
            ),
            KeyWithoutValue { text, key: None } => format!(
                "{}the engine drops it; delete it, or, if the file was cut off here, {RESTORE}",
                comment(text)
            ),
            StrayBeforeTag(text) => format!(
                "{}the engine takes it and the tag behind it for a key, and the section is lost; delete it",
                comment(text)
            ),
            EmptyKey => "the engine starts the section again here: a node comes out twice, \
                a sub-resource without the lines above; write the property's name"
                .into(),
            EmptyKeyInResource => {
                "the engine refuses the file; write the property's name in front, or delete the line".into()
            }
            MisplacedText { text, .. } => format!(
                "{}the engine wants a `[` here and refuses the file; delete it, \
                 or move it under the section that it belongs to",
                comment(text)
            ),
            NulBetweenTags { .. } => format!("the engine stops reading here; delete it, or {RESTORE}"),
            UnquotedKey { key, text } => {
                format!("the engine reads `{key}`; write the key in quotes: `\"{text}\"`")
            }
            QuotedKey(_) => "the engine forgets it; put the whole key inside the quotes".into(),
        };
        Some(help)
    }
}

impl fmt::Display for ProblemKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use ProblemKind::*;
        match self {
            Unexpected { expected, found, .. } => expected.message(f, found.as_deref()),
            NotText { what, .. } => write!(f, "this is not a text scene or resource but {what}"),
            UnknownHeader(tag) => write!(f, "the file starts with [{tag}]"),
            NewerFormat(format) => write!(f, "saved in a newer format: format={format}"),
            UnknownTag(tag) => write!(f, "unknown section [{tag}]"),
            MisplacedTag { tag, why, .. } => write!(f, "[{tag}] may not stand here: {why}"),
            MissingAttribute { tag, attribute } => write!(f, "[{tag}] without `{attribute}=`"),
            BadAttribute { what, .. } => f.write_str(what),
            MisplacedProperty(tag) => write!(f, "a property in [{tag}], which takes none"),
            UndeclaredResource { text, .. } => write!(f, "{text} is not declared above"),
            NothingInside(what) => write!(f, "the file ends without {what}"),
            ConflictMarker => write!(f, "a conflict marker of git"),
            ByteOrderMark => write!(f, "the file starts with a byte order mark"),
            Leftover { text, .. } => write!(f, "text left over behind a value: `{text}`"),
            KeyWithoutValue { text, .. } => write!(f, "`{text}` has no `=` and no value"),
            StrayBeforeTag(text) => write!(f, "stray text before a section: `{text}`"),
            EmptyKey | EmptyKeyInResource => write!(f, "a value without a key"),
            MisplacedText { text, tag } => write!(f, "`{text}` behind [{tag}], which takes no properties"),
            NulBetweenTags { .. } => write!(f, "a NUL byte between two sections"),
            UnquotedKey { text, .. } => write!(f, "a key that is not plain ASCII needs quotes: `{text}`"),
            QuotedKey(text) => write!(f, "text in front of a quoted key: `{text}`"),
        }
    }
}

impl Expected {
    /// What to do when nothing better is known of the place.
    fn help(self) -> Option<&'static str> {
        Some(match self {
            Expected::Base64Digit => {
                "base64 has only A-Z a-z 0-9 + / and one or two `=` at its end; \
                restore the line from version control, or delete the property"
            }
            Expected::Base64Padding => {
                "the digits come in fours, the last ones filled up with `=`: its end is \
                missing; restore the line from version control, or delete the property"
            }
            Expected::Shallower => "the engine writes at most 100 levels and crashes on some thousand",
            Expected::Arguments { name: "Color", .. } => "write Color(red, green, blue, opacity)",
            Expected::Arguments { .. } => "the engine refuses any other count; write them all",
            Expected::HexDigits => {
                "a backslash is written `\\\\`, as in a Windows path; any other character \
                may stand as itself"
            }
            Expected::SurrogatePair => "write the character itself, as UTF-8",
            Expected::ClosingQuote => "a `\"` inside a string is written `\\\"`",
            Expected::NoNul => {
                "the engine ends the string there and refuses the file; delete the byte, \
                or restore the file from version control"
            }
            _ => return None,
        })
    }

    fn message(self, f: &mut fmt::Formatter<'_>, found: Option<&str>) -> fmt::Result {
        match (self, found) {
            (Expected::ClosingQuote, _) => write!(f, "a string starts here and never ends"),
            (Expected::NoNul, _) => write!(f, "a NUL byte inside a string"),
            (Expected::Shallower, _) => write!(f, "values nested deeper than 100 levels"),
            (Expected::Base64Digit, Some(found)) => write!(f, "`{found}` is no digit of base64"),
            (Expected::Base64Padding, _) => write!(f, "incomplete base64"),
            (Expected::HexDigits, _) => {
                write!(f, "a broken escape: `\\u` takes 4 hexadecimal digits, `\\U` takes 6")
            }
            (Expected::SurrogatePair, _) => write!(f, "one half of a surrogate pair without the other"),
            (Expected::Arguments { name, takes, given }, _) => {
                write!(f, "{name}(…) takes {takes} numbers, not {given}")
            }
            (Expected::KnownName, Some(name)) => write!(f, "the engine knows no value `{name}`"),
            (expected, Some(found)) => write!(f, "expected {expected}, found `{found}`"),
            (expected, None) => write!(f, "expected {expected}, found the end of the file"),
        }
    }
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Expected::Text(text) => text,
            Expected::ClosingQuote => "a closing quote",
            Expected::HexDigits => "hexadecimal digits",
            Expected::SurrogatePair => "a whole surrogate pair",
            Expected::NoNul => "text",
            Expected::Arguments { .. } => "another count of numbers",
            Expected::KnownName => "a value",
            Expected::Base64Digit | Expected::Base64Padding => "base64",
            Expected::Shallower => "fewer levels",
        })
    }
}

/// What to say first where somebody meant a comment.
fn comment(text: &str) -> &'static str {
    if text.starts_with(['#', '/']) { "a comment starts with `;`; " } else { "" }
}

fn capital(text: &str) -> String {
    text[..1].to_uppercase() + &text[1..]
}
