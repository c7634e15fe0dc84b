//! One section of the outcome: the bytes of the side that has it, with what the other side did worked in.

use super::chunks::{Chunks, apply, line_end, whole_line};
use super::conflict::Conflict;
use super::layers::{CellPick, LayerPicks};
use super::three::{Side, Three};
use super::translate::Translator;
use super::values::{Pick, merge_dictionary, pick};
use super::{MergeOptions, Prefer};
use crate::edit::Edit;
use crate::rewrite::must_stay;
use crate::source::Span;
use crate::syntax::{Property, SectionKind};
use crate::tile::{LayerKind, LayerSite, text};

/// All that is known before the first byte is written.
pub(super) struct Merger<'t, 'd> {
    pub three: &'t Three<'d>,
    pub translator: Translator<'t, 'd>,
    pub layers: &'t LayerPicks,
    pub prefer: Prefer,
    pub marker_size: usize,
    /// Of ours and theirs.
    pub chunks: [Chunks; 2],
}

/// The text of a section.
pub(super) struct Body {
    pub text: Vec<u8>,
    /// Whether it holds conflict markers.
    pub marked: bool,
}

impl<'t, 'd> Merger<'t, 'd> {
    pub fn new(
        three: &'t Three<'d>,
        translator: Translator<'t, 'd>,
        layers: &'t LayerPicks,
        options: MergeOptions,
    ) -> Self {
        Merger {
            three,
            translator,
            layers,
            prefer: options.prefer,
            marker_size: options.marker_size,
            chunks: [Side::Ours, Side::Theirs].map(|side| Chunks::new(three.document(side))),
        }
    }

    pub fn chunks(&self, side: Side) -> &Chunks {
        &self.chunks[side as usize - 1]
    }

    /// The text of a section, without the white space behind it.
    pub fn body(&self, key: usize, conflicts: &mut Vec<Conflict>) -> Body {
        let [ours, theirs] = [Side::Ours, Side::Theirs].map(|side| self.three.section(side, key));
        let (side, section) = match (ours, theirs) {
            (Some(section), _) => (Side::Ours, section),
            (None, Some(section)) => (Side::Theirs, section),
            (None, None) => return Body { text: Vec::new(), marked: false },
        };
        let core = self.chunks(side).core(section);
        let document = self.three.document(side);
        let mut marked = false;
        let mut edits;
        if ours.is_some() && theirs.is_some() {
            let tag = self.merge_tag(key, conflicts);
            edits = tag.edits;
            if tag.clash && self.prefer == Prefer::Nobody {
                let view = document.section(section);
                let own = apply(document.source().bytes(), view.tag(), edits);
                let other = self.three.section(Side::Theirs, key).map(|section| {
                    self.translator
                        .text(Side::Theirs, self.three.document(Side::Theirs).section(section).tag())
                });
                let block = self.block(&own, &other.unwrap_or_default());
                edits = vec![Edit { span: view.tag(), replacement: block }];
                marked = true;
            }
            marked |= self.merge_properties(key, section, &mut edits, conflicts);
            // Paths in what is ours alone, where theirs renamed a node.
            let inner = self.translator.edits(Side::Ours, core);
            let free = |edit: &Edit| {
                !edits
                    .iter()
                    .any(|other| other.span.start < edit.span.end && edit.span.start < other.span.end)
            };
            let inner: Vec<Edit> = inner.into_iter().filter(free).collect();
            edits.extend(inner);
        } else {
            edits = self.translator.edits(side, core);
            edits.extend(self.fixed_fields(side, key));
            self.moved_cells(side, key, section, &mut edits);
        }
        let text = apply(document.source().bytes(), core, edits);
        let text = self.translator.adapt(side, text);
        Body { text: text.trim_ascii_end().to_vec(), marked }
    }

    /// A layer that one side turned into a new node, while the other painted it.
    fn moved_cells(&self, side: Side, key: usize, section: usize, edits: &mut Vec<Edit>) {
        let document = self.three.document(side);
        let view = document.section(section);
        for ((at, name), pick) in &self.layers.picks {
            let CellPick::Records(records, spelling) = pick else { continue };
            if *at != key {
                continue;
            }
            let value = text::write_layer(records, spelling, document.source().newline());
            match view.property(name) {
                Some(property) => edits.push(Edit { span: property.value, replacement: value }),
                None => edits.push(crate::rewrite::insert_line(document, view, name, &value)),
            }
        }
    }

