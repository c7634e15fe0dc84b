# The TileMap node of old, with three integers a cell, and the patterns of a TileSet.
extends "claims_group.gd"

const DATA := "PackedInt32Array(131073, 65543, 1)"
const CELLS := [[1, 2, 7, 1, 1, 0]]


func run() -> void:
	integers()
	spelling()
	formats()
	layers()
	names()
	erased()
	patterns()


func map_text(lines: Array) -> String:
	return "[gd_scene format=3]\n\n[node name=\"Map\" type=\"TileMap\"]\n%s\n" % "\n".join(lines)


func map_cells(map: TileMap, index := 0) -> Array:
	var cells := []
	for at in map.get_used_cells(index):
		var atlas := map.get_cell_atlas_coords(index, at)
		cells.append([at.x, at.y, map.get_cell_source_id(index, at), atlas.x, atlas.y, map.get_cell_alternative_tile(index, at)])
	return cells


func map_from(lines: Array) -> TileMap:
	return node_from(map_text(lines)) as TileMap


func read_map(lines: Array, index := 0) -> Variant:
	var map := map_from(lines)
	if map == null:
		return REFUSED
	var cells := map_cells(map, index)
	map.free()
	return cells


func painted_map(cells: Array) -> TileMap:
	var map := TileMap.new()
	map.name = "Map"
	for c: Array in cells:
		map.set_cell(0, Vector2i(c[0], c[1]), c[2], Vector2i(c[3], c[4]), c[5] if c.size() > 5 else 0)
	return map


func ints_of(cells: Array) -> PackedInt32Array:
	return value_in(save(painted_map(cells)), "layer_0/tile_data")


func integers() -> void:
	var ints := ints_of([[0x0102, 0x0304, 0x0506, 0x0708, 0x090A, 0x0B0C]])
	claim("legacy_three_ints_a_cell", 3, ints.size())
	claim("legacy_int_0_is_y_x", 0x03040102, ints[0])
	claim("legacy_int_1_is_atlas_x_source", 0x07080506, ints[1])
	claim("legacy_int_2_is_alternative_atlas_y", 0x0B0C090A, ints[2])
	claim("legacy_worked_example", PackedInt32Array([196607, 196615, 268500996]), ints_of([[-1, 2, 7, 3, 4, 0x1001]]))
	var text := save(painted_map([[-1, -1, 7, 0, 0, 0]]))
	claim("legacy_ints_are_printed_signed", "PackedInt32Array(-1, 7, 0)", text.get_slice("layer_0/tile_data = ", 1).get_slice("\n", 0))
	claim("legacy_format_2_is_written", true, text.contains("\nformat = 2\n"))
	var many := [[-1, 2, 7, 3, 4, 0x1001], [32767, -32768, 5, 0, 9, H | V | T], [0, 0, 1, 1, 1, 1]]
	var layer := painted(many)
	claim("legacy_bytes_are_the_records", layer.tile_map_data.slice(2), ints_of(many).to_byte_array())
	layer.free()
	claim("legacy_reads_back", many, read_map(["format = 2", "layer_0/tile_data = %s" % var_to_str(ints_of(many))]))
	claim("legacy_order_is_that_of_setting", [[5, 5, 0, 3, 3, 0], [0, 0, 0, 1, 0, 0]], read_map(["layer_0/tile_data = %s" % var_to_str(ints_of([[5, 5, 0, 0, 0], [0, 0, 0, 1, 0], [5, 5, 0, 3, 3]]))]))


