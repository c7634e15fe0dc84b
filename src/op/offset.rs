//! `--offset DX,DY`. On layouts whose rows are shifted by half a cell an odd step follows the rule of the
//! engine's own paste (`TileSet::map_pattern`): the shape of what moves is kept.

use super::{Layer, Note, Operation, OperationKind, Refusal, common_bounds, maps, moved, shape_of};
use crate::project::{Geometry, OffsetAxis, TileLayout, TileShape};

pub(super) const KIND: OperationKind = OperationKind {
    flag: "offset",
    value: "DX,DY",
    help: "Move all cells",
    parse: |text| {
        let [x, y] = super::numbers::<2>(text, "DX,DY")?;
        Ok(Box::new(Offset { x, y }))
    },
};

#[derive(Debug)]
struct Offset {
    x: i32,
    y: i32,
}

impl Operation for Offset {
    fn apply(&self, layers: &mut [Layer<'_>]) -> Result<Vec<Note>, Refusal> {
        if (self.x, self.y) == (0, 0) {
            return Ok(Vec::new());
        }
        let corner = common_bounds(layers).map_or((0, 0), |bounds| (bounds.x, bounds.y));
        for layer in maps(layers) {
            let step = match self.step(layer, corner) {
                Ok(step) => step,
                Err(refusal) => {
                    self.check_range(layer)?;
                    return Err(refusal);
                }
            };
            for at in 0..layer.cells.len() {
                let cell = layer.cells[at];
                layer.cells[at] = moved(&layer.label, cell, step((cell.x.into(), cell.y.into())))?;
            }
        }
        Ok(Vec::new())
    }
}

type Step = Box<dyn Fn((i32, i32)) -> (i32, i32)>;

impl Offset {
    /// Refuses what leaves the map in any layout: nobody has to say a shape first to hear that.
    fn check_range(&self, layer: &Layer<'_>) -> Result<(), Refusal> {
        // A step that is odd the other way may shift by one.
        let inside = |place: i32, across: i32| {
            let slack = i32::from(across % 2 != 0);
            (i32::from(i16::MIN) - slack..=i32::from(i16::MAX) + slack).contains(&place)
        };
        for cell in &layer.cells {
            let (x, y) = (i32::from(cell.x).saturating_add(self.x), i32::from(cell.y).saturating_add(self.y));
            if !inside(x, self.y) || !inside(y, self.x) {
                moved(&layer.label, *cell, (x, y))?;
            }
        }
        Ok(())
    }

    /// Where each place of a layer goes. `corner` is the top-left one of everything that moves.
    fn step(&self, layer: &Layer<'_>, corner: (i32, i32)) -> Result<Step, Refusal> {
        let (dx, dy) = (self.x, self.y);
        let plain: Step = Box::new(move |(x, y)| (x.saturating_add(dx), y.saturating_add(dy)));
        if dx % 2 == 0 && dy % 2 == 0 {
            return Ok(plain);
        }
        let Some(info) = shape_of(layer, "an odd offset depends on the layout of the cells")? else {
            return Ok(plain);
        };
        Ok(match half_offset(&info.geometry) {
            Some((OffsetAxis::Horizontal, sign)) if dy % 2 != 0 => Box::new(move |(x, y)| {
                let shift = parity_shift(y, corner.1, dy) * sign;
                (x.saturating_add(dx).saturating_add(shift), y.saturating_add(dy))
            }),
            Some((OffsetAxis::Vertical, sign)) if dx % 2 != 0 => Box::new(move |(x, y)| {
                let shift = parity_shift(x, corner.0, dx) * sign;
                (x.saturating_add(dx), y.saturating_add(dy).saturating_add(shift))
            }),
            _ => plain,
        })
    }
}

/// Whether rows (or columns) are shifted against each other, along which axis, and to which side odd ones are.
fn half_offset(geometry: &Geometry) -> Option<(OffsetAxis, i32)> {
    let sign = match geometry.layout {
        TileLayout::Stacked => 1,
        TileLayout::StackedOffset => -1,
        _ => return None,
    };
    (geometry.shape != TileShape::Square).then_some((geometry.axis, sign))
}

/// How far a row is shifted besides its step: nothing for rows at an even distance from the corner; for the others
/// the parity of the old place is taken out and that of the new one put in. For stacked layouts; mirrored for stacked offset.
fn parity_shift(row: i32, corner: i32, step: i32) -> i32 {
    let odd = |value: i32| value.rem_euclid(2) == 1;
    if !odd(row - corner) {
        return 0;
    }
    let out = if odd(corner) { -1 } else { 0 };
    let into = if odd(corner.wrapping_add(step)) { 1 } else { 0 };
    out + into
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The engine's own outcome on a hexagonal, stacked layout (the reference's section on moving cells).
    #[test]
    fn an_odd_step_keeps_the_shape_as_the_engine_does() {
        let moved: Vec<(i32, i32)> = (0..3).map(|y| (5 + parity_shift(y, 0, 1), y + 1)).collect();
        assert_eq!(moved, [(5, 1), (6, 2), (5, 3)]);
        let back: Vec<i32> = (1..4).map(|y| parity_shift(y, 1, -1)).collect();
        assert_eq!(back, [0, -1, 0]);
        assert_eq!(parity_shift(3, 0, 2), 0);
        assert_eq!(parity_shift(-3, -4, 1), 1);
    }
}
