//! `clean` and `edit`: the engine reads exactly the cells that they promise.

use std::path::Path;
use tilewright::command::CleanOptions;
use tilewright::op::Order;

use tilewright::report::{FileOutcome, Status};

use super::samples::{ERASED, Promises, Sample, samples};
use crate::common::engine::Engine;
use crate::common::{
    Cell, assert_status, clean, copy_tree, decode, edit, edit_layers, is_unclean, model, read, temp, write,
};

/// The cells of one layer by what they were; the rectangle is the one around the cells of all layers.
type Promise = fn(Vec<Cell>, Bounds) -> Vec<Cell>;

#[derive(Clone, Copy)]
struct Bounds {
    x: i32,
    y: i32,
    width: i32,
    height: i32,
}

fn bounds(layers: &[Vec<Cell>]) -> Bounds {
    let all = || layers.iter().flatten();
    let (x, y) = (all().map(|cell| cell[0]).min().unwrap_or(0), all().map(|cell| cell[1]).min().unwrap_or(0));
    let (right, below) =
        (all().map(|cell| cell[0]).max().unwrap_or(0), all().map(|cell| cell[1]).max().unwrap_or(0));
    Bounds { x, y, width: right - x + 1, height: below - y + 1 }
}

fn promised(sample: &Sample, promise: Promise) -> Vec<Vec<Cell>> {
    let loaded = sample.loaded();
    let bounds = bounds(&loaded);
    loaded.into_iter().map(|cells| promise(cells, bounds)).collect()
}

fn shift(cells: Vec<Cell>, dx: i32, dy: i32) -> Vec<Cell> {
    cells.into_iter().map(|[x, y, a, b, c, d]| [x + dx, y + dy, a, b, c, d]).collect()
}

fn keep(cells: Vec<Cell>, inside: bool, [left, top, width, height]: [i32; 4]) -> Vec<Cell> {
    let within =
        |cell: &Cell| (left..left + width).contains(&cell[0]) && (top..top + height).contains(&cell[1]);
    cells.into_iter().filter(|cell| within(cell) == inside).collect()
}

/// Turns each cell: its place within the bounds, and the bits h, v, t.
fn turn(
    cells: Vec<Cell>,
    bounds: Bounds,
    place: impl Fn(i32, i32) -> (i32, i32),
    bits: impl Fn(bool, bool, bool) -> (bool, bool, bool),
) -> Vec<Cell> {
    let turned = |[x, y, source, atlas_x, atlas_y, alternative]: Cell| {
        let (x, y) = place(x - bounds.x, y - bounds.y);
        let has = |bit: i32| alternative & bit != 0;
        let (h, v, t) = bits(has(0x1000), has(0x2000), has(0x4000));
        let alternative = alternative & 0x8FFF | i32::from(h) << 12 | i32::from(v) << 13 | i32::from(t) << 14;
        [x + bounds.x, y + bounds.y, source, atlas_x, atlas_y, alternative]
    };
    cells.into_iter().map(turned).collect()
}

fn by_rows(mut cells: Vec<Cell>) -> Vec<Cell> {
    cells.sort_by_key(|cell| (cell[1], cell[0]));
    cells
}

fn by_columns(mut cells: Vec<Cell>) -> Vec<Cell> {
    cells.sort_by_key(|cell| (cell[0], cell[1]));
    cells
}

fn replace(cells: Vec<Cell>, with: impl Fn(&mut Cell)) -> Vec<Cell> {
    let replaced = |mut cell: Cell| {
        with(&mut cell);
        cell
    };
    cells.into_iter().map(replaced).collect()
}

