//! Tags: `[name attribute=value …]`, over as many lines as they like.

use super::input::{Expected, Input, Parsed, fail, punctuation, trivia};
use super::scan::{Build, Scanner};
use super::token::identifier;
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
    let span = move |from: Input<'_>, to: Input<'_>| {
        Span::new((total - from.len()) as u32, (total - to.len()) as u32)
    };
    let (rest, ()) = punctuation(b'[', "`[`")(input)?;
    let name_start = trivia(rest);
    let (mut input, _) = identifier(name_start)?;
    // `[a.b]` and `[a:b]` are tags of the engine's other files; none that a scene may hold.
    let mut name_end = input;
    while let [b'.' | b':', rest @ ..] = trivia(input) {
        input = identifier(trivia(rest))?.0;
        name_end = input;
    }
    let name = span(name_start, name_end);
    loop {
        let key_start = trivia(input);
        match key_start {
            [b']', rest @ ..] => return Ok((rest, Tag { name })),
            [first, ..] if first.is_ascii_alphabetic() || *first == b'_' => {}
            _ => return fail(key_start, Expected::Text("an attribute or `]`")),
        }
        let (key_end, _) = identifier(key_start)?;
        let (rest, ()) = punctuation(b'=', "`=` behind the attribute")(key_end)?;
        let value_start = trivia(rest);
        let (value_end, _) = scanner.value(value_start, 0)?;
        fields.push(Field { key: span(key_start, key_end), value: span(value_start, value_end) });
        input = value_end;
    }
}
