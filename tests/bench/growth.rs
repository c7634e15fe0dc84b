//! Whether time grows with the size and not with its square: 8 times the input should take at most 9 times the time.
//! Each pair of rows is to be read together; where a scene outgrows the caches of the processor, `copy` shows it too.

use divan::Bencher;
use tilewright::tile::Encoding::{Base64, Decimal};

use super::steps::{self, Scene};
use super::{folder_of_scenes, scenes};

static SCENES: [Scene; 10] = [
    Scene::new("base64 x1", scenes::base64, 500_000, Base64),
    Scene::new("base64 x8", scenes::base64, 4_000_000, Base64),
    Scene::new("decimal x1", scenes::decimal, 125_000, Decimal),
    Scene::new("decimal x8", scenes::decimal, 1_000_000, Decimal),
    Scene::new("layers x1", scenes::layers, 750, Base64),
    Scene::new("layers x8", scenes::layers, 6_000, Base64),
    Scene::new("nodes x1", scenes::nodes, 15_000, Base64),
    Scene::new("nodes x8", scenes::nodes, 120_000, Base64),
    Scene::new("scattered x1", scenes::scattered, 125_000, Base64),
    Scene::new("scattered x8", scenes::scattered, 1_000_000, Base64),
];

fn names() -> impl Iterator<Item = &'static str> {
    SCENES.iter().map(Scene::name)
}

fn scene(name: &str) -> &'static Scene {
    SCENES.iter().find(|scene| scene.name() == name).expect("a name from the list")
}

#[divan::bench(args = names(), sample_count = 7)]
fn clean(bencher: Bencher<'_, '_>, name: &str) {
    steps::clean(bencher, scene(name));
}

#[divan::bench(args = names(), sample_count = 7)]
fn copy(bencher: Bencher<'_, '_>, name: &str) {
    steps::copy(bencher, scene(name));
}

#[divan::bench(args = names(), sample_count = 7)]
fn list(bencher: Bencher<'_, '_>, name: &str) {
    steps::list(bencher, scene(name));
}

#[divan::bench(args = [1, 8])]
fn list_folder(bencher: Bencher<'_, '_>, parts: usize) {
    let folder = folder_of_scenes::made();
    bencher.bench(|| folder_of_scenes::list_all(&folder.parts[..parts]));
}
