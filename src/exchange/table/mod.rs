//! The table of cells that `build` reads: CSV, TSV or blanks.
//!
//! Without a header the columns are `x,y,source,atlas_x,atlas_y[,alternative[,transform]]`; a header
//! names them in any order, and may add `file` and `node`, as `decode` writes them for several layers.
//! An erased cell is `x,y,erase`. Nothing is wrapped or guessed: what does not fit is refused, with the
//! line and column of its field, and many mistakes are told at once.

mod columns;
mod row;

use crate::syntax::located::{Mistake, without_bom};
use crate::syntax::table::Rows;
use crate::tile::Cell;
use columns::Columns;

/// How many mistakes of a table are told.
pub const MAX_PROBLEMS: usize = 20;

/// The cells of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// One for each file and node that the table names, by first appearance. A table that names none has one,
    /// even without a row.
    pub layers: Vec<TableLayer>,
}

/// The rows for one layer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableLayer {
    /// The column `file`; `None` if there is none or it is empty.
    pub file: Option<String>,
    /// The column `node`: a label such as `World/Ground` or `World/TileMap#0`.
    pub node: Option<String>,
    /// In the order of the table; an erased cell is a tombstone.
    pub records: Vec<Cell>,
}

/// What is wrong with a table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, miette::Diagnostic)]
#[error("{}", self.summary())]
pub struct TableError {
    /// By place, at most [`MAX_PROBLEMS`]; at least one.
    #[related]
    pub problems: Vec<TableProblem>,
    /// How many there are beyond those.
    pub more: usize,
}

/// One thing that is wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, miette::Diagnostic)]
#[error("line {line}, column {column}: {message}")]
pub struct TableProblem {
    /// From 1.
    pub line: u32,
    /// Of the field, from 1, in characters.
    pub column: u32,
    /// What, with the way out if there is one.
    pub message: String,
}

impl TableError {
    fn summary(&self) -> String {
        match self.problems.len() + self.more {
            1 => "the table has a mistake".to_owned(),
            count => format!("the table has {count} mistakes"),
        }
    }
}

/// Collects mistakes, the first ones by place.
#[derive(Default)]
struct Mistakes {
    problems: Vec<TableProblem>,
    more: usize,
}

impl Mistakes {
    fn push(&mut self, mistake: Mistake) {
        if self.problems.len() == MAX_PROBLEMS {
            self.more += 1;
        } else {
            let Mistake { line, column, message, .. } = mistake;
            self.problems.push(TableProblem { line, column, message });
        }
    }

    fn is_empty(&self) -> bool {
        self.problems.is_empty()
    }
}

/// Reads a table.
///
/// ```
/// let table = tilewright::exchange::table::read(b"x,y,source,atlas_x,atlas_y\n1,2,7,1,1\n5,5,erase\n").unwrap();
/// assert_eq!(table.layers[0].records.len(), 2);
/// ```
///
/// # Errors
///
/// If a header has a column that is unknown, double or missing; if a row has too few or too many fields; if a field
/// is no whole number, or outside what the file can keep: coordinates -32768…32767, a source 0…65534, atlas
/// coordinates 0…65535, an alternative 0…4095; if there is nothing in the text.
pub fn read(text: &[u8]) -> Result<Table, TableError> {
    let mut rows = Rows::new(without_bom(text)).peekable();
    let mut mistakes = Mistakes::default();
    let mut layers = Layers::default();
    let columns = match rows.peek() {
        None => {
            let message = "the table is empty: not even a header".to_owned();
            return Err(TableError { problems: vec![TableProblem { line: 1, column: 1, message }], more: 0 });
        }
        Some(Ok(row)) if columns::is_header(row) => {
            let columns = Columns::of_header(row, &mut mistakes);
            rows.next();
            columns
        }
        _ => Columns::default(),
    };
    if mistakes.is_empty() {
        if !columns.names_layers() {
            layers.of("", "");
        }
        for row in rows {
            let cell = row.map_err(|mistake| mistakes.push(mistake));
            let Ok(row) = cell else { break };
            if let Some(cell) = row::cell(&row, &columns, &mut mistakes) {
                let text = |column: Option<usize>| {
                    column.and_then(|at| row.fields.get(at)).map_or("", |field| field.text.as_ref())
                };
                layers.of(text(columns.file), text(columns.node)).push(cell);
            }
        }
    }
    let Mistakes { problems, more } = mistakes;
    if problems.is_empty() { Ok(Table { layers: layers.layers }) } else { Err(TableError { problems, more }) }
}

/// The layers so far; rows of one mostly stand together.
#[derive(Default)]
struct Layers {
    layers: Vec<TableLayer>,
    places: std::collections::HashMap<(String, String), usize>,
    last: usize,
}

impl Layers {
    fn of(&mut self, file: &str, node: &str) -> &mut Vec<Cell> {
        let named = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        let same = |layer: &TableLayer| {
            layer.file.as_deref().unwrap_or("") == file && layer.node.as_deref().unwrap_or("") == node
        };
        if !self.layers.get(self.last).is_some_and(same) {
            let (layers, key) = (&mut self.layers, (file.to_owned(), node.to_owned()));
            self.last = *self.places.entry(key).or_insert_with(|| {
                layers.push(TableLayer { file: named(file), node: named(node), records: Vec::new() });
                layers.len() - 1
            });
        }
        &mut self.layers[self.last].records
    }
}
