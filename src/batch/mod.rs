//! Many files at once: which ones, their config, running over them, and writing them safely.
//!
//! Owns: the file system. Knows bytes, edits and threads; what an edit means, and whether the new
//! text says what it should, is told by whoever calls (`prove`). Draws no progress and prints nothing.

mod config;
mod discover;
mod draft;
mod error;
mod exclude;
mod proof;
mod read;
mod repository;
mod run;
mod write;

pub use config::{Check, Clean, Config, Configs, KEYS, Key, Kind, Setting, schema};
pub use discover::{Discovered, Options, discover};
pub use error::FileError;
pub use exclude::Skip;
pub use read::{Stamp, read, read_stdin, real_path};
pub use run::{Panicked, Progress, Silent, bound_threads, run};
pub use write::{Output, Written, preview, replace, write_new, write_out};
