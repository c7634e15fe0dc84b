//! The commands as library calls: files in, report data out. No arguments are parsed here and nothing is printed.

mod build;
mod change;
mod check;
mod clean;
mod decode;
mod diff;
mod edit;
mod filter;
mod list;
mod merge;
mod migrate;
mod open;
mod select;

pub use build::{BufferForm, BuildInto, buffer_text, build_into};
pub use change::{ChangeOptions, Mode, Output};
pub use check::{Mending, RuleOptions, check_file, settings_for};
pub use clean::{CleanOptions, clean_file};
pub use decode::{DecodedFile, decode_file, decode_text};
pub use diff::{DiffPair, DiffSide, FileDiff, diff_pair, diff_pairs};
pub use edit::edit_file;
pub use filter::{textconv, to_engine, to_rows};
pub use list::{ListedFile, list_file};
pub use merge::{MergeFiles, MergeOutcome, merge_files};
pub use migrate::{MigrateOptions, Migrated, migrate};
pub use open::{Input, Opened, open};
pub use select::LayerFilter;
