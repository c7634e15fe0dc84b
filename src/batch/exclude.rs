//! What is skipped when a folder is searched: hidden folders, `.gdignore`, `.gitignore`, `exclude`.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use ignore::Match;
use ignore::gitignore::Gitignore;

use super::{Config, Configs, FileError, repository};

/// Why something is left out of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Skip {
    /// Its name begins with a dot.
    Hidden,
    /// It holds a `.gdignore`, so the engine does not see it either.
    GdIgnore,
    /// A `.gitignore` names it.
    GitIgnore,
    /// `exclude` in a config names it.
    Exclude,
    /// It is not there any more, and a hook names what was deleted, too.
    Gone,
}

impl std::fmt::Display for Skip {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Skip::Hidden => "hidden",
            Skip::GdIgnore => "holds .gdignore",
            Skip::GitIgnore => "in .gitignore",
            Skip::Exclude => "in `exclude` of tilewright.toml",
            Skip::Gone => "not there any more",
        })
    }
}

/// What one folder says about the files in it and below.
pub(super) struct Level {
    patterns: Gitignore,
    /// The top of a repository: what folders above it ignore does not count here.
    top: bool,
    pub config: Result<Arc<Config>, FileError>,
}

/// The levels from the top down to one folder.
pub(super) type Chain = Vec<Rc<Level>>;

/// Levels by folder, read once each. All paths in here are absolute, their folders without links.
pub(super) struct Levels<'c> {
    configs: &'c Configs,
    /// The working folder, at which the levels begin where there is no repository.
    here: Option<PathBuf>,
    known: HashMap<PathBuf, Rc<Level>>,
}

impl<'c> Levels<'c> {
    pub fn new(configs: &'c Configs) -> Self {
        let here = std::env::current_dir().and_then(fs::canonicalize).ok();
        Levels { configs, here, known: HashMap::new() }
    }

    pub fn level(&mut self, folder: &Path) -> Rc<Level> {
        if let Some(known) = self.known.get(folder) {
            return known.clone();
        }
        let top = repository::is_top(folder);
        let patterns = repository::patterns(folder, top);
        let level = Rc::new(Level { patterns, top, config: self.configs.of_folder(folder) });
        self.known.insert(folder.to_owned(), level.clone());
        level
    }

    /// The levels down to a folder, itself included.
    pub fn chain(&mut self, folder: &Path) -> Chain {
        self.folders(folder).into_iter().map(|folder| self.level(folder)).collect()
    }

    /// Why a folder, or one above it, would have been skipped on the way down to it.
    pub fn skips_folder(&mut self, folder: &Path) -> Option<Skip> {
        let folders = self.folders(folder);
        let first = self.level(folders[0]);
        let above = |config: &Arc<Config>| folders[0].ancestors().any(|folder| config.excludes(folder));
        if first.config.as_ref().is_ok_and(above) {
            return Some(Skip::Exclude);
        }
        let mut chain = vec![first];
        for folder in &folders[1..] {
            if let Some(skip) = skips(&chain, folder, true) {
                return Some(skip);
            }
            chain.push(self.level(folder));
        }
        // The first folder has nothing above it that could tell; but it can itself say so.
        holds_gdignore(folders[0]).then_some(Skip::GdIgnore)
    }

    /// From the top of the repository down; without one from the working folder, if it is above, or
    /// else just the folder.
    fn folders<'p>(&self, folder: &'p Path) -> Vec<&'p Path> {
        let here = self.here.as_deref().filter(|here| folder.starts_with(here));
        let first = repository::top_of(folder).or(here).unwrap_or(folder).to_owned();
        let mut folders: Vec<_> =
            folder.ancestors().take_while(|folder| folder.starts_with(&first)).collect();
        folders.reverse();
        folders
    }
}

/// Why what lies in the last folder of a chain is skipped, if it is.
pub(super) fn skips(chain: &[Rc<Level>], path: &Path, is_folder: bool) -> Option<Skip> {
    if is_folder && is_hidden(path) {
        return Some(Skip::Hidden);
    }
    if is_folder && holds_gdignore(path) {
        return Some(Skip::GdIgnore);
    }
    let config = chain.last().and_then(|level| level.config.as_ref().ok());
    if config.is_some_and(|config| config.excludes(path)) {
        return Some(Skip::Exclude);
    }
    is_ignored(chain, path, is_folder).then_some(Skip::GitIgnore)
}

/// The nearest folder that has a pattern for it decides, up to the repository's top.
fn is_ignored(chain: &[Rc<Level>], path: &Path, is_folder: bool) -> bool {
    for level in chain.iter().rev() {
        match level.patterns.matched(path, is_folder) {
            Match::Ignore(_) => return true,
            Match::Whitelist(_) => return false,
            Match::None if level.top => return false,
            Match::None => {}
        }
    }
    false
}

fn is_hidden(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."))
}

fn holds_gdignore(folder: &Path) -> bool {
    fs::symlink_metadata(folder.join(".gdignore")).is_ok()
}
