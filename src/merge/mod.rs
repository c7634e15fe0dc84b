//! Three texts of one scene into one: cell by cell, and the rest section by section, by what it is.
//!
//! The outcome is ours' bytes with what theirs did worked in; nothing that did not change is printed anew. Every outcome
//! is read again and proved before it is given away. Knows documents and cells; reads no files and prints nothing.

mod cells;
mod chunks;
mod conflict;
mod emit;
mod fate;
mod fields;
mod header;
mod ids;
mod layers;
mod proof;
mod sections;
mod sequence;
mod three;
mod translate;
mod tree;
mod values;

pub use cells::{CellClash, CellMerge, merge_cells};
pub use conflict::{Conflict, Conflicts};
pub use three::Side;

use crate::syntax::Document;

/// Who decides where both sides changed the same thing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Prefer {
    /// Nobody: ours' cells stay, anything else gets conflict markers.
    #[default]
    Nobody,
    /// Ours.
    Ours,
    /// Theirs.
    Theirs,
}

/// How to merge.
#[derive(Clone, Copy, Debug)]
pub struct MergeOptions {
    /// Who decides.
    pub prefer: Prefer,
    /// How many signs a conflict marker has; git says so, and 7 is its default.
    pub marker_size: usize,
}

impl Default for MergeOptions {
    fn default() -> Self {
        MergeOptions { prefer: Prefer::Nobody, marker_size: 7 }
    }
}

/// The outcome.
#[derive(Clone, Debug)]
pub struct Merged {
    /// The text; with conflict markers in it if [`Conflicts::has_markers`].
    pub bytes: Vec<u8>,
    /// Where both sides changed the same thing, also if somebody decided.
    pub conflicts: Conflicts,
    /// What a person may want to know.
    pub notes: Vec<String>,
}

/// Why three texts cannot be merged as scenes.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MergeError {
    /// One of them cannot be read as a scene.
    #[error("{side} cannot be read as a scene: {reason}")]
    Unreadable {
        /// `base`, `ours` or `theirs`.
        side: &'static str,
        /// What is wrong with it.
        reason: String,
    },
    /// The outcome did not pass its proof: a fault in this program.
    #[error("the outcome did not pass its proof: {0}")]
    Unproved(String),
}

/// Merges three documents.
///
/// # Errors
///
/// If one of them cannot be read, or the outcome is not what the three-way rule says.
pub fn merge(
    base: &Document,
    ours: &Document,
    theirs: &Document,
    options: MergeOptions,
) -> Result<Merged, MergeError> {
    emit::merge(base, ours, theirs, options)
}
