//! The commands as library calls: files in, report data out. No arguments are parsed here and nothing is printed.

mod build;
mod change;
mod clean;
mod decode;
mod edit;
mod list;
mod migrate;
mod open;
mod select;

pub use build::{BufferForm, BuildInto, buffer_text, build_into};
pub use change::{ChangeOptions, Mode, Output};
pub use clean::{CleanOptions, clean_file};
pub use decode::{DecodedFile, decode_file, decode_text};
pub use edit::edit_file;
pub use list::{ListedFile, list_file};
pub use migrate::{MigrateOptions, Migrated, migrate};
pub use open::{Input, Opened, open};
pub use select::LayerFilter;
