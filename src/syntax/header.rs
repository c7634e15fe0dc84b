//! Tags: `[name attribute=value …]`, over as many lines as they like.

use super::build::Build;
use super::input::{Expected, Input, Parsed, fail, punctuation, trivia};
use super::scan::Scanner;
use super::token::{signed_identifier, starts_name};
use crate::source::Span;

/// `name = value` inside a tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// The name.
    pub key: Span,
    /// The value, without the blanks around it.
    pub value: Span,
}

/// What a section is, by the name in its tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SectionKind {
    /// `[gd_scene]`
    SceneHeader,
    /// `[gd_resource]`
    ResourceHeader,
    /// `[ext_resource]`
    ExtResource,
    /// `[sub_resource]`
    SubResource,
    /// `[resource]`
    Resource,
    /// `[node]`
    Node,
    /// `[connection]`
    Connection,
    /// `[editable]`
    Editable,
    /// Any other; the engine refuses it, its bytes are kept all the same.
    Other,
}

impl SectionKind {
    /// By the name in the tag.
    pub(super) fn by_name(name: &[u8]) -> Self {
        match name {
            b"gd_scene" => SectionKind::SceneHeader,
            b"gd_resource" => SectionKind::ResourceHeader,
            b"ext_resource" => SectionKind::ExtResource,
            b"sub_resource" => SectionKind::SubResource,
            b"resource" => SectionKind::Resource,
            b"node" => SectionKind::Node,
            b"connection" => SectionKind::Connection,
            b"editable" => SectionKind::Editable,
            _ => SectionKind::Other,
        }
    }

    /// The name in the tag; `"?"` for [`SectionKind::Other`].
    pub fn name(self) -> &'static str {
        match self {
            SectionKind::SceneHeader => "gd_scene",
            SectionKind::ResourceHeader => "gd_resource",
            SectionKind::ExtResource => "ext_resource",
            SectionKind::SubResource => "sub_resource",
            SectionKind::Resource => "resource",
            SectionKind::Node => "node",
            SectionKind::Connection => "connection",
            SectionKind::Editable => "editable",
            SectionKind::Other => "?",
        }
    }

    /// The kind that a name with a slip of the pen stands for.
    pub(super) fn near(name: &str) -> Option<Self> {
        use SectionKind::*;
        let kinds =
            [SceneHeader, ResourceHeader, ExtResource, SubResource, Resource, Node, Connection, Editable];
        kinds.into_iter().find(|kind| strsim::damerau_levenshtein(name, kind.name()) <= 2)
    }

    /// Whether property lines may follow the tag.
    pub fn takes_properties(self) -> bool {
        matches!(
            self,
            SectionKind::SubResource | SectionKind::Resource | SectionKind::Node | SectionKind::Other
        )
    }
}

/// A tag that was read: the span of its name, and how many fields it pushed.
pub(super) struct Tag {
    pub name: Span,
}

/// Reads a tag; `input` starts with `[`. The fields are pushed as they are read.
pub(super) fn read_tag<'a, B: Build>(
    scanner: &mut Scanner<'_, B>,
    input: Input<'a>,
    fields: &mut Vec<Field>,
) -> Parsed<'a, Tag> {
    let total = scanner.total;
    let span = move |from: Input<'_>, length: usize| {
        let start = (total - from.len()) as u32;
        Span::new(start, start + length as u32)
    };
    let (rest, ()) = punctuation(b'[', "`[`")(input)?;
    let name_start = trivia(rest);
    let (mut input, word) = signed_identifier(name_start)?;
    let mut name = span(name_start, word.len());
    // `[a.b]` and `[a:b]` are tags of the engine's other files; none that a scene may hold.
    while let [b'.' | b':', rest @ ..] = trivia(input) {
        let start = trivia(rest);
        let (rest, word) = signed_identifier(start)?;
        name = name.to(span(start, word.len()));
        input = rest;
    }
    loop {
        let key_start = trivia(input);
        match key_start {
            [b']', rest @ ..] => return Ok((rest, Tag { name })),
            _ if starts_name(key_start) => {}
            _ => return fail(key_start, Expected::Text("an attribute or `]`")),
        }
        let (key_end, key) = signed_identifier(key_start)?;
        let (rest, ()) = punctuation(b'=', "`=` behind the attribute")(key_end)?;
        let value_start = trivia(rest);
        let (value_end, length) = scanner.outermost(value_start)?;
        fields.push(Field { key: span(key_start, key.len()), value: span(value_start, length) });
        input = value_end;
    }
}

#[cfg(test)]
mod tests {
    use super::SectionKind;
    use crate::{Document, Source};

    #[test]
    fn a_tag_may_run_over_lines_with_comments() {
        let text = "[ gd_scene\n\tformat = 3 ; c ]\n]\n[node\nname=\"A\"type=\"Node\"]";
        let document = Document::parse(Source::new("t", text));
        assert!(document.problems().is_empty());
        assert_eq!(document.section(1).text_field("type").as_deref(), Some("Node"));
    }

    #[test]
    fn of_an_attribute_given_twice_the_last_one_counts() {
        let text = "[gd_scene format=3]\n[node name=\"A\" name=\"B\" other=1]";
        let document = Document::parse(Source::new("t", text));
        assert!(document.problems().is_empty());
        assert_eq!(document.section(1).text_field("name").as_deref(), Some("B"));
    }

    #[test]
    fn a_slip_in_the_name_of_a_section_is_understood() {
        assert_eq!(SectionKind::near("noed"), Some(SectionKind::Node));
        assert_eq!(SectionKind::near("editabel"), Some(SectionKind::Editable));
        assert_eq!(SectionKind::near("door"), None);
    }
}
