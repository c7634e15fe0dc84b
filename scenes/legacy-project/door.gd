extends Node2D

@export var open := false


func _ready() -> void:
	if open:
		$Map.set_cell(1, Vector2i(3, 0), -1)
		$Fade.play("fade")
