//! What is measured on one scene, and the yardsticks beside it.

use std::fs;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use divan::Bencher;
use divan::counter::{BytesCount, ItemsCount};
use tilewright::command::{
    BufferForm, ChangeOptions, CleanOptions, Input, LayerFilter, Mode, buffer_text, clean_file, list_file,
};
use tilewright::op::Order;
use tilewright::project::{Disk, Projects};
use tilewright::report::Status;
use tilewright::tile::{Cell, Encoding, LayerSite, Records, Resolved, find};
use tilewright::{Document, Source};

/// A scene on the disk, made when it is first asked for.
pub struct Scene {
    name: &'static str,
    make: fn(usize) -> Vec<u8>,
    size: usize,
    encoding: Encoding,
    path: OnceLock<PathBuf>,
}

impl Scene {
    /// `size` is what `make` takes, before it is scaled.
    pub const fn new(
        name: &'static str,
        make: fn(usize) -> Vec<u8>,
        size: usize,
        encoding: Encoding,
    ) -> Self {
        Scene { name, make, size, encoding, path: OnceLock::new() }
    }

    pub fn name(&self) -> &str {
        self.name
    }

    fn path(&self) -> &Path {
        self.path.get_or_init(|| {
            let path = super::folder().join(self.name);
            fs::write(&path, (self.make)(super::scaled(self.size))).expect("room for the scene");
            path
        })
    }

    fn bytes(&self) -> Vec<u8> {
        fs::read(self.path()).expect("the scene is there")
    }

    fn len(&self) -> BytesCount {
        BytesCount::new(fs::metadata(self.path()).expect("the scene is there").len())
    }

    fn layer(&self) -> (Document, LayerSite) {
        let document = Document::parse(Source::new(self.name, self.bytes()));
        let site = find(&document).expect("sound layers").pop().expect("one layer");
        (document, site)
    }

    fn records(&self) -> Vec<Cell> {
        let (document, site) = self.layer();
        match site.decode(&document).records {
            Records::Cells(cells) => cells,
            Records::Old(_) => unreachable!("a scene of today"),
        }
    }
}

/// Yardstick: the file copied to a new one.
pub fn copy(bencher: Bencher<'_, '_>, scene: &Scene) {
    let to = super::folder().join("copy.tscn");
    bencher
        .counter(scene.len())
        .with_inputs(|| _ = fs::remove_file(&to))
        .bench_values(|()| fs::copy(scene.path(), &to).expect("room for the copy"));
    _ = fs::remove_file(&to);
}

/// Yardstick: the bytes copied to memory that is there already.
pub fn memcpy(bencher: Bencher<'_, '_>, scene: &Scene) {
    let bytes = scene.bytes();
    let mut to = bytes.clone();
    bencher.counter(scene.len()).bench_local(|| black_box(&mut to).copy_from_slice(black_box(&bytes)));
}

/// Yardstick: the bytes searched for one that is not there.
pub fn memchr(bencher: Bencher<'_, '_>, scene: &Scene) {
    let bytes = scene.bytes();
    bencher.counter(scene.len()).bench(|| memchr::memchr(0, black_box(&bytes)));
}

pub fn parse(bencher: Bencher<'_, '_>, scene: &Scene) {
    let bytes = scene.bytes();
    bencher
        .counter(scene.len())
        .with_inputs(|| Source::new(scene.name, bytes.as_slice()))
        .bench_values(Document::parse);
}

pub fn decode(bencher: Bencher<'_, '_>, scene: &Scene) {
    let (document, site) = scene.layer();
    bencher.counter(scene.len()).bench(|| site.decode(&document));
}

pub fn encode(bencher: Bencher<'_, '_>, scene: &Scene) {
    let records = scene.records();
    bencher.counter(scene.len()).bench(|| buffer_text(&records, BufferForm::Array, Some(scene.encoding)));
}

pub fn sort(bencher: Bencher<'_, '_>, scene: &Scene) {
    let records = scene.records();
    bencher.counter(ItemsCount::new(records.len())).with_inputs(|| records.clone()).bench_values(
        |mut records| {
            Order::Yx.sort(&mut records);
            records
        },
    );
}

pub fn resolve(bencher: Bencher<'_, '_>, scene: &Scene) {
    let records = scene.records();
    bencher
        .counter(ItemsCount::new(records.len()))
        .with_inputs(|| records.clone())
        .bench_values(Resolved::new);
}

/// The whole command in place: read, parse, clean, write, read back, prove, rename.
pub fn clean(bencher: Bencher<'_, '_>, scene: &Scene) {
    let input = Input::File(super::folder().join("dirty.tscn"));
    let options = ChangeOptions {
        mode: Mode::Write,
        output: None,
        filter: LayerFilter::default(),
        shape: None,
        projects: Projects::new(Disk),
    };
    bencher
        .counter(scene.len())
        .with_inputs(|| _ = fs::copy(scene.path(), input.place()).expect("room for the copy"))
        .bench_values(|()| {
            let outcome = clean_file(&input, CleanOptions::default(), &options);
            assert_eq!(outcome.status, Status::Changed, "{:?}", outcome.troubles);
        });
    _ = fs::remove_file(input.place());
}

pub fn list(bencher: Bencher<'_, '_>, scene: &Scene) {
    let input = Input::File(scene.path().to_owned());
    bencher.counter(scene.len()).bench(|| {
        let listed = list_file(&input, &LayerFilter::default());
        assert_eq!(listed.code, 0, "{:?}", listed.troubles);
        listed.rows
    });
}
