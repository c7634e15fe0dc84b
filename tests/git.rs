//! The program inside a real repository, with the real git.

mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use common::{Answer, decode, temp, tilewright};
use tempfile::TempDir;

const TWO_LAYERS: &str = "[gd_scene format=3]\n\n[node name=\"Map\" type=\"Node2D\"]\n\n\
    [node name=\"Ground\" type=\"TileMapLayer\" parent=\".\"]\ntile_map_data = CELLS\n";

/// A repository with a configuration of its own.
struct Repository {
    folder: TempDir,
}

impl Repository {
    fn new() -> Self {
        let repository = Repository { folder: temp() };
        repository.git("init -q -b main .");
        repository.git("config user.name Somebody");
        repository.git("config user.email somebody@example.org");
        repository.git("config commit.gpgsign false");
        repository
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Runs git with words parted by blanks, which must succeed.
    fn git(&self, words: &str) -> String {
        let answer = self.try_git(words);
        assert_eq!(answer.code, 0, "git {words}: {}{}", answer.stdout, answer.stderr);
        answer.stdout
    }

    fn try_git(&self, words: &str) -> Answer {
        let output = Command::new("git")
            .args(words.split_ascii_whitespace())
            .current_dir(self.path())
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .env("GIT_CONFIG_GLOBAL", self.path().join(".git/no-such-config"))
            .env("GIT_EDITOR", "true")
            .output()
            .expect("git runs");
        Answer {
            code: output.status.code().unwrap_or(-1),
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }

    fn install(&self, words: &str) {
        let answer = tilewright(self.path(), &format!("git install {words}"));
        assert_eq!(answer.code, 0, "{}{}", answer.stdout, answer.stderr);
        self.commit("install");
    }

    fn commit(&self, message: &str) {
        self.git("add -A");
        self.git(&format!("commit -q -m {message}"));
    }

    fn scene(&self) -> PathBuf {
        self.path().join("map.tscn")
    }

    /// Paints a map: x, y and the source of each cell.
    fn paint(&self, cells: &[(i16, i16, u16)]) {
        fs::write(self.scene(), scene(cells)).expect("written");
    }

    fn cells(&self) -> Vec<(i16, i16, u16)> {
        let (layers, code) = decode(&self.scene());
        assert_eq!(code, 0);
        let mut cells: Vec<_> =
            layers[0].cells.iter().map(|&[x, y, source, ..]| (x as i16, y as i16, source as u16)).collect();
        cells.sort_unstable();
        cells
    }
}

fn scene(cells: &[(i16, i16, u16)]) -> String {
    let mut bytes = vec![0, 0];
    for &(x, y, source) in cells {
        bytes.extend([x.to_le_bytes(), y.to_le_bytes(), source.to_le_bytes()].concat());
        bytes.extend([0; 6]);
    }
    let numbers: Vec<String> = bytes.iter().map(u8::to_string).collect();
    TWO_LAYERS.replace("CELLS", &format!("PackedByteArray({})", numbers.join(", ")))
}

const BASE: [(i16, i16, u16); 3] = [(0, 0, 0), (1, 0, 0), (2, 0, 0)];
const OURS: [(i16, i16, u16); 4] = [(0, 0, 0), (1, 0, 5), (2, 0, 0), (9, 9, 1)];
const THEIRS: [(i16, i16, u16); 3] = [(-4, 7, 2), (2, 0, 0), (1, 0, 0)]; // 0,0 erased, -4,7 painted
const BOTH: [(i16, i16, u16); 4] = [(-4, 7, 2), (1, 0, 5), (2, 0, 0), (9, 9, 1)];

/// main painted OURS, the branch painted THEIRS.
fn forked(rows: bool) -> Repository {
    let repository = Repository::new();
    repository.install(if rows { "--rows" } else { "" });
    repository.paint(&BASE);
    repository.commit("base");
    repository.git("checkout -q -b feature");
    repository.paint(&THEIRS);
    repository.commit("theirs");
    repository.git("checkout -q main");
    repository.paint(&OURS);
    repository.commit("ours");
    repository
}

fn sorted(cells: &[(i16, i16, u16)]) -> Vec<(i16, i16, u16)> {
    let mut cells = cells.to_vec();
    cells.sort_unstable();
    cells
}

#[test]
fn merge_rebase_cherry_pick_and_stash_merge_cells() {
    for rows in [false, true] {
        for command in ["merge -q --no-edit feature", "rebase -q feature", "cherry-pick feature"] {
            let repository = forked(rows);
            repository.git(command);
            assert_eq!(repository.cells(), sorted(&BOTH), "{command}, rows: {rows}");
            assert_eq!(repository.git("status --short"), "", "{command}, rows: {rows}");
        }
        let repository = forked(rows);
        repository.git("checkout -q feature");
        repository.paint(&[(-4, 7, 2), (2, 0, 0), (1, 0, 0), (30, 30, 3)]);
        repository.git("stash -q");
        repository.git("checkout -q main");
        repository.git("stash pop -q");
        assert_eq!(repository.cells(), sorted(&[OURS.as_slice(), &[(30, 30, 3)]].concat()), "rows: {rows}");
    }
}

#[test]
fn a_conflict_of_cells_stops_the_merge_and_the_file_loads() {
    let repository = forked(false);
    repository.git("checkout -q feature");
    repository.paint(&[(0, 0, 0), (1, 0, 7), (2, 0, 0)]);
    repository.commit("clash");
    repository.git("checkout -q main");
    let answer = repository.try_git("merge --no-edit feature");
    assert_eq!(answer.code, 1);
    let told = answer.stdout + &answer.stderr;
    assert!(
        told.contains("map.tscn: conflict: Ground (1, 0): base 0:0,0, ours 5:0,0, theirs 7:0,0"),
        "{told}"
    );
    assert_eq!(repository.git("status --short"), "UU map.tscn\n");
    assert_eq!(repository.cells(), sorted(&OURS));
}

#[test]
fn what_is_no_scene_is_merged_by_git() {
    let repository = forked(false);
    let scene = fs::read_to_string(repository.scene()).expect("a scene");
    fs::write(repository.scene(), scene.replace("parent=\".\"", "parent=")).expect("written");
    repository.commit("broken");
    let answer = repository.try_git("merge --no-edit feature");
    assert_eq!(answer.code, 1);
    assert!(answer.stderr.contains("merged as plain text by git merge-file"), "{}", answer.stderr);
    assert!(fs::read_to_string(repository.scene()).expect("a scene").contains("<<<<<<< ours"));
}

#[test]
fn git_shows_cells() {
    let repository = forked(false);
    let log = repository.git("log -p -1");
    assert!(log.contains("-  1,0 = 0:0,0\n") && log.contains("+  1,0 = 5:0,0\n"), "{log}");
    assert!(log.contains("+  9,9 = 1:0,0\n"), "{log}");
    assert!(log.contains("@@ node name=\"Ground\"") || log.contains("[node name=\"Ground\""), "{log}");
    repository.git("diff --stat HEAD~1");
    let diff = tilewright(repository.path(), "diff --git main..feature");
    assert_eq!(diff.code, 1);
    assert!(diff.stdout.contains("  ~ (1, 0) 5:0,0 → 0:0,0"), "{}", diff.stdout);
    assert!(diff.stdout.contains("  + (-4, 7) 2:0,0"), "{}", diff.stdout);
    assert_eq!(tilewright(repository.path(), "diff --git HEAD").code, 0);
    repository.paint(&BASE);
    assert_eq!(tilewright(repository.path(), "diff --git HEAD").code, 1);
    assert_eq!(tilewright(repository.path(), "diff --git no-such-revision").code, 2);
}

#[test]
fn the_repository_holds_rows_and_the_work_tree_what_the_engine_writes() {
    let repository = Repository::new();
    repository.install("--rows");
    let painted: Vec<(i16, i16, u16)> = (0..8).map(|x| (7 - x, x % 2, 3)).collect();
    repository.paint(&painted);
    repository.commit("painted");
    let kept = repository.git("show HEAD:map.tscn");
    let rows: Vec<&str> = kept.lines().filter_map(|line| Some(line.split_once(" ; ")?.1)).collect();
    let expected = [
        "1,0 = 3:0,0",
        "3,0 = 3:0,0",
        "5,0 = 3:0,0",
        "7,0 = 3:0,0",
        "0,1 = 3:0,0",
        "2,1 = 3:0,0",
        "4,1 = 3:0,0",
        "6,1 = 3:0,0",
    ];
    assert_eq!(rows, expected);
    // What lies there was written by hand in numbers; git takes it for what it has all the same.
    repository.git("update-index --refresh");
    fs::remove_file(repository.scene()).expect("a scene");
    repository.git("checkout -q -- map.tscn");
    assert_eq!(repository.git("status --short"), "");
    // Eight cells are 98 bytes: base64 and format 4, as the engine would write them.
    let text = fs::read_to_string(repository.scene()).expect("a scene");
    assert!(text.starts_with("[gd_scene format=4]") && text.contains("PackedByteArray(\""), "{text}");
    assert_eq!(repository.cells(), sorted(&painted));
    // git's own merge works on rows, for who has not installed anything.
    repository.git("checkout -q -b feature");
    repository.paint(&[painted.as_slice(), &[(100, 40, 1)]].concat());
    repository.commit("theirs");
    repository.git("checkout -q main");
    repository.paint(&[painted.as_slice(), &[(0, -9, 1)]].concat());
    repository.commit("ours");
    repository.git("config --remove-section merge.tilewright");
    repository.git("merge -q --no-edit feature");
    assert_eq!(repository.cells().len(), 10);
    assert_eq!(repository.git("status --short"), "");
}

#[test]
fn installing_twice_changes_nothing_and_uninstalling_takes_all_back() {
    let repository = Repository::new();
    let attributes = repository.path().join(".gitattributes");
    fs::write(&attributes, "*.png binary\n").expect("written");
    repository.git("config merge.tilewright.recursive binary");
    let before = fs::read_to_string(repository.path().join(".git/config")).expect("a config");
    let run = |words: &str| tilewright(repository.path(), words);
    assert_eq!(run("git status").code, 1);
    assert_eq!(run("git install --rows").code, 0);
    assert_eq!(run("git status").code, 0);
    let after = fs::read_to_string(&attributes).expect("attributes");
    assert!(after.starts_with("*.png binary\n# tilewright: begin"), "{after}");
    let again = run("git install --rows");
    assert_eq!((again.code, again.stdout.as_str()), (0, ""));
    assert_eq!(fs::read_to_string(&attributes).expect("attributes"), after);
    assert_eq!(run("git uninstall").code, 0);
    assert_eq!(fs::read_to_string(&attributes).expect("attributes"), "*.png binary\n");
    assert_eq!(fs::read_to_string(repository.path().join(".git/config")).expect("a config"), before);
    assert_eq!(run("git status").code, 1);
    // Nothing but ours in the file: it goes.
    fs::remove_file(&attributes).expect("attributes");
    run("git install");
    run("git uninstall");
    assert!(!attributes.exists());
    // No repository: said, not done.
    let elsewhere = temp();
    let answer = tilewright(elsewhere.path(), "git install");
    assert_eq!(answer.code, 2, "{}", answer.stdout);
}

#[test]
fn an_entry_of_somebody_else_is_left_alone() {
    let repository = Repository::new();
    repository.git("config diff.tilewright.textconv cat");
    let answer = tilewright(repository.path(), "git install");
    assert!(answer.stdout.contains("not ours: left alone"), "{}", answer.stdout);
    tilewright(repository.path(), "git uninstall");
    assert_eq!(repository.git("config diff.tilewright.textconv"), "cat\n");
}

#[test]
fn textconv_and_the_filters_never_fail() {
    let folder = temp();
    for text in
        ["", "no scene", "[gd_scene", "\u{feff}[gd_scene format=3]\n", "[gd_scene format=3]\n[node]\n=\n"]
    {
        fs::write(folder.path().join("x.tscn"), text).expect("written");
        let answer = tilewright(folder.path(), "git textconv x.tscn");
        assert_eq!((answer.code, answer.stdout.as_str()), (0, text));
        for end in ["clean", "smudge"] {
            let answer = common::tilewright_with(folder.path(), &["git", end], text);
            assert_eq!((answer.code, answer.stdout.as_str()), (0, text), "{end}");
        }
    }
}

/// A branch on which both sides added the file: git gives an empty base.
#[test]
fn two_new_files_of_one_name_merge_by_what_they_hold() {
    let repository = Repository::new();
    repository.install("");
    repository.git("checkout -q -b feature");
    repository.paint(&[(0, 0, 0), (5, 5, 5)]);
    repository.commit("theirs");
    repository.git("checkout -q main");
    repository.paint(&[(0, 0, 0), (-1, -1, 1)]);
    repository.commit("ours");
    repository.git("merge -q --no-edit feature");
    assert_eq!(repository.cells(), [(-1, -1, 1), (0, 0, 0), (5, 5, 5)]);
}

#[test]
fn the_driver_writes_over_ours_and_says_how_it_ended() {
    let folder = temp();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("written");
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).expect("a file");
    let base = scene(&BASE);
    write("O", &base);
    write("A", &scene(&OURS));
    write("B", &scene(&THEIRS));
    let run = |words: &str| tilewright(folder.path(), words);
    let answer = run("merge O A B 7 maps/map.tscn");
    assert_eq!((answer.code, answer.stdout.as_str()), (0, ""));
    let (layers, _) = decode(&folder.path().join("A"));
    assert_eq!(layers[0].cells.len(), 4);
    // A property that both changed, with markers of the size that git asks for.
    let with = |line: &str| base.replace("tile_map_data", &format!("z_index = {line}\ntile_map_data"));
    write("A", &with("1"));
    write("B", &with("2"));
    let answer = run("merge O A B 12 maps/map.tscn");
    assert_eq!(answer.code, 1);
    let block = "<<<<<<<<<<<< ours\nz_index = 1\n============\nz_index = 2\n>>>>>>>>>>>> theirs\n";
    assert_eq!(read("A"), base.replace("tile_map_data", &format!("{block}tile_map_data")));
    assert!(
        answer
            .stderr
            .contains("maps/map.tscn: conflict: node Ground, z_index: base not set, ours 1, theirs 2")
    );
    // The same in a file with the line ends of Windows.
    write("A", &with("1").replace('\n', "\r\n"));
    assert_eq!(run("merge O A B 7 maps/map.tscn").code, 1);
    assert!(!read("A").replace("\r\n", "").contains('\n'), "{}", read("A"));
    // What cannot even be read: 2, and ours is as it was.
    write("A", &with("1"));
    assert_eq!(run("merge O A nothing 7 maps/map.tscn").code, 2);
    assert_eq!(read("A"), with("1"));
    // Conflicts as JSON.
    let answer = run("merge O A B --conflicts c.json -o out.tscn");
    assert_eq!(answer.code, 1);
    let json: serde_json::Value = serde_json::from_str(&read("c.json")).expect("JSON");
    assert_eq!(json["schema"], 1);
    let expected = serde_json::json!([{
        "kind": "property", "section": "node Ground", "node": "Ground", "property": "z_index",
        "base": null, "ours": "1", "theirs": "2"
    }]);
    assert_eq!(json["conflicts"], expected);
    write("A", &scene(&[(0, 0, 4), (1, 0, 0), (2, 0, 0)]));
    write("B", &scene(&[(1, 0, 0), (2, 0, 0)]));
    assert_eq!(run("merge O A B --conflicts c.json -o out.tscn").code, 1);
    let json: serde_json::Value = serde_json::from_str(&read("c.json")).expect("JSON");
    let conflict = &json["conflicts"][0];
    assert_eq!((&json["markers"], &conflict["kind"]), (&false.into(), &"cell".into()));
    assert_eq!(
        (&conflict["x"], &conflict["y"], &conflict["theirs"]),
        (&0.into(), &0.into(), &serde_json::Value::Null)
    );
    assert_eq!((&conflict["base"]["source"], &conflict["ours"]["source"]), (&0.into(), &4.into()));
    assert_eq!(run("merge O A B --prefer ours -o out.tscn").code, 0);
    assert_eq!(read("out.tscn"), read("A"));
}

#[test]
fn a_global_installation_holds_for_every_repository() {
    let home = temp();
    let run = |words: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_tilewright"))
            .args(words)
            .current_dir(home.path())
            .env("HOME", home.path())
            .env("XDG_CONFIG_HOME", home.path().join("config"))
            .env("GIT_CONFIG_GLOBAL", home.path().join("gitconfig"))
            .output()
            .expect("the program runs");
        output.status.code()
    };
    assert_eq!(run(&["git", "status", "--global"]), Some(1));
    assert_eq!(run(&["git", "install", "--global"]), Some(0));
    assert_eq!(run(&["git", "status", "--global"]), Some(0));
    let attributes = home.path().join("config/git/attributes");
    assert!(fs::read_to_string(&attributes).expect("attributes").contains("*.tscn diff=tilewright"));
    let config = fs::read_to_string(home.path().join("gitconfig")).expect("a config");
    assert!(config.contains("merge %O %A %B %L %P"), "{config}");
    assert_eq!(run(&["git", "uninstall", "--global"]), Some(0));
    assert!(!attributes.exists());
    assert_eq!(fs::read_to_string(home.path().join("gitconfig")).expect("a config"), "");
}

