# For each pair "scene <tab> out": what the engine itself says of the cells of every TileMapLayer against its TileSet.
# One line of JSON a scene: {"node": [[x, y], ...]} with the cells that are left after fix_invalid_tiles().
extends SceneTree

func _init() -> void:
	var arguments := OS.get_cmdline_user_args()
	var scenes := FileAccess.get_file_as_string(arguments[0]).split("\n", false)
	var out := FileAccess.open(arguments[1], FileAccess.WRITE)
	for path in scenes:
		var packed: PackedScene = ResourceLoader.load(path, "", ResourceLoader.CACHE_MODE_IGNORE)
		var layers := {}
		if packed != null:
			var root := packed.instantiate()
			look(root, root, layers)
			root.free()
		out.store_line(JSON.stringify(layers))
		out.flush()
	out.close()
	quit(0)

func look(root: Node, node: Node, layers: Dictionary) -> void:
	if node is TileMapLayer and node.tile_set != null:
		node.fix_invalid_tiles()
		var cells := []
		for cell in node.get_used_cells():
			cells.append([cell.x, cell.y])
		cells.sort()
		layers[str(root.get_path_to(node))] = cells
	for child in node.get_children():
		look(root, child, layers)
