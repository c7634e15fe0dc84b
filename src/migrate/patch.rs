//! All that changes in one file, and the edits that do it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::names::attribute;
use super::node::{Line, LineValue, NewNode};
use crate::edit::{Edit, EditList};
use crate::rewrite::{recode_others, remove_line};
use crate::scene::property_rank as rank;
use crate::source::Span;
use crate::syntax::{Document, Property, SectionKind, SectionView};
use crate::tile::header_format;

/// The most records whose buffer the engine writes as numbers: 62 of at most 64 bytes.
const DECIMAL_RECORDS: usize = 5;

/// An `[ext_resource]` to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct NewExternal {
    pub class: String,
    pub uid: Option<String>,
    pub path: String,
    pub id: String,
}

impl NewExternal {
    pub fn fields(&self) -> Vec<(&'static str, String)> {
        let mut fields = vec![("type", attribute(&self.class))];
        fields.extend(self.uid.as_ref().map(|uid| ("uid", attribute(uid))));
        fields.push(("path", attribute(&self.path)));
        fields.push(("id", attribute(&self.id)));
        fields
    }
}

/// The changes of one file.
#[derive(Clone, Debug)]
pub(super) struct Patch {
    pub document: Arc<Document>,
    /// Values, or parts of one, that are replaced.
    pub replaced: BTreeMap<Span, Vec<u8>>,
    /// Properties that go: section, and index among its properties.
    pub removed: BTreeSet<(usize, usize)>,
    /// Properties that come, by section.
    pub added: Vec<(usize, Line)>,
    /// Nodes that come, by the section that they follow.
    pub nodes: Vec<(usize, NewNode)>,
    /// Sections that go, since nothing is left of them.
    pub dropped: BTreeSet<usize>,
    pub externals: Vec<NewExternal>,
    pub editables: Vec<String>,
}

