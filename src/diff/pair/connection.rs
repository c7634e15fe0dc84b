//! Connections by signal, method and ends; editable children by path.

use std::collections::HashMap;

use super::{Outline, Pairing};
use crate::diff::Endpoint;
use crate::syntax::SectionKind;

/// What tells a connection from others; the ends as sections of the second document.
type Ends = (String, Option<usize>, String, Option<usize>, String, String);

impl Pairing<'_, '_> {
    pub(super) fn connections(&mut self) {
        let mut right: HashMap<Ends, Vec<usize>> = HashMap::new();
        for section in self.open_right(SectionKind::Connection).into_iter().rev() {
            if let Some(ends) = ends(self.b, section, Some) {
                right.entry(ends).or_default().push(section);
            }
        }
        for left in self.open_left(SectionKind::Connection) {
            let other = ends(self.a, left, |section| self.pairs.to[section])
                .and_then(|ends| right.get_mut(&ends)?.pop());
            if let Some(other) = other {
                self.join(left, other);
            }
        }
    }

    pub(super) fn editables(&mut self) {
        let path = |outline: &Outline<'_>, section: usize| {
            Some(outline.locate(&outline.section(section).text_field("path")?))
        };
        let right: HashMap<Endpoint, usize> = self
            .open_right(SectionKind::Editable)
            .into_iter()
            .filter_map(|section| Some((path(self.b, section)?, section)))
            .collect();
        for left in self.open_left(SectionKind::Editable) {
            let Some(Endpoint { section: Some(node), rest }) = path(self.a, left) else { continue };
            let Some(node) = self.pairs.to[node] else { continue };
            if let Some(&other) = right.get(&Endpoint { section: Some(node), rest }) {
                self.join(left, other);
            }
        }
    }
}

fn ends(outline: &Outline<'_>, section: usize, twin: impl Fn(usize) -> Option<usize>) -> Option<Ends> {
    let view = outline.section(section);
    let text = |name: &str| view.text_field(name).unwrap_or_default().into_owned();
    let end = |name: &str| {
        let end = outline.locate(&view.text_field(name)?);
        match end.section {
            Some(node) => Some((Some(twin(node)?), end.rest)),
            None => Some((None, end.rest)),
        }
    };
    let (from, from_rest) = end("from")?;
    let (to, to_rest) = end("to")?;
    Some((text("signal"), from, from_rest, to, to_rest, text("method")))
}
