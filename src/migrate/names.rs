//! What a layer is called as a node: the engine's own rules, which are those of node names.

/// Whether a letter may not stand in a node's name.
fn is_forbidden(letter: char) -> bool {
    matches!(letter, '.' | ':' | '@' | '/' | '"' | '%')
}

/// A text as a node's name: each letter that may not stand there becomes `_`. Blanks stay, also at the ends.
pub(super) fn sanitised(name: &str) -> String {
    name.chars().map(|letter| if is_forbidden(letter) { '_' } else { letter }).collect()
}

/// The name itself, or the next one that is free: the number at its end counts up (`W9`, `W10`; `Wall_01`,
/// `Wall_02`), and a name without one gets `2`.
pub(super) fn free(name: &str, taken: impl Fn(&str) -> bool) -> String {
    if !taken(name) {
        return name.to_owned();
    }
    let stem = name.trim_end_matches(|letter: char| letter.is_ascii_digit());
    let mut number = match &name[stem.len()..] {
        "" => "2".to_owned(),
        digits => increased(digits),
    };
    loop {
        let attempt = format!("{stem}{number}");
        if !taken(&attempt) {
            return attempt;
        }
        number = increased(&number);
    }
}

/// The next number, with the leading zeros kept, as the engine counts in text of any length.
fn increased(digits: &str) -> String {
    let mut digits = digits.as_bytes().to_vec();
    for digit in digits.iter_mut().rev() {
        if *digit < b'9' {
            *digit += 1;
            return String::from_utf8_lossy(&digits).into_owned();
        }
        *digit = b'0';
    }
    format!("1{}", String::from_utf8_lossy(&digits))
}

/// The names that the engine gives to the layers of a TileMap while it reads its keys, one after the other: a key of a
/// layer that is not there yet makes all layers up to it, each called by *that* index; a name that is taken by another
/// layer counts up, and an empty one is refused.
#[derive(Clone, Debug, Default)]
pub(super) struct LayerNames {
    names: Vec<String>,
}

impl LayerNames {
    /// Those of a new TileMap: it has one layer.
    pub fn new() -> Self {
        LayerNames { names: vec!["Layer0".to_owned()] }
    }

    /// Those that a map has where it is changed further.
    pub fn from(names: Vec<String>) -> Self {
        LayerNames { names }
    }

    /// A key `layer_N/…` was read.
    pub fn reach(&mut self, index: u32) {
        while self.names.len() <= index as usize {
            let name = free(&format!("Layer{index}"), |name| self.names.iter().any(|other| other == name));
            self.names.push(name);
        }
    }

    /// `layer_N/name` was read.
    pub fn name(&mut self, index: u32, name: &str) {
        self.reach(index);
        let name = sanitised(name);
        if name.is_empty() {
            return;
        }
        let others = |attempt: &str| {
            self.names.iter().enumerate().any(|(other, taken)| other != index as usize && taken == attempt)
        };
        let name = free(&name, others);
        self.names[index as usize] = name;
    }

    /// How many layers there are.
    pub fn count(&self) -> usize {
        self.names.len()
    }

    /// By layer.
    pub fn into_vec(self) -> Vec<String> {
        self.names
    }
}

/// A text as it stands between the quotes of an attribute: the engine escapes more there than in other strings.
pub(super) fn attribute(text: &str) -> String {
    let mut out = String::from("\"");
    for letter in text.chars() {
        match letter {
            '\\' => out.push_str("\\\\"),
            '\x07' => out.push_str("\\a"),
            '\x08' => out.push_str("\\b"),
            '\x0c' => out.push_str("\\f"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\x0b' => out.push_str("\\v"),
            '\'' => out.push_str("\\'"),
            '"' => out.push_str("\\\""),
            other => out.push(other),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn free_of(name: &str, taken: &[&str]) -> String {
        free(name, |attempt| taken.contains(&attempt))
    }

    #[test]
    fn a_taken_name_counts_up_as_in_the_engine() {
        assert_eq!(free_of("W9", &["W9"]), "W10");
        assert_eq!(free_of("Wall_01", &["Wall_01"]), "Wall_02");
        assert_eq!(free_of("Layer 1", &["Layer 1"]), "Layer 2");
        assert_eq!(free_of("same", &["same", "same2"]), "same3");
        assert_eq!(free_of("99", &["99"]), "100");
        assert_eq!(free_of("Same", &["same"]), "Same", "small and capital letters differ");
    }

    #[test]
    fn names_are_cleaned_of_what_a_path_needs() {
        assert_eq!(sanitised("a.b:c@d/e\"f%g"), "a_b_c_d_e_f_g");
        assert_eq!(sanitised("  ünï 砂 "), "  ünï 砂 ");
    }

    /// The engine's own outcome for a map with only `layer_2/name = "Two"`.
    #[test]
    fn a_gap_is_filled_by_layers_called_after_the_one_behind_it() {
        let mut names = LayerNames::new();
        names.name(2, "Two");
        assert_eq!(names.into_vec(), ["Layer0", "Layer2", "Two"]);
    }

    #[test]
    fn an_empty_name_keeps_the_one_that_is_there() {
        let mut names = LayerNames::new();
        names.name(1, "");
        names.name(2, "Layer1");
        assert_eq!(names.into_vec(), ["Layer0", "Layer1", "Layer2"]);
    }

    #[test]
    fn attributes_are_escaped_as_the_engine_does() {
        assert_eq!(attribute("it's \"a\" \\"), "\"it\\'s \\\"a\\\" \\\\\"");
    }
}