/// Each operation and what the map holds afterwards, thought out without the library's code.
const OPERATIONS: &[(&str, Promise)] = &[
    ("--offset 0,0", |cells, _| cells),
    ("--offset 3,-2", |cells, _| shift(cells, 3, -2)),
    ("--offset -7,5", |cells, _| shift(cells, -7, 5)),
    ("--sort yx", |cells, _| by_rows(cells)),
    ("--sort xy", |cells, _| by_columns(cells)),
    ("--crop -1,-1,4,3", |cells, _| keep(cells, true, [-1, -1, 4, 3])),
    ("--crop 100,100,1,1", |_, _| Vec::new()),
    ("--erase -1,-1,4,3", |cells, _| keep(cells, false, [-1, -1, 4, 3])),
    ("--erase -50,-50,100,100", |cells, _| keep(cells, false, [-50, -50, 100, 100])),
    ("--replace 1=9", |cells, _| {
        replace(cells, |cell| {
            if cell[2] == 1 {
                cell[2] = 9;
            }
        })
    }),
    ("--replace 0:1,1=2:3,3", |cells, _| {
        replace(cells, |cell| {
            if cell[2..5] == [0, 1, 1] {
                cell[2..5].copy_from_slice(&[2, 3, 3]);
            }
        })
    }),
    ("--replace 2:2,3:0=4:5,6:7", |cells, _| {
        replace(cells, |cell| {
            if cell[2..5] == [2, 2, 3] && cell[5] & 0x8FFF == 0 {
                cell[2..5].copy_from_slice(&[4, 5, 6]);
                cell[5] |= 7;
            }
        })
    }),
    ("--replace 1:1,1:1=1:0,0:0hv", |cells, _| {
        replace(cells, |cell| {
            if cell[2..5] == [1, 1, 1] && cell[5] & 0x8FFF == 1 {
                cell[3..6].copy_from_slice(&[0, 0, 0x3000]);
            }
        })
    }),
    ("--flip h", |cells, b| turn(cells, b, |x, y| (b.width - 1 - x, y), |h, v, t| (!h, v, t))),
    ("--flip v", |cells, b| turn(cells, b, |x, y| (x, b.height - 1 - y), |h, v, t| (h, !v, t))),
    ("--rotate 90", |cells, b| turn(cells, b, |x, y| (b.height - 1 - y, x), |h, v, t| (!v, h, !t))),
    ("--rotate 180", |cells, b| {
        turn(cells, b, |x, y| (b.width - 1 - x, b.height - 1 - y), |h, v, t| (!h, !v, t))
    }),
    ("--rotate 270", |cells, b| turn(cells, b, |x, y| (y, b.width - 1 - x), |h, v, t| (v, !h, !t))),
    ("--transpose", |cells, b| turn(cells, b, |x, y| (y, x), |h, v, t| (v, h, !t))),
    ("--recode decimal", |cells, _| cells),
    ("--recode base64", |cells, _| cells),
    ("--recode rows", |cells, _| cells),
    ("--recode engine", |cells, _| cells),
    ("--offset 1,1 --crop 0,0,3,3 --sort yx --recode rows", |cells, _| {
        by_rows(keep(shift(cells, 1, 1), true, [0, 0, 3, 3]))
    }),
    ("--crop 0,0,3,3 --offset 1,1", |cells, _| shift(keep(cells, true, [0, 0, 3, 3]), 1, 1)),
    ("--recode base64 --flip h --flip h", |cells, _| cells),
];

#[test]
fn edit_leaves_the_cells_that_it_promises() {
    let Some(engine) = Engine::find() else { return };
    let work = temp();
    let mut promises = Promises::default();
    for sample in samples() {
        for (words, promise) in OPERATIONS {
            let path = promises.place(work.path(), &sample);
            let outcome = edit(&path, words);
            let what = format!("{}: edit {words}", sample.name);
            assert_ne!(outcome.status, Status::Failed, "{what}: {:?}", outcome.error());
            promises.add(&path, &what, &sample, promised(&sample, *promise));
            // What one spelling holds, every other one holds too.
            for spelling in ["base64", "rows"] {
                let path = promises.place(work.path(), &sample);
                edit(&path, &format!("--recode {spelling}"));
                let outcome = edit(&path, words);
                let what = format!("{}: {spelling}, then edit {words}", sample.name);
                assert_ne!(outcome.status, Status::Failed, "{what}: {:?}", outcome.error());
                promises.add(&path, &what, &sample, promised(&sample, *promise));
            }
        }
    }
    promises.check(&engine, work.path());
}

