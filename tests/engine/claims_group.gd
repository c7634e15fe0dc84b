# What the groups of claims share: making scenes of painted layers and of text, saving and reading them.
# Cells are [x, y, source, atlas x, atlas y, alternative] as the engine reads them (signed), in its order.
extends RefCounted

const H := TileSetAtlasSource.TRANSFORM_FLIP_H
const V := TileSetAtlasSource.TRANSFORM_FLIP_V
const T := TileSetAtlasSource.TRANSFORM_TRANSPOSE
const REFUSED := "refused"

var tree: SceneTree
var work: String
var logger: Object
var judge: Callable


func run() -> void:
	pass


func claim(name: String, expected: Variant, got: Variant) -> void:
	judge.call(name, expected, got)


# The engine said this, and nothing else, since the last call of `hush`. Holds by default where the
# engine is too old to be listened to.
func claim_said(name: String, expected: Array) -> void:
	claim(name, expected, unique(logger.take()) if logger else expected)


# Scenes are instantiated more than once on some paths: what is said twice counts once.
func unique(lines: Array) -> Array:
	var seen := []
	for line: String in lines:
		if line not in seen:
			seen.append(line)
	return seen


func hush() -> void:
	if logger:
		logger.take()


# ---- bytes

func bytes(hex: String) -> PackedByteArray:
	return hex.replace(" ", "").hex_decode()


func decimal(hex: String) -> String:
	return "PackedByteArray(%s)" % ", ".join(Array(bytes(hex)).map(func(b: int) -> String: return str(b)))


# "0000 <record> <record>": as it is easiest to compare and to read.
func spaced(data: PackedByteArray) -> String:
	var parts := [data.slice(0, 2).hex_encode()]
	for at in range(2, data.size(), 12):
		parts.append(data.slice(at, at + 12).hex_encode())
	return " ".join(parts)


# ---- layers

func painted(cells: Array) -> TileMapLayer:
	var layer := TileMapLayer.new()
	layer.name = "Layer"
	for c: Array in cells:
		layer.set_cell(Vector2i(c[0], c[1]), c[2], Vector2i(c[3], c[4]), c[5] if c.size() > 5 else 0)
	return layer


func cells_of(layer: TileMapLayer) -> Array:
	var cells := []
	for at in layer.get_used_cells():
		var atlas := layer.get_cell_atlas_coords(at)
		cells.append([at.x, at.y, layer.get_cell_source_id(at), atlas.x, atlas.y, layer.get_cell_alternative_tile(at)])
	return cells


# ---- files

func path(name := "case.tscn") -> String:
	return work.path_join(name)


func write(text: String, name := "case.tscn") -> String:
	var file := FileAccess.open(path(name), FileAccess.WRITE)
	file.store_string(text)
	file.close()
	return path(name)


# Packs the node, saves it, frees it (unless told to keep it) and returns the text that was written.
func save(node: Node, keep := false) -> String:
	for child in node.get_children():
		child.owner = node
	var scene := PackedScene.new()
	scene.pack(node)
	ResourceSaver.save(scene, path("saved.tscn"))
	if not keep:
		node.free()
	return FileAccess.get_file_as_string(path("saved.tscn"))


func save_resource(resource: Resource) -> String:
	ResourceSaver.save(resource, path("saved.tres"))
	return FileAccess.get_file_as_string(path("saved.tres"))


func load_scene(text: String) -> PackedScene:
	return ResourceLoader.load(write(text), "", ResourceLoader.CACHE_MODE_IGNORE_DEEP)


# The file is read and written again as it was read: nothing is instantiated.
func resaved(text: String) -> String:
	var scene := load_scene(text)
	if scene == null:
		return REFUSED
	ResourceSaver.save(scene, path("saved.tscn"))
	return FileAccess.get_file_as_string(path("saved.tscn"))


func node_from(text: String) -> Node:
	var scene := load_scene(text)
	return scene.instantiate() if scene else null


# The value of the first property of this name in a text, or null.
func value_in(text: String, property := "tile_map_data") -> Variant:
	var at := text.find("\n%s = " % property)
	return null if at < 0 else str_to_var(text.substr(at + property.length() + 4).get_slice("\n", 0))


func buffer_in(text: String) -> String:
	var value: Variant = value_in(text)
	return "none" if value == null else spaced(value)


func layer_text(value: String, format := "format=3") -> String:
	return "[gd_scene %s]\n\n[node name=\"Layer\" type=\"TileMapLayer\"]\ntile_map_data = %s\n" % [format, value]


# What a scene holding this value for `tile_map_data` shows: its cells, or REFUSED.
func read(value: String, format := "format=3") -> Variant:
	var layer := node_from(layer_text(value, format)) as TileMapLayer
	if layer == null:
		return REFUSED
	var cells := cells_of(layer)
	layer.free()
	return cells


func read_bytes(hex: String) -> Variant:
	return read(decimal(hex))


# The same, instantiated and packed anew outside of the tree: the buffer that is then in the file.
func rewritten(hex: String) -> String:
	return buffer_in(save(node_from(layer_text(decimal(hex)))))


# Painted, saved and read again.
func round_trip(cells: Array) -> Dictionary:
	var text := save(painted(cells))
	var layer := node_from(text) as TileMapLayer
	var answer := {"text": text, "buffer": buffer_in(text), "cells": cells_of(layer)}
	layer.free()
	return answer


# ---- frames

func frame() -> void:
	await tree.process_frame
	await tree.process_frame
