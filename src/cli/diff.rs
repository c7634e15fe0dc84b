use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anstyle::{AnsiColor, Style};
use clap::ValueEnum;

use super::options::{Global, Layers};
use super::screen::Screen;
use super::{DONE, FAILED, FOUND};
use crate::batch::{self, Configs};
use crate::command::{DiffPair, DiffSide, FileDiff, LayerFilter, diff_pair, diff_pairs};
use crate::diff::SceneDiff;
use crate::git;
use crate::report::{DiffReport, MapCell, Mark, Trouble, WithProblems, change_map, diff_lines};

mod encode;
mod put;

/// Show what was painted, and what else changed, between two scenes
///
/// Compares files, folders or, with --git, revisions. Cells are compared as they lie on the map, whatever their encoding
/// and order; the rest of the scene by what it is, not by its lines. Ids, uids, encodings and the like are told in one
/// line and count as a difference only with --strict.
#[derive(clap::Args, Debug)]
#[command(after_help = "Exit codes: 0 the same; 1 different; 2 something failed")]
pub(super) struct Diff {
    /// The old and the new file or folder; `-` is standard input. With --git, paths to look at
    #[arg(value_name = "PATHS")]
    paths: Vec<PathBuf>,
    /// Compare two revisions (`main..feature`), or one (`HEAD`) with the work tree
    #[arg(long, value_name = "REV[..REV]")]
    git: Option<String>,
    #[command(flatten)]
    layers: Layers,
    /// How the difference is printed
    #[arg(long = "as", value_enum, value_name = "FORM")]
    form: Option<Form>,
    /// Where a page or a picture goes instead of standard output; `-` is standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Every cell on a line of its own
    #[arg(long)]
    all: bool,
    /// Also draw a small map of each layer's change
    #[arg(long)]
    map: bool,
    /// Differences that mean nothing count, too: ids, encodings, order of records, white space
    #[arg(long)]
    strict: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Form {
    /// For people
    Human,
    /// One document
    Json,
    /// A picture of the maps: green is new, red is gone, yellow is another tile
    Png,
    /// One page with the maps, the cells and the rest
    Html,
}

impl Diff {
    pub fn run(&self, global: &Global, screen: &Screen) -> io::Result<u8> {
        let prepared = self.layers.filter().and_then(|filter| Ok((filter, self.pairs()?)));
        let (filter, (pairs, troubles)) = match prepared {
            Ok(prepared) => prepared,
            Err(message) => {
                return screen.fail(&message);
            }
        };
        if let Some(message) = self.refused(screen) {
            return screen.fail(message);
        }
        screen.troubles(&troubles);
        let outcomes = self.compare(&pairs, &filter, global);
        let mut code = if troubles.is_empty() { DONE } else { FAILED };
        for outcome in &outcomes {
            screen.troubles(&outcome.troubles);
            let differs = !outcome.diff.is_empty() || (self.strict && !outcome.diff.bookkeeping.is_empty());
            code = code.max(match (outcome.failed, differs) {
                (true, _) => FAILED,
                (_, true) => FOUND,
                _ => DONE,
            });
        }
        if self.form == Some(Form::Json) || (self.form.is_none() && screen.json) {
            let files = outcomes
                .iter()
                .filter(|outcome| !outcome.failed)
                .map(|outcome| (outcome.path.as_str(), &outcome.diff));
            let told = troubles.iter().chain(outcomes.iter().flat_map(|outcome| &outcome.troubles));
            screen.json(&WithProblems::new(DiffReport::new(files), told))?;
            return Ok(code);
        }
        if matches!(self.form, Some(Form::Png | Form::Html)) {
            // Where nothing could be compared, a page or a picture would say that nothing differs.
            if code == FAILED && outcomes.iter().all(|outcome| outcome.failed) {
                return Ok(code);
            }
            if let Err(error) = self.put(&outcomes, &troubles, screen)? {
                return screen.fail_with(&[Trouble::of_file_error(&error)]);
            }
        } else {
            let mut out = screen.out();
            for outcome in &outcomes {
                self.show(outcome, screen, &mut out)?;
            }
            out.flush()?;
        }
        if code == DONE && outcomes.iter().all(|outcome| outcome.diff.bookkeeping.is_empty()) {
            screen.note("no difference");
        }
        Ok(code)
    }

