//! `tilewright.toml`: what it says, and which one counts for a file.

mod check;
mod keys;
mod lookup;
mod schema;
mod show;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use globset::{GlobSet, GlobSetBuilder};
use serde::Deserialize;
use toml::de::DeTable;

pub use check::Check;
pub use keys::{KEYS, Key, Kind};
pub use lookup::Configs;
pub use schema::schema;
pub use show::Setting;

use super::FileError;
use crate::op::Order;

/// The name of a config.
pub(super) const NAME: &str = "tilewright.toml";

/// The settings for a folder and all below it, up to a nearer config.
#[derive(Clone, Debug, Default)]
pub struct Config {
    /// Where it was read from; none where there is no config and all is as by default.
    pub path: Option<PathBuf>,
    /// Settings of `tilewright clean`.
    pub clean: Clean,
    /// Settings of `tilewright check`.
    pub check: Check,
    exclude: Option<Exclude>,
    /// What the file says: the value of each key on one line, and its line.
    said: BTreeMap<String, (String, usize)>,
}

/// Settings of `tilewright clean`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Clean {
    /// The order to put the cells in; none leaves them as they are.
    pub sort: Option<Order>,
}

/// The file as it stands; what [`KEYS`] lists, as types.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Text {
    exclude: Vec<String>,
    clean: Clean,
    check: check::CheckText,
}

#[derive(Clone, Debug)]
struct Exclude {
    folder: PathBuf,
    globs: GlobSet,
}

impl Config {
    /// Reads the text of a config. `folder` is where its globs start, `path` what messages call it.
    ///
    /// # Errors
    ///
    /// The first thing wrong, with its line: not TOML, an unknown key, a value of a wrong kind.
    pub fn parse(path: &Path, folder: &Path, text: &str) -> Result<Self, FileError> {
        let shown = path.display();
        let line = |offset: usize| 1 + text.as_bytes()[..offset].iter().filter(|&&b| b == b'\n').count();
        let not_toml = |error: toml::de::Error| {
            let line = line(error.span().map_or(0, |span| span.start.min(text.len())));
            let words = error.message().lines().collect::<Vec<_>>().join(", ");
            FileError::new(path, format!("{shown} line {line} is not TOML: {words}"))
        };
        let table = DeTable::parse(text).map_err(not_toml)?;
        if let Some(fault) = keys::faults(table.get_ref()).into_iter().min_by_key(|fault| fault.span.start) {
            let place = format!("{shown} line {}", line(fault.span.start));
            return Err(FileError::new(path, format!("{} in {place}{}", fault.subject, fault.verdict)));
        }
        let said = keys::said(table.get_ref()).into_iter();
        let said = said.map(|(key, value, span)| (key, (value, line(span.start)))).collect();
        let text = Text::deserialize(toml::Deserializer::from(table)).map_err(not_toml)?;
        let exclude = if text.exclude.is_empty() { None } else { Some(Exclude::new(folder, &text.exclude)) };
        let check = Check::new(text.check, folder);
        Ok(Config { path: Some(path.to_owned()), clean: text.clean, check, exclude, said })
    }

    /// Whether `exclude` names this file or folder itself. The path is absolute, its folders without
    /// links; a path outside of the config's folder is never excluded.
    pub fn excludes(&self, path: &Path) -> bool {
        self.exclude.as_ref().is_some_and(|exclude| {
            path.strip_prefix(&exclude.folder)
                .is_ok_and(|inside| !inside.as_os_str().is_empty() && exclude.globs.is_match(inside))
        })
    }
}