func spelling() -> void:
	claim("legacy_ints_over_32_bit_wrap", [[-1, -1, 7, 0, 0, 0]], read_map(["format = 2", "layer_0/tile_data = PackedInt32Array(4294967295, 4294967303, 0)"]))
	claim("legacy_pool_int_array_is_read", CELLS, read_map(["format = 2", "layer_0/tile_data = PoolIntArray( 131073, 65543, 1 )"]))
	claim("legacy_int_array_is_read", CELLS, read_map(["format = 2", "layer_0/tile_data = IntArray(131073, 65543, 1)"]))
	claim("legacy_plain_array_is_converted", CELLS, read_map(["format = 2", "layer_0/tile_data = [131073, 65543, 1]"]))
	claim("legacy_rows_layout_is_read", CELLS, read_map(["format = 2", "layer_0/tile_data = PackedInt32Array(\n131073, 65543, 1 ; 1,2 = 7:1,1\n)"]))
	claim("legacy_base64_is_refused", REFUSED, read_map(["format = 2", "layer_0/tile_data = PackedInt32Array(\"AQACAAcAAQABAAAA\")"]))
	claim("legacy_trailing_comma_is_refused", REFUSED, read_map(["format = 2", "layer_0/tile_data = PackedInt32Array(131073, 65543, 1,)"]))
	claim("legacy_fractions_are_cut_off", CELLS, read_map(["format = 2", "layer_0/tile_data = PackedInt32Array(131073.9, 65543, 1)"]))
	hush()
	claim("legacy_length_not_by_three_loads_nothing", [], read_map(["format = 2", "layer_0/tile_data = PackedInt32Array(131073, 65543, 1, 5)"]))
	claim_said("legacy_length_message", ["Corrupted tile data. Got size: 4. Expected modulo: 3"])
	claim("legacy_bad_length_leaves_old_contents", CELLS, twice(DATA, "PackedInt32Array(5, 5)"))
	claim("legacy_second_data_replaces_the_first", [[0, 0, 5, 0, 0, 0]], twice(DATA, "PackedInt32Array(0, 5, 0)"))


func twice(first: String, second: String) -> Array:
	var map := TileMap.new()
	map.set("layer_0/tile_data", str_to_var(first))
	map.set("layer_0/tile_data", str_to_var(second))
	var cells := map_cells(map)
	map.free()
	return cells


func formats() -> void:
	claim("legacy_format_2", CELLS, read_map(["format = 2", "layer_0/tile_data = " + DATA]))
	claim("legacy_format_absent_is_2", CELLS, read_map(["layer_0/tile_data = " + DATA]))
	claim("legacy_format_behind_the_data_is_too_late", CELLS, read_map(["layer_0/tile_data = " + DATA, "format = 1"]))
	hush()
	claim("legacy_format_1_loads_nothing", [], read_map(["format = 1", "layer_0/tile_data = " + DATA]))
	claim_said("legacy_format_1_message", ["Old TileMap data format detected despite DISABLE_DEPRECATED being set compilation time."])
	claim("legacy_format_0_loads_nothing", [], read_map(["format = 0", "layer_0/tile_data = PackedInt32Array(131073, 65543)"]))
	hush()
	claim("legacy_format_3_loads_nothing", [], read_map(["format = 3", "layer_0/tile_data = " + DATA]))
	claim("legacy_bare_tile_data_is_dropped", [], read_map(["format = 2", "tile_data = " + DATA]))


func layer_names(lines: Array) -> Array:
	var map := map_from(lines)
	var names := range(map.get_layers_count()).map(func(i: int) -> String: return map.get_layer_name(i))
	map.free()
	return names


func layers() -> void:
	claim("legacy_starts_with_one_layer", ["Layer0"], layer_names([]))
	claim("legacy_layer_beyond_creates_all_up_to_it", 4, layer_names(["layer_3/name = \"Top\""]).size())
	claim("legacy_layers_may_come_in_any_order", ["A", "B"], layer_names(["layer_1/name = \"B\"", "layer_0/name = \"A\""]))
	claim("legacy_negative_layer_is_ignored", ["Layer0"], layer_names(["layer_-1/name = \"B\""]))
	claim("legacy_data_of_a_later_layer", CELLS, read_map(["format = 2", "layer_2/tile_data = " + DATA], 2))
	var map := TileMap.new()
	map.name = "Map"
	claim("legacy_empty_map_writes_format_2", [true, false], [save(map, true).contains("format = 2"), save(map).contains("tile_data")])


