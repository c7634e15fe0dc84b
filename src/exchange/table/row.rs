//! One row as a cell.

use std::ops::RangeInclusive;

use super::Mistakes;
use super::columns::Columns;
use crate::exchange::limits::{self, ERASE_SOURCE};
use crate::syntax::table::{Field, Row};
use crate::tile::{Cell, Coords, Transform};

/// The cell of a row; `None` if something is wrong, which goes to `mistakes`.
pub(super) fn cell(row: &Row<'_>, columns: &Columns, mistakes: &mut Mistakes) -> Option<Cell> {
    if row.fields.iter().all(|field| field.text.is_empty()) {
        // What a spreadsheet leaves of an empty line.
        return None;
    }
    let erase = row.fields.iter().enumerate().position(|(at, field)| {
        let own = [Some(columns.x), Some(columns.y), columns.file, columns.node];
        field.text == "erase" && !own.contains(&Some(at))
    });
    let mut reader = Reader { row, mistakes, good: true };
    let cell = match erase {
        Some(at) => reader.erased(columns, at),
        None => reader.painted(columns),
    };
    reader.good.then_some(cell)
}

struct Reader<'r, 'a> {
    row: &'r Row<'a>,
    mistakes: &'r mut Mistakes,
    good: bool,
}

impl<'r, 'a> Reader<'r, 'a> {
    fn erased(&mut self, columns: &Columns, erase: usize) -> Cell {
        let kept = [Some(erase), Some(columns.x), Some(columns.y), columns.file, columns.node];
        for (at, field) in self.row.fields.iter().enumerate() {
            if !field.text.is_empty() && !kept.contains(&Some(at)) {
                self.wrong(field, "an erased cell is `x,y,erase` and has nothing else");
            }
        }
        Cell::tombstone(self.coords(columns))
    }

    fn painted(&mut self, columns: &Columns) -> Cell {
        let Coords { x, y } = self.coords(columns);
        if let Some(field) = columns.tile.and_then(|at| self.field(at)) {
            self.wrong(field, "a Godot 3 tile cannot be built: it has no source and atlas of Godot 4");
        }
        let source = self.number(columns.source, "source", limits::SOURCE) as u16;
        let atlas_x = self.number(columns.atlas_x, "atlas_x", limits::ATLAS) as u16;
        let atlas_y = self.number(columns.atlas_y, "atlas_y", limits::ATLAS) as u16;
        let alternative = match columns.alternative.filter(|&at| self.field(at).is_some()) {
            Some(at) => self.number(at, "alternative", limits::ALTERNATIVE) as u16,
            None => 0,
        };
        let turned = columns.transform.and_then(|at| self.field(at));
        let bits = match turned.map(|field| (field, bits(&field.text))) {
            None => 0,
            Some((_, Ok(bits))) => bits,
            Some((field, Err(message))) => {
                self.wrong(field, message);
                0
            }
        };
        if let Some(field) = self.row.fields.iter().skip(columns.count).find(|field| !field.text.is_empty()) {
            self.wrong(field, format!("a field too many: there are {} columns", columns.count));
        }
        Cell { x, y, source, atlas_x, atlas_y, alternative: alternative | bits }
    }

    fn coords(&mut self, columns: &Columns) -> Coords {
        Coords {
            x: self.number(columns.x, "x", limits::COORDINATE) as i16,
            y: self.number(columns.y, "y", limits::COORDINATE) as i16,
        }
    }

    /// A field with something in it.
    fn field(&self, at: usize) -> Option<&'r Field<'a>> {
        self.row.fields.get(at).filter(|field| !field.text.is_empty())
    }

    /// A number that must be there. Whatever is wrong, zero is good enough to look at the rest of the row.
    fn number(&mut self, at: usize, name: &'static str, range: RangeInclusive<i64>) -> i64 {
        let row = self.row;
        let Some(field) = row.fields.get(at) else {
            self.say(row.mistake_at_end(format!("`{name}` is missing")));
            return 0;
        };
        match integer(&field.text) {
            Some(number) if range.contains(&number) => return number,
            Some(ERASE_SOURCE) if name == "source" => {
                self.wrong(field, "source 65535 erases a cell; write `x,y,erase`");
            }
            Some(number) => self.wrong(field, limits::outside(name, number, &range)),
            None if field.text.is_empty() => self.wrong(field, format!("`{name}` is missing")),
            None => {
                let shown: String = field.text.chars().take(40).collect();
                self.wrong(field, format!("`{name}` is `{shown}`, which is no whole number"));
            }
        }
        0
    }

    fn wrong(&mut self, field: &Field<'_>, message: impl Into<String>) {
        self.say(field.mistake(message));
    }

    fn say(&mut self, mistake: crate::syntax::located::Mistake) {
        self.good = false;
        self.mistakes.push(mistake);
    }
}

/// A whole number; one beyond 64 bits is as good as the largest.
fn integer(text: &str) -> Option<i64> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some(text.parse().unwrap_or(if text.starts_with('-') { i64::MIN } else { i64::MAX }))
}

/// Bits 12 to 15 from letters.
fn bits(letters: &str) -> Result<u16, String> {
    let twice = letters.char_indices().any(|(at, letter)| letters[..at].contains(letter));
    let turns = letters.replacen('x', "", 1);
    match Transform::from_letters(&turns) {
        Some(transform) if !twice => {
            Ok(transform.bits() | if turns.len() < letters.len() { limits::BIT15 } else { 0 })
        }
        Some(_) => Err(format!("the transform `{letters}` has a letter twice")),
        None => {
            let shown: String = letters.chars().take(40).collect();
            Err(format!("the transform `{shown}` has other letters than h, v, t, and x for bit 15"))
        }
    }
}
