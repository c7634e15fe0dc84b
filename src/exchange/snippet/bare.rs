//! Bare digits: which of the readings that fit is meant.

use super::error::FORMS;
use super::{Snippet, SnippetError, SnippetLayer, tile_map, tile_map_layer};
use crate::syntax::located::Mistake;
use crate::syntax::{dump, snippet as grammar};
use crate::tile::codec::layer::{self, HEADER_LEN};
use crate::tile::codec::record;
use crate::tile::{Encoding, Spelling, from_bytes, text};

/// One way to read the text.
struct Reading {
    snippet: Snippet,
    /// Whether it is a layer as an engine writes one.
    sound: bool,
}

type Read = fn(&[u8]) -> Result<Reading, Mistake>;

/// In the order of the module's list; numbers padded with zeros come last, where they are nothing else.
const READINGS: [Read; 5] = [decimal, offsets, hex, base64, padded];

/// How many digits of base64 are believed to be some: as many as a record takes with its header.
const BELIEVED: usize = 20;

pub(super) fn read(text: &[u8]) -> Result<Snippet, SnippetError> {
    let mut mistakes: Vec<Mistake> = Vec::new();
    let mut damaged: Option<Snippet> = None;
    for reading in READINGS {
        match reading(text) {
            Ok(Reading { snippet, sound: true }) => return Ok(snippet),
            Ok(Reading { snippet, .. }) => damaged = damaged.or(Some(snippet)),
            Err(mistake) => mistakes.push(mistake),
        }
    }
    if let Some(snippet) = damaged {
        return Ok(snippet);
    }
    // Whatever got furthest is what was meant.
    let start = text.len() - text.trim_ascii_start().len();
    let furthest = mistakes.into_iter().rev().max_by_key(|mistake| mistake.offset);
    Err(match furthest.filter(|mistake| mistake.offset > start) {
        Some(mistake) => {
            let help = help(text, mistake.offset);
            SnippetError::from_mistake(mistake, help)
        }
        None => SnippetError::at_start("this is no tile data that is known here", FORMS),
    })
}

fn help(text: &[u8], offset: usize) -> &'static str {
    match text.get(offset) {
        Some(b'-' | b'_') if offset > 0 && text[offset - 1].is_ascii_alphanumeric() => {
            "the engine takes standard base64 only: `+` in place of `-`, `/` in place of `_`"
        }
        None if text.trim_ascii_end().len() >= BELIEVED => {
            "the text seems to be cut off; copy the whole of it"
        }
        _ => FORMS,
    }
}

fn decimal(text: &[u8]) -> Result<Reading, Mistake> {
    grammar::numbers(text, true).map(|list| of_numbers(&list))
}

fn padded(text: &[u8]) -> Result<Reading, Mistake> {
    grammar::numbers(text, false).map(|list| of_numbers(&list))
}

fn of_numbers(list: &[i64]) -> Reading {
    let whole = |count: usize| count >= HEADER_LEN && (count - HEADER_LEN).is_multiple_of(record::LEN);
    let sound = (whole(list.len()) && are_bytes(list)) || list.len().is_multiple_of(record::INTS);
    Reading { snippet: numbers(list, &counted(list.len(), "bare number")), sound }
}

fn are_bytes(list: &[i64]) -> bool {
    list.iter().all(|number| (0..256).contains(number))
}

/// A list of numbers as the layer that they most likely are.
pub(super) fn numbers(list: &[i64], what: &str) -> Snippet {
    let whole = layer::shape(list.len(), [0; HEADER_LEN]);
    let whole = matches!(whole, layer::Shape::Empty | layer::Shape::Records { trailing: 0, .. });
    let bytes = match (are_bytes(list), whole, list.len().is_multiple_of(record::INTS)) {
        (true, true, _) => true,
        (_, _, true) => false,
        // A header and whole records, some numbers out of range; or broken off somewhere.
        (all, whole, false) => all || (whole && list.starts_with(&[0; HEADER_LEN])),
    };
    if bytes {
        let odd = list.iter().filter(|number| !(0..256).contains(*number)).count();
        let bytes: Vec<u8> = list.iter().map(|&number| number as u8).collect();
        return buffer(&bytes, odd, Encoding::Decimal, format!("{what}, taken as bytes"));
    }
    let odd = list.iter().filter(|number| i32::try_from(**number).is_err()).count();
    let ints = list.iter().map(|&number| number as i32).collect();
    let site = tile_map(2);
    let layer = site.decode_ints((ints, odd), Spelling::engine("PackedInt32Array", Encoding::Decimal));
    let recognised = format!("{what}, taken as a TileMap's ints, three a cell");
    Snippet { recognised, layers: vec![SnippetLayer { site, layer }] }
}

fn offsets(text: &[u8]) -> Result<Reading, Mistake> {
    let dump::Dump { bytes, words } = dump::dump(text)?;
    let words = words.map(|bits| format!(", in {bits}-bit words")).unwrap_or_default();
    Ok(of_bytes(&bytes, Encoding::Decimal, format!("a hex dump of {}{words}", counted(bytes.len(), "byte"))))
}

fn hex(text: &[u8]) -> Result<Reading, Mistake> {
    let bytes = grammar::hex(text)?;
    Ok(of_bytes(&bytes, Encoding::Decimal, format!("hex digits of {}", counted(bytes.len(), "byte"))))
}

fn base64(text: &[u8]) -> Result<Reading, Mistake> {
    let refuse = |message: &str| Err(Mistake { line: 1, column: 1, offset: 0, message: message.to_owned() });
    // Nearly any text is some base64 for a while; what is short or stands in words was meant otherwise.
    let trimmed = text.trim_ascii();
    let words = trimmed.contains(&b' ');
    let likely = !words && (trimmed.len() >= BELIEVED || trimmed.starts_with(b"AA"));
    let digits = match grammar::base64(text) {
        Err(_) if !likely => return refuse("this is not base64"),
        digits => digits?,
    };
    let Some(bytes) = text::decode_base64(&digits) else { return refuse("this is not base64") };
    let reading =
        of_bytes(&bytes, Encoding::Base64, format!("bare base64 of {}", counted(bytes.len(), "byte")));
    let header = bytes.starts_with(&[0; HEADER_LEN]);
    if !reading.sound && (words || (digits.len() < BELIEVED && !header)) {
        return refuse("this is no tile data");
    }
    Ok(reading)
}

fn of_bytes(bytes: &[u8], encoding: Encoding, recognised: String) -> Reading {
    let snippet = buffer(bytes, 0, encoding, recognised);
    let sound = snippet.layers[0].layer.damage.is_empty();
    Reading { snippet, sound }
}

fn buffer(bytes: &[u8], odd_numbers: usize, encoding: Encoding, recognised: String) -> Snippet {
    let (shape, records) = text::records_of(bytes);
    let encoding = if bytes.is_empty() { Encoding::Empty } else { encoding };
    let spelling = Spelling::engine("PackedByteArray", encoding);
    let layer = from_bytes(text::LayerText { shape, records, odd_numbers }, spelling);
    Snippet { recognised, layers: vec![SnippetLayer { site: tile_map_layer(), layer }] }
}

/// `1 byte`, `2 bytes`
pub(super) fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}
