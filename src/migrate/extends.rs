//! What class a script is for.

use std::path::Path;

use crate::project::Project;
use crate::scene::Scene;
use crate::syntax::{Document, Property, ReferenceKind};

/// The answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Extends {
    /// There is no script.
    Nothing,
    /// This class of the engine.
    Class { name: String },
    /// It cannot be told, for this reason.
    Unknown(String),
}

/// Whether a script for this class may sit on a Node2D, and on a TileMapLayer too.
pub(super) fn fits_node2d(class: &str) -> bool {
    matches!(class, "Node2D" | "CanvasItem" | "Node" | "Object")
}

/// How many scripts are followed from one to the next.
const DEPTH: usize = 16;

/// What the script of a node extends.
pub(super) fn of_property(project: &Project, document: &Document, property: &Property) -> Extends {
    let scene = Scene::new(document);
    let Some(resource) = scene.property_resource(property) else {
        return match document.source().slice(property.value) {
            b"null" | b"nil" => Extends::Nothing,
            _ => Extends::Unknown("the value is no reference to a script".into()),
        };
    };
    if resource.kind == ReferenceKind::Internal {
        let Some(section) = scene.internal(&resource.id) else {
            return Extends::Unknown(format!("there is no [sub_resource] \"{}\"", resource.id));
        };
        let text = section.property("script/source").map(|source| document.string(source.value));
        return of_text(project, &project.path_of(document), &text.unwrap_or_default(), DEPTH);
    }
    let Some(external) = scene.external_of(&resource) else {
        return Extends::Unknown(format!("there is no [ext_resource] \"{}\"", resource.id));
    };
    match project.resolve(&project.path_of(document), &external) {
        Ok(path) => of_file(project, &path),
        Err(error) => Extends::Unknown(error.reason),
    }
}

/// What a script file extends.
pub(super) fn of_file(project: &Project, path: &Path) -> Extends {
    follow_file(project, path, DEPTH)
}

fn follow_file(project: &Project, path: &Path, depth: usize) -> Extends {
    let shown = project.show(path);
    match project.bytes(path) {
        Ok(bytes) => of_text(project, path, &String::from_utf8_lossy(&bytes), depth),
        Err(_) => Extends::Unknown(format!("{shown} cannot be read")),
    }
}

fn of_text(project: &Project, path: &Path, text: &str, depth: usize) -> Extends {
    if depth == 0 {
        return Extends::Unknown("the scripts extend one another without end".into());
    }
    let shown = project.show(path);
    let is_sharp = path.extension().is_some_and(|extension| extension == "cs");
    let base = if is_sharp { sharp_base(text) } else { Some(script_base(text)) };
    let Some(base) = base else {
        return Extends::Unknown(format!("{shown} says no base class"));
    };
    if let Some(file) = base.strip_prefix(['"', '\'']) {
        let file = file.trim_end_matches(['"', '\'']);
        let external = crate::scene::External { class: "Script".into(), path: file.to_owned(), uid: None };
        return match project.resolve(path, &external) {
            Ok(path) => follow_file(project, &path, depth - 1),
            Err(error) => Extends::Unknown(error.reason),
        };
    }
    // A class of the project's own, if a script says that it is that.
    let own = project.files_with(&["gd", "cs"]).into_iter().find(|file| {
        let text = project.bytes(file).unwrap_or_default();
        defines(&String::from_utf8_lossy(&text), &base) && file != path
    });
    match own {
        Some(file) => follow_file(project, &file, depth - 1),
        None => Extends::Class { name: base },
    }
}

/// What stands behind `extends`; a script without one is for a RefCounted.
fn script_base(text: &str) -> String {
    for line in text.lines() {
        let line = line.split('#').next().unwrap_or_default().trim();
        let rest = match line.find("extends ") {
            Some(0) => &line["extends ".len()..],
            Some(at) if line.starts_with("class_name ") => &line[at + "extends ".len()..],
            _ => continue,
        };
        let rest = rest.trim();
        if rest.starts_with(['"', '\'']) {
            return rest.to_owned();
        }
        return rest
            .split(|letter: char| letter.is_whitespace() || letter == '.')
            .next()
            .unwrap_or("")
            .to_owned();
    }
    "RefCounted".to_owned()
}

/// The first base of the first class of a C# file.
fn sharp_base(text: &str) -> Option<String> {
    let line = text.lines().find(|line| {
        line.split(|letter: char| !letter.is_alphanumeric()).any(|word| word == "class") && line.contains(':')
    })?;
    let base = line.split_once(':')?.1.trim();
    let base = base.split(|letter: char| letter == ',' || letter == '{' || letter.is_whitespace()).next()?;
    Some(base.rsplit('.').next().unwrap_or(base).to_owned())
}

fn defines(text: &str, class: &str) -> bool {
    text.lines().any(|line| {
        let mut words = line.split(|letter: char| !(letter.is_alphanumeric() || letter == '_'));
        words.clone().next() == Some("class_name") && words.nth(1) == Some(class)
            || words.by_ref().skip_while(|word| *word != "class").nth(1) == Some(class)
                && line.contains(':')
                && line.contains("partial")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_base_is_found_in_either_language() {
        assert_eq!(script_base("@tool\nclass_name A extends TileMap\n"), "TileMap");
        assert_eq!(script_base("# extends Node\nextends Node2D # why\n"), "Node2D");
        assert_eq!(script_base("extends \"res://base.gd\"\n"), "\"res://base.gd\"");
        assert_eq!(script_base("var a = 1\n"), "RefCounted");
        let text = "using Godot;\npublic partial class Map : Godot.TileMap, IThing\n{\n";
        assert_eq!(sharp_base(text).as_deref(), Some("TileMap"));
        assert!(defines("class_name Base\nextends TileMap", "Base"));
        assert!(!defines("class_name Based\n", "Base"));
    }
}
