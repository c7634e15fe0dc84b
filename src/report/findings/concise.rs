//! One line a finding, as compilers print it.

use super::CheckedFile;

/// `level.tscn:8:1: warning TW101 tombstones: … [Ground]`
pub fn concise(file: &CheckedFile) -> Vec<String> {
    let line = |finding: &crate::lint::Finding| {
        let (start, _) = file.place(finding);
        let rule = finding.rule;
        let node = finding.node.as_ref().map(|node| format!(" [{node}]")).unwrap_or_default();
        let (level, code, name) = (rule.level, rule.code, rule.name);
        format!(
            "{}:{}:{}: {level} {code} {name}: {}{node}",
            file.path, start.line, start.column, finding.message
        )
    };
    file.findings.iter().map(line).collect()
}
