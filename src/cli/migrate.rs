use std::io;
use std::path::PathBuf;

use clap::ValueEnum;

use super::files::Files;
use super::options::{Global, Layers, Paths, Writing};
use super::screen::Screen;
use super::{DONE, FAILED, FOUND, NO_LAYER, count, report};
use crate::batch::{self, Configs};
use crate::command::{MigrateOptions, Migrated, Mode, migrate};
use crate::migrate::{Mapping, Options, Reach, Shape, Weight};
use crate::report::{FileOutcome, Status, Trouble};

/// Turn TileMap nodes into TileMapLayer nodes, over a whole project
///
/// Each TileMap becomes a Node2D of the same name and place; its layers become TileMapLayers, its first children.
/// Scenes that instance or inherit a scene with a TileMap, and animations that move its layers, change in the same run:
/// name the folder of the project. What hangs together is written together or not at all. Scripts are not rewritten:
/// the lines that a person must change are listed with the new call. Nothing is lost and nothing is silent; commit
/// first, look with --diff, keep the --report.
#[derive(clap::Args, Debug)]
#[command(after_help = EXIT_CODES)]
pub(super) struct Migrate {
    #[command(flatten)]
    paths: Paths,
    /// What is left where the TileMap was
    #[arg(long, value_enum, value_name = "MODE", default_value_t)]
    mode: Kind,
    /// Which layers get what the TileMap itself says (light mask, quadrant size, …)
    #[arg(long, value_enum, value_name = "WHICH", default_value_t)]
    settings: Which,
    #[command(flatten)]
    layers: Layers,
    #[command(flatten)]
    writing: Writing,
    /// Write what was done and what to look at; as JSON if FILE ends in .json, else as Markdown
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// For Godot 3: what each old tile is today, as --write-mapping wrote it and you filled it in
    #[arg(long, value_name = "FILE")]
    tiles: Option<PathBuf>,
    /// For Godot 3: write a list of all old tiles, to be filled in
    #[arg(long, value_name = "FILE")]
    write_mapping: Option<PathBuf>,
}

const EXIT_CODES: &str = "Exit codes:
  0  done, and nothing to look at
  1  done, and there is something that a person must look at; or it would change (--check, --diff)
  2  something is refused or failed, and stays as it was";

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// A Node2D that holds the layers
    #[default]
    Container,
    /// A TileMap without layers, as the editor's own "Extract TileMap layers" leaves it
    Editor,
    /// The layer itself, for maps with one layer
    InPlace,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Which {
    /// All, as in 4.0 to 4.2
    #[default]
    EveryLayer,
    /// Those to which 4.3 and later give it when they load the file: mostly the first one
    AsLoaded,
}

impl Migrate {
    pub fn run(&self, _global: &Global, screen: &Screen) -> io::Result<u8> {
        let configs = Configs::default();
        let prepared =
            self.layers.filter().and_then(|filter| Ok((filter, Files::find(&self.paths, &configs, screen)?)));
        let (filter, files) = match prepared {
            Ok(prepared) => prepared,
            Err(message) => return screen.fail(&message),
        };
        if let Some(glob) = self.layers.layers.iter().find(|glob| glob.contains('#')) {
            return screen.fail(&format!(
                "--layer {glob}: a TileMap moves with all of its layers; name the node without `#`"
            ));
        }
        if let Some(message) = report::refused(&self.writing, &files, screen) {
            return screen.fail(&message);
        }
        let mapping = match self.mapping() {
            Ok(mapping) => mapping,
            Err(message) => return screen.fail(&message),
        };
        let change = self.writing.options(filter, None);
        let options = MigrateOptions {
            mode: change.mode,
            output: change.output,
            filter: change.filter,
            options: Options {
                shape: match self.mode {
                    Kind::Container => Shape::Container,
                    Kind::Editor => Shape::Editor,
                    Kind::InPlace => Shape::InPlace,
                },
                reach: match self.settings {
                    Which::EveryLayer => Reach::EveryLayer,
                    Which::AsLoaded => Reach::AsLoaded,
                },
                mapping,
            },
        };
        let mut migrated = migrate(&files.inputs, &options);
        let missing = files.troubles.iter();
        let missing = missing.map(|trouble| FileOutcome::failed(trouble.path.clone(), vec![trouble.clone()]));
        migrated.outcomes.splice(0..0, missing);
        if !options.filter.is_all() && migrated.report.maps.is_empty() {
            screen.note(NO_LAYER);
        }
        if let Err(message) = self.write_beside(&migrated, options.mode != Mode::Write) {
            screen.error(&message);
            self.show(&migrated, &files, screen)?;
            return Ok(FAILED);
        }
        self.show(&migrated, &files, screen)
    }

