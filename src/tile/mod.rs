//! Tile layers: cells, the grids they make, and the buffers that hold them.

mod cell;
pub mod codec;
mod damage;
mod grid;
mod layer;
pub mod text;

pub use cell::{Cell, Coords, ERASED, MAX_ALTERNATIVE, TileLabel, Transform};
pub use codec::godot3::OldCell;
pub use damage::Damage;
pub use grid::{Bounds, Counts, Duplicate, Resolved, collapse, drop_tombstones};
pub(crate) use layer::from_bytes;
pub use layer::{
    LayerIndexTooLarge, LayerKind, LayerSite, MAX_LAYER, Records, TileLayer, find, header_format, holds,
    layer_key,
};
pub use text::{Encoding, Spelling};
