//! Which rules are asked, and what they need to be told.

use super::{ALL, Rule};
use crate::op::Order;

/// What holds for one file.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The rules that are asked.
    pub rules: Vec<&'static Rule>,
    /// The order that TW111 wants.
    pub order: Order,
    /// The most bytes that TW112 grants to the value of a layer.
    pub layer_bytes: u64,
    /// The most bytes that TW112 grants to a file.
    pub file_bytes: u64,
    /// Of which nodes findings are wanted; all without it.
    pub only: Option<Only>,
}

/// Which nodes are meant, by their label: a path, with `#N` for a layer of a TileMap.
#[derive(Clone)]
pub struct Only(std::sync::Arc<dyn Fn(&str) -> bool + Send + Sync>);

impl Only {
    /// Those for which a test holds.
    pub fn new(test: impl Fn(&str) -> bool + Send + Sync + 'static) -> Self {
        Only(std::sync::Arc::new(test))
    }

    /// Whether a node is meant.
    pub fn matches(&self, label: &str) -> bool {
        (self.0)(label)
    }
}

impl std::fmt::Debug for Only {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Only")
    }
}

/// What TW112 grants where nobody says otherwise.
pub const LAYER_BYTES: u64 = 1 << 20;
/// The same for a file.
pub const FILE_BYTES: u64 = 5 << 20;

impl Default for Settings {
    fn default() -> Self {
        Settings {
            rules: Selector::Default.rules().collect(),
            order: Order::Yx,
            layer_bytes: LAYER_BYTES,
            file_bytes: FILE_BYTES,
            only: None,
        }
    }
}

/// What may stand in `--select` and `--ignore`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Selector {
    /// `ALL`
    All,
    /// `DEFAULT`
    Default,
    /// A code or its beginning, `TW1`; or a name, which stands for its code.
    Code(String),
}

impl Selector {
    /// Reads one.
    ///
    /// # Errors
    ///
    /// In words, what is wrong with it, and the nearest right one.
    pub fn parse(text: &str) -> Result<Self, String> {
        let code = text.to_ascii_uppercase();
        match code.as_str() {
            "ALL" => return Ok(Selector::All),
            "DEFAULT" => return Ok(Selector::Default),
            _ => {}
        }
        if let Some(rule) = ALL.iter().find(|rule| rule.name == text) {
            return Ok(Selector::Code(rule.code.to_owned()));
        }
        if code.len() >= 2 && ALL.iter().any(|rule| rule.code.starts_with(&code)) {
            return Ok(Selector::Code(code));
        }
        let near = ALL
            .iter()
            .flat_map(|rule| [rule.code, rule.name])
            .map(|word| {
                (strsim::damerau_levenshtein(word, if word.starts_with("TW") { &code } else { text }), word)
            })
            .min();
        let advice = match near {
            Some((distance, word)) if distance * 3 <= text.len() => format!("did you mean `{word}`?"),
            _ => "`tilewright check --list-rules` lists them".to_owned(),
        };
        Err(format!("`{text}` is no rule; {advice}"))
    }

    /// The rules that it means, by code.
    pub fn rules(&self) -> impl Iterator<Item = &'static Rule> + '_ {
        ALL.iter().copied().filter(move |rule| match self {
            Selector::All => true,
            Selector::Default => rule.default,
            Selector::Code(code) => rule.code.starts_with(code.as_str()),
        })
    }
}

/// The rules of some selectors, by code and each once.
pub fn rules_of(selectors: &[Selector]) -> Vec<&'static Rule> {
    ALL.iter()
        .copied()
        .filter(|rule| selectors.iter().any(|one| one.rules().any(|other| other == *rule)))
        .collect()
}

/// A rule by its code or its name, for `--explain`.
///
/// # Errors
///
/// As [`Selector::parse`].
pub fn rule(text: &str) -> Result<&'static Rule, String> {
    let selector = Selector::parse(text)?;
    let mut rules = selector.rules();
    match (rules.next(), rules.next()) {
        (Some(rule), None) => Ok(rule),
        _ => Err(format!("`{text}` means several rules; `tilewright check --list-rules` lists them")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_selector_is_a_code_its_beginning_or_a_name() {
        let codes = |text: &str| -> Vec<&str> {
            Selector::parse(text).expect("good").rules().map(|rule| rule.code).collect()
        };
        assert_eq!(codes("TW101"), ["TW101"]);
        assert_eq!(codes("tombstones"), ["TW101"]);
        assert_eq!(codes("tw10"), codes("TW10"));
        assert_eq!(codes("ALL").len(), ALL.len());
        assert!(codes("DEFAULT").len() < ALL.len());
    }

    #[test]
    fn a_slip_names_the_nearest_rule() {
        assert_eq!(
            Selector::parse("tombstone"),
            Err("`tombstone` is no rule; did you mean `tombstones`?".into())
        );
        assert_eq!(
            Selector::parse("W605"),
            Err("`W605` is no rule; `tilewright check --list-rules` lists them".into())
        );
    }
}
