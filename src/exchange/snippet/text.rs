//! Snippets in the text format: whole files, lines of one, and values alone.

use super::error::FORMS;
use super::{Snippet, SnippetError, SnippetLayer, bare, tile_map, tile_map_layer};
use crate::source::{Source, Span};
use crate::syntax::{Constructor, Document, ProblemKind, Severity, Value, ValueKind};
use crate::tile::{Damage, Encoding, LayerKind, LayerSite, Spelling, TileLayer, find, from_bytes, text};

/// What stands in front of lines that have no header: any kind of layer is found in a node without a type.
const ABOVE: &str = "[gd_scene format=4]\n[node name=\"Snippet\"]\n";

pub(super) fn file(text: &[u8]) -> Result<Snippet, SnippetError> {
    let document = Document::parse(Source::new("-", text));
    if let Some(problem) = document.refusal() {
        return Err(SnippetError::from_problem(problem, document.source(), 0));
    }
    let layers = layers(&document, 0, |site| site)?;
    Ok(Snippet { recognised: "a whole file".to_owned(), layers })
}

pub(super) fn lines(text: &[u8]) -> Result<Snippet, SnippetError> {
    let document = Document::parse(Source::new("-", [ABOVE.as_bytes(), text].concat()));
    let above = ABOVE.matches('\n').count() as u32;
    // Lines out of a scene may lack what they refer to, and their sections what a scene must have.
    let matters = |kind: &ProblemKind| {
        kind.severity() == Severity::Loss
            || matches!(kind, ProblemKind::Unexpected { .. } | ProblemKind::ConflictMarker)
    };
    if let Some(problem) = document.problems().iter().find(|problem| matters(&problem.kind)) {
        return Err(SnippetError::from_problem(problem, document.source(), above));
    }
    let with_data = |site: &LayerSite| site.property.is_some();
    let data = find(&document).unwrap_or_default().iter().filter(|site| with_data(site)).count();
    let layers = layers(&document, above, |site| LayerSite { node: None, ..site })?;
    let mut encodings: Vec<String> = Vec::new();
    for SnippetLayer { layer, .. } in &layers {
        let encoding = match layer.spelling.encoding {
            Encoding::Rows => "decimal in rows".to_owned(),
            other => other.to_string(),
        };
        if !encodings.contains(&encoding) {
            encodings.push(encoding);
        }
    }
    let count = if data == 1 { "a property line".to_owned() } else { format!("{data} property lines") };
    Ok(Snippet { recognised: format!("{count}, {}", encodings.join(" and ")), layers })
}

fn layers(
    document: &Document,
    above: u32,
    place: impl Fn(LayerSite) -> LayerSite,
) -> Result<Vec<SnippetLayer>, SnippetError> {
    let sites = find(document).map_err(|error| {
        let mut position = document.source().position(error.span.start);
        position.line -= above;
        SnippetError::at(position, error.to_string(), "the index is the N of `layer_N/tile_data`")
    })?;
    if sites.is_empty() {
        return Err(SnippetError::at_start(
            "there is no tile data in these lines",
            "cells stand in `tile_map_data` or `layer_N/tile_data`; copy that line whole",
        ));
    }
    // Lines alone do not say which Godot wrote their file.
    let decode = |site: &LayerSite| {
        let mut layer = site.decode(document);
        layer.damage.retain(|damage| above == 0 || !matches!(damage, Damage::BareKey | Damage::OldFormat(_)));
        layer
    };
    let read = |mut site: LayerSite| {
        let mut layer = decode(&site);
        let said = document.section(site.section).property("format").is_some();
        let ints = matches!(site.kind, LayerKind::TileMap { .. } | LayerKind::BareTileMap);
        if ints && above > 0 && !said && is_old_name(&layer.spelling.constructor) {
            (site.format, layer) = old_layer(|format| {
                let site = LayerSite { format, ..site.clone() };
                decode(&site)
            });
        }
        // Neither is of use outside the document.
        (site.section, site.property) = (0, None);
        SnippetLayer { site: place(site), layer }
    };
    Ok(sites.into_iter().map(read).collect())
}

/// Names of the array that no Godot 4 writes.
fn is_old_name(constructor: &str) -> bool {
    matches!(constructor, "PoolIntArray" | "IntArray")
}

