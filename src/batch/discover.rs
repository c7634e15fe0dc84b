use std::collections::{HashMap, HashSet};
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use walkdir::WalkDir;

use super::draft::folder_of;
use super::exclude::{Chain, Levels, Skip, skips};
use super::{Configs, FileError};

/// How files are searched.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Exclusions count for paths named outright, too; such paths are dropped without a word. For
    /// hooks, which pass the names of all changed files.
    pub force_exclude: bool,
    /// The extensions of the files that are taken from a folder, in lower case and without the dot.
    pub extensions: &'static [&'static str],
}

impl Default for Options {
    fn default() -> Self {
        Options { force_exclude: false, extensions: &["tscn", "tres"] }
    }
}

/// What [`discover`] found.
#[derive(Clone, Debug, Default)]
pub struct Discovered {
    /// The files, sorted by the bytes of their path; each file once, however often it was reached.
    pub files: Vec<PathBuf>,
    /// Paths that could not be searched, and configs that are wrong: each config once, the files it
    /// counts for are left out.
    pub errors: Vec<FileError>,
    /// Folders, and files of the right kind, that were left out, sorted as the files are.
    pub skipped: Vec<(PathBuf, Skip)>,
}

/// Finds the files that are meant by some paths; none means the working folder.
///
/// A file named outright is taken. A folder is searched for files with one of the extensions, without
/// what is hidden, holds `.gdignore`, or is excluded by `.gitignore` or a config; links to folders are
/// not followed. A folder named outright is searched even if it would be skipped in a search from above.
/// Outside of a repository, `.gitignore` files count from the working folder down.
///
/// Found paths begin with the given path, without `./`. If a file and a link to it are both found, the
/// file is taken.
pub fn discover(paths: &[PathBuf], options: Options, configs: &Configs) -> Discovered {
    let mut search = Search {
        options,
        levels: Levels::new(configs),
        folders: HashMap::new(),
        chains: HashMap::new(),
        found: HashMap::new(),
        errors: Vec::new(),
        skipped: Vec::new(),
        told: HashSet::new(),
    };
    let here = [PathBuf::from(".")];
    for path in if paths.is_empty() { &here } else { paths } {
        if let Err(error) = search.path(&tidy(path)) {
            search.errors.push(error);
        }
    }
    let mut files: Vec<_> = search.found.into_values().map(|found| found.path).collect();
    files.sort_by(|a, b| sort_bytes(a).cmp(sort_bytes(b)));
    search.skipped.sort_by(|(a, _), (b, _)| sort_bytes(a).cmp(sort_bytes(b)));
    Discovered { files, errors: search.errors, skipped: search.skipped }
}

struct Found {
    path: PathBuf,
    is_link: bool,
}

struct Search<'c> {
    options: Options,
    levels: Levels<'c>,
    /// Folders of named files, as written, and their real places.
    folders: HashMap<PathBuf, PathBuf>,
    /// The levels down to the folders of named files, or why all in a folder is left out.
    chains: HashMap<PathBuf, Result<Chain, Skip>>,
    /// Files by their real place.
    found: HashMap<PathBuf, Found>,
    errors: Vec<FileError>,
    skipped: Vec<(PathBuf, Skip)>,
    /// The wrong configs that were told of.
    told: HashSet<PathBuf>,
}

