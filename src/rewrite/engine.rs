//! `--recode engine`: what the engine would write for every byte array of a file.
//!
//! One PackedByteArray of more than 64 bytes anywhere, or any PackedVector4Array, makes the file
//! `format=4` and every byte array base64; otherwise it is `format=3` and all are numbers. Negative
//! infinity is spelled by the format too.

use super::Target;
use crate::edit::{Edit, EditList};
use crate::op::Refusal;
use crate::source::Span;
use crate::syntax::{Constructor, Document, ReferenceKind, SectionKind, SectionView, Value, ValueKind};
use crate::tile::codec::layer::encoded_len;
use crate::tile::{header_format, text};

/// The longest byte array, in bytes, that does not make the engine switch to base64.
const DECIMAL_LIMIT: usize = 64;

/// Whether the engine would write base64.
///
/// # Errors
///
/// For files of Godot 3, which the engine of today would write in another format altogether.
pub(super) fn wants_base64(document: &Document, targets: &[Target<'_>]) -> Result<bool, Refusal> {
    if header_format(document).is_some_and(|format| format < 3) {
        return Err(Refusal {
            message: "a file of Godot 3: the engine of today would not write it in this format at all".into(),
            help: Some("open and save it in Godot 4 first, or choose another spelling".into()),
        });
    }
    let new_len = |value: Span| {
        let target = targets
            .iter()
            .find(|target| target.site.property.is_some_and(|property| property.value == value))?;
        Some(encoded_len(target.layer.cells.len()))
    };
    let mut wants = targets.iter().any(|target| {
        !target.layer.spelling.is_ints() && encoded_len(target.layer.cells.len()) > DECIMAL_LIMIT
    });
    for section in document.sections() {
        let overlooked = is_overlooked(document, section);
        for value in values(document, section) {
            if wants || new_len(value.span).is_some() {
                continue;
            }
            walk(&value, &mut |part| match part.kind {
                ValueKind::Construct(Constructor::PackedVector4Array, _) => wants = true,
                ValueKind::Construct(Constructor::PackedByteArray, arguments) if !overlooked => {
                    wants |= byte_array(document, arguments).len() > DECIMAL_LIMIT;
                }
                _ => {}
            });
        }
    }
    Ok(wants)
}

/// Spells all other byte arrays, the infinities and the header; `done` are values that have their edits.
pub(crate) fn recode_others(
    document: &Document,
    base64: bool,
    done: &[Span],
    edits: &mut EditList,
) -> Result<(), Refusal> {
    let mut push = |span: Span, replacement: Vec<u8>| {
        edits
            .push(Edit { span, replacement })
            .map_err(|overlap| Refusal { message: overlap.to_string(), help: None })
    };
    let mut found = Vec::new();
    for section in document.sections() {
        for value in values(document, section).filter(|value| !done.contains(&value.span)) {
            walk(&value, &mut |part| match part.kind {
                ValueKind::Construct(Constructor::PackedByteArray, arguments) => {
                    found.push((part.span, spell(&byte_array(document, arguments), base64)));
                }
                ValueKind::Construct(_, arguments) => {
                    found.extend(infinities(document, arguments).map(|span| (span, infinity(base64))));
                }
                ValueKind::Float(f64::NEG_INFINITY) => {
                    found.extend(infinities(document, part.span).map(|span| (span, infinity(base64))))
                }
                _ => {}
            });
        }
    }
    for (span, text) in found {
        push(span, text)?;
    }
    let header = document.section(0);
    let format: &[u8] = if base64 { b"4" } else { b"3" };
    match header.field("format") {
        Some(field) => push(field.value, format.to_vec()),
        None => {
            // Attributes come in this order: type, script_class, load_steps, format, uid.
            let at = header.field("uid").map_or(header.tag().end - 1, |uid| uid.key.start);
            let text = if header.field("uid").is_some() {
                [b"format=", format, b" "]
            } else {
                [b" format=", format, b""]
            };
            push(Span::at(at), text.concat())
        }
    }
}

fn spell(bytes: &[u8], base64: bool) -> Vec<u8> {
    let mut out = b"PackedByteArray(".to_vec();
    if base64 && !bytes.is_empty() {
        out.push(b'"');
        out.extend_from_slice(text::encode_base64_bytes(bytes).as_bytes());
        out.push(b'"');
    } else {
        text::write_bytes(bytes, " ", &mut out);
    }
    out.push(b')');
    out
}

fn infinity(base64: bool) -> Vec<u8> {
    if base64 { b"-inf".to_vec() } else { b"inf_neg".to_vec() }
}

/// The values of a section that can matter: those that hold a packed array or an infinity, parsed.
pub(super) fn values<'d>(
    document: &'d Document,
    section: SectionView<'d>,
) -> impl Iterator<Item = Value> + 'd {
    let fields = section.fields().iter().map(|field| field.value);
    let properties = section.properties().iter().map(|property| property.value);
    fields.chain(properties).filter_map(move |span| {
        let text = document.source().slice(span);
        let head = &text[..text.len().min(24)];
        // A long list of numbers alone holds neither; only its own name counts.
        let worth = match head.starts_with(b"Packed") && text.len() > 4096 {
            true => {
                head.starts_with(b"PackedByte")
                    || head.starts_with(b"PackedVector4")
                    || head.starts_with(b"PackedFloat")
            }
            false => {
                memchr::memmem::find(text, b"Array").is_some() || memchr::memmem::find(text, b"inf").is_some()
            }
        };
        worth.then(|| Value::parse(document.source().bytes(), span).ok()).flatten()
    })
}

