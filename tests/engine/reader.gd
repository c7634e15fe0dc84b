# What the engine itself reads from scenes and resources: the judge of the tests.
#
#   godot --headless --path PROJECT --script reader.gd -- read JOBS OUT
#   godot --headless --path PROJECT --script reader.gd -- tree JOBS OUT
#   godot --headless --path PROJECT --script reader.gd -- resave JOBS OUT
#   godot --headless --path PROJECT --script reader.gd -- pack JOBS OUT
#
# PROJECT is the folder that res:// means; an empty one will do. JOBS holds one absolute path a line
# (`resave`, `pack`: the file and where to save it, with a tab between). OUT receives one JSON line a job, in
# order and flushed at once, so that after a crash of the engine the missing line names the culprit.
#
#   read    {"file", "ok", "messages", "layers": [{"node", "kind", "layer", "name", "cells", "bytes"}]}
#   tree    the same, and "nodes": [{"path", "class", "properties"}] in tree order; the properties are those that
#           differ from the class's own, as text, but for cells
#   resave  {"file", "out", "ok", "messages"}
#   pack    the same, but a scene is instantiated and packed again, as the editor does when it saves
#
# `cells` are [x, y, source, atlas x, atlas y, alternative] in the order of get_used_cells(), the last
# four as the unsigned 16 bits they are in the file. `bytes` is the hex of `tile_map_data` after loading
# (TileMapLayer only, left out above 1 MiB), `layer` and `name` are the TileMap's. A pattern of a
# TileSet has "node": null and its index as "pattern". "ok" says that the file could be loaded; a scene
# that loads but cannot be instantiated has no layers.
# `resave` saves what was loaded without instantiating it; outside of the editor the engine writes no uid.
# Nothing enters the scene tree, so erased cells are still there, and no script file of the project runs.
extends SceneTree

const HEX_LIMIT := 1 << 20
const TEXT_AND_BINARY := ["tscn", "scn", "tres", "res", "gdshader", "gdshaderinc"]

# Loggers exist since 4.5; the class must not be named in this file or older engines refuse all of it.
const LOGGER := "extends Logger
var lines := []
var lock := Mutex.new()

