# The record: its fields, their signs, the transform bits, and what wraps.
extends "claims_group.gd"


func run() -> void:
	layout()
	signs()
	transforms()
	high_bit()
	await turns()
	wraps()
	partly_invalid_calls()


func layout() -> void:
	var one: Dictionary = round_trip([[0x0102, 0x0304, 0x0506, 0x0708, 0x090A, 0x0B0C]])
	var record: String = one.buffer.get_slice(" ", 1)
	claim("header_is_two_zero_bytes", "0000", one.buffer.get_slice(" ", 0))
	claim("record_is_twelve_bytes", 24, record.length())
	claim("x_at_0_little_endian", "0201", record.substr(0, 4))
	claim("y_at_2_little_endian", "0403", record.substr(4, 4))
	claim("source_at_4_little_endian", "0605", record.substr(8, 4))
	claim("atlas_x_at_6_little_endian", "0807", record.substr(12, 4))
	claim("atlas_y_at_8_little_endian", "0a09", record.substr(16, 4))
	claim("alternative_at_10_little_endian", "0c0b", record.substr(20, 4))
	claim("record_reads_back", [[0x0102, 0x0304, 0x0506, 0x0708, 0x090A, 0x0B0C]], one.cells)
	claim("records_follow_without_padding",
		"0000 010002000700010001000000 020002000700000000000010 ffffffff0700000000000000",
		round_trip([[1, 2, 7, 1, 1], [2, 2, 7, 0, 0, H], [-1, -1, 7, 0, 0]]).buffer)


func signs() -> void:
	claim("x_is_signed", [[-1, 0, 7, 0, 0, 0]], read_bytes("0000 ffff00000700000000000000"))
	claim("y_is_signed", [[0, -1, 7, 0, 0, 0]], read_bytes("0000 0000ffff0700000000000000"))
	claim("source_reads_signed", [[0, 0, -2, 0, 0, 0]], read_bytes("0000 00000000feff000000000000"))
	claim("source_8000_reads_lowest", [[0, 0, -32768, 0, 0, 0]], read_bytes("0000 000000000080000000000000"))
	claim("atlas_x_reads_signed", [[0, 0, 7, -2, 0, 0]], read_bytes("0000 000000000700feff00000000"))
	claim("atlas_y_reads_signed", [[0, 0, 7, 0, -2, 0]], read_bytes("0000 0000000007000000feff0000"))
	claim("alternative_reads_signed", [[0, 0, 7, 0, 0, -2]], read_bytes("0000 00000000070000000000feff"))
	claim("negative_fields_are_kept", "0000 00000000fefffefffefffeff", rewritten("0000 00000000fefffefffefffeff"))
	var corners := [[-32768, -32768, 0, 0, 0, 0], [32767, 32767, 1, 0, 0, 0], [-32768, 32767, 2, 0, 0, 0], [32767, -32768, 3, 0, 0, 0]]
	claim("coordinate_extremes_round_trip", corners, round_trip(corners).cells)


func transforms() -> void:
	for bits in 8:
		var name := ("h" if bits & 1 else "") + ("v" if bits & 2 else "") + ("t" if bits & 4 else "")
		var alternative := (H if bits & 1 else 0) | (V if bits & 2 else 0) | (T if bits & 4 else 0)
		var text := save(painted([[0, 0, 7, 0, 0, alternative | 3]]))
		var layer := node_from(text) as TileMapLayer
		claim("transform_" + (name if name else "none"),
			["03%x0" % bits, bits & 1 != 0, bits & 2 != 0, bits & 4 != 0],
			[buffer_in(text).right(4), layer.is_cell_flipped_h(Vector2i.ZERO), layer.is_cell_flipped_v(Vector2i.ZERO), layer.is_cell_transposed(Vector2i.ZERO)])
		layer.free()
	var layer := painted([[0, 0, 0, 0, 0, 5 | H | V | T]])
	layer.tile_set = tiles()
	claim("alternative_id_is_low_twelve_bits", Color.RED, layer.get_cell_tile_data(Vector2i.ZERO).modulate)
	layer.set_cell(Vector2i.ZERO, 0, Vector2i.ZERO, 4096)
	claim("alternative_4096_is_a_flip", [true, Color.WHITE], [layer.is_cell_flipped_h(Vector2i.ZERO), layer.get_cell_tile_data(Vector2i.ZERO).modulate])
	layer.free()


# One tile of 16 pixels with the alternative 5, red; solid in the left half of its upper quarter.
func tiles() -> TileSet:
	var atlas := TileSetAtlasSource.new()
	var texture := PlaceholderTexture2D.new()
	texture.size = Vector2(16, 16)
	atlas.texture = texture
	var set := TileSet.new()
	set.add_physics_layer()
	set.add_source(atlas, 0)
	atlas.create_tile(Vector2i.ZERO)
	atlas.create_alternative_tile(Vector2i.ZERO, 5)
	atlas.get_tile_data(Vector2i.ZERO, 5).modulate = Color.RED
	var data := atlas.get_tile_data(Vector2i.ZERO, 0)
	data.add_collision_polygon(0)
	data.set_collision_polygon_points(0, 0, PackedVector2Array([Vector2(-6, -8), Vector2(-2, -8), Vector2(-2, -5), Vector2(-6, -5)]))
	return set


func high_bit() -> void:
	var data := "0000 000000000700000000000180"
	claim("bit_15_reads_negative", [[0, 0, 7, 0, 0, -32767]], read_bytes(data))
	claim("bit_15_is_kept", data, rewritten(data))
	claim("bit_15_by_set_cell", "0180", round_trip([[0, 0, 7, 0, 0, 0x8001]]).buffer.right(4))
	var layer := painted([[0, 0, 0, 0, 0, 0x8000]])
	layer.tile_set = tiles()
	claim("bit_15_finds_no_tile", true, layer.get_cell_tile_data(Vector2i.ZERO) == null)
	layer.free()


