//! Scenes to work on, with what they hold.

use std::path::{Path, PathBuf};

use crate::common::engine::Engine;
use crate::common::{Cell, Layer, model, write};

pub const ERASED: i32 = 0xFFFF;

/// A scene and its records, layer by layer.
pub struct Sample {
    pub name: String,
    pub text: String,
    pub layers: Vec<(&'static str, Option<u32>, Vec<Cell>)>,
}

impl Sample {
    /// The cells of each layer as the engine loads them.
    pub fn loaded(&self) -> Vec<Vec<Cell>> {
        self.layers.iter().map(|(_, _, records)| model::loaded(records)).collect()
    }
}

fn erased(x: i32, y: i32) -> Cell {
    [x, y, ERASED, ERASED, ERASED, ERASED]
}

/// TileMapLayers short and long, clean and not, and a TileMap with two layers.
pub fn samples() -> Vec<Sample> {
    let mut numbers = model::Numbers(7);
    let mut clean_long = numbers.cells(30, [-4, -3, 9, 7]);
    clean_long.push([20, 9, 65534, 65535, 0, 0x8003]);
    let short = numbers.cells(4, [0, 0, 5, 5]);
    let mut unclean = numbers.cells(12, [-2, -2, 6, 5]);
    let (first, third) = (unclean[0], unclean[2]);
    unclean.push([first[0], first[1], 5, 6, 7, 0x1000]);
    unclean.push(erased(third[0], third[1]));
    unclean.push(erased(40, 40));
    unclean.push(erased(41, -7));
    unclean.push([41, -7, 1, 1, 1, 1]);
    let gone = vec![[3, 3, 1, 0, 0, 0], erased(3, 3), erased(4, 4)];
    let map =
        [numbers.cells(9, [-3, 1, 5, 5]), vec![[0, 0, 1, 2, 3, 0], [0, 0, 2, 2, 3, 0x4000], erased(0, 5)]];
    let mut samples = vec![
        layers("clean", vec![("Ground", clean_long.clone()), ("Walls", short.clone())]),
        layers("unclean", vec![("Ground", unclean), ("Walls", short), ("Gone", gone)]),
        layers("single", vec![("Ground", vec![[5, -6, 0, 0, 0, 0]]), ("Empty", Vec::new())]),
    ];
    let text = format!(
        "[gd_scene format=3]\n\n[node name=\"Level\" type=\"Node2D\"]\n\n[node name=\"Map\" type=\"TileMap\" \
         parent=\".\"]\nformat = 2\nlayer_0/name = \"Ground\"\n{}layer_1/name = \"Top\"\n{}",
        model::map_line(0, &map[0]),
        model::map_line(1, &map[1])
    );
    let [below, above] = map;
    samples.push(Sample {
        name: "map".into(),
        text,
        layers: vec![("Map", Some(0), below), ("Map", Some(1), above)],
    });
    samples
}

fn layers(name: &str, layers: Vec<(&'static str, Vec<Cell>)>) -> Sample {
    let borrowed: Vec<(&str, &[Cell])> = layers.iter().map(|(node, records)| (*node, &records[..])).collect();
    Sample {
        name: name.into(),
        text: model::scene(&borrowed, false),
        layers: layers.into_iter().map(|(node, records)| (node, None, records)).collect(),
    }
}

/// Files to be read by the engine in one go, with the cells that each shall show.
#[derive(Default)]
pub struct Promises {
    files: Vec<(PathBuf, String, Vec<Layer>)>,
}

impl Promises {
    /// Writes a sample below a folder, under a name of its own.
    pub fn place(&self, folder: &Path, sample: &Sample) -> PathBuf {
        write(folder, &format!("{}_{}.tscn", self.files.len(), sample.name), &sample.text)
    }

    /// What the engine shall read from a file, layer by layer.
    pub fn add(&mut self, path: &Path, what: &str, sample: &Sample, cells: Vec<Vec<Cell>>) {
        let layers = sample.layers.iter().zip(cells).map(|((node, index, _), cells)| Layer {
            node: Some((*node).to_owned()),
            kind: String::new(),
            index: *index,
            cells,
        });
        self.files.push((path.to_owned(), what.to_owned(), layers.collect()));
    }

    /// Whether the engine reads just that, in that order, and has nothing to say.
    pub fn check(&self, engine: &Engine, project: &Path) {
        let paths: Vec<PathBuf> = self.files.iter().map(|(path, ..)| path.clone()).collect();
        for ((path, what, layers), reading) in self.files.iter().zip(engine.read(project, &paths)) {
            let text = || std::fs::read_to_string(path).unwrap_or_default();
            assert!(reading.ok, "{what}: {:?}\n{}", reading.messages, text());
            assert!(reading.messages.is_empty(), "{what}: {:?}\n{}", reading.messages, text());
            for layer in layers {
                let read =
                    reading.layers.iter().find(|read| (&read.node, read.index) == (&layer.node, layer.index));
                let read = &read.unwrap_or_else(|| panic!("{what}: no {:?}", layer.node)).cells;
                assert_eq!(*read, layer.cells, "{what}: {:?}\n{}", layer.node, text());
            }
        }
        assert!(!self.files.is_empty());
    }
}
