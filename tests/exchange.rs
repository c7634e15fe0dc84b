//! Cells in and out: each format reads what another, or the engine, wrote.

use base64::Engine;
use proptest::prelude::*;
use tilewright::exchange::output::{Entry, Format, write};
use tilewright::exchange::snippet::{self, SnippetLayer};
use tilewright::exchange::{hex, json, table};
use tilewright::tile::{Cell, Coords, Encoding, LayerKind, LayerSite, Records, Spelling, TileLayer};

/// Four records as the engine keeps them: two for one cell, and one that erases.
const SHOWN: &str = "0, 0, 9, 0, 9, 0, 7, 0, 0, 0, 0, 0, 0, 0, \
    5, 0, 5, 0, 255, 255, 255, 255, 255, 255, 255, 255, \
    254, 255, 3, 0, 2, 0, 1, 0, 4, 0, 3, 176, \
    9, 0, 9, 0, 7, 0, 1, 0, 1, 0, 0, 0";

fn site(node: &str, kind: LayerKind) -> LayerSite {
    let format = if kind == LayerKind::TileMapLayer { 0 } else { 2 };
    LayerSite { node: Some(node.to_owned()), kind, section: 0, property: None, format }
}

fn layer(cells: &[Cell]) -> TileLayer {
    TileLayer {
        spelling: Spelling::engine("PackedByteArray", Encoding::Decimal),
        records: Records::Cells(cells.to_vec()),
        damage: Vec::new(),
        trailing: 0,
    }
}

