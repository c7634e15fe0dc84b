//! The command line: clap types, and one file a subcommand: arguments → one library call → report.

mod build;
mod check;
mod clean;
mod completions;
mod config;
mod decode;
mod diff;
mod edit;
mod files;
mod git;
mod list;
mod man;
mod merge;
mod migrate;
mod options;
mod report;
mod rules;
mod screen;
mod text;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

use options::Global;
use screen::Screen;
use text::count;

use crate::report::Failure;

/// Nothing left to say.
const DONE: u8 = 0;
/// Findings, "would change", something damaged.
const FOUND: u8 = 1;
/// Something failed.
const FAILED: u8 = 2;
/// This program is at fault: above 128, so that git takes it for no answer at all.
const CRASHED: u8 = 129;

/// What is said where --layer chooses nothing.
const NO_LAYER: &str = "no layer matches --layer; `tilewright list` shows what the layers are called";

/// Lists, decodes, builds, cleans, edits, migrates, checks, compares and merges the tile layers in Godot's text scenes,
/// without the engine and without touching a byte that was not asked for.
#[derive(Parser, Debug)]
#[command(name = "tilewright", version, max_term_width = 100, after_help = EXIT_CODES)]
struct Cli {
    #[command(flatten)]
    global: Global,
    #[command(subcommand)]
    command: Command,
}

const EXIT_CODES: &str = "Exit codes:
  0  nothing left to say
  1  something found (check), or damaged (list, decode), or it would change (--check, --diff)
  2  something failed: wrong usage, a file that cannot be read, or a change that is refused";

#[derive(Subcommand, Debug)]
enum Command {
    List(list::List),
    Decode(decode::Decode),
    Build(build::Build),
    Clean(clean::Clean),
    Edit(edit::Edit),
    Migrate(migrate::Migrate),
    Check(check::Check),
    Config(config::Config),
    Diff(diff::Diff),
    Merge(merge::Merge),
    Git(git::Git),
    Completions(completions::Completions),
    Man(man::Man),
}

/// Runs the program on the arguments of the process.
pub fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // clap's own code for wrong usage is 2 as well; help and version are no failure.
            let failed = error.use_stderr();
            let mut told = error.print();
            if failed && wants_json(std::env::args_os()) {
                let text = error.render().to_string();
                let message = text.lines().next().unwrap_or_default().trim_start_matches("error: ");
                told = told.and(screen::print_json(&Failure::new(message)));
            }
            return ExitCode::from(if failed || told.is_err() { FAILED } else { DONE });
        }
    };
    let screen = Screen::new(&cli.global);
    if !cli.global.output_format.is_general() && !matches!(cli.command, Command::Check(_)) {
        screen.error(
            "--output-format concise, github and sarif are for `check`; other commands know human and json",
        );
        return ExitCode::from(FAILED);
    }
    if let Some(jobs) = cli.global.jobs {
        crate::batch::bound_threads(jobs.into());
    }
    let outcome = match cli.command {
        Command::List(command) => command.run(&cli.global, &screen),
        Command::Decode(command) => command.run(&cli.global, &screen),
        Command::Build(command) => command.run(&screen),
        Command::Clean(command) => command.run(&cli.global, &screen),
        Command::Edit(command) => command.run(&cli.global, &screen),
        Command::Migrate(command) => command.run(&cli.global, &screen),
        Command::Check(command) => command.run(&cli.global, &screen),
        Command::Config(command) => command.run(&screen),
        Command::Diff(command) => command.run(&cli.global, &screen),
        Command::Merge(command) => command.run(&screen),
        Command::Git(command) => command.run(&screen),
        Command::Completions(command) => command.run(Cli::command()),
        Command::Man(command) => command.run(Cli::command()),
    };
    match outcome {
        Ok(code) => ExitCode::from(code),
        // Whoever reads our output has heard enough: `tilewright list | head`.
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => ExitCode::from(DONE),
        Err(error) => {
            screen.error(&format!("writing the output failed: {error}"));
            ExitCode::from(FAILED)
        }
    }
}

/// Whether arguments that could not be parsed ask for JSON.
fn wants_json(arguments: impl Iterator<Item = OsString>) -> bool {
    let arguments: Vec<OsString> = arguments.take_while(|argument| argument != "--").collect();
    let joined = arguments.iter().any(|argument| argument == "--output-format=json");
    joined || arguments.windows(2).any(|pair| pair[0] == "--output-format" && pair[1] == "json")
}
