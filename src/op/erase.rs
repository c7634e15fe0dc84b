use super::{Layer, Note, Operation, OperationKind, Refusal};
use crate::tile::Bounds;

pub(super) const KIND: OperationKind = OperationKind {
    flag: "erase",
    value: "X,Y,W,H",
    help: "Remove the cells inside a region",
    parse: |text| Ok(Box::new(Erase(super::region(text)?))),
};

/// Removes the records; what the engine needs no tombstone for gets none.
#[derive(Debug)]
struct Erase(Bounds);

impl Operation for Erase {
    fn apply(&self, layers: &mut [Layer<'_>]) -> Result<Vec<Note>, Refusal> {
        for layer in super::maps(layers) {
            layer.cells.retain(|cell| !self.0.contains(cell.coords()));
        }
        Ok(Vec::new())
    }
}
