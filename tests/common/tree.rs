//! A scene as the engine shows it: its nodes, and what a migration must keep of them.

use std::collections::BTreeMap;

use serde_json::Value;

use super::engine::Reading;
use super::model::sorted;
use super::{Cell, Layer};

/// A node that lives in the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    pub path: String,
    pub class: String,
    /// What differs from the class, as text.
    pub properties: BTreeMap<String, String>,
}

/// All nodes, in the order of the tree.
pub fn nodes(reading: &Reading) -> Vec<Node> {
    let list = reading.json["nodes"].as_array().map(Vec::as_slice).unwrap_or_default();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    list.iter()
        .map(|node| Node {
            path: text(&node["path"]),
            class: text(&node["class"]),
            properties: node["properties"]
                .as_object()
                .map(|map| map.iter().map(|(key, value)| (key.clone(), text(value))).collect())
                .unwrap_or_default(),
        })
        .collect()
}

/// The nodes directly below a path.
pub fn children<'n>(nodes: &'n [Node], path: &str) -> Vec<&'n Node> {
    let parent = |node: &Node| match node.path.rsplit_once('/') {
        Some((parent, _)) => parent.to_owned(),
        None => ".".to_owned(),
    };
    nodes.iter().filter(|node| node.path != "." && parent(node) == path).collect()
}

/// The cells of a layer, by place.
pub fn cells(reading: &Reading, node: &str, index: Option<u32>) -> Vec<Cell> {
    let is_it = |layer: &&Layer| layer.node.as_deref() == Some(node) && layer.index == index;
    reading.layers.iter().find(is_it).map(|layer| sorted(&layer.cells)).unwrap_or_default()
}

/// What of a map is each layer's afterwards, by the table: the name on the map, on the layer.
const SETTINGS: &[(&str, &str)] = &[
    ("self_modulate", "self_modulate"),
    ("light_mask", "light_mask"),
    ("visibility_layer", "visibility_layer"),
    ("tile_set", "tile_set"),
    ("rendering_quadrant_size", "rendering_quadrant_size"),
    ("collision_animatable", "use_kinematic_bodies"),
    ("collision_visibility_mode", "collision_visibility_mode"),
    ("navigation_visibility_mode", "navigation_visibility_mode"),
];

/// The properties that a layer of a map must have as a node below a container.
pub fn expected_layer(map: &Node, index: usize) -> BTreeMap<String, String> {
    let mut expected = BTreeMap::from([("use_parent_material".to_owned(), "true".to_owned())]);
    for (from, to) in SETTINGS {
        if let Some(value) = map.properties.get(*from) {
            expected.insert((*to).to_owned(), value.clone());
        }
    }
    for key in ["enabled", "modulate", "y_sort_enabled", "y_sort_origin", "z_index", "navigation_enabled"] {
        if let Some(value) = map.properties.get(&format!("layer_{index}/{key}")) {
            expected.insert(key.to_owned(), value.clone());
        }
    }
    expected
}

/// How many layers a map has in a reading.
pub fn layer_count(reading: &Reading, node: &str) -> usize {
    reading
        .layers
        .iter()
        .filter(|layer| layer.node.as_deref() == Some(node) && layer.kind == "TileMap")
        .count()
}

/// Holds a scene with TileMaps against the same one in containers: cells, properties, order of drawing, messages, and
/// that nothing else changed. Gives what differs, and the number of layers that were compared.
pub fn compare(before: &Reading, after: &Reading) -> (Vec<String>, usize) {
    let (old, new) = (nodes(before), nodes(after));
    let mut faults = Vec::new();
    let mut compared = 0;
    let mut made: Vec<String> = Vec::new();
    for map in old.iter().filter(|node| node.class == "TileMap") {
        let Some(container) = new.iter().find(|node| node.path == map.path) else {
            faults.push(format!("{} is gone", map.path));
            continue;
        };
        if container.class == "TileMap" {
            continue;
        }
        // What the editor has emptied already has its layers as children, and gets no more of them.
        let emptied = children(&old, &map.path).iter().any(|child| child.class == "TileMapLayer")
            && (0..layer_count(before, &map.path))
                .all(|index| cells(before, &map.path, Some(index as u32)).is_empty());
        let count = if emptied { 0 } else { layer_count(before, &map.path) };
        let below = children(&new, &map.path);
        for index in 0..count {
            let Some(layer) = below.get(index).filter(|layer| layer.class == "TileMapLayer") else {
                faults.push(format!("{}: layer {index} is not child {index}", map.path));
                continue;
            };
            compared += 1;
            made.push(layer.path.clone());
            if cells(before, &map.path, Some(index as u32)) != cells(after, &layer.path, None) {
                faults.push(format!("{}: layer {index}: other cells", map.path));
            }
            let expected = expected_layer(map, index);
            if layer.properties != expected {
                faults.push(format!("{}: {:?} instead of {expected:?}", layer.path, layer.properties));
            }
        }
        let kept: BTreeMap<&String, &String> = map
            .properties
            .iter()
            .filter(|(key, _)| {
                *key != "format"
                    && !key.starts_with("layer_")
                    && (*key == "visibility_layer" || SETTINGS.iter().all(|(from, _)| from != key))
            })
            .collect();
        if container.properties.iter().collect::<BTreeMap<_, _>>() != kept {
            faults.push(format!("{}: {:?} instead of {kept:?}", map.path, container.properties));
        }
    }
    let others = |nodes: &[Node]| -> Vec<Node> {
        let is_map = |node: &Node| old.iter().any(|map| map.class == "TileMap" && map.path == node.path);
        nodes.iter().filter(|node| !is_map(node) && !made.contains(&node.path)).cloned().collect()
    };
    for (one, other) in others(&old).iter().zip(&others(&new)) {
        if one != other {
            faults.push(format!("{one:?} became {other:?}"));
        }
    }
    if others(&old).len() != others(&new).len() {
        faults.push(format!("{} other nodes became {}", others(&old).len(), others(&new).len()));
    }
    for message in after.messages.iter().filter(|message| !before.messages.contains(message)) {
        if !message.contains("nonexistent signal 'changed'") {
            faults.push(format!("a new message: {message}"));
        }
    }
    (faults, compared)
}
