//! What the tests share: scenes to work on, commands to run, and the engine to ask.
//!
//! Nothing here computes with the library's own operations: what a test expects is thought out in the test.
#![allow(dead_code, reason = "each test program uses its own part of this")]

pub mod compare;
pub mod engine;
pub mod model;
pub mod spelled;
pub mod tree;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::SystemTime;

use tilewright::batch;
use tilewright::command::{
    ChangeOptions, CleanOptions, Input, LayerFilter, Mode, clean_file, decode_file, edit_file,
};
use tilewright::op::{self, Operation};
use tilewright::project::{Disk, Projects};
use tilewright::report::{FileOutcome, Status};
use tilewright::tile::LayerKind;

/// x, y, source, atlas x, atlas y, alternative: as they stand in the file, the last four unsigned.
pub type Cell = [i32; 6];

/// A layer as we or the engine read it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layer {
    /// From the root; `None` for a pattern.
    pub node: Option<String>,
    pub kind: String,
    /// Of a TileMap the layer, of a pattern its place in the TileSet.
    pub index: Option<u32>,
    pub cells: Vec<Cell>,
}

pub fn fixtures(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures").join(name)
}

pub fn temp() -> tempfile::TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

/// Copies a folder, but for hidden files.
pub fn copy_tree(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder can be made");
    for entry in fs::read_dir(from).expect("a folder that can be read") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("an entry has a name");
        if name.to_string_lossy().starts_with('.') {
            continue;
        }
        if path.is_dir() {
            copy_tree(&path, &to.join(name));
        } else {
            fs::write(to.join(name), fs::read(&path).expect("a file that can be read")).expect("written");
        }
    }
}

/// All scenes and resources below a folder, sorted.
pub fn scenes(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "tscn" || extension == "tres") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// A file's bytes and time, to see whether anybody wrote it.
#[derive(PartialEq, Eq)]
pub struct Untouched {
    bytes: Vec<u8>,
    time: SystemTime,
}

impl Untouched {
    pub fn of(path: &Path) -> Self {
        let time = fs::metadata(path).and_then(|data| data.modified()).expect("a file with a time");
        Untouched { bytes: fs::read(path).expect("a file"), time }
    }

    pub fn assert(&self, path: &Path, what: &str) {
        let now = Untouched::of(path);
        assert!(now.bytes == self.bytes, "{}: {what} changed its bytes", path.display());
        assert!(now.time == self.time, "{}: {what} wrote it", path.display());
    }
}

/// What the program answered.
pub struct Answer {
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
}

impl Answer {
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.stdout)
            .unwrap_or_else(|error| panic!("no JSON ({error}): {}\n{}", self.stdout, self.stderr))
    }
}

/// Runs the program, with words parted by blanks.
pub fn tilewright(folder: &Path, arguments: &str) -> Answer {
    let words: Vec<&str> = arguments.split_ascii_whitespace().collect();
    tilewright_with(folder, &words, "")
}

