//! `edit --offset` against the engine's own paste, on every shape, layout and axis.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use tilewright::command::{ChangeOptions, Input, edit_file};
use tilewright::report::Status;

use crate::common::engine::Engine;
use crate::common::{assert_status, cells_of, edit, operations, options, read, temp};

/// x, y and source.
fn cells(json: &Value) -> Vec<[i64; 3]> {
    let cell = |cell: &Value| [0, 1, 2].map(|at| cell[at].as_f64().expect("a number") as i64);
    let mut cells: Vec<_> = json.as_array().expect("cells").iter().map(cell).collect();
    cells.sort_unstable();
    cells
}

fn ours(path: &Path, node: &str) -> Vec<[i64; 3]> {
    let mut cells: Vec<_> =
        cells_of(path, node).iter().map(|cell| [0, 1, 2].map(|at| i64::from(cell[at]))).collect();
    cells.sort_unstable();
    cells
}

/// A scene before and after, and what was done.
type Pair = (PathBuf, PathBuf, String);

/// Moves each scene as its line says, and gives besides how many of the engine's moves landed one cell further.
fn move_scenes(folder: &Path, lines: &[Value]) -> (Vec<Pair>, usize) {
    let mut pairs = Vec::new();
    let mut shifted = 0;
    for line in lines {
        let scene = folder.join(line["scene"].as_str().expect("a name"));
        let shape = line["shape"].as_str().expect("a shape");
        for (number, step) in line["moves"].as_array().expect("moves").iter().enumerate() {
            let [x, y] = [0, 1].map(|at| step["offset"][at].as_f64().expect("a number") as i64);
            let words = format!("--offset {x},{y}");
            let what = format!("{shape} {} {words}", scene.display());
            let after = scene.with_extension(format!("{number}.tscn"));
            fs::copy(&scene, &after).expect("copied");
            assert_status(&edit(&after, &words), Status::Changed, &what);
            assert_eq!(ours(&after, "Plain"), cells(&step["plain"]), "{what}");
            // The engine's pattern may land one cell further than it should; else it is the same.
            let (mine, edge) = (ours(&after, "Edge"), cells(&step["edge"]));
            if mine != edge {
                assert!(lands_one_further(&mine, &edge, shape), "{what}: {mine:?} {edge:?}");
                shifted += 1;
            }
            // With the shape said, and no TileSet to be read, the outcome is the same.
            if number % 4 == 0 {
                let told = scene.with_extension(format!("{number}.told.tscn"));
                fs::write(&told, read(&scene).replace(".tres\"", ".none.tres\"")).expect("written");
                let options = ChangeOptions { shape: Some(shape.parse().expect("a shape")), ..options() };
                let outcome = edit_file(&Input::File(told.clone()), &operations(&words), &options);
                assert_status(&outcome, Status::Changed, &what);
                assert_eq!(ours(&told, "Plain"), ours(&after, "Plain"), "{what}, told");
            }
            pairs.push((scene.clone(), after, what));
        }
    }
    (pairs, shifted)
}

fn lands_one_further(mine: &[[i64; 3]], edge: &[[i64; 3]], shape: &str) -> bool {
    let stacked = shape.contains(",stacked,") && !shape.starts_with("square");
    let (dx, dy) = if shape.ends_with("horizontal") { (1, 0) } else { (0, 1) };
    let further: Vec<[i64; 3]> = mine.iter().map(|[x, y, source]| [x + dx, y + dy, *source]).collect();
    stacked && further == edge
}

#[test]
fn an_offset_is_the_engines_own_paste() {
    let Some(engine) = Engine::find() else { return };
    let work = temp();
    let folder = work.path().to_str().expect("UTF-8");
    fs::write(work.path().join("project.godot"), "config_version=5\n").expect("written");
    let (code, output) = engine.script("moves.gd", work.path(), &["make", folder]);
    assert!(code == 0 && !output.contains("SCRIPT ERROR"), "{output}");
    let text = read(&work.path().join("moves.jsonl"));
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    // Each write waits for the disk: wait in company.
    let moved = std::thread::scope(|scope| {
        let chunks = lines.chunks(lines.len().div_ceil(8));
        let threads: Vec<_> = chunks.map(|lines| scope.spawn(|| move_scenes(work.path(), lines))).collect();
        threads.into_iter().map(|thread| thread.join().expect("all as the engine does")).collect::<Vec<_>>()
    });
    let shifted: usize = moved.iter().map(|(_, shifted)| shifted).sum();
    let pairs: Vec<Pair> = moved.into_iter().flat_map(|(pairs, _)| pairs).collect();
    assert!(pairs.len() > 2000 && shifted > 0, "{} moves, {shifted} of them shifted", pairs.len());
    let (jobs, out) = (work.path().join("jobs"), work.path().join("out"));
    let lines: Vec<String> =
        pairs.iter().map(|(before, after, _)| format!("{}\t{}", before.display(), after.display())).collect();
    fs::write(&jobs, lines.join("\n")).expect("written");
    let arguments = ["places", jobs.to_str().expect("UTF-8"), out.to_str().expect("UTF-8")];
    let (code, output) = engine.script("moves.gd", work.path(), &arguments);
    assert_eq!(code, 0, "{output}");
    let answers = read(&out);
    assert_eq!(answers.lines().count(), pairs.len(), "{output}");
    for (answer, (.., what)) in answers.lines().zip(&pairs) {
        let answer: Value = serde_json::from_str(answer).expect("JSON");
        // All layers of a file move together, as one selection.
        for node in ["Plain", "Edge", "Inner"] {
            assert_eq!(answer[node].as_array().map(Vec::len), Some(1), "{what}: the shape is kept: {answer}");
        }
        assert_eq!(answer["Plain"], answer["Edge"], "{what}: the layers move alike");
        assert_eq!(answer["Plain"], answer["Inner"], "{what}: the layers move alike");
    }
}