    fn pairs(&self) -> Result<(Vec<DiffPair>, Vec<Trouble>), String> {
        if let Some(range) = &self.git {
            let files =
                git::changed_files(Path::new("."), range, &self.paths).map_err(|error| error.to_string())?;
            let side = |name: &str, bytes: Option<Vec<u8>>| match bytes {
                Some(bytes) => DiffSide::Bytes(name.to_owned(), bytes),
                None => DiffSide::Nothing,
            };
            let pairs = files
                .into_iter()
                .map(|file| DiffPair {
                    before: side(&file.path, file.before),
                    after: side(&file.path, file.after),
                    name: file.path,
                })
                .collect();
            return Ok((pairs, Vec::new()));
        }
        match &self.paths[..] {
            [a, b] => Ok(diff_pairs(a, b, &Configs::default())),
            _ => Err(format!(
                "diff takes two files or folders, and {} given; `--git REV` compares with a revision",
                match self.paths.len() {
                    1 => "one is".to_owned(),
                    number => format!("{number} are"),
                }
            )),
        }
    }

    fn compare(&self, pairs: &[DiffPair], filter: &LayerFilter, global: &Global) -> Vec<FileDiff> {
        let jobs = global.jobs.map(usize::from);
        let outcomes = batch::run(pairs, jobs, &batch::Silent, |pair| diff_pair(pair, filter));
        let crashed = |pair: &DiffPair, trouble| FileDiff {
            path: pair.name.clone(),
            names: (None, None),
            diff: SceneDiff::default(),
            troubles: vec![trouble],
            failed: true,
        };
        outcomes
            .into_iter()
            .zip(pairs)
            .map(|(outcome, pair)| {
                outcome.unwrap_or_else(|panicked| {
                    crashed(pair, Trouble::of_file_error(&panicked.in_file(Path::new(&pair.name))))
                })
            })
            .collect()
    }

    fn show(&self, outcome: &FileDiff, screen: &Screen, out: &mut impl Write) -> io::Result<()> {
        let lines = diff_lines(&outcome.diff, self.all);
        if lines.is_empty() {
            return Ok(());
        }
        let [before, after] = names(outcome);
        let bold = screen.style(Style::new().bold());
        writeln!(out, "{bold}--- {before}{bold:#}\n{bold}+++ {after}{bold:#}")?;
        for line in lines {
            let style = self.style(line.mark, screen);
            writeln!(out, "{style}{}{style:#}", line.text)?;
        }
        if self.map {
            for layer in &outcome.diff.layers {
                let (rows, scale) = change_map(layer, width());
                let each =
                    if scale == 1 { String::new() } else { format!(", {scale}×{scale} cells a letter") };
                let corner = layer.cells.bounds().map_or((0, 0), |bounds| (bounds.x, bounds.y));
                writeln!(out, "{}, from ({}, {}){each}:", layer.label, corner.0, corner.1)?;
                for row in rows {
                    for run in row.chunk_by(|a, b| a == b) {
                        let style = self.style(mark(run[0]), screen);
                        let text: String = run.iter().map(|cell| cell.letter()).collect();
                        write!(out, "{style}{text}{style:#}")?;
                    }
                    writeln!(out)?;
                }
            }
        }
        Ok(())
    }

    fn style(&self, mark: Mark, screen: &Screen) -> Style {
        screen.style(match mark {
            Mark::Head => Style::new().bold(),
            Mark::Added => AnsiColor::Green.on_default(),
            Mark::Removed => AnsiColor::Red.on_default(),
            Mark::Changed => AnsiColor::Yellow.on_default(),
            Mark::Plain => Style::new(),
        })
    }
}

/// What both sides are called.
fn names(outcome: &FileDiff) -> [&str; 2] {
    [&outcome.names.0, &outcome.names.1].map(|side| side.as_deref().unwrap_or("/dev/null"))
}

fn mark(cell: MapCell) -> Mark {
    match cell {
        MapCell::Same => Mark::Plain,
        MapCell::Added => Mark::Added,
        MapCell::Removed => Mark::Removed,
        MapCell::Changed => Mark::Changed,
    }
}

/// The width of the terminal, as the shell or the terminal tells it.
fn width() -> usize {
    let told = std::env::var("COLUMNS").ok().and_then(|text| text.parse().ok());
    let measured = || terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    told.or_else(measured).filter(|&width| width >= 10).unwrap_or(80)
}
