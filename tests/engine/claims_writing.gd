# How the engine writes byte arrays: decimal or base64, and the header that goes with it.
extends "claims_group.gd"

const FOUR := "[gd_scene format=4"
const THREE := "[gd_scene format=3"


func run() -> void:
	cells()
	edge()
	whole_file()
	infinities()
	on_the_next_save()


func row(length: int) -> TileMapLayer:
	return painted(range(length).map(func(x: int) -> Array: return [x, 0, 0, 0, 0]))


func some_bytes(length: int) -> PackedByteArray:
	var data := PackedByteArray()
	data.resize(length)
	data.fill(7)
	return data


func with_meta(values: Dictionary) -> Node:
	var node := Node.new()
	node.name = "Root"
	for key: String in values:
		node.set_meta(key, values[key])
	return node


func written(text: String, property: String) -> String:
	return text.get_slice("\n%s = " % property, 1).get_slice("\n", 0)


# [header, how the property is spelled]
func style(text: String, property := "tile_map_data") -> Array:
	var value := written(text, property)
	var spelling := "base64" if value.begins_with("PackedByteArray(\"") else "empty" if value == "PackedByteArray()" else "decimal"
	return [text.left(THREE.length()), spelling]


func cells() -> void:
	claim("five_cells_are_decimal_format_3", [THREE, "decimal"], style(save(row(5))))
	claim("six_cells_are_base64_format_4", [FOUR, "base64"], style(save(row(6))))
	var text := save(row(100))
	claim("base64_is_one_padded_line", "PackedByteArray(\"%s\")" % Marshalls.raw_to_base64(value_in(text)), written(text, "tile_map_data"))
	claim("decimal_is_comma_and_blank", "PackedByteArray(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)", written(save(row(1)), "tile_map_data"))


func edge() -> void:
	claim("bytes_64_are_decimal_format_3", [THREE, "decimal"], style(save(with_meta({"b": some_bytes(64)})), "metadata/b"))
	claim("bytes_65_are_base64_format_4", [FOUR, "base64"], style(save(with_meta({"b": some_bytes(65)})), "metadata/b"))
	var resource := Resource.new()
	resource.set_meta("b", some_bytes(64))
	claim("resource_64_is_format_3", "[gd_resource type=\"Resource\" format=3", save_resource(resource).get_slice("]", 0))
	resource.set_meta("b", some_bytes(65))
	claim("resource_65_is_format_4", "[gd_resource type=\"Resource\" format=4", save_resource(resource).get_slice("]", 0))


func whole_file() -> void:
	var top := Node2D.new()
	top.name = "Root"
	top.add_child(row(1))
	top.add_child(row(20))
	top.get_child(1).name = "Long"
	claim("one_long_layer_makes_short_ones_base64", [FOUR, "base64"], style(save(top)))
	claim("long_array_in_a_dictionary_counts", [FOUR, "base64"], style(save(with_meta({"deep": {"a": [some_bytes(65)]}, "b": some_bytes(1)})), "metadata/b"))
	var sub := Resource.new()
	sub.set_meta("long", some_bytes(65))
	claim("long_array_in_a_sub_resource_counts", [FOUR, "base64"], style(save(with_meta({"sub": sub, "b": some_bytes(1)})), "metadata/b"))
	claim("vector4_array_counts", [FOUR, "base64"], style(save(with_meta({"v": PackedVector4Array([Vector4.ZERO]), "b": some_bytes(1)})), "metadata/b"))
	claim("many_short_arrays_do_not_count", [THREE, "decimal"], style(save(with_meta({"a": some_bytes(64), "b": some_bytes(64), "c": some_bytes(64)})), "metadata/b"))
	claim("empty_array_stays_as_it_is", [FOUR, "empty"], style(save(with_meta({"long": some_bytes(65), "b": PackedByteArray()})), "metadata/b"))
	claim("int32_array_is_never_base64", [FOUR, "decimal"], style(save(with_meta({"long": some_bytes(65), "i": PackedInt32Array(range(40))})), "metadata/i"))
	claim("long_int32_array_does_not_count", [THREE, "decimal"], style(save(with_meta({"i": PackedInt32Array(range(400)), "b": some_bytes(1)})), "metadata/b"))


func infinities() -> void:
	claim("negative_infinity_in_format_3", "inf_neg", written(save(with_meta({"f": -INF})), "metadata/f"))
	claim("negative_infinity_in_format_4", "-inf", written(save(with_meta({"f": -INF, "b": some_bytes(65)})), "metadata/f"))


func on_the_next_save() -> void:
	var short := bytes("0000 030003000700000000000000")
	var long := value_in(save(row(6))) as PackedByteArray
	claim("short_base64_becomes_decimal", [THREE, "decimal"], style(resaved(layer_text("PackedByteArray(\"%s\")" % Marshalls.raw_to_base64(short), "format=4"))))
	claim("long_decimal_becomes_base64", [FOUR, "base64"], style(resaved(layer_text(decimal(long.hex_encode()), "format=3"))))
	claim("header_only_survives_resave", "PackedByteArray(0, 0)", written(resaved(layer_text("PackedByteArray(0, 0)")), "tile_map_data"))
	claim("empty_array_survives_resave", [THREE, "empty"], style(resaved(layer_text("PackedByteArray()"))))
	claim("partial_record_survives_resave", "PackedByteArray(0, 0, 1, 2, 3)", written(resaved(layer_text("PackedByteArray(0, 0, 1, 2, 3)")), "tile_map_data"))
