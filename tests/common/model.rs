//! Tile data by the simplest code that can be: for what tests expect, and for scenes to begin with.

use std::collections::HashMap;

use super::Cell;

/// The buffer of these records.
pub fn buffer(records: &[Cell]) -> Vec<u8> {
    let mut bytes = vec![0, 0];
    for record in records {
        for field in record {
            bytes.extend_from_slice(&(*field as u16).to_le_bytes());
        }
    }
    bytes
}

/// The buffer as a line of a scene, in numbers.
pub fn data_line(records: &[Cell]) -> String {
    let numbers: Vec<String> = buffer(records).iter().map(u8::to_string).collect();
    format!("tile_map_data = PackedByteArray({})\n", numbers.join(", "))
}

/// `layer_N/tile_data` of these records.
pub fn map_line(layer: u32, records: &[Cell]) -> String {
    let ints: Vec<String> =
        records.iter().flat_map(|record| map_ints(record).map(|int| int.to_string())).collect();
    format!("layer_{layer}/tile_data = PackedInt32Array({})\n", ints.join(", "))
}

/// The three integers of a record.
pub fn map_ints(record: &Cell) -> [i32; 3] {
    let pair = |high: i32, low: i32| ((high as u16 as u32) << 16 | low as u16 as u32) as i32;
    let [x, y, source, atlas_x, atlas_y, alternative] = *record;
    [pair(y, x), pair(atlas_x, source), pair(alternative, atlas_y)]
}

/// A scene of TileMapLayers below a plain root, all with the TileSet `res://tiles.tres` if there is to be one.
pub fn scene(layers: &[(&str, &[Cell])], tile_set: bool) -> String {
    let mut text = String::from("[gd_scene format=3]\n\n");
    if tile_set {
        text += "[ext_resource type=\"TileSet\" path=\"res://tiles.tres\" id=\"1_t\"]\n\n";
    }
    text += "[node name=\"Level\" type=\"Node2D\"]\n";
    for (name, records) in layers {
        text += &format!("\n[node name=\"{name}\" type=\"TileMapLayer\" parent=\".\"]\n");
        if !records.is_empty() {
            text += &data_line(records);
        }
        if tile_set {
            text += "tile_set = ExtResource(\"1_t\")\n";
        }
    }
    text
}

/// A TileSet of this shape, layout and axis.
pub fn tile_set(shape: u32, layout: u32, axis: u32) -> String {
    format!(
        "[gd_resource type=\"TileSet\" format=3]\n\n[resource]\ntile_shape = {shape}\n\
         tile_layout = {layout}\ntile_offset_axis = {axis}\n"
    )
}

/// What is on the map after loading: the last record of a place wins, a place stands where it was first named, and
/// erased places are none.
pub fn loaded(records: &[Cell]) -> Vec<Cell> {
    let mut last: HashMap<(i32, i32), Cell> = HashMap::new();
    let mut order: Vec<(i32, i32)> = Vec::new();
    for record in records {
        let place = (record[0], record[1]);
        if !last.contains_key(&place) {
            order.push(place);
        }
        last.insert(place, *record);
    }
    order.into_iter().map(|place| last[&place]).filter(|cell| cell[2] != 0xFFFF).collect()
}

/// Cells without their order.
pub fn sorted(cells: &[Cell]) -> Vec<Cell> {
    let mut cells = cells.to_vec();
    cells.sort_by_key(|cell| (cell[1], cell[0]));
    cells
}

/// Numbers that look random and are the same each time.
pub struct Numbers(pub u64);

impl Numbers {
    pub fn below(&mut self, end: i32) -> i32 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) % end as u64) as i32
    }

    /// A number of cells at places of their own in a rectangle, in no order.
    pub fn cells(&mut self, count: usize, [x, y, width, height]: [i32; 4]) -> Vec<Cell> {
        let mut cells: Vec<Cell> = Vec::new();
        while cells.len() < count {
            let at = (x + self.below(width), y + self.below(height));
            if cells.iter().all(|cell| (cell[0], cell[1]) != at) {
                let turned = self.below(8) << 12;
                cells.push([at.0, at.1, self.below(3), self.below(4), self.below(4), self.below(3) | turned]);
            }
        }
        cells
    }
}
