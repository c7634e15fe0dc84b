use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};

use super::screen::Screen;
use super::{DONE, FOUND};
use crate::command::{textconv, to_engine, to_rows};
use crate::git::{self, GitError, InstallReport, Installation};
use crate::report::Trouble;

/// Let git show and merge cells: install, uninstall, status
///
/// `install` writes lines between markers into .gitattributes, and entries into git's configuration, for: a diff driver
/// (`git diff` and `git log -p` show cells), a merge driver (`git merge`, `rebase`, `cherry-pick` and `stash pop` merge
/// cells) and, with --rows, a filter that keeps one cell a line in the repository. The attributes are committed and the
/// configuration is not: who has not installed tilewright merges as git always does.
#[derive(Args, Debug)]
pub(super) struct Git {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Set up this repository, or all of yours
    Install {
        /// For all repositories of yours, not only this one
        #[arg(long)]
        global: bool,
        /// Also keep one cell a line in the repository, so that every review page shows cells
        #[arg(long)]
        rows: bool,
    },
    /// Take back what install wrote
    Uninstall {
        /// What was installed for all repositories
        #[arg(long)]
        global: bool,
    },
    /// Say what is installed; exits with 1 if something is missing
    Status {
        /// What is installed for all repositories
        #[arg(long)]
        global: bool,
    },
    /// Print a scene with one cell a line, for git to compare
    ///
    /// Never fails on what a file holds: what cannot be read is printed as it is.
    Textconv {
        /// The file; `-` is standard input
        #[arg(default_value = "-")]
        file: PathBuf,
    },
    /// The filter on the way into the repository: standard input, cells one a line
    #[command(hide = true)]
    Clean {
        /// What git calls the file
        file: Option<PathBuf>,
    },
    /// The filter on the way out of the repository: standard input, as the engine writes it
    #[command(hide = true)]
    Smudge {
        /// What git calls the file
        file: Option<PathBuf>,
    },
}

impl Git {
    pub fn run(&self, screen: &Screen) -> io::Result<u8> {
        let here = Path::new(".");
        match &self.command {
            Command::Install { global, rows } => {
                let what = Installation { global: *global, rows: *rows };
                let outcome = git::install(here, what);
                let fresh = matches!(&outcome, Ok(report) if report.changed);
                let code = told(outcome, "nothing to do: all is installed", DONE, screen)?;
                if fresh && !global {
                    screen.note(
                        "commit .gitattributes, so that it holds for everybody who installs tilewright",
                    );
                }
                if fresh && *rows {
                    screen.note(
                        "`git add --renormalize .` turns the scenes that are in the repository into rows",
                    );
                }
                Ok(code)
            }
            Command::Uninstall { global } => {
                told(git::uninstall(here, *global), "nothing to do: nothing is installed", DONE, screen)
            }
            Command::Status { global } => told(git::status(here, *global), "", FOUND, screen),
            Command::Textconv { file } => {
                let bytes = match file.as_os_str() == "-" {
                    true => input()?,
                    false => match crate::batch::read(file) {
                        Ok((source, _)) => source.bytes().to_vec(),
                        Err(error) => return screen.fail_with(&[Trouble::of_file_error(&error)]),
                    },
                };
                print(&safely(&bytes, |bytes| Some(textconv(bytes))))
            }
            Command::Clean { .. } => {
                let bytes = input()?;
                print(&safely(&bytes, to_rows))
            }
            Command::Smudge { .. } => {
                let bytes = input()?;
                print(&safely(&bytes, to_engine))
            }
        }
    }
}

/// What a filter makes of a text; the text itself if that is nothing, or a fault.
fn safely(bytes: &[u8], filter: impl Fn(&[u8]) -> Option<Vec<u8>> + Sync) -> Vec<u8> {
    if bytes.len() as u64 > crate::source::MAX_LEN {
        return bytes.to_vec();
    }
    let done = crate::batch::run(&[()], Some(1), &crate::batch::Silent, |()| filter(bytes)).pop();
    match done {
        Some(Ok(Some(text))) => text,
        _ => bytes.to_vec(),
    }
}

fn input() -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    io::stdin().lock().read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn print(bytes: &[u8]) -> io::Result<u8> {
    let mut out = io::stdout().lock();
    out.write_all(bytes)?;
    out.flush()?;
    Ok(DONE)
}

fn told(
    outcome: Result<InstallReport, GitError>,
    nothing: &str,
    changed: u8,
    screen: &Screen,
) -> io::Result<u8> {
    match outcome {
        Ok(report) if screen.json => {
            #[derive(serde::Serialize)]
            struct Told<'t> {
                schema: u32,
                attributes: String,
                complete: bool,
                lines: &'t [String],
            }
            let attributes = report.attributes.display().to_string();
            // A status that would have to change something is not complete.
            let complete = changed == DONE || !report.changed;
            screen.json(&Told { schema: 1, attributes, complete, lines: &report.lines })?;
            Ok(if report.changed { changed } else { DONE })
        }
        Ok(report) => {
            let mut out = screen.out();
            report.lines.iter().try_for_each(|line| writeln!(out, "{line}"))?;
            out.flush()?;
            if report.lines.is_empty() {
                screen.note(nothing);
            }
            Ok(if report.changed { changed } else { DONE })
        }
        Err(error) => screen.fail(&error.to_string()),
    }
}
