//! What holds for any cells: every spelling gives them back, `clean` means what the engine's loading means, and what is
//! done and undone leaves the same bytes.

mod common;

use std::collections::BTreeMap;
use std::path::Path;

use common::model::{data_line, loaded, map_line, scene};
use common::{
    Cell, assert_status, cells_of, clean, data_csv, decode, edit, read, temp, tilewright_with, write,
};
use proptest::prelude::*;
use tilewright::command::{BufferForm, CleanOptions, buffer_text};
use tilewright::op::{Order, clean as clean_records};
use tilewright::report::Status;
use tilewright::tile::codec::{layer, map};
use tilewright::tile::{Encoding, Records, find};
use tilewright::{Document, Source};

/// Any record at all: each field any sixteen bits.
fn any_record() -> impl Strategy<Value = Cell> {
    (any::<i16>(), any::<i16>(), any::<u16>(), any::<u16>(), any::<u16>(), any::<u16>())
        .prop_map(|(x, y, a, b, c, d)| [x.into(), y.into(), a.into(), b.into(), c.into(), d.into()])
}

/// A record near the middle, so that places meet, now and then an erased one.
fn near_record() -> impl Strategy<Value = Cell> {
    let source = prop_oneof![3 => 0..4i32, 1 => Just(0xFFFF), 1 => 0x8000..0xFFFFi32];
    (-4..5i32, -4..5i32, source, 0..3i32, 0..3i32, 0..0x10000i32).prop_map(
        |(x, y, source, atlas_x, atlas_y, alternative)| [x, y, source, atlas_x, atlas_y, alternative],
    )
}

/// Cells without doubles or erased ones.
fn clean_cells() -> impl Strategy<Value = Vec<Cell>> {
    prop::collection::vec(near_record(), 0..40).prop_map(|records| loaded(&records))
}

fn ours(record: &Cell) -> tilewright::tile::Cell {
    let [x, y, source, atlas_x, atlas_y, alternative] = *record;
    tilewright::tile::Cell {
        x: x as i16,
        y: y as i16,
        source: source as u16,
        atlas_x: atlas_x as u16,
        atlas_y: atlas_y as u16,
        alternative: alternative as u16,
    }
}

fn theirs(cell: &tilewright::tile::Cell) -> Cell {
    let [source, x, y, alternative] =
        [cell.source, cell.atlas_x, cell.atlas_y, cell.alternative].map(i32::from);
    [cell.x.into(), cell.y.into(), source, x, y, alternative]
}

