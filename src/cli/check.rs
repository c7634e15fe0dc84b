//! `check`: arguments, one library call a file, and the findings in the form that was asked for.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::files::Files;
use super::options::{Format, Global, Layers, Paths, Writing};
use super::screen::Screen;
use super::{DONE, FAILED, FOUND, count, report};
use crate::batch::{self, Configs, FileError};
use crate::command::{Mending, RuleOptions, check_file, settings_for};
use crate::lint::{self, Safety, Selector};
use crate::report::{Baseline, CheckReport, CheckedFile, Status, Trouble, concise, github, sarif};

/// Find what is broken, dead or about to break
///
/// Each finding has a code, and `--explain CODE` says what it means, what the engine does, and what to do. Which rules
/// are asked is said by --select and --ignore, by tilewright.toml, and for one node by its metadata
/// `tilewright_ignore`.
#[derive(clap::Args, Debug)]
pub(super) struct Check {
    #[command(flatten)]
    paths: Paths,
    #[command(flatten)]
    layers: Layers,
    /// Ask these rules instead of the default ones: codes, their beginnings (`TW2`), names, ALL, DEFAULT
    #[arg(long, value_name = "RULES", value_delimiter = ',', value_parser = Selector::parse, help_heading = "Rules")]
    select: Option<Vec<Selector>>,
    /// Never ask these rules
    #[arg(long, value_name = "RULES", value_delimiter = ',', value_parser = Selector::parse, help_heading = "Rules")]
    ignore: Vec<Selector>,
    /// List all rules
    #[arg(long, help_heading = "Rules")]
    list_rules: bool,
    /// Explain a rule, by its code or name
    #[arg(long, value_name = "CODE", help_heading = "Rules")]
    explain: Option<String>,
    /// Apply the safe fixes: what the engine shows stays the same
    #[arg(long, help_heading = "Fixes")]
    fix: bool,
    /// With --fix: apply the others as well, after which the engine reads something else
    #[arg(long = "unsafe", requires = "fix", help_heading = "Fixes")]
    all: bool,
    #[command(flatten)]
    writing: Writing,
    /// Tell only what is not in this file, or more than there
    #[arg(long, value_name = "FILE", help_heading = "Baseline")]
    baseline: Option<PathBuf>,
    /// Write all findings into this file, and tell none
    #[arg(long, value_name = "FILE", conflicts_with_all = ["baseline", "fix"], help_heading = "Baseline")]
    write_baseline: Option<PathBuf>,
}

impl Check {
    pub fn run(&self, global: &Global, screen: &Screen) -> io::Result<u8> {
        if self.list_rules {
            return super::rules::list(screen);
        }
        if let Some(code) = &self.explain {
            return super::rules::explain(code, screen);
        }
        if (self.writing.check || self.writing.diff || self.writing.output.is_some()) && !self.fix {
            return screen.fail("--check, --diff and -o are about fixes: give --fix as well");
        }
        let configs = Configs::default();
        let prepared =
            self.layers.filter().and_then(|filter| Ok((filter, Files::find(&self.paths, &configs, screen)?)));
        let (filter, files) = match prepared {
            Ok(prepared) => prepared,
            Err(message) => return screen.fail(&message),
        };
        let baseline = match self.known() {
            Ok(baseline) => baseline,
            Err(error) => return screen.fail_with(&[Trouble::of_file_error(&error)]),
        };
        if let Some(message) = report::refused(&self.writing, &files, screen).filter(|_| self.fix) {
            return screen.fail(&message);
        }
        let rules = RuleOptions { select: self.select.clone(), ignore: self.ignore.clone() };
        let options = self.writing.options(filter, None);
        let mending = match (self.fix, self.all) {
            (false, _) => Mending::No,
            (true, false) => Mending::Safe,
            (true, true) => Mending::All,
        };
        let mut checked = files.run(
            global,
            screen,
            |input| match settings_for(input, &configs, &rules, &options.filter) {
                Ok(settings) => check_file(input, &settings, mending, &options),
                Err(error) => CheckedFile::failed(input.name(), None, vec![Trouble::of_file_error(&error)]),
            },
            |input, trouble| CheckedFile::failed(input.name(), None, vec![trouble]),
        );
        screen.troubles(&files.troubles);
        for file in &checked {
            screen.troubles(&file.troubles);
        }
        let failed = !files.troubles.is_empty() || checked.iter().any(|file| file.status == Status::Failed);
        if let Some(path) = &self.write_baseline {
            return self.write(path, &checked, failed, screen);
        }
        let mut known = 0;
        if let Some((path, baseline)) = &baseline {
            for file in &mut checked {
                let name = relative(path, &file.path);
                known += baseline.subtract(file, &name);
            }
        }
        let mended = self.fix && checked.iter().any(|file| file.status == Status::Changed);
        let dry = self.writing.check || self.writing.diff;
        self.tell(global, &files, &checked, known, screen)?;
        let found = checked.iter().any(|file| !file.findings.is_empty());
        Ok(match (failed, found || (dry && mended)) {
            (true, _) => FAILED,
            (false, true) => FOUND,
            (false, false) => DONE,
        })
    }

