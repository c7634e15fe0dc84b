//! `check`: the findings of one file, and mending it.

use super::change::finish_edits;
use super::{ChangeOptions, Input, LayerFilter, Mode, open};
use crate::batch::{Configs, FileError};
use crate::lint::{self, Only, Rule, Selector, Settings};
use crate::report::{CheckedFile, Gone, Status, Trouble, cell_changes, push_cell_changes, text_diff};
use crate::source::Source;
use crate::syntax::Document;
use crate::tile::{LayerSite, Resolved, find};

/// What the command line says about rules.
#[derive(Clone, Debug, Default)]
pub struct RuleOptions {
    /// `--select`: instead of what the config selects and ignores.
    pub select: Option<Vec<Selector>>,
    /// `--ignore`: these are never asked.
    pub ignore: Vec<Selector>,
}

/// Whether to mend, and how boldly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mending {
    /// Only tell.
    No,
    /// The safe fixes.
    Safe,
    /// The unsafe ones as well.
    All,
}

/// The settings for one file: the command line over the config over the defaults.
///
/// # Errors
///
/// If the config that counts for the file is wrong.
pub fn settings_for(
    input: &Input,
    configs: &Configs,
    rules: &RuleOptions,
    filter: &LayerFilter,
) -> Result<Settings, FileError> {
    let config = configs.of(input.place())?;
    let mut settings =
        config.check.settings(&crate::batch::real_path(input.place()), rules.select.as_deref());
    let ignored: Vec<&Rule> = rules.ignore.iter().flat_map(Selector::rules).collect();
    settings.rules.retain(|rule| !ignored.contains(rule));
    if !filter.is_all() {
        let filter = filter.clone();
        settings.only = Some(Only::new(move |label| filter.matches_label(label)));
    }
    Ok(settings)
}

/// Checks one file, and mends it if that is wanted.
pub fn check_file(
    input: &Input,
    settings: &Settings,
    mending: Mending,
    options: &ChangeOptions,
) -> CheckedFile {
    let opened = match open(input) {
        Ok(opened) => opened,
        Err(trouble) => return CheckedFile::failed(input.name(), None, vec![trouble]),
    };
    let document = opened.document;
    let source = document.source().clone();
    let project = options.projects.of(input.place());
    if mending == Mending::No {
        let findings = lint::check(&document, &project, settings);
        return CheckedFile::new(source, findings);
    }
    drop(document);
    let fixed = match lint::fix(&source, &project, settings, mending == Mending::All) {
        Ok(fixed) => fixed,
        Err(reason) => {
            let help = "nothing was written; this is a fault in tilewright, please report it";
            let message = format!("the fixes were not made: {reason}");
            let trouble = Trouble::new(source.name(), message, Some(help.to_owned()));
            return CheckedFile::failed(input.name(), Some(source), vec![trouble]);
        }
    };
    let changed = !fixed.edits.is_empty();
    let dry = options.mode != Mode::Write;
    let diff = (options.mode == Mode::Diff && changed)
        .then(|| text_diff(&source, &fixed.edits) + &cell_diff(&source, &fixed.after));
    let expected = fixed.after.clone();
    let prove = move |after: &crate::Source| match after.bytes() == expected.bytes() {
        true => Ok(()),
        false => Err("the new text is not the one that was proved".to_owned()),
    };
    if let Err(trouble) = finish_edits(input, &source, opened.stamp.as_ref(), options, fixed.edits, prove) {
        return CheckedFile::failed(input.name(), Some(source), vec![*trouble]);
    }
    let titles = fixed.mended.iter().filter_map(|finding| finding.fix.as_ref());
    let mended = titles.map(|fix| fix.title.clone()).collect();
    CheckedFile {
        status: if changed { Status::Changed } else { Status::Unchanged },
        // Where nothing is written, places are those of the new text all the same: it is what would be left.
        source: Some(if dry && !changed { source } else { fixed.after }),
        mended,
        diff,
        ..CheckedFile::new_at(input.name(), fixed.left)
    }
}

/// The layers that hold something else, with their cells.
fn cell_diff(before: &Source, after: &Source) -> String {
    let layers = |source: &Source| -> Vec<(usize, String, Resolved, usize)> {
        let document = Document::parse(source.clone());
        let sites = find(&document).unwrap_or_default().into_iter();
        let layer = |site: LayerSite| {
            let data = site.decode(&document);
            (site.section, site.label(), data.resolve(), data.trailing)
        };
        sites.map(layer).collect()
    };
    let (old, new) = (layers(before), layers(after));
    let mut out = String::new();
    for (section, label, cells, trailing) in &old {
        let same = |(other, name, ..): &&(usize, String, Resolved, usize)| other == section && name == label;
        let empty = (Resolved::default(), 0);
        let (now, left) =
            new.iter().find(same).map_or((&empty.0, &empty.1), |(_, _, cells, trailing)| (cells, trailing));
        if (cells, trailing) != (now, left) {
            let less = |before: usize, after: usize| before as i64 - after as i64;
            let gone = Gone {
                tombstones: less(cells.tombstones.len(), now.tombstones.len()),
                duplicates: less(cells.duplicates.len(), now.duplicates.len()),
                bytes: trailing.saturating_sub(*left),
            };
            push_cell_changes(&mut out, label, &cell_changes(&cells.cells, &now.cells), &gone);
        }
    }
    out
}
