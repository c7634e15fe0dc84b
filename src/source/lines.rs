use super::Span;

/// A place as people count it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// From 1.
    pub line: u32,
    /// From 1, in characters; a byte order mark in front of line 1 does not count.
    pub column: u32,
}

/// Where the lines start. A line ends with LF, as the engine counts them.
pub(super) struct LineIndex {
    starts: Vec<u32>,
}

const BOM: &[u8] = b"\xEF\xBB\xBF";

impl LineIndex {
    pub fn new(bytes: &[u8]) -> Self {
        let mut starts = vec![0];
        starts.extend(memchr::memchr_iter(b'\n', bytes).map(|at| at as u32 + 1));
        LineIndex { starts }
    }

    fn line(&self, offset: u32) -> usize {
        self.starts.partition_point(|&start| start <= offset) - 1
    }

    pub fn position(&self, bytes: &[u8], offset: u32) -> Position {
        let offset = offset.min(bytes.len() as u32);
        let line = self.line(offset);
        let mut before = &bytes[self.starts[line] as usize..offset as usize];
        if line == 0 {
            before = before.strip_prefix(BOM).unwrap_or(before);
        }
        let characters = before.iter().filter(|&&byte| byte & 0xC0 != 0x80).count();
        Position { line: line as u32 + 1, column: characters as u32 + 1 }
    }

    pub fn line_span(&self, bytes: &[u8], offset: u32) -> Span {
        let line = self.line(offset.min(bytes.len() as u32));
        let start = self.starts[line];
        let mut end = self.starts.get(line + 1).map_or(bytes.len() as u32, |next| next - 1);
        if end > start && bytes[end as usize - 1] == b'\r' {
            end -= 1;
        }
        Span::new(start, end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str, offset: u32) -> (u32, u32) {
        let position = LineIndex::new(text.as_bytes()).position(text.as_bytes(), offset);
        (position.line, position.column)
    }

    #[test]
    fn columns_count_characters_and_lines_end_with_lf() {
        assert_eq!(at("ab\ncd", 4), (2, 2));
        assert_eq!(at("é=1", 2), (1, 2));
        assert_eq!(at("a\rb", 2), (1, 3));
        assert_eq!(at("a\n", 2), (2, 1));
        assert_eq!(at("", 9), (1, 1));
    }

    #[test]
    fn a_byte_order_mark_has_no_column() {
        assert_eq!(at("\u{feff}[x]", 3), (1, 1));
        assert_eq!(at("\u{feff}[x]", 0), (1, 1));
    }
}
