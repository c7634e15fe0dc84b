use super::turn::{self, Turn};
use super::{Layer, Note, Operation, OperationKind, Refusal};

pub(super) const KIND: OperationKind = OperationKind {
    flag: "rotate",
    value: "DEGREES",
    help: "Turn to the right by 90, 180 or 270 degrees",
    parse: |text| match text {
        "90" => Ok(Box::new(Rotate(1))),
        "180" => Ok(Box::new(Rotate(2))),
        "270" => Ok(Box::new(Rotate(3))),
        _ => Err(format!("`{text}` is no quarter turn; there are 90, 180 and 270")),
    },
};

const QUARTER: Turn = Turn {
    name: "--rotate",
    place: |(x, y), bounds| (bounds.height - 1 - y, x),
    transform: |transform| transform.rotated_right(),
};

const HALF: Turn = Turn {
    name: "--rotate",
    place: |(x, y), bounds| (bounds.width - 1 - x, bounds.height - 1 - y),
    transform: |transform| transform.rotated_right().rotated_right(),
};

const THREE_QUARTERS: Turn = Turn {
    name: "--rotate",
    place: |(x, y), bounds| (y, bounds.width - 1 - x),
    transform: |transform| transform.rotated_right().rotated_right().rotated_right(),
};

/// Quarter turns to the right, 1 to 3.
#[derive(Debug)]
struct Rotate(usize);

impl Operation for Rotate {
    fn apply(&self, layers: &mut [Layer<'_>]) -> Result<Vec<Note>, Refusal> {
        turn::apply([QUARTER, HALF, THREE_QUARTERS][self.0 - 1], layers)
    }
}
