//! Which engine a project is for: what `project.godot` says.

use super::Project;

/// Enough for the head of a `project.godot`.
const HEAD: usize = 64 << 10;

impl Project {
    /// The engine that the project was saved by last, as `config/features` says: `(4, 3)`. `(3, 0)` stands for any
    /// Godot 3. `None` without a `project.godot`, or where it does not say.
    pub fn version(&self) -> Option<(u32, u32)> {
        *self.version.get_or_init(|| {
            let head = self.files.read_head(&self.root().join("project.godot"), HEAD).ok()?;
            version(&String::from_utf8_lossy(&head))
        })
    }
}

fn version(text: &str) -> Option<(u32, u32)> {
    let value = |key: &str| {
        let lines = text.lines().map(str::trim_start);
        lines.filter_map(|line| line.strip_prefix(key)?.trim_start().strip_prefix('=')).next()
    };
    if value("config_version")
        .and_then(|value| value.trim().parse().ok())
        .is_some_and(|number: u32| number < 5)
    {
        return Some((3, 0));
    }
    let number = |word: &str| {
        let (major, minor) = word.split_once('.')?;
        Some((major.parse().ok()?, minor.parse().ok()?))
    };
    value("config/features")?.split('"').find_map(number)
}

#[cfg(test)]
mod tests {
    use super::version;

    #[test]
    fn the_features_name_the_engine() {
        let features =
            |list: &str| version(&format!("config_version=5\n\nconfig/features=PackedStringArray({list})\n"));
        assert_eq!(features("\"4.3\", \"Forward Plus\""), Some((4, 3)));
        assert_eq!(features("\"C#\", \"4.10\""), Some((4, 10)));
        assert_eq!(features(""), None);
        assert_eq!(version("config_version=4\n"), Some((3, 0)));
        assert_eq!(version(""), None);
    }
}
