use std::io::{self, Read, Write};

use clap::ValueEnum;

use super::files::Files;
use super::options::{Global, Layers, Paths};
use super::screen::Screen;
use super::{DONE, FAILED, NO_LAYER, count};
use crate::batch::Configs;
use crate::command::{DecodedFile, Input, LayerFilter, decode_file};
use crate::exchange::json::{DecodeJson, FileJson, LayerJson};
use crate::exchange::output::{self, Entry, Format};
use crate::exchange::snippet;
use crate::report::{Trouble, WithProblems, damage_text};

/// Show the cells of tile layers, or of a pasted buffer
///
/// A snippet on standard input (`-`) or behind --text may be a whole property line, `PackedByteArray(…)` in numbers or
/// base64, bare numbers, bare base64, or a hex dump; what it was taken for is said on standard error.
#[derive(clap::Args, Debug)]
pub(super) struct Decode {
    #[command(flatten)]
    paths: Paths,
    #[command(flatten)]
    layers: Layers,
    /// Decode this snippet instead of files
    #[arg(long, value_name = "SNIPPET", conflicts_with = "paths")]
    text: Option<String>,
    /// How the cells are printed [default: table]
    #[arg(long = "as", value_enum, value_name = "FORM")]
    form: Option<Form>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Form {
    /// Columns for people
    Table,
    /// A header and a line a cell, which `build` reads
    Csv,
    /// The same with tabs
    Tsv,
    /// One document, which `build` reads
    Json,
    /// A JSON object a line, one for each cell
    Ndjson,
}

impl Decode {
    pub fn run(&self, global: &Global, screen: &Screen) -> io::Result<u8> {
        if screen.json && self.form.is_some_and(|form| form != Form::Json) {
            return screen.fail("--output-format json and --as say different things: give one of them");
        }
        let filter = match self.layers.filter() {
            Ok(filter) => filter,
            Err(message) => return screen.fail(&message),
        };
        if let Some(text) = &self.text {
            return self.snippet(text.as_bytes(), screen);
        }
        let files = match Files::find(&self.paths, &Configs::new(), screen) {
            Ok(files) => files,
            Err(message) => return screen.fail(&message),
        };
        if files.stdin {
            let mut text = Vec::new();
            io::stdin().lock().read_to_end(&mut text)?;
            if !is_file(&text) {
                return self.snippet(&text, screen);
            }
            let name = files.inputs[0].name();
            let decoded = crate::command::decode_text(&name, text, &filter);
            return self.show(vec![decoded], &files, &filter, screen);
        }
        let decoded = files.run(
            global,
            screen,
            |input| decode_file(input, &filter),
            |input: &Input, trouble| DecodedFile::failed(input.name(), vec![trouble]),
        );
        self.show(decoded, &files, &filter, screen)
    }

    fn form(&self, screen: &Screen) -> Format {
        match self.form {
            _ if screen.json => Format::Json,
            None | Some(Form::Table) => Format::Table,
            Some(Form::Csv) => Format::Csv,
            Some(Form::Tsv) => Format::Tsv,
            Some(Form::Json) => Format::Json,
            Some(Form::Ndjson) => Format::NdJson,
        }
    }

    fn show(
        &self,
        decoded: Vec<DecodedFile>,
        files: &Files,
        filter: &LayerFilter,
        screen: &Screen,
    ) -> io::Result<u8> {
        let mut troubles = files.troubles.clone();
        let mut code = if files.troubles.is_empty() { DONE } else { FAILED };
        for file in &decoded {
            troubles.extend(file.troubles.iter().cloned());
            code = code.max(file.code);
        }
        screen.troubles(&troubles);
        let mut out = screen.out();
        let layers: usize = decoded.iter().map(|file| file.layers.len()).sum();
        match self.form(screen) {
            Format::Json => {
                let files = decoded
                    .iter()
                    .filter(|file| file.code < FAILED)
                    .map(|file| FileJson {
                        path: file.path.clone(),
                        layers: file.layers.iter().map(|(site, layer)| LayerJson::new(site, layer)).collect(),
                    })
                    .collect();
                serde_json::to_writer(&mut out, &WithProblems::new(DecodeJson::new(files), &troubles))?;
                writeln!(out)?;
            }
            form => {
                let entries: Vec<Entry<'_>> = decoded
                    .iter()
                    .flat_map(|file| {
                        file.layers.iter().map(|(site, layer)| Entry { file: &file.path, site, layer })
                    })
                    .collect();
                output::write(form, &entries, &mut out)?;
            }
        }
        out.flush()?;
        if layers == 0 && code == DONE && !decoded.is_empty() {
            match filter.is_all() {
                true => screen.note(&format!("no tile layers in {}", count(decoded.len(), "file"))),
                false => screen.note(NO_LAYER),
            }
        }
        Ok(code)
    }

    fn snippet(&self, text: &[u8], screen: &Screen) -> io::Result<u8> {
        let snippet = match snippet::read(text) {
            Ok(snippet) => snippet,
            Err(error) => {
                let message = format!("line {}, column {}: {}", error.line, error.column, error.message);
                return screen.fail_with(&[Trouble::new("snippet", message, Some(error.help))]);
            }
        };
        screen.note(&format!("read as {}", snippet.recognised));
        let mut code = DONE;
        for layer in &snippet.layers {
            if let Some(problem) = damage_text(&layer.layer.damage) {
                screen.troubles(&[Trouble::new("snippet", problem, None).as_warning()]);
                code = super::FOUND;
            }
        }
        let entries: Vec<Entry<'_>> = snippet
            .layers
            .iter()
            .map(|layer| Entry { file: "-", site: &layer.site, layer: &layer.layer })
            .collect();
        let mut out = screen.out();
        output::write(self.form(screen), &entries, &mut out)?;
        out.flush()?;
        Ok(code)
    }
}

/// Whether a text is a whole scene or resource, and not a snippet of one.
fn is_file(text: &[u8]) -> bool {
    let text = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text);
    let mut lines = text.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    let first = lines.find(|line| !line.is_empty() && !line.starts_with(b";"));
    first.is_some_and(|line| {
        let tag = line.strip_prefix(b"[").unwrap_or_default().trim_ascii_start();
        tag.starts_with(b"gd_scene") || tag.starts_with(b"gd_resource")
    })
}
