use super::turn::{self, Turn};
use super::{Layer, Note, Operation, OperationKind, Refusal};

pub(super) const KIND: OperationKind = OperationKind {
    flag: "transpose",
    value: "",
    help: "Rows become columns",
    parse: |_| Ok(Box::new(Transpose)),
};

const TURN: Turn =
    Turn { name: "--transpose", place: |(x, y), _| (y, x), transform: |transform| transform.transposed() };

#[derive(Debug)]
struct Transpose;

impl Operation for Transpose {
    fn apply(&self, layers: &mut [Layer<'_>]) -> Result<Vec<Note>, Refusal> {
        turn::apply(TURN, layers)
    }
}
