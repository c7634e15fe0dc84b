//! External resources by uid, then path; sub-resources by id and content, then by the property that uses them.

use super::{Outline, Pairing, Reach};
use crate::diff::canonical::canonical;
use crate::syntax::{ReferenceKind, SectionKind, Value, ValueKind};

/// How deep resources in resources are looked through.
const DEPTH: u32 = 8;

/// What a section is, without its id: an external resource's uid or path, a sub-resource's class and contents, a
/// node's path.
pub(crate) fn signature(outline: &Outline<'_>, section: usize, depth: u32) -> String {
    let view = outline.section(section);
    let field = |name: &str| view.text_field(name).unwrap_or_default();
    match view.kind() {
        SectionKind::ExtResource => format!("ext:{}", field("path")),
        SectionKind::SubResource if depth < DEPTH => {
            let mut text = format!("sub:{}{{", field("type"));
            let mut parts: Vec<String> = view
                .properties()
                .iter()
                .map(|property| {
                    let value = canonical(outline, None, property.value, &|inner: usize| {
                        if inner == section {
                            "self".to_owned()
                        } else {
                            signature(outline, inner, depth + 1)
                        }
                    });
                    format!("{}={};", outline.document().key(property), String::from_utf8_lossy(&value))
                })
                .collect();
            parts.sort();
            text.extend(parts);
            text.push('}');
            text
        }
        SectionKind::Node => format!("node:{}", outline.path(section)),
        _ => String::new(),
    }
}

impl Pairing<'_, '_> {
    pub(super) fn externals(&mut self) {
        let field = |name: &'static str| {
            move |outline: &Outline<'_>, section: usize| {
                outline.section(section).text_field(name).map(|text| text.into_owned())
            }
        };
        self.join_unique(SectionKind::ExtResource, field("uid"));
        self.join_unique(SectionKind::ExtResource, field("path"));
        if self.reach == Reach::Successor {
            // The file moved, and nothing but the id says so.
            self.join_unique(SectionKind::ExtResource, |outline, section| {
                let view = outline.section(section);
                let id = view.text_field("id").filter(|id| is_minted(id))?;
                Some((id.into_owned(), view.text_field("type")?.into_owned()))
            });
        }
    }

    pub(super) fn internals_by_id_and_content(&mut self) {
        self.join_unique(SectionKind::SubResource, |outline, section| {
            let id = outline.section(section).text_field("id")?.into_owned();
            Some((id, signature(outline, section, 0)))
        });
        if self.reach == Reach::Successor {
            self.join_unique(SectionKind::SubResource, |outline, section| {
                let view = outline.section(section);
                let id = view.text_field("id").filter(|id| is_minted(id))?;
                Some((id.into_owned(), view.text_field("type")?.into_owned()))
            });
        }
        self.join_unique(SectionKind::SubResource, |outline, section| Some(signature(outline, section, 0)));
    }

    /// What the same property of the same section uses, if it is of the same class.
    pub(super) fn internals_by_use(&mut self) {
        if self.reach == Reach::Sibling {
            return;
        }
        for left in 0..self.pairs.to.len() {
            let Some(right) = self.pairs.to[left] else { continue };
            let (one, other) = (self.a.section(left), self.b.section(right));
            for property in one.properties() {
                let Some(twin) = other.property(&self.a.document().key(property)) else { continue };
                let (Some(from), Some(to)) = (internal(self.a, property.value), internal(self.b, twin.value))
                else {
                    continue;
                };
                let class = |outline: &Outline<'_>, section| {
                    outline.section(section).text_field("type").map(|text| text.into_owned())
                };
                if class(self.a, from) == class(self.b, to) {
                    self.join(from, to);
                }
            }
        }
    }

    /// Plain numbers are given anew at each save of old versions, so they are the last thing to go by.
    pub(super) fn internals_by_id(&mut self) {
        if self.reach == Reach::Sibling {
            return;
        }
        self.join_unique(SectionKind::SubResource, |outline, section| {
            let view = outline.section(section);
            Some((view.text_field("id")?.into_owned(), view.text_field("type")?.into_owned()))
        });
    }
}

/// The sub-resource that a value is.
fn internal(outline: &Outline<'_>, value: crate::Span) -> Option<usize> {
    match Value::parse(outline.document().source().bytes(), value).ok()?.kind {
        ValueKind::Reference(ReferenceKind::Internal, id) => outline.resource(ReferenceKind::Internal, &id),
        _ => None,
    }
}

/// Whether an id was minted to be unique, and is not a plain number.
fn is_minted(id: &str) -> bool {
    !id.bytes().all(|byte| byte.is_ascii_digit())
}
