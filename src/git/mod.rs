//! git: what it holds, and what it is told about this program. The only place that starts git.
//!
//! Knows bytes and paths; what a scene is, is known above and below.

mod attributes;
mod install;
mod revisions;
mod run;
mod text_merge;

pub use install::{InstallReport, Installation, install, status, uninstall};
pub use revisions::{FilePair, changed_files};
pub use run::GitError;
pub use text_merge::{TextMerge, merge_file};
