//! Values by what they mean: the same for every spelling of one value, and for every id of one resource.

use std::io::Write;

use super::Outline;
use crate::source::Span;
use crate::syntax::{Constructor, Value, ValueKind};
use crate::tile::text;

/// Gives sections a name that is the same in both documents.
pub trait Names {
    /// The name of a section.
    fn name(&self, section: usize) -> String;
}

impl<F: Fn(usize) -> String> Names for F {
    fn name(&self, section: usize) -> String {
        self(section)
    }
}

/// The meaning of a value. `node` is the node that holds it, for relative paths.
///
/// Byte arrays are their bytes, whatever their encoding; dictionaries are sorted by key; references are the name of what
/// they mean; paths that lead to a node of the file are that node's. Line ends count as `\n` in a file that is written
/// with `\r\n`.
pub fn canonical(outline: &Outline<'_>, node: Option<usize>, value: Span, names: &dyn Names) -> Vec<u8> {
    let mut writer = Writer {
        outline,
        node,
        names,
        carriage: outline.document().source().newline() == "\r\n",
        out: Vec::new(),
    };
    match Value::parse(outline.document().source().bytes(), value) {
        Ok(value) => writer.value(&value),
        Err(_) => writer.out.extend_from_slice(outline.document().source().slice(value)),
    }
    writer.out
}

/// Whether the spelling of a value alone tells its meaning, so that equal bytes are equal values in any file.
pub fn is_plain(raw: &[u8]) -> bool {
    memchr::memmem::find(raw, b"Resource(").is_none() && memchr::memmem::find(raw, b"NodePath(").is_none()
}

struct Writer<'w, 'd> {
    outline: &'w Outline<'d>,
    node: Option<usize>,
    names: &'w dyn Names,
    /// Whether `\r\n` in a string is this file's way to write a line end.
    carriage: bool,
    out: Vec<u8>,
}

impl Writer<'_, '_> {
    fn put(&mut self, text: impl std::fmt::Display) {
        write!(self.out, "{text}").expect("writing to memory does not fail");
    }

    fn string(&mut self, mark: &str, text: &str) {
        let text = if self.carriage { text.replace("\r\n", "\n") } else { text.to_owned() };
        self.put(format_args!("{mark}{text:?}"));
    }

    fn value(&mut self, value: &Value) {
        match &value.kind {
            ValueKind::Null => self.put("null"),
            ValueKind::Bool(flag) => self.put(flag),
            ValueKind::Int(number) => self.put(number),
            ValueKind::Float(number) => self.put(format_args!("{number:?}")),
            ValueKind::String(text) => self.string("", text),
            ValueKind::StringName(text) => self.string("&", text),
            ValueKind::Colour(text) => self.put(text.to_ascii_lowercase()),
            ValueKind::Array(items) => {
                self.put('[');
                for item in items {
                    self.value(item);
                    self.put(',');
                }
                self.put(']');
            }
            ValueKind::Dictionary(pairs) => self.pairs("{", pairs),
            ValueKind::Object(class, pairs) => self.pairs(&format!("Object({class},"), pairs),
            ValueKind::Typed(types, inner) => {
                let types = self.references(types);
                self.put(format_args!("<{types}>"));
                self.value(inner);
            }
            ValueKind::Reference(kind, id) => {
                let name = self.outline.resource(*kind, id).map(|section| self.names.name(section));
                match name {
                    Some(name) => self.put(format_args!("@{name}")),
                    None => self.put(format_args!("@?{kind:?}:{id}")),
                }
            }
            ValueKind::Construct(constructor, arguments) => self.construct(*constructor, *arguments),
        }
    }

    /// The types of a typed array may name a script by its id.
    fn references(&self, types: &str) -> String {
        let mut types: String = types.chars().filter(|letter| !letter.is_whitespace()).collect();
        if !types.contains("Resource(") {
            return types;
        }
        for reference in self.outline.document().references() {
            let source = self.outline.document().source();
            let text = source.text(reference.span);
            if types.contains(&*text) {
                let id = self.outline.document().string(reference.id);
                if let Some(section) = self.outline.resource(reference.kind, &id) {
                    types = types.replace(&*text, &format!("@{}", self.names.name(section)));
                }
            }
        }
        types
    }

    /// Pairs by key, so that their order does not count.
    fn pairs(&mut self, open: &str, pairs: &[(Value, Value)]) {
        let mut parts: Vec<Vec<u8>> = Vec::new();
        for (key, value) in pairs {
            let before = std::mem::take(&mut self.out);
            self.value(key);
            self.put(':');
            self.value(value);
            parts.push(std::mem::replace(&mut self.out, before));
        }
        parts.sort();
        self.put(open);
        for part in parts {
            self.out.extend_from_slice(&part);
            self.put(',');
        }
        self.put('}');
    }

    fn construct(&mut self, constructor: Constructor, arguments: Span) {
        self.put(constructor.name());
        let source = self.outline.document().source();
        let raw = source.slice(arguments).trim_ascii();
        if constructor == Constructor::PackedByteArray {
            let bytes = match raw.first() {
                Some(b'"') => text::decode_base64(&raw[1..raw.len() - 1]).unwrap_or_default(),
                _ => text::read_bytes(raw).bytes,
            };
            self.out.extend_from_slice(&bytes);
            return;
        }
        if constructor == Constructor::NodePath
            && let Some(node) = self.node
        {
            let path = self.outline.document().string(arguments);
            if let Some((end, property)) = self.outline.locate_from(node, path.trim())
                && let Some(section) = end.section
            {
                let name = self.names.name(section);
                self.put(format_args!("(@{name}/{}{property})", end.rest));
                return;
            }
        }
        self.put('(');
        let mut quoted = false;
        let mut escaped = false;
        let mut comment = false;
        let mut plain = Vec::with_capacity(raw.len());
        for &byte in raw {
            match byte {
                b'\n' if comment => comment = false,
                _ if comment => {}
                b'"' if !escaped => {
                    quoted = !quoted;
                    plain.push(byte);
                }
                b';' if !quoted => comment = true,
                byte if quoted || byte > b' ' => plain.push(byte),
                _ => {}
            }
            escaped = quoted && byte == b'\\' && !escaped;
        }
        let plain = String::from_utf8_lossy(&plain).replace("inf_neg", "-inf");
        self.put(plain);
        self.put(')');
    }
}