/// What is in the repository is the same before and after a checkout, and after the engine saved what was checked out.
#[test]
fn rows_are_the_same_after_a_checkout_and_after_a_save() {
    use tilewright::command::{to_engine, to_rows};
    let mut files = common::scenes(&Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures"));
    files.extend(common::scenes(&Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes")));
    let engine = common::engine::Engine::find();
    let work = temp();
    let mut pairs = Vec::new();
    let mut kept = Vec::new();
    for file in &files {
        let bytes = fs::read(file).expect("a file");
        let Some(rows) = to_rows(&bytes) else { continue };
        let out = to_engine(&rows).unwrap_or_else(|| panic!("{}: no way back", file.display()));
        assert_eq!(to_rows(&out).as_ref(), Some(&rows), "{}", file.display());
        assert_eq!(to_engine(&out).as_ref(), Some(&out), "{}", file.display());
        assert_eq!(to_rows(&rows).as_ref(), Some(&rows), "{}", file.display());
        let here = work.path().join(format!(
            "{}.{}",
            pairs.len(),
            file.extension().expect("an extension").display()
        ));
        let saved =
            here.with_extension(format!("saved.{}", file.extension().expect("an extension").display()));
        fs::write(&here, &out).expect("written");
        pairs.push((here, saved));
        kept.push((file, rows));
    }
    assert!(kept.len() > 50, "{}", kept.len());
    let Some(engine) = engine else { return };
    let cells = |text: &[u8]| -> Vec<String> {
        let text = String::from_utf8_lossy(text);
        text.lines().filter(|line| line.contains(" ; ") && line.contains(" = ")).map(str::to_owned).collect()
    };
    let saved = engine.resave(work.path(), &pairs);
    let mut compared = 0;
    for (((file, rows), (_, path)), saved) in kept.iter().zip(&pairs).zip(saved) {
        // The engine says of what it could not save; the rest of a file it may write otherwise than it was.
        let Some(again) = saved.then(|| to_rows(&fs::read(path).expect("saved"))).flatten() else { continue };
        assert_eq!(cells(&again), cells(rows), "{}", file.display());
        compared += usize::from(!cells(rows).is_empty());
    }
    assert!(compared > 30, "{compared}");
}