#[test]
fn edit_leaves_other_layers_alone() {
    let Some(engine) = Engine::find() else { return };
    let work = temp();
    let mut promises = Promises::default();
    for sample in samples() {
        let chosen = if sample.name == "map" { "Map#1" } else { "Ground" };
        let is_chosen = |layer: &(&str, Option<u32>, Vec<Cell>)| layer.0 == chosen || layer.1 == Some(1);
        let loaded = sample.loaded();
        let own: Vec<Vec<Cell>> = sample
            .layers
            .iter()
            .zip(&loaded)
            .filter(|(layer, _)| is_chosen(layer))
            .map(|(_, cells)| cells.clone())
            .collect();
        let own_bounds = bounds(&own);
        for (words, promise) in OPERATIONS {
            let path = promises.place(work.path(), &sample);
            let outcome = edit_layers(&path, words, &[chosen]);
            let what = format!("{}: edit --layer {chosen} {words}", sample.name);
            assert_ne!(outcome.status, Status::Failed, "{what}: {:?}", outcome.error());
            let cells = sample.layers.iter().zip(&loaded).map(|(layer, cells)| match is_chosen(layer) {
                true => promise(cells.clone(), own_bounds),
                false => cells.clone(),
            });
            promises.add(&path, &what, &sample, cells.collect());
        }
    }
    promises.check(&engine, work.path());
}

#[test]
fn clean_leaves_the_cells_that_the_engine_loads() {
    let Some(engine) = Engine::find() else { return };
    let work = temp();
    let mut promises = Promises::default();
    for sample in samples() {
        let orders: [(Option<Order>, Promise); 3] = [
            (None, |cells, _| cells),
            (Some(Order::Yx), |cells, _| by_rows(cells)),
            (Some(Order::Xy), |cells, _| by_columns(cells)),
        ];
        for (sort, promise) in orders {
            for spelling in ["decimal", "base64", "rows"] {
                let path = promises.place(work.path(), &sample);
                edit(&path, &format!("--recode {spelling}"));
                let outcome = clean(&path, CleanOptions { sort, repair: false });
                let what = format!("{} in {spelling}: clean {sort:?}", sample.name);
                assert_ne!(outcome.status, Status::Failed, "{what}: {:?}", outcome.error());
                assert!(!is_unclean(&path), "{what}: something is left");
                promises.add(&path, &what, &sample, promised(&sample, promise));
            }
        }
        // And the engine itself agrees that nothing was lost: the file as it was shows the same cells.
        let path = promises.place(work.path(), &sample);
        promises.add(&path, &sample.name, &sample, sample.loaded());
    }
    promises.check(&engine, work.path());
}

/// `--repair` drops what the engine drops, and the message is gone.
#[test]
fn a_repaired_buffer_holds_the_complete_records() {
    let Some(engine) = Engine::find() else { return };
    let work = temp();
    let mut promises = Promises::default();
    let mut sample = samples().swap_remove(0);
    sample.text = sample.text.replace(")\n", ", 1, 2, 3)\n");
    let path = promises.place(work.path(), &sample);
    assert_status(&clean(&path, CleanOptions::default()), Status::Failed, "clean");
    assert_status(
        &clean(&path, CleanOptions { sort: None, repair: true }),
        Status::Changed,
        "clean --repair",
    );
    promises.add(&path, "clean --repair", &sample, sample.loaded());
    promises.check(&engine, work.path());
}

