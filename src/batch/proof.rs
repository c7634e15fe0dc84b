//! That nothing changed outside the edited spans: compared byte by byte, not assumed.

use crate::edit::EditList;
use crate::source::{Source, Span};

/// Where the edits were and how long their replacements are: what is left of an [`EditList`] once the
/// replacements are given up.
#[derive(Debug)]
pub(super) struct Layout {
    spans: Vec<(Span, usize)>,
    /// How long the new text must be.
    pub len: u64,
}

impl Layout {
    pub fn of(original: &Source, edits: &EditList) -> Self {
        let spans: Vec<_> = edits.iter().map(|edit| (edit.span, edit.replacement.len())).collect();
        let gone: u64 = spans.iter().map(|(span, _)| u64::from(span.len())).sum();
        let come: u64 = spans.iter().map(|&(_, len)| len as u64).sum();
        Layout { spans, len: original.bytes().len() as u64 - gone + come }
    }

    /// Compares all bytes outside the edited spans with the original's, at their shifted places.
    pub fn prove(&self, original: &Source, new: &Source) -> Result<(), String> {
        let (mut old, mut new) = (original.bytes(), new.bytes());
        let whole = new.len();
        if whole as u64 != self.len {
            return Err(format!("{whole} bytes came out where {} should", self.len));
        }
        let mut done = 0;
        for &(span, len) in &self.spans {
            let (kept, rest) = old.split_at(span.start as usize - done);
            if !new.starts_with(kept) {
                return Err(changed(whole - new.len()));
            }
            old = &rest[span.len() as usize..];
            new = new.get(kept.len() + len..).ok_or_else(|| "the new text ends too early".to_owned())?;
            done = span.end as usize;
        }
        if old == new { Ok(()) } else { Err(changed(whole - new.len())) }
    }
}

fn changed(at: usize) -> String {
    format!("bytes that were not to change are different, at or behind byte {at} of the new text")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edit::Edit;

    fn prove(new: &str) -> Result<(), String> {
        let original = Source::new("t", "0123456789");
        let mut edits = EditList::new();
        for (start, end, text) in [(2, 3, "two"), (3, 3, "|"), (7, 9, "")] {
            edits.push(Edit { span: Span::new(start, end), replacement: text.into() }).expect("apart");
        }
        Layout::of(&original, &edits).prove(&original, &Source::new("t", new))
    }

    #[test]
    fn only_the_edited_spans_may_differ() {
        assert_eq!(prove("01two|34569"), Ok(()));
        assert_eq!(prove("01TWO!34569"), Ok(()));
        assert!(prove("x1two|34569").is_err());
        assert!(prove("01two|3456x").is_err());
        assert!(prove("01two|x4569").is_err());
        assert!(prove("01two|345699").is_err());
        assert!(prove("01two|3456").is_err());
        assert!(prove("").is_err());
    }
}
