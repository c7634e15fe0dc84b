//! Mending: the fixes of all findings, round by round, until nothing is left to mend.
//!
//! Fixes that touch the same bytes wait for the next round, when the rules have looked again. Each round is proved: the
//! new text parses as well as the old one, a layer that was to change holds what was promised, and every other layer
//! holds what it held.

use super::finding::{CellChange, Change};
use super::{Context, Finding, Safety, Settings, check};
use crate::edit::{Edit, EditList};
use crate::op;
use crate::project::{Project, TileSetOf};
use crate::rewrite::{Plan, Target};
use crate::source::{Source, Span};
use crate::syntax::{Document, Severity};
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

/// That a text is at least as sound as the one that it comes from, and that its layers hold what they should.
fn prove(
    context: &Context<'_>,
    cells: &[(usize, Vec<Cell>)],
    changed: &[usize],
    after: &Source,
) -> Result<(), String> {
    let document = Document::parse(after.clone());
    if let Some(problem) =
        document.problems().iter().find(|problem| problem.kind.severity() > Severity::Warning)
    {
        return Err(format!("the new text is not sound: {}", problem.kind));
    }
    let sites = crate::tile::find(&document).map_err(|error| error.to_string())?;
    // A layer keeps its place: no fix adds or takes away a node, and a layer without its property is still found,
    // unless nothing but the property made it one.
    let mut sites = sites.iter().peekable();
    for layer in &context.layers {
        let same = |site: &&crate::tile::LayerSite| {
            site.section == layer.site.section && site.label() == layer.site.label()
        };
        let expected: Option<&[Cell]> = match cells.iter().find(|(index, _)| *index == layer.index) {
            Some((_, cells)) => Some(cells),
            None => match &layer.data.records {
                Records::Cells(cells) => Some(cells),
                Records::Old(_) => None,
            },
        };
        let Some(site) = sites.next_if(same) else {
            if expected.is_some_and(<[Cell]>::is_empty) {
                continue;
            }
            return Err(format!("{}: the layer is gone", layer.site.label()));
        };
        let data = site.decode(&document);
        let holds = match (&data.records, expected) {
            (Records::Cells(cells), Some(expected)) => cells == expected,
            (Records::Old(cells), None) => matches!(&layer.data.records, Records::Old(old) if old == cells),
            _ => false,
        };
        let damage_stays = changed.contains(&layer.index) || data.damage == layer.data.damage;
        if !holds || !damage_stays {
            return Err(format!(
                "{}: the cells are not the ones that were to be written",
                layer.site.label()
            ));
        }
    }
    Ok(())
}

/// A text as pieces of the one that it comes from and new bytes between, so that several rounds become one edit list.
struct Pieces {
    /// How long the first text is.
    len: u32,
    pieces: Vec<Piece>,
}

#[derive(Clone)]
enum Piece {
    Old(Span),
    New(Vec<u8>),
}

impl Piece {
    fn len(&self) -> usize {
        match self {
            Piece::Old(span) => span.len() as usize,
            Piece::New(bytes) => bytes.len(),
        }
    }

    fn part(&self, from: usize, to: usize) -> Piece {
        match self {
            Piece::Old(span) => Piece::Old(Span::new(span.start + from as u32, span.start + to as u32)),
            Piece::New(bytes) => Piece::New(bytes[from..to].to_vec()),
        }
    }
}

impl Pieces {
    fn new(len: u32) -> Self {
        Pieces { len, pieces: vec![Piece::Old(Span::new(0, len))] }
    }

    /// Applies edits to the text that the pieces make.
    fn apply(&mut self, edits: &EditList) {
        let mut out = Vec::new();
        let mut done = 0;
        for edit in edits.iter() {
            self.copy(done, edit.span.start as usize, &mut out);
            out.push(Piece::New(edit.replacement.clone()));
            done = edit.span.end as usize;
        }
        let len = self.pieces.iter().map(Piece::len).sum();
        self.copy(done, len, &mut out);
        self.pieces = out;
    }

    fn copy(&self, from: usize, to: usize, out: &mut Vec<Piece>) {
        let mut at = 0;
        for piece in &self.pieces {
            let (start, end) = (from.max(at), to.min(at + piece.len()));
            if start < end {
                out.push(piece.part(start - at, end - at));
            }
            at += piece.len();
        }
    }

    fn into_edits(self) -> Result<EditList, String> {
        let mut edits = EditList::new();
        let mut done = 0;
        let mut new = Vec::new();
        let end = self.len;
        let mut push = |from: u32, to: u32, new: &mut Vec<u8>| {
            if from == to && new.is_empty() {
                return Ok(());
            }
            edits.push(Edit { span: Span::new(from, to), replacement: std::mem::take(new) })
        };
        let mut outcome = Ok(());
        for piece in self.pieces {
            match piece {
                Piece::New(bytes) => new.extend(bytes),
                Piece::Old(span) => {
                    outcome = outcome.and_then(|()| push(done, span.start, &mut new));
                    done = span.end;
                }
            }
        }
        outcome.and_then(|()| push(done, end, &mut new)).map_err(|overlap| overlap.to_string())?;
        Ok(edits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edits(of: &[(u32, u32, &str)]) -> EditList {
        let mut edits = EditList::new();
        for (from, to, text) in of {
            edits.push(Edit { span: Span::new(*from, *to), replacement: (*text).into() }).expect("apart");
        }
        edits
    }

    #[test]
    fn two_rounds_become_one_edit_list() {
        let source = Source::new("t", "0123456789");
        let mut pieces = Pieces::new(10);
        // 01ab456789, then 01aXY6789, then without the first byte.
        pieces.apply(&edits(&[(2, 4, "ab")]));
        pieces.apply(&edits(&[(3, 6, "XY")]));
        pieces.apply(&edits(&[(0, 1, "")]));
        let joined = pieces.into_edits().expect("apart");
        assert_eq!(joined.len(), 2);
        assert_eq!(joined.splice(&source), b"1aXY6789");
    }

    #[test]
    fn the_end_of_the_text_may_go_or_grow() {
        let source = Source::new("t", "0123");
        let mut pieces = Pieces::new(4);
        pieces.apply(&edits(&[(4, 4, "!")]));
        assert_eq!(pieces.into_edits().expect("apart").splice(&source), b"0123!");
    }
}
