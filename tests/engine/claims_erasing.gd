# Erased cells, the order of records, and records that share a coordinate.
extends "claims_group.gd"

const DEAD := "ffffffffffffffff"
const TWO := [[1, 1, 7, 0, 0], [2, 2, 7, 1, 0]]


func run() -> void:
	outside_the_tree()
	await in_the_tree()
	what_counts_as_erased()
	order_outside_the_tree()
	await order_in_the_tree()
	duplicates()
	assigned_twice()


func outside_the_tree() -> void:
	var layer := painted(TWO)
	layer.erase_cell(Vector2i(1, 1))
	claim("erased_outside_tree_leaves_tombstone", "0000 01000100%s 020002000700010000000000" % DEAD, buffer_in(save(layer)))
	layer = painted(TWO)
	layer.clear()
	claim("cleared_outside_tree_is_all_tombstones", "0000 01000100%s 02000200%s" % [DEAD, DEAD], buffer_in(save(layer)))
	layer = painted([[2, 2, 7, 1, 0]])
	layer.erase_cell(Vector2i(1, 1))
	claim("erased_never_painted_leaves_nothing", "0000 020002000700010000000000", buffer_in(save(layer)))
	layer = painted(TWO)
	layer.erase_cell(Vector2i(1, 1))
	layer.update_internals()
	claim("update_internals_drops_tombstones", "0000 020002000700010000000000", buffer_in(save(layer)))
	var data := "0000 01000100%s 020002000700010000000000" % DEAD
	claim("tombstone_survives_resave", data, buffer_in(resaved(layer_text(decimal(data)))))
	claim("tombstone_survives_repack_outside_tree", data, rewritten(data))


func in_the_tree() -> void:
	for how: String in ["erased", "cleared"]:
		var layer := painted(TWO)
		tree.root.add_child(layer)
		await frame()
		if how == "erased":
			layer.erase_cell(Vector2i(1, 1))
		else:
			layer.clear()
		claim(how + "_in_tree_same_frame_leaves_tombstone", 1 if how == "erased" else 2, buffer_in(save(layer, true)).count(DEAD))
		await frame()
		claim(how + "_in_tree_next_frame_is_gone", "0000 020002000700010000000000" if how == "erased" else "none", buffer_in(save(layer, true)))
		layer.queue_free()
	var loaded := node_from(layer_text(decimal("0000 01000100%s 020002000700010000000000" % DEAD)))
	tree.root.add_child(loaded)
	await frame()
	claim("loaded_tombstone_is_gone_after_a_frame", "0000 020002000700010000000000", buffer_in(save(loaded, true)))
	loaded.queue_free()
	var leaving := painted(TWO)
	tree.root.add_child(leaving)
	await frame()
	leaving.erase_cell(Vector2i(1, 1))
	tree.root.remove_child(leaving)
	claim("leaving_the_tree_drops_tombstones", "0000 020002000700010000000000", buffer_in(save(leaving)))


func what_counts_as_erased() -> void:
	var other := "0000 04000400ffff010002000300"
	claim("source_ffff_is_a_tombstone_whatever_else", [], read_bytes(other))
	claim("tombstone_keeps_its_other_fields", other, rewritten(other))
	claim("atlas_ffff_is_no_tombstone", [[3, 3, 7, -1, -1, 0]], read_bytes("0000 030003000700ffffffff0000"))
	claim("one_atlas_half_ffff_is_no_tombstone", [[3, 3, 7, -1, 0, 0], [4, 4, 7, 0, -1, 0]], read_bytes("0000 030003000700ffff00000000 0400040007000000ffff0000"))
	claim("alternative_ffff_is_no_tombstone", [[3, 3, 7, 0, 0, -1]], read_bytes("0000 03000300070000000000ffff"))
	claim("atlas_ffff_is_kept", "0000 030003000700ffffffff0000", rewritten("0000 030003000700ffffffff0000"))
	var only := "0000 01000100%s 02000200%s" % [DEAD, DEAD]
	claim("only_tombstones_show_no_cells", [], read_bytes(only))
	claim("only_tombstones_keep_the_property", only, rewritten(only))
	var layer := node_from(layer_text(decimal("0000 f0fff0ff%s 020003000700010000000000 90009000%s" % [DEAD, DEAD]))) as TileMapLayer
	claim("used_rect_ignores_tombstones", Rect2i(2, 3, 1, 1), layer.get_used_rect())
	layer.free()


