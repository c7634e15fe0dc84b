//! Files that may depend on a moved scene and cannot be read.

use std::path::{Path, PathBuf};

use super::finding::{Finding, Weight};
use super::world::World;
use crate::scene::External;

/// What names a scene in another file.
struct Marks {
    scene: PathBuf,
    shown: String,
    uid: Option<String>,
}

/// Tells of binary files that hold the path of a moved scene (told, they do not hold up the move) and of text scenes
/// that do not parse and name one (these do: the scene that is named comes with the finding).
pub(super) fn find(world: &World, moved: &[PathBuf]) -> (Vec<Finding>, Vec<(PathBuf, Finding)>) {
    let marks: Vec<Marks> = moved
        .iter()
        .map(|path| {
            let scene = world.scenes.iter().find(|scene| scene.path == *path);
            let uid = scene.and_then(|scene| scene.document.section(0).text_field("uid"));
            Marks {
                scene: path.clone(),
                shown: world.project.show(path),
                uid: uid.map(|uid| uid.into_owned()),
            }
        })
        .collect();
    let (mut told, mut blocking) = (Vec::new(), Vec::new());
    for path in world.project.files_with(&["scn", "res"]) {
        let bytes = world.project.bytes(&path).unwrap_or_default();
        let named = marks.iter().find(|mark| holds(&bytes, &mark.shown));
        let packed = bytes.starts_with(b"RSCC");
        let (message, weight) = match named {
            Some(mark) => (format!("a binary file that names {}", mark.shown), Weight::Warning),
            None if packed => {
                ("a compressed binary file, which may depend on a moved scene".to_owned(), Weight::Note)
            }
            None => continue,
        };
        let help = "save it as .tscn or .tres in the editor and run again, or look at it there: what it changes on \
                    layers is lost";
        told.push(Finding::new(weight, "binary-dependent", &path, message, help));
    }
    for (path, reason) in &world.unreadable {
        let bytes = world.project.bytes(path).unwrap_or_default();
        for mark in &marks {
            let by_uid = mark.uid.as_ref().is_some_and(|uid| holds(&bytes, uid));
            if by_uid || holds(&bytes, &mark.shown) || holds_relative(world, path, &bytes, &mark.scene) {
                let message = format!("this scene depends on {}, and cannot be read: {reason}", mark.shown);
                let help = "mend it and run again: both must move together";
                let finding = Finding::new(Weight::Refusal, "unreadable-dependent", path, message, help);
                blocking.push((mark.scene.clone(), finding));
                break;
            }
        }
    }
    (told, blocking)
}

fn holds(bytes: &[u8], text: &str) -> bool {
    memchr::memmem::find(bytes, text.as_bytes()).is_some()
}

/// A path without `res://` starts at the file's own folder.
fn holds_relative(world: &World, path: &Path, bytes: &[u8], scene: &Path) -> bool {
    let text = String::from_utf8_lossy(bytes);
    text.split("path=\"").skip(1).any(|rest| {
        let named = rest.split('"').next().unwrap_or_default();
        let external = External { class: String::new(), path: named.to_owned(), uid: None };
        !named.contains("://") && world.project.resolve(path, &external).is_ok_and(|target| target == scene)
    })
}