/// Calls for a value and everything in it.
pub(super) fn walk(value: &Value, each: &mut impl FnMut(&Value)) {
    each(value);
    match &value.kind {
        ValueKind::Array(items) => items.iter().for_each(|item| walk(item, each)),
        ValueKind::Dictionary(pairs) | ValueKind::Object(_, pairs) => {
            pairs.iter().for_each(|(key, value)| {
                walk(key, each);
                walk(value, each);
            })
        }
        ValueKind::Typed(_, inner) => walk(inner, each),
        _ => {}
    }
}

/// The bytes between the brackets of a `PackedByteArray`.
pub(super) fn byte_array(document: &Document, arguments: Span) -> Vec<u8> {
    let text = document.source().slice(arguments).trim_ascii();
    match text.first() {
        Some(b'"') => text::decode_base64(&text[1..text.len() - 1]).unwrap_or_default(),
        _ => text::read_bytes(text).bytes,
    }
}

/// Where negative infinity stands in the arguments of a constructor, in either spelling.
fn infinities(document: &Document, arguments: Span) -> impl Iterator<Item = Span> {
    let text = document.source().slice(arguments);
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(next) = memchr::memmem::find(&text[at..], b"inf") {
        let start = at + next;
        let (from, to) = match (text[..start].last(), text[start..].starts_with(b"inf_neg")) {
            (_, true) => (start, start + 7),
            (Some(b'-'), _) => (start - 1, start + 3),
            _ => (start, start),
        };
        if to > from {
            found.push(Span::new(arguments.start + from as u32, arguments.start + to as u32));
        }
        at = start + 3;
    }
    // A string that says "inf" is no number.
    let quoted = memchr::memchr(b'"', text).is_some();
    found.into_iter().filter(move |_| !quoted)
}

/// The engine does not look into an Image that only an ImageTexture holds, however long its data.
fn is_overlooked(document: &Document, section: SectionView<'_>) -> bool {
    if section.kind() != SectionKind::SubResource || section.text_field("type").as_deref() != Some("Image") {
        return false;
    }
    let Some(id) = section.text_field("id") else { return false };
    document
        .references()
        .iter()
        .filter(|reference| {
            reference.kind == ReferenceKind::Internal && document.string(reference.id).as_ref() == id.as_ref()
        })
        .all(|reference| {
            document
                .section_at(reference.span.start)
                .is_some_and(|holder| holder.text_field("type").as_deref() == Some("ImageTexture"))
        })
}