func one_name(name: String) -> String:
	return layer_names(["layer_0/name = \"%s\"" % name])[0]


func two_names(name: String) -> String:
	return layer_names(["layer_0/name = \"%s\"" % name, "layer_1/name = \"%s\"" % name])[1]


func names() -> void:
	claim("layer_name_signs_become_underscores", "a_b_c_d_e_f_g", one_name("a.b:c@d/e\\\"f%g"))
	claim("layer_name_keeps_blanks", " Ground ", one_name(" Ground "))
	hush()
	claim("layer_name_empty_is_refused", "Layer0", one_name(""))
	claim("layer_name_double_gets_2", "same2", two_names("same"))
	claim("layer_name_double_counts_on", ["W10", "Wall_02", "Layer 2"], [two_names("W9"), two_names("Wall_01"), two_names("Layer 1")])
	claim("layer_name_case_differs", ["same", "Same"], layer_names(["layer_0/name = \"same\"", "layer_1/name = \"Same\""]))
	claim("layer_name_two_signs_may_collide", ["a_b", "a_b2"], layer_names(["layer_0/name = \"a.b\"", "layer_1/name = \"a:b\""]))


func erased() -> void:
	claim("legacy_source_ffff_is_a_tombstone", [], read_map(["format = 2", "layer_0/tile_data = PackedInt32Array(131073, -1, -1)"]))
	claim("legacy_duplicate_last_wins_at_place_of_first", [[1, 2, 9, 0, 0, 0], [0, 0, 7, 0, 0, 0]], read_map(["layer_0/tile_data = PackedInt32Array(131073, 7, 0, 0, 7, 0, 131073, 9, 0)"]))
	var map := painted_map([[1, 1, 7, 0, 0], [2, 2, 7, 0, 0]])
	map.erase_cell(0, Vector2i(1, 1))
	claim("legacy_erased_outside_tree_leaves_tombstone", PackedInt32Array([65537, -1, -1, 131074, 7, 0]), value_in(save(map), "layer_0/tile_data"))


# ---- patterns

func pattern_from(ints: String) -> TileMapPattern:
	var text := "[gd_resource type=\"TileMapPattern\" format=3]\n\n[resource]\ntile_data = %s\n" % ints
	return ResourceLoader.load(write(text, "case.tres"), "", ResourceLoader.CACHE_MODE_IGNORE_DEEP)


func pattern_cells(pattern: TileMapPattern) -> Array:
	var cells := []
	for at in pattern.get_used_cells():
		var atlas := pattern.get_cell_atlas_coords(at)
		cells.append([at.x, at.y, pattern.get_cell_source_id(at), atlas.x, atlas.y, pattern.get_cell_alternative_tile(at)])
	return cells


func patterns() -> void:
	var pattern := TileMapPattern.new()
	pattern.set_cell(Vector2i(2, 1), 7, Vector2i(3, 4), 17 | V)
	var text := save_resource(pattern)
	claim("pattern_has_the_same_three_ints", ints_of([[2, 1, 7, 3, 4, 17 | V]]), value_in(text, "tile_data"))
	claim("pattern_has_no_format", false, text.contains("\nformat = "))
	claim("pattern_reads_back", [[2, 1, 7, 3, 4, 17 | V]], pattern_cells(pattern_from(var_to_str(value_in(text, "tile_data")))))
	claim("pattern_size_counts_from_0_0", Vector2i(3, 2), pattern_from("PackedInt32Array(65538, 7, 0)").get_size())
	claim("pattern_negative_coordinates_are_skipped", [[2, 1, 7, 0, 0, 0]], pattern_cells(pattern_from("PackedInt32Array(-1, 7, 0, 65538, 7, 0)")))
	var set := TileSet.new()
	set.add_pattern(pattern)
	text = save_resource(set)
	claim("pattern_in_a_tile_set", [true, true], [text.contains("\npattern_0 = SubResource("), text.contains("[sub_resource type=\"TileMapPattern\"")])
