//! Files that are written together: all of them, or none.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use super::Run;
use super::after::After;
use crate::batch;
use crate::command::{Mode, Output};
use crate::edit::{Edit, EditList};
use crate::migrate::{self, FilePlan, Group, Plan};
use crate::report::{self, FileOutcome, Status, Trouble};
use crate::source::{Source, Span};

impl Run<'_> {
    /// Proves all files of a group in memory, then writes them; if one cannot be written, those that were get their
    /// old bytes back.
    pub(super) fn group(&mut self, group: &Group) -> Result<Vec<After>, (PathBuf, Box<Trouble>)> {
        let failed = |file: &FilePlan, error: batch::FileError| {
            (file.path.clone(), Box::new(Trouble::of_file_error(&error)))
        };
        let mut after = Vec::new();
        for file in &group.files {
            let known = &self.known[&file.path];
            if known.source.bytes() != file.source.bytes() {
                let error = batch::FileError::new(
                    Path::new(known.source.name()),
                    format!("{} changed while it was read", known.source.name()),
                );
                return Err(failed(file, error.with_help("another program saved it meanwhile; run again")));
            }
            let source = batch::preview(&known.source, file.edits.clone(), |after| file.prove(after))
                .map_err(|error| failed(file, error))?;
            after.push(After::new(source, file.edits.clone()));
        }
        for file in &group.files {
            let known = &self.known[&file.path];
            let outcome = self.outcomes.get_mut(&known.number).expect("every known file has an outcome");
            outcome.status = Status::Changed;
            outcome.troubles = known.troubles.clone();
            if self.options.mode == Mode::Diff {
                outcome.diff = Some(report::text_diff(&known.source, &file.edits));
            }
        }
        if self.options.mode != Mode::Write {
            return Ok(after);
        }
        for (count, file) in group.files.iter().enumerate() {
            let known = &self.known[&file.path];
            let path = Path::new(known.source.name());
            let edits = file.edits.clone();
            let prove = |after: &Source| file.prove(after);
            let done = match (&self.options.output, &known.stamp) {
                (Some(Output::File(to)), _) => {
                    batch::write_out(batch::Output::File(to), &known.source, edits, prove)
                }
                (None, Some(stamp)) => batch::replace(path, &known.source, stamp, edits, prove).map(drop),
                _ => batch::write_out(batch::Output::Stdout, &known.source, edits, prove),
            };
            if let Err(error) = done {
                let (path, mut trouble) = failed(file, error);
                let undone = self.restore(&group.files[..count]);
                trouble.help = Some(match undone {
                    Ok(0) => trouble.help.unwrap_or_else(|| "nothing was written".to_owned()),
                    Ok(count) => format!(
                        "{count} files of the same group had been written, and hold their old text again"
                    ),
                    Err(paths) => format!(
                        "these files of the same group are migrated and could not be given their old text back: {}; \
                         take them from version control",
                        paths.join(", ")
                    ),
                });
                return Err((path, trouble));
            }
        }
        Ok(after)
    }

    /// Gives files their old bytes back; the names of those for which that failed.
    fn restore(&self, files: &[FilePlan]) -> Result<usize, Vec<String>> {
        let mut failed = Vec::new();
        for file in files {
            let known = &self.known[&file.path];
            let path = Path::new(known.source.name());
            let restored = batch::read(path).and_then(|(now, stamp)| {
                let mut edits = EditList::new();
                let span = Span::new(0, now.bytes().len() as u32);
                let replacement = known.source.bytes().to_vec();
                // One edit alone overlaps nothing.
                let _ = edits.push(Edit { span, replacement });
                batch::replace(path, &now, &stamp, edits, |after| {
                    match after.bytes() == known.source.bytes() {
                        true => Ok(()),
                        false => Err("the old text did not come back".to_owned()),
                    }
                })
            });
            if restored.is_err() {
                failed.push(known.source.name().to_owned());
            }
        }
        if failed.is_empty() { Ok(files.len()) } else { Err(failed) }
    }

    pub(super) fn fail_group(&mut self, plan: &mut Plan, group: &Group, path: &Path, trouble: Trouble) {
        for file in &group.files {
            let number = self.known[&file.path].number;
            let name = self.known[&file.path].source.name().to_owned();
            let own = match file.path == path {
                true => trouble.clone(),
                false => Trouble::new(
                    name.clone(),
                    format!("not migrated, since {} could not be: they belong together", self.shown(path)),
                    None,
                ),
            };
            self.outcomes.insert(number, FileOutcome::failed(name, vec![own]));
        }
        let files: HashSet<&Path> = group.files.iter().map(|file| file.path.as_path()).collect();
        for map in &mut plan.maps {
            if files.contains(map.scene.as_path()) && map.outcome == migrate::Outcome::Moved {
                map.outcome = migrate::Outcome::Refused;
            }
        }
    }
}
