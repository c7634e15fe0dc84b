//! What became of each map, as data.

use std::path::PathBuf;

use super::draft::Draft;
use super::options::Shape;
use super::world::World;

/// What became of a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It is moved.
    Moved,
    /// It stays as it is, for a reason that is told.
    Refused,
    /// There was nothing to do.
    Unchanged,
}

/// A layer of a moved map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayerReport {
    /// Its number in the TileMap.
    pub index: usize,
    /// The path of its node in `scene`.
    pub node: String,
    /// The scene that says something of it.
    pub scene: PathBuf,
    /// Cells that the scene holds for it; `None` if it only changes other properties of it.
    pub cells: Option<usize>,
    /// Erased records that are gone.
    pub tombstones: usize,
    /// Overridden records that are gone.
    pub duplicates: usize,
    /// Whether the scene makes the layer; else it changes one that another scene makes.
    pub made: bool,
}

/// A map that was looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MapReport {
    /// The scene that makes it.
    pub scene: PathBuf,
    /// The line of its section.
    pub line: u32,
    /// The column.
    pub column: u32,
    /// Its path there.
    pub node: String,
    /// What became of it.
    pub outcome: Outcome,
    /// Its layers, scene by scene.
    pub layers: Vec<LayerReport>,
}

/// Of a map that stays.
pub(super) fn bare_report(world: &World, number: usize, outcome: Outcome) -> MapReport {
    let level = &world.maps[number].levels[0];
    let place = level.document.source().position(level.view().tag().start);
    MapReport {
        scene: level.scene.clone(),
        line: place.line,
        column: place.column,
        node: level.node.clone(),
        outcome,
        layers: Vec::new(),
    }
}

/// Of a map that was to move.
pub(super) fn report(shape: Shape, draft: &Draft<'_>, outcome: Outcome) -> MapReport {
    let first = &draft.map.levels[0];
    let place = first.document.source().position(first.view().tag().start);
    let mut layers = Vec::new();
    for (level, own) in draft.map.levels.iter().zip(&draft.levels) {
        for (index, name) in own.names.iter().enumerate() {
            let buffer = own.buffers.get(&(index as u32));
            let made = index >= own.first;
            let is_named = own.keys.layers.iter().any(|line| line.index as usize == index);
            if !made && !is_named {
                continue;
            }
            let node = match (shape, level.node.as_str()) {
                (Shape::InPlace, node) => node.to_owned(),
                (_, ".") => name.clone(),
                (_, node) => format!("{node}/{name}"),
            };
            layers.push(LayerReport {
                index,
                node,
                scene: level.scene.clone(),
                cells: match buffer {
                    Some(buffer) => Some(buffer.cells.len()),
                    None => made.then_some(0),
                },
                tombstones: buffer.map_or(0, |buffer| buffer.tombstones),
                duplicates: buffer.map_or(0, |buffer| buffer.duplicates),
                made,
            });
        }
    }
    MapReport {
        scene: first.scene.clone(),
        line: place.line,
        column: place.column,
        node: first.node.clone(),
        outcome,
        layers,
    }
}