func places(text: String) -> Array:
	var answer := []
	for record in buffer_in(text).split(" ").slice(1):
		answer.append(record.left(8))
	return answer


func order_outside_the_tree() -> void:
	var cells := [[5, 5, 0, 0, 0], [0, 0, 0, 1, 0], [3, 1, 0, 2, 0], [-2, 9, 0, 3, 0]]
	claim("records_in_order_of_setting", ["05000500", "00000000", "03000100", "feff0900"], places(save(painted(cells))))
	claim("painting_over_keeps_the_place", ["05000500", "00000000", "03000100", "feff0900"], places(save(painted(cells + [[5, 5, 0, 3, 3]]))))
	var layer := painted(TWO)
	layer.erase_cell(Vector2i(1, 1))
	layer.set_cell(Vector2i(1, 1), 7, Vector2i(3, 3))
	claim("erase_and_paint_in_one_frame_keeps_the_place", "0000 010001000700030003000000 020002000700010000000000", buffer_in(save(layer)))
	claim("loading_keeps_the_order_of_records", [[2, 2, 7, 0, 0, 0], [1, 1, 7, 0, 0, 0]], read_bytes("0000 020002000700000000000000 010001000700000000000000"))


func order_in_the_tree() -> void:
	var layer := painted(TWO)
	tree.root.add_child(layer)
	await frame()
	layer.erase_cell(Vector2i(1, 1))
	await frame()
	layer.set_cell(Vector2i(1, 1), 7, Vector2i(3, 3))
	claim("erase_frame_paint_moves_to_the_end", ["02000200", "01000100"], places(save(layer, true)))
	layer.queue_free()
	await frame()


func duplicates() -> void:
	var data := "0000 030003000700000000000000 040004000700000000000000 030003000800010000000000"
	claim("duplicate_last_wins_at_place_of_first", [[3, 3, 8, 1, 0, 0], [4, 4, 7, 0, 0, 0]], read_bytes(data))
	claim("duplicates_collapse_on_save", "0000 030003000800010000000000 040004000700000000000000", rewritten(data))
	claim("duplicates_survive_resave", data, buffer_in(resaved(layer_text(decimal(data)))))
	claim("duplicate_tombstone_last_erases", [], read_bytes("0000 030003000700000000000000 03000300%s" % DEAD))
	claim("duplicate_tombstone_first_is_painted", [[3, 3, 7, 1, 2, 3], [4, 4, 7, 0, 0, 0]], read_bytes("0000 03000300%s 040004000700000000000000 030003000700010002000300" % DEAD))
	claim("duplicate_erased_between_keeps_first_place", [[3, 3, 8, 0, 0, 0], [4, 4, 7, 0, 0, 0]], read_bytes("0000 030003000700000000000000 040004000700000000000000 03000300%s 030003000800000000000000" % DEAD))


# A second buffer, as an override in an inherited scene is one.
func assigned_twice() -> void:
	var layer := painted([[9, 9, 5, 1, 1], [8, 8, 5, 1, 1]])
	layer.tile_map_data = bytes("0000 030003000700000000000000 080008000600000000000000")
	claim("second_buffer_shows_only_its_own", [[8, 8, 6, 0, 0, 0], [3, 3, 7, 0, 0, 0]], cells_of(layer))
	claim("second_buffer_leaves_tombstones_in_old_places", "0000 09000900%s 080008000600000000000000 030003000700000000000000" % DEAD, buffer_in(save(layer)))
