//! TW015 undeclared-resource: a reference to a resource that no section above declares.

use crate::lint::{Context, Findings, Level, Rule};
use crate::syntax::ProblemKind;

pub(in crate::lint) static RULE: Rule = Rule {
    code: "TW015",
    name: "undeclared-resource",
    level: Level::Error,
    default: true,
    fix: None,
    summary: "a reference to a resource that no section above declares",
    why: "The engine refuses the whole file: an `ExtResource` or `SubResource` must be declared above the \
          place that uses it. Mostly a merge took a node from one side and left its resource on the other.",
    example: r#"[node name="Ground" type="TileMapLayer" parent="."]
tile_set = ExtResource("1_tiles")"#,
    remedy: "add the section (copy it from the version where it was lost, `git log -S ID` finds it), or move \
          it up if it stands further down.",
    check,
};

fn check(context: &Context<'_>, found: &mut Findings) {
    super::problems(context, found, |kind| {
        use ProblemKind::*;
        matches!(kind, UndeclaredResource { .. })
    });
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::*;

    #[test]
    fn a_resource_that_nobody_declares() {
        let text = scene("a = ExtResource(\"1\")\n");
        assert_eq!(said("TW015", &text), ["ExtResource(\"1\") is not declared above"]);
        let declared = "[gd_scene]\n[ext_resource type=\"A\" path=\"res://a\" id=\"1\"]\n[node name=\"R\" type=\"Node\"]\na = ExtResource(\"1\")\n";
        assert_eq!(said("TW015", declared), [""; 0]);
    }
}
