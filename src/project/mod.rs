//! What lies in other files: `res://` paths, uids, base and instanced scenes, TileSets.
//!
//! Reads through [`Files`], so that neither tests nor an editor's unsaved buffers need a disk. Knows nothing of the
//! command line and writes nothing. How instances, overrides and ids are followed was checked on the engine (4.6.3).

mod base;
mod cache;
mod disk;
mod files;
mod geometry;
mod layer;
mod list;
mod memory;
mod path;
mod proxies;
mod root;
#[cfg(test)]
mod tests;
mod tile_set;
mod tiles;
mod trail;
mod uid;
mod version;

pub use base::BaseNode;
pub use disk::Disk;
pub use files::{Entry, Files};
pub use geometry::{Geometry, GeometryError, OffsetAxis, TileLayout, TileShape};
pub use layer::TileSetOf;
pub use memory::Memory;
pub use proxies::Proxies;
pub use root::{Project, Projects};
pub use tile_set::{SourceKind, TileSetInfo};
pub(crate) use tiles::int;
pub use tiles::{Atlas, AtlasCoords, Contents, Tile, tile_key};

/// Why something in another file could not be had; the text names the file, as `res://…` where it lies in the project.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{reason}")]
pub struct Unreadable {
    /// The whole sentence.
    pub reason: String,
    /// Whether all files that were asked could be read, and none holds what was looked for.
    pub absent: bool,
}

impl Unreadable {
    fn new(reason: impl Into<String>) -> Self {
        Unreadable { reason: reason.into(), absent: false }
    }

    fn absent(reason: impl Into<String>) -> Self {
        Unreadable { reason: reason.into(), absent: true }
    }
}
