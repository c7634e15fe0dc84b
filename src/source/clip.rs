//! What miette may see of a file: a few lines, the long ones cut.
//!
//! Tile arrays stand on lines of megabytes. miette's graphical handler prints whole lines, and
//! panics when a label starts past column 65,535, so it gets a window with the true line and
//! column numbers instead.

use miette::{MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};

use super::{Source, Span};

/// How many bytes of a long line are shown before and behind the place.
const BEFORE: usize = 60;
const BEHIND: usize = 100;

impl SourceCode for Source {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        before: usize,
        after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let offset = span.offset().min(self.bytes().len());
        let line = self.line_span(offset as u32);
        // Asked for no lines around, miette wants the line and column of the label itself.
        let start = match before + after {
            0 => offset as u32,
            _ => line
                .start
                .max(boundary(self.bytes(), offset.saturating_sub(BEFORE)) as u32)
                .min(offset as u32),
        };
        // The label may end on a later line; it is cut to this one by `Source::label`.
        let end = (line.end as usize).min(boundary(self.bytes(), offset + BEHIND)).max(offset) as u32;
        let window = Span::new(start, end);
        let position = self.position(window.start);
        Ok(Box::new(MietteSpanContents::new_named(
            self.name().to_owned(),
            self.slice(window),
            (window.start as usize, window.len() as usize).into(),
            position.line as usize - 1,
            position.column as usize - 1,
            1,
        )))
    }
}

impl Source {
    /// The part of a span that a report may underline: on one line, and no longer than what is shown.
    pub fn label(&self, span: Span) -> SourceSpan {
        let line_end = self.line_span(span.start).end.max(span.start);
        let end = span.end.min(line_end).min(span.start.saturating_add(BEHIND as u32 / 2));
        (span.start as usize, (end - span.start) as usize).into()
    }
}

/// The nearest character border at or before an offset, so that a window does not start inside a character.
fn boundary(bytes: &[u8], offset: usize) -> usize {
    let mut at = offset.min(bytes.len());
    while at > 0 && at < bytes.len() && bytes[at] & 0xC0 == 0x80 {
        at -= 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_megabytes_is_cut_to_a_window_with_its_true_place() {
        let text = format!("[x]\na = [{}]\n", "1, ".repeat(1_000_000));
        let source = Source::new("big", text);
        let contents = source.read_span(&(2_000_000, 3).into(), 1, 1).expect("inside the file");
        assert!(contents.data().len() <= BEFORE + BEHIND + 8);
        assert_eq!(contents.line(), 1);
        assert_eq!(contents.column(), 2_000_000 - 4 - BEFORE);
    }
}