# The rules of the editor's buttons are not open to scripts, but what they say can be seen: a tile that
# is solid near one of eight spots shows how it lies. Turning the bits must turn the spot.
func turns() -> void:
	var layer := TileMapLayer.new()
	layer.tile_set = tiles()
	for bits in 8:
		layer.set_cell(Vector2i(bits * 3, 0), 0, Vector2i.ZERO, bits << 12)
	await frame()
	tree.root.add_child(layer)
	await frame()
	await tree.physics_frame
	await tree.physics_frame
	var lies := []
	for bits in 8:
		lies.append(solid_spot(layer.map_to_local(Vector2i(bits * 3, 0))))
	layer.free()
	var up := Vector2(-4, -6)
	claim("tile_lies_as_drawn", up, lies[0])
	claim("flip_h_mirrors_left_right", Vector2(-up.x, up.y), lies[1])
	claim("flip_v_mirrors_up_down", Vector2(up.x, -up.y), lies[2])
	claim("transpose_swaps_x_and_y", Vector2(up.y, up.x), lies[4])
	claim("transpose_comes_before_flip", Vector2(-up.y, up.x), lies[5])
	var rules := {
		"turn_right_is_not_v_h_not_t": [func(h: int, v: int, t: int) -> Array: return [1 - v, h, 1 - t], func(s: Vector2) -> Vector2: return Vector2(-s.y, s.x)],
		"turn_left_is_v_not_h_not_t": [func(h: int, v: int, t: int) -> Array: return [v, 1 - h, 1 - t], func(s: Vector2) -> Vector2: return Vector2(s.y, -s.x)],
		"flip_h_is_not_h_v_t": [func(h: int, v: int, t: int) -> Array: return [1 - h, v, t], func(s: Vector2) -> Vector2: return Vector2(-s.x, s.y)],
		"flip_v_is_h_not_v_t": [func(h: int, v: int, t: int) -> Array: return [h, 1 - v, t], func(s: Vector2) -> Vector2: return Vector2(s.x, -s.y)],
	}
	for name: String in rules:
		var expected := []
		var got := []
		for bits in 8:
			var turned: Array = rules[name][0].call(bits & 1, bits >> 1 & 1, bits >> 2)
			expected.append(rules[name][1].call(lies[bits]))
			got.append(lies[turned[0] | turned[1] << 1 | turned[2] << 2])
		claim(name, expected, got)
	var quarter: Callable = rules["turn_right_is_not_v_h_not_t"][0]
	var chain := [0]
	for i in 4:
		var bits: int = chain[-1] >> 12
		var turned: Array = quarter.call(bits & 1, bits >> 1 & 1, bits >> 2)
		chain.append((turned[0] | turned[1] << 1 | turned[2] << 2) << 12)
	claim("four_turns_right", [0, T | H, H | V, T | V, 0], chain)


func solid_spot(centre: Vector2) -> Vector2:
	var space := tree.root.world_2d.direct_space_state
	var query := PhysicsPointQueryParameters2D.new()
	var found := []
	for spot: Vector2 in [Vector2(-4, -6), Vector2(4, -6), Vector2(6, -4), Vector2(6, 4), Vector2(4, 6), Vector2(-4, 6), Vector2(-6, 4), Vector2(-6, -4)]:
		query.position = centre + spot
		if space.intersect_point(query).size():
			found.append(spot)
	return found[0] if found.size() == 1 else Vector2.INF


func wraps() -> void:
	hush()
	claim("alternative_wraps_when_set", [[0, 0, 7, 0, 0, 0], [1, 0, 7, 0, 0, 4464]], cells_and_free(painted([[0, 0, 7, 0, 0, 65536], [1, 0, 7, 0, 0, 70000]])))
	claim("source_wraps_when_set", [[0, 0, 0, 0, 0, 0], [1, 0, 4464, 0, 0, 0]], cells_and_free(painted([[0, 0, 65536, 0, 0], [1, 0, 70000, 0, 0]])))
	claim("atlas_wraps_when_set", [[0, 0, 7, 0, 4464, 0]], cells_and_free(painted([[0, 0, 7, 65536, 70000]])))
	claim("coordinates_do_not_wrap_in_memory", [[40000, -40000, 7, 0, 0, 0]], cells_and_free(painted([[40000, -40000, 7, 0, 0]])))
	claim("coordinates_wrap_on_save", [[-25536, 25536, 7, 0, 0, 0]], round_trip([[40000, -40000, 7, 0, 0]]).cells)
	var clash := round_trip([[-25536, 0, 7, 0, 0], [40000, 0, 7, 1, 1]])
	claim("wrapped_onto_another_writes_both", "0000 409c00000700000000000000 409c00000700010001000000", clash.buffer)
	claim("wrapped_onto_another_later_wins", [[-25536, 0, 7, 1, 1, 0]], clash.cells)
	claim_said("wrapping_is_silent", [])


func cells_and_free(layer: TileMapLayer) -> Array:
	var cells := cells_of(layer)
	layer.free()
	return cells


# set_cell() erases where the loader does not.
func partly_invalid_calls() -> void:
	claim("set_cell_source_minus_1_erases", [], cells_and_free(painted([[0, 0, 7, 0, 0], [0, 0, -1, 0, 0]])))
	claim("set_cell_atlas_minus_1_erases", [], cells_and_free(painted([[0, 0, 7, 0, 0], [0, 0, 7, -1, -1]])))
	claim("set_cell_alternative_minus_1_erases", [], cells_and_free(painted([[0, 0, 7, 0, 0], [0, 0, 7, 0, 0, -1]])))
