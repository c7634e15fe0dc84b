//! TW4xx: the scene around the layers.

pub(super) mod dropped_override;
pub(super) mod empty_layer;
pub(super) mod layer_too_new;
pub(super) mod legacy_tile_map;
pub(super) mod same_cells;
