//! `--replace FROM=TO`: one tile for another, or a whole source for another.

use super::{Layer, Note, Operation, OperationKind, Refusal, live_cells};
use crate::tile::{Cell, ERASED, MAX_ALTERNATIVE, Transform};

pub(super) const KIND: OperationKind = OperationKind {
    flag: "replace",
    value: "FROM=TO",
    help: "Put one tile for another; each side is SRC[:AX,AY[:ALT]], and letters h, v, t behind ALT \
           match or set the transform. What is left out matches everything and keeps its value",
    parse: |text| {
        let (from, to) = text.split_once('=').ok_or_else(|| format!("`{text}` is not FROM=TO"))?;
        Ok(Box::new(Replace { from: from.parse()?, to: to.parse()? }))
    },
};

#[derive(Debug)]
struct Replace {
    from: TilePattern,
    to: TilePattern,
}

/// `SRC[:AX,AY[:ALT[letters]]]`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct TilePattern {
    source: u16,
    atlas: Option<(u16, u16)>,
    alternative: Option<u16>,
    transform: Option<Transform>,
}

impl std::str::FromStr for TilePattern {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = |why: &str| format!("`{text}` is not SRC[:AX,AY[:ALT]]: {why}");
        let mut parts = text.trim().split(':');
        let number = |part: &str, name: &str, most: u16| match part.trim().parse::<u16>() {
            Ok(number) if number <= most => Ok(number),
            _ => Err(wrong(&format!("{name} is a number from 0 to {most}"))),
        };
        let source = number(parts.next().unwrap_or_default(), "SRC", ERASED - 1)?;
        let atlas = match parts.next() {
            Some(part) => {
                let (x, y) =
                    part.split_once(',').ok_or_else(|| wrong("AX and AY stand with a comma between"))?;
                Some((number(x, "AX", u16::MAX)?, number(y, "AY", u16::MAX)?))
            }
            None => None,
        };
        let (alternative, transform) = match parts.next() {
            Some(part) => {
                let digits = part.trim_end_matches(|c: char| c.is_ascii_alphabetic());
                let letters = &part[digits.len()..];
                let transform =
                    Transform::from_letters(letters).ok_or_else(|| wrong("the letters are h, v and t"))?;
                let transform = (!letters.is_empty()).then_some(transform);
                (Some(number(digits, "ALT", MAX_ALTERNATIVE)?), transform)
            }
            None => (None, None),
        };
        match parts.next() {
            None => Ok(TilePattern { source, atlas, alternative, transform }),
            Some(_) => Err(wrong("there is something behind ALT")),
        }
    }
}

impl TilePattern {
    /// A cell with bit 15 set names no alternative, so a pattern with one does not match it.
    fn matches(self, cell: Cell) -> bool {
        cell.source == self.source
            && self.atlas.is_none_or(|atlas| atlas == (cell.atlas_x, cell.atlas_y))
            && self.alternative.is_none_or(|id| id == cell.alternative_id() && !cell.bit15())
            && self.transform.is_none_or(|transform| transform == cell.transform())
    }

    fn set(self, cell: Cell) -> Cell {
        let (atlas_x, atlas_y) = self.atlas.unwrap_or((cell.atlas_x, cell.atlas_y));
        let id = self.alternative.unwrap_or(cell.alternative_id());
        let alternative = cell.alternative & !MAX_ALTERNATIVE | id;
        let cell = Cell { source: self.source, atlas_x, atlas_y, alternative, ..cell };
        cell.with_transform(self.transform.unwrap_or(cell.transform()))
    }
}

impl Operation for Replace {
    fn apply(&self, layers: &mut [Layer<'_>]) -> Result<Vec<Note>, Refusal> {
        let mut notes = Vec::new();
        for layer in layers {
            let target = |cell: &&Cell| self.to.matches(**cell) && !self.from.matches(**cell);
            let moving = live_cells(&layer.cells).iter().filter(|cell| self.from.matches(**cell)).count();
            let there = live_cells(&layer.cells).iter().filter(target).count();
            for cell in layer.cells.iter_mut().filter(|cell| self.from.matches(**cell)) {
                *cell = self.to.set(*cell);
            }
            // The reverse replacement would take these along.
            if moving > 0 && there > 0 {
                notes.push(format!(
                    "{}: {} already in use: {moving} {} join{} {there} that {} there before, \
                     so the reverse replacement would not undo this",
                    layer.label,
                    if self.to.atlas.is_some() { "the tile is" } else { "the source is" },
                    if moving == 1 { "cell" } else { "cells" },
                    if moving == 1 { "s" } else { "" },
                    if there == 1 { "was" } else { "were" },
                ));
            }
        }
        Ok(notes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn replace(text: &str, cell: Cell) -> Cell {
        let (from, to) = text.split_once('=').expect("a test's own text");
        let (from, to): (TilePattern, TilePattern) = (from.parse().expect("good"), to.parse().expect("good"));
        if from.matches(cell) { to.set(cell) } else { cell }
    }

    #[test]
    fn what_is_left_out_keeps_its_value() {
        let cell = Cell { x: 1, y: 2, source: 3, atlas_x: 4, atlas_y: 5, alternative: 0xA007 };
        assert_eq!(replace("3=9", cell), Cell { source: 9, ..cell });
        assert_eq!(replace("4=9", cell), cell);
        assert_eq!(replace("3:4,5=3:0,0", cell), Cell { atlas_x: 0, atlas_y: 0, ..cell });
        assert_eq!(replace("3:4,5:7=3", cell), cell, "bit 15 is set, so 7 is not its alternative");
        let cell = Cell { alternative: 0x2007, ..cell };
        assert_eq!(replace("3:4,5:7=3:4,5:8", cell), Cell { alternative: 0x2008, ..cell });
        assert_eq!(replace("3:4,5:7h=1", cell), cell);
        assert_eq!(replace("3:4,5:7v=3:4,5:7ht", cell), Cell { alternative: 0x5007, ..cell });
    }

    #[test]
    fn erased_cells_have_no_source() {
        assert!("65535".parse::<TilePattern>().is_err());
        assert!("1:2".parse::<TilePattern>().is_err());
        assert!("1:2,3:4096".parse::<TilePattern>().is_err());
        assert!("1:2,3:4z".parse::<TilePattern>().is_err());
        assert!("1:2,3:4:5".parse::<TilePattern>().is_err());
    }
}
