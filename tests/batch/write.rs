use std::fs::{self, File};
use std::path::Path;
use std::time::{Duration, SystemTime};

use tilewright::batch::{FileError, Output, Written, preview, read, replace, write_out};
use tilewright::{Edit, EditList, Source, Span};

use crate::tree::{Tree, names};

pub const BEFORE: &str = "[gd_scene format=3]\n\n[node name=\"A\"]\n";
const AFTER: &str = "[gd_scene format=4]\n\n[node name=\"A\"]\n";

pub fn edits(changes: &[(u32, u32, &str)]) -> EditList {
    let mut edits = EditList::new();
    for &(start, end, text) in changes {
        edits.push(Edit { span: Span::new(start, end), replacement: text.into() }).expect("apart");
    }
    edits
}

/// 3 becomes 4.
fn change() -> EditList {
    edits(&[(17, 18, "4")])
}

pub fn fine(_: &Source) -> Result<(), String> {
    Ok(())
}

pub fn rewrite(path: &Path) -> Result<Written, FileError> {
    let (source, stamp) = read(path)?;
    replace(path, &source, &stamp, change(), fine)
}

/// Reads, lets something happen to the file just before the end of the proof, and expects a refusal.
fn disturbed(tree: &Tree, disturb: impl FnOnce(&Path)) -> String {
    let path = tree.at("a.tscn");
    let (source, stamp) = read(&path).expect("readable");
    let prove = |_: &Source| {
        disturb(&path);
        Ok(())
    };
    let error = replace(&path, &source, &stamp, change(), prove).expect_err("the file changed");
    assert!(error.help.is_some());
    error.message.replace(&format!("{}/", tree.root().display()), "")
}

#[test]
fn a_change_replaces_the_file_and_the_proof_sees_what_is_on_the_disk() {
    let tree = Tree::new().file("a.tscn", BEFORE);
    let path = tree.at("a.tscn");
    let (source, stamp) = read(&path).expect("readable");
    let mut seen = Vec::new();
    let prove = |new: &Source| {
        seen = new.bytes().to_vec();
        assert_eq!(names(tree.root()).len(), 2, "the draft lies beside the file");
        Ok(())
    };
    let written = replace(&path, &source, &stamp, change(), prove).expect("written");
    assert_eq!((written, tree.text("a.tscn").as_str()), (Written::Replaced, AFTER));
    assert_eq!(seen, AFTER.as_bytes());
    assert_eq!(names(tree.root()), ["a.tscn"]);
}

#[test]
fn without_a_change_the_file_is_not_touched() {
    let tree = Tree::new().file("a.tscn", BEFORE);
    let path = tree.at("a.tscn");
    let old = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000);
    File::options().write(true).open(&path).expect("writable").set_modified(old).expect("my own");
    let (source, stamp) = read(&path).expect("readable");
    let never = |_: &Source| -> Result<(), String> { panic!("there is nothing to prove") };
    for list in [edits(&[]), edits(&[(17, 18, "3"), (0, 1, "[")]), edits(&[(0, 1, ""), (1, 1, "[")])] {
        assert_eq!(replace(&path, &source, &stamp, list, never), Ok(Written::Unchanged));
    }
    assert_eq!(fs::metadata(&path).expect("there").modified().expect("a time"), old);
    assert_eq!(names(tree.root()), ["a.tscn"]);
}

#[test]
fn a_proof_that_fails_writes_nothing() {
    let tree = Tree::new().file("a.tscn", BEFORE);
    let path = tree.at("a.tscn");
    let (source, stamp) = read(&path).expect("readable");
    let error = replace(&path, &source, &stamp, change(), |_| Err("2 cells are missing".into()));
    let error = error.expect_err("not proved");
    assert_eq!(error.message, format!("{} was not written: 2 cells are missing", path.display()));
    assert!(error.help.expect("an advice").contains("please report it"));
    assert_eq!(tree.text("a.tscn"), BEFORE);
    assert_eq!(names(tree.root()), ["a.tscn"]);
}

