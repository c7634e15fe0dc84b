use std::path::{Path, PathBuf};

use tilewright::batch::{Configs, Discovered, Options, discover};

use crate::tree::Tree;

fn find(paths: &[PathBuf], force_exclude: bool) -> Discovered {
    discover(paths, Options { force_exclude, ..Options::default() }, &Configs::new())
}

/// The paths of a result, without the root of the tree.
fn inside(tree: &Tree, found: Discovered) -> Vec<String> {
    assert_eq!(found.errors, []);
    let cut = |path: PathBuf| {
        path.strip_prefix(tree.root())
            .expect("in the tree")
            .display()
            .to_string()
            .replace(std::path::MAIN_SEPARATOR, "/")
    };
    found.files.into_iter().map(cut).collect()
}

fn walk(tree: &Tree) -> Vec<String> {
    inside(tree, find(&[tree.root().to_owned()], false))
}

fn named(tree: &Tree, names: &[&str]) -> Vec<String> {
    inside(tree, find(&names.iter().map(|name| tree.at(name)).collect::<Vec<_>>(), false))
}

fn forced(tree: &Tree, names: &[&str]) -> Vec<String> {
    inside(tree, find(&names.iter().map(|name| tree.at(name)).collect::<Vec<_>>(), true))
}

#[test]
fn scenes_and_resources_are_found_in_the_order_of_their_bytes() {
    let tree =
        Tree::with(&["b.tscn", "a/z.tscn", "a.tres", "a/b/c.TSCN", "a-b/x.tscn", "a/n.gd", "project.godot"]);
    assert_eq!(walk(&tree), ["a-b/x.tscn", "a.tres", "a/b/c.TSCN", "a/z.tscn", "b.tscn"]);
}

#[test]
fn hidden_folders_and_those_with_gdignore_are_skipped() {
    let tree = Tree::with(&[
        ".godot/a.tscn",
        ".git/a.tscn",
        "art/.gdignore",
        "art/a/b.tscn",
        ".hidden.tscn",
        "x.tscn",
    ]);
    assert_eq!(walk(&tree), [".hidden.tscn", "x.tscn"]);
    assert_eq!(named(&tree, &[".godot"]), [".godot/a.tscn"]);
    assert_eq!(named(&tree, &["art"]), ["art/a/b.tscn"]);
    assert_eq!(named(&tree, &["art/a/b.tscn"]), ["art/a/b.tscn"]);
    assert!(forced(&tree, &[".godot", "art", "art/a", "art/a/b.tscn", ".godot/a.tscn"]).is_empty());
}

#[test]
fn gitignore_files_nest_and_negate() {
    let tree = Tree::with(&["a.tscn", "gen_a.tscn", "gen_keep.tscn", "build/a.tscn", "build/gen_keep.tscn"])
        .folder(".git")
        .file(".gitignore", "# made\ngen_*.tscn\n!gen_keep.tscn\nbuild/\n!build/gen_keep.tscn\n/top.tscn\n")
        .file("top.tscn", "")
        .file("sub/top.tscn", "")
        .file("sub/.gitignore", "!gen_b.tscn\n*.tres\n")
        .file("sub/gen_b.tscn", "")
        .file("sub/deep/x.tres", "")
        .file("x.tres", "");
    let expected = ["a.tscn", "gen_keep.tscn", "sub/gen_b.tscn", "sub/top.tscn", "x.tres"];
    assert_eq!(walk(&tree), expected);
}

#[test]
fn gitignore_files_above_count_up_to_the_top_of_the_repository() {
    let tree = Tree::with(&[
        "repo/game/a.tscn",
        "repo/game/gen.tscn",
        "repo/game/out.tscn",
        "repo/game/lib/gen.tscn",
    ])
    .file(".gitignore", "out.tscn\n")
    .file("repo/.gitignore", "gen.tscn\n")
    .file("repo/.git/info/exclude", "private.tscn\n!gen.tscn\n")
    .file("repo/game/private.tscn", "")
    .file("repo/game/lib/.git", "gitdir: ../../.git/modules/lib\n")
    .file("repo/.git/modules/lib/info/exclude", "own.tscn\n")
    .file("repo/game/lib/own.tscn", "")
    .file("repo/game/lib/private.tscn", "");
    let expected =
        ["repo/game/a.tscn", "repo/game/lib/gen.tscn", "repo/game/lib/private.tscn", "repo/game/out.tscn"];
    assert_eq!(named(&tree, &["repo/game"]), expected);
    assert_eq!(named(&tree, &["repo"]), expected);
}

