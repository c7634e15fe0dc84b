//! A document cut into what belongs to each section: the comments above it, its tag, its properties; then the blank
//! lines behind it.

use crate::edit::Edit;
use crate::source::Span;
use crate::syntax::{Document, Property, SectionView};

/// The cut; every byte belongs to the preamble, a core or a tail.
pub(super) struct Chunks {
    starts: Vec<u32>,
    core_ends: Vec<u32>,
    len: u32,
}

impl Chunks {
    pub fn new(document: &Document) -> Self {
        let bytes = document.source().bytes();
        let mut starts = Vec::with_capacity(document.sections().len());
        let mut before = 0;
        for section in document.sections() {
            starts.push(start(bytes, section.tag().start as usize, before) as u32);
            before = section.span().end as usize;
        }
        let len = bytes.len() as u32;
        let ends = starts.iter().copied().skip(1).chain([len]);
        let core_ends = starts
            .iter()
            .zip(ends)
            .map(|(&start, end)| start + bytes[start as usize..end as usize].trim_ascii_end().len() as u32)
            .collect();
        Chunks { starts, core_ends, len }
    }

    /// What stands in front of the first section.
    pub fn preamble(&self) -> Span {
        Span::new(0, self.starts.first().copied().unwrap_or(self.len))
    }

    /// Comments, tag and properties, without the white space behind.
    pub fn core(&self, section: usize) -> Span {
        Span::new(self.starts[section], self.core_ends[section])
    }

    /// The white space behind.
    pub fn tail(&self, section: usize) -> Span {
        let end = self.starts.get(section + 1).copied().unwrap_or(self.len);
        Span::new(self.core_ends[section], end)
    }
}

/// Where a section begins: at the comments that stand directly above its tag.
fn start(bytes: &[u8], tag: usize, before: usize) -> usize {
    let line_start = |at: usize| memchr::memrchr(b'\n', &bytes[..at]).map_or(0, |newline| newline + 1);
    let mut start = line_start(tag);
    if start < before || !bytes[start..tag].trim_ascii().is_empty() {
        return tag;
    }
    while start > before.max(1) {
        let above = line_start(start - 1);
        if above < before || !bytes[above..start].trim_ascii_start().starts_with(b";") {
            break;
        }
        start = above;
    }
    start
}

/// A part of a file with edits applied; those outside of the part must not be given. Insertions at one place keep their
/// order.
pub(super) fn apply(bytes: &[u8], part: Span, mut edits: Vec<Edit>) -> Vec<u8> {
    edits.sort_by_key(|edit| (edit.span.start, edit.span.end));
    let mut out = Vec::with_capacity(part.len() as usize);
    let mut done = part.start;
    for edit in edits {
        if edit.span.start >= done {
            out.extend_from_slice(&bytes[done as usize..edit.span.start as usize]);
        }
        out.extend_from_slice(&edit.replacement);
        done = done.max(edit.span.end);
    }
    if done < part.end {
        out.extend_from_slice(&bytes[done as usize..part.end as usize]);
    }
    out
}

/// The end of the line behind a value, if only a comment stands there; else the end of the value.
pub(super) fn line_end(document: &Document, at: u32) -> u32 {
    let rest = &document.source().bytes()[at as usize..];
    let line = &rest[..memchr::memchr(b'\n', rest).unwrap_or(rest.len())];
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    match line.trim_ascii_start() {
        [] | [b';', ..] => at + line.len() as u32,
        _ => at,
    }
}

/// A property with its line, if it stands alone on it: from the line end before it to its own.
pub(super) fn whole_line(document: &Document, section: SectionView<'_>, property: &Property) -> Option<Span> {
    let bytes = document.source().bytes();
    let start = memchr::memrchr(b'\n', &bytes[..property.key.start as usize])?;
    let alone = bytes[start..property.key.start as usize].trim_ascii().is_empty();
    let end = line_end(document, property.value.end);
    let blank = bytes[property.value.end as usize..end as usize].trim_ascii().is_empty();
    let closed = matches!(bytes.get(end as usize..), Some([] | [b'\n', ..] | [b'\r', b'\n', ..]));
    let start = if start > 0 && bytes[start - 1] == b'\r' { start - 1 } else { start };
    (alone && blank && closed && start >= section.tag().end as usize).then(|| Span::new(start as u32, end))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Source;

    #[test]
    fn comments_belong_to_the_section_below_them() {
        let text = "; top\n\n[gd_scene format=3]\n; behind\n\n; of the node\n[node name=\"A\" type=\"Node\"]\nx = 1\n\n";
        let document = Document::parse(Source::new("t", text));
        let chunks = Chunks::new(&document);
        let part = |span: Span| &text[span.range()];
        assert_eq!(part(chunks.preamble()), "; top\n\n");
        assert_eq!(part(chunks.core(0)), "[gd_scene format=3]\n; behind");
        assert_eq!(part(chunks.tail(0)), "\n\n");
        assert_eq!(part(chunks.core(1)), "; of the node\n[node name=\"A\" type=\"Node\"]\nx = 1");
        assert_eq!(part(chunks.tail(1)), "\n\n");
    }
}
