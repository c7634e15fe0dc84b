//! Flip, rotate and transpose turn the picture of a map, not just its numbers: what is solid in the engine before and
//! after, point by point.

use std::fs;
use std::path::PathBuf;

use tilewright::report::Status;

use crate::common::engine::Engine;
use crate::common::{assert_status, edit, model, read, temp, write};

/// Two tiles that look different in each of their eight positions; of the first there is an alternative that is
/// flipped by itself.
const TILE_SET: &str = r#"[gd_resource type="TileSet" format=3]

[sub_resource type="PlaceholderTexture2D" id="texture"]
size = Vector2(64, 64)

[sub_resource type="TileSetAtlasSource" id="tiles"]
texture = SubResource("texture")
0:0/0 = 0
0:0/0/physics_layer_0/polygon_0/points = PackedVector2Array(-8, -8, 0, -8, 0, -4, -8, -4)
0:0/1 = 1
0:0/1/flip_h = true
0:0/1/physics_layer_0/polygon_0/points = PackedVector2Array(-8, -8, 0, -8, 0, -4, -8, -4)
1:0/0 = 0
1:0/0/physics_layer_0/polygon_0/points = PackedVector2Array(-8, -8, -4, -8, -4, 4, -8, 4)

[resource]
physics_layer_0/collision_layer = 1
sources/0 = SubResource("tiles")
"#;

type Picture = Vec<Vec<u8>>;

fn turned(picture: &Picture, operation: &str) -> Picture {
    let (height, width) = (picture.len(), picture[0].len());
    let at = |x: usize, y: usize| picture[y][x];
    let build = |width: usize, height: usize, from: &dyn Fn(usize, usize) -> u8| -> Picture {
        (0..height).map(|y| (0..width).map(|x| from(x, y)).collect()).collect()
    };
    match operation {
        "--flip h" => build(width, height, &|x, y| at(width - 1 - x, y)),
        "--flip v" => build(width, height, &|x, y| at(x, height - 1 - y)),
        "--rotate 90" => build(height, width, &|x, y| at(y, height - 1 - x)),
        "--rotate 180" => build(width, height, &|x, y| at(width - 1 - x, height - 1 - y)),
        "--rotate 270" => build(height, width, &|x, y| at(width - 1 - y, x)),
        "--transpose" => build(height, width, &|x, y| at(y, x)),
        other => panic!("{other}"),
    }
}

#[test]
fn a_turned_map_looks_turned() {
    let Some(engine) = Engine::find() else { return };
    let work = temp();
    write(work.path(), "project.godot", "config_version=5\n");
    write(work.path(), "tiles.tres", TILE_SET);
    // All eight positions of both tiles and the alternative, in two layers whose bounds are not the same.
    let mut ground = Vec::new();
    let mut walls = Vec::new();
    for bits in 0..8 {
        ground.push([2 + bits % 4, -3 + bits / 4, 0, 0, 0, bits << 12]);
        walls.push([1 + bits % 3, bits / 3, 0, 1, 0, bits << 12]);
    }
    walls.push([6, 1, 0, 0, 0, 0x2001]);
    walls.push([5, 2, 0, 0, 0, 0x5001]);
    let (x, y, width, height) = (1, -3, 6, 6);
    let text = model::scene(&[("Ground", &ground), ("Walls", &walls)], true);
    let before = write(work.path(), "before.tscn", &text);
    let mut jobs: Vec<(PathBuf, &str, [i32; 2])> = vec![(before, "", [width, height])];
    for (name, words, size) in [
        ("flip_h", "--flip h", [width, height]),
        ("flip_v", "--flip v", [width, height]),
        ("right", "--rotate 90", [height, width]),
        ("half", "--rotate 180", [width, height]),
        ("left", "--rotate 270", [height, width]),
        ("transpose", "--transpose", [height, width]),
    ] {
        let path = write(work.path(), &format!("{name}.tscn"), &text);
        assert_status(&edit(&path, words), Status::Changed, words);
        jobs.push((path, words, size));
    }
    let (list, out) = (work.path().join("jobs"), work.path().join("out"));
    let line = |(path, _, [width, height]): &(PathBuf, &str, [i32; 2])| {
        format!("{}\t{x}\t{y}\t{width}\t{height}", path.display())
    };
    fs::write(&list, jobs.iter().map(line).collect::<Vec<_>>().join("\n")).expect("written");
    let arguments = [list.to_str().expect("UTF-8"), out.to_str().expect("UTF-8")];
    let (code, output) = engine.script("picture.gd", work.path(), &arguments);
    assert_eq!(code, 0, "{output}");
    let pictures: Vec<Picture> =
        read(&out).lines().map(|line| line.split('/').map(|row| row.as_bytes().to_vec()).collect()).collect();
    assert_eq!(pictures.len(), jobs.len(), "{output}");
    let solid = pictures[0].iter().flatten().filter(|point| **point == b'#').count();
    assert!(solid > 30, "the map is there: {}", show(&pictures[0]));
    for (picture, (_, words, _)) in pictures.iter().zip(&jobs).skip(1) {
        let expected = turned(&pictures[0], words);
        assert!(*picture == expected, "{words}: expected\n{}got\n{}", show(&expected), show(picture));
    }
}

fn show(picture: &Picture) -> String {
    picture.iter().map(|row| String::from_utf8_lossy(row).into_owned() + "\n").collect()
}
