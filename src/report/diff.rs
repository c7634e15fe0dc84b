//! A comparison as text for people, as a map, and as JSON.

mod json;
mod map;
mod people;

pub use json::DiffReport;
pub use map::{MapCell, change_map};
pub use people::{DiffLine, Mark, diff_lines};
