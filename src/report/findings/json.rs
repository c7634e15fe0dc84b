//! The JSON of `check`.

use serde::Serialize;

use super::CheckedFile;
use crate::report::Status;

/// One document for all files.
#[derive(Serialize)]
pub struct CheckReport<'r> {
    schema: u32,
    findings: Vec<FindingJson<'r>>,
    /// Files that could not be worked on.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    errors: Vec<ErrorJson<'r>>,
    /// Files that the fixes changed, or would change.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    changed: Vec<&'r str>,
}

#[derive(Serialize)]
struct ErrorJson<'r> {
    path: &'r str,
    error: String,
}

#[derive(Serialize)]
struct FindingJson<'r> {
    path: &'r str,
    code: &'static str,
    name: &'static str,
    severity: String,
    message: &'r str,
    node: Option<&'r str>,
    line: u32,
    column: u32,
    end_line: u32,
    end_column: u32,
    fixable: bool,
    /// `safe` or `unsafe`, where there is a fix.
    #[serde(skip_serializing_if = "Option::is_none")]
    fix: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<&'r str>,
    count: usize,
    fingerprint: String,
}

impl<'r> CheckReport<'r> {
    /// Of these files.
    pub fn new(files: &'r [CheckedFile]) -> Self {
        let mut findings = Vec::new();
        for file in files {
            for (finding, fingerprint) in file.findings.iter().zip(file.fingerprints()) {
                let (start, end) = file.place(finding);
                findings.push(FindingJson {
                    path: &file.path,
                    code: finding.rule.code,
                    name: finding.rule.name,
                    severity: finding.rule.level.to_string(),
                    message: &finding.message,
                    node: finding.node.as_deref(),
                    line: start.line,
                    column: start.column,
                    end_line: end.line,
                    end_column: end.column,
                    fixable: finding.fix.is_some(),
                    fix: finding.fix.as_ref().map(|fix| fix.safety.to_string()),
                    help: finding.help.as_deref(),
                    count: finding.count,
                    fingerprint,
                });
            }
        }
        let errors = files.iter().flat_map(|file| {
            file.troubles.iter().map(|trouble| ErrorJson { path: &file.path, error: trouble.one_line() })
        });
        let changed = files.iter().filter(|file| file.status == Status::Changed);
        CheckReport {
            schema: 1,
            findings,
            errors: errors.collect(),
            changed: changed.map(|file| file.path.as_str()).collect(),
        }
    }
}
