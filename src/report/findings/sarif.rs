//! SARIF 2.1.0, which code scanning services read.

use serde_json::{Value, json};

use super::{CheckedFile, slashes};
use crate::lint::{ALL, Finding, Level, Rule};

/// The whole document. Rules are those that exist, whether they found something or not.
pub fn sarif(files: &[CheckedFile]) -> Value {
    let mut results = Vec::new();
    for file in files {
        let findings = file.findings.iter().zip(file.fingerprints());
        results.extend(findings.map(|(finding, fingerprint)| result(file, finding, &fingerprint)));
    }
    let failed = files.iter().flat_map(|file| &file.troubles);
    let notifications: Vec<Value> = failed
        .map(|trouble| json!({ "level": "error", "message": { "text": trouble.one_line() } }))
        .collect();
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "tilewright",
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": ALL.iter().map(|rule| descriptor(rule)).collect::<Vec<_>>(),
            }},
            "columnKind": "unicodeCodePoints",
            "invocations": [{
                "executionSuccessful": notifications.is_empty(),
                "toolExecutionNotifications": notifications,
            }],
            "results": results,
        }],
    })
}

fn descriptor(rule: &Rule) -> Value {
    let markdown = format!("{}\n\n```\n{}\n```\n\n**What to do:** {}\n", rule.why, rule.example, rule.remedy);
    json!({
        "id": rule.code,
        "name": rule.name,
        "shortDescription": { "text": rule.summary },
        "fullDescription": { "text": rule.why },
        "help": { "text": rule.explanation(), "markdown": markdown },
        "defaultConfiguration": { "enabled": rule.default, "level": level(rule.level) },
        "properties": { "tags": ["godot", "tiles"] },
    })
}

fn result(file: &CheckedFile, finding: &Finding, fingerprint: &str) -> Value {
    let (start, end) = file.place(finding);
    let index = ALL.iter().position(|rule| *rule == finding.rule);
    let mut text = finding.message.clone();
    if let Some(help) = &finding.help {
        text.push_str("\n\n");
        text.push_str(help);
    }
    let mut location = json!({
        "physicalLocation": {
            "artifactLocation": { "uri": uri(&file.path) },
            "region": {
                "startLine": start.line,
                "startColumn": start.column,
                "endLine": end.line,
                "endColumn": end.column,
            },
        },
    });
    if let Some(node) = &finding.node {
        location["logicalLocations"] = json!([{ "fullyQualifiedName": node, "kind": "element" }]);
    }
    json!({
        "ruleId": finding.rule.code,
        "ruleIndex": index,
        "level": level(finding.rule.level),
        "message": { "text": text },
        "locations": [location],
        "partialFingerprints": { "tilewright/v1": fingerprint },
    })
}

fn level(level: Level) -> &'static str {
    match level {
        Level::Error => "error",
        Level::Warning => "warning",
        Level::Info => "note",
    }
}

/// A path as a URI reference: what is not plain is written as `%XX`.
fn uri(path: &str) -> String {
    let path = slashes(path);
    let mut uri = String::new();
    if path.starts_with('/') {
        uri.push_str("file://");
    } else if path.get(1..3) == Some(":/") {
        uri.push_str("file:///");
    }
    for byte in path.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                uri.push(char::from(byte))
            }
            byte => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::uri;

    #[test]
    fn paths_become_uris() {
        assert_eq!(uri("levels/one two.tscn"), "levels/one%20two.tscn");
        assert_eq!(uri("/game/ä.tscn"), "file:///game/%C3%A4.tscn");
    }
}
