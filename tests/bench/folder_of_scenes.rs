//! 5,000 small scenes in 8 parts, listed; with a search for one word in the same files as the yardstick.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use divan::Bencher;
use divan::counter::BytesCount;
use rayon::prelude::*;
use tilewright::batch::{self, Configs, Silent, discover};
use tilewright::command::{Input, LayerFilter, list_file};

const FILES: usize = 5_000;
const PARTS: usize = 8;

pub struct Folder {
    root: PathBuf,
    pub parts: Vec<PathBuf>,
    files: Vec<PathBuf>,
    len: BytesCount,
}

/// The folder, made when it is first asked for.
pub fn made() -> &'static Folder {
    static FOLDER: OnceLock<Folder> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let root = super::folder().join("scenes");
        let mut folder = Folder { root, parts: Vec::new(), files: Vec::new(), len: BytesCount::new(0_u64) };
        let mut len = 0;
        for part in 0..PARTS {
            let part_root = folder.root.join(format!("part{part}"));
            for index in 0..super::scaled(FILES / PARTS) {
                let room = part_root.join(format!("room{}", index / 50));
                if index % 50 == 0 {
                    fs::create_dir_all(&room).expect("a folder can be made");
                }
                let path = room.join(format!("scene{index}.tscn"));
                let text = super::scenes::small(index);
                fs::write(&path, &text).expect("room for the scene");
                len += text.len();
                folder.files.push(path);
            }
            folder.parts.push(part_root);
        }
        folder.len = BytesCount::new(len);
        folder
    })
}

/// What `list` does, but for its table.
pub fn list_all(paths: &[PathBuf]) -> usize {
    let found = discover(paths, batch::Options::default(), &Configs::default());
    let inputs: Vec<Input> = found.files.into_iter().map(Input::File).collect();
    let filter = LayerFilter::default();
    let listed = batch::run(&inputs, None, &Silent, |input| list_file(input, &filter));
    listed.into_iter().map(|file| file.expect("no panic").rows.len()).sum()
}

#[divan::bench]
fn list(bencher: Bencher<'_, '_>) {
    let folder = made();
    bencher.counter(folder.len).bench(|| list_all(&folder.parts));
}

/// The program itself, to set beside `ripgrep`.
#[divan::bench(ignore = option_env!("CARGO_BIN_EXE_tilewright").is_none())]
fn list_program(bencher: Bencher<'_, '_>) {
    let folder = made();
    let program = option_env!("CARGO_BIN_EXE_tilewright").unwrap_or_default();
    bencher.counter(folder.len).bench(|| run(program, &["list"], &folder.root));
}

/// Yardstick, where it is installed: `rg` counts the lines with `tile_map_data`, with both of its hands.
#[divan::bench(ignore = !has_ripgrep())]
fn ripgrep(bencher: Bencher<'_, '_>) {
    let folder = made();
    bencher.counter(folder.len).bench(|| run("rg", &["-c", "tile_map_data"], &folder.root));
}

/// Yardstick: all files read and searched for a word that is not there.
#[divan::bench]
fn read_and_search(bencher: Bencher<'_, '_>) {
    let folder = made();
    bencher.counter(folder.len).bench(|| {
        let search = |path: &PathBuf| {
            let bytes = fs::read(path).expect("the scene is there");
            memchr::memmem::find(&bytes, b"tile_map_date").is_some()
        };
        folder.files.par_iter().filter(|path| search(path)).count()
    });
}

fn has_ripgrep() -> bool {
    Command::new("rg").arg("--version").stdout(Stdio::null()).status().is_ok()
}

fn run(program: &str, arguments: &[&str], folder: &Path) {
    let output = Command::new(program).args(arguments).arg(folder).output().expect("the program starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(!output.stdout.is_empty());
}
