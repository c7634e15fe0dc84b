use super::{Layer, Note, Operation, OperationKind, Refusal};
use crate::tile::Cell;

pub(super) const KIND: OperationKind = OperationKind {
    flag: "sort",
    value: "ORDER",
    help: "Put the records in order: yx (row by row) or xy (column by column)",
    parse: |text| Ok(Box::new(Sort(text.parse()?))),
};

/// The order of records in a buffer. The engine keeps whatever order it finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Order {
    /// By y, then x: as one reads.
    Yx,
    /// By x, then y.
    Xy,
}

impl Order {
    /// Sorts records; those of one coordinate keep their order, so that the last still wins.
    pub fn sort(self, records: &mut [Cell]) {
        let key = |cell: &Cell| match self {
            Order::Yx => order_key(cell.y, cell.x),
            Order::Xy => order_key(cell.x, cell.y),
        };
        if !records.is_sorted_by_key(key) {
            records.sort_by_cached_key(key);
        }
    }
}

/// Two signed coordinates as one number that sorts like the pair.
fn order_key(first: i16, second: i16) -> u32 {
    let lift = |value: i16| u32::from(value as u16 ^ 0x8000);
    lift(first) << 16 | lift(second)
}

impl std::str::FromStr for Order {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "yx" => Ok(Order::Yx),
            "xy" => Ok(Order::Xy),
            _ => Err(format!("`{text}` is no order; there are `yx` and `xy`")),
        }
    }
}

#[derive(Debug)]
struct Sort(Order);

impl Operation for Sort {
    fn apply(&self, layers: &mut [Layer<'_>]) -> Result<Vec<Note>, Refusal> {
        for layer in super::maps(layers) {
            self.0.sort(&mut layer.cells);
        }
        Ok(Vec::new())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn negative_coordinates_come_first_and_doubles_keep_their_order() {
        let cell = |x, y, source| Cell { x, y, source, atlas_x: 0, atlas_y: 0, alternative: 0 };
        let mut records = vec![cell(1, 0, 1), cell(-1, 0, 2), cell(1, 0, 3), cell(0, -1, 4)];
        Order::Yx.sort(&mut records);
        assert_eq!(records.iter().map(|cell| cell.source).collect::<Vec<_>>(), [4, 2, 1, 3]);
        Order::Xy.sort(&mut records);
        assert_eq!(records.iter().map(|cell| cell.source).collect::<Vec<_>>(), [2, 4, 1, 3]);
    }
}
