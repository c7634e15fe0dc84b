//! The binary layouts, one a file. They see bytes or ints on one side and [`Cell`](super::Cell) on the other, and
//! nothing of text or scenes.

pub mod godot3;
pub mod layer;
pub mod map;
pub mod record;
