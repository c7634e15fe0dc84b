use std::fmt;

/// How a buffer is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// No bytes, or no property.
    Empty,
    /// Numbers.
    Decimal,
    /// One string of base64.
    Base64,
    /// Numbers, one record a line with a comment: see [`rows`](super::rows).
    Rows,
}

/// The name in reports; rows are decimal numbers, laid out.
impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Encoding::Empty => "empty",
            Encoding::Decimal | Encoding::Rows => "decimal",
            Encoding::Base64 => "base64",
        })
    }
}

/// All that can differ between two texts of one buffer; a rewritten value keeps it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spelling {
    /// The constructor's name: `PackedByteArray`, or an old one.
    pub constructor: String,
    /// Numbers or base64.
    pub encoding: Encoding,
    /// What stands behind each comma; the engine writes one blank.
    pub blank: String,
    /// What stands inside the brackets at both ends; the engine writes nothing.
    pub pad: String,
}

impl Spelling {
    /// As the engine spells it.
    pub fn engine(constructor: &str, encoding: Encoding) -> Self {
        Spelling { constructor: constructor.to_owned(), encoding, blank: " ".to_owned(), pad: String::new() }
    }

    /// Whether the buffer is 32-bit integers, as in a TileMap and a pattern.
    pub fn is_ints(&self) -> bool {
        self.constructor.contains("Int")
    }

    /// As this value is spelled: `text` is the whole value, `arguments` what stands between its brackets.
    pub(crate) fn of(constructor: &[u8], arguments: &[u8]) -> Self {
        let inner = arguments.trim_ascii();
        let blanks = |text: &[u8]| {
            let length = text.iter().take_while(|&&byte| byte == b' ' || byte == b'\t').count();
            String::from_utf8_lossy(&text[..length]).into_owned()
        };
        let encoding = match inner.first() {
            None => Encoding::Empty,
            Some(b'"') => Encoding::Base64,
            _ if super::rows::is_rows(inner) => Encoding::Rows,
            _ => Encoding::Decimal,
        };
        let blank = match memchr::memchr(b',', inner) {
            Some(comma) if encoding == Encoding::Decimal => blanks(&inner[comma + 1..]),
            _ => " ".to_owned(),
        };
        let constructor = String::from_utf8_lossy(constructor).into_owned();
        Spelling { constructor, encoding, blank, pad: blanks(arguments) }
    }
}
