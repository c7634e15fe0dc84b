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
    #[error("{0} bytes left over behind the last whole record; the engine drops them")]
    Trailing(usize),
    /// Numbers that are no bytes, or no 32-bit integers.
    #[error("{0} numbers out of range or not whole; the engine cuts them to fit")]
    Numbers(usize),
    /// A count of ints that is no multiple of a record's.
    #[error("{count} numbers, which is no multiple of {a_record}; the engine refuses them all")]
    Ints {
        /// How many.
        count: usize,
        /// How many a record takes.
        a_record: usize,
    },
    /// A `format` of a TileMap that no engine knows.
    #[error("TileMap format {0} is unknown; the engine leaves the layer empty")]
    MapFormat(i64),
    /// A value of another type.
    #[error("the value is {0}, not the packed array that the engine writes")]
    Type(&'static str),
}
