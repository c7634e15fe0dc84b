//! All scripts of a project, those in files and those built into scenes.

use std::collections::{BTreeSet, HashSet};

use super::extends::{Extends, Scripts};
use super::finding::{Finding, Weight};
use super::scripts::{Language, Reader};
use super::world::World;
use crate::syntax::SectionKind;

/// Everything that scripts of the project do with a TileMap.
pub(super) fn scan(world: &World, moved: &BTreeSet<usize>) -> Vec<Finding> {
    let mut found = Vec::new();
    let scripts = Scripts::new(&world.project);
    let nodes: HashSet<String> = moved
        .iter()
        .flat_map(|&number| &world.maps[number].levels)
        .filter_map(|level| level.view().text_field("name").map(|name| name.into_owned()))
        .collect();
    let project = &*world.project;
    for path in project.files_with(&["gd", "cs"]) {
        let Ok(bytes) = project.bytes(&path) else { continue };
        let text = String::from_utf8_lossy(&bytes);
        let sharp = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("cs"));
        let language = if sharp { Language::CSharp } else { Language::GdScript };
        let is_tile_map = scripts.of_file(&path) == Extends::Class { name: "TileMap".into() };
        for hit in (Reader { language, nodes: &nodes, is_tile_map }).read(&text) {
            let finding = Finding::new(Weight::Warning, "script-api", &path, hit.message, hit.help);
            found.push(finding.at_line(hit.line, hit.column));
        }
    }
    for scene in &world.scenes {
        let document = &*scene.document;
        for section in document.sections().filter(|section| section.kind() == SectionKind::SubResource) {
            let Some(source) = section.property("script/source") else { continue };
            // As long as the text in the file, so that lines and columns are those of the file.
            let text = document.source().text(source.value).replace("\\\"", " \"");
            let start = document.source().position(source.value.start);
            let is_tile_map = text
                .trim_start_matches('"')
                .lines()
                .any(|line| line.starts_with("extends TileMap") && !line.starts_with("extends TileMapL"));
            let reader = Reader { language: Language::GdScript, nodes: &nodes, is_tile_map };
            for hit in reader.read(&text) {
                let column = if hit.line == 1 { start.column + hit.column - 1 } else { hit.column };
                let finding = Finding::new(Weight::Warning, "script-api", &scene.path, hit.message, hit.help);
                found.push(finding.at_line(start.line + hit.line - 1, column));
            }
        }
    }
    found
}
