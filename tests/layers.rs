//! The house has floors: what a room of `src` may import is written here once, and nothing else holds.

use std::fs;
use std::path::{Path, PathBuf};

/// Each room, from the ground up, and the rooms that it may name.
const ROOMS: &[(&str, &[&str])] = &[
    ("source", &[]),
    ("edit", &["source"]),
    ("syntax", &["source"]),
    ("scene", &["source", "syntax"]),
    ("tile", &["source", "syntax", "scene"]),
    ("exchange", &["source", "syntax", "tile"]),
    ("project", &["source", "syntax", "scene", "tile"]),
    ("op", &["source", "tile", "project"]),
    ("rewrite", &["source", "edit", "syntax", "scene", "tile", "op"]),
    ("migrate", &["source", "edit", "syntax", "scene", "tile", "project", "rewrite"]),
    ("diff", &["source", "syntax", "scene", "tile"]),
    ("merge", &["source", "edit", "syntax", "tile", "exchange", "rewrite", "diff"]),
    ("lint", &["source", "edit", "syntax", "scene", "tile", "project", "op", "rewrite"]),
    ("batch", &["source", "edit", "op", "lint"]),
    (
        "report",
        &["source", "edit", "syntax", "scene", "tile", "exchange", "diff", "lint", "migrate", "batch"],
    ),
    ("git", &["batch"]),
    (
        "command",
        &[
            "source", "edit", "syntax", "scene", "tile", "exchange", "project", "op", "rewrite", "diff",
            "merge", "lint", "migrate", "batch", "report", "git",
        ],
    ),
    (
        "cli",
        &[
            "source", "edit", "tile", "exchange", "project", "op", "diff", "merge", "lint", "migrate",
            "batch", "report", "git", "command",
        ],
    ),
];

/// What belongs to one or a few rooms alone: what stands in code, and the paths below `src` where it may.
const ALONE: &[(&str, &[&str])] = &[
    ("nom::", &["syntax/"]),
    ("nom_locate::", &["syntax/"]),
    ("clap::", &["cli/"]),
    ("clap_complete::", &["cli/"]),
    ("clap_mangen::", &["cli/"]),
    ("unicode_width::", &["cli/"]),
    ("indicatif::", &["cli/"]),
    ("anstyle::", &["cli/"]),
    ("terminal_size::", &["cli/"]),
    ("png::", &["cli/"]),
    // Errors may say what to do by its derive; exchange's are the library's face for pasted text.
    ("miette::", &["report/", "source/", "batch/error.rs", "exchange/", "cli/"]),
    ("std::fs", &["batch/", "project/disk.rs", "git/", "cli/", "command/migrate/tests.rs"]),
    ("walkdir::", &["batch/"]),
    ("tempfile::", &["batch/", "git/", "command/migrate/tests.rs"]),
    ("walkdir::", &["batch/"]),
    ("std::process", &["git/", "cli/", "main.rs"]),
    ("ignore::", &["batch/"]),
    ("similar::", &["report/"]),
];

/// What the root of the crate hands out by a shorter name.
const ALIASES: &[(&str, &str)] = &[
    ("Document", "syntax"),
    ("Source", "source"),
    ("Span", "source"),
    ("Edit", "edit"),
    ("EditList", "edit"),
    ("Cell", "tile"),
    ("LayerSite", "tile"),
    ("TileLayer", "tile"),
];

const LONGEST: usize = 400;

struct File {
    /// Below `src`, with `/`.
    path: String,
    text: String,
}

impl File {
    fn room(&self) -> &str {
        let first = self.path.split('/').next().expect("a path has a first part");
        first.strip_suffix(".rs").unwrap_or(first)
    }

    /// How many `super::` lead to the crate's root.
    fn depth(&self) -> usize {
        let parts = self.path.split('/').count();
        if self.path.ends_with("/mod.rs") { parts - 1 } else { parts }
    }

    /// The lines that are code, with their numbers.
    fn code(&self) -> impl Iterator<Item = (usize, &str)> {
        let code = |line: &str| line.split("//").next().unwrap_or_default().len();
        self.text.lines().enumerate().map(move |(index, line)| (index + 1, &line[..code(line)]))
    }

