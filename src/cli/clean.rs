use std::io;

use super::files::Files;
use super::options::{Global, Layers, Paths, Writing};
use super::report;
use super::screen::Screen;
use crate::batch::Configs;
use crate::command::{CleanOptions, clean_file};
use crate::op::Order;
use crate::report::FileOutcome;

/// Drop what the engine drops on load: overridden and erased records
///
/// Duplicates are collapsed first, as the engine does (the last record's value at the first one's place), then
/// tombstones go. A layer left without cells loses its property, as the engine writes it.
#[derive(clap::Args, Debug)]
pub(super) struct Clean {
    #[command(flatten)]
    paths: Paths,
    #[command(flatten)]
    layers: Layers,
    #[command(flatten)]
    writing: Writing,
    /// Also put the records in order: yx (row by row) or xy (column by column)
    #[arg(long, value_name = "ORDER")]
    sort: Option<Order>,
    /// Drop bytes left over behind the last whole record, instead of refusing the buffer
    #[arg(long)]
    repair: bool,
}

impl Clean {
    pub fn run(&self, global: &Global, screen: &Screen) -> io::Result<u8> {
        let configs = Configs::default();
        let (filter, files) = match Files::with_layers(&self.paths, &self.layers, &configs, screen) {
            Ok(found) => found,
            Err(message) => return screen.fail(&message),
        };
        let options = self.writing.options(filter, None);
        if let Some(message) = report::refused(&self.writing, &files, screen) {
            return screen.fail(&message);
        }
        let outcomes = files.run(
            global,
            screen,
            |input| {
                let sort = match self.sort {
                    Some(order) => Some(order),
                    None => match configs.of(input.place()) {
                        Ok(config) => config.clean.sort,
                        Err(error) => {
                            return FileOutcome::failed(
                                input.name(),
                                vec![crate::report::Trouble::of_file_error(&error)],
                            );
                        }
                    },
                };
                clean_file(input, CleanOptions { sort, repair: self.repair }, &options)
            },
            |input, trouble| FileOutcome::failed(input.name(), vec![trouble]),
        );
        report::warn_of_no_layer(&options.filter, &outcomes, screen);
        report::outcomes(outcomes, &files, &self.writing, screen)
    }
}
