//! What differs between two scenes: their cells, and the rest of them.

use super::pair::{Reach, pair};
use super::{CellDiff, Outline};
use crate::syntax::{Document, SectionKind};
use crate::tile::{LayerIndexTooLarge, LayerSite, find};

mod bookkeeping;
mod cells;
mod sections;
mod spelling;

use bookkeeping::Bookkeeping;

/// A layer whose cells differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayerDiff {
    /// The node's path after the change (before it, if it is gone); `None` for a pattern.
    pub node: Option<String>,
    /// The layer of a TileMap, by index.
    pub layer: Option<u32>,
    /// A pattern's id.
    pub resource: Option<String>,
    /// What messages call it.
    pub label: String,
    /// Its cells.
    pub cells: CellDiff,
    /// Whether the bits of the cells are those of Godot 3.
    pub old: bool,
    /// How many cells there were, and are.
    pub counts: (usize, usize),
}

/// What a [`Change`] is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Subject {
    /// The file's header.
    Header,
    /// An `[ext_resource]`.
    Resource,
    /// A `[sub_resource]`, or the main resource.
    SubResource,
    /// A node.
    Node,
    /// A connection.
    Connection,
    /// An instance whose children may be edited.
    Editable,
}

/// What happened to it.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(tag = "change", rename_all = "snake_case")]
pub enum Verb {
    /// It is new.
    Added,
    /// It is gone.
    Removed,
    /// It has another name, path or parent.
    Renamed {
        /// The old one.
        from: String,
    },
    /// It stands elsewhere among its siblings.
    Reordered,
    /// A property or an attribute is another one.
    Changed {
        /// Its key.
        property: String,
        /// The text before; `None` if it was not there.
        from: Option<String>,
        /// The text after; `None` if it is gone.
        to: Option<String>,
    },
}

/// Something other than cells that differs.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Change {
    /// What it is about.
    pub subject: Subject,
    /// Its path, id or ends; after the change, unless it is gone.
    pub name: String,
    /// Its class, where it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub class: Option<String>,
    /// What happened.
    #[serde(flatten)]
    pub verb: Verb,
}

/// All that differs between two scenes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SceneDiff {
    /// Layers whose cells differ, by place in the new file; those that are gone behind them.
    pub layers: Vec<LayerDiff>,
    /// The rest of the scene.
    pub changes: Vec<Change>,
    /// Differences that mean nothing: ids, encodings, the order of records.
    pub bookkeeping: Vec<String>,
}

impl SceneDiff {
    /// Whether nothing differs but for bookkeeping.
    pub fn is_empty(&self) -> bool {
        self.layers.is_empty() && self.changes.is_empty()
    }
}

/// Compares two documents that can be read; `meant` says which layers are looked at.
///
/// # Errors
///
/// If a TileMap has a layer index beyond the limit.
pub fn scene_diff(
    before: &Document,
    after: &Document,
    meant: &dyn Fn(&LayerSite) -> bool,
) -> Result<SceneDiff, LayerIndexTooLarge> {
    let (a, b) = (Outline::new(before), Outline::new(after));
    let pairs = pair(&a, &b, Reach::Successor);
    let (old, new) = (find(before)?, find(after)?);
    let mut diff = SceneDiff::default();
    let mut books = Bookkeeping::default();
    let cells = cells::compare((&a, &old), (&b, &new), &pairs, meant, &mut diff.layers, &mut books);
    sections::compare(&a, &b, &pairs, &cells, &mut diff, &mut books);
    diff.bookkeeping = books.lines();
    if diff.is_empty() && diff.bookkeeping.is_empty() && before.source().bytes() != after.source().bytes() {
        diff.bookkeeping.push("layout: only white space, comments or the order of lines differ".to_owned());
    }
    Ok(diff)
}

/// Whether a section is named by what it is, not only by its kind.
fn subject(kind: SectionKind) -> Option<Subject> {
    Some(match kind {
        SectionKind::SceneHeader | SectionKind::ResourceHeader => Subject::Header,
        SectionKind::ExtResource => Subject::Resource,
        SectionKind::SubResource | SectionKind::Resource => Subject::SubResource,
        SectionKind::Node => Subject::Node,
        SectionKind::Connection => Subject::Connection,
        SectionKind::Editable => Subject::Editable,
        SectionKind::Other => return None,
    })
}
