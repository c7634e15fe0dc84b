//! Records by coordinate: which of them count, as the engine keeps them on load.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use rayon::prelude::*;

use super::{Cell, Coords};

/// Records that are worth a second core.
const MANY: usize = 1 << 16;

/// A rectangle of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Left column.
    pub x: i32,
    /// Top row.
    pub y: i32,
    /// Columns, at least 1.
    pub width: i32,
    /// Rows, at least 1.
    pub height: i32,
}

impl Bounds {
    /// The smallest rectangle around all of them; `None` if there are none.
    pub fn of(cells: impl IntoIterator<Item = Coords>) -> Option<Self> {
        let mut cells = cells.into_iter();
        let first = cells.next()?;
        let start = (first.x, first.y, first.x, first.y);
        let (left, top, right, bottom) = cells.fold(start, |(left, top, right, bottom), at| {
            (left.min(at.x), top.min(at.y), right.max(at.x), bottom.max(at.y))
        });
        Some(Bounds {
            x: left.into(),
            y: top.into(),
            width: i32::from(right) - i32::from(left) + 1,
            height: i32::from(bottom) - i32::from(top) + 1,
        })
    }

    /// The smallest rectangle around all records, on all cores if they are many.
    fn of_records(records: &[Cell]) -> Option<Self> {
        let of = |records: &[Cell]| Bounds::of(records.iter().map(|cell| cell.coords()));
        if records.len() < MANY {
            return of(records);
        }
        records.par_chunks(MANY).filter_map(of).reduce_with(Bounds::union)
    }

    /// The smallest rectangle around both.
    pub fn union(self, other: Bounds) -> Bounds {
        let (x, y) = (self.x.min(other.x), self.y.min(other.y));
        let right = (self.x + self.width).max(other.x + other.width);
        let bottom = (self.y + self.height).max(other.y + other.height);
        Bounds { x, y, width: right - x, height: bottom - y }
    }

    /// Whether a cell lies inside.
    pub fn contains(self, coords: Coords) -> bool {
        let (x, y) = (i32::from(coords.x) - self.x, i32::from(coords.y) - self.y);
        (0..self.width).contains(&x) && (0..self.height).contains(&y)
    }
}

/// A record that a later one overrides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Duplicate {
    /// Whose cell.
    pub coords: Coords,
    /// Its index among the records.
    pub record: u32,
}

/// Collapses duplicates in place, as the engine does on load: the last record's value at the first one's place.
/// Tombstones stay. Returns the overridden records, by index.
pub fn collapse(records: &mut Vec<Cell>) -> Vec<Duplicate> {
    let Some(bounds) = Bounds::of_records(records) else { return Vec::new() };
    // A layer is dense as a rule, and a few bits a place are many times faster than sorting.
    let mut duplicates = match Places::new(bounds, records.len()) {
        Some(seen) => collapse_dense(records, seen),
        None => collapse_sparse(records),
    };
    duplicates.sort_unstable_by_key(|duplicate| duplicate.record);
    duplicates
}

/// A bit for each place inside some bounds.
struct Places {
    bounds: Bounds,
    bits: Vec<u64>,
}

impl Places {
    /// `None` if there are too many places for so many records.
    fn new(bounds: Bounds, records: usize) -> Option<Self> {
        let area = bounds.width as usize * bounds.height as usize;
        (area <= 64 + records * 64).then(|| Places { bounds, bits: vec![0; area.div_ceil(64)] })
    }

    fn bit(&mut self, cell: Cell) -> (&mut u64, u64) {
        let (x, y) = (i32::from(cell.x) - self.bounds.x, i32::from(cell.y) - self.bounds.y);
        let place = y as usize * self.bounds.width as usize + x as usize;
        (&mut self.bits[place / 64], 1 << (place % 64))
    }

    /// Sets a place's bit; whether it was clear.
    fn set(&mut self, cell: Cell) -> bool {
        let (word, bit) = self.bit(cell);
        let new = *word & bit == 0;
        *word |= bit;
        new
    }

