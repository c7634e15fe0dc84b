//! A finding as miette shows it.

use std::fmt;

use miette::{Diagnostic, LabeledSpan, Severity, SourceCode};

use crate::lint::{Finding, Level, Safety};
use crate::source::Source;

/// A finding with the text that it stands in.
#[derive(Debug)]
pub struct FindingReport<'f> {
    /// The finding.
    pub finding: &'f Finding,
    /// The text.
    pub source: &'f Source,
}

impl fmt::Display for FindingReport<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.finding.message)
    }
}

impl std::error::Error for FindingReport<'_> {}

impl Diagnostic for FindingReport<'_> {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        Some(Box::new(format!("{} {}", self.finding.rule.code, self.finding.rule.name)))
    }

    fn severity(&self) -> Option<Severity> {
        Some(match self.finding.rule.level {
            Level::Error => Severity::Error,
            Level::Warning => Severity::Warning,
            Level::Info => Severity::Advice,
        })
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        let fix = self.finding.fix.as_ref().map(|fix| match fix.safety {
            Safety::Safe => format!("`--fix` would {}", fix.title),
            Safety::Unsafe => format!("`--fix --unsafe` would {}", fix.title),
        });
        let help = match (&self.finding.help, fix) {
            (Some(help), Some(fix)) => format!("{help}\n{fix}"),
            (Some(help), None) => help.clone(),
            (None, fix) => fix?,
        };
        Some(Box::new(help))
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(self.source)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let node = self.finding.node.as_ref().map(|node| match node.as_str() {
            "." => "in the root".to_owned(),
            node => format!("in {node}"),
        });
        let label = LabeledSpan::new_with_span(node, self.source.label(self.finding.span));
        Some(Box::new(std::iter::once(label)))
    }
}
