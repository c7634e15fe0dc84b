//! A file as it is afterwards, and where its places went.

use std::cell::OnceCell;

use crate::edit::EditList;
use crate::source::{Source, Span};
use crate::syntax::Document;

/// A file as it is afterwards.
pub(super) struct After {
    pub source: Source,
    edits: EditList,
    document: OnceCell<Document>,
}

impl After {
    pub fn new(source: Source, edits: EditList) -> Self {
        After { source, edits, document: OnceCell::new() }
    }

    /// Where a place of the old text is in the new one; of a place that is gone, the tag of the section that it was in.
    pub fn moved(&self, span: Span) -> Span {
        let mut shift = 0_i64;
        for edit in self.edits.iter().take_while(|edit| edit.span.start <= span.start) {
            if edit.span.end > span.start {
                let at = (i64::from(edit.span.start) + shift) as u32;
                return self.tag_above(at.min(self.source.bytes().len() as u32));
            }
            shift += edit.replacement.len() as i64 - i64::from(edit.span.len());
        }
        let at = (i64::from(span.start) + shift) as u32;
        Span::new(at, (at + span.len()).min(self.source.bytes().len() as u32).max(at))
    }

    fn tag_above(&self, at: u32) -> Span {
        let document = self.document.get_or_init(|| Document::parse(self.source.clone()));
        document.section_at(at).map_or(Span::at(at), |section| section.tag())
    }
}

/// The span of the word at a line and column.
pub(super) fn place(source: &Source, line: u32, column: u32) -> Span {
    let starts = memchr::memchr_iter(b'\n', source.bytes()).map(|at| at + 1);
    let start = std::iter::once(0).chain(starts).nth(line as usize - 1).unwrap_or(0);
    let text = String::from_utf8_lossy(&source.bytes()[start..]).into_owned();
    let before: usize = text.chars().take(column as usize - 1).map(char::len_utf8).sum();
    let word = text[before..].chars().take_while(|letter| letter.is_alphanumeric() || *letter == '_');
    // Text that is no UTF-8 is as long as what is shown instead of it, or shorter.
    let end = source.bytes().len() as u32;
    let at = ((start + before) as u32).min(end);
    Span::new(at, (at + word.map(char::len_utf8).sum::<usize>() as u32).min(end))
}
