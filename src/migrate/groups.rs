//! Files that are only right together: all of them move, or none.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// Which files belong together.
#[derive(Debug, Default)]
pub(super) struct Groups {
    numbers: HashMap<PathBuf, usize>,
    above: Vec<usize>,
}

impl Groups {
    fn number(&mut self, path: &Path) -> usize {
        match self.numbers.get(path) {
            Some(number) => *number,
            None => {
                let number = self.above.len();
                self.above.push(number);
                self.numbers.insert(path.to_owned(), number);
                number
            }
        }
    }

    fn top(&self, mut number: usize) -> usize {
        while self.above[number] != number {
            number = self.above[number];
        }
        number
    }

    /// Puts two files into one group.
    pub fn join(&mut self, one: &Path, other: &Path) {
        let (one, other) = (self.number(one), self.number(other));
        let (one, other) = (self.top(one), self.top(other));
        self.above[one.max(other)] = one.min(other);
    }

    /// The group of a file.
    pub fn of(&mut self, path: &Path) -> usize {
        let number = self.number(path);
        self.top(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_joined_is_one() {
        let mut groups = Groups::default();
        let path = |name: &str| PathBuf::from(name);
        groups.join(&path("a"), &path("b"));
        groups.join(&path("c"), &path("d"));
        assert_ne!(groups.of(&path("a")), groups.of(&path("d")));
        groups.join(&path("d"), &path("b"));
        assert_eq!(groups.of(&path("a")), groups.of(&path("c")));
        assert_ne!(groups.of(&path("a")), groups.of(&path("e")));
    }
}
