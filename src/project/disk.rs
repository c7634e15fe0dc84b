use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::{Entry, Files};

/// The files of this machine.
#[derive(Clone, Copy, Debug, Default)]
pub struct Disk;

impl Files for Disk {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        fs::read(path)
    }

    fn read_head(&self, path: &Path, length: usize) -> io::Result<Vec<u8>> {
        let mut head = Vec::with_capacity(length);
        fs::File::open(path)?.take(length as u64).read_to_end(&mut head)?;
        Ok(head)
    }

    fn is_file(&self, path: &Path) -> bool {
        path.is_file()
    }

    fn entries(&self, folder: &Path) -> io::Result<Vec<Entry>> {
        fs::read_dir(folder)?
            .map(|entry| {
                let entry = entry?;
                Ok(Entry { path: entry.path(), is_folder: entry.file_type()?.is_dir() })
            })
            .collect()
    }

    fn absolute(&self, path: &Path) -> PathBuf {
        std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
    }
}
