use super::*;
use std::fs;

const MAP: &str = "[gd_scene format=3]\n\n[node name=\"Map\" type=\"TileMap\"]\nformat = 2\n";
const LEVEL: &str = "[gd_scene format=3]\n\n[ext_resource type=\"PackedScene\" path=\"res://a.tscn\" id=\"1\"]\n\n\
    [node name=\"W\" instance=ExtResource(\"1\")]\nlayer_0/enabled = false\n";

/// The second file of a group changes between the proof and the write: the first one gets its bytes back.
#[test]
fn a_write_that_fails_midway_is_undone() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = |name: &str| folder.path().join(name);
    fs::write(path("project.godot"), "").expect("written");
    fs::write(path("a.tscn"), MAP).expect("written");
    fs::write(path("b.tscn"), LEVEL).expect("written");
    let options = MigrateOptions {
        mode: Mode::Write,
        output: None,
        filter: LayerFilter::default(),
        options: Options::default(),
    };
    let mut run = Run {
        options: &options,
        outcomes: BTreeMap::new(),
        known: HashMap::new(),
        migrated: Migrated::default(),
    };
    let named: Vec<PathBuf> = ["a.tscn", "b.tscn"]
        .iter()
        .enumerate()
        .map(|(number, name)| run.read(number, &Input::File(path(name))).expect("readable"))
        .collect();
    let project = Projects::new(Disk).of(&named[0]);
    let plan = run.plan(&project, &named).expect("a plan");
    assert_eq!(plan.groups.len(), 1);
    assert_eq!(plan.groups[0].files.len(), 2);
    fs::write(path("b.tscn"), format!("{LEVEL}; saved by another\n")).expect("written");
    let (failed, trouble) = run.group(&plan.groups[0]).err().expect("a failure");
    assert!(failed.ends_with("b.tscn"));
    assert!(trouble.help.expect("help").contains("hold their old text again"));
    assert_eq!(fs::read_to_string(path("a.tscn")).expect("read"), MAP);
}
