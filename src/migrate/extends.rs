//! What class a script is for.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

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

/// The scripts of a project, and the classes that they define.
pub(super) struct Scripts<'p> {
    project: &'p Project,
    classes: OnceCell<HashMap<String, PathBuf>>,
}

impl<'p> Scripts<'p> {
    pub fn new(project: &'p Project) -> Self {
        Scripts { project, classes: OnceCell::new() }
    }

    /// What the script of a node extends.
    pub fn of_property(&self, document: &Document, property: &Property) -> Extends {
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
            return self.of_text(&self.project.path_of(document), &text.unwrap_or_default(), DEPTH);
        }
        let Some(external) = scene.external_of(&resource) else {
            return Extends::Unknown(format!("there is no [ext_resource] \"{}\"", resource.id));
        };
        match self.project.resolve(&self.project.path_of(document), &external) {
            Ok(path) => self.of_file(&path),
            Err(error) => Extends::Unknown(error.reason),
        }
    }

    /// What a script file extends.
    pub fn of_file(&self, path: &Path) -> Extends {
        self.follow_file(path, DEPTH)
    }

    fn follow_file(&self, path: &Path, depth: usize) -> Extends {
        let shown = self.project.show(path);
        match self.project.bytes(path) {
            Ok(bytes) => self.of_text(path, &String::from_utf8_lossy(&bytes), depth),
            Err(_) => Extends::Unknown(format!("{shown} cannot be read")),
        }
    }

    fn of_text(&self, path: &Path, text: &str, depth: usize) -> Extends {
        if depth == 0 {
            return Extends::Unknown("the scripts extend one another without end".into());
        }
        let shown = self.project.show(path);
        let is_sharp = path.extension().is_some_and(|extension| extension == "cs");
        let base = if is_sharp { sharp_base(text) } else { Some(script_base(text)) };
        let Some(base) = base else {
            return Extends::Unknown(format!("{shown} says no base class"));
        };
        if let Some(file) = base.strip_prefix(['"', '\'']) {
            let file = file.trim_end_matches(['"', '\'']);
            let external =
                crate::scene::External { class: "Script".into(), path: file.to_owned(), uid: None };
            return match self.project.resolve(path, &external) {
                Ok(path) => self.follow_file(&path, depth - 1),
                Err(error) => Extends::Unknown(error.reason),
            };
        }
        // A class of the project's own, if a script says that it is that.
        let own = self.classes().get(&base).filter(|file| file.as_path() != path);
        match own {
            Some(file) => self.follow_file(file, depth - 1),
            None => Extends::Class { name: base },
        }
    }

    /// The classes of the project's own, by name; they are looked for when the first one is asked for.
    fn classes(&self) -> &HashMap<String, PathBuf> {
        self.classes.get_or_init(|| {
            let mut classes = HashMap::new();
            for path in self.project.files_with(&["gd", "cs"]) {
                let text = self.project.bytes(&path).unwrap_or_default();
                for name in defined(&String::from_utf8_lossy(&text)) {
                    classes.entry(name).or_insert_with(|| path.clone());
                }
            }
            classes
        })
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

/// The classes that a script defines for all others.
fn defined(text: &str) -> Vec<String> {
    let name_in = |line: &str| {
        let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
        let mut words = line.split(|letter: char| !is_word(letter)).filter(|word| !word.is_empty());
        let mark = if line.starts_with("class_name ") { "class_name" } else { "class" };
        (mark == "class_name" || line.contains("partial class "))
            .then(|| words.by_ref().skip_while(|word| *word != mark).nth(1).map(str::to_owned))?
    };
    text.lines().filter_map(name_in).collect()
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
        assert_eq!(defined("class_name Base\nextends TileMap"), ["Base"]);
        assert_eq!(defined("public partial class Map : TileMap\n"), ["Map"]);
    }
}