#[test]
fn a_panic_in_the_proof_leaves_no_draft() {
    let tree = Tree::new().file("a.tscn", BEFORE);
    let path = tree.at("a.tscn");
    let results = tilewright::batch::run(&[path], None, &tilewright::batch::Silent, |path| {
        let (source, stamp) = read(path).expect("readable");
        replace(path, &source, &stamp, change(), |_| panic!("a fault"))
    });
    assert!(results[0].is_err());
    assert_eq!(tree.text("a.tscn"), BEFORE);
    assert_eq!(names(tree.root()), ["a.tscn"]);
}

#[test]
fn a_change_of_the_same_length_and_time_is_noticed() {
    let tree = Tree::new().file("a.tscn", BEFORE);
    let other = BEFORE.replace('A', "B");
    let message = disturbed(&tree, |path| {
        let time = fs::metadata(path).expect("there").modified().expect("a time");
        fs::write(path, &other).expect("writable");
        File::options().write(true).open(path).expect("writable").set_modified(time).expect("my own");
    });
    assert_eq!(message, "a.tscn was not written: it changed since it was read");
    assert_eq!(tree.text("a.tscn"), other);
    assert_eq!(names(tree.root()), ["a.tscn"]);
}

#[test]
fn a_file_that_grew_or_vanished_meanwhile_is_left_alone() {
    let tree = Tree::new().file("a.tscn", BEFORE);
    let message = disturbed(&tree, |path| fs::write(path, format!("{BEFORE}; more\n")).expect("writable"));
    assert_eq!(message, "a.tscn was not written: it changed since it was read");
    assert_eq!(names(tree.root()), ["a.tscn"]);

    let message = disturbed(&tree, |path| fs::remove_file(path).expect("mine"));
    assert_eq!(message, "a.tscn was not written: it is no longer there");
    assert_eq!(names(tree.root()), [""; 0]);
}

#[test]
fn a_change_before_the_writing_begins_is_noticed_at_once() {
    let tree = Tree::new().file("a.tscn", BEFORE);
    let path = tree.at("a.tscn");
    let (source, stamp) = read(&path).expect("readable");
    fs::write(&path, "; other\n").expect("writable");
    let never = |_: &Source| -> Result<(), String> { panic!("it is too late to prove anything") };
    assert!(replace(&path, &source, &stamp, change(), never).is_err());
    fs::remove_file(&path).expect("mine");
    assert!(replace(&path, &source, &stamp, change(), never).is_err());
    // The same bytes, saved again by another program, are no change.
    fs::write(&path, BEFORE).expect("writable");
    assert_eq!(replace(&path, &source, &stamp, change(), fine), Ok(Written::Replaced));
}

#[test]
fn a_folder_that_vanished_is_an_error() {
    let tree = Tree::new().file("sub/a.tscn", BEFORE);
    let path = tree.at("sub/a.tscn");
    let (source, stamp) = read(&path).expect("readable");
    fs::remove_dir_all(tree.at("sub")).expect("mine");
    let error = replace(&path, &source, &stamp, change(), fine).expect_err("no folder");
    assert_eq!(error.message, format!("{} was not written: it is no longer there", path.display()));
    assert_eq!(names(tree.root()), [""; 0]);
}

#[cfg(unix)]
#[test]
fn mode_and_owner_are_kept() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
    for mode in [0o644, 0o755, 0o444, 0o640] {
        let tree = Tree::new().file("a.tscn", BEFORE);
        let path = tree.at("a.tscn");
        let is_root = chown(&path, Some(12_345), Some(54_321)).is_ok();
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).expect("mine");
        let owner = fs::metadata(&path).map(|metadata| (metadata.uid(), metadata.gid())).expect("there");
        assert_eq!(rewrite(&path), Ok(Written::Replaced));
        let metadata = fs::metadata(&path).expect("there");
        assert_eq!(metadata.mode() & 0o7777, mode);
        assert_eq!((metadata.uid(), metadata.gid()), owner);
        assert!(!is_root || owner == (12_345, 54_321));
        assert_eq!(tree.text("a.tscn"), AFTER);
    }
}

