use std::ops::Range;

/// A range of bytes in a [`Source`](crate::source::Source); 32 bits, since files stop at 2 GiB.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// The byte behind the last one.
    pub end: u32,
}

impl Span {
    /// `start..end`.
    pub const fn new(start: u32, end: u32) -> Self {
        debug_assert!(start <= end);
        Span { start, end }
    }

    /// No bytes, at this offset.
    pub const fn at(offset: u32) -> Self {
        Span { start: offset, end: offset }
    }

    /// How many bytes.
    pub const fn len(self) -> u32 {
        self.end - self.start
    }

    /// Whether it holds no bytes.
    pub const fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// As a range to index bytes with.
    pub const fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// From the start of this one to the end of the other.
    pub const fn to(self, other: Span) -> Span {
        Span::new(self.start, other.end)
    }
}
