//! The scenarios: the base, what ours and theirs replaced in it, and what must come of it.

use super::{BASE, BASE_WITH_IDS, Scenario};

const NEW_OURS: &str =
    "[node name=\"Mine\" type=\"Marker2D\" parent=\".\"]\nposition = Vector2(3, 3)\n\n[node name=\"Inst\"";
const NEW_THEIRS: &str =
    "[node name=\"Yours\" type=\"Marker2D\" parent=\".\"]\nposition = Vector2(4, 4)\n\n[node name=\"Inst\"";
const A: &str =
    "; about A\n[node name=\"A\" type=\"Node2D\" parent=\".\"]\nposition = Vector2(1, 1)\nrotation = 0.5\n\n";
const A1: &str = "[node name=\"A1\" type=\"Sprite2D\" parent=\"A\"]\nmodulate = Color(1, 0, 0, 1)\n\n";
const SEEN: &str = "[connection signal=\"visibility_changed\" from=\"A/A1\" to=\".\" method=\"seen\"]\n";
const HIT: &str = "[connection signal=\"area_entered\" from=\"B\" to=\"A\" method=\"hit\"]\n";
const FIRST_EXT: &str = "[ext_resource type=\"Gradient\" path=\"res://one.tres\" id=\"1_one\"]\n";
const SECOND_EXT: &str = "[ext_resource type=\"PackedScene\" path=\"res://inner.tscn\" id=\"2_inner\"]\n";
const SHAPE: &str = "shape = SubResource(\"RectangleShape2D_aaaaa\")";
const RECTANGLE: &str =
    "[sub_resource type=\"RectangleShape2D\" id=\"RectangleShape2D_aaaaa\"]\nsize = Vector2(10, 10)\n\n";
const CELLS: &str =
    "PackedByteArray(0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0)";

/// Short for the common case.
const fn clean(
    name: &'static str,
    ours: super::Edits<'static>,
    theirs: super::Edits<'static>,
    holds: &'static [&'static str],
    lacks: &'static [&'static str],
) -> Scenario {
    Scenario { name, base: BASE, ours, theirs, conflicts: &[], holds, lacks }
}

const fn clash(
    name: &'static str,
    ours: super::Edits<'static>,
    theirs: super::Edits<'static>,
    conflicts: &'static [&'static str],
    holds: &'static [&'static str],
    lacks: &'static [&'static str],
) -> Scenario {
    Scenario { name, base: BASE, ours, theirs, conflicts, holds, lacks }
}

/// On the scene with unique ids.
const fn with_ids(scenario: Scenario) -> Scenario {
    Scenario { base: BASE_WITH_IDS, ..scenario }
}

