//! From decisions to bytes: the sections of the outcome in their order, with the white space between them.

use std::collections::{HashMap, HashSet};

use super::conflict::{Conflict, Conflicts};
use super::fate::{Fate, Fates};
use super::header::recount;
use super::ids::Ids;
use super::layers::LayerPicks;
use super::proof::{Claim, prove};
use super::sections::{Body, Merger};
use super::sequence::sequence;
use super::three::{Side, Three};
use super::translate::Translator;
use super::tree::Tree;
use super::{MergeError, MergeOptions, Merged, Prefer};
use crate::syntax::{Document, SectionKind, Severity};

pub(super) fn merge(
    base: &Document,
    ours: &Document,
    theirs: &Document,
    options: MergeOptions,
) -> Result<Merged, MergeError> {
    for (side, document) in Side::ALL.into_iter().zip([base, ours, theirs]) {
        let bad = document.problems().iter().find(|problem| problem.kind.severity() > Severity::Warning);
        // Where both sides added the file, git gives an empty base.
        if let Some(problem) = bad.filter(|_| side != Side::Base || !document.source().bytes().is_empty()) {
            let line = document.source().position(problem.span.start).line;
            let reason = format!("line {line}: {}", problem.kind);
            return Err(MergeError::Unreadable { side: side.name(), reason });
        }
    }
    if ours.source().bytes() == theirs.source().bytes() || base.source().bytes() == theirs.source().bytes() {
        return Ok(unchanged(ours));
    }
    if base.source().bytes() == ours.source().bytes() {
        return Ok(unchanged(theirs));
    }
    let three = Three::new(base, ours, theirs);
    let outcome = build(&three, options)?;
    if !outcome.merged.conflicts.has_markers {
        prove(&three, &outcome.claim, &outcome.merged.bytes).map_err(MergeError::Unproved)?;
        return Ok(outcome.merged);
    }
    // With markers it cannot be read; whichever way they are resolved, it must be right.
    for prefer in [Prefer::Ours, Prefer::Theirs] {
        let resolved = build(&three, MergeOptions { prefer, ..options })?;
        prove(&three, &resolved.claim, &resolved.merged.bytes).map_err(MergeError::Unproved)?;
    }
    Ok(outcome.merged)
}

fn unchanged(document: &Document) -> Merged {
    Merged { bytes: document.source().bytes().to_vec(), conflicts: Conflicts::default(), notes: Vec::new() }
}

struct Built {
    merged: Merged,
    claim: Claim,
}