    /// The baseline with its path.
    fn known(&self) -> Result<Option<(PathBuf, Baseline)>, FileError> {
        let Some(path) = &self.baseline else { return Ok(None) };
        let (source, _) = batch::read(path)?;
        let baseline = Baseline::parse(source.bytes()).map_err(|reason| {
            FileError::new(path, format!("{} {reason}", path.display()))
                .with_help("`tilewright check --write-baseline FILE` writes one")
        })?;
        Ok(Some((batch::real_path(path), baseline)))
    }

    fn write(&self, path: &Path, checked: &[CheckedFile], failed: bool, screen: &Screen) -> io::Result<u8> {
        let place = batch::real_path(path);
        let text = Baseline::write(checked, |file| relative(&place, file));
        if let Err(error) = batch::write_new(path, text.as_bytes()) {
            return screen.fail_with(&[Trouble::of_file_error(&error)]);
        }
        if screen.json {
            screen.json(&CheckReport::new(&[]))?;
        }
        let findings = checked.iter().map(|file| file.findings.len()).sum();
        screen.note(&format!("{} written to {}", count(findings, "known finding"), path.display()));
        Ok(if failed { FAILED } else { DONE })
    }

    fn tell(
        &self,
        global: &Global,
        files: &Files,
        checked: &[CheckedFile],
        known: usize,
        screen: &Screen,
    ) -> io::Result<()> {
        let text_goes_out = self.fix && self.writing.takes_stdout(files.stdin);
        if !text_goes_out {
            self.show(global, checked, screen)?;
        }
        if !matches!(global.output_format, Format::Human | Format::Concise) {
            return Ok(());
        }
        for file in checked.iter().filter(|file| !file.mended.is_empty()) {
            screen.note(&format!("{}: {}", file.path, file.mended.join("; ")));
        }
        summary(checked, screen);
        let findings: usize = checked.iter().map(|file| file.findings.len()).sum();
        let mut said = format!("{} in {}", count(findings, "finding"), count(files.inputs.len(), "file"));
        if known > 0 {
            said.push_str(&format!(", and {known} known from the baseline"));
        }
        let changed = checked.iter().filter(|file| file.status == Status::Changed).count();
        let mended: usize = checked.iter().map(|file| file.mended.len()).sum();
        if self.fix {
            let dry = self.writing.check || self.writing.diff;
            let verb = if dry { "would be mended" } else { "mended" };
            said.push_str(&format!("; {mended} {verb} in {}", count(changed, "file")));
        }
        screen.note(&said);
        let fixable = |safety: Safety| {
            let findings = checked.iter().flat_map(|file| &file.findings);
            findings.filter(|finding| finding.fix.as_ref().is_some_and(|fix| fix.safety == safety)).count()
        };
        match (fixable(Safety::Safe), fixable(Safety::Unsafe)) {
            (0, 0) => {}
            (safe, 0) => screen.note(&format!("`--fix` mends {safe} of them")),
            (0, bold) => {
                screen.note(&format!("`--fix --unsafe` mends {bold} of them; look at `--diff` first"))
            }
            (safe, bold) => screen.note(&format!(
                "`--fix` mends {safe} of them, `--fix --unsafe` {bold} more; look at `--diff` first"
            )),
        }
        Ok(())
    }

    fn show(&self, global: &Global, checked: &[CheckedFile], screen: &Screen) -> io::Result<()> {
        match global.output_format {
            Format::Json => return screen.json(&CheckReport::new(checked)),
            Format::Sarif => return screen.json(&sarif(checked)),
            Format::Human | Format::Concise | Format::Github => {}
        }
        let mut out = screen.out();
        for file in checked {
            match &file.diff {
                Some(diff) => report::show_diff(&mut out, diff, screen)?,
                None if self.writing.check && file.status == Status::Changed => {
                    writeln!(out, "{}", file.path)?
                }
                None => {}
            }
        }
        let dry = self.writing.check || self.writing.diff;
        for file in checked.iter().filter(|_| !dry) {
            let lines = match global.output_format {
                Format::Github => github(file),
                Format::Concise => concise(file),
                _ => file.source.iter().flat_map(|source| screen.findings(&file.findings, source)).collect(),
            };
            for line in lines {
                writeln!(out, "{line}")?;
            }
        }
        out.flush()
    }
}

/// One line a rule that found something.
fn summary(checked: &[CheckedFile], screen: &Screen) {
    let mut rules: BTreeMap<&str, (&lint::Rule, usize)> = BTreeMap::new();
    for finding in checked.iter().flat_map(|file| &file.findings) {
        rules.entry(finding.rule.code).or_insert((finding.rule, 0)).1 += 1;
    }
    for (rule, count) in rules.into_values() {
        screen.note(&format!("{count:>5} {} {} ({})", rule.code, rule.name, rule.summary));
    }
}

/// How a baseline calls a file: from its own folder on, with `/` between.
fn relative(baseline: &Path, file: &str) -> String {
    let real = batch::real_path(Path::new(file));
    let folder = baseline.parent().unwrap_or(Path::new("/"));
    let inside = real.strip_prefix(folder).unwrap_or(&real);
    let parts: Vec<_> = inside.iter().map(|part| part.to_string_lossy()).collect();
    parts.join("/")
}
