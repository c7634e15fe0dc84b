//! Text of a side as it must stand in the outcome: ids, paths and line ends adapted, everything else byte for byte.

use super::chunks::apply;
use super::ids::Ids;
use super::three::{Side, Three};
use super::tree::Tree;
use crate::edit::Edit;
use crate::source::Span;
use crate::syntax::{Constructor, SectionKind, Value, ValueKind};

/// Knows the ids and the paths of the outcome.
pub(super) struct Translator<'t, 'd> {
    pub three: &'t Three<'d>,
    pub ids: &'t Ids,
    pub tree: &'t Tree,
}

impl Translator<'_, '_> {
    /// The line end of the outcome: that of ours.
    pub fn newline(&self) -> &'static str {
        self.three.document(Side::Ours).source().newline()
    }

    /// A part of a side.
    pub fn text(&self, side: Side, span: Span) -> Vec<u8> {
        let source = self.three.document(side).source();
        self.adapt(side, apply(source.bytes(), span, self.edits(side, span)))
    }

    /// Line ends as in ours; also in strings, as git's own conversion does it.
    pub fn adapt(&self, side: Side, text: Vec<u8>) -> Vec<u8> {
        let (from, to) = (self.three.document(side).source().newline(), self.newline());
        if side == Side::Ours || from == to || memchr::memchr(b'\n', &text).is_none() {
            return text;
        }
        let mut out = Vec::with_capacity(text.len() + text.len() / 16);
        for (index, line) in text.split(|&byte| byte == b'\n').enumerate() {
            if index > 0 {
                out.extend_from_slice(to.as_bytes());
            }
            out.extend_from_slice(line);
            if from == "\r\n" && out.last() == Some(&b'\r') {
                out.pop();
            }
        }
        out
    }

    /// What must change in a part of a side.
    pub fn edits(&self, side: Side, span: Span) -> Vec<Edit> {
        let mut edits = Vec::new();
        self.references(side, span, &mut edits);
        self.node_paths(side, span, &mut edits);
        edits
    }

    fn references(&self, side: Side, span: Span, edits: &mut Vec<Edit>) {
        if side == Side::Ours {
            return;
        }
        let (document, outline) = (self.three.document(side), self.three.outline(side));
        let all = document.references();
        let first = all.partition_point(|reference| reference.span.start < span.start);
        for reference in all[first..].iter().take_while(|reference| reference.span.end <= span.end) {
            let id = document.string(reference.id);
            let Some(section) = outline.resource(reference.kind, &id) else { continue };
            let new = self.ids.of(self.three.key(side, section));
            if new.is_some_and(|new| new != id) {
                let replacement = format!("\"{}\"", new.unwrap_or_default()).into_bytes();
                edits.push(Edit { span: reference.id, replacement });
            }
        }
    }

    /// Paths from a node to another that the outcome calls otherwise than this side.
    fn node_paths(&self, side: Side, span: Span, edits: &mut Vec<Edit>) {
        let (document, outline) = (self.three.document(side), self.three.outline(side));
        let raw = document.source().slice(span);
        if memchr::memmem::find(raw, b"NodePath(").is_none() {
            return;
        }
        let Some(section) =
            document.section_at(span.start).filter(|section| section.kind() == SectionKind::Node)
        else {
            return;
        };
        let Some(own) = self.tree.path(self.three.key(side, section.index())) else { return };
        let mut found = Vec::new();
        for property in section.properties() {
            let inside = property.value.start >= span.start && property.value.end <= span.end;
            let around = property.value.start <= span.start && property.value.end >= span.end;
            if (inside || around)
                && memchr::memmem::find(document.source().slice(property.value), b"NodePath(").is_some()
                && let Ok(value) = Value::parse(document.source().bytes(), property.value)
            {
                collect(&value, &mut found);
            }
        }
        for arguments in found.into_iter().filter(|at| at.start >= span.start && at.end <= span.end) {
            let text = document.source().text(arguments);
            let start = arguments.start + (text.len() - text.trim_start().len()) as u32;
            let place = Span::new(start, start + text.trim().len() as u32);
            let path = document.string(place);
            let Some((end, property)) = outline.locate_from(section.index(), &path) else { continue };
            let Some(node) = end.section else { continue };
            let same = |key: usize, path: &str| self.tree.path(key) == Some(path);
            let target = self.three.key(side, node);
            let unmoved = same(target, outline.path(node)) && own == outline.path(section.index());
            if let Some(new) = self.tree.end_path(&(Some(target), end.rest)).filter(|_| !unmoved) {
                let relative = relative(own, &new);
                if relative != path.strip_suffix(property).unwrap_or(&path) {
                    let replacement =
                        format!("\"{}\"", escape(&format!("{relative}{property}"))).into_bytes();
                    edits.push(Edit { span: place, replacement });
                }
            }
        }
    }
}

fn collect(value: &Value, found: &mut Vec<Span>) {
    match &value.kind {
        ValueKind::Construct(Constructor::NodePath, arguments) => found.push(*arguments),
        ValueKind::Array(items) => items.iter().for_each(|item| collect(item, found)),
        ValueKind::Dictionary(pairs) | ValueKind::Object(_, pairs) => {
            pairs.iter().for_each(|(key, value)| {
                collect(key, found);
                collect(value, found);
            });
        }
        ValueKind::Typed(_, inner) => collect(inner, found),
        _ => {}
    }
}

/// The way from one node to another, as `NodePath` writes it.
fn relative(from: &str, to: &str) -> String {
    let names = |path: &str| -> Vec<String> {
        if path == "." { Vec::new() } else { path.split('/').map(str::to_owned).collect() }
    };
    let (from, to) = (names(from), names(to));
    let common = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
    let mut way = vec!["..".to_owned(); from.len() - common];
    way.extend_from_slice(&to[common..]);
    if way.is_empty() { ".".to_owned() } else { way.join("/") }
}

/// Text for between the quotes of an attribute, a `StringName` or a path.
pub(super) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\\' => out.push_str("\\\\"),
            '"' => out.push_str("\\\""),
            '\'' => out.push_str("\\'"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            letter => out.push(letter),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::relative;

    #[test]
    fn ways_between_nodes() {
        assert_eq!(relative("A/B", "A/C/D"), "../C/D");
        assert_eq!(relative("A", "."), "..");
        assert_eq!(relative(".", "A"), "A");
        assert_eq!(relative("A", "A"), ".");
        assert_eq!(relative("A/B", "A"), "..");
    }
}
