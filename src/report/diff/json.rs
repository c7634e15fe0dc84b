//! The JSON of `diff`.

use serde::{Serialize, Serializer};

use crate::diff::{Change, LayerDiff, SceneDiff};
use crate::exchange::json::CellJson;
use crate::tile::Cell;

/// The document.
#[derive(Serialize)]
pub struct DiffReport<'r> {
    schema: u32,
    layers: Vec<LayerJson<'r>>,
    changes: Vec<ChangeJson<'r>>,
    bookkeeping: Vec<BookJson<'r>>,
}

#[derive(Serialize)]
struct LayerJson<'r> {
    path: &'r str,
    node: Option<&'r str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    layer: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    resource: Option<&'r str>,
    bounds: Option<[i32; 4]>,
    #[serde(serialize_with = "cells")]
    added: &'r [Cell],
    #[serde(serialize_with = "cells")]
    removed: &'r [Cell],
    #[serde(serialize_with = "changed")]
    changed: &'r [(Cell, Cell)],
}

#[derive(Serialize)]
struct ChangeJson<'r> {
    path: &'r str,
    #[serde(flatten)]
    change: &'r Change,
}

#[derive(Serialize)]
struct BookJson<'r> {
    path: &'r str,
    what: &'r str,
}

fn cells<S: Serializer>(list: &[Cell], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(list.iter().map(|&cell| CellJson::from(cell)))
}

fn changed<S: Serializer>(list: &[(Cell, Cell)], serializer: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct Changed {
        x: i16,
        y: i16,
        from: CellJson,
        to: CellJson,
    }
    serializer.collect_seq(list.iter().map(|&(from, to)| Changed {
        x: to.x,
        y: to.y,
        from: from.into(),
        to: to.into(),
    }))
}

impl<'r> DiffReport<'r> {
    /// Of these files.
    pub fn new(files: impl IntoIterator<Item = (&'r str, &'r SceneDiff)>) -> Self {
        let mut report =
            DiffReport { schema: 1, layers: Vec::new(), changes: Vec::new(), bookkeeping: Vec::new() };
        for (path, diff) in files {
            report.layers.extend(diff.layers.iter().map(|layer| LayerJson::new(path, layer)));
            report.changes.extend(diff.changes.iter().map(|change| ChangeJson { path, change }));
            report.bookkeeping.extend(diff.bookkeeping.iter().map(|what| BookJson { path, what }));
        }
        report
    }
}

impl<'r> LayerJson<'r> {
    fn new(path: &'r str, layer: &'r LayerDiff) -> Self {
        LayerJson {
            path,
            node: layer.node.as_deref(),
            layer: layer.layer,
            resource: layer.resource.as_deref(),
            bounds: layer.cells.bounds().map(|bounds| [bounds.x, bounds.y, bounds.width, bounds.height]),
            added: &layer.cells.added,
            removed: &layer.cells.removed,
            changed: &layer.cells.changed,
        }
    }
}
