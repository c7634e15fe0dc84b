//! What one section says of a TileMap: its own lines, sorted by what becomes of them.

use super::names::LayerNames;
use super::table::{GODOT3, Setting, setting_named};
use crate::syntax::{Document, Property, SectionView};
use crate::tile::layer_key;

/// A line `layer_N/…`.
#[derive(Clone, Debug)]
pub(super) struct LayerLine {
    /// N.
    pub index: u32,
    /// What stands behind the slash.
    pub what: String,
    /// The line.
    pub property: Property,
}

/// A line that is one of each layer's afterwards.
#[derive(Clone, Copy, Debug)]
pub(super) struct SettingLine {
    /// Which.
    pub setting: &'static Setting,
    /// The line.
    pub property: Property,
    /// How many layers there were when the engine, reading on, came to it.
    pub reached: usize,
}

/// The lines of a section that concern its layers.
#[derive(Clone, Debug, Default)]
pub(super) struct Keys {
    /// In file order.
    pub layers: Vec<LayerLine>,
    /// In file order; of two that mean the same the last one counts.
    pub settings: Vec<SettingLine>,
    /// `format`
    pub format: Vec<Property>,
    /// `tile_data` without a layer, as Godot 3 writes it.
    pub bare: Option<Property>,
    /// What only Godot 3 knows.
    pub old: Vec<(String, Property)>,
    /// `script`
    pub script: Option<Property>,
}

impl Keys {
    /// Reads a section. `names` are those of the layers that are there before, and are brought up to date, but for
    /// the first `kept` ones, which other scenes know by their names.
    pub fn read(document: &Document, section: SectionView<'_>, names: &mut LayerNames, kept: usize) -> Self {
        let mut keys = Keys::default();
        for property in section.properties() {
            let key = document.key(property);
            if let Some((index, what)) = layer_key(&key) {
                if index > crate::tile::MAX_LAYER {
                    continue;
                }
                names.reach(index);
                if what == "name" && index as usize >= kept {
                    names.name(index, &document.string(property.value));
                }
                keys.layers.push(LayerLine { index, what: what.to_owned(), property: *property });
            } else if let Some(setting) = setting_named(&key) {
                let reached = names.count();
                keys.settings.push(SettingLine { setting, property: *property, reached });
            } else {
                match key.as_ref() {
                    "format" => keys.format.push(*property),
                    "tile_data" => keys.bare = Some(*property),
                    "script" => keys.script = Some(*property),
                    key if GODOT3.contains(&key) => keys.old.push((key.to_owned(), *property)),
                    _ => {}
                }
            }
        }
        keys
    }

    /// The last line of a layer's property.
    pub fn layer(&self, index: u32, what: &str) -> Option<&Property> {
        let line = self.layers.iter().rev().find(|line| line.index == index && line.what == what)?;
        Some(&line.property)
    }

    /// The line that counts for a property of each layer.
    pub fn setting(&self, to: &str) -> Option<&SettingLine> {
        self.settings.iter().rev().find(|line| line.setting.to == to)
    }
}
