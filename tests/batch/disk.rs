//! Disks that are full or read-only.

use std::fs;
use std::path::Path;

use tilewright::batch::{Output, read, replace, write_out};

use crate::tree::{Tree, names};
use crate::write::{BEFORE, edits, fine, rewrite};

/// A small file system in memory, where this user may mount one.
struct Mount(Tree);

impl Mount {
    fn tmpfs(options: &str) -> Option<Self> {
        let tree = Tree::new();
        let mounted = mount(&["-t", "tmpfs", "-o", options, "tilewright-test"], tree.root());
        if !mounted {
            eprintln!("skipped: this user may not mount a file system");
        }
        mounted.then(|| Mount(tree))
    }
}

impl Drop for Mount {
    fn drop(&mut self) {
        let _ = std::process::Command::new("umount").arg(self.0.root()).status();
    }
}

fn mount(arguments: &[&str], folder: &Path) -> bool {
    let output = std::process::Command::new("mount").args(arguments).arg(folder).output();
    output.is_ok_and(|output| output.status.success())
}

#[test]
fn a_full_disk_leaves_the_file_and_no_draft() {
    let Some(small) = Mount::tmpfs("size=64k") else { return };
    let tree = &small.0;
    let text = format!("{BEFORE}; {}\n", "x".repeat(20_000));
    fs::write(tree.at("a.tscn"), &text).expect("room");
    let path = tree.at("a.tscn");
    let (source, stamp) = read(&path).expect("readable");
    let long = "y".repeat(60_000);
    let error = replace(&path, &source, &stamp, edits(&[(17, 18, &long)]), fine).expect_err("no space");
    assert_eq!(error.message, format!("cannot write {}: no space left on the disk", path.display()));
    assert_eq!(error.help.as_deref(), Some("free some space and run again"));
    assert_eq!(tree.text("a.tscn"), text);
    assert_eq!(names(tree.root()), ["a.tscn"]);
    assert!(write_out(Output::File(&tree.at("b.tscn")), &source, edits(&[(17, 18, &long)]), fine).is_err());
    assert_eq!(names(tree.root()), ["a.tscn"]);
}

#[test]
fn a_read_only_file_system_is_an_error() {
    let Some(small) = Mount::tmpfs("size=64k") else { return };
    let tree = &small.0;
    fs::write(tree.at("a.tscn"), BEFORE).expect("room");
    assert!(mount(&["-o", "remount,ro"], tree.root()));
    let path = tree.at("a.tscn");
    let error = rewrite(&path).expect_err("read-only");
    assert_eq!(error.message, format!("cannot write {}: the file system is read-only", path.display()));
    assert_eq!(tree.text("a.tscn"), BEFORE);
    assert_eq!(names(tree.root()), ["a.tscn"]);
}
