//! What a rule is: its code, its words, its check.

use std::fmt;

use super::{Context, Findings};

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Worth knowing; nothing is lost by it.
    Info,
    /// Something is dead, shows otherwise than meant, or will bite later.
    Warning,
    /// The engine refuses the file, or loses a part of it.
    Error,
}

/// Whether a fix may be applied without looking.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Safety {
    /// The engine shows exactly what it showed before.
    Safe,
    /// The engine reads something else afterwards, most likely what was meant: look at the diff.
    Unsafe,
}

/// One rule. Help, `--explain`, sarif and the tests read it from here and nowhere else.
pub struct Rule {
    /// `TW101`; stays for ever.
    pub code: &'static str,
    /// `tombstones`; stays too.
    pub name: &'static str,
    /// How bad its findings are.
    pub level: Level,
    /// Whether it is asked where nobody chooses rules.
    pub default: bool,
    /// The safety of its fix, if it has one.
    pub fix: Option<Safety>,
    /// One line, without a full stop.
    pub summary: &'static str,
    /// What is wrong, and what the engine does with it.
    pub why: &'static str,
    /// A text that trips it.
    pub example: &'static str,
    /// What to do.
    pub remedy: &'static str,
    /// Looks at one file.
    pub check: fn(&Context<'_>, &mut Findings),
}

impl Rule {
    /// Where the rule is explained, as text for a terminal or as Markdown.
    pub fn explanation(&self) -> String {
        let mut text = format!("{} {}: {}\n\n{}\n\n", self.code, self.name, self.summary, self.why);
        text.push_str("Example:\n\n");
        for line in self.example.lines() {
            text.push_str(if line.is_empty() { "\n" } else { "    " });
            if !line.is_empty() {
                text.push_str(line);
                text.push('\n');
            }
        }
        text.push_str(&format!("\nWhat to do: {}\n\n", self.remedy));
        text.push_str(&format!("Severity: {}. ", self.level));
        text.push_str(if self.default {
            "On by default. "
        } else {
            "Off by default: ask for it with `--select DEFAULT,CODE`, or in tilewright.toml. "
        });
        text.push_str(match self.fix {
            Some(Safety::Safe) => "`--fix` mends it: the engine shows the same as before.",
            Some(Safety::Unsafe) => {
                "`--fix --unsafe` mends it: the engine reads something else afterwards, so look at `--diff`."
            }
            None => "It has no fix.",
        });
        text.replace("DEFAULT,CODE", &format!("DEFAULT,{}", self.code)) + "\n"
    }
}

impl fmt::Debug for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.code, self.name)
    }
}

impl PartialEq for Rule {
    fn eq(&self, other: &Rule) -> bool {
        self.code == other.code
    }
}

impl Eq for Rule {}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Level::Error => "error",
            Level::Warning => "warning",
            Level::Info => "info",
        })
    }
}

impl fmt::Display for Safety {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Safety::Safe => "safe",
            Safety::Unsafe => "unsafe",
        })
    }
}