#[cfg(unix)]
#[test]
fn of_a_link_the_target_is_rewritten() {
    let tree = Tree::new().file("far/a.tscn", BEFORE).link("b.tscn", "far/a.tscn").link("c.tscn", "b.tscn");
    assert_eq!(rewrite(&tree.at("c.tscn")), Ok(Written::Replaced));
    assert_eq!(tree.text("far/a.tscn"), AFTER);
    for (link, target) in [("b.tscn", "far/a.tscn"), ("c.tscn", "b.tscn")] {
        assert_eq!(fs::read_link(tree.at(link)).expect("still a link"), Path::new(target));
    }
    assert_eq!(names(tree.root()), ["b.tscn", "c.tscn", "far"]);
    assert_eq!(names(&tree.at("far")), ["a.tscn"]);
}

#[cfg(unix)]
#[test]
fn a_link_to_nothing_is_an_error() {
    let tree = Tree::new().file("a.tscn", BEFORE).link("b.tscn", "a.tscn");
    let (source, stamp) = read(&tree.at("b.tscn")).expect("readable");
    fs::remove_file(tree.at("a.tscn")).expect("mine");
    let error = replace(&tree.at("b.tscn"), &source, &stamp, change(), fine).expect_err("dangling");
    assert!(error.message.ends_with("b.tscn was not written: it is no longer there"), "{error}");
    let error = write_out(Output::File(&tree.at("b.tscn")), &source, change(), fine).expect_err("dangling");
    assert!(error.message.ends_with("b.tscn: it is a link to nothing"), "{error}");
    assert_eq!(names(tree.root()), ["b.tscn"]);
    let error = read(&tree.at("b.tscn")).expect_err("dangling");
    assert!(error.message.ends_with("b.tscn: no such file or folder"), "{error}");
}

#[test]
fn a_preview_is_proved_and_touches_nothing() {
    let source = Source::new("a.tscn", BEFORE);
    assert_eq!(preview(&source, change(), fine).expect("proved").bytes(), AFTER.as_bytes());
    let error = preview(&source, change(), |_| Err("no".into())).expect_err("not proved");
    assert_eq!(error.message, "a.tscn was not written: no");
}

#[test]
fn a_result_may_go_elsewhere_also_when_nothing_changed() {
    let tree = Tree::new().file("old.tscn", "old");
    let source = Source::new("a.tscn", BEFORE);
    for (list, text) in [(change(), AFTER), (EditList::new(), BEFORE)] {
        for name in ["new.tscn", "old.tscn"] {
            write_out(Output::File(&tree.at(name)), &source, list.clone(), fine).expect("written");
            assert_eq!(tree.text(name), text);
        }
    }
    assert_eq!(names(tree.root()), ["new.tscn", "old.tscn"]);
    let failed = write_out(Output::File(&tree.at("x.tscn")), &source, change(), |_| Err("no".into()));
    assert!(failed.is_err());
    let path = tree.at("none/x.tscn");
    let error = write_out(Output::File(&path), &source, change(), fine).expect_err("no folder");
    let folder = tree.at("none");
    assert_eq!(
        error.message,
        format!("cannot write {}: there is no folder {}", path.display(), folder.display())
    );
    assert_eq!(error.help.as_deref(), Some("make the folder first"));
    assert!(write_out(Output::File(tree.root()), &source, change(), fine).is_err());
    assert_eq!(names(tree.root()), ["new.tscn", "old.tscn"]);
}

#[cfg(unix)]
#[test]
fn a_result_keeps_the_mode_of_the_file_there_and_leaves_devices_alone() {
    use std::os::unix::fs::{FileTypeExt, PermissionsExt};
    let tree = Tree::new().file("old.tscn", "old").file("fresh", "").link("null", "/dev/null");
    let source = Source::new("a.tscn", BEFORE);
    fs::set_permissions(tree.at("old.tscn"), fs::Permissions::from_mode(0o750)).expect("mine");
    write_out(Output::File(&tree.at("old.tscn")), &source, change(), fine).expect("written");
    write_out(Output::File(&tree.at("new.tscn")), &source, change(), fine).expect("written");
    let mode = |name: &str| fs::metadata(tree.at(name)).expect("there").permissions().mode() & 0o777;
    assert_eq!(mode("old.tscn"), 0o750);
    assert_eq!(mode("new.tscn"), mode("fresh"), "as of any new file");
    write_out(Output::File(&tree.at("null")), &source, change(), fine).expect("written");
    assert!(fs::metadata("/dev/null").expect("there").file_type().is_char_device());
}
