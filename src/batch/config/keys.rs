//! The one list of what may stand in a `tilewright.toml`, and the check of a file against it.
//!
//! Errors are made from this list, and a JSON schema can be. A new key is a line here and a field in
//! [`Config`](super::Config).

use std::ops::Range;

use globset::{Glob, GlobBuilder};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::lint::Selector;

/// One key that may stand in a config.
#[derive(Debug)]
pub struct Key {
    /// Its name, without the table it stands in.
    pub name: &'static str,
    /// What it is for, in one sentence.
    pub about: &'static str,
    /// What its value may be.
    pub kind: Kind,
    /// What holds where nobody says anything, as `config show` prints it.
    pub default: &'static str,
}

/// What a value may be.
#[derive(Debug)]
pub enum Kind {
    /// A list of globs over paths relative to the config's folder.
    Globs,
    /// One of these words.
    Choice(&'static [&'static str]),
    /// A number of bytes.
    Bytes,
    /// A list of rules of `check`: codes, their beginnings, names, `ALL`, `DEFAULT`.
    Rules,
    /// A table with these keys.
    Table(&'static [Key]),
    /// A list of such tables.
    Tables(&'static [Key]),
}

/// All keys.
pub const KEYS: &[Key] = &[
    Key {
        name: "exclude",
        about: "Files and folders to leave out when a folder is searched; globs relative to this file's folder",
        kind: Kind::Globs,
        default: "[]",
    },
    Key { name: "clean", about: "Settings of `tilewright clean`", kind: Kind::Table(CLEAN), default: "" },
    Key { name: "check", about: "Settings of `tilewright check`", kind: Kind::Table(CHECK), default: "" },
];

const CLEAN: &[Key] = &[Key {
    name: "sort",
    about: "The order to put the cells in: by y, then x (`yx`), or by x, then y (`xy`); without it they stay",
    kind: Kind::Choice(&["yx", "xy"]),
    default: "none",
}];

const CHECK: &[Key] = &[
    Key {
        name: "select",
        about: "The rules to ask instead of the default ones: codes, their beginnings, names, `ALL`, `DEFAULT`",
        kind: Kind::Rules,
        default: "[\"DEFAULT\"]",
    },
    Key { name: "ignore", about: "Rules never to ask", kind: Kind::Rules, default: "[]" },
    Key {
        name: "order",
        about: "The order of records that TW111 wants: by y, then x (`yx`), or by x, then y (`xy`)",
        kind: Kind::Choice(&["yx", "xy"]),
        default: "\"yx\"",
    },
    Key {
        name: "max-layer-bytes",
        about: "The most bytes of text that TW112 grants to the cells of a layer",
        kind: Kind::Bytes,
        default: "1048576",
    },
    Key {
        name: "max-file-bytes",
        about: "The most bytes that TW112 grants to a file",
        kind: Kind::Bytes,
        default: "5242880",
    },
    Key {
        name: "per-path",
        about: "What holds for some paths only, each entry in its order",
        kind: Kind::Tables(PER_PATH),
        default: "[]",
    },
];

const PER_PATH: &[Key] = &[
    Key {
        name: "paths",
        about: "Which files; globs relative to this file's folder",
        kind: Kind::Globs,
        default: "[]",
    },
    Key { name: "select", about: "Rules to ask there besides", kind: Kind::Rules, default: "[]" },
    Key { name: "ignore", about: "Rules not to ask there", kind: Kind::Rules, default: "[]" },
    Key {
        name: "order",
        about: "The order of records that TW111 wants there",
        kind: Kind::Choice(&["yx", "xy"]),
        default: "",
    },
    Key {
        name: "max-layer-bytes",
        about: "The most bytes of text that TW112 grants to the cells of a layer there",
        kind: Kind::Bytes,
        default: "",
    },
    Key {
        name: "max-file-bytes",
        about: "The most bytes that TW112 grants to a file there",
        kind: Kind::Bytes,
        default: "",
    },
];

impl Kind {
    fn expected(&self) -> String {
        match self {
            Kind::Globs => "a list of globs".to_owned(),
            Kind::Choice(words) => {
                words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(" or ")
            }
            Kind::Bytes => "a number of bytes".to_owned(),
            Kind::Rules => "a list of rules".to_owned(),
            Kind::Table(_) => "a table".to_owned(),
            Kind::Tables(_) => "a list of tables (`[[…]]`)".to_owned(),
        }
    }
}

/// What is wrong with a config, and at which bytes.
#[derive(Debug)]
pub(super) struct Fault {
    pub span: Range<usize>,
    /// Goes before ` in tilewright.toml line 3`.
    pub subject: String,
    /// Goes behind it.
    pub verdict: String,
}

/// Everything wrong with the keys and values of a config, in the order of the table.
pub(super) fn faults(table: &DeTable<'_>) -> Vec<Fault> {
    let mut found = Vec::new();
    check_table(table, KEYS, "", &mut found);
    found
}

/// What a config says: the path of each key, its value on one line, and where it stands.
pub(super) fn said(table: &DeTable<'_>) -> Vec<(String, String, Range<usize>)> {
    let mut said = Vec::new();
    collect_said(table, KEYS, "", &mut said);
    said
}

fn collect_said(
    table: &DeTable<'_>,
    keys: &[Key],
    prefix: &str,
    said: &mut Vec<(String, String, Range<usize>)>,
) {
    for (name, value) in table {
        let Some(key) = keys.iter().find(|key| key.name == name.get_ref()) else { continue };
        let path = format!("{prefix}{}", key.name);
        match (&key.kind, value.get_ref()) {
            (Kind::Table(inner), DeValue::Table(table)) => {
                collect_said(table, inner, &format!("{path}."), said);
            }
            (_, value) => said.push((path, shown(value), name.span())),
        }
    }
}

/// A value on one line.
fn shown(value: &DeValue<'_>) -> String {
    let list = |items: Vec<String>| items.join(", ");
    match value {
        DeValue::String(text) => format!("{text:?}"),
        DeValue::Integer(number) => number.to_string(),
        DeValue::Float(number) => number.to_string(),
        DeValue::Boolean(value) => value.to_string(),
        DeValue::Datetime(date) => date.to_string(),
        DeValue::Array(items) => {
            format!("[{}]", list(items.iter().map(|item| shown(item.get_ref())).collect()))
        }
        DeValue::Table(table) => {
            let entries =
                table.iter().map(|(key, value)| format!("{} = {}", key.get_ref(), shown(value.get_ref())));
            format!("{{ {} }}", list(entries.collect()))
        }
    }
}

fn check_table(table: &DeTable<'_>, keys: &[Key], prefix: &str, found: &mut Vec<Fault>) {
    for (name, value) in table {
        let path = format!("{prefix}{}", name.get_ref());
        match keys.iter().find(|key| key.name == name.get_ref()) {
            Some(key) => check_value(value, &key.kind, &path, found),
            None => {
                found.push(Fault {
                    span: name.span(),
                    subject: format!("unknown key `{path}`"),
                    verdict: advice(&path, keys, prefix),
                });
            }
        }
    }
}

fn check_value(value: &Spanned<DeValue<'_>>, kind: &Kind, path: &str, found: &mut Vec<Fault>) {
    let mut fault = |value: &Spanned<DeValue<'_>>, verdict: String| {
        found.push(Fault { span: value.span(), subject: format!("`{path}`"), verdict });
    };
    let wrong = |told: &str| format!(" must be {}, not {told}", kind.expected());
    match (kind, value.get_ref()) {
        (Kind::Table(keys), DeValue::Table(table)) => check_table(table, keys, &format!("{path}."), found),
        (Kind::Choice(words), DeValue::String(word)) => {
            if !words.contains(&word.as_ref()) {
                fault(value, wrong(&format!("`{word}`")));
            }
        }
        (Kind::Tables(keys), DeValue::Array(items)) => {
            for item in items {
                match item.get_ref() {
                    DeValue::Table(table) => check_table(table, keys, &format!("{path}."), found),
                    other => {
                        let verdict = wrong(&format!("a list with {}", name_of(other)));
                        found.push(Fault { span: item.span(), subject: format!("`{path}`"), verdict });
                    }
                }
            }
        }
        (Kind::Bytes, DeValue::Integer(number)) => {
            if number.to_string().parse::<u64>().is_err() {
                fault(value, wrong(&format!("`{number}`")));
            }
        }
        (Kind::Globs | Kind::Rules, DeValue::Array(items)) => {
            for item in items {
                match item.get_ref() {
                    DeValue::String(text) if matches!(kind, Kind::Rules) => {
                        if let Err(error) = Selector::parse(text) {
                            fault(item, format!(": {error}"));
                        }
                    }
                    DeValue::String(text) => {
                        if let Err(error) = glob(text) {
                            fault(item, format!(": `{text}` is not a glob: {}", error.kind()));
                        }
                    }
                    other => fault(item, wrong(&format!("a list with {}", name_of(other)))),
                }
            }
        }
        (_, other) => fault(value, wrong(name_of(other))),
    }
}

