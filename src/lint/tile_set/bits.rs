//! The peering bits of each shape: sides, and corners with the two sides that meet there.

use super::TileSetText;

/// The names for one shape of cells.
pub(super) struct Bits {
    /// Sides.
    pub sides: &'static [&'static str],
    /// Corners, each with its sides.
    pub corners: &'static [(&'static str, [&'static str; 2])],
}

const SQUARE: Bits = Bits {
    sides: &["right_side", "bottom_side", "left_side", "top_side"],
    corners: &[
        ("bottom_right_corner", ["right_side", "bottom_side"]),
        ("bottom_left_corner", ["left_side", "bottom_side"]),
        ("top_left_corner", ["left_side", "top_side"]),
        ("top_right_corner", ["right_side", "top_side"]),
    ],
};

const ISOMETRIC: Bits = Bits {
    sides: &["bottom_right_side", "bottom_left_side", "top_left_side", "top_right_side"],
    corners: &[
        ("right_corner", ["top_right_side", "bottom_right_side"]),
        ("bottom_corner", ["bottom_right_side", "bottom_left_side"]),
        ("left_corner", ["bottom_left_side", "top_left_side"]),
        ("top_corner", ["top_left_side", "top_right_side"]),
    ],
};

const HORIZONTAL: Bits = Bits {
    sides: &[
        "right_side",
        "bottom_right_side",
        "bottom_left_side",
        "left_side",
        "top_left_side",
        "top_right_side",
    ],
    corners: &[
        ("bottom_right_corner", ["right_side", "bottom_right_side"]),
        ("bottom_corner", ["bottom_right_side", "bottom_left_side"]),
        ("bottom_left_corner", ["bottom_left_side", "left_side"]),
        ("top_left_corner", ["left_side", "top_left_side"]),
        ("top_corner", ["top_left_side", "top_right_side"]),
        ("top_right_corner", ["top_right_side", "right_side"]),
    ],
};

const VERTICAL: Bits = Bits {
    sides: &[
        "bottom_right_side",
        "bottom_side",
        "bottom_left_side",
        "top_left_side",
        "top_side",
        "top_right_side",
    ],
    corners: &[
        ("right_corner", ["top_right_side", "bottom_right_side"]),
        ("bottom_right_corner", ["bottom_right_side", "bottom_side"]),
        ("bottom_left_corner", ["bottom_side", "bottom_left_side"]),
        ("left_corner", ["bottom_left_side", "top_left_side"]),
        ("top_left_corner", ["top_left_side", "top_side"]),
        ("top_right_corner", ["top_side", "top_right_side"]),
    ],
};

impl TileSetText<'_> {
    /// The bits of this TileSet's shape.
    pub fn bits(&self) -> &'static Bits {
        match (self.number("tile_shape", 0), self.number("tile_offset_axis", 0)) {
            (0, _) => &SQUARE,
            (1, _) => &ISOMETRIC,
            (_, 0) => &HORIZONTAL,
            _ => &VERTICAL,
        }
    }
}
