# What is solid on a map, as a picture: each cell has 4 x 4 points, `#` where a tile's collision shape covers it.
#
#   godot --headless --path PROJECT --script picture.gd -- JOBS OUT
#
# JOBS: one line a scene, "path<tab>x<tab>y<tab>width<tab>height", the rectangle in cells of 16 pixels.
# OUT: the rows of each picture, one line a scene, with `/` between the rows.
extends SceneTree


func _initialize() -> void:
	run()


func run() -> void:
	var args := OS.get_cmdline_user_args()
	var out := FileAccess.open(args[1], FileAccess.WRITE)
	await process_frame
	for job in FileAccess.get_file_as_string(args[0]).split("\n", false):
		var parts := job.split("\t")
		var top := (ResourceLoader.load(parts[0], "", ResourceLoader.CACHE_MODE_IGNORE) as PackedScene).instantiate()
		root.add_child(top)
		await process_frame
		await physics_frame
		await physics_frame
		out.store_line(picture(Rect2i(int(parts[1]), int(parts[2]), int(parts[3]), int(parts[4]))))
		top.free()
		await physics_frame
	out.close()
	quit(0)


func picture(cells: Rect2i) -> String:
	var space := root.world_2d.direct_space_state
	var query := PhysicsPointQueryParameters2D.new()
	var rows := PackedStringArray()
	for y in range(cells.position.y * 4, cells.end.y * 4):
		var row := ""
		for x in range(cells.position.x * 4, cells.end.x * 4):
			query.position = Vector2(x * 4 + 2, y * 4 + 2)
			row += "#" if space.intersect_point(query).size() else "."
		rows.append(row)
	return "/".join(rows)
