//! `config show` and `config schema`.

use std::io::{self, Write};
use std::path::PathBuf;

use serde::Serialize;

use super::DONE;
use super::screen::Screen;
use crate::batch::{self, Configs, Setting};
use crate::report::Trouble;

/// Show the settings in force, or the schema of tilewright.toml
#[derive(clap::Args, Debug)]
pub(super) struct Config {
    #[command(subcommand)]
    what: What,
}

#[derive(clap::Subcommand, Debug)]
enum What {
    /// Which settings hold for a path, and where each comes from
    Show {
        /// A file or a folder; it need not exist
        #[arg(default_value = ".", value_name = "PATH")]
        path: PathBuf,
    },
    /// The JSON schema of tilewright.toml, for editors
    Schema,
}

#[derive(Serialize)]
struct Shown {
    schema: u32,
    path: String,
    config: Option<String>,
    settings: Vec<Setting>,
    rules: Vec<&'static str>,
}

impl Config {
    pub fn run(&self, screen: &Screen) -> io::Result<u8> {
        let path = match &self.what {
            What::Schema => {
                let mut out = screen.out();
                writeln!(out, "{:#}", batch::schema())?;
                out.flush()?;
                return Ok(DONE);
            }
            What::Show { path } => path,
        };
        // Of a folder: what holds for a file in it.
        let file = if path.is_dir() { path.join("x.tscn") } else { path.clone() };
        let config = match Configs::default().of(&file) {
            Ok(config) => config,
            Err(error) => return screen.fail_with(&[Trouble::of_file_error(&error)]),
        };
        let settings = config.shown();
        let rules = config.check.settings(&batch::real_path(&file), None).rules;
        let rules: Vec<&str> = rules.iter().map(|rule| rule.code).collect();
        let source = config.path.as_ref().map(|path| path.display().to_string());
        if screen.json {
            let path = path.display().to_string();
            screen.json(&Shown { schema: 1, path, config: source, settings, rules })?;
            return Ok(DONE);
        }
        let mut out = screen.out();
        for Setting { key, value, from, line } in &settings {
            let from = match (from, line) {
                (Some(from), Some(line)) => format!("{from} line {line}"),
                _ => "default".to_owned(),
            };
            writeln!(out, "{:<40}  # {from}", format!("{key} = {value}"))?;
        }
        writeln!(out, "\nrules of check for this path: {}", rules.join(" "))?;
        out.flush()?;
        if source.is_none() {
            screen.note("no tilewright.toml here or above: all is as by default");
        }
        Ok(DONE)
    }
}
