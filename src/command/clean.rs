use super::Input;
use super::change::{Applied, Change, ChangeOptions, change_file};
use crate::op::{Cleaned, Layer, Order, Refusal, clean};
use crate::report::FileOutcome;
use crate::tile::{Counts, Damage};

/// How to clean.
#[derive(Clone, Copy, Debug, Default)]
pub struct CleanOptions {
    /// Sort the records too.
    pub sort: Option<Order>,
    /// Drop the bytes behind the last whole record, instead of refusing the buffer.
    pub repair: bool,
}

/// Cleans the layers of one file.
pub fn clean_file(input: &Input, clean: CleanOptions, options: &ChangeOptions) -> FileOutcome {
    change_file(input, options, &clean)
}

impl Change for CleanOptions {
    fn repairs(&self, damage: &Damage) -> bool {
        self.repair && matches!(damage, Damage::Trailing(_))
    }

    /// A stamp has no place on a map and the engine writes it clean; what is Godot 3's stays as it is.
    fn concerns_patterns(&self) -> bool {
        false
    }

    fn refuses_old(&self) -> bool {
        false
    }

    fn counts_itself(&self) -> bool {
        true
    }

    fn apply(&self, layers: &mut [Layer<'_>]) -> Result<Applied, Refusal> {
        let clean_one = |layer: &mut Layer<'_>| {
            let Cleaned { tombstones, duplicates } = clean(&mut layer.cells, self.sort);
            // Where the cells are nobody asks here.
            let after = Counts { cells: layer.cells.len(), ..Counts::default() };
            (Counts { tombstones, duplicates, ..after }, after)
        };
        let counts = layers.iter_mut().map(clean_one).collect();
        Ok(Applied {
            notes: Vec::new(),
            whole_file: false,
            reorders: self.sort.is_some(),
            counts: Some(counts),
        })
    }
}