    fn holds(&mut self, cell: Cell) -> bool {
        let (word, bit) = self.bit(cell);
        *word & bit != 0
    }
}

/// First which places come more than once, nearly always none; then only those are kept account of.
fn collapse_dense(records: &mut Vec<Cell>, mut seen: Places) -> Vec<Duplicate> {
    let Some(first) = records.iter().position(|&cell| !seen.set(cell)) else { return Vec::new() };
    let mut doubled = Places { bounds: seen.bounds, bits: vec![0; seen.bits.len()] };
    for &cell in &records[first..] {
        if !seen.set(cell) {
            doubled.set(cell);
        }
    }
    let mut account: HashMap<Coords, Account> = HashMap::new();
    let mut duplicates = Vec::new();
    let mut kept = 0;
    for index in 0..records.len() {
        let cell = records[index];
        if doubled.holds(cell) {
            match account.entry(cell.coords()) {
                Entry::Vacant(entry) => {
                    entry.insert(Account { place: kept, record: index as u32 });
                }
                Entry::Occupied(mut entry) => {
                    let Account { place, record } = entry.get_mut();
                    duplicates.push(Duplicate { coords: cell.coords(), record: *record });
                    *record = index as u32;
                    records[*place] = cell;
                    continue;
                }
            }
        }
        records[kept] = cell;
        kept += 1;
    }
    records.truncate(kept);
    duplicates
}

/// Where the first record of a coordinate stands now, and which record has its word.
struct Account {
    place: usize,
    record: u32,
}

/// By sorting: equal coordinates come together, in file order.
fn collapse_sparse(records: &mut Vec<Cell>) -> Vec<Duplicate> {
    let key = |(index, cell): (usize, &Cell)| {
        u64::from(cell.x as u16) << 48 | u64::from(cell.y as u16) << 32 | index as u64
    };
    let mut keys: Vec<u64> = records.iter().enumerate().map(key).collect();
    keys.sort_unstable();
    let mut duplicates = Vec::new();
    let mut gone = Vec::new();
    for run in keys.chunk_by(|a, b| a >> 32 == b >> 32).filter(|run| run.len() > 1) {
        let index = |key: u64| key as u32;
        let (first, last) = (index(run[0]), index(run[run.len() - 1]));
        let coords = records[first as usize].coords();
        duplicates.extend(run[..run.len() - 1].iter().map(|&key| Duplicate { coords, record: index(key) }));
        records[first as usize] = records[last as usize];
        gone.extend(run[1..].iter().map(|&key| index(key)));
    }
    gone.sort_unstable();
    let mut gone = gone.into_iter().peekable();
    let mut index = 0;
    records.retain(|_| {
        index += 1;
        gone.next_if_eq(&(index - 1)).is_none()
    });
    duplicates
}

/// Drops tombstones in place and returns how many there were. Only after [`collapse`]: a tombstone erases what came before it.
pub fn drop_tombstones(records: &mut Vec<Cell>) -> usize {
    let before = records.len();
    records.retain(|cell| !cell.is_tombstone());
    before - records.len()
}

/// How many records of each kind, and where the cells are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Cells on the map after loading.
    pub cells: usize,
    /// Erased coordinates that no later record paints.
    pub tombstones: usize,
    /// Records that a later one overrides.
    pub duplicates: usize,
    /// The rectangle around the cells; tombstones do not count.
    pub bounds: Option<Bounds>,
}

impl Counts {
    /// Counts records.
    pub fn of(records: &[Cell]) -> Self {
        Self::of_distinct(records).unwrap_or_else(|| Self::of_owned(records.to_vec()))
    }

    /// Counts records that are not needed any more.
    pub fn of_owned(mut records: Vec<Cell>) -> Self {
        if let Some(counts) = Self::of_distinct(&records) {
            return counts;
        }
        let duplicates = collapse(&mut records).len();
        let tombstones = drop_tombstones(&mut records);
        let bounds = Bounds::of_records(&records);
        Counts { cells: records.len(), tombstones, duplicates, bounds }
    }

