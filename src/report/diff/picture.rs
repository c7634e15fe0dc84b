//! The changes of layers as one picture: their maps, one below the other.

use super::map::{MapCell, map_at};
use crate::diff::LayerDiff;

/// No side is longer.
const LONGEST: usize = 4095;
/// A cell is not drawn larger.
const LARGEST: usize = 16;
/// Pixels between two maps.
const GAP: usize = 4;
/// Layers that always fit, each with one pixel at least and a gap.
const MOST: usize = LONGEST / (GAP + 1);

/// Pixels, row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// Pixels in a row.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// For each pixel the place of its colour in [`Picture::palette`].
    pub pixels: Vec<u8>,
    /// How many cells a pixel is wide and high, where there are too many for one each.
    scale: usize,
    /// Layers that found no room.
    left_out: usize,
}

impl Picture {
    /// The colours; the first one is what lies between the maps, and transparent.
    pub fn palette() -> [[u8; 3]; 5] {
        let [same, added, removed, changed] =
            [MapCell::Same, MapCell::Added, MapCell::Removed, MapCell::Changed].map(MapCell::colour);
        [[0; 3], same, added, removed, changed]
    }

    /// What does not show as it should, in words.
    pub fn note(&self) -> Option<String> {
        let mut said = Vec::new();
        if self.scale > 1 {
            said.push(format!("a pixel stands for {0}×{0} cells", self.scale));
        }
        if self.left_out > 0 {
            said.push(format!("layers without room: {}", self.left_out));
        }
        (!said.is_empty())
            .then(|| format!("the maps are too large for a picture, so {}", said.join(", and ")))
    }
}

/// The place of a cell's colour in the palette.
fn colour(cell: MapCell) -> u8 {
    match cell {
        MapCell::Same => 1,
        MapCell::Added => 2,
        MapCell::Removed => 3,
        MapCell::Changed => 4,
    }
}

/// The maps of layers in their order, all at one scale; a transparent pixel if there are none.
pub fn diff_picture(layers: &[&LayerDiff]) -> Picture {
    let mut drawn: Vec<&LayerDiff> = Vec::new();
    let mut sides: Vec<(usize, usize)> = Vec::new();
    let mut left_out = 0;
    for layer in layers {
        let Some(bounds) = layer.cells.bounds() else { continue };
        if drawn.len() == MOST {
            left_out += 1;
            continue;
        }
        drawn.push(layer);
        sides.push((bounds.width as usize, bounds.height as usize));
    }
    if sides.is_empty() {
        return Picture { width: 1, height: 1, pixels: vec![0], scale: 1, left_out };
    }
    let (size, scale) = fit(&sides);
    let (width, height) = extent(&sides, size, scale);
    let mut pixels = vec![0; width * height];
    let mut top = 0;
    for layer in drawn {
        for row in map_at(layer, scale) {
            for line in pixels[top * width..][..size * width].chunks_mut(width) {
                for (place, cell) in line.chunks_mut(size).zip(&row) {
                    place.fill(colour(*cell));
                }
            }
            top += size;
        }
        top += GAP;
    }
    Picture { width: width as u32, height: height as u32, pixels, scale, left_out }
}

/// Pixels a place, and cells a place: the largest at which all maps have room.
fn fit(sides: &[(usize, usize)]) -> (usize, usize) {
    let fits = |size, scale| {
        let (width, height) = extent(sides, size, scale);
        width <= LONGEST && height <= LONGEST
    };
    if let Some(size) = (1..=LARGEST).rev().find(|&size| fits(size, 1)) {
        return (size, 1);
    }
    // At the size of the largest map each has one place, and so many fit.
    let largest = sides.iter().map(|&(width, height)| width.max(height)).max().unwrap_or(1);
    (1, (2..largest).find(|&scale| fits(1, scale)).unwrap_or(largest))
}

/// Width and height of the picture.
fn extent(sides: &[(usize, usize)], size: usize, scale: usize) -> (usize, usize) {
    let width = sides.iter().map(|(width, _)| width.div_ceil(scale) * size).max().unwrap_or(0);
    let height: usize = sides.iter().map(|(_, height)| height.div_ceil(scale) * size).sum();
    (width, height + GAP * sides.len().saturating_sub(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diff::CellDiff;
    use crate::tile::Cell;

    fn layer(added: &[(i16, i16)]) -> LayerDiff {
        let cell = |&(x, y): &(i16, i16)| Cell { x, y, source: 0, atlas_x: 0, atlas_y: 0, alternative: 0 };
        LayerDiff {
            node: None,
            layer: None,
            resource: None,
            label: "L".into(),
            cells: CellDiff { added: added.iter().map(cell).collect(), ..CellDiff::default() },
            old: false,
            counts: (0, added.len()),
        }
    }

    #[test]
    fn maps_lie_one_below_the_other() {
        let (a, b) = (layer(&[(5, 5)]), layer(&[(0, 0), (2, 0)]));
        let picture = diff_picture(&[&a, &b]);
        let wide = 3 * LARGEST;
        assert_eq!((picture.width as usize, picture.height as usize), (wide, 2 * LARGEST + GAP));
        let at = |x: usize, y: usize| picture.pixels[y * wide + x];
        assert_eq!([at(0, 0), at(15, 15), at(16, 0), at(47, 15)], [2, 2, 0, 0]);
        assert_eq!([at(0, 16), at(47, 19)], [0, 0], "between the maps");
        assert_eq!([at(0, 20), at(16, 20), at(31, 35), at(32, 20), at(47, 35)], [2, 1, 1, 2, 2]);
        assert_eq!(picture.note(), None);
    }

    #[test]
    fn a_large_map_has_small_cells_and_the_largest_is_scaled_down() {
        let large = layer(&[(0, 0), (999, 999)]);
        let picture = diff_picture(&[&large]);
        assert_eq!((picture.width, picture.height, picture.note()), (4000, 4000, None));
        let huge = layer(&[(i16::MIN, 0), (i16::MAX, 0)]);
        let picture = diff_picture(&[&huge]);
        assert_eq!((picture.width, picture.height), (3856, 1));
        let (first, last) = (picture.pixels[0], picture.pixels[3855]);
        assert_eq!((first, last), (2, 2));
        assert!(picture.note().unwrap().contains("17×17"));
    }

    #[test]
    fn any_number_of_layers_stays_within_the_limit() {
        let one = layer(&[(0, 0), (0, 300)]);
        let picture = diff_picture(&vec![&one; MOST + 3]);
        assert!(picture.height as usize <= LONGEST);
        assert!(picture.note().unwrap().contains("layers without room: 3"));
    }
}
