use super::Input;
use super::change::{Applied, Change, ChangeOptions, change_file};
use crate::op::{Layer, Operation, Refusal};
use crate::report::FileOutcome;
use crate::rewrite::operate;

struct Edit<'o>(&'o [Box<dyn Operation>]);

/// Carries out operations on the layers of one file, in the order given.
pub fn edit_file(input: &Input, operations: &[Box<dyn Operation>], options: &ChangeOptions) -> FileOutcome {
    change_file(input, options, &Edit(operations))
}

impl Change for Edit<'_> {
    fn apply(&self, layers: &mut [Layer<'_>]) -> Result<Applied, Refusal> {
        let notes = operate(self.0, layers)?;
        let whole_file = self.0.iter().any(|operation| operation.whole_file());
        Ok(Applied { notes, whole_file, reorders: true, counts: None })
    }
}
