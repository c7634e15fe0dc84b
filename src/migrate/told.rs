//! What else leads to a map and cannot be written anew: tracks that call methods, exported nodes, connections.

use std::collections::HashSet;
use std::path::Path;

use super::api::METHODS;
use super::finding::{Finding, Weight};
use super::options::Shape;
use super::references::{References, Search, inner_path, join, walk};
use super::world::nodes;
use crate::scene::node_path;
use crate::syntax::{Document, SectionKind, Value};

impl Search<'_> {
    /// Tracks that call methods of the map.
    pub fn method_tracks(&self, path: &Path, document: &Document, out: &mut References) {
        for section in document.sections() {
            for property in section.properties() {
                let key = document.key(property);
                let Some(track) = key.strip_suffix("/type").filter(|key| key.starts_with("tracks/")) else {
                    continue;
                };
                if document.string(property.value) != "method" {
                    continue;
                }
                let Some(target) = section.property(&format!("{track}/path")) else { continue };
                let Some(node) = inner_path(document, target.value) else { continue };
                let keys = section
                    .property(&format!("{track}/keys"))
                    .map(|keys| document.source().text(keys.value).into_owned())
                    .unwrap_or_default();
                let Some(method) =
                    METHODS.iter().find(|method| keys.contains(&format!("\"{}\"", method.name)))
                else {
                    continue;
                };
                for holder in self.holders(path, document, section.index(), &mut HashSet::new()) {
                    let Some(target_node) = self.target(&holder, &node) else { continue };
                    if let Some(map) = self.moved_at(&holder.scene, &target_node) {
                        let message = format!("the animation calls `{}` of the TileMap", method.name);
                        let finding =
                            Finding::new(Weight::Warning, "method-track", path, message, method.help());
                        out.findings.push((map, finding.at(document, target.value)));
                        break;
                    }
                }
            }
        }
    }

    /// Properties of scripts that hold the node itself.
    pub fn exported(&self, path: &Path, document: &Document, out: &mut References) {
        if self.shape == Shape::Editor {
            return;
        }
        for node in nodes(document) {
            let Some(field) = node.field("node_paths") else { continue };
            let names = document.source().text(field.value);
            for name in names.split('"').skip(1).step_by(2) {
                let Some(property) = node.property(name) else { continue };
                let mut found = Vec::new();
                if let Ok(value) = Value::parse(document.source().bytes(), property.value) {
                    walk(&value, &mut |span| found.push(span));
                }
                for span in found {
                    let raw = document.source().text(span);
                    let Some(target) = join(&node_path(node), raw.trim_matches('"')) else { continue };
                    let Some(map) = self.moved_at(path, &target) else { continue };
                    let class = if self.shape == Shape::InPlace { "TileMapLayer" } else { "Node2D" };
                    let message = format!(
                        "the exported property `{name}` holds the node `{target}`, which becomes a {class}: a property \
                         of the type TileMap would be null"
                    );
                    let help = "give the script's property the type TileMapLayer and choose a layer, or the type Node2D";
                    let finding = Finding::new(Weight::Warning, "exported-node", path, message, help);
                    out.findings.push((map, finding.at(document, span).on(&node_path(node))));
                }
            }
        }
    }

    pub fn connections(&self, path: &Path, document: &Document, out: &mut References) {
        for section in document.sections().filter(|section| section.kind() == SectionKind::Connection) {
            let text = |name| section.text_field(name).map(|text| text.into_owned()).unwrap_or_default();
            let (signal, method) = (text("signal"), text("method"));
            if signal == "changed"
                && self.shape != Shape::InPlace
                && let Some(map) = self.moved_at(path, &plain(&text("from")))
            {
                let (message, code) = match self.shape {
                    Shape::Editor => {
                        ("the TileMap that stays has no layers, so that it sends `changed` no more", "signal")
                    }
                    _ => (
                        "`changed` is a signal of TileMap, which a Node2D does not have: the engine reports an error on load",
                        "signal",
                    ),
                };
                let help = "connect the `changed` of each layer that matters, and remove this connection";
                let finding = Finding::new(Weight::Warning, code, path, message, help);
                out.findings.push((map, finding.at(document, section.tag()).on(&plain(&text("from")))));
            }
            let target = plain(&text("to"));
            if let Some(known) = METHODS.iter().find(|known| known.name == method)
                && let Some(map) = self.moved_at(path, &target)
                && !self.moved[&map].has_script
            {
                let message = format!("the signal `{signal}` is connected to `{method}` of the TileMap");
                let finding = Finding::new(Weight::Warning, "connected-method", path, message, known.help());
                out.findings.push((map, finding.at(document, section.tag()).on(&target)));
            }
        }
    }
}

fn plain(path: &str) -> String {
    path.strip_prefix("./").unwrap_or(path).to_owned()
}
