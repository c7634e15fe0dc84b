//! What a rule found, and how it could be mended.

use std::fmt;

use super::context::Layer;
use super::{Rule, Safety};
use crate::edit::Edit;
use crate::op::Order;
use crate::source::Span;
use crate::tile::{Cell, Coords};

/// One thing to tell about a file.
#[derive(Clone, Debug)]
pub struct Finding {
    /// Which rule says so.
    pub rule: &'static Rule,
    /// What is wrong, in one sentence.
    pub message: String,
    /// What to do about it here.
    pub help: Option<String>,
    /// Where.
    pub span: Span,
    /// The node, with `#N` for a layer of a TileMap; the id of a sub-resource in a resource file.
    pub node: Option<String>,
    /// What tells it from other findings of its rule on the same node: a tile, a name. Never a line.
    pub subject: String,
    /// How many cells (or tiles, or bytes) it speaks of: a baseline lets no more of them pass.
    pub count: usize,
    /// How to mend it.
    pub fix: Option<Fix>,
}

/// A way to mend a finding.
#[derive(Clone, Debug)]
pub struct Fix {
    /// What it does, as an order: `drop the 3 erased records`.
    pub title: String,
    /// Whether it may be applied without looking.
    pub safety: Safety,
    /// The change.
    pub change: Change,
}

/// What a fix changes.
#[derive(Clone, Debug)]
pub enum Change {
    /// Text that is no cell data.
    Text(Vec<Edit>),
    /// The records of a layer.
    Cells(CellChange),
    /// All byte arrays of the file, spelled as the engine would.
    Respell,
}

/// A change of a layer's records. Those of several findings are joined and made in this order: repair, clean, repaint,
/// remove, sort.
#[derive(Clone, Debug, Default)]
pub struct CellChange {
    /// The layer's place among those of the file.
    pub layer: usize,
    /// Drop the bytes behind the last whole record.
    pub repair: bool,
    /// Collapse duplicates and drop tombstones.
    pub clean: bool,
    /// New values of cells.
    pub repaint: Vec<Cell>,
    /// Cells that go, with every record that they have.
    pub remove: Vec<Coords>,
    /// The order to put the records in.
    pub sort: Option<Order>,
}

impl Finding {
    /// At a place.
    pub fn new(span: Span, message: impl Into<String>) -> Self {
        Finding {
            // The sink knows whose finding it is.
            rule: &super::text::unparsable::RULE,
            message: message.into(),
            help: None,
            span,
            node: None,
            subject: String::new(),
            count: 1,
            fix: None,
        }
    }

    /// About a layer: at the key of its cells, or at the tag of its node.
    pub fn of_layer(layer: &Layer, message: impl Into<String>) -> Self {
        Finding { node: Some(layer.site.label()), ..Finding::new(layer.place, message) }
    }

    /// With an advice.
    #[must_use]
    pub fn help(self, help: impl Into<String>) -> Self {
        Finding { help: Some(help.into()), ..self }
    }

    /// About this and nothing else on its node.
    #[must_use]
    pub fn about(self, subject: impl fmt::Display) -> Self {
        Finding { subject: subject.to_string(), ..self }
    }

    /// About so many.
    #[must_use]
    pub fn times(self, count: usize) -> Self {
        Finding { count, ..self }
    }

    /// With a fix of its rule's safety.
    #[must_use]
    pub fn fix(self, title: impl Into<String>, change: Change) -> Self {
        // The sink fills in the safety.
        let fix = Fix { title: title.into(), safety: Safety::Unsafe, change };
        Finding { fix: Some(fix), ..self }
    }

    /// With a fix of a layer's records, if they can be written at all.
    #[must_use]
    pub fn fix_cells(self, layer: &Layer, title: impl Into<String>, change: CellChange) -> Self {
        match layer.is_writable() || (change.repair && layer.is_repairable()) {
            true => self.fix(title, Change::Cells(CellChange { layer: layer.index, ..change })),
            false => self,
        }
    }
}

/// Where a rule puts what it finds.
#[derive(Debug, Default)]
pub struct Findings {
    found: Vec<Finding>,
}

impl Findings {
    /// Takes a finding.
    pub fn push(&mut self, finding: Finding) {
        self.found.push(finding);
    }

    /// All of one rule.
    pub(super) fn of(self, rule: &'static Rule) -> impl Iterator<Item = Finding> {
        self.found.into_iter().map(move |mut finding| {
            finding.rule = rule;
            finding.fix = finding.fix.and_then(|fix| rule.fix.map(|safety| Fix { safety, ..fix }));
            finding
        })
    }
}

/// `3 cells: (0, 1), (2, 1), (3, 1)`, with at most five of them.
pub(super) fn cells(cells: &[Coords]) -> String {
    match cells.len() {
        1 => format!("cell {}", places(cells)),
        count => format!("{count} cells: {}", places(cells)),
    }
}

/// `(0, 1), (2, 1), (3, 1)`, with at most five of them.
pub(super) fn places(cells: &[Coords]) -> String {
    let shown: Vec<String> = cells.iter().take(5).map(|at| format!("({}, {})", at.x, at.y)).collect();
    let more = if cells.len() > shown.len() { ", …" } else { "" };
    format!("{}{more}", shown.join(", "))
}

/// `1 cell`, `2 cells`.
pub(super) fn count(number: usize, what: &str) -> String {
    if number == 1 { format!("1 {what}") } else { format!("{number} {what}s") }
}