fn paste(text: &str) -> SnippetLayer {
    let mut snippet = snippet::read(text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(snippet.layers.len(), 1, "{text}");
    snippet.layers.remove(0)
}

fn records(layer: &TileLayer) -> &[Cell] {
    match &layer.records {
        Records::Cells(cells) => cells,
        Records::Old(_) => panic!("Godot 3 cells"),
    }
}

fn text(format: Format, layers: &[Entry<'_>]) -> String {
    let mut out = Vec::new();
    write(format, layers, &mut out).expect("memory takes all");
    String::from_utf8(out).expect("UTF-8")
}

/// Of one pasted layer.
fn decoded(format: Format, pasted: &str) -> String {
    let SnippetLayer { site, layer } = paste(pasted);
    text(format, &[Entry { file: "-", site: &site, layer: &layer }])
}

#[test]
fn json_has_the_shape_of_the_contract() {
    let expected = concat!(
        r#"{"schema":1,"files":[{"path":"-","layers":[{"node":null,"kind":"TileMapLayer","#,
        r#""encoding":"decimal","format":0,"records":4,"cells":["#,
        r#"{"x":9,"y":9,"source":7,"atlas_x":1,"atlas_y":1,"alternative":0,"flip_h":false,"flip_v":false,"transpose":false},"#,
        r#"{"x":-2,"y":3,"source":2,"atlas_x":1,"atlas_y":4,"alternative":3,"flip_h":true,"flip_v":true,"transpose":false,"bit15":true}],"#,
        r#""tombstones":[{"x":5,"y":5}],"duplicates":[{"x":9,"y":9,"record":0}],"trailing_bytes":0}]}]}"#,
        "\n"
    );
    assert_eq!(decoded(Format::Json, SHOWN), expected);
}

#[test]
fn legacy_layers_say_which_they_are() {
    let ints = "layer_1/name = \"Walls\"\nlayer_1/tile_data = PackedInt32Array(0, 0, 0)";
    let expected = concat!(
        r#"{"schema":1,"files":[{"path":"-","layers":[{"node":null,"kind":"TileMap","encoding":"decimal","#,
        r#""format":2,"records":1,"cells":[{"x":0,"y":0,"source":0,"atlas_x":0,"atlas_y":0,"alternative":0,"#,
        r#""flip_h":false,"flip_v":false,"transpose":false}],"tombstones":[],"duplicates":[],"#,
        r#""trailing_bytes":0,"layer":1,"layer_name":"Walls"}]}]}"#,
        "\n"
    );
    assert_eq!(decoded(Format::Json, ints), expected);
}

#[test]
fn godot_3_cells_have_tiles() {
    let old = "tile_data = PoolIntArray( 65538, -1073741819, 131073 )";
    assert_eq!(decoded(Format::Csv, old), "x,y,tile,atlas_x,atlas_y,transform\n2,1,5,1,2,vt\n");
    let json = decoded(Format::Json, old);
    assert!(json.contains(r#""format":1,"records":1,"cells":[{"x":2,"y":1,"tile":5,"atlas_x":1,"#), "{json}");
    let error = json::read(json.as_bytes()).expect_err("no way back");
    assert!(error.message.contains("Godot 3"), "{error}");
    let error = table::read(decoded(Format::Csv, old).as_bytes()).expect_err("no way back");
    assert!(error.problems[0].message.contains("Godot 3"), "{error:?}");
}

#[test]
fn damage_is_said() {
    let json = decoded(Format::Json, "0, 0, 1, 0, 1");
    assert!(json.contains(r#""records":0,"cells":[],"tombstones":[],"duplicates":[],"trailing_bytes":3,"#));
    assert!(json.contains(r#""problem":"3 bytes left over behind the last whole record"#), "{json}");
    let json = decoded(Format::Json, "PackedByteArray(1, 0, 1)");
    assert!(json.contains(r#""format":1,"#), "{json}");
}

#[test]
fn csv_lists_the_erased_cells_last() {
    let expected =
        "x,y,source,atlas_x,atlas_y,alternative,transform\n9,9,7,1,1,0,\n-2,3,2,1,4,3,hvx\n5,5,erase\n";
    assert_eq!(decoded(Format::Csv, SHOWN), expected);
    assert_eq!(decoded(Format::Tsv, SHOWN), expected.replace(',', "\t"));
}

#[test]
fn several_layers_have_their_names_in_front() {
    let cell = Cell { x: 1, y: 2, source: 3, atlas_x: 4, atlas_y: 5, alternative: 0 };
    let ground = site("World/A, \"B\"", LayerKind::TileMapLayer);
    let walls = site("Map", LayerKind::TileMap { index: 1, name: "Walls".into() });
    let old_site = LayerSite { format: 1, ..site("Old", LayerKind::BareTileMap) };
    let erased = Cell::tombstone(Coords { x: 8, y: 8 });
    let (one, two) = (layer(&[cell, erased]), layer(&[cell]));
    let old = paste("PoolIntArray(65538, 5, 131073)").layer;
    let mut entries = vec![
        Entry { file: "#1.tscn", site: &ground, layer: &one },
        Entry { file: "b.tscn", site: &walls, layer: &two },
    ];
    let csv = text(Format::Csv, &entries);
    let expected = "file,node,x,y,source,atlas_x,atlas_y,alternative,transform\n\
        \"#1.tscn\",\"World/A, \"\"B\"\"\",1,2,3,4,5,0,\n\"#1.tscn\",\"World/A, \"\"B\"\"\",8,8,erase\n\
        b.tscn,Map#1,1,2,3,4,5,0,\n";
    assert_eq!(csv, expected);
    for format in [Format::Csv, Format::Tsv] {
        let table = table::read(text(format, &entries).as_bytes()).expect("what was written");
        assert_eq!(table.layers.len(), 2);
        assert_eq!(table.layers[0].file.as_deref(), Some("#1.tscn"));
        assert_eq!(table.layers[0].node.as_deref(), Some("World/A, \"B\""));
        assert_eq!(table.layers[0].records, [cell, erased]);
        assert_eq!(table.layers[1].node.as_deref(), Some("Map#1"));
        assert_eq!(table.layers[1].records, [cell]);
    }
    let lines = text(Format::NdJson, &entries);
    assert!(
        lines.starts_with(r##"{"file":"#1.tscn","node":"World/A, \"B\"","x":1,"y":2,"source":3,"##),
        "{lines}"
    );
    assert!(lines.contains(r#"{"file":"b.tscn","node":"Map","layer":1,"x":1,"#), "{lines}");
    assert_eq!(lines.lines().count(), 2, "no line for what is erased");
    for format in [Format::Json, Format::NdJson] {
        let read = json::read(text(format, &entries).as_bytes()).expect("what was written");
        assert_eq!(read.iter().map(json::JsonLayer::label).collect::<Vec<_>>(), ["World/A, \"B\"", "Map#1"]);
        assert_eq!(read[1].path.as_deref(), Some("b.tscn"));
        assert_eq!((&read[0].cells[..], &read[1].cells[..]), (&[cell][..], &[cell][..]));
    }
    entries.push(Entry { file: "c.tscn", site: &old_site, layer: &old });
    let csv = text(Format::Csv, &entries);
    assert!(csv.starts_with("file,node,x,y,source,atlas_x,atlas_y,alternative,transform,tile\n"), "{csv}");
    assert!(csv.ends_with("b.tscn,Map#1,1,2,3,4,5,0,,\nc.tscn,Old,2,1,,1,2,,,5\n"), "{csv}");
}

#[test]
fn people_see_aligned_columns_and_words() {
    let expected = "snippet  TileMapLayer, decimal, 4 records, 2 cells, 1 tombstone, 1 duplicate
   x  y  source  atlas  alt  turned
   9  9       7    1,1    0
  -2  3       2    1,4    3  hvx
  tombstones, erased cells: 5,5
  duplicates, overridden by a later record: 9,9 (record 0)
";
    assert_eq!(decoded(Format::Table, SHOWN), expected);
    let lines = "layer_0/tile_data = PackedInt32Array()\nlayer_1/name = \"W\"\nlayer_1/tile_data = PackedInt32Array()";
    let pasted = snippet::read(lines.as_bytes()).expect("two lines").layers;
    let entries: Vec<_> =
        pasted.iter().map(|SnippetLayer { site, layer }| Entry { file: "-", site, layer }).collect();
    let both = "snippet  #0 \"Layer0\"  TileMap, empty, 0 records, 0 cells\n\n\
        snippet  #1 \"W\"  TileMap, empty, 0 records, 0 cells\n";
    assert_eq!(text(Format::Table, &entries), both);
    let damaged = decoded(Format::Table, "0, 0, 1, 0, 1");
    assert_eq!(
        damaged,
        "snippet  TileMapLayer, decimal, 0 records, 0 cells\n  \
        problem: 3 bytes left over behind the last whole record; the engine drops them\n"
    );
}

/// The reported cases, by hand.
#[test]
fn reported_cases() {
    // x and y share one int in a TileMap; its 36 bytes behind a header are a layer.
    let bytes = "00000200ffff0000030000000000fdff04000100000002000000000000000200050006000110";
    let csv =
        "x,y,source,atlas_x,atlas_y,alternative,transform\n2,-1,0,3,0,0,\n-3,4,1,0,2,0,\n0,0,2,5,6,1,h\n";
    assert_eq!(decoded(Format::Csv, bytes), csv);
    let ints = "PackedInt32Array(-65534, 196608, 0, 327677, 1, 2, 0, 327682, 268500998)";
    assert_eq!(decoded(Format::Csv, ints), csv);
    let built = table::read(csv.as_bytes()).expect("a table");
    assert_eq!(hex::of_records(&built.layers[0].records), bytes);
    // Of two records for one cell the last one counts, at the first one's place.
    let doubled = "0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0, \
        1, 0, 1, 0, 0, 0, 7, 0, 2, 0, 0, 0";
    let csv = decoded(Format::Csv, doubled);
    assert_eq!(csv, "x,y,source,atlas_x,atlas_y,alternative,transform\n1,1,0,7,2,0,\n0,0,0,0,4,0,\n");
    let built = table::read(csv.as_bytes()).expect("a table");
    assert_eq!(
        hex::of_records(&built.layers[0].records),
        "0000010001000000070002000000000000000000000004000000"
    );
    // A cell that was erased does not come back.
    let erased = "0, 0, 4, 0, 4, 0, 0, 0, 1, 0, 0, 0, 0, 0, 9, 0, 9, 0, 255, 255, 255, 255, 255, 255, 255, 255, \
        4, 0, 4, 0, 255, 255, 255, 255, 255, 255, 255, 255, 5, 0, 5, 0, 255, 255, 255, 255, 255, 255, 255, 255, \
        5, 0, 5, 0, 0, 0, 2, 0, 0, 0, 0, 0";
    let csv = decoded(Format::Csv, erased);
    assert_eq!(csv, "x,y,source,atlas_x,atlas_y,alternative,transform\n5,5,0,2,0,0,\n4,4,erase\n9,9,erase\n");
}

#[test]
fn json_may_be_simpler_than_what_decode_writes() {
    let cell = Cell { x: 1, y: 2, source: 3, atlas_x: 4, atlas_y: 5, alternative: 0x1000 };
    let bare = r#"{"x":1,"y":2.0,"source":3,"atlas_x":4,"atlas_y":5,"flip_h":true,"note":[1,{}]}"#;
    for text in [
        format!("[{bare}]"),
        format!("{{\"cells\":[{bare}]}}"),
        format!("[{{\"cells\":[{bare}]}}]"),
        format!("{{\"layers\":[{{\"cells\":[{bare}],\"x\":1}}]}}"),
        format!("{{\"files\":[{{\"layers\":[{{\"cells\":[{bare}]}}]}}]}}"),
        bare.to_owned(),
        format!("\u{feff} {bare}\n"),
    ] {
        let layers = json::read(text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(layers.len(), 1, "{text}");
        assert_eq!(layers[0].cells, [cell], "{text}");
    }
    assert_eq!(json::read(b"[]").expect("no cells")[0].cells, []);
}

#[test]
fn wrong_json_is_shown_in_its_place() {
    let refused = |text: &str| {
        let error = json::read(text.as_bytes()).expect_err(text);
        (error.line, error.column, error.message)
    };
    let cell = "[{\"x\":0,\"y\":0,\n\"source\":0,\"atlas_x\":0,\"atlas_y\":0}]";
    let (line, column, message) = refused(&cell.replace("\"source\":0", "\"source\":65536"));
    assert_eq!((line, message.as_str()), (2, "`source` is 65536, outside 0…65534"));
    assert!((10..=16).contains(&column), "{column}");
    assert_eq!(refused(&cell.replace("\"y\":0,", "")).2, "missing field `y`");
    assert_eq!(refused(&cell.replace("\"x\":0", "\"x\":-40000")).2, "`x` is -40000, outside -32768…32767");
    let (_, _, message) = refused(&cell.replace("\"x\":0", "\"x\":\"a\""));
    assert_eq!(message, "invalid type: string \"a\", expected a whole number for `x`");
    assert_eq!(
        refused(&cell.replace("\"x\":0", "\"x\":0.5")).2,
        "invalid type: floating point `0.5`, expected a whole number for `x`"
    );
    let higher = cell.replace("\"atlas_x\":0", "\"atlas_x\":0,\"alternative\":4096");
    assert!(refused(&higher).2.starts_with("`alternative` is 4096, outside 0…4095"));
    assert!(refused(&cell.replace("\"source\":0", "\"source\":65535")).2.contains("erases"));
    assert_eq!(refused("{}").2, "missing field `cells`");
    assert_eq!(refused("{\"schema\":2,\"files\":[]}").2, "schema 2 is not known, only 1 is");
    assert_eq!(refused("{\"files\":[").0, 1);
}

fn any_cell() -> impl Strategy<Value = Cell> {
    let number = prop_oneof![0..4_u16, any::<u16>()];
    (any::<(i16, i16)>(), [number.clone(), number.clone(), number.clone(), number], 0..4_u8).prop_map(
        |((x, y), [source, atlas_x, atlas_y, alternative], near)| {
            let (x, y) = if near > 0 { (x % 8, y % 8) } else { (x, y) };
            Cell { x, y, source: source.min(65534), atlas_x, atlas_y, alternative }
        },
    )
}

/// What a layer shows: cells, then those erased.
fn shown(layer: &TileLayer) -> Vec<Cell> {
    let resolved = layer.resolve();
    resolved.cells.into_iter().chain(resolved.tombstones.into_iter().map(Cell::tombstone)).collect()
}

fn dump(bytes: &[u8]) -> String {
    let row = |(index, row): (usize, &[u8])| {
        let digits: Vec<String> = row.iter().map(|byte| format!("{byte:02x}")).collect();
        format!("{:08x}  {}  |{}|\n", index * 16, digits.join(" "), ".".repeat(row.len()))
    };
    bytes.chunks(16).enumerate().map(row).collect()
}

proptest! {
    #[test]
    fn tables_come_back(cells in prop::collection::vec(any_cell(), 0..40), erased in any::<(i16, i16)>()) {
        let mut all = cells;
        all.push(Cell::tombstone(Coords { x: erased.0, y: erased.1 }));
        let (layer, site) = (layer(&all), site("A", LayerKind::TileMapLayer));
        let entry = Entry { file: "a.tscn", site: &site, layer: &layer };
        for format in [Format::Csv, Format::Tsv] {
            for count in 1..=2 {
                let table = table::read(text(format, &vec![entry; count]).as_bytes()).expect("what was written");
                prop_assert_eq!(table.layers.len(), 1);
                prop_assert_eq!(&table.layers[0].records, &shown(&layer).repeat(count));
            }
        }
        for format in [Format::Json, Format::NdJson] {
            let read = json::read(text(format, &[entry]).as_bytes());
            let read = read.unwrap_or_default().pop().unwrap_or_default();
            prop_assert_eq!(read.cells, layer.resolve().cells);
        }
    }

    #[test]
    fn digits_come_back(cells in prop::collection::vec(any_cell(), 1..40)) {
        let digits = hex::of_records(&cells);
        let bytes: Vec<u8> = digits.as_bytes().chunks(2)
            .map(|pair| u8::from_str_radix(std::str::from_utf8(pair).expect("ASCII"), 16).expect("hex"))
            .collect();
        let numbers: Vec<String> = bytes.iter().map(u8::to_string).collect();
        let base64 = base64::engine::general_purpose::STANDARD.encode(&bytes);
        for text in [
            digits.to_uppercase(),
            digits,
            dump(&bytes),
            numbers.join(", "),
            numbers.join(" "),
            format!("PackedByteArray({})", numbers.join(",")),
            format!("tile_map_data = PackedByteArray(\"{base64}\")"),
            base64,
        ] {
            let pasted = paste(&text);
            prop_assert_eq!(records(&pasted.layer), &cells[..], "{}", text);
        }
    }

    #[test]
    fn nothing_panics(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = (snippet::read(&bytes), table::read(&bytes), json::read(&bytes));
    }

    #[test]
    fn nothing_that_looks_like_something_panics(
        text in r#"([0-9a-f]{1,8}:? |[0-9]{1,6}[, \t]|[A-Za-z+/]{1,4}=?|[\[\](){}",;:=*|\\x#\n\r -]|PackedByteArray\(|tile_data = |0x|é|"cells":|"x":){0,30}"#
    ) {
        let _ = (snippet::read(text.as_bytes()), table::read(text.as_bytes()), json::read(text.as_bytes()));
    }
}