    /// Merges the properties, on the bytes of ours; tells whether there are conflict markers now.
    fn merge_properties(
        &self,
        key: usize,
        section: usize,
        edits: &mut Vec<Edit>,
        conflicts: &mut Vec<Conflict>,
    ) -> bool {
        let three = self.three;
        let mut marked = false;
        if three.raw_properties(Side::Base, key) == three.raw_properties(Side::Theirs, key)
            && three.has(Side::Base, key)
            && !self.layers.picks.keys().any(|(at, _)| *at == key)
        {
            // Theirs did nothing here, as far as the bytes tell; ids are looked at below.
            if !three
                .raw_properties(Side::Theirs, key)
                .is_some_and(|raw| !crate::diff::canonical::is_plain(raw))
            {
                return false;
            }
        }
        for name in three.property_names(key) {
            if let Some(cells) = self.layers.picks.get(&(key, name.clone())) {
                self.take_cells(key, section, &name, cells, edits);
                continue;
            }
            let spans = Side::ALL.map(|side| three.property(side, key, &name).map(|property| property.value));
            let same = |a: Side, b: Side| three.same(key, (a, spans[a as usize]), (b, spans[b as usize]));
            let picked = pick(
                same(Side::Base, Side::Ours),
                same(Side::Base, Side::Theirs),
                same(Side::Ours, Side::Theirs),
            );
            match picked {
                Pick::Ours => {}
                Pick::Theirs => self.take_property(key, section, &name, edits),
                Pick::Clash => {
                    if let (Some(text), Some(span)) =
                        (merge_dictionary(three, &self.translator, key, spans), spans[1])
                    {
                        edits.push(Edit { span, replacement: text });
                        continue;
                    }
                    let texts = Side::ALL.map(|side| {
                        let span = spans[side as usize]?;
                        Some(three.document(side).source().text(span).into_owned())
                    });
                    conflicts.push(self.value_conflict(key, name.clone(), texts));
                    match self.prefer {
                        Prefer::Ours => {}
                        Prefer::Theirs => self.take_property(key, section, &name, edits),
                        Prefer::Nobody => {
                            self.mark_property(key, section, &name, edits);
                            marked = true;
                        }
                    }
                }
            }
        }
        marked
    }

    pub(super) fn value_conflict(
        &self,
        key: usize,
        property: String,
        texts: [Option<String>; 3],
    ) -> Conflict {
        Conflict::Value { section: self.three.label(key), node: self.node(key), property, texts }
    }

    /// The path of a node, as ours calls it.
    pub(super) fn node(&self, key: usize) -> Option<String> {
        let side = self.three.home(key);
        let section = self.three.section(side, key)?;
        let is_node = self.three.kind(key) == SectionKind::Node;
        is_node.then(|| self.three.outline(side).path(section).to_owned())
    }

    /// `key = value` as theirs has it.
    fn their_line(&self, property: &Property) -> Vec<u8> {
        let source = self.three.document(Side::Theirs).source();
        let mut text = source.slice(Span::new(property.key.start, property.value.start)).to_vec();
        text = self.translator.adapt(Side::Theirs, text);
        text.extend(self.translator.text(Side::Theirs, property.value));
        text
    }

    /// Makes a property what theirs has.
    fn take_property(&self, key: usize, section: usize, name: &str, edits: &mut Vec<Edit>) {
        let own = self.three.property(Side::Ours, key, name);
        match (own, self.three.property(Side::Theirs, key, name)) {
            (Some(own), Some(other)) => {
                let replacement = self.translator.text(Side::Theirs, other.value);
                edits.push(Edit { span: own.value, replacement });
            }
            (Some(_), None) => self.remove_property(section, name, edits),
            (None, Some(other)) => {
                let line = self.their_line(&other);
                edits.push(self.insertion(key, section, name, line));
            }
            (None, None) => {}
        }
    }

    /// A new line where theirs has it: behind what stands in front of it there.
    fn insertion(&self, key: usize, section: usize, name: &str, line: Vec<u8>) -> Edit {
        let newline = self.translator.newline().as_bytes();
        let document = self.three.document(Side::Ours);
        let view = document.section(section);
        let outline = self.three.outline(Side::Theirs);
        let before: Vec<String> = match self.three.section(Side::Theirs, key) {
            Some(section) => outline
                .section(section)
                .properties()
                .iter()
                .map(|property| outline.document().key(property).into_owned())
                .take_while(|other| other != name)
                .collect(),
            None => Vec::new(),
        };
        let anchor =
            before.iter().rev().find_map(|name| view.property(name)).map(|property| property.value.end);
        let at = line_end(document, anchor.unwrap_or(view.tag().end));
        let mut replacement = [newline, &line].concat();
        let next = document.source().bytes().get(at as usize);
        if !matches!(next, None | Some(b'\n' | b'\r')) {
            replacement.extend_from_slice(newline);
        }
        Edit { span: Span::at(at), replacement }
    }

