# How the engine itself moves cells on maps that are not square: a pattern is taken and set again.
#
#   godot --headless --path PROJECT --script moves.gd -- make PROJECT
#   godot --headless --path PROJECT --script moves.gd -- places JOBS OUT
#
# `make` writes, for every shape, layout, axis and corner, a TileSet and a scene whose layers are Plain,
# Edge and Inner, and PROJECT/moves.jsonl, one line a scene: {"scene", "shape", "moves": [{"offset", "plain", "edge"}]}.
# `plain` and `edge` are the engine's cells after the move, [x, y, source]. Plain's odd rows and columns stay clear
# of the pattern's edge, Edge's do not, which sets off the engine's shift by one (grammar-notes/tile-data.md).
# `places` reads pairs "before<tab>after" of scenes and writes for each layer by how much its cells moved on the
# screen: the steps of all cells, each once. One step: the shape is kept.
extends SceneTree

const SHAPES := ["square", "isometric", "half-offset", "hexagon"]
const LAYOUTS := ["stacked", "stacked-offset", "stairs-right", "stairs-down", "diamond-right", "diamond-down"]
const AXES := ["horizontal", "vertical"]
const CORNERS: Array[Vector2i] = [Vector2i(0, 0), Vector2i(0, 1), Vector2i(1, 0), Vector2i(-3, -5), Vector2i(-4, -4), Vector2i(5, 3), Vector2i(-2, 7)]
const OFFSETS: Array[Vector2i] = [Vector2i(0, 1), Vector2i(1, 0), Vector2i(1, 1), Vector2i(-1, -1), Vector2i(2, 4), Vector2i(-3, 2), Vector2i(2, -3), Vector2i(-5, -7)]
const PLAIN: Array[Vector2i] = [Vector2i(1, 1), Vector2i(0, 0), Vector2i(3, 1), Vector2i(0, 2), Vector2i(2, 0), Vector2i(1, 3), Vector2i(3, 3), Vector2i(2, 4), Vector2i(4, 2)]
const EDGE: Array[Vector2i] = [Vector2i(0, 1), Vector2i(0, 0), Vector2i(1, 0), Vector2i(0, 3), Vector2i(3, 0), Vector2i(2, 2)]

# Its own corner lies in an odd row and column of the others'.
const INNER: Array[Vector2i] = [Vector2i(1, 2), Vector2i(1, 1), Vector2i(3, 2), Vector2i(2, 3)]


func _initialize() -> void:
	var args := OS.get_cmdline_user_args()
	if args[0] == "make":
		make(args[1])
	else:
		places(args[1], args[2])
	quit(0)


func make(folder: String) -> void:
	var out := FileAccess.open(folder.path_join("moves.jsonl"), FileAccess.WRITE)
	for shape in SHAPES.size():
		for layout in LAYOUTS.size():
			# Squares lie alike in every layout.
			if shape == TileSet.TILE_SHAPE_SQUARE and layout > 1:
				continue
			for axis in AXES.size():
				var set := TileSet.new()
				set.tile_size = Vector2i(32, 32)
				set.tile_shape = shape
				set.tile_layout = layout
				set.tile_offset_axis = axis
				var name := "%d%d%d" % [shape, layout, axis]
				ResourceSaver.save(set, "res://%s.tres" % name)
				set.take_over_path("res://%s.tres" % name)
				for i in CORNERS.size():
					out.store_line(JSON.stringify(scene("%s_%d.tscn" % [name, i], set, CORNERS[i])))
	out.close()


func scene(name: String, set: TileSet, corner: Vector2i) -> Dictionary:
	var top := Node2D.new()
	top.name = "Level"
	var answer := {"scene": name, "shape": "%s,%s,%s" % [SHAPES[set.tile_shape], LAYOUTS[set.tile_layout], AXES[set.tile_offset_axis]], "moves": []}
	var layers := {"Plain": PLAIN, "Edge": EDGE, "Inner": INNER}
	for layer_name: String in layers:
		var layer := TileMapLayer.new()
		layer.name = layer_name
		layer.tile_set = set
		for at: Vector2i in layers[layer_name]:
			layer.set_cell(corner + at, layer.get_used_cells().size(), Vector2i.ZERO)
		top.add_child(layer)
		layer.owner = top
	for by in OFFSETS:
		answer["moves"].append({
			"offset": [by.x, by.y],
			"plain": moved(top.get_node("Plain"), corner, by),
			"edge": moved(top.get_node("Edge"), corner, by),
		})
	var packed := PackedScene.new()
	packed.pack(top)
	ResourceSaver.save(packed, "res://" + name)
	top.free()
	return answer


func moved(layer: TileMapLayer, corner: Vector2i, by: Vector2i) -> Array:
	var onto := TileMapLayer.new()
	onto.tile_set = layer.tile_set
	var pattern := layer.get_pattern(layer.get_used_cells())
	onto.set_pattern(corner + by, pattern)
	var cells := []
	for at in onto.get_used_cells():
		cells.append([at.x, at.y, onto.get_cell_source_id(at)])
	onto.free()
	return cells


func places(jobs: String, to: String) -> void:
	var out := FileAccess.open(to, FileAccess.WRITE)
	for job in FileAccess.get_file_as_string(jobs).split("\n", false):
		var tops := Array(job.split("\t")).map(func(path: String) -> Node: return (ResourceLoader.load(path, "", ResourceLoader.CACHE_MODE_IGNORE) as PackedScene).instantiate())
		var answer := {}
		for layer: TileMapLayer in tops[0].get_children():
			var after: TileMapLayer = tops[1].get_node(NodePath(layer.name))
			# By the source, which is another one in every cell.
			var at := {}
			for cell in after.get_used_cells():
				at[after.get_cell_source_id(cell)] = after.map_to_local(cell)
			var steps := {}
			for cell in layer.get_used_cells():
				var step: Vector2 = (at[layer.get_cell_source_id(cell)] - layer.map_to_local(cell)).snapped(Vector2(0.01, 0.01))
				steps["%.2f %.2f" % [step.x, step.y]] = true
			answer[layer.name] = steps.keys()
		for top: Node in tops:
			top.free()
		out.store_line(JSON.stringify(answer))
	out.close()
