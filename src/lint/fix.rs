//! Mending: the fixes of all findings, round by round, until nothing is left to mend.
//!
//! Fixes that touch the same bytes wait for the next round, when the rules have looked again. Each round is proved: the
//! new text parses as well as the old one, a layer that was to change holds what was promised, and every other layer
//! holds what it held.

use super::finding::{CellChange, Change};
use super::pieces::Pieces;
use super::prove::prove;
use super::{Context, Finding, Safety, Settings, check};
use crate::edit::{Edit, EditList};
use crate::op;
use crate::project::{Project, TileSetOf};
use crate::rewrite::{Plan, Target};
use crate::source::Source;
use crate::syntax::Document;
use crate::tile::{Cell, Encoding, Records, Spelling};

/// More rounds than any file needs; a fix that brings back what another one took away ends here.
const MAX_ROUNDS: usize = 10;

/// What came of mending a file.
#[derive(Debug)]
pub struct Fixed {
    /// From the old text to the new one; empty if nothing was mended.
    pub edits: EditList,
    /// The new text.
    pub after: Source,
    /// What was mended, by its first finding each.
    pub mended: Vec<Finding>,
    /// What is left.
    pub left: Vec<Finding>,
}

/// Mends a text, in memory. `all`: the unsafe fixes too.
///
/// # Errors
///
/// In words, if a change does not pass its proof; nothing may be written then.
pub fn fix(source: &Source, project: &Project, settings: &Settings, all: bool) -> Result<Fixed, String> {
    let mut pieces = Pieces::new(source.bytes().len() as u32);
    let mut now = source.clone();
    let mut mended = Vec::new();
    for round in 0.. {
        let document = Document::parse(now.clone());
        let findings = check(&document, project, settings);
        let (chosen, left): (Vec<_>, Vec<_>) = findings
            .into_iter()
            .partition(|finding| finding.fix.as_ref().is_some_and(|fix| all || fix.safety == Safety::Safe));
        if chosen.is_empty() {
            let edits = pieces.into_edits()?;
            return Ok(Fixed { edits, after: now, mended, left });
        }
        if round == MAX_ROUNDS {
            return Err("the fixes undo each other and come to no end".into());
        }
        let (edits, done) = one_round(&document, project, settings, chosen)?;
        if edits.is_empty() {
            return Err("a fix changes nothing".into());
        }
        pieces.apply(&edits);
        let bytes = edits.splice(&now);
        now = Source::new(source.name(), bytes);
        mended.extend(done);
    }
    unreachable!("the rounds are counted")
}

/// The edits of the fixes that can be made together, proved.
fn one_round(
    document: &Document,
    project: &Project,
    settings: &Settings,
    findings: Vec<Finding>,
) -> Result<(EditList, Vec<Finding>), String> {
    let context = Context::new(document, project, settings);
    let mut done = Vec::new();
    let mut changes: Vec<CellChange> = Vec::new();
    let mut texts: Vec<(Finding, Vec<Edit>)> = Vec::new();
    let mut respell = Vec::new();
    for finding in findings {
        match finding.fix.as_ref().map(|fix| fix.change.clone()) {
            Some(Change::Cells(change)) => {
                match changes.iter_mut().find(|other| other.layer == change.layer) {
                    Some(other) => other.join(change),
                    None => changes.push(change),
                }
                done.push(finding);
            }
            Some(Change::Text(edits)) => texts.push((finding, edits)),
            Some(Change::Respell) => respell.push(finding),
            None => {}
        }
    }
    // Spelling comes last: it depends on the lengths of all buffers.
    let whole_file = changes.is_empty() && texts.is_empty();
    if whole_file {
        done.append(&mut respell);
    }
    let plan = plan(&context, &changes, whole_file)?;
    let mut edits = plan.edits.clone();
    let text_at = edits.len();
    for (finding, own) in texts {
        let mut tried = edits.clone();
        if own.into_iter().try_for_each(|edit| tried.push(edit)).is_ok() {
            edits = tried;
            done.push(finding);
        }
    }
    let changed: Vec<usize> = changes.iter().map(|change| change.layer).collect();
    let after = Source::new(document.source().name(), edits.clone().splice(document.source()));
    if edits.len() == text_at {
        plan.prove(&after)?;
    }
    prove(&context, &plan_cells(&context, &changes), &changed, &after)?;
    Ok((edits, done))
}

impl CellChange {
    fn join(&mut self, other: CellChange) {
        self.repair |= other.repair;
        self.clean |= other.clean;
        self.repaint.extend(other.repaint);
        self.remove.extend(other.remove);
        self.sort = self.sort.or(other.sort);
    }

    /// The records after the change.
    fn apply(&self, records: &[Cell]) -> Vec<Cell> {
        let mut records = records.to_vec();
        if self.clean {
            op::clean(&mut records, None);
        }
        if !self.repaint.is_empty() {
            let new: std::collections::HashMap<_, _> =
                self.repaint.iter().map(|cell| (cell.coords(), *cell)).collect();
            for record in &mut records {
                if let Some(cell) = new.get(&record.coords()) {
                    *record = *cell;
                }
            }
        }
        if !self.remove.is_empty() {
            let gone: std::collections::HashSet<_> = self.remove.iter().collect();
            records.retain(|cell| !gone.contains(&cell.coords()));
        }
        if let Some(order) = self.sort {
            order.sort(&mut records);
        }
        records
    }
}

/// What the changed layers hold afterwards, by their place.
fn plan_cells(context: &Context<'_>, changes: &[CellChange]) -> Vec<(usize, Vec<Cell>)> {
    let records = |layer: usize| match &context.layers[layer].data.records {
        Records::Cells(cells) => cells.as_slice(),
        Records::Old(_) => &[],
    };
    changes.iter().map(|change| (change.layer, change.apply(records(change.layer)))).collect()
}

fn plan(context: &Context<'_>, changes: &[CellChange], whole_file: bool) -> Result<Plan, String> {
    let cells = plan_cells(context, changes);
    let targets = context.layers.iter().filter(|layer| layer.site.property.is_some());
    let targets = targets.filter_map(|layer| {
        let change = cells.iter().find(|(index, _)| *index == layer.index);
        if change.is_none() && !whole_file {
            return None;
        }
        let Records::Cells(records) = &layer.data.records else { return None };
        if change.is_none() && !layer.data.damage.is_empty() {
            return None;
        }
        let mut spelling = layer.data.spelling.clone();
        if whole_file {
            let name = if spelling.is_ints() { "PackedInt32Array" } else { "PackedByteArray" };
            let encoding = if spelling.is_ints() { Encoding::Decimal } else { spelling.encoding };
            spelling = Spelling::engine(name, encoding);
        }
        Some(Target {
            site: &layer.site,
            before: layer.data.spelling.clone(),
            layer: op::Layer {
                label: layer.site.label(),
                cells: change.map_or_else(|| records.clone(), |(_, cells)| cells.clone()),
                spelling,
                pattern: layer.is_pattern(),
                tile_set: std::cell::LazyCell::new(Box::new(|| TileSetOf::None)),
            },
            changed: true,
        })
    });
    Plan::new(context.document, targets.collect(), whole_file).map_err(|refusal| refusal.message)
}
