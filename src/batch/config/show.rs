//! Which settings hold for a file, and where each comes from.

use serde::Serialize;

use super::{Config, KEYS, Key, Kind};

/// One setting.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Setting {
    /// `check.select`
    pub key: String,
    /// As it would stand in the file.
    pub value: String,
    /// The config that says so; `None` for a default.
    pub from: Option<String>,
    /// The line in it.
    pub line: Option<usize>,
}

impl Config {
    /// All settings, in the order of the list of keys.
    pub fn shown(&self) -> Vec<Setting> {
        let mut shown = Vec::new();
        self.collect(KEYS, "", &mut shown);
        shown
    }

    fn collect(&self, keys: &[Key], prefix: &str, shown: &mut Vec<Setting>) {
        for key in keys {
            let path = format!("{prefix}{}", key.name);
            if let Kind::Table(inner) = key.kind {
                self.collect(inner, &format!("{path}."), shown);
                continue;
            }
            let said = self.said.get(&path);
            shown.push(Setting {
                value: said.map_or_else(|| key.default.to_owned(), |(value, _)| value.clone()),
                from: said.and(self.path.as_ref()).map(|path| path.display().to_string()),
                line: said.map(|(_, line)| *line),
                key: path,
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn a_default_has_no_line() {
        let text = "exclude = [\"old/**\"]\n\n[check]\nignore = [\n  \"TW401\",\n]\n";
        let config = Config::parse(Path::new("tilewright.toml"), Path::new("/game"), text).expect("good");
        let shown = config.shown();
        let of = |key: &str| shown.iter().find(|setting| setting.key == key).expect("listed").clone();
        assert_eq!(of("exclude").value, "[\"old/**\"]");
        assert_eq!((of("exclude").line, of("check.ignore").line), (Some(1), Some(4)));
        assert_eq!(of("check.ignore").value, "[\"TW401\"]");
        let select = of("check.select");
        assert_eq!((select.value.as_str(), select.from, select.line), ("[\"DEFAULT\"]", None, None));
    }
}
