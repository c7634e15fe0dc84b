//! Small pieces of text.

use std::io::{self, Write};

use unicode_width::UnicodeWidthStr;

/// `1 file`, `2 files`.
pub(super) fn count(number: usize, what: &str) -> String {
    if number == 1 { format!("1 {what}") } else { format!("{number} {what}s") }
}

/// Aligned columns, two blanks between them. A repository has ten thousand rows, so nothing is measured twice.
pub(super) struct Columns<const N: usize> {
    rows: Vec<[String; N]>,
    widths: [usize; N],
    /// Which columns stand to the right.
    right: [bool; N],
}

impl<const N: usize> Columns<N> {
    /// A heading that starts with a blank is that of a column of numbers, which stands to the right.
    pub fn new(header: [&str; N]) -> Self {
        let right = header.map(|heading| heading.starts_with(' '));
        let mut columns = Columns { rows: Vec::new(), widths: [0; N], right };
        columns.push(header.map(|heading| heading.trim_start().to_owned()));
        columns
    }

    pub fn push(&mut self, row: [String; N]) {
        for (width, text) in self.widths.iter_mut().zip(&row) {
            *width = (*width).max(text.width());
        }
        self.rows.push(row);
    }

    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let mut line = String::new();
        for row in &self.rows {
            line.clear();
            for (column, text) in row.iter().enumerate() {
                let blanks = self.widths[column] - text.width();
                let (before, behind) = if self.right[column] { (blanks, 0) } else { (0, blanks) };
                line.extend(std::iter::repeat_n(' ', before));
                line.push_str(text);
                line.extend(std::iter::repeat_n(' ', behind + 2));
            }
            writeln!(out, "{}", line.trim_end())?;
        }
        Ok(())
    }
}
