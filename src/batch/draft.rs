//! The new text on disk before it has its name: a temporary file beside the target.

use std::fs::{File, Metadata};
use std::io::{self, BufWriter, Seek, Write};
use std::path::Path;

use tempfile::NamedTempFile;

use super::FileError;
use super::proof::Layout;
use super::read::{read_whole_into, too_long};
use crate::edit::EditList;
use crate::source::{MAX_LEN, Source};

/// A temporary file; dropped before [`commit`](Self::commit), it is removed.
pub(super) struct Draft<'p> {
    /// What messages call the file.
    path: &'p Path,
    /// Where the text goes in the end, links resolved.
    target: &'p Path,
    file: NamedTempFile,
}

impl<'p> Draft<'p> {
    /// Makes the file in the target's folder, with the mode and, where allowed, the owner of the file
    /// that it will replace; without one, with those of any new file.
    pub fn beside(target: &'p Path, path: &'p Path, replaced: Option<&Metadata>) -> Result<Self, FileError> {
        let mut builder = tempfile::Builder::new();
        builder.prefix(".tilewright-");
        #[cfg(unix)]
        if replaced.is_none() {
            use std::os::unix::fs::PermissionsExt;
            builder.permissions(std::fs::Permissions::from_mode(0o666));
        }
        let file = builder.tempfile_in(folder_of(target)).map_err(|error| write_error(path, &error))?;
        if let Some(metadata) = replaced {
            adopt(file.as_file(), metadata).map_err(|error| write_error(path, &error))?;
        }
        Ok(Draft { path, target, file })
    }

    /// Writes the new text, gives up the replacements, and reads the text back from the disk. All
    /// bytes outside the edits are then compared with the original's.
    pub fn fill(&mut self, original: &Source, edits: EditList) -> Result<Source, FileError> {
        let layout = Layout::of(original, &edits);
        if layout.len > MAX_LEN {
            return Err(too_long(self.path));
        }
        stream(self.file.as_file(), original, &edits).map_err(|error| write_error(self.path, &error))?;
        // The largest replacement has had its day; its memory is warm and about as large as what is read now.
        let room = edits.into_largest();
        let bytes = self.read_back(layout.len, room).map_err(|error| write_error(self.path, &error))?;
        if bytes.len() as u64 > MAX_LEN {
            return Err(too_long(self.path));
        }
        let new = Source::new(original.name(), bytes);
        layout.prove(original, &new).map_err(|reason| unproved(self.path, &reason))?;
        Ok(new)
    }

    fn read_back(&mut self, len: u64, room: Vec<u8>) -> io::Result<Vec<u8>> {
        let file = self.file.as_file_mut();
        file.sync_all()?;
        file.rewind()?;
        read_whole_into(room, file, len)
    }

    /// Gives the text its name, in one step.
    pub fn commit(self) -> Result<(), FileError> {
        self.file.persist(self.target).map_err(|failure| write_error(self.path, &failure.error))?;
        sync_folder(folder_of(self.target));
        Ok(())
    }
}

/// Writes source slices and replacements in turn, so that the new text is never held as a whole.
pub(super) fn stream(out: impl Write, original: &Source, edits: &EditList) -> io::Result<()> {
    // Slices longer than the buffer go past it.
    let mut out = BufWriter::with_capacity(64 << 10, out);
    let mut done = 0;
    for edit in edits.iter() {
        out.write_all(&original.bytes()[done..edit.span.start as usize])?;
        out.write_all(&edit.replacement)?;
        done = edit.span.end as usize;
    }
    out.write_all(&original.bytes()[done..])?;
    out.flush()
}

pub(super) fn write_error(path: &Path, error: &io::Error) -> FileError {
    FileError::io("write", path, error)
}

pub(super) fn unproved(path: &Path, reason: &str) -> FileError {
    FileError::new(path, format!("{} was not written: {reason}", path.display()))
        .with_help("the new text did not pass its proof; this is a fault in tilewright, please report it")
}

/// The folder that holds a file.
pub(super) fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Takes over owner and mode. The owner comes first: changing it clears bits of the mode.
fn adopt(file: &File, replaced: &Metadata) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, fchown};
        let own = file.metadata()?;
        if (own.uid(), own.gid()) != (replaced.uid(), replaced.gid())
            && fchown(file, Some(replaced.uid()), Some(replaced.gid())).is_err()
        {
            // Only root gives files away; the group often works. If not, the file is the writer's.
            let _ = fchown(file, None, Some(replaced.gid()));
        }
    }
    file.set_permissions(replaced.permissions())
}

/// Makes the renaming last. The text itself is safe already, and some file systems cannot do this.
fn sync_folder(folder: &Path) {
    #[cfg(unix)]
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
    #[cfg(not(unix))]
    let _ = folder;
}
