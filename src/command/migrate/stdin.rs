//! Standard input stands where its file would lie.

use std::path::{Path, PathBuf};

use crate::project::{Disk, Entry, Files};

/// The disk, with the text of standard input where its file would lie.
pub(super) struct WithStdin {
    pub path: PathBuf,
    pub bytes: Vec<u8>,
}

impl Files for WithStdin {
    fn read(&self, path: &Path) -> std::io::Result<Vec<u8>> {
        if path == self.path { Ok(self.bytes.clone()) } else { Disk.read(path) }
    }

    fn is_file(&self, path: &Path) -> bool {
        path == self.path || Disk.is_file(path)
    }

    fn entries(&self, folder: &Path) -> std::io::Result<Vec<Entry>> {
        Disk.entries(folder)
    }

    fn absolute(&self, path: &Path) -> PathBuf {
        Disk.absolute(path)
    }
}
