//! Lists, decodes, builds, cleans, edits, migrates, compares and merges the tile layers in Godot's text scenes,
//! without the engine and without touching a byte that was not asked for.
//!
//! The program `tilewright` is a thin layer over this library; with `default-features = false` the library comes alone.
//!
//! # The way of the data
//!
//! | step | type | what happens |
//! | --- | --- | --- |
//! | bytes | [`Source`] | a name, the bytes, and where the lines begin |
//! | text | [`Document`] | sections and properties as [`Span`]s over the bytes; every byte belongs to one piece; what is wrong is kept as problems, each with its place |
//! | layers | [`LayerSite`] | [`tile::find`] finds the tile layers by their property, [`scene`] and [`project`] tell the nodes and the TileSets around them |
//! | cells | [`TileLayer`] | decoded when asked for; the records stay in the order of the file, erased and overridden ones too |
//! | operation | [`op`] | one after the other, on the records of all chosen layers |
//! | edits | [`EditList`] | [`rewrite`] spells what has changed as it was spelled before, as edits over the old bytes |
//! | proof | [`rewrite::Plan::prove`] | the new text is parsed again: nothing else has changed, and the cells are those that were promised |
//! | two, three | [`diff`], [`mod@merge`] | the same documents side by side, told apart by what they are, and merged into new bytes |
//! | project | [`mod@migrate`] | the TileMaps of a project and the scenes that build on them, planned together and proved file by file |
//! | file | [`batch`] | written beside the old one, synced, renamed |
//!
//! Nobody prints a document: an untouched byte is copied. That is why comments, odd spacing, line ends and whatever a
//! newer engine writes survive. [`command`] holds what the program's commands do, as functions from files to report
//! data; [`exchange`] the outside forms of cells: tables, JSON, and what people paste.
//!
//! # Example
//!
//! ```
//! use tilewright::{Document, Source, tile};
//!
//! let text = "[gd_scene format=3]\n\n[node name=\"Ground\" type=\"TileMapLayer\"]\n\
//!     tile_map_data = PackedByteArray(0, 0, 1, 0, 2, 0, 7, 0, 1, 0, 1, 0, 0, 16)\n";
//! let document = Document::parse(Source::new("ground.tscn", text));
//! assert!(document.problems().is_empty());
//!
//! let sites = tile::find(&document)?;
//! assert_eq!(sites[0].label(), ".", "a node is called by its path from the root, the root itself `.`");
//!
//! let cells = sites[0].decode(&document).resolve().cells;
//! assert_eq!((cells[0].x, cells[0].y, cells[0].source), (1, 2, 7));
//! assert!(cells[0].transform().flip_h);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod batch;
#[cfg(feature = "cli")]
pub mod cli;
pub mod command;
pub mod diff;
pub mod edit;
pub mod exchange;
pub mod git;
pub mod lint;
pub mod merge;
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
pub use tile::{Cell, LayerSite, TileLayer};

/// The README's example is code, too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