impl Search<'_> {
    fn path(&mut self, path: &Path) -> Result<(), FileError> {
        let fail = |error: io::Error| FileError::io("read", path, &error);
        let is_link = match fs::symlink_metadata(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound && self.options.force_exclude => {
                self.skipped.push((path.to_owned(), Skip::Gone));
                return Ok(());
            }
            metadata => metadata.map_err(fail)?.is_symlink(),
        };
        let metadata = match fs::metadata(path) {
            Err(error) if is_link && error.kind() == io::ErrorKind::NotFound => {
                return Err(FileError::new(
                    path,
                    format!("cannot read {}: it is a link to nothing", path.display()),
                ));
            }
            metadata => metadata.map_err(fail)?,
        };
        if metadata.is_dir() {
            let real = fs::canonicalize(path).map_err(fail)?;
            match if self.options.force_exclude { self.levels.skips_folder(&real) } else { None } {
                Some(skip) => self.skipped.push((path.to_owned(), skip)),
                None => self.walk(path, &real),
            }
            return Ok(());
        }
        let folder = self.real_folder(folder_of(path)).map_err(fail)?;
        let real = folder.join(path.file_name().unwrap_or_default());
        if self.options.force_exclude
            && let Some(skip) = self.skips_file(&folder, &real)
        {
            self.skipped.push((path.to_owned(), skip));
            return Ok(());
        }
        let level = self.levels.level(&folder);
        if self.is_fine(&level.config) {
            self.take(path, real, is_link);
        }
        Ok(())
    }

    fn real_folder(&mut self, folder: &Path) -> io::Result<PathBuf> {
        if let Some(real) = self.folders.get(folder) {
            return Ok(real.clone());
        }
        let real = fs::canonicalize(folder)?;
        self.folders.insert(folder.to_owned(), real.clone());
        Ok(real)
    }

    fn skips_file(&mut self, folder: &Path, file: &Path) -> Option<Skip> {
        if !self.chains.contains_key(folder) {
            let skipped = self.levels.skips_folder(folder);
            let chain = skipped.map_or_else(|| Ok(self.levels.chain(folder)), Err);
            self.chains.insert(folder.to_owned(), chain);
        }
        match &self.chains[folder] {
            Ok(chain) => skips(chain, file, false),
            Err(skip) => Some(*skip),
        }
    }

    /// Searches a folder; `real` is where it really lies.
    fn walk(&mut self, root: &Path, real: &Path) {
        let mut chain: Chain = self.levels.chain(real);
        let above = chain.len() - 1;
        let mut entries = WalkDir::new(root).into_iter();
        while let Some(entry) = entries.next() {
            let entry = match entry {
                Ok(entry) => entry,
                Err(error) => {
                    self.errors.push(walk_error(root, &error));
                    continue;
                }
            };
            if entry.depth() == 0 {
                self.is_fine(&chain[above].config);
                continue;
            }
            let is_folder = entry.file_type().is_dir();
            if !is_folder && !self.has_extension(entry.path()) {
                continue;
            }
            chain.truncate(above + entry.depth());
            let inside = entry.path().strip_prefix(root).expect("a walk stays in its root");
            let place = real.join(inside);
            if let Some(skip) = skips(&chain, &place, is_folder) {
                self.skipped.push((tidy(entry.path()), skip));
                if is_folder {
                    entries.skip_current_dir();
                }
                continue;
            }
            if is_folder {
                let level = self.levels.level(&place);
                self.is_fine(&level.config);
                chain.push(level);
                continue;
            }
            let is_link = entry.path_is_symlink();
            let is_file = if is_link { entry.path().is_file() } else { entry.file_type().is_file() };
            if is_file && chain.last().is_some_and(|level| level.config.is_ok()) {
                self.take(&tidy(entry.path()), place, is_link);
            }
        }
    }

    fn has_extension(&self, path: &Path) -> bool {
        path.extension().is_some_and(|extension| {
            self.options.extensions.iter().any(|one| extension.eq_ignore_ascii_case(one))
        })
    }

    fn take(&mut self, path: &Path, real: PathBuf, is_link: bool) {
        let real = if is_link { fs::canonicalize(&real).unwrap_or(real) } else { real };
        let new = || Found { path: path.to_owned(), is_link };
        let found = self.found.entry(real).or_insert_with(new);
        // Of several links, the choice must not hang on the order in which a folder is listed.
        let better = found.is_link && (!is_link || sort_bytes(path).lt(sort_bytes(&found.path)));
        if better {
            *found = new();
        }
    }

    /// Tells once of each config that is wrong.
    fn is_fine<T>(&mut self, config: &Result<T, FileError>) -> bool {
        if let Err(error) = config
            && self.told.insert(error.path.clone())
        {
            self.errors.push(error.clone());
        }
        config.is_ok()
    }
}

fn walk_error(root: &Path, error: &walkdir::Error) -> FileError {
    let path = tidy(error.path().unwrap_or(root));
    match error.io_error() {
        Some(error) => FileError::io("search", &path, error),
        None => FileError::new(&path, format!("cannot search {}: {error}", path.display())),
    }
}

/// Without `./` and doubled or trailing slashes.
fn tidy(path: &Path) -> PathBuf {
    let tidy: PathBuf = path.components().filter(|component| *component != Component::CurDir).collect();
    if tidy.as_os_str().is_empty() && !path.as_os_str().is_empty() { PathBuf::from(".") } else { tidy }
}

/// The bytes to sort by: the order is the same on every system, whatever its separator.
fn sort_bytes(path: &Path) -> impl Iterator<Item = u8> + '_ {
    let separator = std::path::MAIN_SEPARATOR as u8;
    path.as_os_str().as_encoded_bytes().iter().map(move |&byte| if byte == separator { b'/' } else { byte })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_as_people_would_write_them() {
        let tidied = |path: &str| tidy(Path::new(path)).to_string_lossy().into_owned();
        assert_eq!(tidied("./a//b/./c.tscn"), "a/b/c.tscn");
        assert_eq!(tidied("a/"), "a");
        assert_eq!(tidied("."), ".");
        assert_eq!(tidied("../a"), "../a");
        assert_eq!(tidied(""), "");
    }
}
