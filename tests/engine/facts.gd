# What a scene says, as the engine loads it: the judge of merged scenes.
#
#   godot --headless --path PROJECT --script facts.gd -- JOBS OUT
#
# JOBS holds one absolute path a line. OUT receives one JSON array of strings a job, or null where the scene could not
# be loaded. The strings:
#
#   "A/B: Sprite2D"                     a node and its class ("" for an override or an instance)
#   "A/B.position = Vector2(1, 2)"      a property that is stored
#   "A/B.shape.size = Vector2(3, 4)"    one of a resource in the scene
#   "A/B.texture -> res://t.tres"       a resource elsewhere
#   "A/B in enemies"                    a group
#   "A.ready -> B.start"                a connection
#   "3 A/B"                             the node's place among all of them
extends SceneTree


func _initialize() -> void:
	var args := OS.get_cmdline_user_args()
	var out := FileAccess.open(args[1], FileAccess.WRITE)
	for path in FileAccess.get_file_as_string(args[0]).split("\n", false):
		var scene = ResourceLoader.load(path, "", ResourceLoader.CACHE_MODE_IGNORE)
		out.store_line("null" if scene == null else JSON.stringify(facts(scene.get_state())))
		out.flush()
	out.close()
	quit(0)


func facts(state: SceneState) -> Array:
	var said := []
	for node in state.get_node_count():
		var path := short(state.get_node_path(node))
		said.append("%s: %s" % [path, state.get_node_type(node)])
		said.append("%d %s" % [node, path])
		for group in state.get_node_groups(node):
			said.append("%s in %s" % [path, group])
		if state.get_node_instance(node) != null:
			said.append("%s -> %s" % [path, state.get_node_instance(node).resource_path])
		for index in state.get_node_property_count(node):
			say(said, "%s.%s" % [path, state.get_node_property_name(node, index)], state.get_node_property_value(node, index))
	for index in state.get_connection_count():
		said.append("%s.%s -> %s.%s" % [
			short(state.get_connection_source(index)), state.get_connection_signal(index),
			short(state.get_connection_target(index)), state.get_connection_method(index)])
	return said


func short(path: NodePath) -> String:
	var text := str(path).trim_prefix("./")
	return text


func say(said: Array, name: String, value: Variant) -> void:
	if not value is Resource:
		said.append("%s = %s" % [name, var_to_str(value)])
	elif not "::" in value.resource_path and value.resource_path != "":
		said.append("%s -> %s" % [name, value.resource_path])
	else:
		for property in value.get_property_list():
			if property.usage & PROPERTY_USAGE_STORAGE and not property.name in ["resource_local_to_scene", "resource_name", "script", "resource_path"]:
				say(said, "%s.%s" % [name, property.name], value.get(property.name))