impl Exclude {
    fn new(folder: &Path, globs: &[String]) -> Self {
        let mut builder = GlobSetBuilder::new();
        for text in globs {
            builder.add(keys::glob(text).expect("the check has made each glob once"));
        }
        Exclude { folder: folder.to_owned(), globs: builder.build().expect("each glob alone is good") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Config, FileError> {
        Config::parse(Path::new("tilewright.toml"), Path::new("/game"), text)
    }

    fn error(text: &str) -> String {
        parse(text).expect_err("something is wrong").message
    }

    /// A config that uses every key of the list.
    fn every_key(keys: &[Key]) -> toml::Table {
        keys.iter()
            .map(|key| {
                let value = match &key.kind {
                    Kind::Globs => toml::Value::Array(vec!["a/**".into()]),
                    Kind::Choice(words) => words[0].into(),
                    Kind::Bytes => 7.into(),
                    Kind::Rules => toml::Value::Array(vec!["TW101".into()]),
                    Kind::Table(inner) => every_key(inner).into(),
                    Kind::Tables(inner) => toml::Value::Array(vec![every_key(inner).into()]),
                };
                (key.name.to_owned(), value)
            })
            .collect()
    }

    #[test]
    fn every_listed_key_is_read() {
        let config = parse(&every_key(KEYS).to_string()).expect("the list and the types agree");
        assert_eq!(config.clean.sort, Some(Order::Yx));
        assert!(config.excludes(Path::new("/game/a/b.tscn")));
    }

    #[test]
    fn an_unknown_key_names_the_nearest() {
        assert_eq!(
            error("# tiles\n\nexlude = []\n"),
            "unknown key `exlude` in tilewright.toml line 3; did you mean `exclude`?"
        );
        assert_eq!(
            error("[clean]\nsrot = \"yx\"\n"),
            "unknown key `clean.srot` in tilewright.toml line 2; did you mean `clean.sort`?"
        );
        assert_eq!(
            error("sort = \"yx\"\n"),
            "unknown key `sort` in tilewright.toml line 1; did you mean `clean.sort`?"
        );
        assert_eq!(
            error("[claen]\nsort = \"yx\"\n"),
            "unknown key `claen` in tilewright.toml line 1; did you mean `clean`?"
        );
        assert_eq!(
            error("[clean]\nmagic = true\n"),
            "unknown key `clean.magic` in tilewright.toml line 2; known here: `clean.sort`"
        );
    }

    #[test]
    fn a_wrong_value_says_what_is_right() {
        assert_eq!(
            error("exclude = \"addons\"\n"),
            "`exclude` in tilewright.toml line 1 must be a list of globs, not a string"
        );
        assert_eq!(
            error("exclude = [\n  \"a\",\n  3,\n]\n"),
            "`exclude` in tilewright.toml line 3 must be a list of globs, not a list with a number"
        );
        assert_eq!(
            error("exclude = [\"a[\"]\n"),
            "`exclude` in tilewright.toml line 1: `a[` is not a glob: unclosed character class; missing ']'"
        );
        assert_eq!(
            error("[clean]\nsort = \"yz\"\n"),
            "`clean.sort` in tilewright.toml line 2 must be `yx` or `xy`, not `yz`"
        );
        assert_eq!(
            error("clean = true\n"),
            "`clean` in tilewright.toml line 1 must be a table, not true or false"
        );
    }

    #[test]
    fn the_first_fault_by_line_is_told() {
        let message = error("zoo = 1\nclean = 3\nexclude = 4\n");
        assert_eq!(
            message,
            "unknown key `zoo` in tilewright.toml line 1; known here: `exclude`, `clean`, `check`"
        );
    }

    #[test]
    fn broken_toml_has_its_line() {
        let message = error("exclude = []\n[clean\n");
        assert!(message.starts_with("tilewright.toml line 2 is not TOML: "), "{message}");
        let message = error("exclude = []\nexclude = []\n");
        assert!(message.starts_with("tilewright.toml line 2 is not TOML: duplicate key"), "{message}");
    }

    #[test]
    fn globs_start_at_the_configs_folder() {
        let config =
            parse("exclude = [\"addons/**\", \"old/\", \"*.tres\", \"**/gen_*.tscn\"]").expect("good");
        let excludes = |path: &str| config.excludes(Path::new(path));
        assert!(excludes("/game/addons/x/y.tscn"));
        assert!(excludes("/game/old"));
        assert!(excludes("/game/a.tres"));
        assert!(!excludes("/game/sub/a.tres"));
        assert!(excludes("/game/sub/gen_1.tscn"));
        assert!(!excludes("/game/levels/addons/y.tscn"));
        assert!(!excludes("/game"));
        assert!(!excludes("/elsewhere/addons/y.tscn"));
    }

    #[test]
    fn an_empty_config_and_a_byte_order_mark_are_fine() {
        assert_eq!(parse("").expect("empty").clean, Clean::default());
        let config = parse("\u{feff}[clean]\r\nsort = \"xy\"\r\n").expect("from Windows");
        assert_eq!(config.clean.sort, Some(Order::Xy));
    }
}