pub(super) const SCENARIOS: &[Scenario] = &[
    clean(
        "two properties of one node",
        &[("Vector2(1, 1)", "Vector2(2, 2)")],
        &[("rotation = 0.5", "rotation = 0.25")],
        &["A.position = Vector2(2, 2)", "A.rotation = 0.25"],
        &[],
    ),
    clean(
        "the same change on both sides",
        &[("Vector2(1, 1)", "Vector2(2, 2)")],
        &[("Vector2(1, 1)", "Vector2( 2,2 )")],
        &["A.position = Vector2(2, 2)"],
        &[],
    ),
    clash(
        "one property changed twice",
        &[("Vector2(1, 1)", "Vector2(2, 2)")],
        &[("Vector2(1, 1)", "Vector2(3, 3)")],
        &["node A, position"],
        &["A.position = Vector2(2, 2)"],
        &[],
    ),
    clash(
        "a property deleted against changed",
        &[("rotation = 0.5\n", "")],
        &[("rotation = 0.5", "rotation = 1.5")],
        &["rotation: base 0.5"],
        &["A.position = Vector2(1, 1)"],
        &["A.rotation = 1.5"],
    ),
    clean(
        "new properties at one place",
        &[("rotation = 0.5", "rotation = 0.5\nscale = Vector2(2, 2)")],
        &[("rotation = 0.5", "rotation = 0.5\nskew = 0.25")],
        &["A.scale = Vector2(2, 2)", "A.skew = 0.25", "A.rotation = 0.5"],
        &[],
    ),
    clean(
        "new nodes at one place",
        &[("[node name=\"Inst\"", NEW_OURS)],
        &[("[node name=\"Inst\"", NEW_THEIRS)],
        &["Mine.position = Vector2(3, 3)", "Yours.position = Vector2(4, 4)"],
        &[],
    ),
    clean(
        "one new node on both sides",
        &[("[node name=\"Inst\"", NEW_OURS)],
        &[("[node name=\"Inst\"", NEW_OURS)],
        &["Mine: Marker2D", "Mine.position = Vector2(3, 3)"],
        &["Mine2: Marker2D"],
    ),
    clash(
        "new nodes of one name and class, placed differently",
        &[("[node name=\"Inst\"", NEW_OURS)],
        &[(
            "[node name=\"Inst\"",
            "[node name=\"Mine\" type=\"Marker2D\" parent=\".\"]\nposition = Vector2(4, 4)\n\n[node name=\"Inst\"",
        )],
        &["node Mine, position"],
        &["Mine.position = Vector2(3, 3)"],
        &[],
    ),
    clean(
        "new external resources under one id",
        &[
            (
                SECOND_EXT,
                "[ext_resource type=\"PackedScene\" path=\"res://inner.tscn\" id=\"2_inner\"]\n[ext_resource type=\"Gradient\" path=\"res://two.tres\" id=\"3_new\"]\n",
            ),
            ("rotation = 0.5", "rotation = 0.5\nmetadata/mine = ExtResource(\"3_new\")"),
        ],
        &[
            (
                SECOND_EXT,
                "[ext_resource type=\"PackedScene\" path=\"res://inner.tscn\" id=\"2_inner\"]\n[ext_resource type=\"Gradient\" path=\"res://three.tres\" id=\"3_new\"]\n",
            ),
            ("Color(1, 0, 0, 1)", "Color(1, 0, 0, 1)\nmetadata/yours = ExtResource(\"3_new\")"),
        ],
        &[
            "A.metadata/mine -> res://two.tres",
            "A/A1.metadata/yours -> res://three.tres",
            "..metadata/gradient -> res://one.tres",
        ],
        &[],
    ),
    clean(
        "one new external resource under two ids",
        &[
            (
                SECOND_EXT,
                "[ext_resource type=\"PackedScene\" path=\"res://inner.tscn\" id=\"2_inner\"]\n[ext_resource type=\"Gradient\" path=\"res://two.tres\" id=\"3_abc\"]\n",
            ),
            ("rotation = 0.5", "rotation = 0.5\nmetadata/mine = ExtResource(\"3_abc\")"),
        ],
        &[
            (
                SECOND_EXT,
                "[ext_resource type=\"PackedScene\" path=\"res://inner.tscn\" id=\"2_inner\"]\n[ext_resource type=\"Gradient\" path=\"res://two.tres\" id=\"3_xyz\"]\n",
            ),
            ("Color(1, 0, 0, 1)", "Color(1, 0, 0, 1)\nmetadata/yours = ExtResource(\"3_xyz\")"),
        ],
        &["A.metadata/mine -> res://two.tres", "A/A1.metadata/yours -> res://two.tres"],
        &[],
    ),
    clean(
        "new sub-resources under one id",
        &[
            (
                "[node name=\"Root\"",
                "[sub_resource type=\"Gradient\" id=\"Gradient_new\"]\noffsets = PackedFloat32Array(0, 0.25)\n\n[node name=\"Root\"",
            ),
            ("rotation = 0.5", "rotation = 0.5\nmetadata/mine = SubResource(\"Gradient_new\")"),
        ],
        &[
            (
                "[node name=\"Root\"",
                "[sub_resource type=\"Gradient\" id=\"Gradient_new\"]\noffsets = PackedFloat32Array(0, 0.75)\n\n[node name=\"Root\"",
            ),
            ("Color(1, 0, 0, 1)", "Color(1, 0, 0, 1)\nmetadata/yours = SubResource(\"Gradient_new\")"),
        ],
        &[
            "A.metadata/mine.offsets = PackedFloat32Array(0, 0.25)",
            "A/A1.metadata/yours.offsets = PackedFloat32Array(0, 0.75)",
        ],
        &[],
    ),
    clean(
        "ids given anew by a save, against a new use",
        &[("1_one", "1_abcde"), ("2_inner", "2_fghij"), ("RectangleShape2D_aaaaa", "RectangleShape2D_zzzzz")],
        &[(
            "rotation = 0.5",
            "rotation = 0.5\nmetadata/one = ExtResource(\"1_one\")\nmetadata/shape = SubResource(\"RectangleShape2D_aaaaa\")",
        )],
        &[
            "A.metadata/one -> res://one.tres",
            "A.metadata/shape.size = Vector2(10, 10)",
            "B/Shape.shape.size = Vector2(10, 10)",
        ],
        &[],
    ),
    clean(
        "two properties of one sub-resource",
        &[("size = Vector2(10, 10)", "size = Vector2(20, 20)")],
        &[("size = Vector2(10, 10)", "custom_solver_bias = 0.5\nsize = Vector2(10, 10)")],
        &["B/Shape.shape.size = Vector2(20, 20)", "B/Shape.shape.custom_solver_bias = 0.5"],
        &[],
    ),
    clash(
        "one property of a sub-resource changed twice",
        &[("size = Vector2(10, 10)", "size = Vector2(20, 20)")],
        &[("size = Vector2(10, 10)", "size = Vector2(30, 30)")],
        &["RectangleShape2D_aaaaa, size"],
        &["B/Shape.shape.size = Vector2(20, 20)"],
        &[],
    ),
    clash(
        "a sub-resource exchanged against edited",
        &[
            (RECTANGLE, "[sub_resource type=\"CapsuleShape2D\" id=\"CapsuleShape2D_new\"]\nradius = 3.0\n\n"),
            (SHAPE, "shape = SubResource(\"CapsuleShape2D_new\")"),
        ],
        &[("size = Vector2(10, 10)", "size = Vector2(30, 30)")],
        &["RectangleShape2D_aaaaa: deleted by"],
        &["B/Shape.shape.radius = 3.0"],
        &[],
    ),
    clean(
        "a resource that ours dropped and theirs uses once more",
        &[
            (FIRST_EXT, ""),
            ("metadata/gradient = ExtResource(\"1_one\")\n", ""),
            ("load_steps=5", "load_steps=4"),
        ],
        &[("Color(1, 0, 0, 1)", "Color(1, 0, 0, 1)\nmetadata/mine = ExtResource(\"1_one\")")],
        &["A/A1.metadata/mine -> res://one.tres"],
        &["..metadata/gradient -> res://one.tres"],
    ),
    clean(
        "a node renamed against edited",
        &[("rotation = 0.5", "rotation = 0.25")],
        &[
            ("name=\"A\"", "name=\"Alpha\""),
            ("parent=\"A\"", "parent=\"Alpha\""),
            ("../A/A1", "../Alpha/A1"),
            ("to=\"A\"", "to=\"Alpha\""),
            ("from=\"A/A1\"", "from=\"Alpha/A1\""),
        ],
        &[
            "Alpha.rotation = 0.25",
            "Alpha/A1: Sprite2D",
            "B.area_entered -> Alpha.hit",
            "Alpha/A1.visibility_changed -> ..seen",
            "B.metadata/target = NodePath(\"../Alpha/A1\")",
        ],
        &["A: Node2D", "A/A1: Sprite2D"],
    ),
    clean(
        "a node renamed, while ours hangs something on it",
        &[
            (
                "[node name=\"B\"",
                "[node name=\"A2\" type=\"Sprite2D\" parent=\"A\"]\nmetadata/way = NodePath(\"../A1\")\n\n[node name=\"B\"",
            ),
            ("[editable", "[connection signal=\"ready\" from=\"A/A2\" to=\"A\" method=\"go\"]\n\n[editable"),
            ("rotation = 0.5", "rotation = 0.5\nmetadata/own = NodePath(\"../B\")"),
            ("metadata/target", "metadata/also = NodePath(\"../A/A1:position\")\nmetadata/target"),
        ],
        &[
            ("name=\"A\"", "name=\"Alpha\""),
            ("parent=\"A\"", "parent=\"Alpha\""),
            ("../A/A1", "../Alpha/A1"),
            ("to=\"A\"", "to=\"Alpha\""),
            ("from=\"A/A1\"", "from=\"Alpha/A1\""),
        ],
        &[
            "Alpha/A2: Sprite2D",
            "Alpha/A2.ready -> Alpha.go",
            "Alpha/A2.metadata/way = NodePath(\"../A1\")",
            "B.metadata/also = NodePath(\"../Alpha/A1:position\")",
        ],
        &[],
    ),
    with_ids(clean(
        "a node renamed and edited at once, told by its unique id",
        &[("rotation = 0.5", "rotation = 0.25")],
        &[
            ("name=\"A\"", "name=\"Alpha\""),
            ("parent=\"A\"", "parent=\"Alpha\""),
            ("../A/A1", "../Alpha/A1"),
            ("to=\"A\"", "to=\"Alpha\""),
            ("from=\"A/A1\"", "from=\"Alpha/A1\""),
            ("Vector2(1, 1)", "Vector2(9, 9)"),
        ],
        &["Alpha.rotation = 0.25", "Alpha.position = Vector2(9, 9)", "Alpha/A1: Sprite2D"],
        &["A: Node2D"],
    )),
    with_ids(clash(
        "a node renamed twice",
        &[("name=\"A1\"", "name=\"Mine\""), ("A/A1", "A/Mine")],
        &[("name=\"A1\"", "name=\"Yours\""), ("A/A1", "A/Yours")],
        &["[name]: base A1"],
        &["A/Mine: Sprite2D", "A/Mine.visibility_changed -> ..seen"],
        &[],
    )),
    with_ids(clean(
        "a node moved against edited",
        &[("Color(1, 0, 0, 1)", "Color(0, 1, 0, 1)")],
        &[
            ("name=\"A1\" type=\"Sprite2D\" parent=\"A\"", "name=\"A1\" type=\"Sprite2D\" parent=\"B\""),
            ("../A/A1", "A1"),
            ("from=\"A/A1\"", "from=\"B/A1\""),
        ],
        &[
            "B/A1.modulate = Color(0, 1, 0, 1)",
            "B/A1.visibility_changed -> ..seen",
            "B.metadata/target = NodePath(\"A1\")",
        ],
        &["A/A1: Sprite2D"],
    )),
    with_ids(clash(
        "a node moved to two places",
        &[("parent=\"A\"", "parent=\"B\""), ("../A/A1", "A1"), ("from=\"A/A1\"", "from=\"B/A1\"")],
        &[("parent=\"A\"", "parent=\".\""), ("../A/A1", "../A1"), ("from=\"A/A1\"", "from=\"A1\"")],
        &["[parent]"],
        &["B/A1: Sprite2D", "B/A1.visibility_changed -> ..seen"],
        &[],
    )),
    clean(
        "a node deleted that nobody touched",
        &[("rotation = 0.5", "rotation = 0.25")],
        &[(A1, ""), (SEEN, ""), ("metadata/target = NodePath(\"../A/A1\")\n", "")],
        &["A.rotation = 0.25"],
        &["A/A1: Sprite2D", "A/A1.visibility_changed -> ..seen"],
    ),
    clash(
        "a node deleted against changed",
        &[(A1, ""), (SEEN, ""), ("metadata/target = NodePath(\"../A/A1\")\n", "")],
        &[("Color(1, 0, 0, 1)", "Color(0, 0, 1, 1)")],
        &["node A/A1: deleted by"],
        &["A: Node2D"],
        &["A/A1: Sprite2D", "A/A1.visibility_changed -> ..seen"],
    ),
    clash(
        "a parent deleted, a child added below it",
        &[(A, ""), (A1, ""), (SEEN, ""), (HIT, ""), ("metadata/target = NodePath(\"../A/A1\")\n", "")],
        &[("[node name=\"B\"", "[node name=\"A2\" type=\"Sprite2D\" parent=\"A\"]\n\n[node name=\"B\"")],
        &["node A: deleted by"],
        &["B: Area2D"],
        &["A: Node2D", "A/A2: Sprite2D"],
    ),
    clash(
        "a node deleted, a connection made to it",
        &[(A1, ""), (SEEN, ""), ("metadata/target = NodePath(\"../A/A1\")\n", "")],
        &[("[editable", "[connection signal=\"ready\" from=\"B\" to=\"A/A1\" method=\"show\"]\n\n[editable")],
        &["node A/A1: deleted by"],
        &["A: Node2D"],
        &["B.ready -> A/A1.show"],
    ),
    clean(
        "connections added on both sides",
        &[("[editable", "[connection signal=\"ready\" from=\"A\" to=\".\" method=\"mine\"]\n\n[editable")],
        &[("[editable", "[connection signal=\"ready\" from=\"B\" to=\".\" method=\"yours\"]\n\n[editable")],
        &["A.ready -> ..mine", "B.ready -> ..yours", "B.area_entered -> A.hit"],
        &[],
    ),
    clean(
        "one connection deleted, another changed",
        &[(SEEN, "")],
        &[("method=\"hit\"]", "method=\"hit\" flags=3]")],
        &["B.area_entered -> A.hit"],
        &["A/A1.visibility_changed -> ..seen"],
    ),
    clash(
        "one connection deleted and changed",
        &[(HIT, "")],
        &[("method=\"hit\"]", "method=\"hit\" flags=3]")],
        &["connection area_entered of B"],
        &[],
        &["B.area_entered -> A.hit"],
    ),
    clean(
        "groups added and taken out",
        &[("[\"g1\", \"g2\"]", "[\"g1\", \"g2\", \"g3\"]")],
        &[("[\"g1\", \"g2\"]", "[\"g0\", \"g2\"]")],
        &[". in g0", ". in g2", ". in g3"],
        &[". in g1"],
    ),
    clean(
        "a dictionary changed at two keys",
        &[("\"a\": 1,", "\"a\": 10,")],
        &[("\"b\": 2\n", "\"b\": 2,\n\"c\": 3\n")],
        &["..metadata/dict = {\n\"a\": 10,\n\"b\": 2,\n\"c\": 3\n}"],
        &[],
    ),
    clash(
        "a dictionary changed at one key",
        &[("\"a\": 1,", "\"a\": 10,")],
        &[("\"a\": 1,", "\"a\": 20,")],
        &["metadata/dict"],
        &["..metadata/dict = {\n\"a\": 10,\n\"b\": 2\n}"],
        &[],
    ),
    clean(
        "an override in an instance, and the instance itself",
        &[("visible = false", "visible = false\nrotation = 1.5")],
        &[("Vector2(7, 7)", "Vector2(8, 8)"), ("visible = false", "visible = false\nscale = Vector2(2, 2)")],
        &["Inst.position = Vector2(8, 8)", "Inst/Deep.rotation = 1.5", "Inst/Deep.scale = Vector2(2, 2)"],
        &[],
    ),
    clean(
        "the instance renamed, an override added inside of it",
        &[(
            "[connection signal=\"area",
            "[node name=\"Deeper\" parent=\"Inst/Deep\" index=\"0\"]\nvisible = false\n\n[connection signal=\"area",
        )],
        &[
            ("name=\"Inst\"", "name=\"House\""),
            ("parent=\"Inst\"", "parent=\"House\""),
            ("path=\"Inst\"", "path=\"House\""),
        ],
        &["House/Deep.visible = false", "House/Deep/Deeper.visible = false", "House -> res://inner.tscn"],
        &["Inst/Deep.visible = false"],
    ),
    clean(
        "another scene instanced, a property of the instance changed",
        &[("res://inner.tscn", "res://other.tscn")],
        &[("Vector2(7, 7)", "Vector2(8, 8)")],
        &["Inst -> res://other.tscn", "Inst.position = Vector2(8, 8)"],
        &[],
    ),
    clean(
        "line ends of Windows against those of Unix",
        &[("\n", "\r\n"), ("rotation = 0.5", "rotation = 0.25")],
        &[("[node name=\"Inst\"", NEW_THEIRS), ("Vector2(1, 1)", "Vector2(2, 2)")],
        &["A.rotation = 0.25", "A.position = Vector2(2, 2)", "Yours.position = Vector2(4, 4)"],
        &[],
    ),
    clean(
        "comments and odd spacing",
        &[
            ("rotation = 0.5", "; turned\nrotation   =   0.5 ; a bit"),
            ("[node name=\"B\"", "; about B\n[node name=\"B\""),
        ],
        &[("rotation = 0.5", "rotation = 0.75"), ("[node name=\"Inst\"", NEW_THEIRS)],
        &["A.rotation = 0.75", "Yours: Marker2D"],
        &[],
    ),
    clean(
        "a save by 4.6 against an edit",
        &[
            (" load_steps=5", ""),
            (
                "name=\"A\" type=\"Node2D\" parent=\".\"",
                "name=\"A\" type=\"Node2D\" parent=\".\" unique_id=11",
            ),
            (
                "name=\"B\" type=\"Area2D\" parent=\".\"",
                "name=\"B\" type=\"Area2D\" parent=\".\" unique_id=12",
            ),
        ],
        &[("rotation = 0.5", "rotation = 0.75"), ("[node name=\"Inst\"", NEW_THEIRS)],
        &["A.rotation = 0.75", "Yours: Marker2D"],
        &[],
    ),
    clean(
        "siblings put in another order, one of them edited",
        &[("Color(1, 0, 0, 1)", "Color(0, 1, 0, 1)")],
        &[
            (A, ""),
            (A1, ""),
            (
                "[node name=\"Ground\"",
                "; about A\n[node name=\"A\" type=\"Node2D\" parent=\".\"]\nposition = Vector2(1, 1)\nrotation = 0.5\n\n[node name=\"A1\" type=\"Sprite2D\" parent=\"A\"]\nmodulate = Color(1, 0, 0, 1)\n\n[node name=\"Ground\"",
            ),
        ],
        &["A/A1.modulate = Color(0, 1, 0, 1)", "1 B", "4 A", "5 A/A1", "6 Ground"],
        &[],
    ),
    clean(
        "a class changed, a property edited",
        &[("type=\"Area2D\"", "type=\"StaticBody2D\""), (HIT, "")],
        &[("metadata/target", "visible = false\nmetadata/target")],
        &["B: StaticBody2D", "B.visible = false"],
        &[],
    ),
    with_ids(clean(
        "two new nodes of one name and other classes",
        &[(
            "[node name=\"Inst\"",
            "[node name=\"Fresh\" type=\"Marker2D\" parent=\".\" unique_id=900]\n\n[node name=\"Inst\"",
        )],
        &[(
            "[node name=\"Inst\"",
            "[node name=\"Fresh\" type=\"Sprite2D\" parent=\".\" unique_id=901]\nvisible = false\n\n[node name=\"Under\" type=\"Node2D\" parent=\"Fresh\" unique_id=902]\n\n[node name=\"Inst\"",
        )],
        &["Fresh2/Under: Node2D"],
        &[],
    )),
    clean(
        "cells painted here, a property there",
        &[(
            CELLS,
            "PackedByteArray(0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0)",
        )],
        &[(
            "[node name=\"Ground\" type=\"TileMapLayer\" parent=\".\"]\n",
            "[node name=\"Ground\" type=\"TileMapLayer\" parent=\".\"]\nz_index = 2\n",
        )],
        &[
            "Ground.z_index = 2",
            "Ground.tile_map_data = PackedByteArray(0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0)",
        ],
        &[],
    ),
    clean(
        "cells painted on both sides",
        &[(
            CELLS,
            "PackedByteArray(0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0)",
        )],
        &[(
            CELLS,
            "PackedByteArray(0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 5, 0, 5, 0, 1, 0, 0, 0, 0, 0, 0, 0)",
        )],
        // 0,0 is 2 in ours; 1,0 was erased and 5,5 painted by theirs.
        &[
            "Ground.tile_map_data = PackedByteArray(0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 5, 0, 5, 0, 1, 0, 0, 0, 0, 0, 0, 0)",
        ],
        &[],
    ),
    clash(
        "one cell painted twice",
        &[("0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0,", "0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 1, 0,")],
        &[("0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0,", "0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 1, 0,")],
        &["Ground (0, 0): base 1:0,0"],
        &[
            "Ground.tile_map_data = PackedByteArray(0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0)",
        ],
        &[],
    ),
    clash(
        "a layer deleted against painted",
        &[(
            "[node name=\"Ground\" type=\"TileMapLayer\" parent=\".\"]\ntile_map_data = PackedByteArray(0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0)\n\n",
            "",
        )],
        &[(CELLS, "PackedByteArray(0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0)")],
        &["node Ground: deleted by"],
        &[],
        &["Ground: TileMapLayer"],
    ),
    clean(
        "a layer deleted against written in another encoding",
        &[(
            "[node name=\"Ground\" type=\"TileMapLayer\" parent=\".\"]\ntile_map_data = PackedByteArray(0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0)\n\n",
            "",
        )],
        &[
            (CELLS, "PackedByteArray(\"AAABAAAAAQAAAAAAAAAAAAAAAQAAAAAAAAA=\")"),
            ("rotation = 0.5", "rotation = 0.75"),
        ],
        &["A.rotation = 0.75"],
        &["Ground: TileMapLayer"],
    ),
];
