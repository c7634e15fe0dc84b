# What is taken for a buffer, what is refused, and what then becomes of the cells that were there.
extends "claims_group.gd"

const RECORD := "030003000700000000000000"
const NINE := [[9, 9, 5, 1, 1, 0]]


func run() -> void:
	refused()
	damaged()
	empty()
	other_types()


# Reads the value as the override of a layer with one cell at (9, 9) in the scene below.
func override(value: String) -> Variant:
	write(layer_text(decimal("0000 090009000500010001000000")), "base.tscn")
	var layer := node_from("[gd_scene format=3]\n\n[ext_resource type=\"PackedScene\" path=\"%s\" id=\"1\"]\n\n[node name=\"Layer\" instance=ExtResource(\"1\")]\ntile_map_data = %s\n" % [path("base.tscn"), value]) as TileMapLayer
	if layer == null:
		return REFUSED
	var cells := cells_of(layer)
	layer.free()
	return cells


# A scene that instances the scene below and clears its layer, as the editor saves it.
func cleared_override() -> String:
	write(layer_text(decimal("0000 090009000500010001000000")), "base.tscn")
	var base: PackedScene = ResourceLoader.load(path("base.tscn"), "", ResourceLoader.CACHE_MODE_REPLACE)
	var layer := base.instantiate(PackedScene.GEN_EDIT_STATE_INSTANCE) as TileMapLayer
	layer.clear()
	layer.update_internals()
	var top := Node2D.new()
	top.name = "Root"
	top.add_child(layer)
	return save(top)


func refused() -> void:
	for header: Array in [["1", "0100"], ["256", "0001"], ["65535", "ffff"]]:
		hush()
		claim("header_%s_loads_nothing" % header[0], [], read_bytes(header[1] + RECORD))
		claim_said("header_%s_message" % header[0], ["Unsupported tile map data format: %s. Expected format ID lower or equal to: 0" % header[0]])
		claim("header_%s_leaves_old_contents" % header[0], NINE, override(decimal(header[1] + RECORD)))
	hush()
	claim("one_byte_loads_nothing", [], read_bytes("00"))
	claim_said("one_byte_message", ["Corrupted tile map data: not enough bytes."])
	claim("one_byte_leaves_old_contents", NINE, override(decimal("00")))
	hush()
	claim("override_replaces_old_contents", [[3, 3, 7, 0, 0, 0]], override(decimal("0000" + RECORD)))
	claim_said("override_is_silent", [])


func damaged() -> void:
	hush()
	claim("partial_record_keeps_complete_ones", [[3, 3, 7, 0, 0, 0]], read_bytes("0000" + RECORD + "0400040007"))
	claim_said("partial_record_message", ["Corrupted tile map data: tiles might be missing."])
	claim("one_byte_short_drops_the_record", [], read_bytes("0000" + RECORD.left(22)))
	claim("one_byte_too_many_keeps_the_record", [[3, 3, 7, 0, 0, 0]], read_bytes("0000" + RECORD + "00"))
	claim("partial_record_replaces_old_contents", [[3, 3, 7, 0, 0, 0]], override(decimal("0000" + RECORD + "0400040007")))
	claim("partial_record_is_gone_on_save", "0000 " + RECORD, rewritten("0000" + RECORD + "0400040007"))


func empty() -> void:
	hush()
	claim("header_only_is_an_empty_layer", [], read_bytes("0000"))
	claim_said("header_only_is_silent", [])
	claim("header_only_replaces_old_contents", [], override(decimal("0000")))
	claim("header_only_is_never_written", "none", rewritten("0000"))
	claim("empty_array_is_an_empty_layer", [], read("PackedByteArray()"))
	claim("empty_array_replaces_old_contents", [], override("PackedByteArray()"))
	claim("empty_layer_has_no_property", "none", buffer_in(save(TileMapLayer.new())))
	hush()
	var layer := painted([[9, 9, 5, 1, 1]])
	layer.tile_map_data = PackedByteArray()
	claim("empty_array_clears", [], cells_of(layer))
	layer.free()
	claim("cleared_override_is_written_as_empty_array", true, cleared_override().contains("\ntile_map_data = PackedByteArray()\n"))
	claim("unknown_source_needs_no_tile_set", [[0, 0, 999, 5, 5, 0]], round_trip([[0, 0, 999, 5, 5]]).cells)


func other_types() -> void:
	var numbers := decimal("0000" + RECORD).trim_prefix("PackedByteArray(").trim_suffix(")")
	claim("plain_array_is_converted", [[3, 3, 7, 0, 0, 0]], read("[%s]" % numbers))
	claim("int32_array_is_converted", [[3, 3, 7, 0, 0, 0]], read("PackedInt32Array(%s)" % numbers))
	claim("null_is_an_empty_layer", [], read("null"))
	claim("string_is_an_empty_layer", [], read("\"%s\"" % Marshalls.raw_to_base64(bytes("0000" + RECORD))))
	claim("property_given_twice_last_counts", [[3, 3, 7, 0, 0, 0]], read("%s\ntile_map_data = %s" % [decimal("0000090009000500010001000000"), decimal("0000" + RECORD)]))
