use std::path::{Path, PathBuf};

use super::{Project, Unreadable};

/// Deeper than any scene that people build.
const MAX_DEPTH: usize = 64;

/// The nodes that a search went through, scene by scene.
#[derive(Debug, Default)]
pub(super) struct Trail {
    seen: Vec<(PathBuf, String)>,
}

impl Trail {
    /// Notes a step to a node of a scene.
    ///
    /// # Errors
    ///
    /// If the search was there before, or goes on and on.
    pub fn enter(&mut self, project: &Project, scene: &Path, node: &str) -> Result<(), Unreadable> {
        if self.seen.iter().any(|(path, at)| path == scene && at == node) {
            return Err(Unreadable::new(format!("{} instances itself", project.show(scene))));
        }
        if self.seen.len() == MAX_DEPTH {
            return Err(Unreadable::new(format!(
                "{} lies more than {MAX_DEPTH} scenes deep",
                project.show(scene)
            )));
        }
        self.seen.push((scene.to_owned(), node.to_owned()));
        Ok(())
    }
}
