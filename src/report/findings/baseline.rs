//! A baseline: the findings that were there when somebody began to check. Only what is new counts then.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::CheckedFile;

/// Known findings, by file and fingerprint.
#[derive(Clone, Debug, Default)]
pub struct Baseline {
    known: HashMap<(String, String), usize>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Text {
    schema: u32,
    findings: Vec<Entry>,
}

#[derive(Clone, Serialize, Deserialize, PartialEq, Eq, PartialOrd, Ord)]
#[serde(deny_unknown_fields)]
struct Entry {
    path: String,
    code: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    node: Option<String>,
    #[serde(default)]
    count: usize,
    fingerprint: String,
}

impl Baseline {
    /// Reads one.
    ///
    /// # Errors
    ///
    /// In words, why it is none.
    pub fn parse(text: &[u8]) -> Result<Self, String> {
        let text: Text =
            serde_json::from_slice(text).map_err(|error| format!("is not a baseline: {error}"))?;
        if text.schema != 1 {
            return Err(format!(
                "is a baseline of schema {}, which a newer tilewright may read",
                text.schema
            ));
        }
        let known = text.findings.into_iter().map(|entry| ((entry.path, entry.fingerprint), entry.count));
        Ok(Baseline { known: known.collect() })
    }

    /// The text of a baseline of these files, one finding a line, sorted. `path` is how the baseline calls a file.
    pub fn write(files: &[CheckedFile], path: impl Fn(&str) -> String) -> String {
        let mut entries = Vec::new();
        for file in files {
            for (finding, fingerprint) in file.findings.iter().zip(file.fingerprints()) {
                entries.push(Entry {
                    path: path(&file.path),
                    code: finding.rule.code.to_owned(),
                    node: finding.node.clone(),
                    count: finding.count,
                    fingerprint,
                });
            }
        }
        entries.sort();
        let lines: Vec<String> =
            entries.iter().map(|entry| serde_json::to_string(entry).expect("strings and a number")).collect();
        match lines.is_empty() {
            true => "{\"schema\":1,\"findings\":[]}\n".to_owned(),
            false => format!("{{\"schema\":1,\"findings\":[\n{}\n]}}\n", lines.join(",\n")),
        }
    }

    /// Takes out what is known: a finding of the same fingerprint that speaks of no more cells than it did. Returns how
    /// many went.
    pub fn subtract(&self, file: &mut CheckedFile, path: &str) -> usize {
        let fingerprints = file.fingerprints();
        let before = file.findings.len();
        let mut fingerprints = fingerprints.into_iter();
        file.findings.retain(|finding| {
            let fingerprint = fingerprints.next().expect("one a finding");
            let known = self.known.get(&(path.to_owned(), fingerprint));
            known.is_none_or(|count| finding.count > *count)
        });
        before - file.findings.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::Finding;
    use crate::source::{Source, Span};

    fn file(count: usize, subjects: &[&str]) -> CheckedFile {
        let findings =
            subjects.iter().map(|subject| Finding::new(Span::at(0), "x").about(subject).times(count));
        CheckedFile::new(Source::new("a.tscn", ""), findings.collect())
    }

    #[test]
    fn only_what_is_new_or_more_is_left() {
        let text = Baseline::write(&[file(2, &["a", "b"])], str::to_owned);
        assert_eq!(text.lines().count(), 4);
        let baseline = Baseline::parse(text.as_bytes()).expect("our own");
        let left = |mut file: CheckedFile| {
            baseline.subtract(&mut file, "a.tscn");
            file.findings.into_iter().map(|finding| finding.subject).collect::<Vec<_>>()
        };
        assert_eq!(left(file(2, &["a", "b", "c"])), ["c"]);
        assert_eq!(left(file(1, &["b"])), [""; 0], "fewer cells than before");
        assert_eq!(left(file(3, &["a"])), ["a"], "more cells than before");
    }

    #[test]
    fn another_file_has_its_own() {
        let text = Baseline::write(&[file(1, &["a"])], |path| format!("levels/{path}"));
        let baseline = Baseline::parse(text.as_bytes()).expect("our own");
        assert_eq!(baseline.subtract(&mut file(1, &["a"]), "a.tscn"), 0);
        assert_eq!(baseline.subtract(&mut file(1, &["a"]), "levels/a.tscn"), 1);
    }

    #[test]
    fn what_is_no_baseline_says_so() {
        assert!(Baseline::parse(b"[]").is_err());
        assert!(Baseline::parse(b"{\"schema\":2,\"findings\":[]}").is_err());
    }
}
