use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use super::{Config, NAME};
use crate::batch::FileError;

/// Finds the config of a file: the nearest `tilewright.toml` in its folder or above. Nothing is merged.
///
/// Each folder is looked at once; shared by all threads.
#[derive(Debug, Default)]
pub struct Configs {
    known: Mutex<HashMap<PathBuf, Result<Arc<Config>, FileError>>>,
}

impl Configs {
    /// Nothing looked up yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// The config that counts for a file. The file need not exist, so this also serves text from
    /// standard input.
    ///
    /// # Errors
    ///
    /// If that config cannot be read or is wrong; the error is the same for all files it counts for.
    pub fn of(&self, file: &Path) -> Result<Arc<Config>, FileError> {
        let file = std::path::absolute(file).unwrap_or_else(|_| file.to_owned());
        let folder = file.ancestors().skip(1).find_map(|folder| fs::canonicalize(folder).ok());
        self.of_folder(folder.as_deref().unwrap_or(Path::new("/")))
    }

    /// The config that counts in a folder; its path is absolute and without links.
    pub(in crate::batch) fn of_folder(&self, folder: &Path) -> Result<Arc<Config>, FileError> {
        if let Some(known) = self.known().get(folder) {
            return known.clone();
        }
        let path = folder.join(NAME);
        let found = match fs::read(&path) {
            Ok(bytes) => read(&path, folder, bytes),
            // None is there, or the folder cannot be entered: then no file in it can be read either.
            Err(_) if fs::symlink_metadata(&path).is_err() => match folder.parent() {
                Some(parent) => self.of_folder(parent),
                None => Ok(Arc::default()),
            },
            Err(error) => Err(FileError::io("read", &shown(&path), &error)),
        };
        self.known().insert(folder.to_owned(), found.clone());
        found
    }

    fn known(&self) -> std::sync::MutexGuard<'_, HashMap<PathBuf, Result<Arc<Config>, FileError>>> {
        // An insertion is all that happens under the lock, so a panic elsewhere has not harmed the map.
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn read(path: &Path, folder: &Path, bytes: Vec<u8>) -> Result<Arc<Config>, FileError> {
    let shown = shown(path);
    let text = String::from_utf8(bytes)
        .map_err(|_| FileError::new(&shown, format!("{} is not UTF-8 text", shown.display())))?;
    Config::parse(&shown, folder, &text).map(Arc::new)
}

/// As people would write it: from the working folder on, if it lies there.
fn shown(path: &Path) -> PathBuf {
    let here = std::env::current_dir().and_then(fs::canonicalize);
    match here {
        Ok(here) => path.strip_prefix(here).unwrap_or(path).to_owned(),
        Err(_) => path.to_owned(),
    }
}