    /// The rooms that are named, each with its line.
    fn named(&self) -> Vec<(usize, &str)> {
        let up = "super::".repeat(self.depth());
        let mut named = Vec::new();
        for (number, line) in self.code() {
            for prefix in ["crate::", up.as_str()] {
                for (at, _) in line.match_indices(prefix) {
                    let rest = &line[at + prefix.len()..];
                    let group = rest.strip_prefix('{').map(|rest| rest.split('}').next().unwrap_or_default());
                    let names = group.map_or(vec![rest], |group| group.split(',').map(str::trim).collect());
                    named.extend(names.into_iter().filter_map(room_of).map(|room| (number, room)));
                }
            }
        }
        named.retain(|(_, room)| *room != self.room());
        named
    }
}

/// The room that a path begins with, seen from the root of the crate.
fn room_of(path: &str) -> Option<&str> {
    let end = path.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(path.len());
    let name = &path[..end];
    let alias = ALIASES.iter().find(|(alias, _)| *alias == name);
    let room = alias.map_or(name, |(_, room)| room);
    ROOMS.iter().any(|(known, _)| *known == room).then_some(room)
}

fn files() -> Vec<File> {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    let mut folders = vec![src.clone()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("src can be read") {
            let path: PathBuf = entry.expect("src can be read").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let inside = path.strip_prefix(&src).expect("below src").to_string_lossy().replace('\\', "/");
                let text = fs::read_to_string(&path).expect("source text is UTF-8");
                files.push(File { path: inside, text });
            }
        }
    }
    files.sort_by(|a, b| a.path.cmp(&b.path));
    files
}

fn assert_none(faults: &[String]) {
    assert!(faults.is_empty(), "\n{}\n", faults.join("\n"));
}

#[test]
fn no_import_runs_up_the_house() {
    let mut faults = Vec::new();
    for file in files().iter().filter(|file| !matches!(file.path.as_str(), "lib.rs" | "main.rs")) {
        let Some((_, may_see)) = ROOMS.iter().find(|(room, _)| *room == file.room()) else {
            faults.push(format!("{}: this room is not in the table", file.path));
            continue;
        };
        for (line, room) in file.named() {
            if !may_see.contains(&room) {
                faults.push(format!("src/{}:{line}: {} may not see {room}", file.path, file.room()));
            }
        }
    }
    assert_none(&faults);
}

#[test]
fn the_table_has_no_way_up_and_no_way_round() {
    for (index, (room, may_see)) in ROOMS.iter().enumerate() {
        for seen in *may_see {
            let below = ROOMS[..index].iter().any(|(known, _)| known == seen);
            assert!(below, "{room} sees {seen}, which is not below it");
        }
    }
}

#[test]
fn codecs_see_bytes_and_cells_only() {
    let faults: Vec<String> = files()
        .iter()
        .filter(|file| file.path.starts_with("tile/codec/"))
        .flat_map(|file| {
            file.named()
                .into_iter()
                .map(|(line, room)| format!("src/{}:{line}: {room}", file.path))
                .collect::<Vec<_>>()
        })
        .collect();
    assert_none(&faults);
}

#[test]
fn each_outside_crate_has_its_room() {
    let mut faults = Vec::new();
    for file in &files() {
        for (number, line) in file.code() {
            for (name, allowed) in ALONE {
                let names = line.match_indices(name).any(|(at, _)| {
                    // `super::ignore::` or `my_nom::` are something else.
                    !line[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == ':')
                });
                if names && !allowed.iter().any(|place| file.path.starts_with(place)) {
                    faults.push(format!(
                        "src/{}:{number}: {name} belongs in {}",
                        file.path,
                        allowed.join(", ")
                    ));
                }
            }
        }
    }
    assert_none(&faults);
}

#[test]
fn files_are_short_and_rooms_say_what_they_own() {
    let mut faults = Vec::new();
    for file in &files() {
        let lines = file.text.lines().count();
        if lines > LONGEST {
            faults.push(format!("src/{}: {lines} lines; {LONGEST} are enough for one concept", file.path));
        }
        if file.path.ends_with("mod.rs") && !file.text.starts_with("//!") {
            faults.push(format!("src/{}: no `//!` that says what it owns", file.path));
        }
    }
    assert_none(&faults);
}
