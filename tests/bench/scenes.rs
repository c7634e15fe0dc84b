//! Scenes of any size, the same ones on every run, each with something to clean in it. No file is kept for them.
//!
//! The text is written here and not by the library, so that what is measured does not make its own input.

use std::fmt::Write;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

const HEADER: &str = "[gd_scene load_steps=3 format=4 uid=\"uid://c0ffee0bench\"]\n\n\
    [ext_resource type=\"Texture2D\" uid=\"uid://b1a5texture\" path=\"res://art/tiles.png\" id=\"1_tiles\"]\n\
    [ext_resource type=\"Script\" path=\"res://src/lamp.gd\" id=\"2_lamp\"]\n\n\
    [node name=\"Level\" type=\"Node2D\"]\n";

/// How wide and high a patch of cells is: a map is painted patch by patch, in no order that sorts.
const PATCH: usize = 32;

/// One scene with one layer in base64: 16 bytes a record.
pub fn base64(records: usize) -> Vec<u8> {
    let mut text = HEADER.to_owned();
    push_layer(&mut text, "Ground", &buffer(records, painted(records)), Spelling::Base64);
    text.into_bytes()
}

/// One scene with one layer in numbers: about 42 bytes a record.
pub fn decimal(records: usize) -> Vec<u8> {
    let mut text = HEADER.to_owned();
    push_layer(&mut text, "Ground", &buffer(records, painted(records)), Spelling::Decimal);
    text.into_bytes()
}

/// One scene of nodes without tiles, but for one small layer: about 190 bytes a node.
pub fn nodes(count: usize) -> Vec<u8> {
    let mut text = HEADER.to_owned();
    push_nodes(&mut text, count);
    push_layer(&mut text, "Ground", &buffer(300, painted(300)), Spelling::Base64);
    text.into_bytes()
}

/// One scene of many layers with a few records each, in either spelling.
pub fn layers(count: usize) -> Vec<u8> {
    let mut text = HEADER.to_owned();
    for index in 0..count {
        let records = 200 + index % 100;
        let spelling = if index % 2 == 0 { Spelling::Base64 } else { Spelling::Decimal };
        push_layer(&mut text, &format!("Layer{index}"), &buffer(records, painted(records)), spelling);
    }
    text.into_bytes()
}

/// One layer whose cells lie so far apart that no table over its bounds would do.
pub fn scattered(records: usize) -> Vec<u8> {
    let place = |index: usize| {
        let mixed = (index as u32).wrapping_mul(0x9E37_79B1);
        (mixed as i16, (mixed >> 16) as i16)
    };
    let mut text = HEADER.to_owned();
    push_layer(&mut text, "Stars", &buffer(records, place), Spelling::Base64);
    text.into_bytes()
}

/// A scene of about 15 kB as there are thousands in a project: some nodes, and mostly a layer.
pub fn small(index: usize) -> Vec<u8> {
    let mut text = HEADER.to_owned();
    push_nodes(&mut text, 25 + index % 11);
    match index % 3 {
        0 => push_layer(&mut text, "Ground", &buffer(550, painted(550)), Spelling::Base64),
        1 => push_layer(&mut text, "Ground", &buffer(230, painted(230)), Spelling::Decimal),
        _ => push_nodes(&mut text, 50),
    }
    text.into_bytes()
}

enum Spelling {
    Base64,
    Decimal,
}

fn push_layer(text: &mut String, name: &str, buffer: &[u8], spelling: Spelling) {
    write!(
        text,
        "\n[node name=\"{name}\" type=\"TileMapLayer\" parent=\".\"]\ntile_map_data = PackedByteArray("
    )
    .expect("memory");
    match spelling {
        Spelling::Base64 => {
            text.push('"');
            STANDARD.encode_string(buffer, text);
            text.push('"');
        }
        Spelling::Decimal => {
            let numbers: Vec<String> = (0..256).map(|number| number.to_string()).collect();
            for (index, &byte) in buffer.iter().enumerate() {
                text.push_str(if index == 0 { "" } else { ", " });
                text.push_str(&numbers[byte as usize]);
            }
        }
    }
    text.push_str(")\n");
}

/// A layer's bytes. Of 128 records one overrides an earlier one and one erases its cell.
fn buffer(records: usize, place: impl Fn(usize) -> (i16, i16)) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(2 + records * 12);
    bytes.extend_from_slice(&[0, 0]);
    for index in 0..records {
        let (x, y) = place(if index % 128 == 64 { index - 32 } else { index });
        let tile = match index % 128 {
            96 => [0xFFFF; 4],
            _ => [index / 4096 % 4, index / 7 % 12, index / 5 % 8, if index % 50 == 7 { 0x1001 } else { 0 }],
        };
        bytes.extend_from_slice(&x.to_le_bytes());
        bytes.extend_from_slice(&y.to_le_bytes());
        tile.iter().for_each(|&field| bytes.extend_from_slice(&(field as u16).to_le_bytes()));
    }
    bytes
}

/// A map around the origin, filled patch by patch.
fn painted(records: usize) -> impl Fn(usize) -> (i16, i16) {
    let patches = records.div_ceil(PATCH * PATCH);
    let columns = (1..).find(|columns| columns * columns >= patches).expect("some square is as large");
    // A step without a common divisor visits each patch once.
    let step = (patches * 5 / 8 + 1..).find(|&step| divisor(step, patches) == 1).expect("a prime at last");
    move |index| {
        let (patch, cell) = (index / (PATCH * PATCH) * step % patches, index % (PATCH * PATCH));
        let along = |patch: usize, cell: usize| ((patch * PATCH + cell) as isize - 40) as i16;
        (along(patch % columns, cell % PATCH), along(patch / columns, cell / PATCH))
    }
}

fn divisor(a: usize, b: usize) -> usize {
    if b == 0 { a } else { divisor(b, a % b) }
}

fn push_nodes(text: &mut String, count: usize) {
    let mut room = text.len();
    for index in 0..count {
        if index % 100 == 0 {
            room = text.len();
            write!(text, "\n[node name=\"Room{room}\" type=\"Node2D\" parent=\".\"]\n").expect("memory");
            continue;
        }
        let (x, y) = (index % 977 * 16, index / 977 * 16);
        write!(
            text,
            "\n[node name=\"Lamp{room}x{index}\" type=\"Sprite2D\" parent=\"Room{room}\"]\n\
            position = Vector2({x}.5, -{y})\nscale = Vector2(2, 2)\ntexture = ExtResource(\"1_tiles\")\n\
            script = ExtResource(\"2_lamp\")\nlabel = \"a lamp\"\n"
        )
        .expect("memory");
    }
}
