use std::io::{self, Write};

use super::DONE;

/// Print the manual page, that of a subcommand too
#[derive(clap::Args, Debug)]
pub(super) struct Man {
    /// A subcommand
    subcommand: Option<String>,
}

impl Man {
    pub fn run(&self, mut command: clap::Command) -> io::Result<u8> {
        command.build();
        let page = match &self.subcommand {
            None => command,
            Some(name) => match command.find_subcommand(name) {
                Some(found) => found.clone().display_name(format!("tilewright-{name}")),
                None => {
                    writeln!(io::stderr().lock(), "error: there is no subcommand `{name}`")?;
                    return Ok(super::FAILED);
                }
            },
        };
        let mut text = Vec::new();
        clap_mangen::Man::new(page).render(&mut text)?;
        io::stdout().lock().write_all(&text)?;
        Ok(DONE)
    }
}
