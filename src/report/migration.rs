//! What a migration did and what a person must look at: as data, and as a page to read.

use std::fmt::Write;

use serde::Serialize;

use super::{FileOutcome, WriteReport};
use crate::migrate::{Finding, MapReport, Outcome, Weight};

/// A layer that is a node now, or would be.
#[derive(Clone, Debug, Serialize)]
pub struct MovedLayer {
    /// Its number in the TileMap.
    pub index: usize,
    /// The scene that says something of it.
    pub path: String,
    /// Its node there.
    pub node: String,
    /// Cells that the scene holds for it; null if it only changes other properties.
    pub cells: Option<usize>,
    /// `made`, or `overridden` where another scene makes the layer.
    pub how: &'static str,
}

/// A TileMap that was looked at.
#[derive(Clone, Debug, Serialize)]
pub struct MovedMap {
    /// The scene that makes it.
    pub path: String,
    /// Where its section starts, from 1.
    pub line: u32,
    /// In characters, from 1.
    pub column: u32,
    /// Its path in the scene.
    pub node: String,
    /// `moved`, `refused` or `unchanged`.
    pub outcome: &'static str,
    /// Its layers.
    pub layers: Vec<MovedLayer>,
}

/// Something to tell.
#[derive(Clone, Debug, Serialize)]
pub struct MigrationFinding {
    /// The file.
    pub path: String,
    /// From 1; 0 for the whole file.
    pub line: u32,
    /// In characters, from 1.
    pub column: u32,
    /// `note`, `warning` or `refusal`.
    pub severity: Weight,
    /// A stable word for its kind.
    pub code: &'static str,
    /// The node that is concerned.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node: Option<String>,
    /// What there is.
    pub message: String,
    /// What to do.
    pub help: String,
}

/// All of it, with the paths as people named them.
#[derive(Clone, Debug, Default, Serialize)]
pub struct MigrationReport {
    /// Every TileMap that was looked at.
    pub maps: Vec<MovedMap>,
    /// By file and place.
    pub findings: Vec<MigrationFinding>,
}

/// The one document of `migrate --output-format json`, and of a report in JSON.
#[derive(Serialize)]
pub struct MigrationJson<'r> {
    #[serde(flatten)]
    files: WriteReport<'r>,
    maps: &'r [MovedMap],
    findings: &'r [MigrationFinding],
}

impl MigrationReport {
    /// Adds what a plan says; `shown` gives a path as people named it.
    pub fn add(
        &mut self,
        maps: &[MapReport],
        findings: &[Finding],
        shown: impl Fn(&std::path::Path) -> String,
    ) {
        self.maps.extend(maps.iter().map(|map| {
            MovedMap {
                path: shown(&map.scene),
                line: map.line,
                column: map.column,
                node: map.node.clone(),
                outcome: outcome(map.outcome),
                layers: map
                    .layers
                    .iter()
                    .map(|layer| MovedLayer {
                        index: layer.index,
                        path: shown(&layer.scene),
                        node: layer.node.clone(),
                        cells: layer.cells,
                        how: if layer.made { "made" } else { "overridden" },
                    })
                    .collect(),
            }
        }));
        self.findings.extend(findings.iter().map(|finding| MigrationFinding {
            path: shown(&finding.path),
            line: finding.line,
            column: finding.column,
            severity: finding.weight,
            code: finding.code,
            node: finding.node.clone(),
            message: finding.message.clone(),
            help: finding.help.clone(),
        }));
    }

    /// How many findings weigh so much.
    pub fn count(&self, weight: Weight) -> usize {
        self.findings.iter().filter(|finding| finding.severity == weight).count()
    }

    /// As the one document.
    pub fn json<'r>(&'r self, outcomes: &'r [FileOutcome]) -> MigrationJson<'r> {
        MigrationJson { files: WriteReport::new(outcomes), maps: &self.maps, findings: &self.findings }
    }

    /// As a page of Markdown; `dry` where nothing was written.
    pub fn markdown(&self, dry: bool) -> String {
        let mut out = String::from("# TileMap to TileMapLayer\n\n");
        if dry {
            out.push_str("Nothing was written: this is what would be done.\n\n");
        }
        let of = |outcome: &'static str| self.maps.iter().filter(move |map| map.outcome == outcome);
        let line = |out: &mut String, text: String| {
            writeln!(out, "{text}").expect("writing to a string does not fail");
        };
        line(
            &mut out,
            format!(
                "{} moved, {} refused, {} unchanged; {} to look at.",
                of("moved").count(),
                of("refused").count(),
                of("unchanged").count(),
                self.count(Weight::Warning) + self.count(Weight::Refusal)
            ),
        );
        if of("moved").next().is_some() {
            out.push_str(
                "\n## Moved\n\n| scene | TileMap | layer | node | cells |\n| --- | --- | --- | --- | --- |\n",
            );
            for map in of("moved") {
                for layer in &map.layers {
                    let how = if layer.how == "made" { "" } else { " (override)" };
                    line(
                        &mut out,
                        format!(
                            "| {} | {} | {} | {}{how} | {} |",
                            escaped(&layer.path),
                            escaped(&map.node),
                            layer.index,
                            escaped(&layer.node),
                            layer.cells.map_or("–".to_owned(), |cells| cells.to_string())
                        ),
                    );
                }
                if map.layers.is_empty() {
                    line(
                        &mut out,
                        format!(
                            "| {} | {} | – | no layer left to move | 0 |",
                            escaped(&map.path),
                            escaped(&map.node)
                        ),
                    );
                }
            }
        }
        self.section(&mut out, "Refused", Weight::Refusal, "These stay as they were.");
        self.section(&mut out, "To look at", Weight::Warning, "Only a person can decide these.");
        self.section(&mut out, "Good to know", Weight::Note, "Nothing has to be done about these.");
        if of("moved").next().is_some() {
            out.push_str(BEHAVIOUR);
        }
        out
    }

    fn section(&self, out: &mut String, title: &str, weight: Weight, lead: &str) {
        let findings: Vec<&MigrationFinding> =
            self.findings.iter().filter(|finding| finding.severity == weight).collect();
        if findings.is_empty() {
            return;
        }
        write!(out, "\n## {title}\n\n{lead}\n").expect("writing to a string does not fail");
        let mut path = "";
        for finding in findings {
            if finding.path != path {
                path = &finding.path;
                write!(out, "\n### {}\n\n", escaped(path)).expect("writing to a string does not fail");
            }
            let place = match finding.line {
                0 => String::new(),
                line => format!("line {line}, column {}: ", finding.column),
            };
            let mark = if weight == Weight::Note { "" } else { "[ ] " };
            let node = finding.node.as_ref().map(|node| format!("`{node}`: ")).unwrap_or_default();
            writeln!(out, "- {mark}{place}{node}{}  ", finding.message)
                .expect("writing to a string does not fail");
            writeln!(out, "  {} ({})", finding.help, finding.code)
                .expect("writing to a string does not fail");
        }
    }
}

fn outcome(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Moved => "moved",
        Outcome::Refused => "refused",
        Outcome::Unchanged => "unchanged",
    }
}

fn escaped(text: &str) -> String {
    text.replace('|', "\\|")
}

const BEHAVIOUR: &str = "\n## What behaves differently now\n\n\
    - Collisions report the layer as their collider, not the old node.\n\
    - Scenes painted as tiles are children of the layer.\n\
    - Every layer is part of the world's navigation; of a TileMap, only the first one was.\n\
    - Each layer sends its own `changed`.\n";
