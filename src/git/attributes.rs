//! The block of lines that this program keeps in an attributes file, between two markers. Every other line is left as it
//! is.

const BEGIN: &str = "# tilewright: begin (written by `tilewright git install`)";
const END: &str = "# tilewright: end";
const MARK: &str = "# tilewright: ";

/// The lines of the block.
fn block(rows: bool) -> String {
    let filter = if rows { " filter=tilewright-rows" } else { "" };
    let lines: String = ["*.tscn", "*.tres"]
        .iter()
        .map(|pattern| format!("{pattern} diff=tilewright merge=tilewright{filter}\n"))
        .collect();
    format!("{BEGIN}\n{lines}{END}\n")
}

/// Where the block stands in a text: from its first line to behind its last one.
fn find(text: &str) -> Option<std::ops::Range<usize>> {
    let mut start = None;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let trimmed = line.trim();
        if trimmed.starts_with(MARK) && trimmed.contains("begin") {
            start = Some(at);
        }
        at += line.len();
        if trimmed == END
            && let Some(start) = start
        {
            return Some(start..at);
        }
    }
    None
}

/// The text with the block in it: at its old place, or at the end.
pub(super) fn with_block(text: &str, rows: bool) -> String {
    let block = block(rows);
    let block = if text.contains("\r\n") { block.replace('\n', "\r\n") } else { block };
    match find(text) {
        Some(old) => format!("{}{block}{}", &text[..old.start], &text[old.end..]),
        None if text.is_empty() || text.ends_with('\n') => format!("{text}{block}"),
        None => format!("{text}\n{block}"),
    }
}

/// The text without the block; `None` if it has none.
pub(super) fn without_block(text: &str) -> Option<String> {
    let old = find(text)?;
    Some(format!("{}{}", &text[..old.start], &text[old.end..]))
}

/// Whether the block is there, and whether with the rows filter.
pub(super) fn state(text: &str) -> Option<bool> {
    find(text).map(|place| text[place].contains("filter=tilewright-rows"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_lines_are_never_touched() {
        let own = "*.png binary\r\n# tilewright: mine\r\n*.tscn text";
        let once = with_block(own, false);
        assert_eq!(with_block(&once, false), once, "a second time changes nothing");
        let rows = with_block(&once, true);
        assert_eq!((state(own), state(&once), state(&rows)), (None, Some(false), Some(true)));
        assert_eq!(without_block(&rows).expect("a block"), format!("{own}\n"));
        assert_eq!(without_block(own), None);
        let inside = format!("a\n{}b\n", block(false));
        assert_eq!(with_block(&inside, true), format!("a\n{}b\n", block(true)));
    }
}
