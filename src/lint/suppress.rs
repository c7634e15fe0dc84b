//! `metadata/tilewright_ignore`: what a node says is not to be told of it and of what lies below it.
//!
//! A comment could not say so, since the editor drops comments. Metadata it keeps.

use super::settings::Selector;
use super::{Finding, Findings};
use crate::scene::node_path;
use crate::syntax::{Constructor, Document, SectionKind, SectionView, Value, ValueKind};

/// The key.
pub const KEY: &str = "metadata/tilewright_ignore";

/// All suppressions of a file.
#[derive(Debug, Default)]
pub(super) struct Suppressions {
    /// The path of a node and the index of its section, and what is not to be told there.
    known: Vec<(Option<String>, usize, Vec<Selector>)>,
}

impl Suppressions {
    /// Reads them.
    pub fn of(document: &Document) -> Self {
        let mut known = Vec::new();
        for section in document.sections() {
            let Some(property) = section.property(KEY) else { continue };
            let words = words(document, section);
            let _ = property;
            let selectors = words.iter().filter_map(|word| Selector::parse(word).ok()).collect();
            let node = (section.kind() == SectionKind::Node).then(|| node_path(section));
            known.push((node, section.index(), selectors));
        }
        Suppressions { known }
    }

    /// Whether a finding is not to be told.
    pub fn cover(&self, document: &Document, finding: &Finding) -> bool {
        if self.known.is_empty() {
            return false;
        }
        let section = document.section_at(finding.span.start);
        let path = section.filter(|section| section.kind() == SectionKind::Node).map(node_path);
        self.known.iter().any(|(node, index, selectors)| {
            let here = match (node.as_deref(), path.as_deref()) {
                // The root answers for the whole file, a `[resource]` too.
                (Some("."), _) => true,
                (Some(node), Some(path)) => {
                    path == node || path.strip_prefix(node).is_some_and(|below| below.starts_with('/'))
                }
                (Some(_), None) => false,
                (None, _) => {
                    document.section(*index).kind() == SectionKind::Resource
                        || section.is_some_and(|section| section.index() == *index)
                }
            };
            here && selectors.iter().any(|one| one.rules().any(|rule| rule == finding.rule))
        })
    }
}

/// The words of a suppression: a string with commas or blanks between, an array of strings, or `true` for all.
fn words(document: &Document, section: SectionView<'_>) -> Vec<String> {
    let Some(property) = section.property(KEY) else { return Vec::new() };
    let Ok(value) = Value::parse(document.source().bytes(), property.value) else { return Vec::new() };
    let mut words = Vec::new();
    collect(document, &value, &mut words);
    words
}

fn collect(document: &Document, value: &Value, words: &mut Vec<String>) {
    let mut add = |text: &str| {
        let parts = text.split([',', ' ']).map(str::trim).filter(|word| !word.is_empty());
        words.extend(parts.map(str::to_owned));
    };
    match &value.kind {
        ValueKind::Bool(true) => words.push("ALL".into()),
        ValueKind::String(text) | ValueKind::StringName(text) => add(text),
        ValueKind::Construct(Constructor::PackedStringArray, inside) => {
            add(&document.source().text(*inside).replace('"', " "));
        }
        ValueKind::Array(items) => items.iter().for_each(|item| collect(document, item, words)),
        ValueKind::Typed(_, inner) => collect(document, inner, words),
        _ => {}
    }
}

/// Tells of words that name no rule: a slip there would hide nothing, and nobody would know why.
pub(super) fn unknown_words(document: &Document, found: &mut Findings) {
    for section in document.sections() {
        let Some(property) = section.property(KEY) else { continue };
        for word in words(document, section) {
            if let Err(error) = Selector::parse(&word) {
                found.push(Finding::new(property.value, format!("{KEY}: {error}")).about(word));
            }
        }
    }
}
