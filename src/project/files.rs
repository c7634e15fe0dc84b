use std::io;
use std::path::{Path, PathBuf};

/// Where a [`Project`](super::Project) reads from. All paths that it asks for are absolute and hold no `.` or `..`.
pub trait Files: Send + Sync {
    /// The whole file.
    ///
    /// # Errors
    ///
    /// Those of the place that is read; [`io::ErrorKind::NotFound`] is told apart from the others in messages.
    fn read(&self, path: &Path) -> io::Result<Vec<u8>>;

    /// The first bytes of a file, at most `length`. May give more.
    ///
    /// # Errors
    ///
    /// As [`read`](Self::read).
    fn read_head(&self, path: &Path, length: usize) -> io::Result<Vec<u8>> {
        let _ = length;
        self.read(path)
    }

    /// Whether there is a file (not a folder) of this name.
    fn is_file(&self, path: &Path) -> bool;

    /// What a folder holds, in any order.
    ///
    /// # Errors
    ///
    /// Those of the place that is read.
    fn entries(&self, folder: &Path) -> io::Result<Vec<Entry>>;

    /// A path from the root of the file system on. Nothing needs to exist there.
    fn absolute(&self, path: &Path) -> PathBuf;
}

/// One name in a folder.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Entry {
    /// The whole path.
    pub path: PathBuf,
    /// Whether it is a folder to look into; a link to one is not, so that no walk goes round in circles.
    pub is_folder: bool,
}
