//! What differs between two scenes: their cells, and the rest of them.

use super::layers::pair_layers;
use super::pair::{Pairs, Reach, pair};
use super::{CellDiff, Outline, cell_diff};
use crate::syntax::{Document, SectionKind};
use crate::tile::{Cell, LayerIndexTooLarge, LayerKind, LayerSite, Records, find};

mod bookkeeping;
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
    let cells = layers((&a, &old), (&b, &new), &pairs, meant, &mut diff, &mut books);
    sections::compare(&a, &b, &pairs, &cells, &mut diff, &mut books);
    diff.bookkeeping = books.lines();
    if diff.is_empty() && diff.bookkeeping.is_empty() && before.source().bytes() != after.source().bytes() {
        diff.bookkeeping.push("layout: only white space, comments or the order of lines differ".to_owned());
    }
    Ok(diff)
}

/// Values that were compared as cells: section and offset of the key, before and after.
#[derive(Default)]
struct CellValues {
    before: std::collections::HashSet<u32>,
    after: std::collections::HashSet<u32>,
}

fn layers(
    (a, old): (&Outline<'_>, &[LayerSite]),
    (b, new): (&Outline<'_>, &[LayerSite]),
    pairs: &Pairs,
    meant: &dyn Fn(&LayerSite) -> bool,
    diff: &mut SceneDiff,
    books: &mut Bookkeeping,
) -> CellValues {
    let mut done = CellValues::default();
    let found = pair_layers((a, old), (b, new), pairs);
    let mut both: Vec<(Option<usize>, Option<usize>)> =
        found.same.iter().map(|&(left, right)| (Some(left), Some(right))).collect();
    both.extend(found.new.iter().map(|&right| (None, Some(right))));
    both.sort_by_key(|(_, right)| *right);
    both.extend(found.gone.iter().map(|&left| (Some(left), None)));
    for (left, right) in both {
        let (left, right) = (left.map(|left| &old[left]), right.map(|right| &new[right]));
        let Some(site) = right.or(left) else { continue };
        let is_old = |site: Option<&LayerSite>| site.is_some_and(LayerSite::is_old);
        if is_old(left) || is_old(right) {
            continue;
        }
        let value = |site: Option<&LayerSite>| site.and_then(|site| site.property);
        // An override that is not there means the cells of the base, which no file of these two holds.
        let unknown = |site: Option<&LayerSite>, outline: &Outline<'_>| {
            site.is_some_and(|site| site.property.is_none() && site.is_override(outline.document()))
        };
        if !unknown(left, a) && !unknown(right, b) {
            done.before.extend(value(left).map(|property| property.key.start));
            done.after.extend(value(right).map(|property| property.key.start));
        }
        if !meant(site) {
            continue;
        }
        let text = |outline: &Outline<'_>, site: Option<&LayerSite>| {
            value(site).map(|property| outline.document().source().slice(property.value).to_vec())
        };
        if left.is_some() && right.is_some() && value(left).is_some() == value(right).is_some() {
            let same = match (value(left), value(right)) {
                (Some(one), Some(other)) => {
                    a.document().source().slice(one.value) == b.document().source().slice(other.value)
                }
                _ => text(a, left) == text(b, right),
            };
            if same && left.map(|site| &site.kind) == right.map(|site| &site.kind) {
                continue;
            }
        }
        let decode = |outline: &Outline<'_>, site: Option<&LayerSite>| {
            site.map(|site| site.decode(outline.document()))
        };
        let (was, is) = (decode(a, left), decode(b, right));
        let cells = |layer: &Option<crate::tile::TileLayer>| -> Vec<Cell> {
            layer.as_ref().map_or_else(Vec::new, |layer| match &layer.records {
                Records::Cells(_) => layer.resolve().cells,
                Records::Old(_) => Vec::new(),
            })
        };
        let (old_cells, new_cells) = (cells(&was), cells(&is));
        let cells = cell_diff(&old_cells, &new_cells);
        if let (Some(was), Some(is)) = (&was, &is) {
            books.layer(&site.label(), was, is, old_cells == new_cells);
        }
        if cells.is_empty() {
            continue;
        }
        diff.layers.push(LayerDiff {
            node: site.node.clone(),
            layer: match site.kind {
                LayerKind::TileMap { index, .. } => Some(index),
                _ => None,
            },
            resource: match &site.kind {
                LayerKind::Pattern { id } => Some(id.clone()),
                _ => None,
            },
            label: site.label(),
            cells,
            counts: (old_cells.len(), new_cells.len()),
        });
    }
    done
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
