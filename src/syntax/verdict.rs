//! What the engine refuses although the grammar is right: sections out of order, attributes that are
//! missing, references to what is not declared (`ResourceLoaderText`, all checked on the engine).

use std::collections::HashSet;

use super::document::Document;
use super::document::SectionView;
use super::error::{Problem, ProblemKind};
use super::header::SectionKind;
use super::scan::ReferenceKind;
use crate::source::Span;

/// The newest format that an engine known today reads.
const NEWEST_FORMAT: i64 = 4;

/// All that is wrong with the order and the attributes of the sections.
pub(super) fn verdict(document: &Document) -> Vec<Problem> {
    let mut judge = Judge { document, problems: Vec::new() };
    judge.header();
    judge.sections();
    judge.references();
    judge.problems
}

struct Judge<'d> {
    document: &'d Document,
    problems: Vec<Problem>,
}

impl Judge<'_> {
    fn say(&mut self, span: Span, kind: ProblemKind) {
        self.problems.push(Problem { kind, span });
    }

    fn header(&mut self) {
        let Some(header) = self.document.sections().next() else { return };
        match header.kind() {
            SectionKind::SceneHeader => {}
            SectionKind::ResourceHeader => self.need(header, "gd_resource", &["type"]),
            _ => self.say(header.tag(), ProblemKind::UnknownHeader(header.name().into_owned())),
        }
        if let Some(format) = header.field("format") {
            let text = self.document.string(format.value);
            if text.parse::<i64>().is_ok_and(|format| format > NEWEST_FORMAT) {
                self.say(format.value, ProblemKind::NewerFormat(text.into_owned()));
            }
        }
    }

    fn sections(&mut self) {
        let scene =
            self.document.sections().next().is_some_and(|header| header.kind() == SectionKind::SceneHeader);
        // How far the file has come: 1 external, 2 internal resources, 3 what it is about.
        let mut stage = 0;
        let mut main = 0;
        let mut first_node = true;
        for section in self.document.sections().skip(1) {
            if !section.kind().takes_properties()
                && let Some(property) = section.properties().first()
            {
                let tag = section.name().into_owned();
                self.say(property.key, ProblemKind::MisplacedProperty(tag));
            }
            let misplaced = match section.kind() {
                SectionKind::Other => {
                    self.say(section.tag(), ProblemKind::UnknownTag(section.name().into_owned()));
                    continue;
                }
                SectionKind::SceneHeader | SectionKind::ResourceHeader => Some("a file has one header"),
                SectionKind::ExtResource if stage > 1 => Some("all [ext_resource] come first"),
                SectionKind::SubResource if stage > 2 => {
                    Some("all [sub_resource] come before what uses them")
                }
                SectionKind::Resource if scene => Some("a scene has no [resource]"),
                SectionKind::Resource if main > 0 => Some("a resource file has one [resource]"),
                SectionKind::Node | SectionKind::Connection | SectionKind::Editable if !scene => {
                    Some("a resource file holds no scene")
                }
                SectionKind::ExtResource | SectionKind::SubResource if main > 0 && !scene => {
                    Some("nothing comes behind [resource]")
                }
                _ => None,
            };
            if let Some(why) = misplaced {
                let tag = section.name().into_owned();
                self.say(section.tag(), ProblemKind::MisplacedTag { tag, why });
            }
            match section.kind() {
                SectionKind::ExtResource => {
                    stage = stage.max(1);
                    self.need(section, "ext_resource", &["type", "path", "id"]);
                }
                SectionKind::SubResource => {
                    stage = stage.max(2);
                    self.need(section, "sub_resource", &["type", "id"]);
                }
                SectionKind::Node => {
                    (stage, main) = (3, main + 1);
                    self.need(section, "node", &["name"]);
                    self.node(section, first_node);
                    first_node = false;
                }
                SectionKind::Connection => {
                    stage = 3;
                    self.need(section, "connection", &["signal", "from", "to", "method"]);
                }
                SectionKind::Editable => {
                    stage = 3;
                    self.need(section, "editable", &["path"]);
                }
                SectionKind::Resource => (stage, main) = (3, main + 1),
                SectionKind::SceneHeader | SectionKind::ResourceHeader | SectionKind::Other => {}
            }
        }
        let Some(header) = self.document.sections().next() else { return };
        if let Some(property) = header.properties().first() {
            self.say(property.key, ProblemKind::MisplacedProperty(header.name().into_owned()));
        }
        let stopped = self.document.problems().iter().any(|problem| {
            matches!(problem.kind, ProblemKind::Unexpected { .. } | ProblemKind::ConflictMarker)
        });
        let known = matches!(header.kind(), SectionKind::SceneHeader | SectionKind::ResourceHeader);
        if main == 0 && known && !stopped {
            let end = Span::at(self.document.source().bytes().len() as u32);
            self.say(end, ProblemKind::NothingInside(if scene { "a [node]" } else { "its [resource]" }));
        }
    }

    fn node(&mut self, section: SectionView<'_>, first: bool) {
        if let Some(parent) = section.field("parent")
            && matches!(self.document.source().slice(parent.value), b"\"\"" | [b'&' | b'@', ..])
        {
            self.say(
                parent.value,
                ProblemKind::BadAttribute("an empty or unquoted parent, which crashes the engine"),
            );
        }
        if first && let Some(field) = section.field("instance_placeholder") {
            self.say(field.key, ProblemKind::BadAttribute("the first node cannot be a placeholder"));
        }
    }

    fn need(&mut self, section: SectionView<'_>, tag: &'static str, attributes: &[&'static str]) {
        for attribute in attributes {
            if section.field(attribute).is_none() {
                self.say(section.tag(), ProblemKind::MissingAttribute { tag, attribute });
            }
        }
    }

    /// An id must be declared above the place that uses it.
    fn references(&mut self) {
        let mut declared: HashSet<(ReferenceKind, Vec<u8>)> = HashSet::new();
        let mut sections = self.document.sections().peekable();
        for reference in self.document.references() {
            if reference.kind == ReferenceKind::Path {
                continue;
            }
            while let Some(section) = sections.next_if(|section| section.tag().end <= reference.span.start) {
                let kind = match section.kind() {
                    SectionKind::ExtResource => ReferenceKind::External,
                    SectionKind::SubResource => ReferenceKind::Internal,
                    _ => continue,
                };
                // The engine makes the resource when its tag is read, so a section may name itself.
                if let Some(id) = section.field("id") {
                    declared.insert((kind, self.id(id.value)));
                }
            }
            if !declared.contains(&(reference.kind, self.id(reference.id))) {
                let text = self.document.source().text(reference.span).into_owned();
                self.say(reference.span, ProblemKind::UndeclaredResource(text));
            }
        }
    }

    /// Number and string of the same digits are the same id.
    fn id(&self, value: Span) -> Vec<u8> {
        self.document.string(value).as_bytes().to_vec()
    }
}
