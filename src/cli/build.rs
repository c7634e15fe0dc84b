use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use clap::ValueEnum;

use super::files::Files;
use super::options::{Global, Layers, Writing};
use super::screen::Screen;
use super::{DONE, FAILED, report};
use crate::batch;
use crate::command::{BufferForm, BuildInto, Input, Output, buffer_text, build_into};
use crate::exchange::{json, table};
use crate::report::Trouble;
use crate::tile::{Cell, Encoding};

/// Make a buffer of cells, or put them into a scene
///
/// The cells come from a table (CSV, TSV or blanks; `x,y,source,atlas_x,atlas_y[,alternative[,transform]]`, or
/// `x,y,erase`) or from the JSON of `decode`.
#[derive(clap::Args, Debug)]
pub(super) struct Build {
    /// The table or JSON; without it, or with `-`, standard input
    table: Option<PathBuf>,
    /// What to print
    #[arg(long = "as", value_enum, value_name = "FORM", default_value_t, conflicts_with = "into")]
    form: Form,
    /// Numbers or base64; by default as the engine would: numbers to 64 bytes
    #[arg(long, value_enum, value_name = "ENCODING")]
    encoding: Option<Spelled>,
    /// Put the cells into this scene
    #[arg(long, value_name = "FILE", requires = "layers")]
    into: Option<PathBuf>,
    /// Paint over what is there, instead of replacing it
    #[arg(long, requires = "into")]
    append: bool,
    #[command(flatten)]
    layers: Layers,
    #[command(flatten)]
    writing: Writing,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Form {
    /// `tile_map_data = PackedByteArray(…)`
    #[default]
    Line,
    /// `PackedByteArray(…)`
    Array,
    /// Digits
    Base64,
    /// Digits
    Hex,
    /// Bytes
    Raw,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Spelled {
    /// Numbers
    Decimal,
    /// One string
    Base64,
}

impl Build {
    pub fn run(&self, global: &Global, screen: &Screen) -> io::Result<u8> {
        let _ = global;
        match self.prepare() {
            Ok(records) if self.into.is_some() => self.into_scene(&records, screen),
            Ok(records) => self.print(&records, screen),
            Err(troubles) => {
                screen.troubles(&troubles);
                Ok(FAILED)
            }
        }
    }

    fn encoding(&self) -> Option<Encoding> {
        self.encoding.map(|spelled| match spelled {
            Spelled::Decimal => Encoding::Decimal,
            Spelled::Base64 => Encoding::Base64,
        })
    }

    /// The records to build from.
    fn prepare(&self) -> Result<Vec<Cell>, Vec<Trouble>> {
        let (name, text) = self.read().map_err(|trouble| vec![trouble])?;
        let start = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&text).trim_ascii_start();
        let layers: Vec<(String, Vec<Cell>)> = if matches!(start.first(), Some(b'{' | b'[')) {
            let layers = json::read(&text).map_err(|error| {
                let message = format!("line {}, column {}: {}", error.line, error.column, error.message);
                vec![Trouble::new(name.as_str(), message, None)]
            })?;
            layers.into_iter().map(|layer| (layer.label(), layer.cells)).collect()
        } else {
            let table = table::read(&text).map_err(|error| mistakes(&name, error))?;
            table.layers.into_iter().map(|layer| (layer.node.unwrap_or_default(), layer.records)).collect()
        };
        self.choose(&name, layers).map_err(|trouble| vec![trouble])
    }

    fn read(&self) -> Result<(String, Vec<u8>), Trouble> {
        match &self.table {
            Some(path) if path.as_os_str() != "-" => {
                let (source, _) = batch::read(path).map_err(|error| Trouble::of_file_error(&error))?;
                Ok((source.name().to_owned(), source.bytes().to_vec()))
            }
            _ => {
                let mut text = Vec::new();
                let read = io::stdin().lock().read_to_end(&mut text);
                read.map(|_| ("-".to_owned(), text))
                    .map_err(|error| Trouble::new("-", error.to_string(), None))
            }
        }
    }

    /// The one layer that is meant.
    fn choose(&self, name: &str, mut layers: Vec<(String, Vec<Cell>)>) -> Result<Vec<Cell>, Trouble> {
        let trouble = |message: String, help: String| Trouble::new(name, message, Some(help));
        if layers.len() > 1 {
            let filter = self.layers.filter().map_err(|message| Trouble::new(name, message, None))?;
            let labels: Vec<String> = layers.iter().map(|(label, _)| label.clone()).collect();
            if filter.is_all() {
                return Err(trouble(
                    format!("there are {} layers, and a buffer holds one", layers.len()),
                    format!("choose with --layer: {}", labels.join(", ")),
                ));
            }
            layers.retain(|(label, _)| filter.matches_label(label));
            if layers.len() != 1 {
                let message = format!("--layer chooses {} of the layers", layers.len());
                return Err(trouble(message, format!("there are {}", labels.join(", "))));
            }
        }
        layers
            .pop()
            .map(|(_, records)| records)
            .ok_or_else(|| trouble("no layer in it".into(), "give one".into()))
    }

    fn print(&self, records: &[Cell], screen: &Screen) -> io::Result<u8> {
        let form = match self.form {
            Form::Line => BufferForm::Line,
            Form::Array => BufferForm::Array,
            Form::Base64 => BufferForm::Base64,
            Form::Hex => BufferForm::Hex,
            Form::Raw => BufferForm::Raw,
        };
        let text = buffer_text(records, form, self.encoding());
        match self.writing.output.as_deref() {
            Some(path) if path != Path::new("-") => match batch::write_new(path, &text) {
                Ok(()) => Ok(DONE),
                Err(error) => {
                    screen.troubles(&[Trouble::of_file_error(&error)]);
                    Ok(FAILED)
                }
            },
            _ => {
                let mut out = screen.out();
                out.write_all(&text)?;
                out.flush()?;
                Ok(DONE)
            }
        }
    }

    fn into_scene(&self, records: &[Cell], screen: &Screen) -> io::Result<u8> {
        let filter = match self.layers.filter() {
            Ok(filter) => filter,
            Err(message) => {
                screen.error(&message);
                return Ok(FAILED);
            }
        };
        let input = Input::File(self.into.clone().unwrap_or_default());
        let options = self.writing.options(filter, None);
        debug_assert!(!matches!(options.output, Some(Output::File(_))) || self.writing.output.is_some());
        let build = BuildInto { records, append: self.append, encoding: self.encoding() };
        let outcome = build_into(&input, &build, &options);
        let files = Files { inputs: vec![input], troubles: Vec::new(), stdin: false };
        report::outcomes(&[outcome], &files, &self.writing, screen)
    }
}

fn mistakes(name: &str, error: table::TableError) -> Vec<Trouble> {
    let more = error.more;
    let mut troubles: Vec<Trouble> =
        error.problems.into_iter().map(|problem| Trouble::new(name, problem.to_string(), None)).collect();
    if more > 0 {
        troubles.push(Trouble::new(name, format!("and {more} more mistakes"), None));
    }
    troubles
}
