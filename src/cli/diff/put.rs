//! A comparison as a page or a picture, and where that goes.

use std::io::{self, IsTerminal, Write};
use std::path::Path;

use super::{Diff, Form, encode, names};
use crate::batch;
use crate::cli::screen::Screen;
use crate::command::FileDiff;
use crate::report::{DiffPage, Trouble, diff_page, diff_picture};

impl Diff {
    /// Why these options cannot be followed together.
    pub(super) fn refused(&self, screen: &Screen) -> Option<&'static str> {
        if screen.json && self.form.is_some_and(|form| form != Form::Json) {
            return Some("--output-format json and --as say different things: give one of them");
        }
        if self.output.is_some() && !matches!(self.form, Some(Form::Png | Form::Html)) {
            return Some("-o is for --as png and --as html");
        }
        let terminal = self.file().is_none() && io::stdout().is_terminal();
        (self.form == Some(Form::Png) && terminal)
            .then_some("a picture is not for the terminal: add -o FILE, or send it to a program or a file")
    }

    fn file(&self) -> Option<&Path> {
        self.output.as_deref().filter(|path| path.as_os_str() != "-")
    }

    /// Writes a page or a picture to where it is wanted; the inner error is that of the file.
    pub(super) fn put(
        &self,
        outcomes: &[FileDiff],
        troubles: &[Trouble],
        screen: &Screen,
    ) -> io::Result<Result<(), batch::FileError>> {
        let bytes = match self.form {
            Some(Form::Png) => picture(outcomes, screen)?,
            _ => self.page(outcomes, troubles).into_bytes(),
        };
        if let Some(path) = self.file() {
            return Ok(batch::write_new(path, &bytes));
        }
        let mut out = screen.out();
        out.write_all(&bytes)?;
        out.flush()?;
        Ok(Ok(()))
    }

    fn page(&self, outcomes: &[FileDiff], troubles: &[Trouble]) -> String {
        let title = match (&self.git, &self.paths[..]) {
            (Some(range), _) => range.clone(),
            (None, paths) => {
                paths.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(" → ")
            }
        };
        let told = troubles.iter().chain(outcomes.iter().flat_map(|outcome| &outcome.troubles));
        diff_page(&DiffPage {
            title: &title,
            files: outcomes
                .iter()
                .filter(|outcome| !outcome.failed)
                .map(|outcome| (names(outcome), &outcome.diff))
                .collect(),
            troubles: told.map(Trouble::one_line).collect(),
            all: self.all,
        })
    }
}

fn picture(outcomes: &[FileDiff], screen: &Screen) -> io::Result<Vec<u8>> {
    let layers: Vec<_> = outcomes.iter().flat_map(|outcome| &outcome.diff.layers).collect();
    let picture = diff_picture(&layers);
    if let Some(note) = picture.note() {
        screen.note(&note);
    }
    encode::png(&picture)
}
