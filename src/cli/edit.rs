use std::io;

use clap::{Arg, ArgAction, ArgMatches, Command, FromArgMatches};

use super::files::Files;
use super::options::{Global, Layers, Paths, Writing};
use super::report;
use super::screen::Screen;
use crate::batch::Configs;
use crate::command::edit_file;
use crate::op::{self, Operation, OperationKind};
use crate::project::Geometry;
use crate::report::FileOutcome;

/// Move, crop, replace, turn or recode cells
///
/// Operations are applied in the order written and end in one atomic write. Regions are in cells. Flip, rotate and
/// transpose happen within the bounds of all selected layers of a file together, whose top-left corner stays.
#[derive(clap::Args, Debug)]
pub(super) struct Edit {
    #[command(flatten)]
    paths: Paths,
    #[command(flatten)]
    operations: Operations,
    #[command(flatten)]
    layers: Layers,
    #[command(flatten)]
    writing: Writing,
    /// The shape of the cells where the TileSet cannot be read: square, isometric, half-offset or hexagon, then the
    /// layout and the offset axis (`hexagon,stacked-offset,vertical`)
    #[arg(long, value_name = "SHAPE")]
    shape: Option<Geometry>,
}

impl Edit {
    pub fn run(&self, global: &Global, screen: &Screen) -> io::Result<u8> {
        let configs = Configs::default();
        let (filter, files) = match Files::with_layers(&self.paths, &self.layers, &configs, screen) {
            Ok(found) => found,
            Err(message) => return screen.fail(&message),
        };
        if self.operations.0.is_empty() {
            let flags: Vec<String> = op::ALL.iter().map(|kind| format!("--{}", kind.flag)).collect();
            return screen.fail(&format!("nothing to do: give at least one of {}", flags.join(", ")));
        }
        let options = self.writing.options(filter, self.shape);
        if let Some(message) = report::refused(&self.writing, &files, screen) {
            return screen.fail(&message);
        }
        let outcomes = files.run(
            global,
            screen,
            |input| edit_file(input, &self.operations.0, &options),
            |input, trouble| FileOutcome::failed(input.name(), vec![trouble]),
        );
        report::warn_of_no_layer(&options.filter, &outcomes, screen);
        report::outcomes(outcomes, &files, &self.writing, screen)
    }
}

/// The operations in the order in which they stand on the command line, which a derived type cannot keep.
#[derive(Debug)]
struct Operations(Vec<Box<dyn Operation>>);

impl clap::Args for Operations {
    fn augment_args(command: Command) -> Command {
        op::ALL.iter().fold(command, |command, kind| command.arg(argument(kind)))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

fn argument(kind: &OperationKind) -> Arg {
    let argument = Arg::new(kind.flag).long(kind.flag).help(kind.help).help_heading("Operations");
    if kind.value.is_empty() {
        return argument.action(ArgAction::Append).num_args(0).default_missing_value("");
    }
    let parse = kind.parse;
    argument
        .action(ArgAction::Append)
        .value_name(kind.value)
        .allow_hyphen_values(true)
        .value_parser(move |text: &str| parse(text).map(|_| text.to_owned()))
}

impl FromArgMatches for Operations {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut operations = Vec::new();
        for kind in op::ALL {
            let Some(indices) = matches.indices_of(kind.flag) else { continue };
            let values = matches.get_many::<String>(kind.flag).into_iter().flatten();
            for (index, value) in indices.zip(values) {
                let operation = (kind.parse)(value)
                    .map_err(|message| clap::Error::raw(clap::error::ErrorKind::ValueValidation, message))?;
                operations.push((index, operation));
            }
        }
        operations.sort_by_key(|(index, _)| *index);
        Ok(Operations(operations.into_iter().map(|(_, operation)| operation).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}
