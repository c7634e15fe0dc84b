//! The methods of TileMap, and what takes their place.

/// A method of TileMap.
#[derive(Clone, Copy, Debug)]
pub(super) struct Method {
    pub name: &'static str,
    /// Whether its first argument is a layer.
    pub layer: bool,
    /// Whether TileMapLayer has none of this name.
    pub gone: bool,
    /// The new call, as GDScript.
    pub instead: &'static str,
}

impl Method {
    /// What to do, as one sentence.
    pub fn help(&self) -> String {
        format!("on the layer's node: `{}`", self.instead)
    }

    /// As C# calls it.
    pub fn sharp_name(&self) -> String {
        sharp(self.name)
    }
}

/// A name of GDScript as C# spells it: `set_cell` is `SetCell`, `_ready` is `_Ready`.
pub(super) fn sharp(name: &str) -> String {
    let private = if name.starts_with('_') { "_" } else { "" };
    let capital = |part: &str| part[..1].to_uppercase() + &part[1..];
    private.to_owned() + &name.split('_').filter(|part| !part.is_empty()).map(capital).collect::<String>()
}

const fn layer(name: &'static str, instead: &'static str) -> Method {
    Method { name, layer: true, gone: false, instead }
}

const fn same(name: &'static str, instead: &'static str) -> Method {
    Method { name, layer: false, gone: false, instead }
}

const fn gone(name: &'static str, layer: bool, instead: &'static str) -> Method {
    Method { name, layer, gone: true, instead }
}

/// All of them.
pub(super) const METHODS: &[Method] = &[
    layer("set_cell", "layer.set_cell(coords, source_id, atlas_coords, alternative_tile)"),
    layer("erase_cell", "layer.erase_cell(coords)"),
    layer("get_cell_source_id", "layer.get_cell_source_id(coords)"),
    layer("get_cell_atlas_coords", "layer.get_cell_atlas_coords(coords)"),
    layer("get_cell_alternative_tile", "layer.get_cell_alternative_tile(coords)"),
    layer("get_cell_tile_data", "layer.get_cell_tile_data(coords)"),
    layer("is_cell_flipped_h", "layer.is_cell_flipped_h(coords)"),
    layer("is_cell_flipped_v", "layer.is_cell_flipped_v(coords)"),
    layer("is_cell_transposed", "layer.is_cell_transposed(coords)"),
    layer("get_used_cells", "layer.get_used_cells()"),
    layer("get_used_cells_by_id", "layer.get_used_cells_by_id(source_id, atlas_coords, alternative_tile)"),
    layer("get_pattern", "layer.get_pattern(coords_array)"),
    layer("set_pattern", "layer.set_pattern(position, pattern)"),
    layer("set_cells_terrain_connect", "layer.set_cells_terrain_connect(cells, terrain_set, terrain)"),
    layer("set_cells_terrain_path", "layer.set_cells_terrain_path(path, terrain_set, terrain)"),
    layer("set_navigation_map", "layer.set_navigation_map(map)"),
    layer("get_navigation_map", "layer.get_navigation_map()"),
    layer(
        "_use_tile_data_runtime_update",
        "func _use_tile_data_runtime_update(coords) in a script on the layer",
    ),
    layer(
        "_tile_data_runtime_update",
        "func _tile_data_runtime_update(coords, tile_data) in a script on the layer",
    ),
    gone("clear_layer", true, "layer.clear()"),
    gone("get_layers_count", false, "map.get_child_count(), or name the layers"),
    gone("add_layer", true, "map.add_child(TileMapLayer.new())"),
    gone("remove_layer", true, "layer.queue_free()"),
    gone("move_layer", true, "map.move_child(layer, index)"),
    gone("set_layer_name", true, "layer.name = name"),
    gone("get_layer_name", true, "layer.name"),
    gone("set_layer_enabled", true, "layer.enabled = enabled"),
    gone("is_layer_enabled", true, "layer.enabled"),
    gone("set_layer_modulate", true, "layer.modulate = modulate"),
    gone("get_layer_modulate", true, "layer.modulate"),
    gone("set_layer_y_sort_enabled", true, "layer.y_sort_enabled = enabled"),
    gone("is_layer_y_sort_enabled", true, "layer.y_sort_enabled"),
    gone("set_layer_y_sort_origin", true, "layer.y_sort_origin = origin"),
    gone("get_layer_y_sort_origin", true, "layer.y_sort_origin"),
    gone("set_layer_z_index", true, "layer.z_index = z_index"),
    gone("get_layer_z_index", true, "layer.z_index"),
    gone("set_layer_navigation_enabled", true, "layer.navigation_enabled = enabled"),
    gone("is_layer_navigation_enabled", true, "layer.navigation_enabled"),
    gone("set_layer_navigation_map", true, "layer.set_navigation_map(map)"),
    gone("get_layer_navigation_map", true, "layer.get_navigation_map()"),
    gone("get_layer_for_body_rid", false, "the collider itself is the layer: layer.has_body_rid(body)"),
    gone("force_update", false, "layer.update_internals()"),
    same("update_internals", "layer.update_internals()"),
    same("notify_runtime_tile_data_update", "layer.notify_runtime_tile_data_update()"),
    same("get_coords_for_body_rid", "layer.get_coords_for_body_rid(body)"),
    same("local_to_map", "layer.local_to_map(local_position)"),
    same("map_to_local", "layer.map_to_local(map_position)"),
    same("map_pattern", "layer.map_pattern(position_in_tilemap, coords_in_pattern, pattern)"),
    same("get_surrounding_cells", "layer.get_surrounding_cells(coords)"),
    same("get_neighbor_cell", "layer.get_neighbor_cell(coords, neighbor)"),
    same("get_used_rect", "layer.get_used_rect(), joined over the layers that matter"),
    same("fix_invalid_tiles", "layer.fix_invalid_tiles()"),
    same("clear", "layer.clear(), for each layer"),
    same("get_tileset", "layer.tile_set"),
    same("set_tileset", "layer.tile_set = tile_set"),
    same("set_rendering_quadrant_size", "layer.rendering_quadrant_size = size"),
    same("get_rendering_quadrant_size", "layer.rendering_quadrant_size"),
    same("set_collision_animatable", "layer.use_kinematic_bodies = enabled"),
    same("is_collision_animatable", "layer.use_kinematic_bodies"),
    same("set_collision_visibility_mode", "layer.collision_visibility_mode = mode"),
    same("get_collision_visibility_mode", "layer.collision_visibility_mode"),
    same("set_navigation_visibility_mode", "layer.navigation_visibility_mode = mode"),
    same("get_navigation_visibility_mode", "layer.navigation_visibility_mode"),
];

/// Properties of TileMap that are each layer's now.
pub(super) const PROPERTIES: &[(&str, &str)] = &[
    ("tile_set", "layer.tile_set"),
    ("rendering_quadrant_size", "layer.rendering_quadrant_size"),
    ("cell_quadrant_size", "layer.rendering_quadrant_size"),
    ("collision_animatable", "layer.use_kinematic_bodies"),
    ("collision_visibility_mode", "layer.collision_visibility_mode"),
    ("navigation_visibility_mode", "layer.navigation_visibility_mode"),
];
