//! What a run says of its files: outcomes, layers, findings with their places.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use super::after::place;
use super::{Run, Written, normal};
use crate::batch;
use crate::command::{Mode, Output};
use crate::edit::EditList;
use crate::migrate::{Finding, Plan, Weight};
use crate::project::{Disk, Files, Project};
use crate::report::{FileOutcome, LayerOutcome, Place, Status, Trouble};
use crate::source::Source;
use crate::tile::codec::{layer, record};

impl Run<'_> {
    /// The files that do not change; one that was to go elsewhere goes there all the same.
    pub(super) fn rest(&mut self, named: &[PathBuf], written: &Written) {
        for path in named.iter().filter(|path| !written.contains_key(*path)) {
            let known = &self.known[path];
            let outcome = self.outcomes.get_mut(&known.number).expect("every known file has an outcome");
            if outcome.status == Status::Failed || self.options.mode != Mode::Write {
                continue;
            }
            let output = match (&self.options.output, &known.stamp) {
                (Some(Output::File(to)), _) => batch::Output::File(to),
                (None, Some(_)) => continue,
                _ => batch::Output::Stdout,
            };
            if let Err(error) = batch::write_out(output, &known.source, EditList::new(), |_| Ok(())) {
                let name = known.source.name().to_owned();
                *outcome = FileOutcome::failed(name, vec![Trouble::of_file_error(&error)]);
            }
        }
    }

    pub(super) fn layers(&mut self, plan: &Plan, written: &Written) {
        for layer_report in plan.maps.iter().flat_map(|map| &map.layers) {
            if !written.contains_key(&layer_report.scene) {
                continue;
            }
            let known = &self.known[&layer_report.scene];
            let Some(cells) = layer_report.cells else { continue };
            let (tombstones, duplicates) = (layer_report.tombstones, layer_report.duplicates);
            let before = (cells + tombstones + duplicates) * record::LEN;
            let outcome = self.outcomes.get_mut(&known.number).expect("every known file has an outcome");
            outcome.layers.push(LayerOutcome {
                node: Some(layer_report.node.clone()),
                removed_tombstones: tombstones as i64,
                removed_duplicates: duplicates as i64,
                removed_bytes: before as i64 - layer::encoded_len(cells) as i64,
                cells,
                changed: true,
                ..LayerOutcome::default()
            });
        }
    }

    /// Makes messages of the findings; a refusal is the failure of its file, if nothing of the file was written.
    pub(super) fn tell(&mut self, project: &Project, plan: Plan, written: &Written) {
        let Plan { mut maps, mut findings, old_tiles, refused, .. } = plan;
        // People look at the files as they are now.
        if self.options.mode == Mode::Write {
            for finding in &mut findings {
                let Some((after, span)) = written.get(&finding.path).zip(finding.span) else { continue };
                let span = after.moved(span);
                let place = after.source.position(span.start);
                (finding.line, finding.column, finding.span) = (place.line, place.column, Some(span));
            }
            for map in &mut maps {
                let Some(after) = written.get(&map.scene) else { continue };
                let before = place(&self.known[&map.scene].source, map.line, map.column);
                map.line = after.source.position(after.moved(before).start).line;
            }
        }
        let mut report = std::mem::take(&mut self.migrated.report);
        report.add(&maps, &findings, |path| self.shown(path));
        self.migrated.report = report;
        self.migrated.old_tiles.merge(old_tiles);
        let mut sources: HashMap<PathBuf, Option<Source>> = HashMap::new();
        for finding in findings {
            let source = sources
                .entry(finding.path.clone())
                .or_insert_with(|| {
                    if let Some(after) = written.get(&finding.path) {
                        let known = || self.known[&finding.path].source.clone();
                        return Some(if self.options.mode == Mode::Write {
                            after.source.clone()
                        } else {
                            known()
                        });
                    }
                    let bytes = project.bytes(&finding.path).ok()?;
                    Some(Source::new(finding.path.display().to_string(), bytes))
                })
                .clone();
            let trouble = self.trouble(&finding, source);
            let known = self.known.get(&finding.path).filter(|_| finding.weight == Weight::Refusal);
            match known.filter(|_| !written.contains_key(&finding.path)) {
                Some(known) => {
                    let outcome = self.outcomes.get_mut(&known.number).expect("a known file");
                    outcome.status = Status::Failed;
                    outcome.troubles.push(trouble);
                }
                None => self.migrated.troubles.push((finding.weight, trouble)),
            }
        }
        for (path, obstacle) in refused {
            let shown = self.shown(&obstacle);
            let Some(known) = self.known.get(&path) else { continue };
            let outcome = self.outcomes.get_mut(&known.number).expect("a known file");
            if outcome.status != Status::Failed {
                outcome.status = Status::Failed;
                let message = match obstacle == path {
                    true => "not migrated, for the reason that is told".to_owned(),
                    false => format!(
                        "not migrated: it belongs together with {obstacle}, which cannot move",
                        obstacle = shown
                    ),
                };
                let help = "they move together or not at all";
                outcome.troubles.push(Trouble::new(known.source.name(), message, Some(help.to_owned())));
            }
        }
    }

    fn trouble(&self, finding: &Finding, source: Option<Source>) -> Trouble {
        let node = finding.node.as_ref().map(|node| format!("{node}: ")).unwrap_or_default();
        let shown = self.shown(&finding.path);
        let mut trouble =
            Trouble::new(shown.as_str(), format!("{node}{}", finding.message), Some(finding.help.clone()));
        if finding.weight != Weight::Refusal {
            trouble = trouble.as_warning();
        }
        if let Some(source) = source.filter(|_| finding.line > 0) {
            let named = Source::new(shown, source.bytes());
            let span = finding.span.unwrap_or_else(|| place(&named, finding.line, finding.column));
            trouble.place = Some(Box::new(Place::of_source(named, span)));
        }
        trouble
    }

    /// A path as it was named, else from the working folder on.
    pub(super) fn shown(&self, path: &Path) -> String {
        match self.known.get(path) {
            Some(known) => known.source.name().to_owned(),
            None => {
                let here = Disk.absolute(Path::new("."));
                let here = normal(&here);
                path.strip_prefix(&here).unwrap_or(path).display().to_string()
            }
        }
    }
}
