use super::{Layer, Note, Operation, OperationKind, Refusal};
use crate::tile::Bounds;

pub(super) const KIND: OperationKind = OperationKind {
    flag: "crop",
    value: "X,Y,W,H",
    help: "Keep only the cells inside a region",
    parse: |text| Ok(Box::new(Crop(super::region(text)?))),
};

#[derive(Debug)]
struct Crop(Bounds);

impl Operation for Crop {
    fn apply(&self, layers: &mut [Layer<'_>]) -> Result<Vec<Note>, Refusal> {
        for layer in super::maps(layers) {
            layer.cells.retain(|cell| self.0.contains(cell.coords()));
        }
        Ok(Vec::new())
    }
}
