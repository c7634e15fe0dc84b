//! What people see: results on standard output, everything else on standard error, in colour where that is wanted.

use std::io::{self, IsTerminal, Write};

use anstyle::Style;
use miette::{GraphicalReportHandler, GraphicalTheme, Severity};

use super::FAILED;
use super::options::{Color, Format, Global};
use crate::lint::Finding;
use crate::report::{Failure, FindingReport, Trouble};
use crate::source::Source;

pub(super) struct Screen {
    color: Color,
    quiet: u8,
    verbose: u8,
    pub json: bool,
}

impl Screen {
    pub fn new(global: &Global) -> Self {
        let json = global.output_format == Format::Json;
        Screen { color: global.color, quiet: global.quiet, verbose: global.verbose, json }
    }

    /// Standard output, through a buffer.
    pub fn out(&self) -> io::BufWriter<io::StdoutLock<'static>> {
        io::BufWriter::with_capacity(1 << 16, io::stdout().lock())
    }

    /// A style for standard output, or none where no colours are wanted.
    pub fn style(&self, style: Style) -> Style {
        if self.colours(io::stdout().is_terminal()) { style } else { Style::new() }
    }

    /// The flag wins over NO_COLOR, that over CLICOLOR_FORCE, and without any of them a terminal decides.
    fn colours(&self, terminal: bool) -> bool {
        let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
        match self.color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto if set("NO_COLOR").is_some() => false,
            Color::Auto if set("CLICOLOR_FORCE").is_some_and(|value| value != "0") => true,
            Color::Auto => terminal && set("CLICOLOR").is_none_or(|value| value != "0"),
        }
    }

    /// Tells what is wrong, each with its place. Warnings are not told to those who asked for quiet.
    pub fn troubles(&self, troubles: &[Trouble]) {
        let colours = self.colours(io::stderr().is_terminal());
        let theme = if colours { GraphicalTheme::unicode() } else { GraphicalTheme::unicode_nocolor() };
        let handler = GraphicalReportHandler::new_themed(theme)
            .with_links(false)
            .with_width(100)
            .with_break_words(false);
        for trouble in troubles.iter().filter(|trouble| self.quiet == 0 || trouble.level == Severity::Error) {
            let mut text = String::new();
            match handler.render_report(&mut text, trouble) {
                Ok(()) => self.say(text.trim_start_matches('\n').trim_end()),
                Err(_) => self.say(&trouble.one_line()),
            }
        }
    }

    /// Findings as blocks of text, one each.
    pub fn findings<'f>(
        &'f self,
        findings: &'f [Finding],
        source: &'f Source,
    ) -> impl Iterator<Item = String> + 'f {
        let colours = self.colours(io::stdout().is_terminal());
        let theme = if colours { GraphicalTheme::unicode() } else { GraphicalTheme::unicode_nocolor() };
        let handler = GraphicalReportHandler::new_themed(theme)
            .with_links(false)
            .with_width(100)
            .with_break_words(false);
        findings.iter().map(move |finding| {
            let mut text = String::new();
            match handler.render_report(&mut text, &FindingReport { finding, source }) {
                Ok(()) => format!("{}\n", text.trim_start_matches('\n').trim_end()),
                Err(_) => finding.message.clone(),
            }
        })
    }

    /// One line about a failure that has no file.
    pub fn error(&self, message: &str) {
        self.say(&format!("error: {message}"));
    }

    /// The end of a run that has no result: the reason, as the one document where JSON is wanted.
    pub fn fail(&self, message: &str) -> io::Result<u8> {
        self.error(message);
        self.no_result(message)
    }

    /// The same, for reasons that have a file.
    pub fn fail_with(&self, troubles: &[Trouble]) -> io::Result<u8> {
        self.troubles(troubles);
        self.no_result(&troubles.iter().map(Trouble::one_line).collect::<Vec<_>>().join("\n"))
    }

    fn no_result(&self, message: &str) -> io::Result<u8> {
        if self.json {
            self.json(&Failure::new(message))?;
        }
        Ok(FAILED)
    }

    /// A summary or a remark; not for those who asked for quiet.
    pub fn note(&self, message: &str) {
        if self.quiet == 0 {
            self.say(message);
        }
    }

    /// Only for those who asked for more.
    pub fn detail(&self, message: &str) {
        if self.is_verbose() {
            self.say(message);
        }
    }

    /// Whether more was asked for.
    pub fn is_verbose(&self) -> bool {
        self.verbose > 0
    }

    /// Whether a progress bar may be drawn.
    pub fn shows_progress(&self) -> bool {
        self.quiet == 0 && io::stderr().is_terminal()
    }

    /// One line, also for those who asked for quiet.
    pub fn say(&self, message: &str) {
        // Nobody is left to be told that telling failed.
        let _ = writeln!(io::stderr().lock(), "{message}");
    }

    /// One JSON document on standard output.
    pub fn json(&self, document: &impl serde::Serialize) -> io::Result<()> {
        print_json(document)
    }
}

/// One JSON document on standard output.
pub(super) fn print_json(document: &impl serde::Serialize) -> io::Result<()> {
    let mut out = io::BufWriter::with_capacity(1 << 16, io::stdout().lock());
    serde_json::to_writer(&mut out, document)?;
    out.write_all(b"\n")?;
    out.flush()
}
