//! Two texts of one scene side by side: which section of one is which of the other, and what differs.
//!
//! Sections are told apart by what they are, not by their line or their id: see [`pair`]. Values are compared by what
//! they mean, not by how they are spelled: see [`canonical`]. Knows documents and cells; reads no files and prints
//! nothing.

pub mod canonical;
mod cells;
pub(crate) mod layers;
pub(crate) mod order;
mod outline;
pub mod pair;
mod scene;

pub use cells::{CellDiff, Cells, cell_diff};
pub use outline::{Endpoint, Outline};
pub use pair::{Pairs, pair};
pub use scene::{Change, LayerDiff, SceneDiff, Subject, Verb, scene_diff};
