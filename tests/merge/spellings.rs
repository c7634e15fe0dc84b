//! Maps of the tests: cells by place, and many ways to write them.

use std::collections::BTreeMap;

use base64::Engine;
use tilewright::syntax::Document;
use tilewright::tile::{Cell, find};

/// Source, atlas column, atlas row, alternative by x and y.
pub type Map = BTreeMap<(i16, i16), [u16; 4]>;

/// How a map is written.
#[derive(Clone, Copy, Debug)]
pub struct Spelling {
    /// Numbers, base64 or rows.
    pub encoding: u8,
    /// 0: as in the map; 1: turned round; others shuffle.
    pub order: u8,
    /// Erased cells and cells that are painted over first.
    pub noise: bool,
}

pub fn bytes(map: &Map, spelling: Spelling) -> Vec<u8> {
    let mut records: Vec<((i16, i16), [u16; 4])> = map.iter().map(|(&at, &tile)| (at, tile)).collect();
    match spelling.order {
        0 => {}
        1 => records.reverse(),
        shuffle => {
            records.sort_by_key(|((x, y), _)| {
                (i32::from(*x) * 31 + i32::from(*y) * 17).rem_euclid(i32::from(shuffle) + 5)
            });
        }
    }
    if spelling.noise {
        let first = records.first().copied();
        // A record that the last one overrides, and cells that were erased.
        records.insert(0, ((-7, -7), [9, 9, 9, 9]));
        records.push(((-7, -7), map.get(&(-7, -7)).copied().unwrap_or([0xFFFF; 4])));
        if let Some((at, tile)) = first {
            records.insert(0, (at, [3, 1, 4, 1]));
            records.push((at, tile));
        }
    }
    let mut out = vec![0, 0];
    for ((x, y), tile) in records {
        out.extend(x.to_le_bytes());
        out.extend(y.to_le_bytes());
        tile.iter().for_each(|number| out.extend(number.to_le_bytes()));
    }
    out
}

/// The value of the property.
pub fn value(map: &Map, spelling: Spelling) -> String {
    let bytes = bytes(map, spelling);
    let numbers = |bytes: &[u8]| bytes.iter().map(u8::to_string).collect::<Vec<_>>().join(", ");
    match spelling.encoding {
        0 => format!("PackedByteArray({})", numbers(&bytes)),
        1 => {
            format!("PackedByteArray(\"{}\")", base64::engine::general_purpose::STANDARD.encode(bytes))
        }
        _ => {
            let rows: Vec<String> =
                bytes[2..].chunks(12).map(|row| format!("\n, {} ; a row", numbers(row))).collect();
            format!("PackedByteArray(0, 0{}\n)", rows.concat())
        }
    }
}

pub fn scene(map: &Map, spelling: Spelling) -> String {
    let format = if spelling.encoding == 1 { 4 } else { 3 };
    let cells = match map.is_empty() && !spelling.noise {
        true => String::new(),
        false => format!("tile_map_data = {}\n", value(map, spelling)),
    };
    format!(
        "[gd_scene format={format}]\n\n[node name=\"Map\" type=\"Node2D\"]\n\n\
        [node name=\"Ground\" type=\"TileMapLayer\" parent=\".\"]\n{cells}collision_enabled = false\n"
    )
}

/// The map that a layer of a document holds.
pub fn map_of(document: &Document, layer: usize) -> Map {
    let sites = find(document).expect("layers");
    let cells = sites[layer].decode(document).resolve().cells;
    cells
        .into_iter()
        .map(|cell: Cell| ((cell.x, cell.y), [cell.source, cell.atlas_x, cell.atlas_y, cell.alternative]))
        .collect()
}

/// A set-based three-way merge by thought: what one side did, holds; both alike holds; else ours and a conflict.
pub fn three_way(base: &Map, ours: &Map, theirs: &Map) -> (Map, Vec<(i16, i16)>) {
    let mut places: Vec<(i16, i16)> =
        [base, ours, theirs].iter().flat_map(|map| map.keys().copied()).collect();
    places.sort_unstable();
    places.dedup();
    let (mut out, mut clashes) = (Map::new(), Vec::new());
    for at in places {
        let (b, o, t) = (base.get(&at), ours.get(&at), theirs.get(&at));
        let cell = match (o == b, t == b, o == t) {
            (_, _, true) => o,
            (true, _, _) => t,
            (_, true, _) => o,
            _ => {
                clashes.push(at);
                o
            }
        };
        if let Some(&cell) = cell {
            out.insert(at, cell);
        }
    }
    (out, clashes)
}
