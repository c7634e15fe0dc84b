//! Tables of cells that people write: every layout that is taken, and every mistake in its place.

use tilewright::exchange::table;
use tilewright::tile::{Cell, Coords};

fn problems(text: &str) -> Vec<(u32, u32, String)> {
    let error = table::read(text.as_bytes()).expect_err(text);
    error.problems.into_iter().map(|problem| (problem.line, problem.column, problem.message)).collect()
}

#[test]
fn a_table_needs_no_header_and_takes_any_order() {
    let cell = Cell { x: 1, y: -2, source: 7, atlas_x: 3, atlas_y: 4, alternative: 0xD005 };
    let erased = Cell::tombstone(Coords { x: 5, y: 6 });
    for text in [
        "1,-2,7,3,4,5,htx\n5,6,erase",
        "\u{feff}# cells\r\n1, -2, 7, 3, 4, 5, thx\r\n\r\n5,6,erase,,,,\r\n",
        "1\t-2\t7\t3\t4\t5\txth\n5\t6\terase\n",
        "  1 -2   7 3 4 5 htx\n5 6 erase\n",
        "x,y,source,atlas_x,atlas_y,alternative,transform\n1,-2,7,3,4,5,htx\n5,6,erase\n",
        "transform,alternative,atlas_y,atlas_x,source,y,x\nhtx,5,4,3,7,-2,1\n,,,,erase,6,5\n",
        "X,Y,Source,Atlas_X,Atlas_Y,Alternative,Transform\n1,-2,7,3,4,5,htx\n5,6,erase\n",
    ] {
        let table =
            table::read(text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {:?}", error.problems));
        assert_eq!(table.layers.len(), 1, "{text}");
        assert_eq!(table.layers[0].records, [cell, erased], "{text}");
    }
    let table = table::read(b"x,y,source,atlas_x,atlas_y\n").expect("a header alone");
    assert!(table.layers[0].records.is_empty());
    let table = table::read(b"1,2,3,4,5\n6,7,8,9,10,,\n").expect("short rows");
    assert_eq!(table.layers[0].records[1].alternative, 0);
}

#[test]
fn each_wrong_field_is_shown_in_its_place() {
    let refused = problems(
        "x,y,source,atlas_x,atlas_y,alternative,transform\n\
        32768,0,0,0,0\n0,-32769,0,0,0\n0,0,65535,0,0\n0,0,65536,0,0\n0,0,0,70000,0\n0,0,0,0,-1\n\
        0,0,0,0,0,4096\n0,0,0,0,0,0,hq\n0,0,0,0\n0,0,0,0,0,0,h,9\n1.5,0,0,0,0\n0,0,erase,1\n,0,0,0,0\n\
        0,0,0,0,0,0,hh\n0,0,0,0,99999999999999999999\n",
    );
    let shown: Vec<String> =
        refused.iter().map(|(line, column, text)| format!("{line}:{column} {text}")).collect();
    assert_eq!(
        shown,
        [
            "2:1 `x` is 32768, outside -32768…32767",
            "3:3 `y` is -32769, outside -32768…32767",
            "4:5 source 65535 erases a cell; write `x,y,erase`",
            "5:5 `source` is 65536, outside 0…65534",
            "6:7 `atlas_x` is 70000, outside 0…65535",
            "7:9 `atlas_y` is -1, outside 0…65535",
            "8:11 `alternative` is 4096, outside 0…4095; the transform has its own field",
            "9:13 the transform `hq` has other letters than h, v, t, and x for bit 15",
            "10:8 `atlas_y` is missing",
            "11:15 a field too many: there are 7 columns",
            "12:1 `x` is `1.5`, which is no whole number",
            "13:11 an erased cell is `x,y,erase` and has nothing else",
            "14:1 `x` is missing",
            "15:13 the transform `hh` has a letter twice",
            "16:9 `atlas_y` is a number of more than 64 bits, outside 0…65535",
        ]
    );
    let many = table::read(b"x\n").expect_err("columns are missing");
    assert_eq!(many.problems[0].message, "the header lacks `y` and `source` and `atlas_x` and `atlas_y`");
    let many = table::read("0,0,0,0,z\n".repeat(50).as_bytes()).expect_err("fifty mistakes");
    assert_eq!((many.problems.len(), many.more), (table::MAX_PROBLEMS, 30));
    assert_eq!(many.to_string(), "the table has 50 mistakes");
    assert_eq!(problems(""), [(1, 1, "the table is empty: not even a header".to_owned())]);
}

#[test]
fn unknown_columns_are_refused_with_the_nearest_right_one() {
    let header = |text: &str| problems(&format!("{text}\n1,2,3,4,5\n"));
    let one = |text: &str| header(text).remove(0);
    assert_eq!(
        one("x,y,sorce,atlas_x,atlas_y"),
        (1, 5, "unknown column `sorce`, did you mean `source`?".into())
    );
    assert_eq!(one("x,y,source,atlas_x,atlas_x"), (1, 20, "the column `atlas_x` is there twice".into()));
    let far = one("x,y,source,atlas_x,atlas_y,colour");
    assert!(far.2.starts_with("unknown column `colour`; there are x, y, source"), "{far:?}");
    assert_eq!(header("x,y,sorce,atlas,qq").len(), 3, "all at once");
}
