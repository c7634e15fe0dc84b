use std::io;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use serde::Serialize;

use super::screen::Screen;
use super::{CRASHED, DONE, FOUND, count};
use crate::EditList;
use crate::batch;
use crate::command::{MergeFiles, MergeOutcome, merge_files};
use crate::merge::{Conflict, MergeOptions, Prefer};
use crate::report::Trouble;
use crate::source::Source;

/// Merge what two people did to one scene, tile layers cell by cell
///
/// The outcome is OURS with what THEIRS did worked in: ours' order, spelling and comments stay. Where both changed the
/// same cell, ours stays and the cell is listed; where both changed the same property, it gets conflict markers. With
/// five arguments it is a git merge driver (`%O %A %B %L %P`) and writes over the second one.
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Exit codes: 0 merged; 1 merged, with conflicts left; 2 something failed; above 128 a fault of \
                        this program, and nothing was written"
)]
pub(super) struct Merge {
    /// The common ancestor, what is merged into, and what is merged; git adds the marker size and the path
    #[arg(value_names = ["BASE", "OURS", "THEIRS", "SIZE", "PATH"], num_args = 3..=5, required = true)]
    files: Vec<PathBuf>,
    /// Where the outcome goes instead of standard output; `-` is standard output
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
    /// Who decides where both sides changed the same thing
    #[arg(long, value_enum, value_name = "SIDE")]
    prefer: Option<Decider>,
    /// Also write all conflicts to a file, as JSON
    #[arg(long, value_name = "FILE")]
    conflicts: Option<PathBuf>,
    /// How many signs a conflict marker has
    #[arg(long, value_name = "N", default_value_t = 7, value_parser = clap::value_parser!(u16).range(1..=1000))]
    marker_size: u16,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Decider {
    /// What is merged into
    Ours,
    /// What is merged
    Theirs,
}

#[derive(Serialize)]
struct ConflictsJson<'c> {
    schema: u32,
    path: &'c str,
    /// Whether the text has conflict markers and cannot be loaded before they are resolved.
    markers: bool,
    /// Why it was merged as plain text, if it was.
    text_merge: Option<&'c str>,
    conflicts: &'c [Conflict],
}

impl Merge {
    pub fn run(&self, screen: &Screen) -> io::Result<u8> {
        let (files, size, target) = match self.arguments() {
            Ok(arguments) => arguments,
            Err(message) => {
                return screen.fail(&message);
            }
        };
        let prefer = match self.prefer {
            None => Prefer::Nobody,
            Some(Decider::Ours) => Prefer::Ours,
            Some(Decider::Theirs) => Prefer::Theirs,
        };
        let options = MergeOptions { prefer, marker_size: size };
        // A panic must never look like a clean merge, nor like one with conflicts.
        let outcome = batch::run(&[()], Some(1), &batch::Silent, |()| merge_files(&files, options)).pop();
        let outcome = match outcome {
            Some(Ok(Ok(outcome))) => outcome,
            Some(Ok(Err(trouble))) => {
                return screen.fail_with(&[*trouble]);
            }
            Some(Err(panicked)) => {
                screen.troubles(&[Trouble::of_file_error(&panicked.in_file(&files.ours))]);
                return Ok(CRASHED);
            }
            None => return Ok(CRASHED),
        };
        let name = files.name.clone().unwrap_or_else(|| files.ours.display().to_string());
        if let Err(error) = self.write(&name, &outcome, target.as_deref()) {
            return screen.fail_with(&[Trouble::of_file_error(&error)]);
        }
        if screen.json && target.is_some() {
            screen.json(&json(&name, &outcome))?;
        }
        tell(&name, &outcome, prefer, screen);
        Ok(if outcome.is_open(prefer) { FOUND } else { DONE })
    }

