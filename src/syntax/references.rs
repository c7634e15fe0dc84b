//! Which references lead nowhere: an id must be declared above the place that uses it.

use std::borrow::Cow;
use std::collections::HashSet;

use super::build::{Reference, ReferenceKind};
use super::document::Document;
use super::error::{Problem, ProblemKind};
use super::header::SectionKind;
use super::section::SectionView;
use super::token::unescape;
use super::value::{ValueKind, number};

/// A resource, by what it is and its id as text.
type Id<'d> = (ReferenceKind, Cow<'d, [u8]>);

/// A problem for each reference to what no section above declares.
pub(super) fn undeclared(document: &Document) -> Vec<Problem> {
    let mut declared: HashSet<Id<'_>> = HashSet::new();
    let mut missing: Vec<&Reference> = Vec::new();
    let mut sections = document.sections().peekable();
    // Scenes name one resource many times in a row.
    let mut known: Option<(ReferenceKind, &[u8])> = None;
    for reference in document.references() {
        let raw = document.source().slice(reference.id);
        if reference.kind == ReferenceKind::Path || known == Some((reference.kind, raw)) {
            continue;
        }
        while let Some(section) = sections.next_if(|section| section.tag().end <= reference.span.start) {
            // The engine makes the resource when its tag is read, so a section may name itself.
            declared.extend(declaration(document, section));
        }
        if declared.contains(&(reference.kind, id_of(raw))) {
            known = Some((reference.kind, raw));
        } else {
            missing.push(reference);
        }
    }
    if !missing.is_empty() {
        declared.extend(sections.filter_map(|section| declaration(document, section)));
    }
    let problem = |reference: &Reference| {
        let below = declared.contains(&(reference.kind, id_of(document.source().slice(reference.id))));
        let text = super::shorten(document.source().slice(reference.span));
        Problem { kind: ProblemKind::UndeclaredResource { text, below }, span: reference.span }
    };
    missing.into_iter().map(problem).collect()
}

/// What a section declares.
fn declaration<'d>(document: &'d Document, section: SectionView<'d>) -> Option<Id<'d>> {
    let kind = match section.kind() {
        SectionKind::ExtResource => ReferenceKind::External,
        SectionKind::SubResource => ReferenceKind::Internal,
        _ => return None,
    };
    Some((kind, id_of(document.source().slice(section.field("id")?.value))))
}

/// An id as text. A number and a string of the same digits are the same id, and `007` is 7.
fn id_of(raw: &[u8]) -> Cow<'_, [u8]> {
    match raw {
        [b'"', inner @ .., b'"'] if memchr::memchr(b'\\', inner).is_none() => Cow::Borrowed(inner),
        [b'"' | b'&' | b'@', ..] => Cow::Owned(unescape(raw).into_bytes()),
        [b'-' | b'0'..=b'9', ..] => match number(raw) {
            ValueKind::Float(number) => Cow::Owned(format!("{number:?}").into_bytes()),
            ValueKind::Int(number) => Cow::Owned(number.to_string().into_bytes()),
            _ => Cow::Borrowed(raw),
        },
        _ => Cow::Borrowed(raw),
    }
}

#[cfg(test)]
mod tests {
    use super::id_of;

    #[test]
    fn an_id_is_its_text_however_it_is_written() {
        assert_eq!(id_of(b"\"7\""), id_of(b"007"));
        assert_eq!(id_of(b"\"1.0\""), id_of(b"1.0"));
        assert_eq!(id_of(b"&\"s\""), id_of(b"\"\\u0073\""));
        assert_ne!(id_of(b"1"), id_of(b"1.0"));
    }
}
