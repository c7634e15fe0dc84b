//! The change of a layer as a small map of letters.

use crate::diff::LayerDiff;

/// What one letter of the map stands for. Where several cells share one, the first of these that applies is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MapCell {
    /// No change.
    Same,
    /// A cell was added.
    Added,
    /// A cell was removed.
    Removed,
    /// A cell holds another tile, or several kinds of change share the place.
    Changed,
}

impl MapCell {
    /// The letter.
    pub fn letter(self) -> char {
        match self {
            MapCell::Same => '·',
            MapCell::Added => '+',
            MapCell::Removed => '-',
            MapCell::Changed => '~',
        }
    }

    /// The colour in pictures and pages. The lightness differs, too, for those who do not tell red from green.
    pub fn colour(self) -> [u8; 3] {
        match self {
            MapCell::Same => [0xe4, 0xe4, 0xe4],
            MapCell::Added => [0x2d, 0xa4, 0x4e],
            MapCell::Removed => [0xb3, 0x1d, 0x28],
            MapCell::Changed => [0xf2, 0xc7, 0x44],
        }
    }
}

/// The rows of a map of what changed, cropped to it and scaled down to a width; and how many cells a letter is wide.
pub fn change_map(layer: &LayerDiff, width: usize) -> (Vec<Vec<MapCell>>, usize) {
    let Some(bounds) = layer.cells.bounds() else { return (Vec::new(), 1) };
    let width = width.max(1);
    let scale = (bounds.width as usize).div_ceil(width).max((bounds.height as usize).div_ceil(width * 2));
    (map_at(layer, scale), scale)
}

/// The rows of the same map with so many cells, at least one, to the side of a place.
pub(super) fn map_at(layer: &LayerDiff, scale: usize) -> Vec<Vec<MapCell>> {
    let Some(bounds) = layer.cells.bounds() else { return Vec::new() };
    let columns = (bounds.width as usize).div_ceil(scale);
    let lines = (bounds.height as usize).div_ceil(scale);
    let mut rows = vec![vec![MapCell::Same; columns]; lines];
    let mut mark = |x: i16, y: i16, what: MapCell| {
        let column = (i32::from(x) - bounds.x) as usize / scale;
        let row = (i32::from(y) - bounds.y) as usize / scale;
        let place = &mut rows[row][column];
        *place = if *place == MapCell::Same || *place == what { what } else { MapCell::Changed };
    };
    layer.cells.added.iter().for_each(|cell| mark(cell.x, cell.y, MapCell::Added));
    layer.cells.removed.iter().for_each(|cell| mark(cell.x, cell.y, MapCell::Removed));
    layer.cells.changed.iter().for_each(|(_, cell)| mark(cell.x, cell.y, MapCell::Changed));
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diff::CellDiff;
    use crate::tile::Cell;

    #[test]
    fn a_wide_change_is_scaled_down() {
        let cell = |x, y| Cell { x, y, source: 0, atlas_x: 0, atlas_y: 0, alternative: 0 };
        let cells = CellDiff {
            added: vec![cell(-10, 5), cell(9, 6)],
            removed: vec![cell(-9, 5)],
            changed: vec![(cell(0, 5), cell(0, 5))],
        };
        let layer = LayerDiff {
            node: None,
            layer: None,
            resource: None,
            label: "L".into(),
            cells,
            old: false,
            counts: (2, 3),
        };
        let text = |width| {
            let (rows, scale) = change_map(&layer, width);
            let rows: Vec<String> =
                rows.iter().map(|row| row.iter().map(|cell| cell.letter()).collect()).collect();
            (rows, scale)
        };
        assert_eq!(text(20), (vec!["+-········~·········".into(), "···················+".into()], 1));
        assert_eq!(text(10), (vec!["~····~···+".into()], 2));
    }
}
