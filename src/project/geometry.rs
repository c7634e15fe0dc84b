use std::fmt;
use std::str::FromStr;

/// `tile_shape` of a TileSet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum TileShape {
    /// 0, the default.
    #[default]
    Square,
    /// 1
    Isometric,
    /// 2, half-offset square.
    HalfOffset,
    /// 3
    Hexagon,
}

/// `tile_layout` of a TileSet: how cells of any other shape than the square lie beside each other. Squares ignore it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum TileLayout {
    /// 0, the default: odd rows are half a cell further along the offset axis.
    #[default]
    Stacked,
    /// 1: even rows are.
    StackedOffset,
    /// 2
    StairsRight,
    /// 3
    StairsDown,
    /// 4
    DiamondRight,
    /// 5
    DiamondDown,
}

/// `tile_offset_axis` of a TileSet: the direction in which rows (or columns) are shifted. Squares ignore it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum OffsetAxis {
    /// 0, the default: rows are shifted along x.
    #[default]
    Horizontal,
    /// 1: columns are shifted along y.
    Vertical,
}

/// How the cells of a TileSet lie on the map. As text `hexagon,stacked-offset,vertical`: the parts behind the shape
/// may be left out and stand for the engine's defaults then.
///
/// ```
/// use tilewright::project::{Geometry, OffsetAxis, TileLayout, TileShape};
///
/// let geometry: Geometry = "hexagon,stairs-right".parse().unwrap();
/// assert_eq!(geometry.shape, TileShape::Hexagon);
/// assert_eq!(geometry.layout, TileLayout::StairsRight);
/// assert_eq!(geometry.axis, OffsetAxis::Horizontal);
/// assert_eq!(geometry.to_string(), "hexagon,stairs-right,horizontal");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Geometry {
    /// The shape of a cell.
    pub shape: TileShape,
    /// How cells are counted.
    pub layout: TileLayout,
    /// In which direction they are shifted.
    pub axis: OffsetAxis,
}

/// A text that names no [`Geometry`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct GeometryError(String);

/// The number in the file, the value, its name.
type Names<T> = [(T, &'static str)];

const SHAPES: &Names<TileShape> = &[
    (TileShape::Square, "square"),
    (TileShape::Isometric, "isometric"),
    (TileShape::HalfOffset, "half-offset"),
    (TileShape::Hexagon, "hexagon"),
];
const LAYOUTS: &Names<TileLayout> = &[
    (TileLayout::Stacked, "stacked"),
    (TileLayout::StackedOffset, "stacked-offset"),
    (TileLayout::StairsRight, "stairs-right"),
    (TileLayout::StairsDown, "stairs-down"),
    (TileLayout::DiamondRight, "diamond-right"),
    (TileLayout::DiamondDown, "diamond-down"),
];
const AXES: &Names<OffsetAxis> =
    &[(OffsetAxis::Horizontal, "horizontal"), (OffsetAxis::Vertical, "vertical")];

fn named<T: Copy>(names: &Names<T>, what: &str, text: &str) -> Result<T, GeometryError> {
    let text = text.trim();
    names.iter().find(|(_, name)| *name == text).map(|(value, _)| *value).ok_or_else(|| {
        let all: Vec<&str> = names.iter().map(|(_, name)| *name).collect();
        GeometryError(format!("`{text}` is no {what}; there are {}", all.join(", ")))
    })
}

fn numbered<T: Copy>(names: &Names<T>, number: i64) -> Option<T> {
    names.get(usize::try_from(number).ok()?).map(|(value, _)| *value)
}

macro_rules! text_and_number {
    ($type:ty, $names:ident, $what:literal, $property:literal) => {
        impl $type {
            #[doc = concat!("By the number in `", $property, "`; `None` if the engine has no such value.")]
            pub fn from_number(number: i64) -> Option<Self> {
                numbered($names, number)
            }
        }

        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let name = $names.iter().find(|(value, _)| value == self).map_or("", |(_, name)| *name);
                f.pad(name)
            }
        }

        impl FromStr for $type {
            type Err = GeometryError;

            fn from_str(text: &str) -> Result<Self, GeometryError> {
                named($names, $what, text)
            }
        }
    };
}

text_and_number!(TileShape, SHAPES, "cell shape", "tile_shape");
text_and_number!(TileLayout, LAYOUTS, "layout of cells", "tile_layout");
text_and_number!(OffsetAxis, AXES, "offset axis", "tile_offset_axis");

impl FromStr for Geometry {
    type Err = GeometryError;

    fn from_str(text: &str) -> Result<Self, GeometryError> {
        let mut parts = text.split(',');
        let mut geometry =
            Geometry { shape: parts.next().unwrap_or_default().parse()?, ..Geometry::default() };
        if let Some(layout) = parts.next() {
            geometry.layout = layout.parse()?;
        }
        if let Some(axis) = parts.next() {
            geometry.axis = axis.parse()?;
        }
        match parts.next() {
            None => Ok(geometry),
            Some(more) => {
                Err(GeometryError(format!("`{more}` is too much: it is SHAPE[,LAYOUT[,AXIS]] and no more")))
            }
        }
    }
}

impl fmt::Display for Geometry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Geometry { shape, layout, axis } = self;
        // Squares ignore the rest.
        if *self == Geometry::default() { shape.fmt(f) } else { write!(f, "{shape},{layout},{axis}") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_geometry_reads_back_from_its_text() {
        for &(shape, _) in SHAPES {
            for &(layout, _) in LAYOUTS {
                for &(axis, _) in AXES {
                    let geometry = Geometry { shape, layout, axis };
                    assert_eq!(geometry.to_string().parse(), Ok(geometry));
                }
            }
        }
        assert_eq!("square".parse(), Ok(Geometry::default()));
        assert_eq!(Geometry::default().to_string(), "square");
    }

    #[test]
    fn numbers_are_those_of_the_engine() {
        assert!(SHAPES.iter().enumerate().all(|(number, (value, _))| *value as usize == number));
        assert!(LAYOUTS.iter().enumerate().all(|(number, (value, _))| *value as usize == number));
        assert!(AXES.iter().enumerate().all(|(number, (value, _))| *value as usize == number));
        assert_eq!(TileShape::from_number(4), None);
        assert_eq!(TileLayout::from_number(-1), None);
    }

    #[test]
    fn a_wrong_word_is_told_the_right_ones() {
        let error = |text: &str| text.parse::<Geometry>().unwrap_err().to_string();
        assert_eq!(error("hex"), "`hex` is no cell shape; there are square, isometric, half-offset, hexagon");
        assert_eq!(
            error("hexagon,x"),
            "`x` is no layout of cells; there are stacked, stacked-offset, \
            stairs-right, stairs-down, diamond-right, diamond-down"
        );
        assert_eq!(error("hexagon,stacked,x"), "`x` is no offset axis; there are horizontal, vertical");
        assert_eq!(
            error("hexagon,stacked,vertical,1"),
            "`1` is too much: it is SHAPE[,LAYOUT[,AXIS]] and no more"
        );
        assert_eq!(error(""), "`` is no cell shape; there are square, isometric, half-offset, hexagon");
    }
}
