//! What lies in other files, told as small projects held in memory.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::*;
use crate::scene::{External, Scene};
use crate::tile;

const HEXAGONS: &str = "[gd_resource type=\"TileSet\" format=3]\n[resource]\ntile_shape = 3\n";
const ISOMETRIC: &str = "[gd_resource type=\"TileSet\" uid=\"uid://iso\"]\n[resource]\ntile_shape = 1\n";

/// A scene with the given `[ext_resource]` lines (class and attributes, ids from 1 on) and nodes.
fn scene(externals: &[&str], nodes: &str) -> String {
    let mut text = "[gd_scene format=3]\n".to_owned();
    for (at, external) in externals.iter().enumerate() {
        text.push_str(&format!("[ext_resource type={external} id=\"{}\"]\n", at + 1));
    }
    text + nodes
}

/// A scene whose root is a Node2D with the layer `Ground`, which has the TileSet `hex.tres`.
fn hexagonal_ground() -> String {
    scene(
        &[r#""TileSet" path="res://hex.tres""#],
        "[node name=\"Base\" type=\"Node2D\"]\n\
         [node name=\"Ground\" type=\"TileMapLayer\" parent=\".\"]\ntile_set = ExtResource(\"1\")\n\
         [node name=\"Bare\" type=\"TileMapLayer\" parent=\".\"]\n",
    )
}

fn game() -> Memory {
    Memory::default().with("game/project.godot", "").with("game/hex.tres", HEXAGONS)
}

fn project(files: impl Files + 'static) -> Project {
    Project::find(Arc::new(files), Path::new("/game/main.tscn"))
}

/// What is said of the layers of `/game/main.tscn`, one a line.
fn tile_sets(files: Memory) -> String {
    let project = project(files);
    let document = project.document(Path::new("/game/main.tscn")).expect("the scene of a test is readable");
    let sites = tile::find(&document).expect("no test has thousands of layers");
    let said = sites.iter().map(|site| match project.tile_set(&document, site) {
        TileSetOf::Found(info) => format!("{}: {}", site.label(), info.geometry),
        TileSetOf::None => format!("{}: none", site.label()),
        TileSetOf::Unreadable(reason) => format!("{}: {reason}", site.label()),
    });
    said.collect::<Vec<_>>().join("\n")
}

const DATA: &str = "tile_map_data = PackedByteArray(0, 0)\n";
const HEX: &str = "hexagon,stacked,horizontal";

#[test]
fn a_layer_has_the_tile_set_of_its_own_section() {
    let text = scene(
        &[r#""TileSet" path="hex.tres""#],
        "[sub_resource type=\"TileSet\" id=\"a\"]\ntile_shape = 2\ntile_layout = 1\ntile_offset_axis = 1\n\
         [node name=\"R\" type=\"TileMapLayer\"]\ntile_set = ExtResource(\"1\")\n\
         [node name=\"S\" type=\"TileMapLayer\" parent=\".\"]\ntile_set = SubResource(\"a\")\n\
         [node name=\"P\" type=\"TileMapLayer\" parent=\".\"]\ntile_set = Resource(\"res://hex.tres\")\n\
         [node name=\"M\" type=\"TileMap\" parent=\".\"]\ntile_set = ExtResource(\"1\")\n\
         [node name=\"N\" type=\"TileMapLayer\" parent=\".\"]\ntile_set = null\n\
         [node name=\"O\" type=\"TileMapLayer\" parent=\".\"]\n",
    );
    let said = tile_sets(game().with("game/main.tscn", text));
    let half = "half-offset,stacked-offset,vertical";
    assert_eq!(said, format!(".: {HEX}\nS: {half}\nP: {HEX}\nM#0: {HEX}\nN: none\nO: none"));
}

#[test]
fn an_override_in_an_instance_has_that_of_the_instanced_scene() {
    let text = scene(
        &[r#""PackedScene" path="res://base.tscn""#],
        &format!(
            "[node name=\"R\" type=\"Node\"]\n[node name=\"I\" parent=\".\" instance=ExtResource(\"1\")]\n\
             [node name=\"Ground\" parent=\"I\" index=\"0\"]\n{DATA}\
             [node name=\"Bare\" parent=\"I\" index=\"1\"]\n{DATA}\
             [node name=\"Gone\" parent=\"I\"]\n{DATA}\
             [node name=\"Lost\" parent=\".\"]\n{DATA}"
        ),
    );
    let said = tile_sets(game().with("game/base.tscn", hexagonal_ground()).with("game/main.tscn", text));
    assert_eq!(
        said,
        format!(
            "I/Ground: {HEX}\nI/Bare: none\nI/Gone: res://base.tscn has no node `Gone`\nLost: res://main.tscn does \
             not say what `Lost` is: it has no type, and no node above it is an instance"
        )
    );
}

#[test]
fn a_node_that_was_renamed_below_is_found_by_its_id() {
    let override_of = |id: u32| {
        let nodes = format!(
            "[node name=\"R\" instance=ExtResource(\"1\")]\n\
             [node name=\"Floor\" parent=\"Old\" unique_id={id}]\n{DATA}"
        );
        let base = hexagonal_ground()
            .replace("Ground\" ", "Ground\" unique_id=7 ")
            .replace("Bare\" ", "Bare\" unique_id=0 ");
        let main = scene(&[r#""PackedScene" path="res://base.tscn""#], &nodes);
        tile_sets(game().with("game/base.tscn", base).with("game/main.tscn", main))
    };
    assert_eq!(override_of(7), format!("Old/Floor: {HEX}"));
    for other in [0, 8] {
        assert_eq!(override_of(other), "Old/Floor: res://base.tscn has no node `Old/Floor`");
    }
}

#[test]
fn an_inheriting_scene_has_that_of_its_base_unless_it_sets_another() {
    let text = scene(
        &[r#""PackedScene" path="res://base.tscn""#, r#""TileSet" path="res://iso.tres""#],
        &format!(
            "[node name=\"R\" instance=ExtResource(\"1\")]\n[node name=\"Ground\" parent=\".\" index=\"0\"]\n{DATA}\
             [node name=\"Bare\" parent=\".\" index=\"1\"]\n{DATA}tile_set = ExtResource(\"2\")\n"
        ),
    );
    let files = game().with("game/base.tscn", hexagonal_ground()).with("game/iso.tres", ISOMETRIC);
    let said = tile_sets(files.with("game/main.tscn", text));
    assert_eq!(said, format!("Ground: {HEX}\nBare: isometric,stacked,horizontal"));
}

/// main.tscn inherits middle.tscn, which has `Room`, an instance of room.tscn, whose `Floor` is an instance of
/// base.tscn, which holds `Ground`.
fn four_deep() -> Memory {
    let below = |path: &str, name: &str| {
        scene(
            &[&format!(r#""PackedScene" path="{path}""#)],
            &format!(
                "[node name=\"R\" type=\"Node\"]\n[node name=\"{name}\" parent=\".\" instance=ExtResource(\"1\")]\n"
            ),
        )
    };
    let main = scene(
        &[r#""PackedScene" path="res://middle.tscn""#],
        &format!(
            "[node name=\"R\" instance=ExtResource(\"1\")]\n\
             [node name=\"Ground\" parent=\"Room/Floor\" index=\"0\"]\n{DATA}"
        ),
    );
    game()
        .with("game/main.tscn", main)
        .with("game/middle.tscn", below("rooms/room.tscn", "Room"))
        .with("game/rooms/room.tscn", below("../base.tscn", "Floor"))
        .with("game/base.tscn", hexagonal_ground())
}

#[test]
fn instances_in_instances_are_followed() {
    assert_eq!(tile_sets(four_deep()), format!("Room/Floor/Ground: {HEX}"));
}

#[test]
fn the_base_of_a_node_is_the_section_that_it_overrides() {
    let project = project(four_deep());
    let document = project.document(Path::new("/game/main.tscn")).unwrap();
    let scene = Scene::new(&document);
    let base = project.base_node(&document, scene.node("Room/Floor/Ground").unwrap()).unwrap().unwrap();
    assert_eq!(base.path, Path::new("/game/base.tscn"));
    assert_eq!(base.node().text_field("name").as_deref(), Some("Ground"));
    assert_eq!(base.class.as_deref(), Some("TileMapLayer"));
    // What the base scene creates is nobody's override.
    assert!(project.base_node(&base.document, base.node()).unwrap().is_none());
    assert_eq!(project.node_class(&base.document, base.node()).unwrap().as_deref(), Some("TileMapLayer"));
    // The root's class stands one scene down.
    let root = scene.node(".").unwrap();
    let base = project.base_node(&document, root).unwrap().unwrap();
    assert_eq!((base.path.as_path(), base.section), (Path::new("/game/middle.tscn"), 2));
    assert_eq!(project.node_class(&document, root).unwrap().as_deref(), Some("Node"));
}

#[test]
fn an_instance_that_is_a_layer_itself_has_that_of_its_scene() {
    let tile = scene(
        &[r#""TileSet" path="res://hex.tres""#],
        "[node name=\"L\" type=\"TileMapLayer\"]\ntile_set = ExtResource(\"1\")\n",
    );
    let nodes = format!(
        "[node name=\"R\" type=\"Node\"]\n[node name=\"A\" parent=\".\" instance=ExtResource(\"1\")]\n{DATA}\
         [node name=\"B\" parent=\".\" instance_placeholder=\"res://tile.tscn\"]\n{DATA}\
         [node name=\"C\" parent=\".\" instance=ExtResource(\"1\")]\ntile_set = null\n{DATA}"
    );
    let main = scene(&[r#""PackedScene" path="res://tile.tscn""#], &nodes);
    let said = tile_sets(game().with("game/tile.tscn", tile).with("game/main.tscn", main));
    assert_eq!(said, format!("A: {HEX}\nB: {HEX}\nC: none"));
}

/// A layer whose TileSet is referred to by these attributes.
fn layer_with(external: &str) -> String {
    scene(&[external], "[node name=\"L\" type=\"TileMapLayer\"]\ntile_set = ExtResource(\"1\")\n")
}

#[test]
fn a_known_uid_wins_over_the_path() {
    let by = |reference: &str| {
        let files = game().with("game/moved/iso.tres", ISOMETRIC).with("game/addons/.gdignore", "");
        let files = files.with("game/addons/iso.tres", ISOMETRIC.replace("shape = 1", "shape = 2"));
        tile_sets(files.with("game/main.tscn", layer_with(&format!("\"TileSet\" {reference}"))))
    };
    let iso = ".: isometric,stacked,horizontal";
    assert_eq!(by(r#"uid="uid://iso" path="res://iso.tres""#), iso);
    assert_eq!(by(r#"uid="uid://iso" path="res://hex.tres""#), iso);
    assert_eq!(by(r#"uid="uid://iso" path="res://moved/iso.tres""#), iso);
    assert_eq!(by(r#"path="uid://iso""#), iso);
    assert_eq!(by(r#"uid="uid://other" path="res://hex.tres""#), format!(".: {HEX}"));
    assert_eq!(by(r#"uid="uid://<invalid>" path="res://hex.tres""#), format!(".: {HEX}"));
    assert_eq!(by(r#"path="uid://other""#), ".: uid://other belongs to no file of the project");
    assert_eq!(by(r#"uid="uid://other" path="res://no.tres""#), ".: res://no.tres does not exist");
}

#[test]
fn the_uid_of_an_imported_file_stands_beside_it() {
    let import = "[remap]\n\nimporter=\"texture\"\nuid=\"uid://pic\"\n";
    let project = project(game().with("game/art/a.png", "").with("game/art/a.png.import", import));
    let external =
        External { class: String::new(), path: "res://a.png".into(), uid: Some("uid://pic".into()) };
    let found = project.resolve(Path::new("/game/main.tscn"), &external);
    assert_eq!(found.as_deref(), Ok(Path::new("/game/art/a.png")));
}

#[test]
fn what_cannot_be_read_says_why() {
    let by = |path: &str| {
        let files = game()
            .with("game/a.res", "RSRC")
            .with("game/b.tres", "RSRC")
            .with("game/c.tres", "[gd_resource type=\"TileSet\" format=3]\n[resource]\na = \n")
            .with("game/d.tres", "[gd_resource type=\"Theme\" format=3]\n[resource]\n")
            .with("game/e.tscn", "[gd_scene format=3]\n[node name=\"A\" type=\"Node\"]\n")
            .with("game/f.tres", HEXAGONS.replace('3', "4"))
            .with("game/g.ldtk", "{}");
        tile_sets(files.with("game/main.tscn", layer_with(&format!("\"TileSet\" path=\"{path}\""))))
    };
    for (path, reason) in [
        ("res://no.tres", "res://no.tres does not exist"),
        ("res://a.res", "res://a.res is binary; saved as .tscn or .tres it could be read"),
        ("res://no.res", "res://no.res does not exist"),
        ("res://d.tres", "res://d.tres is a Theme, not a TileSet"),
        ("res://e.tscn", "res://e.tscn is a scene, not a TileSet"),
        ("res://f.tres", "res://f.tres: `tile_shape = 4` is none that is known"),
        (
            "res://g.ldtk",
            "res://g.ldtk is no text scene or resource: what the engine imports from it is binary",
        ),
        ("../x.tres", "../x.tres leads out of the project"),
    ] {
        assert_eq!(by(path), format!(".: {reason}"));
    }
    // What is wrong with a text is said by `syntax`; the place goes with it.
    for (path, line) in [("res://b.tres", 1), ("res://c.tres", 4)] {
        let said = by(path);
        assert!(said.starts_with(&format!(".: {path} does not parse: ")), "{said}");
        assert!(said.ends_with(&format!(", line {line}, column 1")), "{said}");
    }
}

#[test]
fn a_base_that_cannot_be_read_leaves_the_tile_set_unknown() {
    let main = scene(
        &[r#""PackedScene" path="res://no.tscn""#],
        &format!("[node name=\"R\" instance=ExtResource(\"1\")]\n[node name=\"L\" parent=\".\"]\n{DATA}"),
    );
    assert_eq!(tile_sets(game().with("game/main.tscn", main)), "L: res://no.tscn does not exist");
}

#[test]
fn scenes_that_instance_each_other_end() {
    let inherit = |path: &str| {
        scene(
            &[&format!(r#""PackedScene" path="{path}""#)],
            &format!("[node name=\"R\" instance=ExtResource(\"1\")]\n[node name=\"L\" parent=\".\"]\n{DATA}"),
        )
    };
    let files = game().with("game/main.tscn", inherit("b.tscn")).with("game/b.tscn", inherit("main.tscn"));
    assert_eq!(tile_sets(files), "L: res://main.tscn instances itself");

    let deep = (0..100).fold(game().with("game/main.tscn", inherit("0.tscn")), |files, at| {
        files.with(format!("game/{at}.tscn"), inherit(&format!("{}.tscn", at + 1)))
    });
    assert_eq!(tile_sets(deep), "L: res://63.tscn lies more than 64 scenes deep");
}

#[test]
fn a_pattern_belongs_to_the_tile_set_that_lists_it() {
    let tile_set = |id: &str, shape: u8, pattern: &str| {
        format!(
            "[sub_resource type=\"TileMapPattern\" id=\"{pattern}\"]\ntile_data = PackedInt32Array(0, 0, 0)\n\
             [sub_resource type=\"TileSet\" id=\"{id}\"]\ntile_shape = {shape}\npattern_0 = SubResource(\"{pattern}\")\n"
        )
    };
    let nodes = tile_set("a", 1, "p")
        + &tile_set("b", 3, "q")
        + "[sub_resource type=\"TileMapPattern\" id=\"r\"]\n[node name=\"R\" type=\"Node\"]\n";
    let said = tile_sets(game().with("game/main.tscn", scene(&[], &nodes)));
    assert!(said.starts_with(&format!("p: isometric,stacked,horizontal\nq: {HEX}")), "{said}");
}

#[test]
fn sources_say_what_they_hold() {
    let text = "[gd_resource type=\"TileSet\" format=3]\n\
        [ext_resource type=\"TileSetAtlasSource\" path=\"atlas.tres\" id=\"1\"]\n\
        [ext_resource type=\"TileSetAtlasSource\" path=\"atlas.res\" id=\"2\"]\n\
        [sub_resource type=\"TileSetAtlasSource\" id=\"a\"]\n0:0/0 = 0\n\
        [sub_resource type=\"TileSetScenesCollectionSource\" id=\"s\"]\n\
        [resource]\nsources/3 = SubResource(\"s\")\nsources/0 = SubResource(\"a\")\n\
        sources/7 = ExtResource(\"1\")\nsources/8 = ExtResource(\"2\")\nsources/40000 = SubResource(\"a\")\n";
    let atlas = "[gd_resource type=\"TileSetAtlasSource\" format=3]\n[resource]\n";
    let files = game().with("game/tiles/t.tres", text).with("game/tiles/atlas.tres", atlas);
    let info = project(files).tile_set_file(Path::new("/game/tiles/t.tres")).unwrap();
    let sources: Vec<_> = info.sources.iter().map(|(id, kind)| (*id, *kind)).collect();
    use SourceKind::{Atlas, Scenes, Unknown};
    assert_eq!(sources, [(0, Atlas), (3, Scenes), (7, Atlas), (8, Unknown), (40000, Atlas)]);
    assert_eq!((info.source(3), info.source(4)), (Some(Scenes), None));
}

#[test]
fn a_tile_set_of_godot_3_is_square_with_one_atlas_a_tile() {
    let text = "[gd_resource type=\"TileSet\" format=2]\n[resource]\n0/name = \"a\"\n0/z_index = 0\n\
        5/name = \"b\"\n5/z_index = 0\n";
    let info = project(game().with("game/t.tres", text)).tile_set_file(Path::new("/game/t.tres")).unwrap();
    assert_eq!(info.geometry, Geometry::default());
    assert_eq!(info.sources.keys().collect::<Vec<_>>(), [&0, &5]);
}

#[test]
fn the_nearest_project_file_upward_is_the_root() {
    let files = Memory::default().with("a/project.godot", "").with("a/b/project.godot", "");
    let root = |scene: &str| {
        let project = Project::find(Arc::new(files.clone()), Path::new(scene));
        (project.root().display().to_string(), project.is_declared())
    };
    assert_eq!(root("/a/x/y/s.tscn"), ("/a".to_owned(), true));
    assert_eq!(root("a/b/s.tscn"), ("/a/b".to_owned(), true));
    assert_eq!(root("/a/b/../s.tscn"), ("/a".to_owned(), true));
    assert_eq!(root("/c/d/s.tscn"), ("/c/d".to_owned(), false));
    let projects = Projects::new(files);
    let of = |scene: &str| projects.of(Path::new(scene));
    assert!(Arc::ptr_eq(&of("/a/x/1.tscn"), &of("/a/2.tscn")));
    assert!(!Arc::ptr_eq(&of("/a/x/1.tscn"), &of("/a/b/2.tscn")));
}

#[test]
fn without_a_project_file_a_missing_one_says_what_was_taken_for_the_root() {
    let files = Memory::default().with("lone/main.tscn", layer_with(r#""TileSet" path="res://hex.tres""#));
    let project = Project::find(Arc::new(files), Path::new("lone/main.tscn"));
    let document = project.document(Path::new("lone/main.tscn")).unwrap();
    let sites = tile::find(&document).unwrap();
    let reason = "res://hex.tres does not exist; there is no project.godot, so that res:// stands for /lone";
    assert_eq!(project.tile_set(&document, &sites[0]), TileSetOf::Unreadable(reason.into()));
}

/// Counts how often a file is read as a whole.
struct Counting(Memory, Arc<AtomicUsize>);

impl Files for Counting {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        self.1.fetch_add(1, Ordering::Relaxed);
        self.0.read(path)
    }
    fn read_head(&self, path: &Path, length: usize) -> io::Result<Vec<u8>> {
        self.0.read_head(path, length)
    }
    fn is_file(&self, path: &Path) -> bool {
        self.0.is_file(path)
    }
    fn entries(&self, folder: &Path) -> io::Result<Vec<Entry>> {
        self.0.entries(folder)
    }
    fn absolute(&self, path: &Path) -> PathBuf {
        self.0.absolute(path)
    }
}

#[test]
fn a_shared_tile_set_is_read_once() {
    let reads = Arc::new(AtomicUsize::new(0));
    let project = project(Counting(game(), Arc::clone(&reads)));
    let text = layer_with(r#""TileSet" path="res://hex.tres""#);
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let (project, text) = (&project, &text);
            scope.spawn(move || {
                for at in 0..50 {
                    let name = format!("/game/{thread}/{at}.tscn");
                    let document = crate::Document::parse(crate::Source::new(name, text.as_str()));
                    let sites = tile::find(&document).unwrap();
                    assert!(matches!(project.tile_set(&document, &sites[0]), TileSetOf::Found(_)));
                }
            });
        }
    });
    assert_eq!(reads.load(Ordering::Relaxed), 1);
}
