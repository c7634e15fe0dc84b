//! One file, all rules that are asked.

use super::suppress::Suppressions;
use super::{Context, Finding, Findings, Settings};
use crate::project::Project;
use crate::syntax::Document;

/// All findings of a document, by place, then by code. It is taken to lie where its source's name says.
///
/// Of a file that the engine refuses, only the text is judged: what else it would hold is not known.
pub fn check(document: &Document, project: &Project, settings: &Settings) -> Vec<Finding> {
    let context = Context::new(document, project, settings);
    let refused = document.refusal().is_some();
    let suppressions = Suppressions::of(document);
    let mut all = Vec::new();
    for rule in settings.rules.iter().filter(|rule| !refused || rule.code.starts_with("TW0")) {
        let mut found = Findings::default();
        (rule.check)(&context, &mut found);
        all.extend(found.of(rule).filter(|finding| !suppressions.cover(document, finding)));
    }
    // A file with a part that the engine loses is mended by hand and never written.
    let writable = document.severity().is_none_or(|worst| worst == crate::syntax::Severity::Warning);
    for finding in &mut all {
        if finding.node.is_none() {
            finding.node =
                document.section_at(finding.span.start).and_then(|section| context.name_of(section));
        }
        if !writable {
            finding.fix = None;
        }
    }
    if let Some(only) = &settings.only {
        all.retain(|finding| finding.node.as_deref().is_some_and(|node| only.matches(node)));
    }
    all.sort_by(|a, b| (a.span.start, a.rule.code, &a.subject).cmp(&(b.span.start, b.rule.code, &b.subject)));
    all
}