/// The records of a property line, read as the only one of a node.
fn read_back(line: &[u8], class: &str) -> Vec<tilewright::tile::Cell> {
    let head = format!("[gd_scene format=3]\n\n[node name=\"Layer\" type=\"{class}\"]\n");
    let document = Document::parse(Source::new("", [head.as_bytes(), line].concat()));
    assert!(document.problems().is_empty(), "{:?}", document.problems());
    let sites = find(&document).expect("a layer");
    let layer = sites[0].decode(&document);
    assert!(layer.damage.is_empty(), "{:?}", layer.damage);
    match layer.records {
        Records::Cells(cells) => cells,
        Records::Old(_) => panic!("the cells are those of Godot 4"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn every_spelling_of_a_buffer_gives_the_records_back(records in prop::collection::vec(any_record(), 0..60)) {
        let cells: Vec<_> = records.iter().map(ours).collect();
        prop_assert_eq!(layer::encode(&cells), match records.is_empty() {
            true => Vec::new(),
            false => common::model::buffer(&records),
        });
        for encoding in [Encoding::Decimal, Encoding::Base64] {
            let value = buffer_text(&cells, BufferForm::Line, Some(encoding));
            prop_assert_eq!(read_back(&value, "TileMapLayer"), cells.clone(), "{}", String::from_utf8_lossy(&value));
        }
        if !records.is_empty() {
            let value = data_line(&records);
            prop_assert_eq!(read_back(value.as_bytes(), "TileMapLayer"), cells.clone(), "{}", value);
            for newline in ["\n", "\r\n"] {
                // By hand, as the rows layout is described.
                let rows: String = common::model::buffer(&records)[2..]
                    .chunks(12)
                    .map(|row| format!("{newline}, {} ; words", row.iter().map(u8::to_string).collect::<Vec<_>>().join(", ")))
                    .collect();
                let value = format!("tile_map_data = PackedByteArray(0, 0{rows}{newline})");
                prop_assert_eq!(read_back(value.as_bytes(), "TileMapLayer"), cells.clone(), "{}", value);
            }
        }
    }

    #[test]
    fn the_ints_of_a_tile_map_give_the_records_back(records in prop::collection::vec(any_record(), 0..60)) {
        let cells: Vec<_> = records.iter().map(ours).collect();
        let expected: Vec<i32> = records.iter().flat_map(common::model::map_ints).collect();
        prop_assert_eq!(map::encode(&cells), expected.clone());
        prop_assert_eq!(map::decode(&expected), (cells.clone(), 0));
        let value = map_line(0, &records);
        prop_assert_eq!(read_back(value.as_bytes(), "TileMap"), cells, "{}", value);
    }

    #[test]
    fn clean_is_what_loading_is(records in prop::collection::vec(near_record(), 0..60)) {
        let mut cells: Vec<_> = records.iter().map(ours).collect();
        let cleaned = clean_records(&mut cells, None);
        let kept: Vec<Cell> = cells.iter().map(theirs).collect();
        let expected = loaded(&records);
        prop_assert_eq!(&kept, &expected);
        // By sets: what there was is what is there, what was overridden and what was erased.
        let places: std::collections::BTreeSet<_> = records.iter().map(|record| (record[0], record[1])).collect();
        prop_assert_eq!(cleaned.duplicates, records.len() - places.len());
        prop_assert_eq!(cleaned.tombstones, places.len() - expected.len());
        // Twice is once.
        let again = clean_records(&mut cells, None);
        prop_assert_eq!((again.duplicates, again.tombstones), (0, 0));
        prop_assert_eq!(cells.iter().map(theirs).collect::<Vec<_>>(), kept);
        // Sorting changes the order only, and no place stands twice.
        for (order, key) in [(Order::Yx, [1, 0]), (Order::Xy, [0, 1])] {
            let mut cells: Vec<_> = records.iter().map(ours).collect();
            clean_records(&mut cells, Some(order));
            let by_place: BTreeMap<_, _> = expected.iter().map(|cell| (key.map(|at| cell[at]), *cell)).collect();
            prop_assert_eq!(cells.iter().map(theirs).collect::<Vec<_>>(), by_place.into_values().collect::<Vec<_>>());
        }
    }
}

/// Whole files, spelled in each way.
fn files(folder: &Path, records: &[Cell]) -> Vec<std::path::PathBuf> {
    let text = scene(&[("Ground", records), ("Other", &[[1, 1, 2, 0, 0, 0]])], false);
    let map = format!(
        "[gd_scene format=3]\n\n[node name=\"Ground\" type=\"TileMap\"]\nformat = 2\n{}",
        if records.is_empty() { String::new() } else { map_line(0, records) }
    );
    let odd = text.replace(", ", ",  ").replace('\n', "\r\n");
    let mut paths = vec![
        write(folder, "decimal.tscn", &text),
        write(folder, "odd.tscn", &odd),
        write(folder, "map.tscn", &map),
    ];
    for spelling in ["base64", "rows"] {
        let path = write(folder, &format!("{spelling}.tscn"), &text);
        edit(&path, &format!("--recode {spelling}"));
        paths.push(path);
    }
    paths
}

/// What is undone by more of its kind.
const THERE_AND_BACK: &[&[&str]] = &[
    &["--flip h", "--flip h"],
    &["--flip v", "--flip v"],
    &["--rotate 90", "--rotate 90", "--rotate 90", "--rotate 90"],
    &["--rotate 180", "--rotate 180"],
    &["--rotate 270", "--rotate 90"],
    &["--transpose", "--transpose"],
    &["--offset 7,-3", "--offset -7,3"],
    &["--flip h", "--flip v", "--rotate 180"],
    &["--rotate 90", "--transpose", "--flip v"],
    &["--rotate 270", "--transpose", "--flip h"],
];

proptest! {
    // Each case writes some fifty files, and each write waits for the disk.
    #![proptest_config(ProptestConfig { cases: 6, max_shrink_iters: 40, ..ProptestConfig::default() })]

    #[test]
    fn there_and_back_leaves_the_same_bytes(cells in clean_cells()) {
        let work = temp();
        for path in files(work.path(), &cells) {
            // The first write may spell odd blanks anew.
            edit(&path, "--offset 1,1");
            edit(&path, "--offset -1,-1");
            let before = read(&path);
            for steps in THERE_AND_BACK {
                for step in *steps {
                    let outcome = edit(&path, step);
                    prop_assert_ne!(outcome.status, Status::Failed, "{}: {:?}", step, outcome.error());
                }
                prop_assert_eq!(read(&path), before.clone(), "{}: {:?}", path.display(), steps);
                // In one go nothing is left to do at all.
                let outcome = edit(&path, &steps.join(" "));
                assert_status(&outcome, Status::Unchanged, &steps.join(" "));
            }
        }
    }

    #[test]
    fn files_are_cleaned_once(records in prop::collection::vec(near_record(), 1..30)) {
        let work = temp();
        for path in files(work.path(), &records) {
            let first = clean(&path, CleanOptions::default());
            prop_assert_ne!(first.status, Status::Failed, "{:?}", first.error());
            let node = if path.ends_with("map.tscn") { "." } else { "Ground" };
            prop_assert_eq!(cells_of(&path, node), loaded(&records));
            let text = read(&path);
            if loaded(&records).is_empty() {
                prop_assert!(!text.contains("Ground\" type=\"TileMapLayer\" parent=\".\"]\ntile_map_data"), "{}", text);
            }
            let second = clean(&path, CleanOptions::default());
            assert_status(&second, Status::Unchanged, "the second clean");
            prop_assert_eq!(read(&path), text);
        }
    }

    #[test]
    fn decode_and_build_give_the_buffer_back(cells in clean_cells()) {
        let work = temp();
        let path = write(work.path(), "level.tscn", &scene(&[("Ground", &cells)], false));
        for form in ["csv", "json", "tsv"] {
            let decoded = tilewright_with(work.path(), &["decode", "level.tscn", "--as", form], "");
            prop_assert_eq!(decoded.code, 0, "{}", decoded.stderr);
            if form == "csv" {
                prop_assert_eq!(&decoded.stdout, &data_csv(&cells));
            }
            let built = tilewright_with(work.path(), &["build", "-", "--encoding", "decimal"], &decoded.stdout);
            prop_assert_eq!(built.code, 0, "{}: {}", form, built.stderr);
            let expected =
                if cells.is_empty() { "tile_map_data = PackedByteArray()\n".to_owned() } else { data_line(&cells) };
            prop_assert_eq!(built.stdout, expected);
        }
        prop_assert_eq!(decode(&path).0[0].cells.clone(), cells);
    }
}
