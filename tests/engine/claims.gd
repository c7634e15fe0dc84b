# Every fact about tile data that this project builds on, held against the engine.
#
#   godot --headless --path PROJECT --script claims.gd -- WORKDIR
#
# PROJECT may be an empty folder; WORKDIR (absolute) is one where files can be written. One line a claim,
# `ok NAME` or `FAIL NAME: expected … got …`, then `N claims, M hold, K fail`. Exit code 1 if any fails.
# The facts in words, each with the name of its claim: grammar-notes/tile-data.md.
extends SceneTree

const GROUPS := ["records", "erasing", "buffers", "spelling", "writing", "legacy", "shapes"]

# Loggers exist since 4.5; the class must not be named in this file or older engines refuse all of it.
const LOGGER := "extends Logger
var lines := []
var script_errors := []
var lock := Mutex.new()

func _log_error(_function, _file, _line, code, rationale, _notify, kind, _traces):
	lock.lock()
	if kind == ERROR_TYPE_SCRIPT:
		script_errors.append(rationale if rationale else code)
	lines.append(rationale if rationale else code)
	lock.unlock()

func take():
	lock.lock()
	var taken := lines.duplicate()
	lines.clear()
	lock.unlock()
	return taken
"

var logger: Object
var names := {}
var failures := 0


func _initialize() -> void:
	var args := OS.get_cmdline_user_args()
	if args.size() != 1 or not DirAccess.dir_exists_absolute(args[0]):
		printerr("usage: godot --headless --path PROJECT --script claims.gd -- WORKDIR")
		quit(2)
		return
	if ClassDB.class_exists("Logger"):
		var script := GDScript.new()
		script.source_code = LOGGER
		script.reload()
		logger = script.new()
		OS.call("add_logger", logger)
	var here: String = get_script().resource_path.get_base_dir()
	for group: String in GROUPS:
		var script: GDScript = load(here.path_join("claims_%s.gd" % group))
		if script == null or not script.can_instantiate():
			judge("group_" + group, "a script that works", "none")
			continue
		var claims: RefCounted = script.new()
		claims.tree = self
		claims.work = args[0]
		claims.logger = logger
		claims.judge = judge
		await claims.run()
	# A script that stops halfway would keep its other claims to itself.
	if logger:
		for error: String in logger.script_errors:
			judge("script_runs_through", "no error", error)
	print("%d claims, %d hold, %d fail" % [names.size(), names.size() - failures, failures])
	quit(1 if failures else 0)


func judge(name: String, expected: Variant, got: Variant) -> void:
	if names.has(name):
		failures += 1
		print("FAIL %s: expected a name of its own, got one used twice" % name)
	elif typeof(expected) == typeof(got) and expected == got:
		print("ok " + name)
	else:
		failures += 1
		print("FAIL %s: expected %s got %s" % [name, JSON.stringify(str(expected)), JSON.stringify(str(got))])
	names[name] = true