    /// Counts records without resolving them, if it is told cheaply that there is nothing to resolve.
    fn of_distinct(records: &[Cell]) -> Option<Self> {
        let Some(bounds) = Bounds::of_records(records) else {
            return Some(Counts::default());
        };
        if !all_differ(records, bounds) {
            return None;
        }
        let tombstones = records.iter().filter(|cell| cell.is_tombstone()).count();
        let bounds = match tombstones {
            0 => Some(bounds),
            _ => Bounds::of(records.iter().filter(|cell| !cell.is_tombstone()).map(|cell| cell.coords())),
        };
        Some(Counts { cells: records.len() - tombstones, tombstones, duplicates: 0, bounds })
    }
}

/// Whether no coordinate comes twice; `false` also where telling takes too many bits.
fn all_differ(records: &[Cell], bounds: Bounds) -> bool {
    Places::new(bounds, records.len()).is_some_and(|mut seen| records.iter().all(|&cell| seen.set(cell)))
}

/// What is on the map after loading.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Resolved {
    /// The cells, in the engine's order.
    pub cells: Vec<Cell>,
    /// Erased coordinates that no later record paints.
    pub tombstones: Vec<Coords>,
    /// Records that a later one overrides.
    pub duplicates: Vec<Duplicate>,
}

impl Resolved {
    /// Resolves records in file order.
    pub fn new(mut records: Vec<Cell>) -> Self {
        let duplicates = collapse(&mut records);
        let tombstones =
            records.iter().filter(|cell| cell.is_tombstone()).map(|cell| cell.coords()).collect();
        drop_tombstones(&mut records);
        Resolved { cells: records, tombstones, duplicates }
    }

    /// The rectangle around the cells; tombstones do not count.
    pub fn bounds(&self) -> Option<Bounds> {
        Bounds::of(self.cells.iter().map(|cell| cell.coords()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(x: i16, y: i16, source: u16) -> Cell {
        Cell { x, y, source, atlas_x: 0, atlas_y: 0, alternative: 0 }
    }

    #[test]
    fn the_last_record_wins_at_the_place_of_the_first() {
        let resolved = Resolved::new(vec![cell(1, 1, 1), cell(0, 0, 2), cell(1, 1, 3), cell(1, 1, 4)]);
        assert_eq!(resolved.cells, [cell(1, 1, 4), cell(0, 0, 2)]);
        let records: Vec<u32> = resolved.duplicates.iter().map(|duplicate| duplicate.record).collect();
        assert_eq!(records, [0, 2]);
    }

    #[test]
    fn a_tombstone_as_the_last_record_erases() {
        let at = Coords { x: 4, y: 4 };
        let resolved = Resolved::new(vec![cell(4, 4, 1), cell(5, 5, 1), Cell::tombstone(at)]);
        assert_eq!(resolved.cells, [cell(5, 5, 1)]);
        assert_eq!(resolved.tombstones, [at]);
        let again = Resolved::new(vec![Cell::tombstone(at), cell(5, 5, 1), cell(4, 4, 9)]);
        assert_eq!(again.cells, [cell(4, 4, 9), cell(5, 5, 1)]);
        assert!(again.tombstones.is_empty());
    }

    #[test]
    fn sparse_and_dense_layers_agree() {
        let records: Vec<Cell> = (0..50)
            .flat_map(|i| [cell(i * 600, -i * 500, 1), cell(i, 0, 2), cell(i * 600, -i * 500, 3)])
            .collect();
        let counts = Counts::of(&records);
        let resolved = Resolved::new(records);
        assert_eq!((counts.cells, counts.duplicates), (99, 51));
        assert_eq!(resolved.duplicates.len(), 51, "0,0 is in both rows");
        assert_eq!(resolved.cells.len(), 99);
    }

    #[test]
    fn bounds_reach_over_the_whole_range() {
        let ends = [Coords { x: -32768, y: -32768 }, Coords { x: 32767, y: 32767 }];
        let bounds = Bounds::of(ends).expect("two cells");
        assert_eq!((bounds.width, bounds.height), (65536, 65536));
    }
}