pub fn tilewright_with(folder: &Path, arguments: &[&str], stdin: &str) -> Answer {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tilewright"));
    command.args(arguments).current_dir(folder).env("NO_COLOR", "1");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let mut pipe = child.stdin.take().expect("piped");
    // A program that does not read its input closes the pipe: no failure.
    let _ = std::io::Write::write_all(&mut pipe, stdin.as_bytes());
    drop(pipe);
    let output = child.wait_with_output().expect("the program ends");
    Answer {
        code: output.status.code().unwrap_or(-1),
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

pub fn options() -> ChangeOptions {
    options_for(&[])
}

pub fn options_for(layers: &[&str]) -> ChangeOptions {
    ChangeOptions {
        mode: Mode::Write,
        output: None,
        filter: LayerFilter::new(layers.iter().copied()).expect("a test's own glob"),
        shape: None,
        projects: Projects::new(Disk),
    }
}

/// `--offset 1,2 --transpose` as operations, by the library's own list.
pub fn operations(words: &str) -> Vec<Box<dyn Operation>> {
    let mut words = words.split_ascii_whitespace();
    let mut operations = Vec::new();
    while let Some(flag) = words.next() {
        let name = flag.strip_prefix("--").unwrap_or_else(|| panic!("`{flag}` is no flag"));
        let kind = op::ALL.iter().find(|kind| kind.flag == name).unwrap_or_else(|| panic!("no {flag}"));
        let value = if kind.value.is_empty() { "" } else { words.next().expect("a value") };
        operations.push((kind.parse)(value).unwrap_or_else(|error| panic!("{flag} {value}: {error}")));
    }
    operations
}

pub fn edit(path: &Path, words: &str) -> FileOutcome {
    edit_file(&Input::File(path.to_owned()), &operations(words), &options())
}

pub fn edit_layers(path: &Path, words: &str, layers: &[&str]) -> FileOutcome {
    edit_file(&Input::File(path.to_owned()), &operations(words), &options_for(layers))
}

pub fn clean(path: &Path, clean: CleanOptions) -> FileOutcome {
    clean_file(&Input::File(path.to_owned()), clean, &options())
}

pub fn assert_status(outcome: &FileOutcome, status: Status, what: &str) {
    assert_eq!(outcome.status, status, "{}: {what}: {:?}", outcome.path, outcome.error());
}

/// All layers of a file as our decoder reads them, and the code that `decode` would end with. Those of Godot 3 have no
/// cells here: the engine of today loads none.
pub fn decode(path: &Path) -> (Vec<Layer>, u8) {
    let decoded = decode_file(&Input::File(path.to_owned()), &LayerFilter::default());
    let mut patterns = 0;
    let layers = decoded.layers.iter().map(|(site, layer)| {
        let index = match &site.kind {
            LayerKind::TileMap { index, .. } => Some(*index),
            LayerKind::BareTileMap => Some(0),
            LayerKind::Pattern { .. } => {
                patterns += 1;
                Some(patterns - 1)
            }
            LayerKind::TileMapLayer => None,
        };
        let resolved = layer.resolve();
        let cells = resolved.cells.iter().map(|cell| {
            let [source, x, y, alternative] =
                [cell.source, cell.atlas_x, cell.atlas_y, cell.alternative].map(i32::from);
            [cell.x.into(), cell.y.into(), source, x, y, alternative]
        });
        let cells = cells.collect();
        Layer { node: site.node.clone(), kind: site.kind_name().to_owned(), index, cells }
    });
    (layers.collect(), decoded.code)
}

/// The layer of one node; panics if it is not there.
pub fn cells_of(path: &Path, node: &str) -> Vec<Cell> {
    let (layers, _) = decode(path);
    let layer = layers.iter().find(|layer| layer.node.as_deref() == Some(node));
    layer.unwrap_or_else(|| panic!("{}: no layer {node}", path.display())).cells.clone()
}

/// Whether a file holds records that `clean` removes.
pub fn is_unclean(path: &Path) -> bool {
    let listed = tilewright::command::list_file(&Input::File(path.to_owned()), &LayerFilter::default());
    listed.rows.iter().any(|row| row.tombstones + row.duplicates > 0)
}

/// The table that `build` reads.
pub fn data_csv(records: &[Cell]) -> String {
    let mut text = String::from("x,y,source,atlas_x,atlas_y,alternative,transform\n");
    for [x, y, source, atlas_x, atlas_y, alternative] in records {
        if *source == 0xFFFF {
            text += &format!("{x},{y},erase\n");
            continue;
        }
        let bits = [(0x1000, 'h'), (0x2000, 'v'), (0x4000, 't'), (0x8000, 'x')];
        let letters: String =
            bits.iter().filter(|(bit, _)| alternative & bit != 0).map(|(_, letter)| letter).collect();
        text += &format!("{x},{y},{source},{atlas_x},{atlas_y},{},{letters}\n", alternative & 0xFFF);
    }
    text
}

/// Writes a text below a folder and gives its path.
pub fn write(folder: &Path, name: &str, text: &str) -> PathBuf {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().expect("below the folder")).expect("a folder");
    fs::write(&path, text).expect("written");
    path
}

/// The text of a file that is UTF-8.
pub fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Says on stderr, past the capture of passing tests, what the running test misses.
pub fn skipped(why: &str) {
    let name = std::thread::current().name().unwrap_or("a test").to_owned();
    let _ = std::io::Write::write_all(&mut std::io::stderr(), format!("{name}: skipped: {why}\n").as_bytes());
}

/// The folders of real scenes, or a word on stderr why there are none.
pub fn corpus() -> Option<Vec<PathBuf>> {
    let Some(folders) = std::env::var_os("TILEWRIGHT_CORPUS") else {
        skipped("TILEWRIGHT_CORPUS names no folders of real scenes");
        return None;
    };
    let folders: Vec<PathBuf> = std::env::split_paths(&folders).collect();
    assert!(folders.iter().any(|folder| !scenes(folder).is_empty()), "no scene in TILEWRIGHT_CORPUS");
    Some(folders)
}

/// Reads the file as the library does, to see that it can be.
pub fn is_readable(path: &Path) -> bool {
    batch::read(path).is_ok()
}
