//! The three-way rule, and values that are sets or dictionaries.

use std::collections::HashMap;

use super::Prefer;
use super::three::{Side, Three};
use super::translate::Translator;
use crate::source::Span;
use crate::syntax::{Value, ValueKind};

/// Whose value holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pick {
    /// Ours, also where both did the same.
    Ours,
    /// Theirs.
    Theirs,
    /// Both changed it, and not alike.
    Clash,
}

/// The rule: what only one side changed, holds.
pub(super) fn pick(base_is_ours: bool, base_is_theirs: bool, ours_is_theirs: bool) -> Pick {
    match (base_is_ours, base_is_theirs, ours_is_theirs) {
        (_, _, true) | (_, true, _) => Pick::Ours,
        (true, ..) => Pick::Theirs,
        _ => Pick::Clash,
    }
}

/// The rule for what can be compared outright; `None` where a side does not have the thing at all. Also tells a clash.
pub(super) fn choose<T: PartialEq>(
    base: Option<T>,
    ours: Option<T>,
    theirs: Option<T>,
    prefer: Prefer,
) -> (Option<T>, bool) {
    let (ours, theirs) = match (ours, theirs) {
        (None, None) => return (base, false),
        (Some(ours), None) => return (Some(ours), false),
        (None, Some(theirs)) => return (Some(theirs), false),
        (Some(ours), Some(theirs)) => (ours, theirs),
    };
    let is_base = |value: &T| base.as_ref() == Some(value);
    match pick(is_base(&ours), is_base(&theirs), ours == theirs) {
        Pick::Ours => (Some(ours), false),
        Pick::Theirs => (Some(theirs), false),
        Pick::Clash if prefer == Prefer::Theirs => (Some(theirs), true),
        Pick::Clash => (Some(ours), true),
    }
}

/// Lists of strings as sets: what either side added, without what either side took out. `None` if a value is no list of
/// strings.
pub(super) fn merge_set(three: &Three<'_>, key: usize, field: &str) -> Option<Vec<u8>> {
    let text = |side: Side| match three.field(side, key, field) {
        Some(span) => strings(&three.document(side).source().text(span)),
        None => Some(Vec::new()),
    };
    let (base, ours, theirs) = (text(Side::Base)?, text(Side::Ours)?, text(Side::Theirs)?);
    let mut merged: Vec<String> =
        ours.iter().filter(|item| theirs.contains(item) || !base.contains(item)).cloned().collect();
    let new: Vec<&String> =
        theirs.iter().filter(|item| !base.contains(item) && !ours.contains(item)).collect();
    let sorted = ours.is_sorted();
    merged.extend(new.into_iter().cloned());
    if sorted {
        merged.sort();
    }
    merged.dedup();
    let list = merged.join(", ");
    let own = three.field(Side::Ours, key, field).or(three.field(Side::Theirs, key, field));
    let packed = own.is_some_and(|_| field == "node_paths");
    Some(if packed { format!("PackedStringArray({list})") } else { format!("[{list}]") }.into_bytes())
}

/// The strings of a list, each as it stands with its quotes.
fn strings(text: &str) -> Option<Vec<String>> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find('"') {
        let mut escaped = false;
        let end = rest[start + 1..].find(|letter| {
            let ends = letter == '"' && !escaped;
            escaped = letter == '\\' && !escaped;
            ends
        })?;
        let end = start + 1 + end;
        found.push(rest[start..=end].to_owned());
        rest = &rest[end + 1..];
    }
    Some(found)
}

/// A dictionary on three sides, key by key; `None` if one of them is none, or an entry clashes.
pub(super) fn merge_dictionary(
    three: &Three<'_>,
    translator: &Translator<'_, '_>,
    key: usize,
    spans: [Option<Span>; 3],
) -> Option<Vec<u8>> {
    let value = |side: Side| Value::parse(three.document(side).source().bytes(), spans[side as usize]?).ok();
    let values = [value(Side::Base)?, value(Side::Ours)?, value(Side::Theirs)?];
    merge_values(three, translator, key, [&values[0], &values[1], &values[2]])
}

