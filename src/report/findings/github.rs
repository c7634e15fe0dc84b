//! Annotations of GitHub's workflow commands.

use super::{CheckedFile, slashes};
use crate::lint::{Finding, Level};

/// `::warning file=…,line=…::message`
pub fn github(file: &CheckedFile) -> Vec<String> {
    file.findings.iter().map(|finding| annotation(file, finding)).collect()
}

fn annotation(file: &CheckedFile, finding: &Finding) -> String {
    let (start, end) = file.place(finding);
    let rule = finding.rule;
    let command = match rule.level {
        Level::Error => "error",
        Level::Warning => "warning",
        Level::Info => "notice",
    };
    let mut place = format!("file={},line={}", property(&slashes(&file.path)), start.line);
    // GitHub takes columns only where both lie on one line.
    if end.line == start.line {
        place.push_str(&format!(",col={},endColumn={}", start.column, end.column.max(start.column)));
    } else {
        place.push_str(&format!(",endLine={}", end.line));
    }
    let node = finding.node.as_ref().map(|node| format!("{node}: ")).unwrap_or_default();
    let help = finding.help.as_ref().map(|help| format!("\n{help}")).unwrap_or_default();
    let title = property(&format!("{} {}", rule.code, rule.name));
    format!("::{command} {place},title={title}::{}", data(&format!("{node}{}{help}", finding.message)))
}

fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{Source, Span};

    #[test]
    fn what_would_end_a_part_is_escaped() {
        let mut finding = Finding::new(Span::new(2, 3), "100% lost\nhere: x");
        finding.node = Some("A,B".into());
        let file = CheckedFile::new(Source::new("a,b:c.tscn", "x\nyz\n"), vec![finding]);
        assert_eq!(
            github(&file),
            [
                "::error file=a%2Cb%3Ac.tscn,line=2,col=1,endColumn=2,title=TW001 unparsable::A,B: 100%25 lost%0Ahere: x"
            ]
        );
    }
}
