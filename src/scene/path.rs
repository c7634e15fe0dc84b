use crate::syntax::SectionView;

/// The path of a node from the scene's root: `.` for the root itself, `World/Ground` below it.
pub fn node_path(node: SectionView<'_>) -> String {
    let name = node.text_field("name").unwrap_or_default();
    let Some(parent) = node.text_field("parent") else { return ".".to_owned() };
    // `./A` and `NodePath(".")` are the same to the engine.
    let parent =
        parent.strip_prefix("NodePath(\"").and_then(|rest| rest.strip_suffix("\")")).unwrap_or(&parent);
    let parent = parent.strip_prefix("./").unwrap_or(parent);
    match parent {
        "." | "" => name.into_owned(),
        parent => format!("{parent}/{name}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Document, Source};

    #[test]
    fn paths_are_relative_to_the_root() {
        let text = "[gd_scene]\n[node name=\"R\" type=\"Node\"]\n[node name=\"A\" type=\"Node\" parent=\".\"]\n\
            [node name=\"B\" type=\"Node\" parent=\"A\"]\n[node name=\"C\" parent=\"./A/B\"]\n";
        let document = Document::parse(Source::new("t", text));
        let paths: Vec<String> = document.sections().skip(1).map(node_path).collect();
        assert_eq!(paths, [".", "A", "A/B", "A/B/C"]);
    }
}