    fn mapping(&self) -> Result<Option<Mapping>, String> {
        let Some(path) = &self.tiles else { return Ok(None) };
        let (source, _) = batch::read(path).map_err(|error| error.message)?;
        let text = String::from_utf8_lossy(source.bytes()).into_owned();
        Mapping::parse(&text).map(Some).map_err(|message| format!("{}: {message}", path.display()))
    }

    /// The report and the mapping.
    fn write_beside(&self, migrated: &Migrated, dry: bool) -> Result<(), String> {
        if let Some(path) = &self.report {
            let is_json = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("json"));
            let text = if is_json {
                let json = migrated.report.json(&migrated.outcomes);
                serde_json::to_string_pretty(&json).map_err(|error| error.to_string())? + "\n"
            } else {
                migrated.report.markdown(dry)
            };
            batch::write_new(path, text.as_bytes()).map_err(|error| error.message)?;
        }
        if let Some(path) = &self.write_mapping {
            batch::write_new(path, migrated.old_tiles.template().as_bytes())
                .map_err(|error| error.message)?;
        }
        Ok(())
    }

    fn show(&self, migrated: &Migrated, files: &Files, screen: &Screen) -> io::Result<u8> {
        for outcome in &migrated.outcomes {
            screen.troubles(&outcome.troubles);
        }
        let of = |weight: Weight| {
            let found = migrated.troubles.iter().filter(move |(other, _)| *other == weight);
            found.map(|(_, trouble)| trouble.clone()).collect::<Vec<Trouble>>()
        };
        screen.troubles(&of(Weight::Refusal));
        let warnings = of(Weight::Warning);
        let told = if screen.is_verbose() { warnings.len() } else { warnings.len().min(TOLD) };
        screen.troubles(&warnings[..told]);
        if warnings.len() > told {
            let more = warnings.len() - told;
            screen.note(&format!("and {more} more to look at: -v or --report FILE tells them all"));
        }
        for note in of(Weight::Note) {
            screen.detail(&note.one_line());
        }
        if !screen.json && !self.writing.takes_stdout(files.stdin) {
            report::tell(&migrated.outcomes, &self.writing, screen)?;
        }
        let changed = migrated.outcomes.iter().filter(|outcome| outcome.status == Status::Changed).count();
        let failed = migrated.outcomes.iter().filter(|outcome| outcome.status == Status::Failed).count();
        let refused = migrated.report.count(Weight::Refusal);
        let dry = self.writing.check || self.writing.diff;
        if screen.json {
            screen.json(&migrated.report.json(&migrated.outcomes))?;
        } else {
            let verb = if dry { "would change" } else { "changed" };
            let mut said = vec![format!("{changed} of {} {verb}", count(migrated.outcomes.len(), "file"))];
            if failed > 0 {
                said.push(format!("{failed} failed"));
            }
            let moved = migrated.report.maps.iter().filter(|map| map.outcome == "moved").count();
            said.push(format!("{} {}", count(moved, "TileMap"), if dry { "would move" } else { "moved" }));
            if !warnings.is_empty() {
                said.push(format!("{} to look at", warnings.len()));
            }
            screen.note(&said.join(", "));
        }
        Ok(match (failed + refused, (dry && changed > 0) || !warnings.is_empty()) {
            (0, false) => DONE,
            (0, true) => FOUND,
            _ => FAILED,
        })
    }
}

/// Warnings that are told without being asked.
const TOLD: usize = 30;
