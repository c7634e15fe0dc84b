//! Several rounds of edits as one edit list over the first text.

use crate::edit::{Edit, EditList};
use crate::source::Span;

/// A text as pieces of the one that it comes from and new bytes between, so that several rounds become one edit list.
pub(super) struct Pieces {
    /// How long the first text is.
    len: u32,
    pieces: Vec<Piece>,
}

#[derive(Clone)]
enum Piece {
    Old(Span),
    New(Vec<u8>),
}

impl Piece {
    fn len(&self) -> usize {
        match self {
            Piece::Old(span) => span.len() as usize,
            Piece::New(bytes) => bytes.len(),
        }
    }

    fn part(&self, from: usize, to: usize) -> Piece {
        match self {
            Piece::Old(span) => Piece::Old(Span::new(span.start + from as u32, span.start + to as u32)),
            Piece::New(bytes) => Piece::New(bytes[from..to].to_vec()),
        }
    }
}

impl Pieces {
    pub fn new(len: u32) -> Self {
        Pieces { len, pieces: vec![Piece::Old(Span::new(0, len))] }
    }

    /// Applies edits to the text that the pieces make.
    pub fn apply(&mut self, edits: &EditList) {
        let mut out = Vec::new();
        let mut done = 0;
        for edit in edits.iter() {
            self.copy(done, edit.span.start as usize, &mut out);
            out.push(Piece::New(edit.replacement.clone()));
            done = edit.span.end as usize;
        }
        let len = self.pieces.iter().map(Piece::len).sum();
        self.copy(done, len, &mut out);
        self.pieces = out;
    }

    fn copy(&self, from: usize, to: usize, out: &mut Vec<Piece>) {
        let mut at = 0;
        for piece in &self.pieces {
            let (start, end) = (from.max(at), to.min(at + piece.len()));
            if start < end {
                out.push(piece.part(start - at, end - at));
            }
            at += piece.len();
        }
    }

    /// From the first text to the last.
    ///
    /// # Errors
    ///
    /// In words, if the pieces make no edit list, which they always do.
    pub fn into_edits(self) -> Result<EditList, String> {
        let mut edits = EditList::new();
        let mut done = 0;
        let mut new = Vec::new();
        let end = self.len;
        let mut push = |from: u32, to: u32, new: &mut Vec<u8>| {
            if from == to && new.is_empty() {
                return Ok(());
            }
            edits.push(Edit { span: Span::new(from, to), replacement: std::mem::take(new) })
        };
        let mut outcome = Ok(());
        for piece in self.pieces {
            match piece {
                Piece::New(bytes) => new.extend(bytes),
                Piece::Old(span) => {
                    outcome = outcome.and_then(|()| push(done, span.start, &mut new));
                    done = span.end;
                }
            }
        }
        outcome.and_then(|()| push(done, end, &mut new)).map_err(|overlap| overlap.to_string())?;
        Ok(edits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Source;

    fn edits(of: &[(u32, u32, &str)]) -> EditList {
        let mut edits = EditList::new();
        for (from, to, text) in of {
            edits.push(Edit { span: Span::new(*from, *to), replacement: (*text).into() }).expect("apart");
        }
        edits
    }

    #[test]
    fn two_rounds_become_one_edit_list() {
        let source = Source::new("t", "0123456789");
        let mut pieces = Pieces::new(10);
        // 01ab456789, then 01aXY6789, then without the first byte.
        pieces.apply(&edits(&[(2, 4, "ab")]));
        pieces.apply(&edits(&[(3, 6, "XY")]));
        pieces.apply(&edits(&[(0, 1, "")]));
        let joined = pieces.into_edits().expect("apart");
        assert_eq!(joined.len(), 2);
        assert_eq!(joined.splice(&source), b"1aXY6789");
    }

    #[test]
    fn the_end_of_the_text_may_go_or_grow() {
        let source = Source::new("t", "0123");
        let mut pieces = Pieces::new(4);
        pieces.apply(&edits(&[(4, 4, "!")]));
        assert_eq!(pieces.into_edits().expect("apart").splice(&source), b"0123!");
    }
}
