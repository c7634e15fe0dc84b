use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use super::draft::{Draft, folder_of, unproved, write_error};
use super::proof::Layout;
use super::read::too_long;
use super::{FileError, Stamp};
use crate::edit::EditList;
use crate::source::{MAX_LEN, Source};

/// What [`replace`] did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Written {
    /// No byte would change, so the file was not touched: it has its old time of change.
    Unchanged,
    /// The file holds the new text.
    Replaced,
}

/// Where a result goes that does not go in place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Output<'p> {
    /// Standard output.
    Stdout,
    /// A file.
    File(&'p Path),
}

/// Rewrites a file in place: all of the new text or nothing.
///
/// The new text is written to a temporary file beside the target, synced, read back and proved: the
/// bytes outside the edits must be the original's, and `prove` sees the text that was read back. Only
/// then, and if the file still holds the bytes of `original`, the temporary file takes its name.
/// The mode is kept, the owner where allowed; of a symbolic link, the target is rewritten. Hard links
/// to the file keep the old text.
///
/// # Errors
///
/// If a step fails, `prove` does not agree, or the file changed or vanished since `stamp` was taken.
/// The file is then as it was, and no temporary file is left.
///
/// # Panics
///
/// If an edit lies outside of `original`.
pub fn replace(
    path: &Path,
    original: &Source,
    stamp: &Stamp,
    mut edits: EditList,
    prove: impl FnOnce(&Source) -> Result<(), String>,
) -> Result<Written, FileError> {
    edits.retain_changes(original);
    if edits.is_empty() {
        return Ok(Written::Unchanged);
    }
    let target = resolve(path).map_err(|error| gone(path, &error))?;
    let metadata = fs::metadata(&target).map_err(|error| gone(path, &error))?;
    if !metadata.is_file() {
        return Err(FileError::new(path, format!("{} is not an ordinary file", path.display()))
            .with_help("`-o FILE` writes the result somewhere else"));
    }
    if *stamp != Stamp::of(&metadata) {
        // Somebody touched it; if the bytes differ, there is no need to begin.
        still_holds(&target, path, original)?;
    }
    let mut draft = Draft::beside(&target, path, Some(&metadata))?;
    let new = draft.fill(original, edits)?;
    if new.bytes() == original.bytes() {
        return Ok(Written::Unchanged);
    }
    prove(&new).map_err(|reason| unproved(path, &reason))?;
    drop(new);
    still_holds(&target, path, original)?;
    draft.commit()?;
    Ok(Written::Replaced)
}

/// Writes the result somewhere else, also when nothing changed; proved and atomic as in [`replace`].
///
/// A file that is there keeps its mode and is replaced, through a link if it is one. What is not an
/// ordinary file (`/dev/null`, a pipe) is written to, after the proof. A reader of standard output that
/// has gone away is no error.
///
/// # Errors
///
/// If a step fails, `prove` does not agree, or the folder of the file does not exist.
///
/// # Panics
///
/// If an edit lies outside of `original`.
pub fn write_out(
    output: Output<'_>,
    original: &Source,
    edits: EditList,
    prove: impl FnOnce(&Source) -> Result<(), String>,
) -> Result<(), FileError> {
    let Output::File(path) = output else {
        let new = preview(original, edits, prove)?;
        let mut out = io::stdout().lock();
        return match out.write_all(new.bytes()).and_then(|()| out.flush()) {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                Err(write_error(Path::new("standard output"), &error))
            }
            _ => Ok(()),
        };
    };
    let (target, replaced) = match fs::metadata(path) {
        Ok(metadata) if metadata.is_file() => {
            (resolve(path).map_err(|error| write_error(path, &error))?, Some(metadata))
        }
        Ok(metadata) if metadata.is_dir() => {
            return Err(write_error(path, &io::ErrorKind::IsADirectory.into()));
        }
        Ok(_) => {
            let new = preview(original, edits, prove)?;
            let file = File::options().write(true).open(path);
            return file
                .and_then(|mut file| file.write_all(new.bytes()))
                .map_err(|error| write_error(path, &error));
        }
        Err(_) => (new_file(path)?, None),
    };
    let mut draft = Draft::beside(&target, path, replaced.as_ref())?;
    let new = draft.fill(original, edits)?;
    prove(&new).map_err(|reason| unproved(path, &reason))?;
    draft.commit()
}

/// Writes bytes that are no scene to a file, atomically.
///
/// # Errors
///
/// If a step fails.
pub fn write_new(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    write_out(
        Output::File(path),
        &Source::new(path.display().to_string(), bytes),
        EditList::new(),
        |_| Ok(()),
    )
}

/// The new text in memory, proved as in [`replace`]; nothing is written.
///
/// # Errors
///
/// If `prove` does not agree, or the text would be longer than [`MAX_LEN`].
///
/// # Panics
///
/// If an edit lies outside of `original`.
pub fn preview(
    original: &Source,
    edits: EditList,
    prove: impl FnOnce(&Source) -> Result<(), String>,
) -> Result<Source, FileError> {
    let path = Path::new(original.name());
    let layout = Layout::of(original, &edits);
    if layout.len > MAX_LEN {
        return Err(too_long(path));
    }
    let new = Source::new(original.name(), edits.splice(original));
    layout.prove(original, &new).and_then(|()| prove(&new)).map_err(|reason| unproved(path, &reason))?;
    Ok(new)
}

/// Where the bytes of a file lie: the file itself or, of a link, its target.
fn resolve(path: &Path) -> io::Result<PathBuf> {
    if fs::symlink_metadata(path)?.is_symlink() { fs::canonicalize(path) } else { Ok(path.to_owned()) }
}

/// Checks that a file may come to be here.
fn new_file(path: &Path) -> Result<PathBuf, FileError> {
    if fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_symlink()) {
        return Err(FileError::new(
            path,
            format!("cannot write {}: it is a link to nothing", path.display()),
        )
        .with_help("name the file itself, or remove the link"));
    }
    let folder = folder_of(path);
    if !folder.is_dir() {
        return Err(FileError::new(
            path,
            format!("cannot write {}: there is no folder {}", path.display(), folder.display()),
        )
        .with_help("make the folder first"));
    }
    Ok(path.to_owned())
}

/// Compares what is on the disk now with what was read, block by block. Times are not trusted: two
/// changes may fall on the same tick of a file system's clock.
fn still_holds(target: &Path, path: &Path, original: &Source) -> Result<(), FileError> {
    let same = holds(target, original.bytes()).map_err(|error| gone(path, &error))?;
    if same {
        return Ok(());
    }
    Err(FileError::new(path, format!("{} was not written: it changed since it was read", path.display()))
        .with_help("another program saved it meanwhile; run again"))
}

fn holds(target: &Path, mut expected: &[u8]) -> io::Result<bool> {
    let mut file = File::open(target)?;
    if file.metadata()?.len() != expected.len() as u64 {
        return Ok(false);
    }
    let mut block = vec![0; 64 << 10];
    loop {
        match file.read(&mut block) {
            Ok(0) => return Ok(expected.is_empty()),
            Ok(count) if expected.starts_with(&block[..count]) => expected = &expected[count..],
            Ok(_) => return Ok(false),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

fn gone(path: &Path, error: &io::Error) -> FileError {
    if error.kind() != io::ErrorKind::NotFound {
        return write_error(path, error);
    }
    FileError::new(path, format!("{} was not written: it is no longer there", path.display()))
        .with_help("another program removed or renamed it meanwhile; run again")
}
