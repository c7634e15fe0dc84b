use std::path::Path;
use std::sync::Arc;

use tilewright::batch::Configs;
use tilewright::op::Order;

use crate::tree::Tree;

#[test]
fn the_nearest_config_replaces_those_above() {
    let tree = Tree::with(&["sub/deep/a.tscn", "b.tscn"])
        .file("tilewright.toml", "exclude = [\"x\"]\n[clean]\nsort = \"yx\"\n")
        .file("sub/tilewright.toml", "exclude = []\n");
    let configs = Configs::new();
    let above = configs.of(&tree.at("b.tscn")).expect("a config");
    assert_eq!(above.clean.sort, Some(Order::Yx));
    assert!(above.excludes(&tree.at("x")));
    let near = configs.of(&tree.at("sub/deep/a.tscn")).expect("a config");
    assert_eq!(near.clean.sort, None);
    assert_eq!(near.path.as_deref(), Some(tree.at("sub/tilewright.toml").as_path()));
    let again = configs.of(&tree.at("sub/c.tscn")).expect("a config");
    assert!(Arc::ptr_eq(&near, &again), "each config is read once");
}

#[test]
fn a_file_that_is_not_there_has_the_config_of_its_place() {
    let tree = Tree::new().file("tilewright.toml", "[clean]\nsort = \"xy\"\n");
    let config = Configs::new().of(&tree.at("no/such/folder/a.tscn")).expect("a config");
    assert_eq!(config.clean.sort, Some(Order::Xy));
}

#[test]
fn a_config_that_cannot_be_read_says_why() {
    let tree = Tree::new().folder("tilewright.toml");
    let error = Configs::new().of(&tree.at("a.tscn")).expect_err("a folder");
    assert_eq!(
        error.message,
        format!("cannot read {}: it is a folder", tree.at("tilewright.toml").display())
    );

    let tree = Tree::new();
    std::fs::write(tree.at("tilewright.toml"), b"# \xff\n").expect("a new file");
    let error = Configs::new().of(&tree.at("a.tscn")).expect_err("not text");
    assert_eq!(error.message, format!("{} is not UTF-8 text", tree.at("tilewright.toml").display()));
}

#[test]
fn without_a_config_all_is_as_by_default() {
    let config = Configs::new().of(Path::new("/a.tscn")).expect("defaults");
    assert_eq!((config.path.as_deref(), config.clean.sort), (None, None));
}
