//! How much memory commands take: at the peak at most 3 times the file, which itself counts as one, and no more than in
//! proportion to it.

#[path = "bench/scenes.rs"]
#[allow(dead_code, reason = "the benches use more of them")]
mod scenes;

use std::alloc::{GlobalAlloc, Layout, System};
use std::fs;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use tilewright::command::{ChangeOptions, CleanOptions, Input, LayerFilter, Mode, clean_file, list_file};
use tilewright::project::{Disk, Projects};
use tilewright::report::Status;

/// Counts the bytes that are live, and the most that ever were.
struct Counting;

static LIVE: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

fn grown(by: usize) {
    let live = LIVE.fetch_add(by, Relaxed) + by;
    PEAK.fetch_max(live, Relaxed);
}

// SAFETY: every call goes to the system's allocator as it came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        grown(layout.size());
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        grown(layout.size());
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        LIVE.fetch_sub(layout.size(), Relaxed);
        unsafe { System.dealloc(place, layout) }
    }

    // A long block is moved by its pages, so the old and the new one are not both there.
    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        LIVE.fetch_sub(layout.size(), Relaxed);
        grown(size);
        unsafe { System.realloc(place, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// All tests share the counts, so one runs at a time.
static ONE: Mutex<()> = Mutex::new(());

/// The length of a file and the peak of a command on it, both in bytes.
#[derive(Clone, Copy)]
struct Use {
    file: usize,
    peak: usize,
}

fn measure(scene: Vec<u8>, command: fn(&Input)) -> Use {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let input = Input::File(folder.path().join("scene.tscn"));
    fs::write(input.place(), &scene).expect("room for the scene");
    let file = scene.len();
    drop(scene);
    let before = LIVE.load(Relaxed);
    PEAK.store(before, Relaxed);
    command(&input);
    Use { file, peak: PEAK.load(Relaxed) - before }
}

fn clean(input: &Input) {
    let options = ChangeOptions {
        mode: Mode::Write,
        output: None,
        filter: LayerFilter::default(),
        shape: None,
        projects: Projects::new(Disk),
    };
    let outcome = clean_file(input, CleanOptions::default(), &options);
    assert_eq!(outcome.status, Status::Changed, "{:?}", outcome.troubles);
}

fn list(input: &Input) {
    let listed = list_file(input, &LayerFilter::default());
    assert_eq!(listed.code, 0, "{:?}", listed.troubles);
}

/// Runs a command on a scene of about 8 MB, given by its size, and on one of an eighth.
fn check(make: fn(usize) -> Vec<u8>, size: usize, command: fn(&Input)) {
    let _one = ONE.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    // What is made once and kept, such as threads, is no file's.
    measure(make(size / 64), command);
    let small = measure(make(size / 8), command);
    let large = measure(make(size), command);
    let ratio = large.peak as f64 / large.file as f64;
    let growth = large.peak as f64 / small.peak as f64;
    println!("{} bytes: peak {ratio:.2} times the file, {growth:.2} times that of an eighth", large.file);
    assert!((7 << 20..10 << 20).contains(&large.file), "{} bytes", large.file);
    assert!(ratio <= 3.0, "the peak is {ratio:.2} times the file");
    assert!(growth <= 9.0, "8 times the file takes {growth:.2} times the memory");
}

#[test]
fn clean_base64() {
    check(scenes::base64, 500_000, clean);
}

#[test]
fn clean_decimal() {
    check(scenes::decimal, 200_000, clean);
}

#[test]
fn clean_nodes() {
    check(scenes::nodes, 42_000, clean);
}

#[test]
fn clean_many_layers() {
    check(scenes::layers, 1_100, clean);
}

#[test]
fn clean_scattered() {
    check(scenes::scattered, 500_000, clean);
}

#[test]
fn list_base64() {
    check(scenes::base64, 500_000, list);
}

#[test]
fn list_decimal() {
    check(scenes::decimal, 200_000, list);
}

#[test]
fn list_nodes() {
    check(scenes::nodes, 42_000, list);
}

#[test]
fn list_many_layers() {
    check(scenes::layers, 1_100, list);
}

#[test]
fn list_scattered() {
    check(scenes::scattered, 500_000, list);
}
