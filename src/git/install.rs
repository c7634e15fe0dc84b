//! Telling git about this program, and taking it back.

use std::fs;
use std::path::{Path, PathBuf};

use super::attributes;
use super::run::{GitError, ask, must};

/// What is to be installed, and where.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Installation {
    /// For all repositories of the user, instead of this one.
    pub global: bool,
    /// The filter that keeps rows in the repository, too.
    pub rows: bool,
}

/// What was done, or would have to be.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InstallReport {
    /// The attributes file.
    pub attributes: PathBuf,
    /// One line each.
    pub lines: Vec<String>,
    /// Whether anything was changed (or, for a status, is missing).
    pub changed: bool,
}

/// The entries of the configuration: the key, and what it is for.
fn entries(rows: bool) -> Vec<(&'static str, String)> {
    let program = program();
    let mut entries = vec![
        ("diff.tilewright.textconv", format!("{program} git textconv")),
        ("diff.tilewright.xfuncname", "^(\\[(node|sub_resource|resource|connection) .*)$".to_owned()),
        ("merge.tilewright.name", "tilewright: Godot scenes, cell by cell".to_owned()),
        ("merge.tilewright.driver", format!("{program} merge %O %A %B %L %P")),
    ];
    if rows {
        entries.push(("filter.tilewright-rows.clean", format!("{program} git clean")));
        entries.push(("filter.tilewright-rows.smudge", format!("{program} git smudge")));
    }
    entries
}

/// The program as a shell command: its name, if the shell would find this very program by it, else its path.
fn program() -> String {
    let Ok(own) = std::env::current_exe() else { return "tilewright".to_owned() };
    let canonical = |path: &Path| fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let paths = std::env::var_os("PATH").unwrap_or_default();
    let name = own.file_name().unwrap_or_default();
    let found = std::env::split_paths(&paths).map(|folder| folder.join(name)).find(|path| path.is_file());
    if found.is_some_and(|found| canonical(&found) == canonical(&own)) {
        return "tilewright".to_owned();
    }
    let text = own.to_string_lossy().replace('\\', "/");
    format!("'{}'", text.replace('\'', "'\\''"))
}

fn scope(global: bool) -> &'static str {
    if global { "--global" } else { "--local" }
}

/// The value of a key, if it is set there.
fn value(folder: &Path, global: bool, key: &str) -> Result<Option<String>, GitError> {
    let answer = ask(folder, &["config", scope(global), "--get", key], None)?;
    let text = String::from_utf8_lossy(&answer.stdout).trim_end_matches(['\r', '\n']).to_owned();
    Ok((answer.code == 0).then_some(text))
}

/// Whether a value is one that this program may have written.
fn is_ours(key: &str, value: &str) -> bool {
    value.contains("tilewright") || (key.ends_with("xfuncname") && value.starts_with("^(\\[(node|"))
}

fn attributes_file(folder: &Path, global: bool) -> Result<PathBuf, GitError> {
    if !global {
        let top = must(folder, &["rev-parse", "--show-toplevel"])?;
        let top = String::from_utf8_lossy(&top).trim_end_matches(['\r', '\n']).to_owned();
        if top.is_empty() {
            let message = "this repository has no work tree; use --global".to_owned();
            return Err(GitError { message, missing: false });
        }
        return Ok(Path::new(&top).join(".gitattributes"));
    }
    let asked = ask(folder, &["config", "--global", "--type=path", "--get", "core.attributesFile"], None)?;
    let text = String::from_utf8_lossy(&asked.stdout).trim_end_matches(['\r', '\n']).to_owned();
    if asked.code == 0 && !text.is_empty() {
        return Ok(text.into());
    }
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    set("XDG_CONFIG_HOME")
        .or_else(|| Some(set("HOME").or_else(|| set("USERPROFILE"))?.join(".config")))
        .map(|folder| folder.join("git").join("attributes"))
        .ok_or_else(|| GitError { message: "there is no home folder".into(), missing: false })
}

fn read(path: &Path) -> Result<String, GitError> {
    match fs::read(path) {
        Ok(bytes) => String::from_utf8(bytes).map_err(|_| GitError {
            message: format!("{} is not UTF-8 and was left alone", path.display()),
            missing: false,
        }),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(String::new()),
        Err(error) => {
            Err(GitError { message: format!("cannot read {}: {error}", path.display()), missing: false })
        }
    }
}

