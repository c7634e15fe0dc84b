//! The proof of a round of fixes, beside the one that the plan of the cells brings.

use super::Context;
use crate::source::Source;
use crate::syntax::{Document, Severity};
use crate::tile::{Cell, LayerKind, LayerSite, Records};

/// That a text is at least as sound as the one that it comes from, and that its layers hold what they should.
pub(super) fn prove(
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
        let same = |site: &&LayerSite| {
            site.section == layer.site.section && is_same_kind(&site.kind, &layer.site.kind)
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

/// Whether two layers of one section are the same one. A name may be mended, too.
fn is_same_kind(one: &LayerKind, other: &LayerKind) -> bool {
    match (one, other) {
        (LayerKind::TileMap { index, .. }, LayerKind::TileMap { index: other, .. }) => index == other,
        _ => std::mem::discriminant(one) == std::mem::discriminant(other),
    }
}
