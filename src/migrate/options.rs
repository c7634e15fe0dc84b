use super::mapping::Mapping;

/// What the outcome looks like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shape {
    /// The node becomes a Node2D that holds one TileMapLayer a layer, as its first children.
    #[default]
    Container,
    /// The node stays a TileMap without layers, as the editor's own menu entry leaves it; the layers are its first
    /// children.
    Editor,
    /// The node of a map with one layer becomes the layer.
    InPlace,
}

impl Shape {
    /// As the command line calls it.
    pub fn name(self) -> &'static str {
        match self {
            Shape::Container => "container",
            Shape::Editor => "editor",
            Shape::InPlace => "in-place",
        }
    }
}

/// Which layers get what the TileMap itself says: light mask, quadrant size and the like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reach {
    /// All of them, as the person who set it saw it in 4.0 to 4.2.
    #[default]
    EveryLayer,
    /// Those that 4.3 and later give it to on load: the layers that stand above it in the file, and the first one.
    AsLoaded,
}

/// How to migrate.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// What the outcome looks like.
    pub shape: Shape,
    /// Which layers get the map's own settings.
    pub reach: Reach,
    /// What the tiles of Godot 3 are today.
    pub mapping: Option<Mapping>,
}
