//! `edit --recode engine`: what it writes, the engine writes too.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use tilewright::report::Status;

use crate::common::engine::Engine;
use crate::common::spelled::spelled;
use crate::common::{copy_tree, decode, edit, fixtures, model, read, scenes, temp, write};

/// Scenes whose spelling is not that of the engine, or would not be after an edit.
fn odd_scenes(folder: &Path) {
    let mut numbers = model::Numbers(3);
    let (long, short) = (numbers.cells(6, [0, 0, 9, 9]), numbers.cells(5, [0, 0, 9, 9]));
    let both = model::scene(&[("Long", &long), ("Short", &short)], false);
    write(folder, "both.tscn", &both);
    write(folder, "short.tscn", &model::scene(&[("A", &short), ("B", &short)], false));
    write(folder, "no_format.tscn", &both.replace(" format=3", ""));
    write(folder, "no_format_uid.tscn", &both.replace("format=3", "uid=\"uid://ctcfcpq3ljrqf\""));
    write(folder, "format_4.tscn", &model::scene(&[("A", &short)], false).replace("format=3", "format=4"));
    let with = |values: &str| both.replace("type=\"Node2D\"]\n", &format!("type=\"Node2D\"]\n{values}\n"));
    write(
        folder,
        "infinite.tscn",
        &with(
            "metadata/a = inf_neg\nmetadata/b = Vector2(inf_neg, inf)\nmetadata/c = [1, {\n\"k\": inf_neg\n}]\nmetadata/d = PackedFloat32Array(inf_neg, 1)",
        ),
    );
    let small = |values: &str| {
        model::scene(&[("A", &short)], false)
            .replace("type=\"Node2D\"]\n", &format!("type=\"Node2D\"]\n{values}\n"))
    };
    write(
        folder,
        "infinite_small.tscn",
        &small("metadata/a = -inf\nmetadata/b = Vector2(-inf, inf)\nmetadata/c = [1, {\n\"k\": -inf\n}]"),
    );
    write(
        folder,
        "vector4.tscn",
        &small(
            "metadata/a = PackedVector4Array(1, 2, 3, 4)\nmetadata/b = PackedByteArray(1, 2, 3)\nmetadata/e = PackedByteArray()",
        ),
    );
    write(folder, "vector4_empty.tscn", &small("metadata/a = PackedVector4Array()"));
    write(
        folder,
        "nested.tscn",
        &small(&format!("metadata/a = {{\n\"k\": [PackedByteArray({})]\n}}", vec!["7"; 65].join(", "))),
    );
    write(
        folder,
        "nested_64.tscn",
        &small(&format!("metadata/a = {{\n\"k\": [PackedByteArray({})]\n}}", vec!["7"; 64].join(", "))),
    );
    write(
        folder,
        "old_names.tscn",
        &small(
            "metadata/a = PoolByteArray(1, 2)\nmetadata/b = PoolByteArray(\"AQI=\")\nmetadata/c = ByteArray(9)",
        ),
    );
    write(
        folder,
        "string.tscn",
        &small("metadata/a = \"inf_neg and -inf in a string\"\nmetadata/b = [\"-inf\", -inf]"),
    );
    write(
        folder,
        "typed.tscn",
        &small("metadata/a = Array[PackedByteArray]([PackedByteArray(\"AQI=\"), PackedByteArray(3)])"),
    );
}

#[test]
fn recode_engine_writes_what_the_engine_writes() {
    let Some(engine) = Engine::find() else { return };
    let work = temp();
    copy_tree(&fixtures("engine"), work.path());
    copy_tree(&Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes"), &work.path().join("scenes"));
    odd_scenes(work.path());
    let files = scenes(work.path());
    let place = |path: &Path, end: &str| {
        path.with_extension(format!("{end}.{}", path.extension().expect("one").display()))
    };
    let pairs: Vec<(PathBuf, PathBuf)> =
        files.iter().map(|path| (path.clone(), place(path, "saved"))).collect();
    let saved = engine.resave(work.path(), &pairs);
    let mut recoded = Vec::new();
    let mut faults = Vec::new();
    let mut refused: HashMap<String, String> = HashMap::new();
    for ((path, theirs), saved) in pairs.iter().zip(saved) {
        if !saved {
            continue;
        }
        let ours = place(path, "ours");
        std::fs::copy(path, &ours).expect("copied");
        let outcome = edit(&ours, "--recode engine");
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        if outcome.status == Status::Failed {
            refused.insert(name, outcome.error().unwrap_or_default());
            continue;
        }
        let (mine, engines) = (spelled(&ours), spelled(theirs));
        if mine != engines {
            let text: String = read(&ours).chars().take(2000).collect();
            faults.push(format!("{name}: ours {mine:?}, the engine's {engines:?}\n{text}"));
            continue;
        }
        assert_eq!(decode(&ours).0, decode(path).0, "{name}: the cells");
        recoded.push((ours.clone(), place(path, "again")));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(recoded.len() > 130, "{} files; refused: {refused:#?}", recoded.len());
    for ((ours, again), saved) in recoded.iter().zip(engine.resave(work.path(), &recoded)) {
        assert!(saved, "{}: the engine refuses what we wrote", ours.display());
        assert_eq!(spelled(ours), spelled(again), "{}: the engine spells it anew", ours.display());
    }
    eprintln!("{} files as the engine spells them; refused: {refused:#?}", recoded.len());
}

/// The example project opens without a word.
#[test]
fn the_example_projects_are_sound() {
    let Some(engine) = Engine::find() else { return };
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes");
    let work = temp();
    copy_tree(&own, work.path());
    // A project inside a project is one of its own.
    std::fs::remove_dir_all(work.path().join("legacy-project")).expect("the copy of the second project");
    assert_sound(&engine, work.path());
    let work = temp();
    copy_tree(&own.join("legacy-project"), work.path());
    assert_sound(&engine, work.path());
}

/// Imports, opens and runs without a message.
fn assert_sound(engine: &Engine, project: &Path) {
    let (code, output) = engine.run(project, &["--import"]);
    assert_eq!(code, 0, "{output}");
    let files = scenes(project);
    let complaints: Vec<String> = files
        .iter()
        .zip(engine.read(project, &files))
        .filter(|(_, reading)| !reading.ok || !reading.messages.is_empty())
        .map(|(path, reading)| format!("{}: {:?}", path.display(), reading.messages))
        .collect();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    let (code, output) = engine.run(project, &["--quit-after", "3"]);
    assert!(code == 0 && !output.contains("ERROR") && !output.contains("WARNING"), "{output}");
}