fn merge_values(
    three: &Three<'_>,
    translator: &Translator<'_, '_>,
    key: usize,
    values: [&Value; 3],
) -> Option<Vec<u8>> {
    if let [ValueKind::Typed(a, base), ValueKind::Typed(b, ours), ValueKind::Typed(c, theirs)] =
        values.map(|value| &value.kind)
    {
        if a != b || b != c {
            return None;
        }
        let inner = merge_values(three, translator, key, [base, ours, theirs])?;
        let document = three.document(Side::Ours);
        let (outer, hole) = (values[1].span, ours.span);
        let mut text = document.source().slice(Span::new(outer.start, hole.start)).to_vec();
        text.extend_from_slice(&inner);
        text.extend_from_slice(document.source().slice(Span::new(hole.end, outer.end)));
        return Some(text);
    }
    let [ValueKind::Dictionary(base), ValueKind::Dictionary(ours), ValueKind::Dictionary(theirs)] =
        values.map(|value| &value.kind)
    else {
        return None;
    };
    let index = |side: Side, pairs: &'_ [(Value, Value)]| -> Vec<(Vec<u8>, usize)> {
        pairs
            .iter()
            .enumerate()
            .map(|(place, (name, _))| (three.meaning(side, key, name.span), place))
            .collect()
    };
    let build = |names: Vec<(Vec<u8>, usize)>| -> (Vec<Vec<u8>>, HashMap<Vec<u8>, usize>) {
        (names.iter().map(|(name, _)| name.clone()).collect(), names.into_iter().collect())
    };
    let (_, old) = build(index(Side::Base, base));
    let (order, own) = build(index(Side::Ours, ours));
    let (behind, other) = build(index(Side::Theirs, theirs));
    let mut lines: Vec<Vec<u8>> = Vec::new();
    let new = behind.into_iter().filter(|name| !own.contains_key(name));
    let source = three.document(Side::Ours).source();
    for name in order.into_iter().chain(new) {
        let b = old.get(&name).map(|&place| &base[place].1);
        let o = own.get(&name).map(|&place| &ours[place]);
        let t = other.get(&name).map(|&place| &theirs[place]);
        let span = |value: Option<&Value>| value.map(|value| value.span);
        let (so, st) = (span(o.map(|pair| &pair.1)), span(t.map(|pair| &pair.1)));
        let picked = pick(
            three.same(key, (Side::Base, span(b)), (Side::Ours, so)),
            three.same(key, (Side::Base, span(b)), (Side::Theirs, st)),
            three.same(key, (Side::Ours, so), (Side::Theirs, st)),
        );
        let line = match (picked, o, t) {
            (Pick::Ours, Some(pair), _) => source.slice(pair.0.span.to(pair.1.span)).to_vec(),
            (Pick::Theirs, Some(own), Some(pair)) => [
                source.slice(Span::new(own.0.span.start, own.1.span.start)).to_vec(),
                translator.text(Side::Theirs, pair.1.span),
            ]
            .concat(),
            (Pick::Theirs, None, Some(pair)) => translator.text(Side::Theirs, pair.0.span.to(pair.1.span)),
            (Pick::Clash, Some(own), Some(pair)) => {
                let merged = merge_values(three, translator, key, [b?, &own.1, &pair.1])?;
                [source.slice(Span::new(own.0.span.start, own.1.span.start)).to_vec(), merged].concat()
            }
            (Pick::Clash, ..) => return None,
            (Pick::Ours, None, _) | (Pick::Theirs, _, None) => continue,
        };
        lines.push(line);
    }
    let newline = translator.newline().as_bytes();
    if lines.is_empty() {
        return Some(b"{}".to_vec());
    }
    let separator = [b",", newline].concat();
    Some([b"{", newline, &lines.join(&separator[..]), newline, b"}"].concat())
}
