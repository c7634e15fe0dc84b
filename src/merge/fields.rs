//! The attributes in the tag of a section that both sides have.

use super::Prefer;
use super::conflict::Conflict;
use super::sections::Merger;
use super::three::Side;
use super::translate::escape;
use super::values::{Pick, merge_set, pick};
use crate::edit::Edit;
use crate::source::Span;
use crate::syntax::{SectionKind, SectionView};

/// Attributes that identify or number things: where both sides changed one, ours is as good as theirs.
const BOOKKEEPING: &[&str] =
    &["uid", "unique_id", "parent_id_path", "owner_uid_path", "from_uid_path", "to_uid_path", "index"];

/// What happens to a tag.
#[derive(Default)]
pub(super) struct TagMerge {
    /// On the bytes of ours.
    pub edits: Vec<Edit>,
    /// Whether it needs conflict markers.
    pub clash: bool,
}

impl Merger<'_, '_> {
    /// Merges the attributes, on the bytes of ours.
    pub(super) fn merge_tag(&self, key: usize, conflicts: &mut Vec<Conflict>) -> TagMerge {
        let three = self.three;
        let mut merge = TagMerge { edits: self.fixed_fields(Side::Ours, key), clash: false };
        let kind = three.kind(key);
        for name in self.field_names(key) {
            let name = name.as_str();
            let given = match kind {
                SectionKind::SceneHeader | SectionKind::ResourceHeader => {
                    matches!(name, "load_steps" | "format")
                }
                SectionKind::ExtResource | SectionKind::SubResource => name == "id",
                SectionKind::Node => matches!(name, "parent" | "owner"),
                SectionKind::Connection => matches!(name, "from" | "to"),
                SectionKind::Editable => name == "path",
                _ => false,
            };
            if given {
                if name == "parent" && self.translator.tree.torn.contains(&key) {
                    self.clash(key, name, conflicts, &mut merge);
                }
                continue;
            }
            let value = |side: Side| three.field(side, key, name);
            let same = |a: Side, b: Side| three.same(key, (a, value(a)), (b, value(b)));
            let picked = if three.has(Side::Base, key) {
                pick(
                    same(Side::Base, Side::Ours),
                    same(Side::Base, Side::Theirs),
                    same(Side::Ours, Side::Theirs),
                )
            } else {
                pick(
                    value(Side::Ours).is_none(),
                    value(Side::Theirs).is_none(),
                    same(Side::Ours, Side::Theirs),
                )
            };
            match picked {
                Pick::Ours => {}
                // The tree has decided on the name and changed it in the text.
                Pick::Theirs if kind == SectionKind::Node && name == "name" => {}
                Pick::Theirs => self.take_field(key, name, &mut merge.edits),
                Pick::Clash if BOOKKEEPING.contains(&name) => {}
                Pick::Clash if matches!(name, "groups" | "node_paths") => {
                    match (merge_set(three, key, name), value(Side::Ours)) {
                        (Some(text), Some(span)) => {
                            merge.edits.push(Edit { span, replacement: text });
                        }
                        (Some(_), None) => self.take_field(key, name, &mut merge.edits),
                        (None, _) => self.clash(key, name, conflicts, &mut merge),
                    }
                }
                Pick::Clash => {
                    self.clash(key, name, conflicts, &mut merge);
                    if self.prefer == Prefer::Theirs && !(kind == SectionKind::Node && name == "name") {
                        self.take_field(key, name, &mut merge.edits);
                    }
                }
            }
        }
        merge
    }

    fn clash(&self, key: usize, name: &str, conflicts: &mut Vec<Conflict>, merge: &mut TagMerge) {
        let texts = Side::ALL.map(|side| {
            let span = self.three.field(side, key, name)?;
            Some(self.three.document(side).string(span).into_owned())
        });
        conflicts.push(self.value_conflict(key, format!("[{name}]"), texts));
        merge.clash = true;
    }

