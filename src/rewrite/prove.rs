//! The proof: the new text, parsed and decoded again, is what the plan promised.

use super::engine::{byte_array, values, walk};
use super::{Plan, property_key};
use crate::source::Source;
use crate::syntax::{Constructor, Document, Severity, Survey, ValueKind};
use crate::tile;

/// Everything but the bytes outside the edits, which whoever writes the file compares.
pub(super) fn prove(plan: &Plan, after: &Source) -> Result<(), String> {
    let survey = Survey::new(after.clone(), plan.promises.iter().map(|promise| promise.section));
    if let Some(problem) =
        survey.problems().iter().find(|problem| problem.kind.severity() > Severity::Warning)
    {
        return Err(format!("the new text is not sound: {}", problem.kind));
    }
    if survey.sections() != plan.sections {
        return Err("the new text has another number of sections".into());
    }
    if survey.properties() != plan.properties {
        return Err("the new text has another number of properties".into());
    }
    for promise in &plan.promises {
        let section = survey.section(promise.section);
        let key = property_key(&promise.kind);
        let property = section.property(&key);
        let Some(property) = property else {
            if promise.cells.is_empty() {
                continue;
            }
            return Err(format!("{}: its cells are gone", promise.label));
        };
        if !tile::holds(survey.document(), &promise.kind, property, &promise.cells) {
            return Err(format!("{}: the cells are not the ones that were to be written", promise.label));
        }
    }
    match &plan.whole_file {
        Some(before) => same_values(plan, &Document::parse(before.clone()), &Document::parse(after.clone())),
        None => Ok(()),
    }
}

/// After a recode of everything: each byte array holds what it held, and each number is what it was.
fn same_values(plan: &Plan, before: &Document, after: &Document) -> Result<(), String> {
    for (old, new) in before.sections().zip(after.sections()) {
        let cells: Vec<_> = plan
            .promises
            .iter()
            .filter(|promise| promise.section == old.index())
            .map(|promise| {
                let key = property_key(&promise.kind);
                (old.property(&key), new.property(&key))
            })
            .collect();
        let is_cells = |span, old: bool| {
            cells.iter().any(|(a, b)| if old { a } else { b }.is_some_and(|property| property.value == span))
        };
        let facts = |document: &Document, view, old| {
            let mut facts: Vec<Vec<u8>> = Vec::new();
            for value in values(document, view).filter(|value| !is_cells(value.span, old)) {
                walk(&value, &mut |part| match &part.kind {
                    ValueKind::Construct(Constructor::PackedByteArray, arguments) => {
                        facts.push(byte_array(document, *arguments));
                    }
                    ValueKind::Construct(_, arguments) => {
                        let text = document.source().text(*arguments);
                        facts.push(text.replace("inf_neg", "-inf").into_bytes());
                    }
                    ValueKind::Float(number) => facts.push(number.to_bits().to_le_bytes().to_vec()),
                    _ => {}
                });
            }
            facts
        };
        // The header's own `format` is a number that changes, and it is no value that `values` gives.
        if facts(before, old, true) != facts(after, new, false) {
            return Err(format!("[{}]: a value is not what it was", old.name()));
        }
    }
    Ok(())
}