/// Godot 3 data without its `format`: three ints a cell as all but the oldest engines wrote it, or else two.
fn old_layer(decode: impl Fn(i64) -> TileLayer) -> (i64, TileLayer) {
    let layer = decode(1);
    let uneven = layer.damage.iter().any(|damage| matches!(damage, Damage::Ints { .. }));
    if uneven {
        let oldest = decode(0);
        if oldest.damage.is_empty() {
            return (0, oldest);
        }
    }
    (1, layer)
}

/// A constructor or an array, and nothing behind it.
pub(super) fn value(text: &[u8]) -> Result<Snippet, SnippetError> {
    let source = Source::new("-", text);
    let whole = Span::new(0, text.len() as u32);
    let value =
        Value::parse(text, whole).map_err(|problem| SnippetError::from_problem(&problem, &source, 0))?;
    let rest = &text[value.span.end as usize..];
    let rest = rest.strip_prefix(b",").unwrap_or(rest);
    let behind = crate::syntax::skip_trivia(rest);
    if !behind.is_empty() {
        let position = source.position((text.len() - behind.len()) as u32);
        return Err(SnippetError::at(
            position,
            "text behind the value",
            "give one value, or whole property lines",
        ));
    }
    let name = &text[value.span.range()];
    let name = &name[..name.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count()];
    match value.kind {
        ValueKind::Construct(Constructor::PackedByteArray, arguments) => {
            let arguments = &text[arguments.range()];
            let layer = from_bytes(text::read_layer(arguments), Spelling::of(name, arguments));
            let recognised = recognised(&layer);
            Ok(Snippet { recognised, layers: vec![SnippetLayer { site: tile_map_layer(), layer }] })
        }
        ValueKind::Construct(Constructor::PackedInt32Array, arguments) => {
            Ok(ints(name, &text[arguments.range()]))
        }
        ValueKind::Array(items) => array(&items, &source),
        ValueKind::Typed(_, inner) if matches!(inner.kind, ValueKind::Array(_)) => {
            let ValueKind::Array(items) = inner.kind else { unreachable!("just matched") };
            array(&items, &source)
        }
        _ => Err(SnippetError::at(source.position(value.span.start), "this value holds no cells", FORMS)),
    }
}

fn recognised(layer: &TileLayer) -> String {
    let name = &layer.spelling.constructor;
    match layer.spelling.encoding {
        Encoding::Empty => format!("{name}, empty"),
        Encoding::Rows => format!("{name}, decimal in rows"),
        Encoding::Decimal => format!("{name}, decimal"),
        Encoding::Base64 => format!("{name}, base64"),
    }
}

fn ints(name: &[u8], arguments: &[u8]) -> Snippet {
    let spelling = Spelling::of(name, arguments);
    let decode = |site: &LayerSite| site.decode_ints(text::read_ints(arguments), spelling.clone());
    let (site, layer) = if is_old_name(&spelling.constructor) {
        let bare = |format| LayerSite { kind: LayerKind::BareTileMap, ..tile_map(format) };
        let (format, layer) = old_layer(|format| decode(&bare(format)));
        (bare(format), layer)
    } else {
        (tile_map(2), decode(&tile_map(2)))
    };
    let recognised = match site.format {
        2 => format!("{}, a TileMap's ints", recognised(&layer)),
        format => format!("{}, Godot 3 cells of format {format}", recognised(&layer)),
    };
    Snippet { recognised, layers: vec![SnippetLayer { site, layer }] }
}

/// `[0, 0, 1]`, as a script prints any packed array.
fn array(items: &[Value], source: &Source) -> Result<Snippet, SnippetError> {
    let number = |item: &Value| match item.kind {
        ValueKind::Int(number) => Ok(number),
        ValueKind::Float(number) if number.fract() == 0.0 && number.abs() < 1e15 => Ok(number as i64),
        _ => {
            let position = source.position(item.span.start);
            Err(SnippetError::at(position, "expected a whole number", FORMS))
        }
    };
    let numbers = items.iter().map(number).collect::<Result<Vec<i64>, _>>()?;
    Ok(bare::numbers(&numbers, &format!("an array of {}", bare::counted(numbers.len(), "number"))))
}
