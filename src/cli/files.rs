//! Running a command over files: which ones, and all of them at once.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use super::options::{Global, Layers, Paths};
use super::screen::Screen;
use crate::batch::{self, Configs};
use crate::command::{Input, LayerFilter};
use crate::report::Trouble;

/// The inputs of a command.
pub(super) struct Files {
    pub inputs: Vec<Input>,
    /// What could not even be found.
    pub troubles: Vec<Trouble>,
    /// Whether the input is standard input.
    pub stdin: bool,
}

impl Files {
    /// Finds them.
    ///
    /// # Errors
    ///
    /// In words, what is wrong with the arguments.
    pub fn find(paths: &Paths, configs: &Configs, screen: &Screen) -> Result<Files, String> {
        if let Some(stdin) = paths.stdin()? {
            let files = Files { inputs: vec![stdin], troubles: Vec::new(), stdin: true };
            files.tell_configs(configs, screen);
            return Ok(files);
        }
        if paths.stdin_filename.is_some() {
            return Err("--stdin-filename says where standard input would lie: give `-` as the path".into());
        }
        let options = batch::Options { force_exclude: paths.force_exclude, ..batch::Options::default() };
        let found = batch::discover(&paths.paths, options, configs);
        for (path, skip) in &found.skipped {
            screen.detail(&format!("skipped {}: {skip}", path.display()));
        }
        let troubles: Vec<Trouble> = found.errors.iter().map(Trouble::of_file_error).collect();
        if found.files.is_empty() && troubles.is_empty() && !paths.force_exclude {
            let why = match found.skipped.len() {
                0 => String::new(),
                1 => ", 1 path was skipped (-v tells why)".to_owned(),
                many => format!(", {many} paths were skipped (-v tells why)"),
            };
            screen.note(&format!("no .tscn or .tres file here{why}"));
        }
        let inputs = found.files.into_iter().map(Input::File).collect();
        let files = Files { inputs, troubles, stdin: false };
        files.tell_configs(configs, screen);
        Ok(files)
    }

    /// Finds them, for a command that works on some of their layers.
    ///
    /// # Errors
    ///
    /// In words, what is wrong with the arguments.
    pub fn with_layers(
        paths: &Paths,
        layers: &Layers,
        configs: &Configs,
        screen: &Screen,
    ) -> Result<(LayerFilter, Files), String> {
        let filter = layers.filter()?;
        Ok((filter, Files::find(paths, configs, screen)?))
    }

    /// For those who ask for more: which configs count.
    fn tell_configs(&self, configs: &Configs, screen: &Screen) {
        if !screen.is_verbose() || self.inputs.is_empty() {
            return;
        }
        let mut told = BTreeSet::new();
        for config in self.inputs.iter().filter_map(|input| configs.of(input.place()).ok()) {
            told.extend(config.path.as_ref().map(|path| path.display().to_string()));
        }
        told.iter().for_each(|path| screen.detail(&format!("config: {path}")));
        if told.is_empty() {
            screen.detail("config: none, there is no tilewright.toml in or above these folders");
        }
    }

    /// Runs over all inputs; the outcomes come in their order, whatever the number of threads.
    pub fn run<T: Send>(
        &self,
        global: &Global,
        screen: &Screen,
        each: impl Fn(&Input) -> T + Sync,
        crashed: impl Fn(&Input, Trouble) -> T,
    ) -> Vec<T> {
        let progress = Bar::new(screen.shows_progress());
        let jobs = global.jobs.map(usize::from);
        let outcomes = batch::run(&self.inputs, jobs, &progress, each);
        let name = |input: &Input| input.name();
        outcomes
            .into_iter()
            .zip(&self.inputs)
            .map(|(outcome, input)| {
                outcome.unwrap_or_else(|panicked| {
                    crashed(input, Trouble::of_file_error(&panicked.in_file(Path::new(&name(input)))))
                })
            })
            .collect()
    }
}

/// Since when, of how many, how many are done, and the bar once it shows.
type Progress = (Instant, u64, u64, Option<ProgressBar>);

/// A progress bar that shows itself when the work takes over a second.
struct Bar {
    wanted: bool,
    state: Mutex<Option<Progress>>,
}

impl Bar {
    fn new(wanted: bool) -> Self {
        Bar { wanted, state: Mutex::new(None) }
    }
}

impl batch::Progress for Bar {
    fn start(&self, total: usize) {
        if self.wanted {
            *self.state.lock().expect("no thread panics while it holds this") =
                Some((Instant::now(), total as u64, 0, None));
        }
    }

    fn step(&self) {
        if !self.wanted {
            return;
        }
        let mut state = self.state.lock().expect("no thread panics while it holds this");
        let Some((began, total, done, bar)) = state.as_mut() else { return };
        *done += 1;
        if began.elapsed() > Duration::from_secs(1) {
            let bar = bar.get_or_insert_with(|| {
                let style = ProgressStyle::with_template("{bar:30} {pos}/{len} files, {eta} left");
                ProgressBar::new(*total).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
            });
            bar.set_position(*done);
        }
    }

    fn finish(&self) {
        if let Some((.., Some(bar))) = self.state.lock().expect("no thread panics while it holds this").take()
        {
            bar.finish_and_clear();
        }
    }
}
