use std::any::Any;
use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::path::Path;
use std::sync::Once;

use rayon::prelude::*;

use super::FileError;

/// Who is told how far a run has come. Called from the worker threads.
pub trait Progress: Sync {
    /// The run begins; so many items will be done.
    fn start(&self, total: usize);
    /// One more item is done.
    fn step(&self);
    /// The run is over.
    fn finish(&self);
}

/// Nobody is told.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Progress for Silent {
    fn start(&self, _total: usize) {}
    fn step(&self) {}
    fn finish(&self) {}
}

/// The work on one item ended in a panic: a fault in this program, not in the item.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}{}", .place.as_ref().map(|place| format!(" (at {place})")).unwrap_or_default())]
pub struct Panicked {
    /// What the panic said.
    pub message: String,
    /// Where in the code, `file:line:column`, if known.
    pub place: Option<String>,
}

impl Panicked {
    /// As the failure of one file.
    pub fn in_file(&self, path: &Path) -> FileError {
        FileError::new(path, format!("{}: tilewright panicked: {self}", path.display()))
            .with_help("this is a fault in tilewright, please report it with the file")
    }
}

/// Does `work` for each item, several at once; the results have the order of the items.
///
/// `jobs` is the number of threads; without it, those that rayon has: as many as processors. No more
/// items are in work at one time than there are threads, so this also bounds the memory; it holds as
/// long as `work` does not itself run on rayon. A panic ends only its own item, and prints nothing.
pub fn run<I: Sync, T: Send>(
    items: &[I],
    jobs: Option<usize>,
    progress: &dyn Progress,
    work: impl Fn(&I) -> T + Sync,
) -> Vec<Result<T, Panicked>> {
    quiet_workers();
    progress.start(items.len());
    let one = |item: &I| {
        let result = guarded(|| work(item));
        progress.step();
        result
    };
    let all = || items.par_iter().with_max_len(1).map(one).collect();
    let results = match jobs.map(|jobs| jobs.clamp(1, items.len().max(1))) {
        Some(1) => items.iter().map(one).collect(),
        Some(jobs) => match rayon::ThreadPoolBuilder::new().num_threads(jobs).build() {
            Ok(pool) => pool.install(all),
            // The system gives no more threads: slower, but done.
            Err(_) => items.iter().map(one).collect(),
        },
        None => all(),
    };
    progress.finish();
    results
}

thread_local! {
    static QUIET: Cell<bool> = const { Cell::new(false) };
    static PLACE: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Puts a hook before the one that is there: silent on a thread that works on an item, where the panic
/// is caught and told as that item's failure, and the old one anywhere else.
fn quiet_workers() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let before = take_hook();
        set_hook(Box::new(move |info| {
            if QUIET.get() {
                PLACE.set(info.location().map(ToString::to_string));
            } else {
                before(info);
            }
        }));
    });
}

fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, Panicked> {
    let before = QUIET.replace(true);
    // What a panic leaves half done is dropped with the item: nothing else sees it.
    let result = catch_unwind(AssertUnwindSafe(work));
    QUIET.set(before);
    result.map_err(|payload| Panicked { message: said(&*payload), place: PLACE.take() })
}

fn said(payload: &(dyn Any + Send)) -> String {
    payload
        .downcast_ref::<&str>()
        .map(ToString::to_string)
        .or_else(|| payload.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "a panic without words".to_owned())
}
