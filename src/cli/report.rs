//! How commands that write files say what they did.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};

use super::files::Files;
use super::options::Writing;
use super::screen::Screen;
use super::{DONE, FAILED, FOUND, NO_LAYER, count};
use crate::command::LayerFilter;
use crate::report::{FileOutcome, LayerOutcome, Status, Summary, WriteReport};

/// What cannot be done as it was asked for.
pub(super) fn refused(writing: &Writing, files: &Files, screen: &Screen) -> Option<String> {
    if writing.output.is_some() && files.inputs.len() + files.troubles.len() != 1 {
        return Some(format!("-o takes the outcome of one file, and there are {}", files.inputs.len()));
    }
    if screen.json && writing.takes_stdout(files.stdin) {
        return Some(
            "standard output cannot hold both the scene and the JSON: add -o FILE, --check or --diff".into(),
        );
    }
    None
}

/// A layer misspelled would otherwise look like one that needs nothing.
pub(super) fn warn_of_no_layer(filter: &LayerFilter, outcomes: &[FileOutcome], screen: &Screen) {
    let seen = |outcome: &FileOutcome| {
        outcome.status == Status::Failed || !outcome.layers.is_empty() || !outcome.left.is_empty()
    };
    if !filter.is_all() && !outcomes.is_empty() && !outcomes.iter().any(seen) {
        screen.note(NO_LAYER);
    }
}

/// Tells everything and gives the exit code.
pub(super) fn outcomes(
    outcomes: Vec<FileOutcome>,
    files: &Files,
    writing: &Writing,
    screen: &Screen,
) -> io::Result<u8> {
    // What could not even be found has failed, too.
    let missing = files.troubles.iter();
    let missing = missing.map(|trouble| FileOutcome::failed(trouble.path.clone(), vec![trouble.clone()]));
    let outcomes: Vec<FileOutcome> = missing.chain(outcomes).collect();
    for outcome in &outcomes {
        screen.troubles(&outcome.troubles);
        outcome.notes.iter().for_each(|note| screen.note(&format!("{}: {note}", outcome.path)));
        outcome.left.iter().for_each(|left| screen.detail(&format!("{}: {left}", outcome.path)));
        if outcome.status == Status::Unchanged {
            screen.detail(&format!("{}: nothing to change", outcome.path));
        }
    }
    let summary = Summary::of(&outcomes);
    if screen.json {
        screen.json(&WriteReport::new(&outcomes))?;
    } else if !writing.takes_stdout(files.stdin) {
        tell(&outcomes, writing, screen)?;
    }
    let dry = writing.check || writing.diff;
    if !screen.json {
        let verb = if dry { "would change" } else { "changed" };
        let failed = if summary.failed > 0 { format!(", {} failed", summary.failed) } else { String::new() };
        screen.note(&format!("{} of {} {verb}{failed}", summary.changed, count(summary.files, "file")));
    }
    Ok(match (summary.failed, dry && summary.changed > 0) {
        (0, false) => DONE,
        (0, true) => FOUND,
        _ => FAILED,
    })
}

/// The results themselves.
pub(super) fn tell(outcomes: &[FileOutcome], writing: &Writing, screen: &Screen) -> io::Result<()> {
    let mut out = screen.out();
    for outcome in outcomes.iter().filter(|outcome| outcome.status == Status::Changed) {
        match &outcome.diff {
            Some(diff) => show_diff(&mut out, diff, screen)?,
            None if writing.check => writeln!(out, "{}", outcome.path)?,
            None => {
                writeln!(out, "{}", outcome.path)?;
                for layer in outcome.layers.iter().filter(|layer| layer.changed) {
                    writeln!(out, "  {}", layer_line(layer))?;
                }
            }
        }
    }
    out.flush()
}

fn layer_line(layer: &LayerOutcome) -> String {
    let node = match (&layer.node, layer.layer, &layer.resource) {
        (Some(node), Some(index), _) => format!("{node}#{index}"),
        (Some(node), None, _) => node.clone(),
        (None, _, resource) => resource.clone().unwrap_or_default(),
    };
    let mut said = Vec::new();
    for (number, what) in [(layer.removed_tombstones, "tombstone"), (layer.removed_duplicates, "duplicate")] {
        if number > 0 {
            said.push(count(number as usize, what));
        }
    }
    let gone = if said.is_empty() { String::new() } else { format!("{} dropped, ", said.join(" and ")) };
    format!("{node}: {gone}{}", count(layer.cells, "cell"))
}

pub(super) fn show_diff(out: &mut impl Write, diff: &str, screen: &Screen) -> io::Result<()> {
    let colour = |colour: AnsiColor| screen.style(colour.on_default());
    for line in diff.lines() {
        let style = match line.trim_start().as_bytes() {
            _ if line.starts_with("---") || line.starts_with("+++") => screen.style(Style::new().bold()),
            [b'@', ..] => colour(AnsiColor::Cyan),
            [b'+', ..] => colour(AnsiColor::Green),
            [b'-', ..] => colour(AnsiColor::Red),
            [b'~', ..] => colour(AnsiColor::Yellow),
            _ => Style::new(),
        };
        writeln!(out, "{style}{line}{style:#}")?;
    }
    Ok(())
}
