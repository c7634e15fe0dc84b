//! The engine as a judge: `TILEWRIGHT_GODOT` is the path of a Godot binary, 4.3 or later.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;

use serde_json::Value;

use super::{Cell, Layer};

/// One engine at a time: tests run beside each other, and each start takes all there is.
static TURN: Mutex<()> = Mutex::new(());

pub struct Engine {
    program: PathBuf,
}

/// What the engine makes of a file.
#[derive(Debug)]
pub struct Reading {
    pub ok: bool,
    /// Whether the engine went down on it.
    pub crashed: bool,
    pub messages: Vec<String>,
    pub layers: Vec<Layer>,
    /// The answer itself.
    pub json: Value,
}

impl Engine {
    /// The engine, or a word on stderr that the test is skipped.
    pub fn find() -> Option<Engine> {
        match std::env::var_os("TILEWRIGHT_GODOT") {
            Some(program) => Some(Engine { program: program.into() }),
            None => {
                super::skipped("TILEWRIGHT_GODOT is not the path of a Godot binary");
                None
            }
        }
    }

    /// Runs one of the scripts beside these tests. `project` is what `res://` means.
    pub fn script(&self, name: &str, project: &Path, arguments: &[&str]) -> (i32, String) {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/engine").join(name);
        let script = script.to_str().expect("a path in UTF-8").to_owned();
        self.run(project, &[&["--script", &script, "--"], arguments].concat())
    }

    /// Exit code, and both outputs.
    pub fn run(&self, project: &Path, arguments: &[&str]) -> (i32, String) {
        let _turn = TURN.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let output = Command::new(&self.program)
            .args(["--headless", "--path"])
            .arg(project)
            .args(arguments)
            .output()
            .unwrap_or_else(|error| panic!("{}: {error}", self.program.display()));
        let text = [output.stdout, output.stderr].concat();
        (output.status.code().unwrap_or(-1), String::from_utf8_lossy(&text).into_owned())
    }

    /// What the engine reads from each file. It is started again behind a file on which it goes down.
    pub fn read(&self, project: &Path, files: &[PathBuf]) -> Vec<Reading> {
        let jobs: Vec<String> = files.iter().map(|file| absolute(file)).collect();
        self.jobs("read", project, &jobs).into_iter().map(reading).collect()
    }

    /// The same, with all nodes in the order of the tree and what differs from their classes' own properties.
    pub fn tree(&self, project: &Path, files: &[PathBuf]) -> Vec<Reading> {
        let jobs: Vec<String> = files.iter().map(|file| absolute(file)).collect();
        self.jobs("tree", project, &jobs).into_iter().map(reading).collect()
    }

    /// Loads and saves each file elsewhere, without instantiating it; tells which ones could be.
    pub fn resave(&self, project: &Path, pairs: &[(PathBuf, PathBuf)]) -> Vec<bool> {
        let jobs: Vec<String> =
            pairs.iter().map(|(from, to)| format!("{}\t{}", absolute(from), absolute(to))).collect();
        let answers = self.jobs("resave", project, &jobs);
        answers.into_iter().map(|answer| answer.is_some_and(|answer| answer["ok"] == true)).collect()
    }

    /// Opens and saves each scene in its place, as the editor does.
    pub fn pack(&self, project: &Path, files: &[PathBuf]) -> Vec<bool> {
        let jobs: Vec<String> = files.iter().map(|file| format!("{0}\t{0}", absolute(file))).collect();
        let answers = self.jobs("pack", project, &jobs);
        answers.into_iter().map(|answer| answer.is_some_and(|answer| answer["ok"] == true)).collect()
    }

    fn jobs(&self, mode: &str, project: &Path, jobs: &[String]) -> Vec<Option<Value>> {
        let work = super::temp();
        let (list, out) = (work.path().join("jobs"), work.path().join("out"));
        let mut answers: Vec<Option<Value>> = Vec::new();
        while answers.len() < jobs.len() {
            fs::write(&list, jobs[answers.len()..].join("\n")).expect("written");
            let arguments = [mode, list.to_str().expect("UTF-8"), out.to_str().expect("UTF-8")];
            let (code, output) = self.script("reader.gd", project, &arguments);
            let text = fs::read_to_string(&out).unwrap_or_default();
            let lines = text.lines().map(|line| serde_json::from_str(line).expect("a line of JSON"));
            let before = answers.len();
            answers.extend(lines.map(Some));
            if answers.len() < jobs.len() {
                assert!(answers.len() > before || code != 2, "the reader did not start: {output}");
                eprintln!("the engine went down on {}", jobs[answers.len()]);
                answers.push(None);
            }
        }
        answers
    }
}

fn absolute(path: &Path) -> String {
    let path = std::path::absolute(path).expect("a path");
    path.to_str().expect("a path in UTF-8").to_owned()
}

/// From a line of the reader, or from nothing where the engine went down.
pub fn reading(answer: Option<Value>) -> Reading {
    let crashed = answer.is_none();
    let json = answer.unwrap_or_default();
    let strings = |value: &Value| -> Vec<String> {
        let list = value.as_array().map(Vec::as_slice).unwrap_or_default();
        list.iter().filter_map(|text| text.as_str().map(str::to_owned)).collect()
    };
    let layers = json["layers"].as_array().map(Vec::as_slice).unwrap_or_default();
    Reading {
        ok: json["ok"] == true,
        crashed,
        messages: strings(&json["messages"]),
        layers: layers.iter().map(layer).collect(),
        json,
    }
}

fn layer(json: &Value) -> Layer {
    let number = |value: &Value| value.as_f64().map(|number| number as i32);
    let index = number(&json["layer"]).or(number(&json["pattern"]));
    let cell = |cell: &Value| -> Cell {
        let numbers: Vec<i32> = cell.as_array().expect("a cell").iter().filter_map(number).collect();
        numbers.try_into().expect("six numbers")
    };
    Layer {
        node: json["node"].as_str().map(str::to_owned),
        kind: json["kind"].as_str().expect("a kind").to_owned(),
        index: index.map(|index| index as u32),
        cells: json["cells"].as_array().expect("cells").iter().map(cell).collect(),
    }
}
