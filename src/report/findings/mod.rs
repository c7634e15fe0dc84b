//! What `check` found, as data and in the forms that other programs read.

mod baseline;
mod concise;
mod diagnostic;
mod github;
mod json;
mod sarif;

pub use baseline::Baseline;
pub use concise::concise;
pub use diagnostic::FindingReport;
pub use github::github;
pub use json::CheckReport;
pub use sarif::sarif;

use std::collections::HashMap;

use super::{Status, Trouble};
use crate::lint::Finding;
use crate::source::{Position, Source};

/// A file that was checked.
#[derive(Debug)]
pub struct CheckedFile {
    /// As it was named or found.
    pub path: String,
    /// Its text, in which the findings have their places; `None` if it could not be read.
    pub source: Option<Source>,
    /// What is to be told, by place.
    pub findings: Vec<Finding>,
    /// What was mended, or would be: one title a finding.
    pub mended: Vec<String>,
    /// Whether it was written, or would be.
    pub status: Status,
    /// Why it could not be worked on.
    pub troubles: Vec<Trouble>,
    /// The fixes as text, if they were asked for.
    pub diff: Option<String>,
}

impl CheckedFile {
    /// A file that was only looked at.
    pub fn new(source: Source, findings: Vec<Finding>) -> Self {
        let path = source.name().to_owned();
        CheckedFile { source: Some(source), ..CheckedFile::new_at(path, findings) }
    }

    /// The same, without its text.
    pub fn new_at(path: String, findings: Vec<Finding>) -> Self {
        CheckedFile {
            path,
            source: None,
            findings,
            mended: Vec::new(),
            status: Status::Unchanged,
            troubles: Vec::new(),
            diff: None,
        }
    }

    /// A file that could not be worked on.
    pub fn failed(path: String, source: Option<Source>, troubles: Vec<Trouble>) -> Self {
        CheckedFile { source, status: Status::Failed, troubles, ..CheckedFile::new_at(path, Vec::new()) }
    }

    /// Where a finding begins and ends.
    pub fn place(&self, finding: &Finding) -> (Position, Position) {
        match &self.source {
            Some(source) => (source.position(finding.span.start), source.position(finding.span.end)),
            None => (Position { line: 1, column: 1 }, Position { line: 1, column: 1 }),
        }
    }

    /// One fingerprint for each finding, in their order: the same as long as rule, node and what the finding is about
    /// are the same, wherever it moves. Findings that are alike in all of this are numbered.
    pub fn fingerprints(&self) -> Vec<String> {
        let mut seen: HashMap<u128, u32> = HashMap::new();
        let one = |finding: &Finding| {
            let node = finding.node.as_deref().unwrap_or_default();
            let hash = fnv(&[finding.rule.code, node, &finding.subject]);
            let number = seen.entry(hash).or_insert(0);
            *number += 1;
            match number {
                1 => format!("{hash:032x}"),
                number => format!("{hash:032x}-{number}"),
            }
        };
        self.findings.iter().map(one).collect()
    }
}

/// FNV-1a of 128 bits: small, and the same for ever, which the standard library's hasher does not promise.
fn fnv(parts: &[&str]) -> u128 {
    let mut hash = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d_u128;
    for part in parts {
        for byte in part.bytes().chain([0]) {
            hash = (hash ^ u128::from(byte)).wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b);
        }
    }
    hash
}

/// A path with `/` between its parts on every system.
fn slashes(path: &str) -> String {
    if std::path::MAIN_SEPARATOR == '\\' { path.replace('\\', "/") } else { path.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Span;

    #[test]
    fn a_fingerprint_does_not_know_its_line() {
        let finding = |start: u32, subject: &str| {
            let mut finding = Finding::new(Span::at(start), "x").about(subject);
            finding.node = Some("Ground".into());
            finding
        };
        let of =
            |findings: Vec<Finding>| CheckedFile::new(Source::new("a", "\n\n\n"), findings).fingerprints();
        let first = of(vec![finding(0, "3"), finding(1, "4")]);
        assert_eq!(first, of(vec![finding(2, "3"), finding(3, "4")]));
        assert_ne!(first[0], first[1]);
        let twins = of(vec![finding(0, "3"), finding(1, "3")]);
        assert_eq!(twins, [first[0].clone(), format!("{}-2", first[0])]);
    }

    #[test]
    fn the_hash_is_the_published_one() {
        // The offset basis, and "a" behind the terminating zeros of no part at all.
        assert_eq!(fnv(&[]), 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d);
    }
}
