//! Tile layers: cells, the grids they make, and the buffers that hold them.

mod cell;
pub mod codec;
mod damage;
mod find;
mod grid;
mod layer;
pub mod text;

pub use cell::{Cell, Coords, ERASED, MAX_ALTERNATIVE, TileLabel, Transform};
pub use codec::godot3::OldCell;
pub use damage::Damage;
pub use find::{LayerIndexTooLarge, MAX_LAYER, find, header_format, layer_key};
pub use grid::{Bounds, Counts, Duplicate, Resolved, collapse, drop_tombstones};
pub(crate) use layer::from_bytes;
pub use layer::{LayerKind, LayerSite, Records, TileLayer, holds};
pub use text::{Encoding, Spelling};