impl Patch {
    pub fn new(document: Arc<Document>) -> Self {
        Patch {
            document,
            replaced: BTreeMap::new(),
            removed: BTreeSet::new(),
            added: Vec::new(),
            nodes: Vec::new(),
            dropped: BTreeSet::new(),
            externals: Vec::new(),
            editables: Vec::new(),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.replaced.is_empty()
            && self.removed.is_empty()
            && self.added.is_empty()
            && self.nodes.is_empty()
            && self.dropped.is_empty()
            && self.externals.is_empty()
            && self.editables.is_empty()
    }

    pub fn replace(&mut self, span: Span, text: impl Into<Vec<u8>>) {
        self.replaced.insert(span, text.into());
    }

    pub fn remove(&mut self, section: usize, property: &Property) {
        let properties = self.document.section(section).properties();
        let place = properties.iter().position(|other| other == property);
        self.removed.insert((section, place.expect("a property of this section")));
    }

    pub fn add(&mut self, section: usize, line: Line) {
        self.added.push((section, line));
    }

    pub fn add_node(&mut self, after: usize, mut node: NewNode) {
        node.sort();
        self.nodes.push((after, node));
    }

    /// Drops an override that has nothing left to say: the engine would not write it.
    pub fn drop_if_empty(&mut self, section: SectionView<'_>) {
        let says = ["type", "instance", "instance_placeholder", "groups", "node_paths", "owner"];
        let silent = says.iter().all(|name| section.field(name).is_none());
        let gone =
            (0..section.properties().len()).all(|place| self.removed.contains(&(section.index(), place)));
        let comes = self.added.iter().any(|(place, _)| *place == section.index());
        if silent && gone && !comes && !section.properties().is_empty() {
            self.dropped.insert(section.index());
        }
    }

    /// Marks the children of an instance as editable, unless they are.
    pub fn add_editable(&mut self, path: &str) {
        let is_there = self.document.sections().any(|section| {
            section.kind() == SectionKind::Editable && section.text_field("path").as_deref() == Some(path)
        });
        if !is_there && !self.editables.iter().any(|other| other == path) {
            self.editables.push(path.to_owned());
        }
    }

    pub fn add_external(&mut self, external: NewExternal) {
        if !self.externals.contains(&external) {
            self.externals.push(external);
        }
    }

    /// Takes over the changes of another patch of the same file.
    pub fn merge(&mut self, other: Patch) {
        self.replaced.extend(other.replaced);
        self.removed.extend(other.removed);
        self.added.extend(other.added);
        self.nodes.extend(other.nodes);
        self.dropped.extend(other.dropped);
        other.externals.into_iter().for_each(|external| self.add_external(external));
        other.editables.iter().for_each(|path| self.add_editable(path));
    }

    /// Whether the new buffers are base64: the engine writes all byte arrays of a file so, if one is long.
    pub fn base64(&self) -> bool {
        let lines = self.nodes.iter().flat_map(|(_, node)| &node.lines);
        let is_long = |line: &Line| match &line.value {
            LineValue::Cells(cells) => cells.len() > DECIMAL_RECORDS,
            LineValue::Text(_) => false,
        };
        header_format(&self.document).is_some_and(|format| format >= 4)
            || lines.chain(self.added.iter().map(|(_, line)| line)).any(is_long)
    }

    /// Brings the header in step with what the file holds.
    pub fn settle_header(&mut self) {
        let header = self.document.section(0);
        let has_buffer = |line: &Line| matches!(&line.value, LineValue::Cells(cells) if !cells.is_empty());
        let brings_buffer = self.nodes.iter().flat_map(|(_, node)| &node.lines).any(has_buffer)
            || self.added.iter().any(|(_, line)| has_buffer(line));
        let mut replaced = Vec::new();
        if brings_buffer
            && self.base64()
            && header_format(&self.document).is_some_and(|format| format < 4)
            && header.field("format").is_some()
        {
            // The engine spells all byte arrays of a file alike, and writes the header by that.
            let mut others = EditList::new();
            if recode_others(&self.document, true, &[], &mut others).is_ok() {
                replaced.extend(others.iter().map(|edit| (edit.span, edit.replacement.clone())));
            }
        }
        if !self.externals.is_empty()
            && let Some(field) = header.field("load_steps")
            && let Ok(steps) = self.document.source().text(field.value).parse::<usize>()
        {
            replaced.push((field.value, (steps + self.externals.len()).to_string().into_bytes()));
        }
        self.replaced.extend(replaced);
    }

    /// The edits.
    ///
    /// # Errors
    ///
    /// In words, if two of them touch each other.
    pub fn edits(&self) -> Result<EditList, String> {
        let document = &*self.document;
        let source = document.source();
        let newline = source.newline();
        let base64 = self.base64();
        let mut edits = EditList::new();
        let mut push = |edit: Edit| edits.push(edit).map_err(|overlap| overlap.to_string());
        for (span, replacement) in &self.replaced {
            push(Edit { span: *span, replacement: replacement.clone() })?;
        }
        for &(section, property) in &self.removed {
            if self.dropped.contains(&section) {
                continue;
            }
            let section = document.section(section);
            push(remove_line(document, section, &section.properties()[property]))?;
        }
        let mut insertions: BTreeMap<u32, Vec<u8>> = BTreeMap::new();
        let mut insert = |at: u32, text: &[u8]| insertions.entry(at).or_default().extend_from_slice(text);
        if !self.externals.is_empty() {
            let (at, first) = self.place_of_externals();
            insert(at, if first { newline.as_bytes() } else { b"" });
            for external in &self.externals {
                let fields: Vec<String> =
                    external.fields().into_iter().map(|(key, value)| format!("{key}={value}")).collect();
                insert(at, format!("{newline}[ext_resource {}]", fields.join(" ")).as_bytes());
            }
        }
        let mut added: Vec<&(usize, Line)> = self.added.iter().collect();
        added.sort_by_key(|(section, line)| (*section, rank(&line.key)));
        for (section, line) in added {
            let at = self.place_of_line(document.section(*section), &line.key);
            insert(at, newline.as_bytes());
            insert(at, &line.write(base64, newline));
        }
        let mut replacements: BTreeMap<usize, Vec<u8>> =
            self.dropped.iter().map(|section| (*section, Vec::new())).collect();
        for (section, node) in &self.nodes {
            if let Some(text) = replacements.get_mut(section) {
                text.extend(node.write(base64, newline));
                continue;
            }
            let (at, fresh) = end_of_lines(document, document.section(*section));
            if !fresh && !insertions.contains_key(&at) {
                insertions.entry(at).or_default().extend_from_slice(newline.as_bytes());
            }
            insertions.entry(at).or_default().extend(node.write(base64, newline));
        }
        if !self.editables.is_empty() {
            let last = document.sections().rfind(|section| section.kind() == SectionKind::Editable);
            for (count, path) in self.editables.iter().enumerate() {
                let tag = format!("[editable path={}]", attribute(path));
                let (at, text) = match last {
                    Some(section) => (section.tag().end, format!("{newline}{tag}")),
                    None => {
                        let ends = source.bytes().ends_with(b"\n");
                        let blank = match (count, ends) {
                            (0, true) => newline.to_owned(),
                            (0, false) => newline.repeat(2),
                            _ => String::new(),
                        };
                        (source.bytes().len() as u32, format!("{blank}{tag}{newline}"))
                    }
                };
                insertions.entry(at).or_default().extend_from_slice(text.as_bytes());
            }
        }
        for (section, text) in replacements {
            let section = document.section(section);
            let end = self.end_of_dropped(section, text.is_empty());
            // The blank line before the section is there already.
            let replacement = text.strip_prefix(newline.as_bytes()).unwrap_or(&text).to_vec();
            push(Edit { span: Span::new(section.tag().start, end), replacement })?;
        }
        for (at, replacement) in insertions {
            push(Edit { span: Span::at(at), replacement })?;
        }
        edits.retain_changes(source);
        Ok(edits)
    }

    /// Behind the lines of a section that goes; the blank line too, if nothing comes instead.
    fn end_of_dropped(&self, section: SectionView<'_>, alone: bool) -> u32 {
        let (end, _) = end_of_lines(&self.document, section);
        let newline = self.document.source().newline().as_bytes();
        let blank = self.document.source().bytes()[end as usize..].starts_with(newline);
        if alone && blank { end + newline.len() as u32 } else { end }
    }

    /// Behind the last `[ext_resource]`, or behind the header.
    fn place_of_externals(&self) -> (u32, bool) {
        let last = self.document.sections().rfind(|section| section.kind() == SectionKind::ExtResource);
        match last {
            Some(section) => (section.tag().end, false),
            None => (self.document.section(0).tag().end, true),
        }
    }

    /// Behind the last property that stays and that the engine writes earlier, or behind the tag.
    fn place_of_line(&self, section: SectionView<'_>, key: &str) -> u32 {
        let stays = |place: &usize| !self.removed.contains(&(section.index(), *place));
        let properties = section.properties();
        (0..properties.len())
            .rev()
            .filter(stays)
            .map(|place| &properties[place])
            .find(|property| rank(&self.document.key(property)) <= rank(key))
            .map_or(section.tag().end, |property| property.value.end)
    }
}

/// Where a section's lines end, and whether a new line begins there.
fn end_of_lines(document: &Document, section: SectionView<'_>) -> (u32, bool) {
    let bytes = document.source().bytes();
    let end = section.span().end as usize;
    let next = section.index() + 1;
    let limit = match next < document.sections().len() {
        true => document.section(next).tag().start as usize,
        false => bytes.len(),
    };
    match memchr::memchr(b'\n', &bytes[end..limit]) {
        Some(newline) => ((end + newline + 1) as u32, true),
        None => (end as u32, false),
    }
}
