//! What becomes of each property of a TileMap: the table of the whole move.

use crate::source::Span;
use crate::syntax::{Constructor, Document, Value, ValueKind};

/// A value that the engine does not write, since the class has it anyway.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Default {
    Null,
    False,
    True,
    Number(i64),
    White,
}

impl Default {
    /// Whether a value is this one, however it is spelled: `1`, `1.0`, `Color(1,1,1,1)`.
    pub fn is(self, document: &Document, value: Span) -> bool {
        let bytes = document.source().bytes();
        let Ok(value) = Value::parse(bytes, value) else { return false };
        match (self, &value.kind) {
            (Default::Null, ValueKind::Null)
            | (Default::False, ValueKind::Bool(false))
            | (Default::True, ValueKind::Bool(true)) => true,
            (Default::Number(number), ValueKind::Int(other)) => number == *other,
            (Default::Number(number), ValueKind::Float(other)) => number as f64 == other.trunc(),
            (Default::White, ValueKind::Construct(Constructor::Color, arguments)) => {
                let text = document.source().text(*arguments);
                text.split(',').all(|part| part.trim().parse() == Ok(1.0_f64))
            }
            _ => false,
        }
    }
}

/// What the node that keeps the old name and place does with a property.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Container {
    /// It keeps the line.
    Keep,
    /// It has no such property any more.
    Drop,
    /// It would have no effect on a node that draws nothing; one with a script may draw.
    DropUnlessScript,
}

/// A property of the TileMap that is one of each layer's.
#[derive(Clone, Copy, Debug)]
pub(super) struct Setting {
    /// On the TileMap.
    pub from: &'static str,
    /// On the TileMapLayer.
    pub to: &'static str,
    /// The value that need not be written.
    pub default: Default,
    /// What is left on the container.
    pub container: Container,
    /// In which shapes of the outcome each layer gets it.
    pub copied: Copied,
}

/// Who copies a setting to the layers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Copied {
    /// Every shape.
    Always,
    /// Only the editor: children take it from the container anyway.
    ByEditor,
    /// Only we: the editor forgets it, and the layers are not seen where the container is.
    ByUs,
}

const fn setting(
    from: &'static str,
    to: &'static str,
    default: Default,
    container: Container,
    copied: Copied,
) -> Setting {
    Setting { from, to, default, container, copied }
}

/// All of them.
pub(super) const SETTINGS: &[Setting] = &[
    setting("self_modulate", "self_modulate", Default::White, Container::DropUnlessScript, Copied::Always),
    setting("light_mask", "light_mask", Default::Number(1), Container::DropUnlessScript, Copied::Always),
    setting("visibility_layer", "visibility_layer", Default::Number(1), Container::Keep, Copied::ByUs),
    setting("texture_filter", "texture_filter", Default::Number(0), Container::Keep, Copied::ByEditor),
    setting("texture_repeat", "texture_repeat", Default::Number(0), Container::Keep, Copied::ByEditor),
    setting("tile_set", "tile_set", Default::Null, Container::Drop, Copied::Always),
    setting(
        "rendering_quadrant_size",
        "rendering_quadrant_size",
        Default::Number(16),
        Container::Drop,
        Copied::Always,
    ),
    setting(
        "cell_quadrant_size",
        "rendering_quadrant_size",
        Default::Number(16),
        Container::Drop,
        Copied::Always,
    ),
    setting("collision_animatable", "use_kinematic_bodies", Default::False, Container::Drop, Copied::Always),
    setting(
        "collision_visibility_mode",
        "collision_visibility_mode",
        Default::Number(0),
        Container::Drop,
        Copied::Always,
    ),
    setting(
        "navigation_visibility_mode",
        "navigation_visibility_mode",
        Default::Number(0),
        Container::Drop,
        Copied::Always,
    ),
];

/// The setting of this name.
pub(super) fn setting_named(key: &str) -> Option<&'static Setting> {
    SETTINGS.iter().find(|setting| setting.from == key)
}

/// `layer_N/…` but for `name` and `tile_data`: the TileMapLayer calls them the same.
pub(super) const LAYER_KEYS: &[(&str, Default)] = &[
    ("enabled", Default::True),
    ("modulate", Default::White),
    ("y_sort_enabled", Default::False),
    ("y_sort_origin", Default::Number(0)),
    ("z_index", Default::Number(0)),
    ("navigation_enabled", Default::True),
];

/// The default of a layer's own property.
pub(super) fn layer_default(what: &str) -> Option<Default> {
    LAYER_KEYS.iter().find(|(key, _)| *key == what).map(|(_, default)| *default)
}

/// What a TileMap of Godot 3 says that a layer of Godot 4 does not know: the TileSet has it now, or nobody.
pub(super) const GODOT3: &[&str] = &[
    "mode",
    "cell_size",
    "cell_custom_transform",
    "cell_half_offset",
    "cell_tile_origin",
    "cell_y_sort",
    "cell_clip_uv",
    "compatibility_mode",
    "centered_textures",
    "show_collision",
    "collision_show",
    "collision_use_kinematic",
    "collision_use_parent",
    "collision_friction",
    "collision_bounce",
    "collision_layer",
    "collision_mask",
    "bake_navigation",
    "navigation_layers",
    "occluder_light_mask",
];
