use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// One value a path, made once, by the first thread that asks; the others wait for it.
///
/// Making a value must not ask the same cache for the same path again.
#[derive(Debug)]
pub(super) struct Cache<T> {
    cells: Mutex<HashMap<PathBuf, Arc<OnceLock<T>>>>,
}

impl<T> Default for Cache<T> {
    fn default() -> Self {
        Cache { cells: Mutex::default() }
    }
}

impl<T: Clone> Cache<T> {
    pub fn value(&self, path: &Path, make: impl FnOnce() -> T) -> T {
        let cell = {
            // A panic elsewhere leaves the map whole: nothing is made while the lock is held.
            let mut cells = self.cells.lock().unwrap_or_else(PoisonError::into_inner);
            match cells.get(path) {
                Some(cell) => Arc::clone(cell),
                None => Arc::clone(cells.entry(path.to_owned()).or_default()),
            }
        };
        cell.get_or_init(make).clone()
    }
}
