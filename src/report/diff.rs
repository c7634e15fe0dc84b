//! A comparison as text for people, as a map, as a page, as a picture, and as JSON.

mod json;
mod map;
mod page;
mod people;
mod picture;

pub use json::DiffReport;
pub use map::{MapCell, change_map};
pub use page::{DiffPage, diff_page};
pub use people::{DiffLine, Mark, diff_lines};
pub use picture::{Picture, diff_picture};