fn build(three: &Three<'_>, options: MergeOptions) -> Result<Built, MergeError> {
    let layers = LayerPicks::new(three, options.prefer)?;
    let mut fates = Fates::new(three);
    let gone = |fates: &Fates, key: usize| fates.of[key] == Fate::Gone;
    let tree = Tree::new(three, options.prefer, &|key| fates.is_present(key, options.prefer));
    let ids = Ids::new(three);
    let translator = Translator { three, ids: &ids, tree: &tree };
    let merger = Merger::new(three, translator, &layers, options);
    let mut conflicts = layers.conflicts.clone();
    let mut bodies: HashMap<usize, Body> = HashMap::new();
    let mut value_conflicts: Vec<(usize, Vec<Conflict>)> = Vec::new();
    for key in 0..three.key_count() {
        if !gone(&fates, key) {
            let mut found = Vec::new();
            bodies.insert(key, merger.body(key, &mut found));
            value_conflicts.push((key, found));
        }
    }
    settle_resources(three, &ids, &bodies, &mut fates, options.prefer);
    for (key, found) in value_conflicts {
        if fates.is_present(key, options.prefer) {
            conflicts.extend(found);
        }
    }
    for contest in &fates.contests {
        let label = |key: &usize| three.label(*key);
        let with = contest.members.iter().filter(|&&key| key != contest.root).map(label).collect();
        let (section, node) = (three.label(contest.root), merger.node(contest.root));
        conflicts.push(Conflict::Deleted { section, node, by: contest.by, with });
    }
    let resources = Resources::new(three, &ids);
    let order = sequence(three, &tree, &|key| fates.is_present(key, options.prefer), &|key| {
        bodies.get(&key).map(|body| resources.used(&body.text)).unwrap_or_default()
    });
    let mut parts = Parts { merger: &merger, fates: &fates, bodies: &bodies, out: Vec::new(), marked: false };
    parts.write(&order, options.prefer);
    let (bytes, has_markers) = (parts.out, parts.marked);
    let mut notes = Vec::new();
    if ids.renumbered > 0 {
        notes.push(format!(
            "{} of theirs had an id that ours gave to another: renumbered with all references",
            if ids.renumbered == 1 {
                "1 resource".to_owned()
            } else {
                format!("{} resources", ids.renumbered)
            }
        ));
    }
    for (key, name) in &tree.renamed {
        notes.push(format!("{}: its name is taken, so it is called {name}", three.label(*key)));
    }
    let merged = Merged { bytes, conflicts: Conflicts { list: conflicts, has_markers }, notes };
    let disputed = merged
        .conflicts
        .list
        .iter()
        .filter_map(|conflict| match conflict {
            Conflict::Value { section, property, .. } => Some((section.clone(), property.clone())),
            _ => None,
        })
        .collect();
    let claim =
        Claim { order, layers: layers.merged, disputed, prefer: options.prefer, torn: tree.torn.clone() };
    Ok(Built { merged, claim })
}

/// Which resources a text refers to.
struct Resources {
    external: HashMap<String, usize>,
    internal: HashMap<String, usize>,
}

impl Resources {
    fn new(three: &Three<'_>, ids: &Ids) -> Self {
        let of = |kind: SectionKind| {
            (0..three.key_count())
                .filter(|&key| three.kind(key) == kind)
                .filter_map(|key| Some((ids.of(key)?.to_owned(), key)))
                .collect()
        };
        Resources { external: of(SectionKind::ExtResource), internal: of(SectionKind::SubResource) }
    }

    fn used(&self, text: &[u8]) -> Vec<usize> {
        let mut used = Vec::new();
        for at in memchr::memmem::find_iter(text, b"Resource(") {
            let (ids, head) = match &text[..at] {
                [.., b'E', b'x', b't'] => (&self.external, at + 9),
                [.., b'S', b'u', b'b'] => (&self.internal, at + 9),
                _ => continue,
            };
            let inner = text[head..].trim_ascii_start();
            let end = inner.iter().position(|&byte| byte == b')').unwrap_or(inner.len());
            let id = String::from_utf8_lossy(inner[..end].trim_ascii());
            used.extend(ids.get(id.trim_matches('"')).copied());
        }
        used
    }
}

/// Resources that one side deleted stay if anything in the outcome still uses them.
fn settle_resources(
    three: &Three<'_>,
    ids: &Ids,
    bodies: &HashMap<usize, Body>,
    fates: &mut Fates,
    prefer: Prefer,
) {
    if !fates.of.iter().any(|fate| matches!(fate, Fate::IfUsed(_))) {
        return;
    }
    let resources = Resources::new(three, ids);
    loop {
        let used: HashSet<usize> = bodies
            .iter()
            .filter(|(key, _)| fates.is_present(**key, prefer))
            .flat_map(|(_, body)| resources.used(&body.text))
            .collect();
        if !fates.settle(three, &used) {
            return;
        }
    }
}

/// Writes the sections.
struct Parts<'p, 't, 'd> {
    merger: &'p Merger<'t, 'd>,
    fates: &'p Fates,
    bodies: &'p HashMap<usize, Body>,
    out: Vec<u8>,
    marked: bool,
}