    fn field_names(&self, key: usize) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for side in [Side::Theirs, Side::Ours, Side::Base] {
            let Some(section) = self.three.section(side, key) else { continue };
            let outline = self.three.outline(side);
            for field in outline.section(section).fields() {
                let name = outline.document().source().text(field.key).into_owned();
                if !names.contains(&name) {
                    names.push(name);
                }
            }
        }
        names
    }

    /// Makes an attribute what theirs has.
    fn take_field(&self, key: usize, name: &str, edits: &mut Vec<Edit>) {
        let Some(section) = self.three.section(Side::Ours, key) else { return };
        let view = self.three.outline(Side::Ours).section(section);
        let own = view.field(name);
        match (own, self.three.field(Side::Theirs, key, name)) {
            (Some(own), Some(span)) => {
                let replacement = self.translator.text(Side::Theirs, span);
                edits.push(Edit { span: own.value, replacement });
            }
            (Some(own), None) => {
                let bytes = self.three.document(Side::Ours).source().bytes();
                let before = &bytes[view.tag().start as usize..own.key.start as usize];
                let start = view.tag().start + before.trim_ascii_end().len() as u32;
                edits.push(Edit { span: Span::new(start, own.value.end), replacement: Vec::new() });
            }
            (None, Some(span)) => {
                let mut replacement = format!(" {name}=").into_bytes();
                replacement.extend(self.translator.text(Side::Theirs, span));
                let at = self.field_anchor(key, name, view);
                edits.push(Edit { span: Span::at(at), replacement });
            }
            (None, None) => {}
        }
    }

    /// Behind the attribute of ours that stands in front of this one in theirs.
    fn field_anchor(&self, key: usize, name: &str, view: SectionView<'_>) -> u32 {
        let outline = self.three.outline(Side::Theirs);
        let before = self.three.section(Side::Theirs, key).into_iter().flat_map(|section| {
            let fields = outline.section(section).fields();
            let text =
                |field: &crate::syntax::Field| outline.document().source().text(field.key).into_owned();
            let place = fields.iter().position(|field| text(field) == name).unwrap_or(0);
            fields[..place].iter().rev().map(text).collect::<Vec<_>>()
        });
        before.filter_map(|name| view.field(&name)).map(|field| field.value.end).next().unwrap_or_else(|| {
            let tag = self.three.document(Side::Ours).source().slice(view.tag());
            let name = view.name();
            let at = memchr::memmem::find(tag, name.as_bytes()).unwrap_or(0) + name.len();
            view.tag().start + at as u32
        })
    }

    /// Ids, names and paths that are otherwise in the outcome than on this side.
    pub(super) fn fixed_fields(&self, side: Side, key: usize) -> Vec<Edit> {
        let mut edits = Vec::new();
        let outline = self.three.outline(side);
        let Some(section) = self.three.section(side, key) else { return edits };
        let view = outline.section(section);
        let mut set = |name: &str, now: &str, new: Option<&str>| {
            if let (Some(field), Some(new)) = (view.field(name), new)
                && now != new
            {
                let replacement = format!("\"{}\"", escape(new)).into_bytes();
                edits.push(Edit { span: field.value, replacement });
            }
        };
        let text = |name: &str| view.text_field(name).unwrap_or_default().into_owned();
        let path = |end: &crate::diff::Endpoint| match (end.section, end.rest.as_str()) {
            (None, "") => ".".to_owned(),
            (None, rest) => rest.to_owned(),
            (Some(node), "") => outline.path(node).to_owned(),
            (Some(node), rest) if outline.path(node) == "." => rest.to_owned(),
            (Some(node), rest) => format!("{}/{rest}", outline.path(node)),
        };
        let tree = self.translator.tree;
        match view.kind() {
            SectionKind::ExtResource | SectionKind::SubResource => {
                set("id", &text("id"), self.translator.ids.of(key));
            }
            SectionKind::Node => {
                set("name", &text("name"), Some(tree.name(key)));
                if let Some(parent) = outline.parent(section) {
                    let new = tree.parent(key).and_then(|end| tree.end_path(end));
                    set("parent", &path(&parent), new.as_deref());
                }
                if view.field("owner").is_some() {
                    let end = outline.locate(&text("owner"));
                    let new = tree.end_path(&self.three.end(side, end.clone()));
                    set("owner", &path(&end), new.as_deref());
                }
            }
            SectionKind::Connection | SectionKind::Editable => {
                for name in ["from", "to", "path"] {
                    if view.field(name).is_some() {
                        let end = outline.locate(&text(name));
                        let new = tree.end_path(&self.three.end(side, end.clone()));
                        set(name, &path(&end), new.as_deref());
                    }
                }
            }
            _ => {}
        }
        edits
    }
}
