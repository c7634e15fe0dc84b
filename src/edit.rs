//! Changes to a file as a list of replaced spans, and the one pass that applies them.
//!
//! Knows only [`Source`] and [`Span`]: what a change means is decided above.

use crate::source::{Source, Span};

/// The bytes of one span, replaced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// What goes.
    pub span: Span,
    /// What stands there afterwards.
    pub replacement: Vec<u8>,
}

/// Two edits that touch each other; neither can be applied without the other being wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("two edits overlap at bytes {}..{}", .0.start, .0.end)]
pub struct Overlap(pub Span);

/// Edits of one file: sorted by place and disjoint, which `push` checks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EditList {
    edits: Vec<Edit>,
}

impl EditList {
    /// No edits.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds an edit at its place.
    ///
    /// # Errors
    ///
    /// If it overlaps one that is there; two insertions at one offset do too, since their order would be a guess.
    pub fn push(&mut self, edit: Edit) -> Result<(), Overlap> {
        let at = self.edits.partition_point(|other| other.span < edit.span);
        let clash = |other: &Edit| {
            other.span == edit.span || (other.span.start < edit.span.end && edit.span.start < other.span.end)
        };
        let neighbours = at.saturating_sub(1)..self.edits.len().min(at + 1);
        if self.edits[neighbours].iter().any(clash) {
            return Err(Overlap(edit.span));
        }
        self.edits.insert(at, edit);
        Ok(())
    }

    /// The edits, by place.
    pub fn iter(&self) -> std::slice::Iter<'_, Edit> {
        self.edits.iter()
    }

    /// Whether nothing changes.
    pub fn is_empty(&self) -> bool {
        self.edits.is_empty()
    }

    /// How many edits.
    pub fn len(&self) -> usize {
        self.edits.len()
    }

    /// Drops edits that replace bytes by the same bytes.
    pub fn retain_changes(&mut self, source: &Source) {
        self.edits.retain(|edit| source.slice(edit.span) != edit.replacement);
    }

    /// The longest replacement, for its memory; empty if there is none.
    pub fn into_largest(self) -> Vec<u8> {
        self.edits.into_iter().map(|edit| edit.replacement).max_by_key(Vec::len).unwrap_or_default()
    }

    /// Applies all edits in one pass; every other byte is copied.
    ///
    /// The replacements are given up one by one, so that a large one is not held twice longer than needed.
    pub fn splice(self, source: &Source) -> Vec<u8> {
        let grown: usize = self.edits.iter().map(|edit| edit.replacement.len()).sum();
        let gone: usize = self.edits.iter().map(|edit| edit.span.len() as usize).sum();
        let mut out = Vec::with_capacity(source.bytes().len() + grown - gone);
        let mut done = 0;
        for edit in self.edits {
            out.extend_from_slice(&source.bytes()[done..edit.span.start as usize]);
            out.extend_from_slice(&edit.replacement);
            done = edit.span.end as usize;
        }
        out.extend_from_slice(&source.bytes()[done..]);
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edit(start: u32, end: u32, text: &str) -> Edit {
        Edit { span: Span::new(start, end), replacement: text.into() }
    }

    #[test]
    fn edits_are_applied_by_place_whatever_their_order() {
        let source = Source::new("t", "0123456789");
        let mut edits = EditList::new();
        edits.push(edit(7, 9, "")).expect("alone");
        edits.push(edit(2, 3, "two")).expect("apart");
        edits.push(edit(3, 3, "|")).expect("an insertion behind");
        assert_eq!(edits.splice(&source), b"01two|34569");
    }

    #[test]
    fn overlapping_edits_are_refused() {
        let mut edits = EditList::new();
        edits.push(edit(2, 6, "x")).expect("alone");
        assert!(edits.push(edit(5, 8, "y")).is_err());
        assert!(edits.push(edit(0, 3, "y")).is_err());
        assert!(edits.push(edit(3, 4, "y")).is_err());
        assert!(edits.push(edit(2, 6, "y")).is_err());
        assert!(edits.push(edit(6, 8, "y")).is_ok());
    }
}
