use std::any::Any;
use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::path::Path;
use std::sync::Once;
use std::sync::atomic::{AtomicUsize, Ordering};

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
/// `jobs` is the number of threads; without it, as many as processors. No more items are in work at one
/// time than there are threads, which bounds the memory: these are threads of their own, so that work
/// that itself runs on rayon (long buffers do) never starts on another item while it waits. A panic ends
/// only its own item, and prints nothing.
pub fn run<I: Sync, T: Send>(
    items: &[I],
    jobs: Option<usize>,
    progress: &dyn Progress,
    work: impl Fn(&I) -> T + Sync,
) -> Vec<Result<T, Panicked>> {
    quiet_workers();
    progress.start(items.len());
    let next = AtomicUsize::new(0);
    let worker = || {
        let mut done = Vec::new();
        while let Some((index, item)) = take(items, &next) {
            done.push((index, guarded(|| work(item))));
            progress.step();
        }
        done
    };
    let threads = jobs.unwrap_or_else(processors).clamp(1, items.len().max(1));
    let mut results: Vec<(usize, Result<T, Panicked>)> = std::thread::scope(|scope| {
        // This thread works too. If the system gives fewer others than wanted, it is slower, but done.
        let builder = std::thread::Builder::new;
        let others: Vec<_> =
            (1..threads).filter_map(|_| builder().spawn_scoped(scope, worker).ok()).collect();
        let mut results = worker();
        for other in others {
            results.extend(other.join().expect("a worker catches every panic"));
        }
        results
    });
    results.sort_unstable_by_key(|(index, _)| *index);
    progress.finish();
    results.into_iter().map(|(_, result)| result).collect()
}

fn take<'i, I>(items: &'i [I], next: &AtomicUsize) -> Option<(usize, &'i I)> {
    let index = next.fetch_add(1, Ordering::Relaxed);
    items.get(index).map(|item| (index, item))
}

fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Bounds the threads that work on one long buffer; to be called once, before the first work.
pub fn bound_threads(jobs: usize) {
    // A pool that is there already was bounded by whoever made it.
    let _ = rayon::ThreadPoolBuilder::new().num_threads(jobs).build_global();
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
