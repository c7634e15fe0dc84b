//! What commands tell: the data, and how it is shown to people and to programs.

mod findings;
mod list;
mod outcome;
mod textdiff;
mod trouble;

pub use findings::{Baseline, CheckReport, CheckedFile, FindingReport, concise, github, sarif};
pub use list::{LayerRow, ListReport};
pub use outcome::{FileOutcome, LayerOutcome, Status, Summary, WriteReport};
pub(crate) use textdiff::push_cell_changes;
pub use textdiff::{CellChange, cell_changes, text_diff};
pub use trouble::{Place, Trouble};

use crate::tile::Damage;

/// All that is wrong with a buffer, in one line.
pub fn damage_text(damage: &[Damage]) -> Option<String> {
    let texts: Vec<String> = damage.iter().map(Damage::to_string).collect();
    (!texts.is_empty()).then(|| texts.join("; "))
}
