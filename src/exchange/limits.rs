//! What the fields of a cell can hold, for all formats that people and programs write.

use std::ops::RangeInclusive;

/// Coordinates: signed 16 bits.
pub(super) const COORDINATE: RangeInclusive<i64> = -32768..=32767;
/// Sources; 65535 would erase the cell.
pub(super) const SOURCE: RangeInclusive<i64> = 0..=65534;
/// Columns and rows of an atlas.
pub(super) const ATLAS: RangeInclusive<i64> = 0..=65535;
/// Alternative ids; the bits above them are the transform.
pub(super) const ALTERNATIVE: RangeInclusive<i64> = 0..=4095;
/// The source that erases.
pub(super) const ERASE_SOURCE: i64 = 65535;
/// The bit of the alternative field that has no meaning and is kept.
pub(super) const BIT15: u16 = 0x8000;

/// How a number that is not in its range is refused.
pub(super) fn outside(name: &str, number: i64, range: &RangeInclusive<i64>) -> String {
    let (low, high) = (range.start(), range.end());
    let number = match number {
        i64::MIN | i64::MAX => "a number of more than 64 bits".to_owned(),
        number => number.to_string(),
    };
    let hint = if *range == ALTERNATIVE { "; the transform has its own field" } else { "" };
    format!("`{name}` is {number}, outside {low}…{high}{hint}")
}
