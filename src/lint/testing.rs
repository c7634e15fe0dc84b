//! What the tests of rules share: small scenes, and the messages of one rule about them.

use std::path::Path;
use std::sync::Arc;

use super::{Settings, check, fix, rule};
use crate::project::{Memory, Project};
use crate::{Document, Source};

/// Where the text of a test lies.
const HERE: &str = "/game/main.tscn";

/// A scene with a root and these lines below it, which may begin with properties of the root. Three lines stand in
/// front.
pub(super) fn scene(below: &str) -> String {
    format!("[gd_scene format=3]\n\n[node name=\"Root\" type=\"Node2D\"]\n{below}")
}

/// The buffer of records: x, y, source, atlas x, atlas y, alternative.
pub(super) fn buffer(records: &[[i32; 6]]) -> String {
    let bytes = records.iter().flatten().flat_map(|&number| (number as u16).to_le_bytes());
    let numbers: Vec<String> = [0, 0].into_iter().chain(bytes).map(|byte: u8| byte.to_string()).collect();
    format!("PackedByteArray({})", numbers.join(", "))
}

/// A node `Ground` with this value as its cells, and these lines behind it.
pub(super) fn ground(value: &str, more: &str) -> String {
    format!("[node name=\"Ground\" type=\"TileMapLayer\" parent=\".\"]\ntile_map_data = {value}\n{more}")
}

/// A scene with the layer `Ground` of these records.
pub(super) fn cells(records: &[[i32; 6]]) -> String {
    scene(&ground(&buffer(records), ""))
}

/// A game with the TileSet `res://tiles.tres`: this text stands behind its header.
pub(super) fn game(tile_set: &str) -> Memory {
    let text = format!("[gd_resource type=\"TileSet\" format=3]\n{tile_set}");
    Memory::default().with("game/project.godot", "").with("game/tiles.tres", text)
}

/// A scene whose layer `Ground` has the TileSet `res://tiles.tres` and these records.
pub(super) fn tiled(records: &[[i32; 6]]) -> String {
    let nodes = scene(&ground(&buffer(records), "tile_set = ExtResource(\"1\")\n"));
    nodes.replacen(
        "format=3]\n",
        "format=3]\n[ext_resource type=\"TileSet\" path=\"res://tiles.tres\" id=\"1\"]\n",
        1,
    )
}

/// What one rule says of a text, message by message.
pub(super) fn said(code: &str, text: &str) -> Vec<String> {
    said_of(code, text)
}

/// The same for a text that is not UTF-8.
pub(super) fn said_of(code: &str, text: impl Into<Vec<u8>>) -> Vec<String> {
    said_in(code, Memory::default().with("game/project.godot", ""), HERE, text)
}

/// What one rule says of a text that lies in a game.
pub(super) fn said_in(code: &str, files: Memory, path: &str, text: impl Into<Vec<u8>>) -> Vec<String> {
    let text = text.into();
    let files = files.with(path.trim_start_matches('/'), text.clone());
    let project = Project::find(Arc::new(files), Path::new(path));
    let document = Document::parse(Source::new(path, text));
    check(&document, &project, &only(code)).into_iter().map(|finding| finding.message).collect()
}

/// The text after the fixes of one rule, safe and unsafe.
pub(super) fn fixed(code: &str, text: &str) -> String {
    fixed_in(code, Memory::default().with("game/project.godot", ""), text)
}

/// The same for a text that lies in a game. The rule must be silent afterwards.
pub(super) fn fixed_in(code: &str, files: Memory, text: &str) -> String {
    let files = files.with(HERE.trim_start_matches('/'), text);
    let project = Project::find(Arc::new(files), Path::new(HERE));
    let source = Source::new(HERE, text);
    let fixed = fix(&source, &project, &only(code), true).expect("it can be mended");
    assert!(fixed.left.is_empty(), "{code} still says {:?}", fixed.left);
    String::from_utf8(fixed.edits.splice(&source)).expect("text")
}

/// The settings that ask one rule.
fn only(code: &str) -> Settings {
    Settings { rules: vec![rule(code).expect("a rule")], ..Settings::default() }
}
