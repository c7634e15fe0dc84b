//! What commands tell: the data, and how it is shown to people and to programs.

mod diff;
mod findings;
mod list;
mod migration;
mod outcome;
mod problem;
mod textdiff;
mod trouble;

pub use diff::{
    DiffLine, DiffPage, DiffReport, MapCell, Mark, Picture, change_map, diff_lines, diff_page, diff_picture,
};
pub use findings::{Baseline, CheckReport, CheckedFile, FindingReport, concise, github, sarif};
pub use list::{LayerRow, ListReport};
pub use migration::{MigrationFinding, MigrationJson, MigrationReport, MovedLayer, MovedMap};
pub use outcome::{FileOutcome, LayerOutcome, Status, Summary, WriteReport};
pub use problem::{Failure, Problem, WithProblems};
pub use textdiff::{CellChange, cell_changes, text_diff};
pub(crate) use textdiff::{Gone, push_cell_changes};
pub use trouble::{Place, Trouble};

use crate::tile::Damage;

/// All that is wrong with a buffer, in one line.
pub fn damage_text(damage: &[Damage]) -> Option<String> {
    let texts: Vec<String> = damage.iter().map(Damage::to_string).collect();
    (!texts.is_empty()).then(|| texts.join("; "))
}

/// What to do about a damaged buffer.
pub fn damage_help(damage: &Damage) -> &'static str {
    match damage {
        Damage::Trailing(_) => "`tilewright clean --repair` drops the left-over bytes",
        Damage::BareKey => "rename the key to `layer_0/tile_data`, and the engine reads the cells",
        Damage::OldFormat(_) => "it can be read here, but only Godot 4.0 to 4.2 convert it",
        Damage::Type(_) => "let the engine save the scene once, so that it is written as a packed array",
        _ => "restore the value from version control; `tilewright decode` shows what can be read",
    }
}

/// What is wrong with the buffer of a layer that can still be read in part.
pub(crate) fn damaged(
    document: &crate::Document,
    site: &crate::tile::LayerSite,
    damage: &[Damage],
) -> Option<Trouble> {
    let what = damage_text(damage)?;
    let help = damage.first().map(|damage| damage_help(damage).to_owned());
    let trouble =
        Trouble::new(document.source().name(), format!("layer {}: {what}", site.label()), help).as_warning();
    Some(match site.property {
        Some(property) => trouble.at(document, property.value),
        None => trouble,
    })
}
