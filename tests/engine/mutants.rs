//! Texts with a fault or two: where the engine reads them, we read the same cells, and where it does not, we say so.

use std::path::PathBuf;

use crate::common::compare::differences;
use crate::common::engine::Engine;
use crate::common::model::Numbers;
use crate::common::{clean, decode, edit, fixtures, scenes, temp};
use tilewright::command::CleanOptions;
use tilewright::syntax::{Property, SectionKind, Severity};
use tilewright::tile::{LayerKind, LayerSite, find};
use tilewright::{Document, Source};

/// What is put in, besides parts of the text itself.
const BITS: &[&str] = &[
    "0",
    "255",
    "256",
    "-1",
    "1.5",
    "1e1",
    ",",
    ", ",
    " ",
    "\n",
    "\r\n",
    "\t",
    ";",
    "; x\n",
    "\"",
    "\\",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "=",
    "A",
    "==",
    "+",
    "-",
    ".",
    "#",
    "&",
    "@",
    "layer_0/",
    "tile_data",
    "format = 2\n",
    "tile_map_data = PackedByteArray()\n",
    "PackedByteArray(",
    "PoolByteArray(",
    "null",
    "nan",
    "inf",
];

/// Whether what the engine makes of a damaged layer is not in its value: what `inf` or `1e99` is as an integer is the
/// machine's business, and of a property that is given twice and refused the second time, the first one stays. We tell
/// the damage. `tile_data` without a layer is dropped, and read by us (grammar-notes/differences.md).
fn is_beyond_text(document: &Document) -> bool {
    let word = |c: char| c.is_ascii_alphanumeric() || ".+-".contains(c);
    let huge =
        |text: &str| text.parse().is_ok_and(|number: f64| number.is_nan() || number.abs() >= 2f64.powi(31));
    let damaged = |site: &LayerSite| {
        if matches!(site.kind, LayerKind::BareTileMap) {
            return true;
        }
        let Some(own) = site.property else { return false };
        let key = |property: &Property| document.key(property).into_owned();
        let section = document.section(site.section);
        let twice = section.properties().iter().filter(|property| key(property) == key(&own)).count() > 1;
        let text = document.source().text(own.value);
        !site.decode(document).damage.is_empty() && (twice || text.split(|c| !word(c)).any(huge))
    };
    find(document).expect("layers").iter().any(damaged)
}

/// What the engine says of a scene that holds together as a text, but not as a tree of nodes.
const EXCUSES: &[&str] = &["vanished", "Cannot get class", "Invalid scene", "p_name.is_empty()"];

/// One or two changes at places near tile data.
fn mutant(text: &[u8], numbers: &mut Numbers) -> Vec<u8> {
    let mut text = text.to_vec();
    for _ in 0..=numbers.below(2) {
        let data = text
            .windows(9)
            .position(|part| part == b"tile_data")
            .or(text.windows(8).position(|part| part == b"map_data"));
        // Three times out of four behind the key.
        let from = if numbers.below(4) > 0 { data.unwrap_or(0) } else { 0 };
        let at = from + numbers.below((text.len() - from).clamp(1, 400) as i32) as usize;
        let len = (numbers.below(4) as usize).min(text.len() - at);
        match numbers.below(4) {
            0 => drop(text.drain(at..at + len)),
            1 => {
                let copy = text[at..at + len].to_vec();
                text.splice(at..at, copy);
            }
            2 => {
                let bit = BITS[numbers.below(BITS.len() as i32) as usize];
                text.splice(at..at + len, bit.bytes());
            }
            _ => {
                let bit = BITS[numbers.below(BITS.len() as i32) as usize];
                text.splice(at..at, bit.bytes());
            }
        }
    }
    text
}

#[test]
fn faulty_texts_are_read_as_the_engine_reads_them() {
    let Some(engine) = Engine::find() else { return };
    let count: usize =
        std::env::var("TILEWRIGHT_MUTANTS").ok().and_then(|text| text.parse().ok()).unwrap_or(600);
    let seed = std::env::var("TILEWRIGHT_SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(1);
    let work = temp();
    let mut numbers = Numbers(seed);
    let sources: Vec<Vec<u8>> = scenes(&fixtures("engine"))
        .iter()
        .filter(|path| path.extension().is_some_and(|extension| extension == "tscn"))
        // Which of the two is renamed, and whether, is not said by the text.
        .filter(|path| !path.ends_with("hand_same_names.tscn"))
        .map(|path| std::fs::read(path).expect("a file"))
        .filter(|text| text.len() < 1500 && text.windows(5).any(|part| part == b"_data"))
        .collect();
    let files: Vec<PathBuf> = (0..count)
        .map(|number| {
            let path = work.path().join(format!("{number}.tscn"));
            let text = mutant(&sources[numbers.below(sources.len() as i32) as usize], &mut numbers);
            std::fs::write(&path, text).expect("written");
            path
        })
        .collect();
    let mut faults = Vec::new();
    let (mut read, mut refused, mut told) = (0, 0, 0);
    for (path, reading) in files.iter().zip(engine.read(work.path(), &files)) {
        let (_, code) = decode(path);
        let text = || String::from_utf8_lossy(&std::fs::read(path).expect("a file")).into_owned();
        // A node in the wrong place, a class that is not there: not the text's fault (grammar-notes/differences.md).
        let excused =
            reading.messages.iter().any(|message| EXCUSES.iter().any(|excuse| message.contains(excuse)));
        let document = Document::parse(Source::new("", std::fs::read(path).expect("a file")));
        let loses = document.problems().iter().any(|problem| problem.kind.severity() == Severity::Loss);
        // The engine goes down on such a scene, or makes nothing of it; a number for a name nobody writes.
        let nameless = document.sections().any(|section| {
            let name = section.field("name").map(|name| document.source().slice(name.value));
            section.kind() == SectionKind::Node
                && name.is_none_or(|name| !matches!(name.first(), Some(b'"' | b'&')))
        });
        if reading.crashed || excused || nameless || text().starts_with('\u{FEFF}') {
            continue;
        }
        // What the engine loses by stray text is shown, with a word about it.
        if code == 1 && loses || code < 2 && is_beyond_text(&document) {
            told += 1;
            continue;
        }
        if reading.ok && code < 2 {
            read += 1;
            for fault in differences(path, &reading).0 {
                faults.push(format!(
                    "{fault}, code {code}, the engine says {:?}\n{}",
                    reading.messages,
                    text()
                ));
            }
        } else if reading.ok != (code < 2) {
            faults.push(format!(
                "ok {}, ours {code}, the engine says {:?}\n{}",
                reading.ok,
                reading.messages,
                text()
            ));
        } else {
            refused += 1;
        }
        // Whatever it is, nothing panics, and what is refused is not written.
        let before = std::fs::read(path).expect("a file");
        edit(path, "--offset 1,1");
        clean(path, CleanOptions::default());
        if code == 2 {
            assert!(
                before == std::fs::read(path).expect("a file"),
                "{}: written though refused",
                path.display()
            );
        }
    }
    eprintln!("{read} read alike, {refused} refused by both, {told} told to lose something");
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults.join("\n----\n"));
}
