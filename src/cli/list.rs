use std::io::{self, Write};

use super::files::Files;
use super::options::{Global, Layers, Paths};
use super::screen::Screen;
use super::{DONE, FAILED, FOUND};
use crate::batch::Configs;
use crate::command::{ListedFile, list_file};
use crate::report::{LayerRow, ListReport};

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
        let prepared =
            self.layers.filter().and_then(|filter| Ok((filter, Files::find(&self.paths, &configs)?)));
        let (filter, files) = match prepared {
            Ok(prepared) => prepared,
            Err(message) => {
                screen.error(&message);
                return Ok(FAILED);
            }
        };
        screen.troubles(&files.troubles);
        let mut code = if files.troubles.is_empty() { DONE } else { FAILED };
        let listed = files.run(
            global,
            screen,
            |input| list_file(input, &filter),
            |_, trouble| ListedFile { rows: Vec::new(), troubles: vec![trouble], code: FAILED },
        );
        let mut rows = Vec::new();
        for file in listed {
            screen.troubles(&file.troubles);
            code = code.max(file.code.min(FAILED));
            rows.extend(file.rows);
        }
        debug_assert!(code <= FAILED && FOUND < FAILED);
        if screen.json {
            screen.json(&ListReport { schema: 1, layers: rows })?;
        } else {
            table(&rows, screen)?;
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
    let mut table = super::columns([
        "FILE", "NODE", "KIND", "ENCODING", "RECORDS", "CELLS", "ERASED", "DOUBLE", "BOUNDS", "BYTES",
    ]);
    for column in [4, 5, 6, 7, 9] {
        super::align_right(&mut table, column);
    }
    for row in rows {
        let bounds = row.bounds.map_or("-".to_owned(), |[x, y, w, h]| format!("{x},{y} {w}x{h}"));
        let label = match &row.layer_name {
            Some(name) => format!("{} ({name})", row.label),
            None => row.label.clone(),
        };
        table.add_row([
            row.path.clone(),
            label,
            row.kind.to_owned(),
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
    for line in table.lines() {
        writeln!(out, "{}", line.trim_end())?;
    }
    out.flush()
}
