//! Options that several commands share.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::command::{ChangeOptions, Input, LayerFilter, Mode, Output};
use crate::project::{Disk, Geometry, Projects};

#[derive(Args, Debug)]
pub(super) struct Global {
    /// How results are printed on standard output
    #[arg(long, global = true, value_enum, default_value_t, value_name = "FORMAT", help_heading = "Output")]
    pub output_format: Format,
    /// When to use colours; this wins over NO_COLOR and CLICOLOR_FORCE
    #[arg(long, global = true, value_enum, default_value_t, value_name = "WHEN", help_heading = "Output")]
    pub color: Color,
    /// Say less: no summary, no remarks, no warnings; errors are still told
    #[arg(short, long, global = true, action = clap::ArgAction::Count, help_heading = "Output")]
    pub quiet: u8,
    /// Say more: which config counts, and which files and layers were left alone, and why
    #[arg(short, long, global = true, action = clap::ArgAction::Count, help_heading = "Output")]
    pub verbose: u8,
    /// Threads; by default as many as there are processors
    #[arg(short, long, global = true, value_name = "N", value_parser = clap::value_parser!(u16).range(1..), help_heading = "Output")]
    pub jobs: Option<u16>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// For people
    #[default]
    Human,
    /// One document on standard output
    Json,
    /// One line a finding (`check` only)
    Concise,
    /// Annotations of GitHub's workflows (`check` only)
    Github,
    /// SARIF 2.1.0, for code scanning (`check` only)
    Sarif,
}

impl Format {
    /// Whether every command knows it.
    pub fn is_general(self) -> bool {
        matches!(self, Format::Human | Format::Json)
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum Color {
    /// On a terminal
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

#[derive(Args, Debug)]
pub(super) struct Paths {
    /// Files, and folders to search for .tscn and .tres; `-` is standard input
    #[arg(default_value = ".", value_name = "PATHS")]
    pub paths: Vec<PathBuf>,
    /// With `-`: where the text would lie, for res:// paths, the config and messages
    #[arg(long, value_name = "PATH")]
    pub stdin_filename: Option<PathBuf>,
    /// Leave out what .gitignore, .gdignore or the config exclude even if it is named outright (for hooks)
    #[arg(long)]
    pub force_exclude: bool,
}

impl Paths {
    /// Whether standard input is meant, and nothing else.
    pub fn stdin(&self) -> Result<Option<Input>, String> {
        match &self.paths[..] {
            [one] if one.as_os_str() == "-" => Ok(Some(Input::Stdin(self.stdin_filename.clone()))),
            paths if paths.iter().any(|path| path.as_os_str() == "-") => {
                Err("`-` is standard input and cannot stand beside other paths".into())
            }
            _ => Ok(None),
        }
    }
}

#[derive(Args, Debug)]
pub(super) struct Layers {
    /// Only layers whose node path matches, from the scene's root (`.`) on: `World/Ground`, `**/Walls`, `Map#0` or
    /// `Map#Ground` for a layer of a TileMap; may be repeated
    #[arg(long = "layer", value_name = "GLOB")]
    pub layers: Vec<String>,
}

impl Layers {
    pub fn filter(&self) -> Result<LayerFilter, String> {
        LayerFilter::new(self.layers.iter().map(String::as_str))
    }
}

#[derive(Args, Debug)]
pub(super) struct Writing {
    /// Write nothing; list what would change, and exit with 1 if anything would
    #[arg(long, conflicts_with = "diff")]
    pub check: bool,
    /// Write nothing; show what would change, and exit with 1 if anything would
    #[arg(long)]
    pub diff: bool,
    /// Write the outcome here instead of in place; `-` is standard output
    #[arg(short, long, value_name = "FILE", conflicts_with_all = ["check", "diff"])]
    pub output: Option<PathBuf>,
}

impl Writing {
    pub fn options(&self, filter: LayerFilter, shape: Option<Geometry>) -> ChangeOptions {
        let mode = match (self.check, self.diff) {
            (true, _) => Mode::Check,
            (_, true) => Mode::Diff,
            _ => Mode::Write,
        };
        let output = self.output.as_ref().map(|path| match path.as_os_str() == "-" {
            true => Output::Stdout,
            false => Output::File(path.clone()),
        });
        ChangeOptions { mode, output, filter, shape, projects: Projects::new(Disk) }
    }

    /// Whether the outcome of a file goes to standard output, so that nothing else may.
    pub fn takes_stdout(&self, stdin: bool) -> bool {
        match &self.output {
            Some(path) => path.as_os_str() == "-",
            None => stdin && !self.check && !self.diff,
        }
    }
}
