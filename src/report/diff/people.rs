//! Lines for people: bounds and counts first, cells after, runs of equal cells joined.

use crate::diff::{Change, LayerDiff, SceneDiff, Subject, Verb};
use crate::tile::{Cell, record_label};

/// Lines of cells that are shown for a layer.
const LINES: usize = 20;

/// What kind of line it is, for its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// A headline.
    Head,
    /// Something new.
    Added,
    /// Something gone.
    Removed,
    /// Something else than before.
    Changed,
    /// Anything else.
    Plain,
}

/// One line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiffLine {
    /// Its kind.
    pub mark: Mark,
    /// Its text, with indentation and sign.
    pub text: String,
}

fn line(mark: Mark, text: String) -> DiffLine {
    DiffLine { mark, text }
}

/// The difference of two scenes; with `all`, every cell on its own line.
pub fn diff_lines(diff: &SceneDiff, all: bool) -> Vec<DiffLine> {
    let mut lines = Vec::new();
    for layer in &diff.layers {
        lines.extend(layer_lines(layer, all, LINES));
    }
    lines.extend(other_lines(diff));
    lines
}

/// What differs besides the cells.
pub(super) fn other_lines(diff: &SceneDiff) -> Vec<DiffLine> {
    let mut lines = Vec::new();
    lines.extend(diff.changes.iter().map(change_line));
    if !diff.bookkeeping.is_empty() {
        lines.push(line(Mark::Plain, format!("bookkeeping: {}", diff.bookkeeping.join("; "))));
    }
    lines
}

/// A layer: its headline, then its cells, as many lines as are wanted or, with `all`, every cell.
pub(super) fn layer_lines(layer: &LayerDiff, all: bool, most: usize) -> Vec<DiffLine> {
    let mut lines = Vec::new();
    let cells = &layer.cells;
    let mut said = Vec::new();
    for (number, what) in
        [(cells.added.len(), "added"), (cells.removed.len(), "removed"), (cells.changed.len(), "changed")]
    {
        if number > 0 {
            said.push(format!("{number} {} {what}", if number == 1 { "cell" } else { "cells" }));
        }
    }
    let bounds = cells.bounds().map_or_else(String::new, |bounds| {
        format!(
            " in ({}, {})",
            span(bounds.x, bounds.x + bounds.width - 1),
            span(bounds.y, bounds.y + bounds.height - 1)
        )
    });
    let (before, after) = layer.counts;
    let totals = if before == after { format!("{after}") } else { format!("{before} → {after}") };
    let text = format!("{}: {}{bounds}; {totals} in all", layer.label, said.join(", "));
    lines.push(line(Mark::Head, text));
    let runs = runs(layer, all);
    let shown = if all { runs.len() } else { most };
    for run in runs.iter().take(shown) {
        lines.push(run.line());
    }
    if runs.len() > shown {
        let rest: usize = runs[shown..].iter().map(|run| run.count as usize).sum();
        lines.push(line(Mark::Plain, format!("  … and {rest} more; --all shows every cell")));
    }
    lines
}

/// `4`, `4..9`
fn span(from: i32, to: i32) -> String {
    if from == to { from.to_string() } else { format!("{from}..{to}") }
}

/// Cells side by side with the same change.
struct Run {
    x: i32,
    y: i32,
    count: i32,
    before: Option<Cell>,
    after: Option<Cell>,
    old: bool,
}

impl Run {
    fn line(&self) -> DiffLine {
        let place = format!("({}, {})", span(self.x, self.x + self.count - 1), self.y);
        match (self.before, self.after) {
            (Some(before), Some(after)) => line(
                Mark::Changed,
                format!("  ~ {place} {} → {}", record_label(before, self.old), record_label(after, self.old)),
            ),
            (Some(before), None) => {
                line(Mark::Removed, format!("  - {place} {}", record_label(before, self.old)))
            }
            (None, Some(after)) => {
                line(Mark::Added, format!("  + {place} {}", record_label(after, self.old)))
            }
            (None, None) => line(Mark::Plain, format!("    {place}")),
        }
    }
}

fn runs(layer: &LayerDiff, all: bool) -> Vec<Run> {
    let cells = &layer.cells;
    let mut changes: Vec<(Option<Cell>, Option<Cell>)> = Vec::new();
    changes.extend(cells.added.iter().map(|&cell| (None, Some(cell))));
    changes.extend(cells.removed.iter().map(|&cell| (Some(cell), None)));
    changes.extend(cells.changed.iter().map(|&(before, after)| (Some(before), Some(after))));
    let place = |change: &(Option<Cell>, Option<Cell>)| {
        change.1.or(change.0).map_or((0, 0), |cell| (i32::from(cell.y), i32::from(cell.x)))
    };
    changes.sort_by_key(place);
    let tile =
        |cell: Option<Cell>| cell.map(|cell| (cell.source, cell.atlas_x, cell.atlas_y, cell.alternative));
    let mut runs: Vec<Run> = Vec::new();
    for change in changes {
        let (y, x) = place(&change);
        match runs.last_mut() {
            Some(last)
                if !all
                    && last.y == y
                    && last.x + last.count == x
                    && tile(last.before) == tile(change.0)
                    && tile(last.after) == tile(change.1) =>
            {
                last.count += 1;
            }
            _ => runs.push(Run { x, y, count: 1, before: change.0, after: change.1, old: layer.old }),
        }
    }
    runs
}

fn change_line(change: &Change) -> DiffLine {
    let what = match change.subject {
        Subject::Header => "header",
        Subject::Resource => "resource",
        Subject::SubResource => "sub-resource",
        Subject::Node => "node",
        Subject::Connection => "connection",
        Subject::Editable => "editable",
    };
    let name = match change.subject {
        Subject::Header => what.to_owned(),
        _ => format!("{what} {}", change.name),
    };
    let class = change.class.as_ref().map(|class| format!(" ({class})")).unwrap_or_default();
    match &change.verb {
        Verb::Added => line(Mark::Added, format!("+ {name}{class}")),
        Verb::Removed => line(Mark::Removed, format!("- {name}{class}")),
        Verb::Renamed { from } => line(Mark::Changed, format!("~ {name}: was {from}")),
        Verb::Reordered => line(Mark::Changed, format!("~ {name}: another place among its siblings")),
        Verb::Changed { property, from, to } => {
            let value = |text: &Option<String>| text.clone().unwrap_or_else(|| "(not set)".to_owned());
            line(Mark::Changed, format!("~ {name}: {property} {} → {}", value(from), value(to)))
        }
    }
}
