//! A change shown before it is made: a unified diff in which long values are cut, and the cells that change.

use std::collections::HashMap;
use std::fmt::Write;

use similar::{Algorithm, DiffOp, capture_diff_slices, group_diff_ops};

use crate::edit::EditList;
use crate::source::{Source, Span};
use crate::tile::{Cell, Coords, TileLabel};

/// Lines of context around a change.
const CONTEXT: usize = 3;
/// The longest line that is shown whole, and how much is shown of a longer one.
const LONG: usize = 160;
const HEAD: usize = 80;
/// Cells that are listed for a layer.
const CELLS: usize = 20;

/// The unified diff of a file and its edits. Only the lines around the edits are compared, so a file of any size costs
/// what its changes cost.
pub fn text_diff(source: &Source, edits: &EditList) -> String {
    // As git writes it: `a/` and a path without a slash in front.
    let name = source.name().trim_start_matches('/');
    let mut out = format!("--- a/{name}\n+++ b/{name}\n");
    let mut shift = 0_i64;
    for cluster in clusters(source, edits) {
        let old = source.slice(cluster.region);
        let mut new = Vec::new();
        let mut at = cluster.region.start;
        for edit in edits.iter().skip(cluster.first).take(cluster.count) {
            new.extend_from_slice(source.slice(Span::new(at, edit.span.start)));
            new.extend_from_slice(&edit.replacement);
            at = edit.span.end;
        }
        new.extend_from_slice(source.slice(Span::new(at, cluster.region.end)));
        let (old, new) = (lines(old), lines(&new));
        let first = source.position(cluster.region.start).line as usize;
        let ops = capture_diff_slices(Algorithm::Myers, &old, &new);
        for group in group_diff_ops(ops, CONTEXT) {
            hunk(&mut out, &group, &old, &new, first, shift);
        }
        shift += new.len() as i64 - old.len() as i64;
    }
    out
}

/// Edits whose surroundings touch.
struct Cluster {
    /// Whole lines.
    region: Span,
    first: usize,
    count: usize,
}

fn clusters(source: &Source, edits: &EditList) -> Vec<Cluster> {
    let mut clusters: Vec<Cluster> = Vec::new();
    for (index, edit) in edits.iter().enumerate() {
        let region = Span::new(lines_before(source, edit.span.start), lines_behind(source, edit.span.end));
        match clusters.last_mut() {
            Some(last) if region.start <= last.region.end => {
                last.region.end = region.end;
                last.count += 1;
            }
            _ => clusters.push(Cluster { region, first: index, count: 1 }),
        }
    }
    clusters
}

/// The start of the line some lines above.
fn lines_before(source: &Source, at: u32) -> u32 {
    let mut start = at as usize;
    for _ in 0..=CONTEXT {
        match memchr::memrchr(b'\n', &source.bytes()[..start]) {
            Some(newline) => start = newline,
            None => return 0,
        }
    }
    start as u32 + 1
}

/// The end of the line some lines below.
fn lines_behind(source: &Source, at: u32) -> u32 {
    // An edit that takes a whole line ends behind its line end.
    let mut end = at as usize;
    for _ in 0..=CONTEXT {
        match memchr::memchr(b'\n', &source.bytes()[end..]) {
            Some(newline) => end += newline + 1,
            None => return source.bytes().len() as u32,
        }
    }
    end as u32
}

fn lines(text: &[u8]) -> Vec<&[u8]> {
    text.split_inclusive(|&byte| byte == b'\n').collect()
}

fn hunk(out: &mut String, group: &[DiffOp], old: &[&[u8]], new: &[&[u8]], first: usize, shift: i64) {
    let (Some(start), Some(end)) = (group.first(), group.last()) else { return };
    let range =
        |from: usize, to: usize, shift: i64| format!("{},{}", (from + first) as i64 + shift, to - from);
    let old_range = range(start.old_range().start, end.old_range().end, 0);
    let new_range = range(start.new_range().start, end.new_range().end, shift);
    writeln!(out, "@@ -{old_range} +{new_range} @@").expect("writing to a string does not fail");
    for op in group {
        let (removed, added) = (&old[op.old_range()], &new[op.new_range()]);
        if let DiffOp::Equal { .. } = op {
            removed.iter().for_each(|line| push_line(out, ' ', line));
        } else {
            removed.iter().for_each(|line| push_line(out, '-', line));
            added.iter().for_each(|line| push_line(out, '+', line));
        }
    }
}

