//! Property lines that come and go.

use crate::edit::Edit;
use crate::scene::property_rank;
use crate::source::Span;
use crate::syntax::{Document, Property, SectionView};

/// A new line for a property, where the engine would write it.
pub(crate) fn insert(document: &Document, section: SectionView<'_>, key: &str, value: &[u8]) -> Edit {
    let newline = document.source().newline();
    let group = key.split_once('/').map(|(group, _)| group);
    let comes_before = |property: &&Property| {
        let other = document.key(property);
        match group {
            // `layer_1/tile_data` is the last of its layer's, and layers come by index.
            Some(_) => match (crate::tile::layer_key(key), crate::tile::layer_key(&other)) {
                (Some((own, _)), Some((other, _))) => other <= own,
                (Some(_), None) => !other.starts_with("metadata/") && other != "script",
                _ => false,
            },
            None => property_rank(&other) < property_rank(key),
        }
    };
    // Behind the last property that the engine writes earlier, or behind the tag.
    let at = section
        .properties()
        .iter()
        .rev()
        .find(comes_before)
        .map_or(section.tag().end, |property| property.value.end);
    let mut replacement = newline.as_bytes().to_vec();
    replacement.extend_from_slice(key.as_bytes());
    replacement.extend_from_slice(b" = ");
    replacement.extend_from_slice(value);
    // What follows on the same line would become a part of the next key only if it were one; a line of its own is safe.
    let rest = &document.source().bytes()[at as usize..];
    let line = &rest[..memchr::memchr(b'\n', rest).unwrap_or(rest.len())];
    if !line.trim_ascii().is_empty() && !line.trim_ascii_start().starts_with(b";") {
        replacement.extend_from_slice(newline.as_bytes());
    }
    Edit { span: Span::at(at), replacement }
}

/// Takes a property out, its line too where it stands alone on it.
pub(crate) fn remove(document: &Document, section: SectionView<'_>, property: &Property) -> Edit {
    let bytes = document.source().bytes();
    let own = property.key.to(property.value);
    let before = &bytes[..own.start as usize];
    let line_start = memchr::memrchr(b'\n', before).map_or(0, |at| at + 1);
    let behind = &bytes[own.end as usize..];
    let line_end = memchr::memchr(b'\n', behind).map_or(behind.len(), |at| at + 1);
    let alone = bytes[line_start..own.start as usize].trim_ascii().is_empty()
        && behind[..line_end].trim_ascii().is_empty()
        && line_start >= section.tag().end as usize;
    if !alone {
        // A blank, so that what stood left and right of it does not grow together.
        return Edit { span: own, replacement: b" ".to_vec() };
    }
    let span = Span::new(line_start as u32, own.end + line_end as u32);
    Edit { span, replacement: Vec::new() }
}
