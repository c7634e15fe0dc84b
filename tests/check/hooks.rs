//! The hooks and the action, run.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::common::{temp, write};

const CLEAN: &str = "[gd_scene format=3]\n\n[node name=\"A\" type=\"Node2D\"]\n";
const LOSSY: &str = "[gd_scene format=3]\n\n[node name=\"A\" type=\"Node2D\"]\na = 1 2\nb = 3\n";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// `PATH` with the program's folder in front.
fn path() -> std::ffi::OsString {
    let program = PathBuf::from(env!("CARGO_BIN_EXE_tilewright"));
    let own = program.parent().expect("a folder").to_owned();
    let rest = std::env::var_os("PATH").unwrap_or_default();
    std::env::join_paths(std::iter::once(own).chain(std::env::split_paths(&rest))).expect("paths")
}

fn run(folder: &Path, program: &str, arguments: &[&str]) -> (i32, String) {
    let output = Command::new(program)
        .args(arguments)
        .current_dir(folder)
        .env("PATH", path())
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .output()
        .unwrap_or_else(|error| panic!("{program}: {error}"));
    let text = [output.stdout, output.stderr].concat();
    (output.status.code().unwrap_or(-1), String::from_utf8_lossy(&text).into_owned())
}

/// The real pre-commit: `TILEWRIGHT_PRE_COMMIT` is its path, or it is on the `PATH`.
fn pre_commit() -> Option<String> {
    let named = std::env::var("TILEWRIGHT_PRE_COMMIT").unwrap_or_else(|_| "pre-commit".to_owned());
    let there = Command::new(&named).arg("--version").output().is_ok_and(|output| output.status.success());
    if !there {
        eprintln!("skipped: no pre-commit (PyPI); TILEWRIGHT_PRE_COMMIT names its program");
    }
    there.then_some(named)
}

/// A repository whose hooks are those of this project, run with the program that was just built.
fn repository() -> tempfile::TempDir {
    let work = temp();
    let hooks = std::fs::read_to_string(root().join(".pre-commit-hooks.yaml")).expect("the hooks");
    let hooks: String = hooks.lines().map(|line| format!("    {line}\n")).collect();
    assert!(hooks.contains("id: tilewright-check") && hooks.contains("id: tilewright-clean"));
    let hooks = hooks.replace("language: rust", "language: system");
    write(work.path(), ".pre-commit-config.yaml", &format!("repos:\n- repo: local\n  hooks:\n{hooks}"));
    let (code, said) = run(work.path(), "git", &["init", "-q"]);
    assert_eq!(code, 0, "{said}");
    work
}

#[test]
fn pre_commit_runs_the_hooks() {
    let Some(pre_commit) = pre_commit() else { return };
    let work = repository();
    let folder = work.path();
    let hook = |id: &str, more: &[&str]| run(folder, &pre_commit, &[&["run", id], more].concat());
    // No names at all: pre-commit does not even start the program.
    run(folder, "git", &["add", "."]);
    let (code, said) = hook("tilewright-check", &[]);
    assert_eq!(code, 0, "{said}");
    // Thousands of names.
    for number in 0..3000 {
        let name = format!("levels/a_folder_with_a_long_name/level_number_{number}.tscn");
        write(folder, &name, CLEAN);
    }
    run(folder, "git", &["add", "."]);
    let (code, said) = hook("tilewright-check", &["--all-files"]);
    assert_eq!(code, 0, "{said}");
    write(folder, "levels/lossy.tscn", LOSSY);
    run(folder, "git", &["add", "."]);
    let (code, said) = hook("tilewright-check", &[]);
    assert_eq!(code, 1, "{said}");
    assert!(said.contains("TW002") && said.contains("levels/lossy.tscn"), "{said}");
    // A file that is deleted in the commit.
    let identity = ["-c", "user.name=a", "-c", "user.email=a@b"];
    let (code, said) = run(folder, "git", &[&identity[..], &["commit", "-qm", "x", "--no-verify"]].concat());
    assert_eq!(code, 0, "{said}");
    run(folder, "git", &["rm", "-q", "levels/lossy.tscn"]);
    let (code, said) = hook("tilewright-check", &[]);
    assert_eq!(code, 0, "{said}");
    let (code, said) = hook("tilewright-clean", &["--all-files"]);
    assert_eq!(code, 0, "{said}");
}

#[test]
fn a_hook_may_name_what_is_gone_and_what_is_excluded() {
    let work = temp();
    write(work.path(), "tilewright.toml", "exclude = [\"addons/**\"]\n");
    write(work.path(), "a.tscn", CLEAN);
    write(work.path(), "addons/b.tscn", LOSSY);
    let check =
        |names: &[&str]| run(work.path(), "tilewright", &[&["check", "--force-exclude"], names].concat()).0;
    assert_eq!(check(&["a.tscn", "gone.tscn", "addons/b.tscn"]), 0);
    assert_eq!(check(&["gone.tscn"]), 0);
    assert_eq!(run(work.path(), "tilewright", &["check", "gone.tscn"]).0, 2, "a person's slip is told");
}

/// The script of the last step of the action.
fn action_script() -> String {
    let text = std::fs::read_to_string(root().join("action.yml")).expect("the action");
    let (_, script) = text.rsplit_once("run: |\n").expect("a script");
    script.lines().map(|line| line.trim_start_matches("        ").to_owned() + "\n").collect()
}

#[cfg(unix)]
#[test]
fn the_action_annotates() {
    let work = temp();
    write(work.path(), "one level.tscn", LOSSY);
    write(work.path(), "b.tscn", CLEAN);
    let act = |paths: &str, arguments: &str| {
        let output = Command::new("bash")
            .args(["-eo", "pipefail", "-c", &action_script()])
            .current_dir(work.path())
            .env("PATH", path())
            .env("PATHS", paths)
            .env("ARGUMENTS", arguments)
            .env("SARIF", "out.sarif")
            .output()
            .expect("bash");
        (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let (code, said) = act("one level.tscn\nb.tscn\n", "");
    assert_eq!(code, Some(1));
    assert!(said.starts_with("::error file=one level.tscn,line=4"), "{said}");
    let sarif = std::fs::read_to_string(work.path().join("out.sarif")).expect("written");
    assert!(sarif.contains("\"ruleId\":\"TW002\""));
    let (code, said) = act("one level.tscn", "--ignore\nTW002");
    assert_eq!((code, said.as_str()), (Some(0), ""));
}