fn push_line(out: &mut String, mark: char, line: &[u8]) {
    let text = line.strip_suffix(b"\n").unwrap_or(line);
    let text = text.strip_suffix(b"\r").unwrap_or(text);
    out.push(mark);
    if text.len() > LONG {
        let head = String::from_utf8_lossy(&text[..HEAD]);
        let head = head.trim_end_matches('\u{fffd}');
        writeln!(out, "{head}… ({} bytes)", text.len()).expect("writing to a string does not fail");
    } else {
        writeln!(out, "{}", String::from_utf8_lossy(text)).expect("writing to a string does not fail");
    }
}

/// A cell that is not what it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellChange {
    /// What was there.
    pub before: Option<Cell>,
    /// What is there now.
    pub after: Option<Cell>,
}

impl CellChange {
    fn coords(self) -> Coords {
        self.before.or(self.after).map_or(Coords { x: 0, y: 0 }, Cell::coords)
    }
}

/// The cells that differ between two maps, by row and column.
pub fn cell_changes(before: &[Cell], after: &[Cell]) -> Vec<CellChange> {
    let mut old: HashMap<Coords, Cell> = before.iter().map(|cell| (cell.coords(), *cell)).collect();
    let mut changes: Vec<CellChange> = after
        .iter()
        .map(|cell| CellChange { before: old.remove(&cell.coords()), after: Some(*cell) })
        .filter(|change| change.before != change.after)
        .collect();
    changes.extend(old.into_values().map(|cell| CellChange { before: Some(cell), after: None }));
    changes.sort_unstable_by_key(|change| (change.coords().y, change.coords().x));
    changes
}

/// What goes without a change to the map.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Gone {
    pub tombstones: i64,
    pub duplicates: i64,
    pub bytes: usize,
}

/// The changes of one layer, a line a cell.
pub(crate) fn push_cell_changes(out: &mut String, label: &str, changes: &[CellChange], gone: &Gone) {
    let mut said = Vec::new();
    let mut count = |number: usize, one: &str, many: &str| {
        if number > 0 {
            said.push(format!("{number} {}", if number == 1 { one } else { many }));
        }
    };
    let kind = |test: fn(&CellChange) -> bool| changes.iter().filter(|change| test(change)).count();
    count(kind(|change| change.before.is_none()), "cell added", "cells added");
    count(kind(|change| change.after.is_none()), "cell removed", "cells removed");
    count(kind(|change| change.before.is_some() && change.after.is_some()), "cell changed", "cells changed");
    count(gone.tombstones.max(0) as usize, "tombstone dropped", "tombstones dropped");
    count(gone.duplicates.max(0) as usize, "duplicate dropped", "duplicates dropped");
    count(gone.bytes, "left-over byte dropped", "left-over bytes dropped");
    if said.is_empty() {
        said.push("the same cells in another order or spelling".to_owned());
    } else if changes.is_empty() {
        said.push("the map stays the same".to_owned());
    }
    writeln!(out, "{label}: {}", said.join(", ")).expect("writing to a string does not fail");
    for change in changes.iter().take(CELLS) {
        let Coords { x, y } = change.coords();
        let line = match (change.before, change.after) {
            (Some(before), Some(after)) => {
                format!("  ~ ({x}, {y}) {} → {}", TileLabel(before), TileLabel(after))
            }
            (Some(before), None) => format!("  - ({x}, {y}) {}", TileLabel(before)),
            (None, after) => format!(
                "  + ({x}, {y}) {}",
                after.map(|cell| TileLabel(cell).to_string()).unwrap_or_default()
            ),
        };
        writeln!(out, "{line}").expect("writing to a string does not fail");
    }
    if changes.len() > CELLS {
        writeln!(out, "  … and {} more", changes.len() - CELLS).expect("writing to a string does not fail");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edit::Edit;

    #[test]
    fn long_lines_are_cut_and_far_edits_have_their_own_hunks() {
        let text: String =
            (1..=40).map(|n| if n == 5 { "x".repeat(500) + "\n" } else { format!("line {n}\n") }).collect();
        let at = |needle: &str| text.find(needle).expect("in the text") as u32;
        let source = Source::new("a.tscn", text.clone());
        let mut edits = EditList::new();
        let long = at("xxx");
        edits.push(Edit { span: Span::new(long, long + 500), replacement: b"y".to_vec() }).expect("apart");
        let gone = at("line 30\n");
        edits.push(Edit { span: Span::new(gone, gone + 8), replacement: Vec::new() }).expect("apart");
        let expected = format!(
            "--- a/a.tscn\n+++ b/a.tscn\n@@ -2,7 +2,7 @@\n line 2\n line 3\n line 4\n-{}… (500 bytes)\n+y\n line 6\n line 7\n line 8\n\
             @@ -27,7 +27,6 @@\n line 27\n line 28\n line 29\n-line 30\n line 31\n line 32\n line 33\n",
            "x".repeat(80)
        );
        assert_eq!(text_diff(&source, &edits), expected);
    }
}