fn write(path: &Path, text: &str) -> Result<(), GitError> {
    let fail = |message: String| GitError { message, missing: false };
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)
            .map_err(|error| fail(format!("cannot make {}: {error}", folder.display())))?;
    }
    crate::batch::write_new(path, text.as_bytes()).map_err(|error| fail(error.to_string()))
}

/// Installs; a second time it changes nothing.
///
/// # Errors
///
/// If git is not there, this is no repository, or a file cannot be written.
pub fn install(folder: &Path, what: Installation) -> Result<InstallReport, GitError> {
    let path = attributes_file(folder, what.global)?;
    let mut report = InstallReport { attributes: path.clone(), ..InstallReport::default() };
    let before = read(&path)?;
    let after = attributes::with_block(&before, what.rows);
    if before != after {
        write(&path, &after)?;
        report.lines.push(format!("{}: written", path.display()));
        report.changed = true;
    }
    for (key, wanted) in entries(what.rows) {
        match value(folder, what.global, key)? {
            Some(now) if now == wanted => {}
            Some(now) if !is_ours(key, &now) => {
                report.lines.push(format!("{key} is `{now}`, which is not ours: left alone"));
            }
            _ => {
                must(folder, &["config", scope(what.global), key, &wanted])?;
                report.lines.push(format!("{key} = {wanted}"));
                report.changed = true;
            }
        }
    }
    if !what.rows {
        report.changed |= remove(folder, what.global, "filter.", &mut report.lines)?;
    }
    Ok(report)
}

/// Removes the entries whose key begins so, if they are ours.
fn remove(folder: &Path, global: bool, head: &str, lines: &mut Vec<String>) -> Result<bool, GitError> {
    let mut changed = false;
    for (key, _) in entries(true).into_iter().filter(|(key, _)| key.starts_with(head)) {
        if let Some(now) = value(folder, global, key)? {
            if is_ours(key, &now) {
                must(folder, &["config", scope(global), "--unset-all", key])?;
                lines.push(format!("{key}: removed"));
                changed = true;
            } else {
                lines.push(format!("{key} is `{now}`, which is not ours: left alone"));
            }
        }
    }
    Ok(changed)
}

/// Takes everything back that [`install`] wrote.
///
/// # Errors
///
/// As [`install`].
pub fn uninstall(folder: &Path, global: bool) -> Result<InstallReport, GitError> {
    let path = attributes_file(folder, global)?;
    let mut report = InstallReport { attributes: path.clone(), ..InstallReport::default() };
    if let Some(after) = attributes::without_block(&read(&path)?) {
        if after.is_empty() {
            fs::remove_file(&path).map_err(|error| GitError {
                message: format!("cannot remove {}: {error}", path.display()),
                missing: false,
            })?;
            report.lines.push(format!("{}: removed, since nothing else was in it", path.display()));
        } else {
            write(&path, &after)?;
            report.lines.push(format!("{}: our lines removed", path.display()));
        }
        report.changed = true;
    }
    report.changed |= remove(folder, global, "", &mut report.lines)?;
    Ok(report)
}

/// Says what is installed; [`InstallReport::changed`] is set if something is missing or out of date.
///
/// # Errors
///
/// If git is not there, or this is no repository.
pub fn status(folder: &Path, global: bool) -> Result<InstallReport, GitError> {
    let path = attributes_file(folder, global)?;
    let mut report = InstallReport { attributes: path.clone(), ..InstallReport::default() };
    let state = attributes::state(&read(&path)?);
    let rows = state == Some(true);
    report.lines.push(match state {
        Some(true) => format!("{}: installed, with rows", path.display()),
        Some(false) => format!("{}: installed", path.display()),
        None => format!("{}: not installed", path.display()),
    });
    report.changed |= state.is_none();
    for (key, wanted) in entries(rows) {
        // What all repositories have counts for this one too.
        let now = match value(folder, global, key)? {
            None if !global => value(folder, true, key)?,
            now => now,
        };
        report.lines.push(match now {
            Some(now) if now == wanted => format!("{key} = {now}"),
            Some(now) => {
                // The program may have moved since; what somebody else wrote is theirs.
                report.changed |= is_ours(key, &now);
                format!("{key} = {now} (install would write {wanted})")
            }
            None => {
                report.changed = true;
                format!("{key}: missing")
            }
        });
    }
    Ok(report)
}
