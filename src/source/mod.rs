//! The bytes of one file, places in them, and how they are shown in a message.
//!
//! Owns: reading positions (line, column) out of bytes. Knows nothing of Godot.

mod clip;
mod lines;
mod span;

use std::sync::{Arc, OnceLock};

pub use lines::Position;
pub use span::Span;

use lines::LineIndex;

/// The longest file that is read: offsets are kept in 32 bits, and the engine's own string type stops there too.
pub const MAX_LEN: u64 = 2 << 30;

/// The bytes of one file with its name; cheap to clone.
///
/// The bytes need not be UTF-8: a scene with broken text inside a string still loads in the engine.
#[derive(Clone)]
pub struct Source {
    inner: Arc<Inner>,
}

struct Inner {
    name: String,
    bytes: Vec<u8>,
    lines: OnceLock<LineIndex>,
}

impl Source {
    /// Takes the bytes as they are. `name` is what messages call the file.
    ///
    /// # Panics
    ///
    /// Over [`MAX_LEN`] bytes; whoever reads a file checks its length first.
    pub fn new(name: impl Into<String>, bytes: impl Into<Vec<u8>>) -> Self {
        let bytes = bytes.into();
        assert!(bytes.len() as u64 <= MAX_LEN, "a source is at most 2 GiB long");
        Source { inner: Arc::new(Inner { name: name.into(), bytes, lines: OnceLock::new() }) }
    }

    /// What messages call the file.
    pub fn name(&self) -> &str {
        &self.inner.name
    }

    /// All bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.inner.bytes
    }

    /// The bytes of a span.
    pub fn slice(&self, span: Span) -> &[u8] {
        &self.inner.bytes[span.range()]
    }

    /// The bytes of a span as text; what is not UTF-8 becomes U+FFFD, as in the engine.
    pub fn text(&self, span: Span) -> std::borrow::Cow<'_, str> {
        String::from_utf8_lossy(self.slice(span))
    }

    /// Line and column of an offset. The line index is built on the first call.
    pub fn position(&self, offset: u32) -> Position {
        self.lines().position(self.bytes(), offset)
    }

    /// The span of the whole line (without its line end) that holds an offset.
    pub fn line_span(&self, offset: u32) -> Span {
        self.lines().line_span(self.bytes(), offset)
    }

    /// The line end that the file uses: that of its first line, `"\n"` if it has none.
    pub fn newline(&self) -> &'static str {
        match memchr::memchr(b'\n', self.bytes()) {
            Some(at) if at > 0 && self.bytes()[at - 1] == b'\r' => "\r\n",
            _ => "\n",
        }
    }

    fn lines(&self) -> &LineIndex {
        self.inner.lines.get_or_init(|| LineIndex::new(self.bytes()))
    }
}

impl std::fmt::Debug for Source {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Source({}, {} bytes)", self.name(), self.bytes().len())
    }
}
