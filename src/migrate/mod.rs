//! Legacy TileMap nodes become TileMapLayer nodes, over a whole project at once.
//!
//! Knows documents, scenes, projects and tiles: what a map says in the scene that makes it and in those that change it
//! ([`plan`]), what becomes of each line, and who else must follow. Writes nothing and prints nothing: a [`Plan`] is
//! edits with their proof, and what a person should hear. What the engine and its editor do is in
//! `grammar-notes/migration.md`.

mod api;
mod buffer;
mod cells;
mod draft;
mod emit;
mod extends;
mod externals;
mod finding;
mod groups;
mod ids;
mod in_place;
mod keys;
mod mapping;
mod names;
mod node;
mod notes;
mod options;
mod outcome;
mod outsiders;
mod patch;
mod plan;
mod prove;
mod references;
mod scan;
mod scripts;
mod shift;
mod table;
mod told;
mod world;

pub use finding::{Finding, Weight};
pub use mapping::{Mapping, NewTile, OldTiles};
pub use options::{Options, Reach, Shape};
pub use outcome::{LayerReport, MapReport, Outcome};
pub use plan::{FilePlan, Group, Plan, Request, plan};
