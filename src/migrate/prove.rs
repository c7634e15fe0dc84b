//! The proof: the new text, parsed again, is the old one with exactly the changes that were planned.

use std::borrow::Cow;

use super::node::{Line, LineValue, NewNode};
use super::patch::{NewExternal, Patch};
use crate::source::{Source, Span};
use crate::syntax::{Document, SectionKind, SectionView, Severity};
use crate::tile::{LayerKind, holds};

impl Patch {
    /// Checks a new text: every section that stays has its attributes and properties, but for the planned ones, and
    /// every new one is there, in its place, with what it should say and hold.
    ///
    /// # Errors
    ///
    /// In words, what is not as planned.
    pub fn prove(&self, after: &Source) -> Result<(), String> {
        let after = Document::parse(after.clone());
        let worst = after.problems().iter().find(|problem| problem.kind.severity() > Severity::Warning);
        if let Some(problem) = worst {
            return Err(format!("the new text is not sound: {}", problem.kind));
        }
        let mut sections = after.sections();
        let mut next = |what: &str| sections.next().ok_or_else(|| format!("the new text ends before {what}"));
        let before = &*self.document;
        let last_of = |kind: SectionKind| {
            before.sections().rfind(|section| section.kind() == kind).map(SectionView::index)
        };
        let externals_after = last_of(SectionKind::ExtResource).unwrap_or(0);
        let editables_after =
            last_of(SectionKind::Editable).unwrap_or(before.sections().len().saturating_sub(1));
        for section in before.sections() {
            if !self.dropped.contains(&section.index()) {
                self.same_section(section, &after, next("its end")?)?;
            }
            if section.index() == externals_after {
                for external in &self.externals {
                    is_external(external, &after, next("a new [ext_resource]")?)?;
                }
            }
            for (_, node) in self.nodes.iter().filter(|(place, _)| *place == section.index()) {
                is_node(node, &after, next(&node.name)?)?;
            }
            if section.index() == editables_after {
                for path in &self.editables {
                    let view = next("a new [editable]")?;
                    if view.kind() != SectionKind::Editable
                        || view.text_field("path").as_deref() != Some(path.as_str())
                    {
                        return Err(format!("[editable path=\"{path}\"] is not there"));
                    }
                }
            }
        }
        if sections.next().is_some() {
            return Err("the new text has more sections than planned".into());
        }
        Ok(())
    }

    /// The bytes of a span of the old text, with what is replaced inside of it.
    fn planned(&self, span: Span) -> Cow<'_, [u8]> {
        let source = self.document.source();
        let mut inside = self
            .replaced
            .range(Span::at(span.start)..)
            .take_while(|(place, _)| place.start < span.end)
            .filter(|(place, _)| place.end <= span.end)
            .peekable();
        if inside.peek().is_none() {
            return Cow::Borrowed(source.slice(span));
        }
        let (mut out, mut at) = (Vec::new(), span.start);
        for (place, text) in inside {
            out.extend_from_slice(source.slice(Span::new(at, place.start)));
            out.extend_from_slice(text);
            at = place.end;
        }
        out.extend_from_slice(source.slice(Span::new(at, span.end)));
        Cow::Owned(out)
    }

    fn same_section(
        &self,
        old: SectionView<'_>,
        after: &Document,
        new: SectionView<'_>,
    ) -> Result<(), String> {
        let what = |reason: &str| {
            let line = self.document.source().position(old.tag().start).line;
            Err(format!("the [{}] of line {line} {reason}", old.name()))
        };
        if old.name() != new.name() || old.fields().len() != new.fields().len() {
            return what("is not where it was");
        }
        for (before, now) in old.fields().iter().zip(new.fields()) {
            if self.document.source().slice(before.key) != after.source().slice(now.key)
                || self.planned(before.value) != after.source().slice(now.value)
            {
                return what("has other attributes");
            }
        }
        let mut kept = (0..old.properties().len())
            .filter(|place| !self.removed.contains(&(old.index(), *place)))
            .map(|place| &old.properties()[place])
            .peekable();
        let mut added: Vec<&Line> =
            self.added.iter().filter(|(section, _)| *section == old.index()).map(|(_, line)| line).collect();
        for property in new.properties() {
            let key = after.key(property);
            let value = after.source().slice(property.value);
            let is_kept = kept
                .next_if(|before| self.document.key(before) == key && self.planned(before.value) == value);
            if is_kept.is_some() {
                continue;
            }
            let Some(place) = added.iter().position(|line| line.key == key) else {
                return what("has a property that was not planned");
            };
            has_value(added.remove(place), after, property)?;
        }
        match kept.next().is_none() && added.is_empty() {
            true => Ok(()),
            false => what("lost a property"),
        }
    }
}

fn has_value(line: &Line, after: &Document, property: &crate::syntax::Property) -> Result<(), String> {
    let same = match &line.value {
        LineValue::Text(text) => after.source().slice(property.value) == text.as_slice(),
        LineValue::Cells(cells) => holds(after, &LayerKind::TileMapLayer, property, cells),
    };
    if same { Ok(()) } else { Err(format!("`{}` does not hold what it should", line.key)) }
}

fn is_external(external: &NewExternal, after: &Document, new: SectionView<'_>) -> Result<(), String> {
    let same = new.kind() == SectionKind::ExtResource && has_fields(&external.fields(), after, new);
    if same { Ok(()) } else { Err(format!("[ext_resource] of {} is not there", external.path)) }
}

fn is_node(node: &NewNode, after: &Document, new: SectionView<'_>) -> Result<(), String> {
    let missing = || Err(format!("the new node `{}` is not there", node.name));
    if new.kind() != SectionKind::Node
        || !has_fields(&node.fields(), after, new)
        || new.text_field("name").as_deref() != Some(node.name.as_str())
        || new.properties().len() != node.lines.len()
    {
        return missing();
    }
    for (line, property) in node.lines.iter().zip(new.properties()) {
        if after.key(property) != line.key {
            return missing();
        }
        has_value(line, after, property)?;
    }
    Ok(())
}

fn has_fields(fields: &[(&'static str, String)], after: &Document, new: SectionView<'_>) -> bool {
    fields.len() == new.fields().len()
        && fields.iter().zip(new.fields()).all(|((key, value), field)| {
            after.source().slice(field.key) == key.as_bytes()
                && after.source().slice(field.value) == value.as_bytes()
        })
}
