//! How fast the parts and the whole are, beside what the same machine needs to copy and search the same bytes: figures
//! are worth something only as ratios to a yardstick of the same run.
//!
//! `cargo bench` runs all of it, `cargo bench -- base64` a part. `TILEWRIGHT_BENCH_SCALE=0.1` makes all inputs a tenth
//! as large; as a test (`cargo test --benches`) each step runs once, on small ones. Files lie in memory where there is
//! a place for that.

mod folder_of_scenes;
mod growth;
mod scenes;
mod steps;

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

static FOLDER: OnceLock<PathBuf> = OnceLock::new();

fn main() {
    let memory = Path::new("/dev/shm");
    let place = if memory.is_dir() { memory.to_owned() } else { std::env::temp_dir() };
    let folder = tempfile::Builder::new().prefix("tilewright-bench-").tempdir_in(place);
    let folder = folder.expect("a temporary folder can be made");
    FOLDER.set(folder.path().to_owned()).expect("set once");
    divan::Divan::default().sample_count(11).sample_size(1).config_with_args().main();
}

/// Where all files go.
fn folder() -> &'static Path {
    FOLDER.get().expect("set before the first bench")
}

/// A number of nodes, records or files, scaled.
fn scaled(number: usize) -> usize {
    static SCALE: OnceLock<f64> = OnceLock::new();
    let scale = SCALE.get_or_init(|| match std::env::var("TILEWRIGHT_BENCH_SCALE") {
        Ok(scale) => scale.parse().expect("TILEWRIGHT_BENCH_SCALE is a number"),
        Err(_) if std::env::args().any(|argument| argument == "--bench") => 1.0,
        Err(_) => 1.0 / 128.0,
    });
    ((number as f64 * scale) as usize).max(1)
}

/// Makes a bench of each step on one scene.
macro_rules! bench {
    ($scene:expr, $($step:ident)*) => {
        use super::{scenes, steps};
        use tilewright::tile::Encoding;

        static SCENE: steps::Scene = $scene;
        $(
            #[divan::bench]
            fn $step(bencher: divan::Bencher<'_, '_>) {
                steps::$step(bencher, &SCENE);
            }
        )*
    };
}

/// 64 MB.
mod base64 {
    bench!(
        steps::Scene::new("base64.tscn", scenes::base64, 4_000_000, Encoding::Base64),
        copy memcpy memchr parse decode encode sort resolve clean
    );
}

/// 42 MB.
mod decimal {
    bench!(
        steps::Scene::new("decimal.tscn", scenes::decimal, 1_060_000, Encoding::Decimal),
        copy memcpy memchr parse decode encode sort resolve clean
    );
}

/// 23 MB.
mod nodes {
    bench!(
        steps::Scene::new("nodes.tscn", scenes::nodes, 120_000, Encoding::Base64),
        copy memcpy memchr parse clean list
    );
}