#[test]
fn a_work_tree_has_the_exclusions_of_its_repository() {
    let tree = Tree::with(&["tree/a.tscn", "tree/private.tscn"])
        .file("repo/.git/info/exclude", "private.tscn\n")
        .file("repo/.git/worktrees/tree/commondir", "../..\n");
    let git = tree.at("repo/.git/worktrees/tree");
    let tree = tree.file("tree/.git", &format!("gitdir: {}\n", git.display()));
    assert_eq!(named(&tree, &["tree"]), ["tree/a.tscn"]);
}

#[test]
fn what_is_named_outright_is_taken_unless_exclusions_are_forced() {
    let tree = Tree::with(&["a.tscn", "build/a.tscn", "gen.tscn", "notes.txt", "addons/x/y.tscn"])
        .folder(".git")
        .file(".gitignore", "build/\ngen.tscn\n")
        .file("tilewright.toml", "exclude = [\"addons\"]\n");
    let names = ["gen.tscn", "build/a.tscn", "a.tscn", "notes.txt", "addons/x/y.tscn"];
    assert_eq!(named(&tree, &names), ["a.tscn", "addons/x/y.tscn", "build/a.tscn", "gen.tscn", "notes.txt"]);
    assert_eq!(forced(&tree, &names), ["a.tscn", "notes.txt"]);
    assert_eq!(named(&tree, &["build"]), ["build/a.tscn"]);
    assert!(forced(&tree, &["build", "addons", "addons/x"]).is_empty());
    assert_eq!(forced(&tree, &["."]), ["a.tscn"]);
}

#[test]
fn exclude_globs_come_from_the_nearest_config_alone() {
    let tree =
        Tree::with(&["addons/a.tscn", "game/addons/a.tscn", "game/b.tscn", "game/old/c.tscn", "b.tscn"])
            .file("tilewright.toml", "exclude = [\"addons/**\", \"**/b.tscn\"]\n")
            .file("game/tilewright.toml", "exclude = [\"old\"]\n");
    assert_eq!(walk(&tree), ["game/addons/a.tscn", "game/b.tscn"]);
    assert_eq!(named(&tree, &["game"]), ["game/addons/a.tscn", "game/b.tscn"]);
}

#[test]
fn a_missing_path_is_an_error_and_the_others_go_on() {
    let tree = Tree::with(&["a.tscn"]);
    let found = find(&[tree.at("gone.tscn"), tree.at("a.tscn")], false);
    assert_eq!(found.files, [tree.at("a.tscn")]);
    let message = format!("cannot read {}: no such file or folder", tree.at("gone.tscn").display());
    assert_eq!(found.errors.iter().map(ToString::to_string).collect::<Vec<_>>(), [message]);
    assert_eq!(found.errors[0].path, tree.at("gone.tscn"));
}

#[test]
fn a_file_reached_twice_is_found_once() {
    let tree = Tree::with(&["a/x.tscn", "b.tscn"]);
    assert_eq!(
        named(&tree, &["a", "a/x.tscn", ".", "b.tscn", "a/../b.tscn", "./b.tscn"]),
        ["a/x.tscn", "b.tscn"]
    );
}

#[test]
fn a_wrong_config_is_told_once_and_its_files_are_left_out() {
    let tree =
        Tree::with(&["a.tscn", "sub/b.tscn", "sub/c/d.tscn"]).file("sub/tilewright.toml", "exlude = []\n");
    let config = tree.at("sub/tilewright.toml");
    for paths in [
        vec![tree.root().to_owned()],
        vec![tree.at("sub/b.tscn"), tree.at("sub/c/d.tscn"), tree.at("a.tscn")],
    ] {
        let found = find(&paths, false);
        assert_eq!(found.files, [tree.at("a.tscn")]);
        assert_eq!(found.errors.len(), 1);
        assert_eq!(
            found.errors[0].message,
            format!("unknown key `exlude` in {} line 1; did you mean `exclude`?", config.display())
        );
    }
}

