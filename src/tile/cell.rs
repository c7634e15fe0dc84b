use std::fmt;

/// A place on the map, in cells. The file keeps 16 bits; the engine wraps what is outside without a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Coords {
    /// To the right.
    pub x: i16,
    /// Downwards.
    pub y: i16,
}

/// One record of a layer: twelve bytes, the same in a `TileMapLayer`, a `TileMap` and a `TileMapPattern`.
///
/// The fields are the 16 bits as they stand. The engine reads source and atlas coordinates back *signed*:
/// a source of 0x8000 and up counts as used and names no source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cell {
    /// Column.
    pub x: i16,
    /// Row.
    pub y: i16,
    /// Source id in the TileSet; 0xFFFF erases the cell, whatever the other fields say.
    pub source: u16,
    /// Column in the atlas.
    pub atlas_x: u16,
    /// Row in the atlas.
    pub atlas_y: u16,
    /// Bits 0–11: alternative id (the scene's id in a scene collection); 12–14: [`Transform`]; bit 15 has no meaning
    /// and makes the tile invalid, but the engine keeps it.
    pub alternative: u16,
}

/// The source id of an erased cell.
pub const ERASED: u16 = 0xFFFF;
/// The highest alternative id that a cell can name.
pub const MAX_ALTERNATIVE: u16 = 0x0FFF;

const FLIP_H: u16 = 0x1000;
const FLIP_V: u16 = 0x2000;
const TRANSPOSE: u16 = 0x4000;
const BIT15: u16 = 0x8000;

impl Cell {
    /// The record that erases a cell, as the engine writes it.
    pub const fn tombstone(coords: Coords) -> Self {
        Cell {
            x: coords.x,
            y: coords.y,
            source: ERASED,
            atlas_x: 0xFFFF,
            atlas_y: 0xFFFF,
            alternative: 0xFFFF,
        }
    }

    /// Where it lies.
    pub const fn coords(self) -> Coords {
        Coords { x: self.x, y: self.y }
    }

    /// Whether it erases its cell: only the source decides.
    pub const fn is_tombstone(self) -> bool {
        self.source == ERASED
    }

    /// The alternative id without the transform and without bit 15.
    pub const fn alternative_id(self) -> u16 {
        self.alternative & MAX_ALTERNATIVE
    }

    /// How the tile is turned.
    pub const fn transform(self) -> Transform {
        Transform {
            flip_h: self.alternative & FLIP_H != 0,
            flip_v: self.alternative & FLIP_V != 0,
            transpose: self.alternative & TRANSPOSE != 0,
        }
    }

    /// Whether bit 15 of the alternative is set.
    pub const fn bit15(self) -> bool {
        self.alternative & BIT15 != 0
    }

    /// The same cell, turned otherwise. Id and bit 15 stay.
    pub const fn with_transform(self, transform: Transform) -> Self {
        let kept = self.alternative & (MAX_ALTERNATIVE | BIT15);
        Cell { alternative: kept | transform.bits(), ..self }
    }

    /// The same cell somewhere else.
    pub const fn at(self, coords: Coords) -> Self {
        Cell { x: coords.x, y: coords.y, ..self }
    }
}

/// How a tile is turned: transposed first, then flipped, as the engine draws it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Transform {
    /// Left and right change places.
    pub flip_h: bool,
    /// Top and bottom change places.
    pub flip_v: bool,
    /// Rows become columns.
    pub transpose: bool,
}

impl Transform {
    /// As bits 12 to 14 of the alternative field.
    pub const fn bits(self) -> u16 {
        (if self.flip_h { FLIP_H } else { 0 })
            | (if self.flip_v { FLIP_V } else { 0 })
            | (if self.transpose { TRANSPOSE } else { 0 })
    }

    /// Left and right of what is seen change places.
    pub const fn flipped_h(self) -> Self {
        Transform { flip_h: !self.flip_h, ..self }
    }

    /// Top and bottom of what is seen change places.
    pub const fn flipped_v(self) -> Self {
        Transform { flip_v: !self.flip_v, ..self }
    }

    /// Rows and columns of what is seen change places.
    pub const fn transposed(self) -> Self {
        Transform { flip_h: self.flip_v, flip_v: self.flip_h, transpose: !self.transpose }
    }

    /// A quarter turn to the right of what is seen: the editor's own rule.
    pub const fn rotated_right(self) -> Self {
        self.transposed().flipped_h()
    }

    /// From letters `h`, `v`, `t` in any order; `None` for any other letter.
    pub fn from_letters(letters: &str) -> Option<Self> {
        let mut transform = Transform::default();
        for letter in letters.chars() {
            match letter {
                'h' => transform.flip_h = true,
                'v' => transform.flip_v = true,
                't' => transform.transpose = true,
                _ => return None,
            }
        }
        Some(transform)
    }
}

/// The letters `hvt` that apply.
impl fmt::Display for Transform {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (set, letter) in [(self.flip_h, "h"), (self.flip_v, "v"), (self.transpose, "t")] {
            if set {
                f.write_str(letter)?;
            }
        }
        Ok(())
    }
}

/// The tile of a cell as `source:x,y[:alternative][ letters]`: `7:1,1`, `7:0,0:3 hv`, `7:0,0 x` for bit 15.
pub struct TileLabel(pub Cell);

impl fmt::Display for TileLabel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cell = self.0;
        write!(f, "{}:{},{}", cell.source, cell.atlas_x, cell.atlas_y)?;
        if cell.alternative_id() != 0 {
            write!(f, ":{}", cell.alternative_id())?;
        }
        let bit15 = if cell.bit15() { "x" } else { "" };
        if cell.transform() != Transform::default() || cell.bit15() {
            write!(f, " {}{bit15}", cell.transform())?;
        }
        Ok(())
    }
}

/// What a record says of its tile, as [`TileLabel`]; `old` says that its bits are those of Godot 3.
pub fn record_label(cell: Cell, old: bool) -> String {
    if old { super::OldCell::of_record(cell).to_string() } else { TileLabel(cell).to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quarter_turns_run_as_in_the_editor() {
        let mut transform = Transform::default();
        let mut seen = Vec::new();
        for _ in 0..4 {
            transform = transform.rotated_right();
            seen.push(transform.bits());
        }
        assert_eq!(seen, [0x5000, 0x3000, 0x6000, 0]);
    }

    #[test]
    fn bit_15_and_the_id_survive_a_turn() {
        let cell = Cell { x: 0, y: 0, source: 1, atlas_x: 0, atlas_y: 0, alternative: 0x8FFF };
        assert_eq!(cell.with_transform(cell.transform().flipped_h()).alternative, 0x9FFF);
        assert_eq!(TileLabel(cell).to_string(), "1:0,0:4095 x");
    }
}