    fn remove_property(&self, section: usize, name: &str, edits: &mut Vec<Edit>) {
        let document = self.three.document(Side::Ours);
        let view = document.section(section);
        for property in view.properties().iter().filter(|property| document.key_is(property, name)) {
            edits.push(match whole_line(document, view, property) {
                Some(span) => Edit { span, replacement: Vec::new() },
                None => Edit { span: property.key.to(property.value), replacement: b" ".to_vec() },
            });
        }
    }

    /// Puts both texts of a property between conflict markers.
    fn mark_property(&self, key: usize, section: usize, name: &str, edits: &mut Vec<Edit>) {
        let document = self.three.document(Side::Ours);
        let theirs = self.three.property(Side::Theirs, key, name);
        let theirs = theirs.map(|property| self.their_line(&property)).unwrap_or_default();
        let Some(own) = self.three.property(Side::Ours, key, name) else {
            let block = self.block(b"", &theirs);
            edits.push(self.insertion(key, section, name, block));
            return;
        };
        let span = own.key.to(own.value);
        let mut block = self.block(document.source().slice(span), &theirs);
        let newline = self.translator.newline().as_bytes();
        let bytes = document.source().bytes();
        let line = memchr::memrchr(b'\n', &bytes[..span.start as usize]).map_or(0, |at| at + 1);
        let blank = bytes[line..span.start as usize].trim_ascii().is_empty();
        let start = if blank { line as u32 } else { span.start };
        if !blank {
            block = [newline, &block].concat();
        }
        if !matches!(bytes.get(span.end as usize), None | Some(b'\n' | b'\r')) {
            block.extend_from_slice(newline);
        }
        edits.push(Edit { span: Span::new(start, span.end), replacement: block });
    }

    /// Two texts between markers, without a line end behind.
    pub(super) fn block(&self, ours: &[u8], theirs: &[u8]) -> Vec<u8> {
        let newline = self.translator.newline().as_bytes();
        let sign = |sign: &str| sign.repeat(self.marker_size).into_bytes();
        let mut out = [&sign("<"), &b" ours"[..], newline].concat();
        for (text, last) in [(ours, false), (theirs, true)] {
            if !text.is_empty() {
                out.extend_from_slice(text);
                out.extend_from_slice(newline);
            }
            if !last {
                out.extend(sign("="));
                out.extend_from_slice(newline);
            }
        }
        out.extend(sign(">"));
        out.extend_from_slice(b" theirs");
        out
    }

    fn take_cells(&self, key: usize, section: usize, name: &str, pick: &CellPick, edits: &mut Vec<Edit>) {
        let (records, spelling) = match pick {
            CellPick::Ours => return,
            CellPick::Theirs => {
                let gone = self.three.property(Side::Theirs, key, name).is_none();
                if !(gone && self.keeps_empty(section, name)) {
                    self.take_property(key, section, name, edits);
                    return;
                }
                (&Vec::new(), None)
            }
            CellPick::Records(records, spelling) => (records, Some(spelling)),
        };
        let document = self.three.document(Side::Ours);
        let view = document.section(section);
        let own = self.three.property(Side::Ours, key, name);
        let own_spelling = own.map(|own| {
            let text = document.source().text(own.value);
            let ints = text.contains("Int");
            crate::tile::Spelling::engine(
                if ints { "PackedInt32Array" } else { "PackedByteArray" },
                crate::tile::Encoding::Empty,
            )
        });
        let Some(spelling) = spelling.cloned().or(own_spelling) else { return };
        let newline = document.source().newline();
        let value = match spelling.is_ints() {
            true => text::write_map(records, &spelling, newline),
            false => text::write_layer(records, &spelling, newline),
        };
        match own {
            Some(_) if records.is_empty() && !self.keeps_empty(section, name) => {
                self.remove_property(section, name, edits);
            }
            Some(own) => edits.push(Edit { span: own.value, replacement: value }),
            None if records.is_empty() => {}
            None => edits.push(crate::rewrite::insert_line(document, view, name, &value)),
        }
    }

    /// Whether a layer of ours without cells keeps its property, since without it something else would hold.
    fn keeps_empty(&self, section: usize, name: &str) -> bool {
        let document = self.three.document(Side::Ours);
        let view = document.section(section);
        let kind = match crate::tile::layer_key(name) {
            Some((index, _)) => LayerKind::TileMap { index, name: String::new() },
            None if name == "tile_map_data" => LayerKind::TileMapLayer,
            None => LayerKind::Pattern { id: String::new() },
        };
        let node = (view.kind() == SectionKind::Node).then(String::new);
        let property = view.property(name).copied();
        must_stay(document, &LayerSite { node, kind, section, property, format: 2 })
    }
}