/// The only test that changes the working folder; all others use absolute paths.
#[test]
fn relative_paths_stay_relative() {
    let tree = Tree::with(&["game/a/x.tscn", "game/b.tscn", "other/c.tscn"])
        .file("game/tilewright.toml", "exclude = [\"b.tscn\"]\n");
    std::env::set_current_dir(tree.at("game")).expect("a folder");
    let found = |paths: &[&str]| find(&paths.iter().map(PathBuf::from).collect::<Vec<_>>(), false).files;
    assert_eq!(found(&[]), [Path::new("a/x.tscn")]);
    assert_eq!(found(&["."]), [Path::new("a/x.tscn")]);
    assert_eq!(
        found(&["./a/", "../other", "./b.tscn"]),
        ["../other/c.tscn", "a/x.tscn", "b.tscn"].map(Path::new)
    );
    let absolute = tree.at("game/b.tscn");
    assert_eq!(find(&[absolute.clone(), "b.tscn".into()], false).files, [absolute]);
    std::fs::write("tilewright.toml", "exclude = 1\n").expect("a config");
    let message = find(&[], false).errors.remove(0).message;
    assert_eq!(message, "`exclude` in tilewright.toml line 1 must be a list of globs, not a number");
    std::env::set_current_dir(env!("CARGO_MANIFEST_DIR")).expect("a folder");
}

#[cfg(unix)]
#[test]
fn linked_files_are_found_and_linked_folders_are_not_followed() {
    let tree = Tree::with(&["real/a.tscn", "out/b.tscn"])
        .link("real/folder", "../out")
        .link("real/b.tscn", "../out/b.tscn")
        .link("real/again.tscn", "a.tscn")
        .link("real/.#a.tscn", "somebody@host.123")
        .link("linked", "real");
    assert_eq!(named(&tree, &["real"]), ["real/a.tscn", "real/b.tscn"]);
    assert_eq!(named(&tree, &["linked"]), ["linked/a.tscn", "linked/b.tscn"]);
    assert_eq!(named(&tree, &["real/again.tscn"]), ["real/again.tscn"]);
    let dangling = find(&[tree.at("real/.#a.tscn")], false).errors.remove(0);
    assert!(dangling.message.ends_with(".#a.tscn: it is a link to nothing"), "{dangling}");
}

#[cfg(unix)]
#[test]
fn a_folder_that_cannot_be_read_is_an_error_and_the_others_go_on() {
    use std::os::unix::fs::PermissionsExt;
    let tree = Tree::with(&["a.tscn", "shut/b.tscn"]);
    let set = |mode| {
        std::fs::set_permissions(tree.at("shut"), std::fs::Permissions::from_mode(mode)).expect("my own");
    };
    set(0);
    let is_shut = std::fs::read_dir(tree.at("shut")).is_err();
    let found = find(&[tree.root().to_owned()], false);
    set(0o755);
    if !is_shut {
        eprintln!("skipped: this user (root) may read every folder");
        return;
    }
    assert_eq!(found.files, [tree.at("a.tscn")]);
    assert_eq!(found.errors.len(), 1);
    let message = format!("cannot search {}: permission denied", tree.at("shut").display());
    assert_eq!(found.errors[0].message, message);
}

#[test]
fn many_files_are_found_and_taken_by_name() {
    let mut tree = Tree::new().folder(".git").file(".gitignore", "*.import\nbuild/\n");
    for folder in 0..20 {
        tree = tree.folder(&format!("levels/{folder}"));
        for file in 0..50 {
            std::fs::write(tree.at(&format!("levels/{folder}/{file}.tscn")), "").expect("a new file");
        }
    }
    let start = std::time::Instant::now();
    let found = walk(&tree);
    eprintln!("1,000 files in {:?}", start.elapsed());
    assert_eq!(found.len(), 1_000);
    let named: Vec<_> = found.iter().map(|name| tree.at(name)).collect();
    let start = std::time::Instant::now();
    assert_eq!(find(&named, true).files.len(), 1_000);
    eprintln!("1,000 named files in {:?}", start.elapsed());
}
