//! `check --list-rules` and `check --explain`.

use std::io::{self, Write};

use serde::Serialize;

use super::DONE;
use super::screen::Screen;
use super::text::Columns;
use crate::lint::{ALL, rule};

#[derive(Serialize)]
struct Listed {
    schema: u32,
    rules: Vec<RuleJson>,
}

#[derive(Serialize)]
struct RuleJson {
    code: &'static str,
    name: &'static str,
    severity: String,
    default: bool,
    fix: Option<String>,
    summary: &'static str,
    explanation: String,
}

pub(super) fn list(screen: &Screen) -> io::Result<u8> {
    if screen.json {
        let rules = ALL.iter().map(|rule| RuleJson {
            code: rule.code,
            name: rule.name,
            severity: rule.level.to_string(),
            default: rule.default,
            fix: rule.fix.map(|safety| safety.to_string()),
            summary: rule.summary,
            explanation: rule.explanation(),
        });
        screen.json(&Listed { schema: 1, rules: rules.collect() })?;
        return Ok(DONE);
    }
    let mut table = Columns::new(["CODE", "NAME", "SEVERITY", "DEFAULT", "FIX", "WHAT IT FINDS"]);
    for rule in ALL {
        table.push([
            rule.code.to_owned(),
            rule.name.to_owned(),
            rule.level.to_string(),
            if rule.default { "on" } else { "off" }.to_owned(),
            rule.fix.map_or_else(|| "-".to_owned(), |safety| safety.to_string()),
            rule.summary.to_owned(),
        ]);
    }
    let mut out = screen.out();
    table.write(&mut out)?;
    out.flush()?;
    screen.note("`tilewright check --explain CODE` says what a rule means and what to do");
    Ok(DONE)
}

pub(super) fn explain(code: &str, screen: &Screen) -> io::Result<u8> {
    match rule(code) {
        Ok(rule) => {
            let mut out = screen.out();
            for line in rule.explanation().lines() {
                writeln!(out, "{}", wrap(line))?;
            }
            out.flush()?;
            Ok(DONE)
        }
        Err(message) => screen.fail(&message),
    }
}

/// Long lines are broken at blanks; those of an example stay.
fn wrap(line: &str) -> String {
    const WIDTH: usize = 90;
    if line.starts_with("    ") {
        return line.to_owned();
    }
    let mut out = String::new();
    let mut length = 0;
    for word in line.split(' ') {
        let letters = word.chars().count();
        if length > 0 && length + 1 + letters > WIDTH {
            out.push('\n');
            length = 0;
        } else if length > 0 {
            out.push(' ');
            length += 1;
        }
        out.push_str(word);
        length += letters;
    }
    out
}
