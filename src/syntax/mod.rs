//! Godot's text format, and nothing of tiles: bytes in, spans out.
//!
//! [`Document`] reads a whole file; [`Value`] decodes one value where somebody asks. This is the only
//! place that names nom. What the format is, is in `grammar-notes/text-format.md`.

mod arguments;
pub(crate) mod base64;
mod build;
mod diagnose;
mod document;
pub(crate) mod dump;
mod error;
mod header;
mod input;
mod key;
pub(crate) mod located;
mod message;
mod packed;
mod plain;
mod property;
mod read;
mod references;
mod scan;
mod section;
pub(crate) mod snippet;
mod survey;
pub(crate) mod table;
mod token;
mod value;
mod verdict;

pub use build::{Reference, ReferenceKind};
pub use document::{Document, Piece, PieceKind};
pub use error::{Problem, ProblemKind, Severity};
pub use header::{Field, SectionKind};
pub use input::Expected;
pub(crate) use input::trivia as skip_trivia;
pub use packed::{Constructor, Shape};
pub(crate) use plain::is_plain_list;
pub use property::Property;
pub use section::SectionView;
pub use survey::Survey;
pub use value::{Value, ValueKind};

/// A text for a message: one line, not too long.
fn shorten(bytes: &[u8]) -> String {
    let text: String = String::from_utf8_lossy(&bytes[..bytes.len().min(200)])
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    match text.char_indices().nth(40) {
        Some((cut, _)) => format!("{}…", &text[..cut]),
        None => text,
    }
}