/// A glob over paths relative to the config's folder: `*` stays within one folder, `**` does not.
pub(super) fn glob(text: &str) -> Result<Glob, globset::Error> {
    let bare = text.strip_prefix("./").or_else(|| text.strip_prefix('/')).unwrap_or(text);
    GlobBuilder::new(bare.trim_end_matches('/')).literal_separator(true).backslash_escape(true).build()
}

fn name_of(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "a string",
        DeValue::Integer(_) | DeValue::Float(_) => "a number",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}

/// The nearest right key; if none is near, those that may stand there.
fn advice(path: &str, here: &[Key], prefix: &str) -> String {
    let mut all = Vec::new();
    collect(KEYS, "", &mut all);
    let nearest = all.iter().map(|key| (distance(path, key), key)).min();
    match nearest {
        Some((distance, key)) if distance * 3 <= path.len().max(3) => format!("; did you mean `{key}`?"),
        _ => {
            let names: Vec<_> = here.iter().map(|key| format!("`{prefix}{}`", key.name)).collect();
            format!("; known here: {}", names.join(", "))
        }
    }
}

fn collect(keys: &[Key], prefix: &str, all: &mut Vec<String>) {
    for key in keys {
        let path = format!("{prefix}{}", key.name);
        if let Kind::Table(inner) | Kind::Tables(inner) = &key.kind {
            collect(inner, &format!("{path}."), all);
        }
        all.push(path);
    }
}

/// How far a written key is from a right one; a right name in the wrong table is near.
fn distance(written: &str, right: &str) -> usize {
    if written.matches('.').count() == right.matches('.').count() {
        return strsim::damerau_levenshtein(written, right);
    }
    let name = |path: &str| path.rsplit('.').next().unwrap_or_default().to_owned();
    strsim::damerau_levenshtein(&name(written), &name(right)) + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_typing_slip_and_a_wrong_table_are_near() {
        assert_eq!(advice("exlude", KEYS, ""), "; did you mean `exclude`?");
        assert_eq!(advice("sort", KEYS, ""), "; did you mean `clean.sort`?");
        assert_eq!(advice("clean.srot", KEYS, "clean."), "; did you mean `clean.sort`?");
        assert_eq!(advice("layers", KEYS, ""), "; known here: `exclude`, `clean`, `check`");
        assert_eq!(advice("check.per-path.path", PER_PATH, ""), "; did you mean `check.per-path.paths`?");
        assert_eq!(advice("clean.w", KEYS, ""), "; known here: `exclude`, `clean`, `check`");
    }
}
