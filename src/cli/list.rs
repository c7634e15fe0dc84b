use std::io::{self, Write};

use super::files::Files;
use super::options::{Global, Layers, Paths};
use super::screen::Screen;
use super::text::Columns;
use super::{DONE, FAILED};
use crate::batch::Configs;
use crate::command::{ListedFile, list_file};
use crate::report::{LayerRow, ListReport, WithProblems};

/// List the tile layers: one row a layer
#[derive(clap::Args, Debug)]
pub(super) struct List {
    #[command(flatten)]
    paths: Paths,
    #[command(flatten)]
    layers: Layers,
}

impl List {
    pub fn run(&self, global: &Global, screen: &Screen) -> io::Result<u8> {
        let configs = Configs::default();
        let (filter, files) = match Files::with_layers(&self.paths, &self.layers, &configs, screen) {
            Ok(found) => found,
            Err(message) => return screen.fail(&message),
        };
        let mut troubles = files.troubles.clone();
        let mut code = if files.troubles.is_empty() { DONE } else { FAILED };
        let listed = files.run(
            global,
            screen,
            |input| list_file(input, &filter),
            |_, trouble| ListedFile { rows: Vec::new(), troubles: vec![trouble], code: FAILED },
        );
        let mut rows = Vec::new();
        for (file, input) in listed.into_iter().zip(&files.inputs) {
            code = code.max(file.code);
            if file.rows.is_empty() && file.code < FAILED {
                screen.detail(&format!("{}: no tile layer", input.name()));
            }
            troubles.extend(file.troubles);
            rows.extend(file.rows);
        }
        screen.troubles(&troubles);
        if screen.json {
            screen.json(&WithProblems::new(ListReport { schema: 1, layers: rows }, &troubles))?;
        } else {
            table(&rows, screen)?;
            if rows.is_empty() && code == DONE && !filter.is_all() && !files.inputs.is_empty() {
                screen.note(super::NO_LAYER);
            }
            let (layers, files) = (rows.len(), files.inputs.len());
            screen.note(&format!(
                "{} in {}",
                super::count(layers, "tile layer"),
                super::count(files, "file")
            ));
        }
        Ok(code)
    }
}

fn table(rows: &[LayerRow], screen: &Screen) -> io::Result<()> {
    if rows.is_empty() {
        return Ok(());
    }
    let mut table = Columns::new([
        "FILE",
        "NODE",
        "KIND",
        "ENCODING",
        " RECORDS",
        " CELLS",
        " TOMBSTONES",
        " DUPLICATES",
        "BOUNDS",
        " BYTES",
    ]);
    for row in rows {
        let bounds = row.bounds.map_or("-".to_owned(), |[x, y, w, h]| format!("{x},{y} {w}x{h}"));
        let label = match &row.layer_name {
            Some(name) => format!("{} ({name})", row.label),
            None => row.label.clone(),
        };
        table.push([
            row.path.clone(),
            label,
            if row.old { format!("{}, Godot 3", row.kind) } else { row.kind.to_owned() },
            row.encoding.clone(),
            row.records.to_string(),
            row.cells.to_string(),
            row.tombstones.to_string(),
            row.duplicates.to_string(),
            bounds,
            row.bytes.to_string(),
        ]);
    }
    let mut out = screen.out();
    table.write(&mut out)?;
    out.flush()
}
