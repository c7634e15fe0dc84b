use thiserror::Error;

/// What is wrong with a buffer. The engine reads on, or keeps what it had, with at most one line in its log.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Damage {
    /// The engine refuses a buffer of one byte and keeps the layer's old cells.
    #[error("a buffer of one byte; the engine refuses it")]
    OneByte,
    /// The first two bytes are not zero.
    #[error("buffer format {0}, the engine reads only 0 and refuses the buffer")]
    Format(u16),
    /// Bytes behind the last whole record.
    #[error("{} left over behind the last whole record; the engine drops {}", count(*.0, "byte"), them(*.0))]
    Trailing(usize),
    /// Numbers that are no bytes, or no 32-bit integers.
    #[error("{} out of range or not whole; the engine cuts {} to fit", count(*.0, "number"), them(*.0))]
    Numbers(usize),
    /// A count of ints that is no multiple of a record's.
    #[error("{}, which is no multiple of {a_record}; the engine refuses them all", self::count(*.count, "number"))]
    Ints {
        /// How many.
        count: usize,
        /// How many a record takes.
        a_record: usize,
    },
    /// A `format` of a TileMap that no engine knows.
    #[error("TileMap format {0} is unknown; the engine leaves the layer empty")]
    MapFormat(i64),
    /// Data of Godot 3 in a file of Godot 4.
    #[error("TileMap format {0} is Godot 3's; engines from 4.3 on leave the layer empty")]
    OldFormat(i64),
    /// Godot 3's key in a file of Godot 4.
    #[error("the engine drops `tile_data` without a layer in front of it")]
    BareKey,
    /// A value of another type.
    #[error("the value is {0}, not the packed array that the engine writes")]
    Type(&'static str),
}

fn count(number: usize, what: &str) -> String {
    if number == 1 { format!("1 {what}") } else { format!("{number} {what}s") }
}

fn them(number: usize) -> &'static str {
    if number == 1 { "it" } else { "them" }
}
