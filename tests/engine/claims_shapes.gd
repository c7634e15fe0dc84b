# Where cells lie in the layouts that are not square, and what a move does to them.
extends "claims_group.gd"

const SHAPES := {"isometric": TileSet.TILE_SHAPE_ISOMETRIC, "half_offset": TileSet.TILE_SHAPE_HALF_OFFSET_SQUARE, "hexagon": TileSet.TILE_SHAPE_HEXAGON}
const STACKED := TileSet.TILE_LAYOUT_STACKED
const STACKED_OFFSET := TileSet.TILE_LAYOUT_STACKED_OFFSET
const HORIZONTAL := TileSet.TILE_OFFSET_AXIS_HORIZONTAL
const VERTICAL := TileSet.TILE_OFFSET_AXIS_VERTICAL


func run() -> void:
	rows()
	linear()
	moves()
	shape_kept()


func shaped(shape: TileSet.TileShape, layout: TileSet.TileLayout, axis := HORIZONTAL) -> TileMapLayer:
	var layer := TileMapLayer.new()
	layer.tile_set = TileSet.new()
	layer.tile_set.tile_size = Vector2i(32, 32)
	layer.tile_set.tile_shape = shape
	layer.tile_set.tile_layout = layout
	layer.tile_set.tile_offset_axis = axis
	return layer


# The sideways place of the rows (columns with the vertical axis) -1, 0, 1 and 2.
func sideways(shape: TileSet.TileShape, layout: TileSet.TileLayout, axis := HORIZONTAL) -> Array:
	var layer := shaped(shape, layout, axis)
	var places := []
	for i: int in [-1, 0, 1, 2]:
		places.append(layer.map_to_local(Vector2i(0, i)).x if axis == HORIZONTAL else layer.map_to_local(Vector2i(i, 0)).y)
	layer.free()
	return places


func rows() -> void:
	for name: String in SHAPES:
		claim(name + "_stacked_shifts_odd_rows", [32.0, 16.0, 32.0, 16.0], sideways(SHAPES[name], STACKED))
		claim(name + "_stacked_offset_shifts_even_rows", [16.0, 32.0, 16.0, 32.0], sideways(SHAPES[name], STACKED_OFFSET))
		claim(name + "_vertical_stacked_shifts_odd_columns", [32.0, 16.0, 32.0, 16.0], sideways(SHAPES[name], STACKED, VERTICAL))
		claim(name + "_vertical_stacked_offset_shifts_even_columns", [16.0, 32.0, 16.0, 32.0], sideways(SHAPES[name], STACKED_OFFSET, VERTICAL))
	claim("square_shape_shifts_nothing", [16.0, 16.0, 16.0, 16.0], sideways(TileSet.TILE_SHAPE_SQUARE, STACKED))


# Cell to position is linear: whatever is added to all cells moves all of them alike.
func linear() -> void:
	var names := {"stairs_right": TileSet.TILE_LAYOUT_STAIRS_RIGHT, "stairs_down": TileSet.TILE_LAYOUT_STAIRS_DOWN, "diamond_right": TileSet.TILE_LAYOUT_DIAMOND_RIGHT, "diamond_down": TileSet.TILE_LAYOUT_DIAMOND_DOWN}
	for name: String in names:
		var unlike := []
		for shape: String in SHAPES:
			for axis in 2:
				if not is_linear(SHAPES[shape], names[name], axis):
					unlike.append([shape, axis])
		claim(name + "_is_linear", [], unlike)
	var linear_ones := []
	for shape: String in SHAPES:
		for layout in [STACKED, STACKED_OFFSET]:
			for axis in 2:
				if is_linear(SHAPES[shape], layout, axis):
					linear_ones.append([shape, layout, axis])
	claim("stacked_layouts_are_not_linear", [], linear_ones)
	var square := []
	for layout in 6:
		for axis in 2:
			if not is_linear(TileSet.TILE_SHAPE_SQUARE, layout, axis):
				square.append([layout, axis])
	claim("square_is_linear_in_every_layout", [], square)


func is_linear(shape: TileSet.TileShape, layout: TileSet.TileLayout, axis: TileSet.TileOffsetAxis) -> bool:
	var layer := shaped(shape, layout, axis)
	var answer := true
	for by: Vector2i in [Vector2i(1, 0), Vector2i(0, 1), Vector2i(3, -5)]:
		var step := layer.map_to_local(by) - layer.map_to_local(Vector2i.ZERO)
		for at: Vector2i in [Vector2i(1, 0), Vector2i(0, 1), Vector2i(-1, -1), Vector2i(4, 7)]:
			answer = answer and (layer.map_to_local(at + by) - layer.map_to_local(at)).is_equal_approx(step)
	layer.free()
	return answer