/// An override: what is left of it counts, and if that is nothing, it must go on to say so.
#[test]
fn an_emptied_override_shows_no_cells_of_its_base() {
    let Some(engine) = Engine::find() else { return };
    let work = temp();
    write(work.path(), "project.godot", "config_version=5\n");
    write(
        work.path(),
        "base.tscn",
        &model::scene(&[("Ground", &[[0, 0, 9, 0, 0, 0], [1, 1, 9, 0, 0, 0]])], false),
    );
    let records: [Cell; 5] = [
        [2, 2, 1, 0, 0, 0],
        [3, 3, 1, 0, 0, 0],
        [3, 3, ERASED, 0, 0, 0],
        [1, 1, 4, 0, 0, 0],
        [1, 1, 5, 0, 0, 0],
    ];
    let gone: [Cell; 2] = [[2, 2, 1, 0, 0, 0], [2, 2, ERASED, 0, 0, 0]];
    let text = |records: &[Cell]| {
        format!(
            "[gd_scene format=3]\n\n[ext_resource type=\"PackedScene\" path=\"res://base.tscn\" id=\"1_b\"]\n\n\
             [node name=\"Level\" instance=ExtResource(\"1_b\")]\n\n[node name=\"Ground\" parent=\".\" index=\"0\"]\n{}",
            model::data_line(records)
        )
    };
    let cleaned = |path: &Path| clean(path, CleanOptions::default());
    type Step<'s> = &'s dyn Fn(&Path) -> FileOutcome;
    let steps: [(&str, &[Cell], Step<'_>, Vec<Cell>); 6] = [
        ("clean", &records, &cleaned, model::loaded(&records)),
        ("clean to nothing", &gone, &cleaned, Vec::new()),
        ("erase", &records, &|path| edit(path, "--erase 2,2,1,1"), vec![[1, 1, 5, 0, 0, 0]]),
        ("erase all", &records, &|path| edit(path, "--erase -9,-9,99,99"), Vec::new()),
        ("recode", &records, &|path| edit(path, "--recode engine"), model::loaded(&records)),
        (
            "offset",
            &records,
            &|path| edit(path, "--offset 1,0"),
            vec![[2, 1, 5, 0, 0, 0], [3, 2, 1, 0, 0, 0]],
        ),
    ];
    for (name, records, step, expected) in steps {
        let path = write(work.path(), "level.tscn", &text(records));
        assert_status(&step(&path), if name == "recode" { Status::Unchanged } else { Status::Changed }, name);
        let reading = engine.read(work.path(), std::slice::from_ref(&path)).swap_remove(0);
        assert!(reading.messages.is_empty(), "{name}: {:?}", reading.messages);
        let cells = &reading.layers[0].cells;
        assert_eq!(model::sorted(cells), model::sorted(&expected), "{name}\n{}", read(&path));
    }
}

/// The alternative of a scene tile is the number of the scene, and no bit of it turns.
#[test]
fn scene_tiles_change_places_only() {
    let work = temp();
    copy_tree(&Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes"), work.path());
    let path = work.path().join("castle.tscn");
    let (before, _) = decode(&path);
    let count = before.iter().flat_map(|layer| &layer.cells).filter(|cell| cell[2] == 1).count();
    assert!(count > 0, "the castle has torches");
    for words in ["--flip h", "--flip v", "--rotate 90", "--transpose"] {
        assert_status(&edit(&path, words), Status::Changed, words);
        let (after, _) = decode(&path);
        for (before, after) in before.iter().zip(&after) {
            for (old, new) in before.cells.iter().zip(&after.cells) {
                assert_eq!(old[2], new[2], "the order stays");
                assert!(old[2] != 1 || old[5] == new[5], "{words}: a torch is turned: {old:?} {new:?}");
            }
        }
    }
    let Some(engine) = Engine::find() else { return };
    let (code, output) = engine.run(work.path(), &["--import"]);
    assert_eq!(code, 0, "{output}");
    let reading = engine.read(work.path(), std::slice::from_ref(&path)).swap_remove(0);
    assert!(reading.ok && reading.messages.is_empty(), "{:?}", reading.messages);
    assert_eq!(reading.layers, decode(&path).0);
}
