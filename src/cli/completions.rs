use std::io::{self, Write};

use clap_complete::Shell;

use super::DONE;

/// Print the completions of a shell
#[derive(clap::Args, Debug)]
pub(super) struct Completions {
    /// Which shell
    shell: Shell,
}

impl Completions {
    pub fn run(&self, mut command: clap::Command) -> io::Result<u8> {
        let mut text = Vec::new();
        clap_complete::generate(self.shell, &mut command, "tilewright", &mut text);
        io::stdout().lock().write_all(&text)?;
        Ok(DONE)
    }
}
