//! How `res://` paths and paths of this machine become one another; pure text.

use std::path::{Component, Path, PathBuf};

use super::Unreadable;

/// A path without `.` and `..`, as text: links are not followed, as in the engine's own `simplify_path`.
pub(super) fn normal(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                normal.pop();
            }
            other => normal.push(other),
        }
    }
    normal
}

/// The file that a `path=` names: `res://…`, or relative to the folder of the file that holds it.
pub(super) fn locate(root: &Path, from: &Path, path: &str) -> Result<PathBuf, Unreadable> {
    let (base, below) = match path.split_once("://") {
        Some(("res", below)) => (root, below.trim_start_matches('/')),
        Some((scheme, _)) => {
            return Err(Unreadable::new(format!("{path} lies outside the project: {scheme}:// is not read")));
        }
        None => (from.parent().unwrap_or(root), path),
    };
    if path.is_empty() {
        return Err(Unreadable::new("the path of a resource is empty"));
    }
    let mut place = base.to_owned();
    let outside = || Unreadable::new(format!("{path} leads out of the project"));
    // A backslash is a separator to the engine on every system.
    if below.starts_with(['/', '\\']) || below.get(1..2) == Some(":") {
        return Err(outside());
    }
    for part in below.split(['/', '\\']) {
        match part {
            "" | "." => {}
            ".." => {
                if place == root || !place.pop() {
                    return Err(outside());
                }
            }
            part => place.push(part),
        }
    }
    if !place.starts_with(root) {
        return Err(outside());
    }
    Ok(place)
}

/// `res://…` for what lies in the project, else the path as it is.
pub(super) fn show(root: &Path, path: &Path) -> String {
    match path.strip_prefix(root) {
        Ok(below) => {
            let parts: Vec<_> = below.iter().map(|part| part.to_string_lossy()).collect();
            format!("res://{}", parts.join("/"))
        }
        Err(_) => path.display().to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn located(path: &str) -> Result<String, String> {
        locate(Path::new("/game"), Path::new("/game/levels/one/a.tscn"), path)
            .map(|path| path.display().to_string())
            .map_err(|error| error.reason)
    }

    #[test]
    fn paths_start_at_the_project_or_at_the_file() {
        for (path, place) in [
            ("res://tiles/a.tres", "/game/tiles/a.tres"),
            ("res:///a.tres", "/game/a.tres"),
            ("res://x/../a.tres", "/game/a.tres"),
            ("b.tres", "/game/levels/one/b.tres"),
            ("./../b.tres", "/game/levels/b.tres"),
            ("../../b.tres", "/game/b.tres"),
            ("..\\b.tres", "/game/levels/b.tres"),
        ] {
            assert_eq!(located(path).as_deref(), Ok(place), "{path}");
        }
    }

    #[test]
    fn no_path_leaves_the_project() {
        for path in ["res://../a.tres", "../../../a.tres", "../../../game/a.tres", "/etc/a.tres", "C:/a.tres"]
        {
            assert_eq!(located(path), Err(format!("{path} leads out of the project")));
        }
        let reason = "user://a.tres lies outside the project: user:// is not read";
        assert_eq!(located("user://a.tres"), Err(reason.to_owned()));
    }

    #[test]
    fn messages_show_the_path_as_the_engine_would() {
        assert_eq!(show(Path::new("/game"), Path::new("/game/a/b.tres")), "res://a/b.tres");
        assert_eq!(show(Path::new("/game"), Path::new("/other/b.tres")), "/other/b.tres");
        assert_eq!(normal(Path::new("/a/../b/./c")), Path::new("/b/c"));
    }
}
