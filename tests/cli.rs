//! The command line, run as a program: what it prints, and how it ends.

use std::path::Path;
use std::{fs, io};

use snapbox::cmd::Command;

/// The cases are read like a session: `$ tilewright …`, the exit code if it is not 0, and all that is printed. Where a
/// case has a folder `.out` beside its `.in`, that is what must lie there at the end.
#[test]
fn sessions() {
    let cases = trycmd::TestCases::new();
    cases.env("COLUMNS", "100").env("NO_COLOR", "1");
    cases.case("tests/cmd/*.trycmd").case("tests/cmd/*.toml");
}

/// What the README shows is what the program prints.
#[test]
fn readme() -> io::Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("readme");
    let _ = fs::remove_dir_all(&folder);
    copy(&root.join("scenes"), &folder.join("README.in/scenes"))?;
    copy(&root.join("fixtures/gallery"), &folder.join("README.in/fixtures/gallery"))?;
    fs::create_dir_all(folder.join("README.out"))?;
    fs::write(folder.join("README.md"), spaced(&fs::read_to_string(root.join("README.md"))?))?;
    // The one file that the README makes in a shell.
    let decode = "decode scenes/meadow.tscn --layer Ground --as csv";
    let table = tilewright(decode).current_dir(root).output()?.stdout;
    fs::write(folder.join("README.in/ground.csv"), table)?;
    trycmd::TestCases::new().env("NO_COLOR", "1").case(folder.join("README.md"));
    Ok(())
}

/// trycmd wants to see the end of the last line of an output, as an empty line; a reader does not.
fn spaced(text: &str) -> String {
    let (mut spaced, mut inside, mut printed) = (String::new(), false, false);
    for line in text.lines() {
        let ends = inside && (line.starts_with("$ ") || line == "```");
        if ends && printed {
            spaced.push('\n');
        }
        printed = inside && !ends && !line.starts_with("? ");
        inside = if line.starts_with("```") { line == "```console" } else { inside };
        spaced.push_str(line);
        spaced.push('\n');
    }
    spaced
}

fn copy(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &to.join(entry.file_name()))?;
        } else {
            fs::copy(entry.path(), to.join(entry.file_name()))?;
        }
    }
    Ok(())
}

fn tilewright(arguments: &str) -> Command {
    Command::new(snapbox::cmd::cargo_bin!("tilewright"))
        .args(arguments.split_whitespace())
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cmd/broken.in"))
        .env_remove("NO_COLOR")
        .env_remove("CLICOLOR_FORCE")
        .stdin("")
}

/// Standard output, and the exit code.
fn run(arguments: &str) -> (String, i32) {
    let output = tilewright(arguments).output().expect("it runs");
    let text = String::from_utf8(output.stdout).expect("it prints UTF-8");
    (text, output.status.code().expect("it is not killed"))
}

#[test]
fn a_picture_of_a_difference_goes_to_a_file_or_to_standard_output() -> io::Result<()> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cmd/diff.in");
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("difference.png");
    let _ = fs::remove_file(&file);
    for (names, code) in [("old new", 1), ("O12.before.tscn O12.after.tscn", 0), ("old none", 2)] {
        let command = || tilewright(&format!("diff --as png {names}")).current_dir(&folder);
        let printed = command().output()?;
        assert_eq!(printed.status.code(), Some(code), "{names}");
        let written = command().arg("-o").arg(&file).output()?;
        assert_eq!((written.status.code(), written.stdout.len()), (Some(code), 0), "{names}");
        if code == 2 {
            assert!(printed.stdout.is_empty(), "{names}: nothing was compared");
            continue;
        }
        assert!(printed.stdout.starts_with(b"\x89PNG\r\n"), "{names}");
        assert_eq!(fs::read(&file)?, printed.stdout, "{names}");
    }
    Ok(())
}

