//! `[check]`: which rules are asked where.

use std::path::{Path, PathBuf};

use globset::{GlobSet, GlobSetBuilder};
use serde::Deserialize;

use super::keys;
use crate::lint::{self, Rule, Selector, Settings};
use crate::op::Order;

/// Settings of `tilewright check`.
#[derive(Clone, Debug, Default)]
pub struct Check {
    select: Option<Vec<Selector>>,
    ignore: Vec<Selector>,
    order: Option<Order>,
    layer_bytes: Option<u64>,
    file_bytes: Option<u64>,
    per_path: Vec<PerPath>,
    folder: PathBuf,
}

#[derive(Clone, Debug)]
struct PerPath {
    paths: GlobSet,
    select: Vec<Selector>,
    ignore: Vec<Selector>,
    order: Option<Order>,
    layer_bytes: Option<u64>,
    file_bytes: Option<u64>,
}

/// The table as it stands.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct CheckText {
    select: Option<Vec<String>>,
    ignore: Vec<String>,
    order: Option<Order>,
    max_layer_bytes: Option<u64>,
    max_file_bytes: Option<u64>,
    per_path: Vec<PerPathText>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
struct PerPathText {
    paths: Vec<String>,
    select: Vec<String>,
    ignore: Vec<String>,
    order: Option<Order>,
    max_layer_bytes: Option<u64>,
    max_file_bytes: Option<u64>,
}

impl Check {
    /// From a table that was checked against the list of keys. Globs start at `folder`.
    pub(super) fn new(text: CheckText, folder: &Path) -> Self {
        let per_path = text.per_path.into_iter().map(|entry| PerPath {
            paths: globs(&entry.paths),
            select: selectors(&entry.select),
            ignore: selectors(&entry.ignore),
            order: entry.order,
            layer_bytes: entry.max_layer_bytes,
            file_bytes: entry.max_file_bytes,
        });
        Check {
            select: text.select.map(|select| selectors(&select)),
            ignore: selectors(&text.ignore),
            order: text.order,
            layer_bytes: text.max_layer_bytes,
            file_bytes: text.max_file_bytes,
            per_path: per_path.collect(),
            folder: folder.to_owned(),
        }
    }

    /// What holds for a file. The path is absolute, its folder without links. `select` comes from the command line and
    /// takes the place of what the config selects and ignores for all files; what it says of paths holds all the same,
    /// each entry in its order.
    pub fn settings(&self, file: &Path, select: Option<&[Selector]>) -> Settings {
        let default = [Selector::Default];
        let (selected, ignored): (&[Selector], &[Selector]) = match select {
            Some(select) => (select, &[]),
            None => (self.select.as_deref().unwrap_or(&default), &self.ignore),
        };
        let mut rules = lint::rules_of(selected);
        drop_all(&mut rules, ignored);
        let standard = Settings::default();
        let mut order = self.order.unwrap_or(standard.order);
        let mut layer_bytes = self.layer_bytes.unwrap_or(standard.layer_bytes);
        let mut file_bytes = self.file_bytes.unwrap_or(standard.file_bytes);
        let inside = file.strip_prefix(&self.folder).ok();
        for entry in &self.per_path {
            if inside.is_some_and(|inside| entry.paths.is_match(inside)) {
                if select.is_none() {
                    rules.extend(lint::rules_of(&entry.select));
                }
                drop_all(&mut rules, &entry.ignore);
                order = entry.order.unwrap_or(order);
                layer_bytes = entry.layer_bytes.unwrap_or(layer_bytes);
                file_bytes = entry.file_bytes.unwrap_or(file_bytes);
            }
        }
        rules.sort_by_key(|rule| rule.code);
        rules.dedup();
        Settings { rules, order, layer_bytes, file_bytes, only: None }
    }
}

fn drop_all(rules: &mut Vec<&'static Rule>, ignored: &[Selector]) {
    let ignored = lint::rules_of(ignored);
    rules.retain(|rule| !ignored.contains(rule));
}

fn selectors(texts: &[String]) -> Vec<Selector> {
    texts.iter().map(|text| Selector::parse(text).expect("the check has parsed each once")).collect()
}

fn globs(texts: &[String]) -> GlobSet {
    let mut builder = GlobSetBuilder::new();
    for text in texts {
        builder.add(keys::glob(text).expect("the check has made each glob once"));
    }
    builder.build().expect("each glob alone is good")
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use crate::batch::Config;
    use crate::lint::Selector;
    use crate::op::Order;

    fn codes(text: &str, file: &str, select: Option<&str>) -> Vec<&'static str> {
        let config = Config::parse(Path::new("tilewright.toml"), Path::new("/game"), text).expect("good");
        let select = select.map(|text| vec![Selector::parse(text).expect("good")]);
        let settings = config.check.settings(Path::new(file), select.as_deref());
        settings.rules.iter().map(|rule| rule.code).filter(|code| code.starts_with("TW1")).collect()
    }

    #[test]
    fn paths_may_ask_for_more_and_for_less() {
        let config = "[check]\nselect = [\"TW101\", \"duplicates\"]\n\n[[check.per-path]]\n\
            paths = [\"addons/**\"]\nignore = [\"TW102\"]\n\n[[check.per-path]]\npaths = [\"**/big.tscn\"]\n\
            select = [\"size-budget\"]\n";
        assert_eq!(codes(config, "/game/a.tscn", None), ["TW101", "TW102"]);
        assert_eq!(codes(config, "/game/addons/x/a.tscn", None), ["TW101"]);
        assert_eq!(codes(config, "/game/addons/big.tscn", None), ["TW101", "TW112"]);
        assert_eq!(codes(config, "/elsewhere/addons/a.tscn", None), ["TW101", "TW102"]);
    }

    #[test]
    fn paths_may_have_their_own_order_and_budgets() {
        let text = "[check]\nmax-file-bytes = 10\n\n[[check.per-path]]\npaths = [\"big/**\"]\norder = \"xy\"\n\
            max-layer-bytes = 7\nmax-file-bytes = 99\n";
        let config = Config::parse(Path::new("tilewright.toml"), Path::new("/game"), text).expect("good");
        let settings = |file: &str| {
            let settings = config.check.settings(Path::new(file), None);
            (settings.order, settings.layer_bytes, settings.file_bytes)
        };
        assert_eq!(settings("/game/a.tscn"), (Order::Yx, 1 << 20, 10));
        assert_eq!(settings("/game/big/a.tscn"), (Order::Xy, 7, 99));
    }

    #[test]
    fn the_command_line_selects_instead_of_the_config() {
        let config =
            "[check]\nignore = [\"TW101\"]\n\n[[check.per-path]]\npaths = [\"old/**\"]\nignore = [\"ALL\"]\n";
        assert_eq!(codes(config, "/game/a.tscn", Some("TW101")), ["TW101"]);
        assert_eq!(codes(config, "/game/old/a.tscn", Some("TW101")), [""; 0]);
        assert!(!codes(config, "/game/a.tscn", None).contains(&"TW101"));
    }
}
