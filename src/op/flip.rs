use super::turn::{self, Turn};
use super::{Layer, Note, Operation, OperationKind, Refusal};

pub(super) const KIND: OperationKind = OperationKind {
    flag: "flip",
    value: "AXIS",
    help: "Mirror: h (left and right change places) or v (top and bottom)",
    parse: |text| match text {
        "h" => Ok(Box::new(Flip(HORIZONTAL))),
        "v" => Ok(Box::new(Flip(VERTICAL))),
        _ => Err(format!("`{text}` is no axis; there are `h` and `v`")),
    },
};

const HORIZONTAL: Turn = Turn {
    name: "--flip h",
    place: |(x, y), bounds| (bounds.width - 1 - x, y),
    transform: |transform| transform.flipped_h(),
};

const VERTICAL: Turn = Turn {
    name: "--flip v",
    place: |(x, y), bounds| (x, bounds.height - 1 - y),
    transform: |transform| transform.flipped_v(),
};

#[derive(Debug)]
struct Flip(Turn);

impl Operation for Flip {
    fn apply(&self, layers: &mut [Layer<'_>]) -> Result<Vec<Note>, Refusal> {
        turn::apply(self.0, layers)
    }
}
