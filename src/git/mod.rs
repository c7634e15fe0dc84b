//! git: what it holds, and what it is told about this program. The only place that starts git.
//!
//! Knows bytes and paths; what a scene is, is known above and below.

mod revisions;
mod run;

pub use revisions::{FilePair, changed_files};
pub use run::GitError;