# The engine's own move: the cells become a pattern, which is set with its top-left cell moved. In the order given.
func moved(cells: Array, by: Vector2i, layout: TileSet.TileLayout, axis := HORIZONTAL) -> Array:
	var layer := shaped(TileSet.TILE_SHAPE_HEXAGON, layout, axis)
	var corner: Vector2i = cells[0]
	for i in cells.size():
		corner = corner.min(cells[i])
		layer.set_cell(cells[i], 0, Vector2i(i, 0))
	var pattern := layer.get_pattern(Array(cells, TYPE_VECTOR2I, &"", null))
	layer.clear()
	layer.set_pattern(corner + by, pattern)
	var answer := []
	for i in cells.size():
		answer.append_array(layer.get_used_cells_by_id(0, Vector2i(i, 0)))
	layer.free()
	return answer


func column(x: int, top: int) -> Array:
	return [Vector2i(x, top), Vector2i(x, top + 1), Vector2i(x, top + 2)]


func moves() -> void:
	var down := Vector2i(0, 1)
	claim("stacked_even_move_is_plain", column(5, 2), moved(column(5, 0), down * 2, STACKED))
	claim("stacked_odd_move_adds_1_to_odd_rows", [Vector2i(5, 1), Vector2i(6, 2), Vector2i(5, 3)], moved(column(5, 0), down, STACKED))
	claim("stacked_odd_move_up_is_the_same", [Vector2i(5, -1), Vector2i(6, 0), Vector2i(5, 1)], moved(column(5, 0), -down, STACKED))
	claim("stacked_offset_even_move_is_plain", column(5, 2), moved(column(5, 0), down * 2, STACKED_OFFSET))
	claim("stacked_offset_odd_move_takes_1_from_odd_rows", [Vector2i(5, 1), Vector2i(4, 2), Vector2i(5, 3)], moved(column(5, 0), down, STACKED_OFFSET))
	claim("stacked_offset_odd_move_from_odd_row_adds_1", [Vector2i(5, 2), Vector2i(6, 3), Vector2i(5, 4)], moved(column(5, 1), down, STACKED_OFFSET))
	# From an odd row the stacked rule takes 1 from odd rows; where that makes a negative coordinate within
	# the pattern the engine shifts all of it by one more cell.
	var slanted := [Vector2i(5, 1), Vector2i(6, 2), Vector2i(5, 3)]
	claim("stacked_odd_move_from_odd_row_takes_1", [Vector2i(5, 2), Vector2i(5, 3), Vector2i(5, 4)], moved(slanted, down, STACKED))
	claim("stacked_even_move_from_odd_row_is_plain", [Vector2i(5, 3), Vector2i(6, 4), Vector2i(5, 5)], moved(slanted, down * 2, STACKED))
	claim("stacked_odd_row_pattern_may_land_one_further", [Vector2i(6, 2), Vector2i(5, 3), Vector2i(6, 4)], moved(column(5, 1), down, STACKED))
	claim("stacked_odd_row_even_move_may_land_one_further", column(6, 3), moved(column(5, 1), down * 2, STACKED))
	claim("sideways_move_is_plain", [Vector2i(8, 0), Vector2i(8, 1), Vector2i(8, 2)], moved(column(5, 0), Vector2i(3, 0), STACKED))
	claim("vertical_stacked_odd_move_adds_1_to_odd_columns", [Vector2i(1, 5), Vector2i(2, 6), Vector2i(3, 5)], moved([Vector2i(0, 5), Vector2i(1, 5), Vector2i(2, 5)], Vector2i(1, 0), STACKED, VERTICAL))
	claim("vertical_stacked_offset_odd_move_takes_1_from_odd_columns", [Vector2i(1, 5), Vector2i(2, 4), Vector2i(3, 5)], moved([Vector2i(0, 5), Vector2i(1, 5), Vector2i(2, 5)], Vector2i(1, 0), STACKED_OFFSET, VERTICAL))


# Positions relative to that of the first cell.
func outline(cells: Array, layout: TileSet.TileLayout) -> Array:
	var layer := shaped(TileSet.TILE_SHAPE_HEXAGON, layout)
	var places := cells.map(func(c: Vector2i) -> Vector2: return layer.map_to_local(c) - layer.map_to_local(cells[0]))
	layer.free()
	return places


func shape_kept() -> void:
	var cells := column(5, 0) + [Vector2i(7, 1), Vector2i(9, 0)]
	var plain := cells.map(func(c: Vector2i) -> Vector2i: return c + Vector2i(0, 1))
	for layout: Array in [["stacked", STACKED], ["stacked_offset", STACKED_OFFSET]]:
		claim(layout[0] + "_plain_odd_addition_shears", true, outline(plain, layout[1]) != outline(cells, layout[1]))
		claim(layout[0] + "_odd_move_keeps_the_shape", outline(cells, layout[1]), outline(moved(cells, Vector2i(0, 1), layout[1]), layout[1]))
	var layer := shaped(TileSet.TILE_SHAPE_HEXAGON, STACKED)
	claim("stacked_odd_move_lands_half_a_cell_right", Vector2(16, 24), layer.map_to_local(Vector2i(5, 1)) - layer.map_to_local(Vector2i(5, 0)))
	layer.free()