impl Parts<'_, '_, '_> {
    fn write(&mut self, order: &[usize], prefer: Prefer) {
        let three = self.merger.three;
        let source = three.document(Side::Ours).source();
        let chunks = self.merger.chunks(Side::Ours);
        self.out.extend_from_slice(source.slice(chunks.preamble()));
        let resources = order
            .iter()
            .filter(|&&key| matches!(three.kind(key), SectionKind::ExtResource | SectionKind::SubResource))
            .count();
        let base64 = order.iter().filter_map(|key| self.bodies.get(key)).any(|body| {
            memchr::memmem::find_iter(&body.text, b"PackedByteArray(")
                .any(|at| body.text[at + 16..].trim_ascii_start().starts_with(b"\""))
        });
        let newline = self.merger.translator.newline().as_bytes();
        let mut place = 0;
        while place < order.len() {
            let key = order[place];
            // Contested sections side by side stand in one block.
            let holder = match self.fates.of[key] {
                Fate::Contested(holder) if prefer == Prefer::Nobody => Some(holder),
                _ => None,
            };
            let count = match holder {
                None => 1,
                Some(_) => order[place..]
                    .iter()
                    .take_while(|&&other| {
                        self.fates.of[other] == self.fates.of[key]
                            && is_block(three.kind(other)) == is_block(three.kind(key))
                    })
                    .count(),
            };
            let mut text = Vec::new();
            for (index, key) in order[place..place + count].iter().enumerate() {
                if index > 0 {
                    text.extend_from_slice(newline);
                    if is_block(three.kind(*key)) {
                        text.extend_from_slice(newline);
                    }
                }
                if let Some(body) = self.bodies.get(key) {
                    text.extend_from_slice(&body.text);
                    self.marked |= body.marked;
                }
            }
            if matches!(three.kind(key), SectionKind::SceneHeader | SectionKind::ResourceHeader) {
                text = recount_in(three, text, resources, base64);
            }
            if let Some(holder) = holder {
                self.marked = true;
                text = match holder {
                    Side::Ours => self.merger.block(&text, b""),
                    _ => self.merger.block(b"", &text),
                };
            }
            self.out.extend_from_slice(&text);
            let last = place + count - 1;
            let next = order.get(last + 1).copied();
            self.gap(order[last], next);
            place += count;
        }
    }

    /// The white space behind a section: that of ours where the neighbours are those of ours, else as the engine has it.
    fn gap(&mut self, key: usize, next: Option<usize>) {
        let three = self.merger.three;
        let ours = |key: usize| three.section(Side::Ours, key);
        let last = three.document(Side::Ours).sections().len().checked_sub(1);
        let neighbours = match (ours(key), next) {
            (Some(section), Some(next)) => ours(next) == Some(section + 1),
            (Some(section), None) => Some(section) == last,
            (None, _) => false,
        };
        if let Some(section) = ours(key).filter(|_| neighbours) {
            let tail = self.merger.chunks(Side::Ours).tail(section);
            self.out.extend_from_slice(three.document(Side::Ours).source().slice(tail));
            return;
        }
        let newline = self.merger.translator.newline().as_bytes();
        self.out.extend_from_slice(newline);
        let same_block =
            next.is_some_and(|next| three.kind(next) == three.kind(key) && !is_block(three.kind(key)));
        if next.is_some() && !same_block {
            self.out.extend_from_slice(newline);
        }
    }
}

/// Whether a section is set off from the next of its kind by a blank line.
fn is_block(kind: SectionKind) -> bool {
    !matches!(kind, SectionKind::ExtResource | SectionKind::Connection | SectionKind::Editable)
}

/// The header with its counts; comments around it stay.
fn recount_in(three: &Three<'_>, text: Vec<u8>, resources: usize, base64: bool) -> Vec<u8> {
    let Some(start) = memchr::memmem::find(&text, b"[gd_") else { return text };
    let Some(length) = memchr::memchr(b']', &text[start..]) else { return text };
    let end = start + length + 1;
    [&text[..start], &recount(three, &text[start..end], resources, base64), &text[end..]].concat()
}
