use std::collections::HashMap;
use std::fmt;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::cache::Cache;
use super::uid::{UidIndex, own_uid};
use super::{Files, TileSetInfo, Unreadable, path};
use crate::scene::External;
use crate::source::MAX_LEN;
use crate::{Document, Source};

/// The files below one `res://`, each read at most once: what changes on the disk later is not seen.
///
/// Safe to share between threads.
pub struct Project {
    pub(super) files: Arc<dyn Files>,
    root: PathBuf,
    declared: bool,
    /// Whether the root holds all files of the project, though no `project.godot` says so.
    pub(super) whole: bool,
    documents: Cache<Result<Arc<Document>, Unreadable>>,
    pub(super) tile_sets: Cache<Result<Arc<TileSetInfo>, Unreadable>>,
    uids: OnceLock<UidIndex>,
    pub(super) version: OnceLock<Option<(u32, u32)>>,
}

impl Project {
    /// The project that a scene lies in: the nearest folder upward that holds a `project.godot` is `res://`.
    ///
    /// Without one, the scene's own folder is; the engine would not open such a scene at all.
    /// [`is_declared`](Self::is_declared) tells the two apart. The scene itself need not exist.
    pub fn find(files: Arc<dyn Files>, scene: &Path) -> Self {
        let (root, declared) = root_of(&*files, scene);
        Self::at(files, root, declared)
    }

    fn at(files: Arc<dyn Files>, root: PathBuf, declared: bool) -> Self {
        Project {
            files,
            root,
            declared,
            whole: declared,
            documents: Cache::default(),
            tile_sets: Cache::default(),
            uids: OnceLock::new(),
            version: OnceLock::new(),
        }
    }

    /// The folder that is `res://`.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Whether the root holds a `project.godot`.
    pub fn is_declared(&self) -> bool {
        self.declared
    }

    /// A path as the engine shows it: `res://…` for what lies in the project, any other as it is.
    pub fn show(&self, path: &Path) -> String {
        path::show(&self.root, path)
    }

    /// Where a document lies: its source's name, made absolute.
    pub fn path_of(&self, document: &Document) -> PathBuf {
        self.absolute(Path::new(document.source().name()))
    }

    pub(super) fn absolute(&self, path: &Path) -> PathBuf {
        path::normal(&self.files.absolute(path))
    }

    /// The file that an `[ext_resource]` of the file `from` means; it need not exist.
    ///
    /// A uid that a file of the project bears wins over `path=`, as in the engine. To spare large projects the search
    /// for it, the file at `path=` is asked for its uid first. Where two files bear the same uid, the one at `path=`
    /// is taken, else the first by name.
    ///
    /// # Errors
    ///
    /// If the path leads out of the project, or is a uid that no file bears.
    pub fn resolve(&self, from: &Path, reference: &External) -> Result<PathBuf, Unreadable> {
        let from = self.absolute(from);
        if reference.path.starts_with("uid://") {
            return self.uids().path(&reference.path).map(Path::to_owned).ok_or_else(|| {
                Unreadable::new(format!("{} belongs to no file of the project", reference.path))
            });
        }
        let by_path = path::locate(&self.root, &from, &reference.path);
        let Some(uid) = reference.uid.as_deref().filter(|uid| is_uid(uid)) else { return by_path };
        if let Ok(path) = &by_path
            && own_uid(&*self.files, path).as_deref() == Some(uid)
        {
            return by_path;
        }
        self.uids().path(uid).map_or(by_path, |path| Ok(path.to_owned()))
    }

    /// All text scenes and resources of the project, sorted.
    pub fn scenes(&self) -> Vec<PathBuf> {
        let mut found = Vec::new();
        super::uid::texts(&*self.files, &self.root, &mut found);
        found
    }

    fn uids(&self) -> &UidIndex {
        self.uids.get_or_init(|| UidIndex::new(&*self.files, &self.root))
    }

    /// A text scene or resource, parsed. Problems by which the engine only loses something are in the document.
    ///
    /// # Errors
    ///
    /// If it is missing, binary, too long, or one that the engine refuses.
    pub fn document(&self, path: &Path) -> Result<Arc<Document>, Unreadable> {
        let path = self.absolute(path);
        self.documents.value(&path, || self.load(&path).map(Arc::new))
    }

    fn load(&self, path: &Path) -> Result<Document, Unreadable> {
        let shown = self.show(path);
        let unreadable = |why: &str| Unreadable::new(format!("{shown} {why}"));
        let extension = path.extension().map(|extension| extension.to_string_lossy().to_ascii_lowercase());
        let is_text = matches!(extension.as_deref(), Some("tscn" | "tres"));
        if !is_text && self.files.is_file(path) {
            return Err(unreadable(match extension.as_deref() {
                Some("scn" | "res") => "is binary; saved as .tscn or .tres it could be read",
                _ => "is no text scene or resource: what the engine imports from it is binary",
            }));
        }
        let bytes = self.files.read(path).map_err(|error| match error.kind() {
            ErrorKind::NotFound if self.declared => unreadable("does not exist"),
            ErrorKind::NotFound => Unreadable::new(format!(
                "{shown} does not exist; there is no project.godot, so that res:// stands for {}",
                self.root.display()
            )),
            _ => unreadable(&format!("cannot be read: {error}")),
        })?;
        if bytes.len() as u64 > MAX_LEN {
            return Err(unreadable("is longer than 2 GiB"));
        }
        let document = Document::parse(Source::new(path.display().to_string(), bytes));
        if let Some(problem) = document.refusal() {
            let place = document.source().position(problem.span.start);
            return Err(unreadable(&format!(
                "does not parse: {}, line {}, column {}",
                problem.kind, place.line, place.column
            )));
        }
        Ok(document)
    }
}

impl fmt::Debug for Project {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Project({})", self.root.display())
    }
}

/// `uid://<invalid>` and the like mean none.
fn is_uid(text: &str) -> bool {
    text.strip_prefix("uid://")
        .is_some_and(|id| !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_alphanumeric()))
}

fn root_of(files: &dyn Files, scene: &Path) -> (PathBuf, bool) {
    let scene = path::normal(&files.absolute(scene));
    let folder = scene.parent().unwrap_or(&scene);
    match folder.ancestors().find(|folder| files.is_file(&folder.join("project.godot"))) {
        Some(root) => (root.to_owned(), true),
        None => (folder.to_owned(), false),
    }
}

/// The projects that a run over many files meets, each of them once.
pub struct Projects {
    files: Arc<dyn Files>,
    known: Mutex<HashMap<PathBuf, Arc<Project>>>,
}

impl Projects {
    /// None so far.
    pub fn new(files: impl Files + 'static) -> Self {
        Projects { files: Arc::new(files), known: Mutex::default() }
    }

    /// A folder taken for a project, where no `project.godot` says what `res://` is.
    pub fn below(&self, root: &Path) -> Arc<Project> {
        let root = path::normal(&self.files.absolute(root));
        let project = Project::at(Arc::clone(&self.files), root, false);
        Arc::new(Project { whole: true, ..project })
    }

    /// The project that a scene lies in, as [`Project::find`] has it; the same one for all of its scenes.
    pub fn of(&self, scene: &Path) -> Arc<Project> {
        let (root, declared) = root_of(&*self.files, scene);
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let project = known.entry(root).or_insert_with_key(|root| {
            Arc::new(Project::at(Arc::clone(&self.files), root.clone(), declared))
        });
        Arc::clone(project)
    }
}

impl fmt::Debug for Projects {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        f.debug_set().entries(known.values()).finish()
    }
}
