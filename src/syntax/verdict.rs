//! What the engine refuses although the grammar is right: sections out of order, attributes that are
//! missing, references to what is not declared (`ResourceLoaderText`, all checked on the engine).

use super::document::Document;
use super::error::{Problem, ProblemKind};
use super::header::SectionKind;
use super::packed::Constructor;
use super::references::undeclared;
use super::section::SectionView;
use super::token::unescape;
use super::value::{Value, ValueKind};
use crate::source::Span;

/// The newest format that an engine known today reads.
const NEWEST_FORMAT: i32 = 4;

/// All that is wrong with the order and the attributes of the sections.
pub(super) fn verdict(document: &Document) -> Vec<Problem> {
    let mut judge = Judge { document, problems: Vec::new() };
    judge.header();
    judge.sections();
    judge.problems.append(&mut undeclared(document));
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
            let value = Value::parse(self.document.source().bytes(), format.value).map(|value| value.kind);
            if value.is_ok_and(|value| as_int(&value) > NEWEST_FORMAT) {
                let text = self.document.string(format.value).into_owned();
                self.say(format.value, ProblemKind::NewerFormat(text));
            }
        }
    }

    fn sections(&mut self) {
        let Some(header) = self.document.sections().next() else { return };
        let scene = match header.kind() {
            SectionKind::SceneHeader => true,
            SectionKind::ResourceHeader => false,
            // What may stand in such a file nobody knows.
            _ => return,
        };
        // How far the file has come: 1 external, 2 internal resources, 3 what it is about.
        let mut stage = 0;
        let mut main = 0;
        let mut first_node = true;
        // The first main section that the engine does not see.
        let mut hidden: Option<SectionView<'_>> = None;
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
                SectionKind::SceneHeader | SectionKind::ResourceHeader => Some((
                    "a file has one header",
                    "two files in one? Delete one of them, or restore the file",
                )),
                SectionKind::ExtResource | SectionKind::SubResource if main > 0 && !scene => {
                    Some(("nothing comes behind [resource]", "move the section in front of [resource]"))
                }
                SectionKind::ExtResource if stage > 1 => {
                    Some(("all [ext_resource] come first", "move the section up, right behind the header"))
                }
                SectionKind::SubResource if stage > 2 => Some((
                    "all [sub_resource] come before the nodes",
                    "move the section up, in front of the first [node]",
                )),
                SectionKind::Resource if scene => Some((
                    "a scene has no [resource]",
                    "delete the section; a file with [resource] starts with [gd_resource] and ends with .tres",
                )),
                SectionKind::Resource if main > 0 => Some((
                    "a resource file has one [resource]",
                    "put the properties of both into one section",
                )),
                SectionKind::Node | SectionKind::Connection | SectionKind::Editable if !scene => Some((
                    "a resource file holds no nodes",
                    "delete the section; a file with nodes starts with [gd_scene] and ends with .tscn",
                )),
                SectionKind::Connection | SectionKind::Editable if main == 0 => {
                    Some(("the root [node] comes first", "move the section behind the nodes"))
                }
                _ => None,
            };
            if let Some((why, help)) = misplaced {
                let tag = section.name().into_owned();
                self.say(section.tag(), ProblemKind::MisplacedTag { tag, why, help });
            }
            if section.is_hidden() && matches!(section.kind(), SectionKind::Node | SectionKind::Resource) {
                hidden = hidden.or(Some(section));
                continue;
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
        if let Some(property) = header.properties().first() {
            self.say(property.key, ProblemKind::MisplacedProperty(header.name().into_owned()));
        }
        let stopped = self.document.problems().iter().any(|problem| {
            matches!(problem.kind, ProblemKind::Unexpected { .. } | ProblemKind::ConflictMarker)
        });
        if let Some(section) = hidden
            && main == 0
        {
            let why = "the text in front of it hides it from the engine, which then finds nothing to load";
            let tag = section.kind().name().to_owned();
            self.say(section.tag(), ProblemKind::MisplacedTag { tag, why, help: "delete that text" });
        } else if main == 0 && !stopped {
            let end = Span::at(self.document.source().bytes().len() as u32);
            self.say(end, ProblemKind::NothingInside(if scene { "a [node]" } else { "its [resource]" }));
        }
    }

    fn node(&mut self, section: SectionView<'_>, first: bool) {
        if let Some(parent) = section.field("parent")
            && !self.is_path(parent.value)
        {
            let what = "`parent` is not the path of a node, which crashes the engine";
            let help = "write `parent=\".\"` for a child of the root; only the root has no parent";
            self.say(parent.value, ProblemKind::BadAttribute { what, help });
        }
        if first && let Some(field) = section.field("instance_placeholder") {
            let what = "the root of a scene cannot be a placeholder";
            let help = "write `instance=` to inherit from the scene, or give the root a `type=`";
            self.say(field.key, ProblemKind::BadAttribute { what, help });
        }
    }

    fn need(&mut self, section: SectionView<'_>, tag: &'static str, attributes: &[&'static str]) {
        for attribute in attributes {
            if section.field(attribute).is_none() {
                self.say(section.tag(), ProblemKind::MissingAttribute { tag, attribute });
            }
        }
    }

    /// Whether the engine makes a path of this value that is not empty.
    fn is_path(&self, value: Span) -> bool {
        let raw = self.document.source().slice(value);
        if let [b'"', inner @ .., b'"'] = raw {
            return !inner.is_empty();
        }
        let Ok(value) = Value::parse(self.document.source().bytes(), value) else { return false };
        let ValueKind::Construct(Constructor::NodePath, inside) = value.kind else { return false };
        !unescape(self.document.source().slice(inside)).is_empty()
    }
}

/// What the engine's `int` makes of a value.
fn as_int(value: &ValueKind) -> i32 {
    match value {
        ValueKind::Int(number) => *number as i32,
        ValueKind::Float(number) => *number as i64 as i32,
        // Every digit in front of the first point counts, whatever stands between them.
        ValueKind::String(text) => {
            let digits = text.chars().take_while(|&c| c != '.').filter(char::is_ascii_digit);
            digits.collect::<String>().parse::<i64>().unwrap_or(0) as i32
        }
        _ => 0,
    }
}
