use super::*;
use crate::diff::{CellDiff, Change, Subject, Verb};
use crate::tile::Cell;

const EVIL: &str = "<script>\"&'\u{0}";

fn diff(cells: i16) -> SceneDiff {
    let cell = |x| Cell { x: 2 * x, y: 0, source: 0, atlas_x: 0, atlas_y: 0, alternative: 0 };
    let layer = LayerDiff {
        node: None,
        layer: None,
        resource: None,
        label: EVIL.into(),
        cells: CellDiff { added: (0..cells).map(cell).collect(), ..CellDiff::default() },
        old: false,
        counts: (0, cells as usize),
    };
    let change = Change { subject: Subject::Node, name: EVIL.into(), class: None, verb: Verb::Added };
    SceneDiff { layers: vec![layer], changes: vec![change], bookkeeping: vec![EVIL.into()] }
}

fn page(diff: &SceneDiff, all: bool) -> String {
    diff_page(&DiffPage { title: EVIL, files: vec![([EVIL, EVIL], diff)], troubles: vec![EVIL.into()], all })
}

#[test]
fn names_are_escaped_wherever_they_stand() {
    let text = page(&diff(1), false);
    assert!(!text.contains("<script") && !text.contains('\u{0}'));
    let escaped = "&lt;script&gt;&quot;&amp;&#39;\u{fffd}";
    // Title, headline, trouble, two file names, layer, node, bookkeeping.
    assert_eq!(text.matches(escaped).count(), 8, "{text}");
}

#[test]
fn long_lists_say_how_many_more_there_are() {
    let long = diff(LINES as i16 + 7);
    let lines = |text: &str| text.matches("<div class=\"added\">+ (").count();
    let text = page(&long, false);
    assert_eq!(lines(&text), LINES);
    assert!(text.contains("… and 7 more"));
    assert_eq!(lines(&page(&long, true)), LINES + 7);
}

#[test]
fn runs_of_the_map_are_joined() {
    let mut diff = diff(2);
    diff.layers[0].cells.added[1].x = 1;
    assert!(page(&diff, false).contains("<path d=\"M0 0h2v1h-2z\" fill=\"url(#added)\"/>"));
}

#[test]
fn no_difference_is_said() {
    let text = page(&SceneDiff::default(), false);
    assert!(text.contains("<p>No difference.</p>") && !text.contains("url("));
}