func _log_error(_function, _file, _line, code, rationale, _notify, kind, _traces):
	lock.lock()
	lines.append((\"WARNING: \" if kind == ERROR_TYPE_WARNING else \"ERROR: \") + (rationale if rationale else code))
	lock.unlock()

func take():
	lock.lock()
	var taken := lines.duplicate()
	lines.clear()
	lock.unlock()
	return taken
"

var logger: Object


# Answers for every dependency that is not there, and for what would need an import or would run code.
class StandIns:
	extends ResourceFormatLoader

	var types := {}
	var lock := Mutex.new()

	func _recognize_path(path: String, type: StringName) -> bool:
		if path.begins_with("uid://") or path.contains("::"):
			return false
		if path.get_extension().to_lower() in TEXT_AND_BINARY and FileAccess.file_exists(path):
			return false
		lock.lock()
		types[path] = String(type)
		lock.unlock()
		return true

	func _handles_type(_type: StringName) -> bool:
		return true

	func _exists(_path: String) -> bool:
		return true

	func _get_resource_type(_path: String) -> String:
		return ""

	func _load(path: String, original: String, _threads: bool, _mode: int) -> Variant:
		lock.lock()
		var type: String = types.get(path, types.get(original, ""))
		lock.unlock()
		var extension := path.get_extension().to_lower()
		if type in ["Script", "GDScript", "CSharpScript"] or extension in ["gd", "cs"]:
			return _script()
		if type == "PackedScene" or extension in ["tscn", "scn", "glb", "gltf", "blend", "fbx"]:
			return _scene()
		if type in ["Texture2D", "Texture", "CompressedTexture2D"] or extension in ["png", "webp", "jpg", "jpeg", "svg", "bmp", "tga"]:
			return _texture()
		if ClassDB.class_exists(type) and ClassDB.can_instantiate(type) and ClassDB.is_parent_class(type, "Resource"):
			return ClassDB.instantiate(type)
		return Resource.new()

	func _script() -> Script:
		var script := GDScript.new()
		script.source_code = "extends Object\n"
		script.reload()
		return script

	func _scene() -> PackedScene:
		var node := Node2D.new()
		node.name = "Missing"
		var scene := PackedScene.new()
		scene.pack(node)
		node.free()
		return scene

	# As large as any atlas: the engine makes no tiles outside of the texture.
	func _texture() -> Texture2D:
		var texture := PlaceholderTexture2D.new()
		texture.size = Vector2(16384, 16384)
		return texture


func _initialize() -> void:
	var args := OS.get_cmdline_user_args()
	if args.size() != 3 or args[0] not in ["read", "tree", "resave", "pack"]:
		printerr("usage: godot --headless --path PROJECT --script reader.gd -- read|tree|resave|pack JOBS OUT")
		quit(2)
		return
	var out := FileAccess.open(args[2], FileAccess.WRITE)
	if out == null or not FileAccess.file_exists(args[1]):
		printerr("reader: cannot open %s or %s" % [args[1], args[2]])
		quit(2)
		return
	listen()
	ResourceLoader.add_resource_format_loader(StandIns.new(), true)
	ResourceLoader.set_abort_on_missing_resources(false)
	for job in FileAccess.get_file_as_string(args[1]).split("\n", false):
		var paths := job.trim_suffix("\r").split("\t")
		messages()
		var answer := read(paths[0], args[0] == "tree") if args[0] in ["read", "tree"] else resave(paths[0], paths[1] if paths.size() > 1 else "", args[0] == "pack")
		answer["messages"] = messages()
		out.store_line(to_json(answer))
		out.flush()
	out.close()
	quit(0)


func listen() -> void:
	if not ClassDB.class_exists("Logger"):
		return
	var script := GDScript.new()
	script.source_code = LOGGER
	script.reload()
	logger = script.new()
	OS.call("add_logger", logger)


func messages() -> Array:
	return logger.take() if logger else []


# The engine's writer leaves control characters raw inside of strings.
func to_json(value: Variant) -> String:
	var text := JSON.stringify(value, "", false, true)
	for code in range(1, 32):
		text = text.replace(String.chr(code), "\\u%04x" % code)
	return text


func load_file(path: String) -> Resource:
	if not FileAccess.file_exists(path):
		push_error("no such file")
		return null
	return ResourceLoader.load(path, "", ResourceLoader.CACHE_MODE_IGNORE_DEEP)


# ---- read

func read(path: String, with_nodes := false) -> Dictionary:
	var resource := load_file(path)
	var answer := {"file": path, "ok": resource != null, "layers": []}
	if resource is PackedScene:
		var top: Node = resource.instantiate() if resource.can_instantiate() else null
		if top:
			collect(top, top, answer["layers"])
			if with_nodes:
				answer["nodes"] = []
				describe(top, top, answer["nodes"])
			top.free()
	elif resource is TileSet:
		for i in resource.get_patterns_count():
			answer["layers"].append(pattern(resource.get_pattern(i), i))
	elif resource is TileMapPattern:
		answer["layers"].append(pattern(resource, 0))
	return answer


func collect(node: Node, top: Node, layers: Array) -> void:
	var path := str(top.get_path_to(node))
	if node is TileMapLayer:
		var entry := {"node": path, "kind": "TileMapLayer", "cells": layer_cells(node)}
		var bytes: PackedByteArray = node.get("tile_map_data")
		if bytes.size() <= HEX_LIMIT:
			entry["bytes"] = bytes.hex_encode()
		layers.append(entry)
	elif node is TileMap:
		for i in node.get_layers_count():
			layers.append({"node": path, "kind": "TileMap", "layer": i, "name": node.get_layer_name(i), "cells": map_cells(node, i)})
	for child in node.get_children():
		collect(child, top, layers)


func describe(node: Node, top: Node, nodes: Array) -> void:
	var properties := {}
	for property in node.get_property_list():
		var key: String = property["name"]
		if not property["usage"] & PROPERTY_USAGE_STORAGE or key == "tile_map_data" or key.ends_with("/tile_data"):
			continue
		var value: Variant = node.get(key)
		if value != ClassDB.class_get_property_default_value(node.get_class(), key):
			properties[key] = name_of(value) if value is Resource else var_to_str(value)
	nodes.append({"path": str(top.get_path_to(node)), "class": node.get_class(), "properties": properties})
	for child in node.get_children():
		describe(child, top, nodes)


# The file, or the id inside of one.
func name_of(resource: Resource) -> String:
	return resource.resource_path.get_slice("::", 1) if "::" in resource.resource_path else resource.resource_path


func cell(at: Vector2i, source: int, atlas: Vector2i, alternative: int) -> Array:
	return [at.x, at.y, source & 0xFFFF, atlas.x & 0xFFFF, atlas.y & 0xFFFF, alternative & 0xFFFF]


func layer_cells(layer: TileMapLayer) -> Array:
	var cells := []
	for at in layer.get_used_cells():
		cells.append(cell(at, layer.get_cell_source_id(at), layer.get_cell_atlas_coords(at), layer.get_cell_alternative_tile(at)))
	return cells


func map_cells(map: TileMap, i: int) -> Array:
	var cells := []
	for at in map.get_used_cells(i):
		cells.append(cell(at, map.get_cell_source_id(i, at), map.get_cell_atlas_coords(i, at), map.get_cell_alternative_tile(i, at)))
	return cells


func pattern(of: TileMapPattern, i: int) -> Dictionary:
	var cells := []
	for at in of.get_used_cells():
		cells.append(cell(at, of.get_cell_source_id(at), of.get_cell_atlas_coords(at), of.get_cell_alternative_tile(at)))
	return {"node": null, "kind": "TileMapPattern", "pattern": i, "cells": cells}


# ---- resave

# The ids of built-in and external resources belong to the path a file was read from: to keep them, the
# file is first copied to where it shall be, and then loaded and saved there.
func resave(from: String, to: String, packed: bool) -> Dictionary:
	var answer := {"file": from, "out": to, "ok": false}
	if to == "" or from != to and DirAccess.copy_absolute(from, to) != OK:
		push_error("cannot copy to \"%s\"" % to)
		return answer
	var resource := load_file(to)
	if packed and resource is PackedScene:
		var top: Node = resource.instantiate(PackedScene.GEN_EDIT_STATE_MAIN)
		settle(top)
		resource = PackedScene.new()
		resource.pack(top)
		resource.take_over_path(to)
		top.free()
	if resource and ResourceSaver.save(resource, to) == OK:
		answer["ok"] = true
	elif from != to:
		DirAccess.remove_absolute(to)
	return answer


# What a frame in the tree does: erased cells go.
func settle(node: Node) -> void:
	if node is TileMapLayer or node is TileMap:
		node.call("update_internals")
	for child in node.get_children():
		settle(child)
