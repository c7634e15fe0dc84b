//! Reads, cleans, edits and checks the tile layers in Godot's text scenes, without the engine.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod batch;
#[cfg(feature = "cli")]
pub mod cli;
pub mod command;
pub mod edit;
pub mod exchange;
pub mod migrate;
pub mod op;
pub mod project;
pub mod report;
pub mod rewrite;
pub mod scene;
pub mod source;
pub mod syntax;
pub mod tile;

pub use edit::{Edit, EditList};
pub use source::{Source, Span};
pub use syntax::Document;