    /// The files, the marker size, and where the outcome goes (`None`: standard output).
    fn arguments(&self) -> Result<(MergeFiles, usize, Option<PathBuf>), String> {
        let output = self.output.clone().filter(|path| path.as_os_str() != "-");
        match &self.files[..] {
            [base, ours, theirs] => {
                let files =
                    MergeFiles { base: base.clone(), ours: ours.clone(), theirs: theirs.clone(), name: None };
                Ok((files, self.marker_size.into(), output))
            }
            [base, ours, theirs, size, path] => {
                let text = size.to_string_lossy();
                let size = match text.parse::<usize>() {
                    Ok(0) => 7,
                    Ok(size) if size <= 1000 => size,
                    _ => return Err(format!("`{text}` is no marker size; git gives %O %A %B %L %P")),
                };
                let name = Some(path.to_string_lossy().into_owned());
                let target = if self.output.is_some() { output } else { Some(ours.clone()) };
                let files =
                    MergeFiles { base: base.clone(), ours: ours.clone(), theirs: theirs.clone(), name };
                Ok((files, size, target))
            }
            _ => Err("merge takes BASE OURS THEIRS, or git's five arguments %O %A %B %L %P".into()),
        }
    }

    fn write(
        &self,
        name: &str,
        outcome: &MergeOutcome,
        target: Option<&Path>,
    ) -> Result<(), batch::FileError> {
        if let Some(path) = &self.conflicts {
            let mut text = serde_json::to_vec_pretty(&json(name, outcome)).map_err(|error| {
                batch::FileError::new(path, format!("cannot write {}: {error}", path.display()))
            })?;
            text.push(b'\n');
            batch::write_new(path, &text)?;
        }
        let place = match target {
            Some(path) => batch::Output::File(path),
            None => batch::Output::Stdout,
        };
        let source = Source::new(name, outcome.bytes.clone());
        batch::write_out(place, &source, EditList::new(), |_| Ok(()))
    }
}

fn json<'c>(name: &'c str, outcome: &'c MergeOutcome) -> ConflictsJson<'c> {
    ConflictsJson {
        schema: 1,
        path: name,
        markers: outcome.conflicts.has_markers,
        text_merge: outcome.as_text.as_deref(),
        conflicts: &outcome.conflicts.list,
    }
}

fn tell(name: &str, outcome: &MergeOutcome, prefer: Prefer, screen: &Screen) {
    for note in &outcome.notes {
        screen.note(&format!("{name}: {note}"));
    }
    if let Some(reason) = &outcome.as_text {
        screen.say(&format!("{name}: merged as plain text by git merge-file, since {reason}"));
        if outcome.text_conflicts > 0 {
            screen.say(&format!(
                "{name}: {} left, marked in the text",
                count(outcome.text_conflicts, "conflict")
            ));
        }
        return;
    }
    let conflicts = &outcome.conflicts.list;
    if conflicts.is_empty() {
        return;
    }
    let open = prefer == Prefer::Nobody;
    for conflict in conflicts {
        let line = format!("{name}: conflict: {}", conflict.line());
        if open { screen.say(&line) } else { screen.note(&line) }
    }
    let cells = outcome.conflicts.cells();
    let mut said = Vec::new();
    if cells > 0 {
        said.push(count(cells, "cell"));
    }
    if conflicts.len() > cells {
        said.push(count(conflicts.len() - cells, "other place"));
    }
    let what = said.join(" and ");
    let end = match (prefer, outcome.conflicts.has_markers) {
        (Prefer::Ours, _) => "decided for ours".to_owned(),
        (Prefer::Theirs, _) => "decided for theirs".to_owned(),
        (Prefer::Nobody, true) if cells > 0 => {
            "ours' cells stay, the rest is between conflict markers".to_owned()
        }
        (Prefer::Nobody, true) => "both texts are between conflict markers".to_owned(),
        (Prefer::Nobody, false) => "ours stays, so the file loads".to_owned(),
    };
    let line = format!("{name}: both sides changed {what}: {end}");
    if open { screen.say(&line) } else { screen.note(&line) }
}
