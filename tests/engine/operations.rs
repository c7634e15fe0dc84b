//! `clean` and `edit`: the engine reads exactly the cells that they promise.

use tilewright::command::CleanOptions;
use tilewright::op::Order;
use tilewright::report::Status;

use super::samples::{Promises, Sample, samples};
use crate::common::engine::Engine;
use crate::common::{Cell, assert_status, clean, edit, edit_layers, is_unclean, temp};

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
