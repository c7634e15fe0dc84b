use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use miette::Diagnostic;

use super::files::Files;
use super::options::{Layers, Writing};
use super::screen::Screen;
use super::{DONE, report};
use crate::batch;
use crate::command::{BufferForm, BuildInto, Input, buffer_text, build_into};
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
    /// How `line` and `array` are spelled; by default as the engine would: numbers up to 64 bytes, base64 above
    #[arg(long, value_enum, value_name = "ENCODING")]
    encoding: Option<Spelled>,
    /// Put the cells into this scene, in the layer that --layer names
    #[arg(long, value_name = "FILE", requires = "layers")]
    into: Option<PathBuf>,
    /// Paint over the cells that the layer has, instead of replacing them all; `x,y,erase` erases
    #[arg(long, requires = "into")]
    append: bool,
    #[command(flatten)]
    layers: Layers,
    #[command(flatten)]
    writing: Writing,
}

/// The JSON of a buffer that goes into no scene.
#[derive(serde::Serialize)]
struct Built<'b> {
    schema: u32,
    records: usize,
    /// Missing if it went into a file.
    #[serde(skip_serializing_if = "Option::is_none")]
    buffer: Option<&'b str>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Form {
    /// The property line: `tile_map_data = PackedByteArray(…)`
    #[default]
    Line,
    /// The value: `PackedByteArray(…)`
    Array,
    /// The buffer's bytes as bare base64
    Base64,
    /// The buffer's bytes as bare hexadecimal digits
    Hex,
    /// The buffer's bytes
    Raw,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Spelled {
    /// `PackedByteArray(0, 0, …)`
    Decimal,
    /// `PackedByteArray("AAAB…")`
    Base64,
}

impl Build {
    pub fn run(&self, screen: &Screen) -> io::Result<u8> {
        if self.into.is_none() && (self.writing.check || self.writing.diff) {
            return screen.fail("--check and --diff compare with a scene: add --into FILE --layer NODE");
        }
        match self.prepare() {
            Ok(records) if self.into.is_some() => self.put_into_scene(&records, screen),
            Ok(records) => self.print(&records, screen),
            Err(troubles) => screen.fail_with(&troubles),
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
                vec![Trouble::new(name.as_str(), message, error.help().map(|help| help.to_string()))]
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
                read.map(|_| ("standard input".to_owned(), text))
                    .map_err(|error| Trouble::new("standard input", error.to_string(), None))
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
        let file = self.writing.output.as_deref().filter(|path| *path != Path::new("-"));
        if let Some(path) = file
            && let Err(error) = batch::write_new(path, &text)
        {
            return screen.fail_with(&[Trouble::of_file_error(&error)]);
        }
        match (screen.json, file) {
            (false, Some(_)) => Ok(DONE),
            (false, None) => {
                let mut out = screen.out();
                out.write_all(&text)?;
                out.flush()?;
                Ok(DONE)
            }
            (true, None) if self.form == Form::Raw => {
                screen.fail("JSON cannot hold raw bytes: add -o FILE, or choose --as base64 or --as hex")
            }
            (true, _) => {
                let buffer = String::from_utf8_lossy(&text);
                let buffer = file.is_none().then_some(buffer.trim_end());
                screen.json(&Built { schema: 1, records: records.len(), buffer })?;
                Ok(DONE)
            }
        }
    }

    fn put_into_scene(&self, records: &[Cell], screen: &Screen) -> io::Result<u8> {
        let filter = match self.layers.filter() {
            Ok(filter) => filter,
            Err(message) => return screen.fail(&message),
        };
        let input = Input::File(self.into.clone().unwrap_or_default());
        let options = self.writing.options(filter, None);
        let files = Files { inputs: vec![input.clone()], troubles: Vec::new(), stdin: false };
        if let Some(message) = report::refused(&self.writing, &files, screen) {
            return screen.fail(&message);
        }
        let build = BuildInto { records, append: self.append, encoding: self.encoding() };
        let outcome = build_into(&input, &build, &options);
        report::outcomes(vec![outcome], &files, &self.writing, screen)
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
