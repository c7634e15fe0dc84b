//! The program: parses its arguments, runs, and gives back the exit code.

use std::process::ExitCode;

fn main() -> ExitCode {
    tilewright::cli::main()
}
