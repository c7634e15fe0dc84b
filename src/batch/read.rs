use std::fs::{File, Metadata};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;
use std::time::SystemTime;

use rayon::prelude::*;

use super::FileError;
use crate::source::{MAX_LEN, Source};

/// What a file looked like when it was read, so that a later change can be told.
///
/// An equal stamp does not prove that nothing changed: the clock of a file system may be coarse.
/// A different one says that somebody touched the file. Before anything is replaced, bytes are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    len: u64,
    modified: Option<SystemTime>,
    /// Device and inode, where there are any.
    identity: Option<(u64, u64)>,
}

impl Stamp {
    /// The stamp of a file as it is now.
    pub fn of(metadata: &Metadata) -> Self {
        #[cfg(unix)]
        let identity = {
            use std::os::unix::fs::MetadataExt;
            Some((metadata.dev(), metadata.ino()))
        };
        #[cfg(not(unix))]
        let identity = None;
        Stamp { len: metadata.len(), modified: metadata.modified().ok(), identity }
    }
}

/// Reads a whole file. Its name, in messages, is the path as given.
///
/// The bytes are held once, in a buffer of their exact length. A pipe or a device is read to its end.
///
/// # Errors
///
/// If it cannot be read, is a folder, or is longer than [`MAX_LEN`]; an ordinary file that is too
/// long is refused before a byte of it is read.
pub fn read(path: &Path) -> Result<(Source, Stamp), FileError> {
    let fail = |error: io::Error| FileError::io("read", path, &error);
    let file = File::open(path).map_err(fail)?;
    let metadata = file.metadata().map_err(fail)?;
    if metadata.is_dir() {
        return Err(fail(io::ErrorKind::IsADirectory.into()));
    }
    let stamp = Stamp::of(&metadata);
    let bytes = if metadata.is_file() {
        if stamp.len > MAX_LEN {
            return Err(too_long(path));
        }
        read_whole(&file, stamp.len)
    } else {
        read_stream(file)
    };
    Ok((source(path, bytes.map_err(fail)?)?, stamp))
}

/// Where a file really lies: absolute, its folder without links. The file need not exist.
pub fn real_path(path: &Path) -> std::path::PathBuf {
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let folder = path.parent().and_then(|folder| std::fs::canonicalize(folder).ok());
    match (folder, path.file_name()) {
        (Some(folder), Some(name)) => folder.join(name),
        _ => path,
    }
}

/// Reads standard input to its end; `name` is what messages call it.
///
/// # Errors
///
/// As [`read`]; the length is only known once it was read.
pub fn read_stdin(name: &str) -> Result<Source, FileError> {
    let bytes = read_stream(io::stdin().lock())
        .map_err(|error| FileError::io("read", Path::new("standard input"), &error))?;
    source(Path::new(name), bytes)
}

/// All that an open file holds from its current place on, `len` bytes as far as one knows.
fn read_whole(file: &File, len: u64) -> io::Result<Vec<u8>> {
    read_whole_into(Vec::new(), file, len)
}

/// The same, in the memory of a vector whose bytes are not needed any more.
pub(super) fn read_whole_into(mut bytes: Vec<u8>, mut file: &File, len: u64) -> io::Result<Vec<u8>> {
    if len >= LONG && read_long(&mut bytes, file, len as usize)? {
        file.seek(SeekFrom::Start(len))?;
    } else {
        bytes.clear();
        bytes.try_reserve_exact(len as usize).map_err(|_| io::ErrorKind::OutOfMemory)?;
    }
    // The end, or what came since the length was asked for.
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// From this length on a file is read in parts on all cores: most of the time goes into memory that is touched the first time.
const LONG: u64 = 8 << 20;
const PART: usize = 4 << 20;

/// Reads `len` bytes from the start; `false` if this system or this file does not allow it.
#[cfg(unix)]
fn read_long(bytes: &mut Vec<u8>, file: &File, len: usize) -> io::Result<bool> {
    use std::os::unix::fs::FileExt;
    if bytes.capacity() == 0 {
        // Zero already when it comes from the system, so the cores below are the first to touch it.
        *bytes = vec![0; len];
    } else {
        bytes.reserve_exact(len.saturating_sub(bytes.len()));
        bytes.resize(len, 0);
    }
    let part = |(index, part): (usize, &mut [u8])| file.read_exact_at(part, (index * PART) as u64);
    match bytes.par_chunks_mut(PART).enumerate().try_for_each(part) {
        Ok(()) => Ok(true),
        // It was cut meanwhile, or cannot be read from the middle.
        Err(error) if matches!(error.kind(), io::ErrorKind::UnexpectedEof | io::ErrorKind::NotSeekable) => {
            Ok(false)
        }
        Err(error) => Err(error),
    }
}

#[cfg(not(unix))]
fn read_long(_: &mut Vec<u8>, _: &File, _: usize) -> io::Result<bool> {
    Ok(false)
}

/// Up to one byte more than is allowed.
fn read_stream(stream: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    stream.take(MAX_LEN + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn source(path: &Path, bytes: Vec<u8>) -> Result<Source, FileError> {
    if bytes.len() as u64 > MAX_LEN {
        return Err(too_long(path));
    }
    Ok(Source::new(path.to_string_lossy(), bytes))
}

pub(super) fn too_long(path: &Path) -> FileError {
    FileError::new(path, format!("{} is longer than 2 GiB", path.display()))
        .with_help("the engine does not read text files of that length either")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_over_the_limit_is_refused_before_it_is_read() {
        let file = tempfile::NamedTempFile::new().expect("a temporary file");
        file.as_file().set_len(MAX_LEN + 1).expect("a file with a hole");
        let error = read(file.path()).expect_err("too long");
        assert_eq!(error.message, format!("{} is longer than 2 GiB", file.path().display()));
    }

    #[test]
    fn the_buffer_has_the_exact_length() {
        let file = tempfile::NamedTempFile::new().expect("a temporary file");
        file.as_file().set_len(100_000).expect("a file with a hole");
        let bytes = read_whole(file.as_file(), 100_000).expect("readable");
        assert_eq!((bytes.len(), bytes.capacity()), (100_000, 100_000));
    }

    #[test]
    fn a_folder_is_no_file() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let error = read(folder.path()).expect_err("a folder");
        assert_eq!(error.message, format!("cannot read {}: it is a folder", folder.path().display()));
    }
}