#[test]
fn json_is_one_document_whatever_happens() {
    let commands = [
        ("list", 2),
        ("list dirty.tscn", 0),
        ("list trailing.tscn", 1),
        ("list none.tscn", 2),
        ("list -", 2),
        ("list -v dirty.tscn", 0),
        ("list --layer [", 2),
        ("list --no-such-flag", 2),
        ("list -j 0", 2),
        ("decode", 2),
        ("decode dirty.tscn", 0),
        ("decode lossy.tscn", 1),
        ("decode refused.tscn", 2),
        ("decode -", 2),
        ("decode --text hello", 2),
        ("decode --text 0,0,1", 0),
        ("decode --text 0,0,1,0", 1),
        ("decode --as csv dirty.tscn", 2),
        ("decode --as json dirty.tscn", 0),
        ("build", 2),
        ("build none.csv", 2),
        ("build --as raw", 2),
        ("build --check", 2),
        ("build --into dirty.tscn", 2),
        ("build --into dirty.tscn --layer Ground", 2),
        ("clean --check", 2),
        ("clean --check dirty.tscn", 1),
        ("clean --diff dirty.tscn", 1),
        ("clean --check header.tscn", 2),
        ("clean -", 2),
        ("clean - --check", 2),
        ("clean -o - dirty.tscn", 2),
        ("clean -o x.tscn", 2),
        ("edit", 2),
        ("edit --offset 1", 2),
        ("edit --offset 1,1 --check dirty.tscn", 1),
        ("edit --offset 0,0 --check dirty.tscn", 0),
        ("edit --offset 40000,0 --check dirty.tscn", 2),
        ("check", 1),
        ("check dirty.tscn", 1),
        ("check lossy.tscn", 1),
        ("check refused.tscn", 1),
        ("check none.tscn", 2),
        ("check --select none dirty.tscn", 2),
        ("check --layer [", 2),
        ("check --check dirty.tscn", 2),
        ("check --fix --diff dirty.tscn", 1),
        ("check - --fix", 2),
        ("check --list-rules", 0),
        ("check --explain none", 2),
        ("check --baseline none.json dirty.tscn", 2),
        ("config show", 0),
        ("config show --no-such-flag", 2),
        ("no-such-command", 2),
    ];
    for (command, code) in commands {
        let (text, ended) = run(&format!("{command} --output-format json"));
        let document: serde_json::Value =
            serde_json::from_str(&text).unwrap_or_else(|error| panic!("{command}: {error}: {text}"));
        assert_eq!(document["schema"], 1, "{command}");
        assert_eq!(ended, code, "{command}: {text}");
        assert_eq!(text.lines().count(), 1, "{command}: {text}");
    }
}

#[test]
fn completions_and_the_manual_are_printed() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let (text, code) = run(&format!("completions {shell}"));
        assert!(code == 0 && text.contains("tilewright"), "{shell}");
    }
    for command in ["", "list", "decode", "build", "clean", "edit", "completions", "man"] {
        let (text, code) = run(&format!("man {command}"));
        assert!(code == 0 && text.contains(".TH tilewright"), "{command}: {text}");
    }
}

#[test]
fn colours_come_when_they_are_wanted() {
    let coloured = |command: Command| {
        let output = command.output().expect("it runs");
        String::from_utf8_lossy(&output.stdout).contains('\u{1b}')
    };
    let diff = "clean --diff dirty.tscn";
    assert!(!coloured(tilewright(diff)), "not a terminal");
    assert!(coloured(tilewright(&format!("{diff} --color always"))));
    assert!(coloured(tilewright(diff).env("CLICOLOR_FORCE", "1")));
    assert!(!coloured(tilewright(diff).env("CLICOLOR_FORCE", "1").env("NO_COLOR", "1")));
    assert!(coloured(tilewright(&format!("{diff} --color always")).env("NO_COLOR", "1")), "the flag wins");
    assert!(!coloured(tilewright(&format!("{diff} --color never")).env("CLICOLOR_FORCE", "1")));
    assert!(!coloured(tilewright(&format!("{diff} --color always --output-format json"))));
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let (one, one_code) = run("clean --check --output-format json -j 1");
    let (many, many_code) = run("clean --check --output-format json -j 8");
    assert_eq!((one, one_code), (many, many_code));
}
