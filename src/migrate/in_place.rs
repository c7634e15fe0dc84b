//! A map with one layer becomes that layer: the two nodes' properties are merged into one.

use super::draft::Draft;
use super::finding::{Finding, Weight};
use super::node::Line;
use super::patch::Patch;
use super::table::{Default as Plain, layer_default};
use super::world::Child;
use crate::source::Span;
use crate::syntax::{Document, Property, Value, ValueKind};

/// Adds what stands against it: more than one layer, and what would change the children that the node has.
pub(super) fn check(draft: &mut Draft<'_>, children: &[Child]) {
    let way_out = "migrate this node with --mode container";
    let mut refusals = Vec::new();
    let mut refuse = |place: usize, span: Span, message: String| {
        let level = &draft.map.levels[place];
        let finding = Finding::new(Weight::Refusal, "not-in-place", &level.scene, message, way_out);
        refusals.push(finding.at(&level.document, span).on(&level.node));
    };
    let tag = |place: usize| draft.map.levels[place].view().tag();
    for (place, own) in draft.levels.iter().enumerate() {
        if own.names.len() != 1 && !draft.husk {
            let message =
                format!("the map has {} layers, and only one can become the node itself", own.names.len());
            refuse(place, tag(place), message);
            break;
        }
    }
    if draft.husk {
        let message = "the editor's action was here already: the layers are nodes below it";
        refuse(0, tag(0), message.to_owned());
    }
    let what = ["modulate", "z_index", "y_sort_enabled"];
    let level = &draft.map.levels[0];
    let document = &*level.document;
    for key in what {
        let Some(line) = draft.levels[0].keys.layer(0, key) else { continue };
        let default = layer_default(key).expect("a key of the table");
        let own = level.view().property(key);
        let differs = match key {
            "y_sort_enabled" => y_sort(document, Some(line)) != y_sort(document, own),
            _ => !default.is(document, line.value),
        };
        if differs && !children.is_empty() {
            refuse(0, line.key, format!("`layer_0/{key}` would hold for the node's children too"));
        } else if differs && draft.map.levels[1..].iter().any(|level| level.view().property(key).is_some()) {
            refuse(
                0,
                line.key,
                format!("another scene overrides `{key}`, which would be merged with the layer's"),
            );
        }
    }
    for (place, own) in draft.levels.iter().enumerate().skip(1) {
        for key in what {
            if let Some(line) = own.keys.layer(0, key) {
                refuse(
                    place,
                    line.key,
                    format!("`layer_0/{key}` of an instance cannot be merged with its base's"),
                );
            }
        }
    }
    if y_sort(document, level.view().property("y_sort_enabled"))
        && draft.levels[0].keys.layer(0, "y_sort_enabled").is_none()
        && !children.is_empty()
    {
        let message =
            "the node sorts its children by y, and its layer is not sorted: one node cannot do both";
        refuse(0, tag(0), message.to_owned());
    }
    draft.refusals.extend(refusals);
}

fn y_sort(document: &Document, property: Option<&Property>) -> bool {
    property.is_some_and(|property| !Plain::False.is(document, property.value))
}

/// The changes of one level.
pub(super) fn emit(draft: &Draft<'_>, place: usize, patch: &mut Patch) {
    let level = &draft.map.levels[place];
    let own = &draft.levels[place];
    let document = &*level.document;
    let view = level.view();
    let text = |property: &Property| document.source().slice(property.value).to_vec();
    let is_override = level.base.is_some();
    if !is_override && let Some(class) = view.field("type") {
        patch.replace(class.value, "\"TileMapLayer\"");
    }
    for line in &own.keys.layers {
        patch.remove(level.section, &line.property);
    }
    let old = own.keys.old.iter().map(|(_, property)| property);
    for property in own.keys.format.iter().chain(&own.keys.bare).chain(old) {
        patch.remove(level.section, property);
    }
    for line in own.keys.settings.iter().filter(|line| line.setting.from != line.setting.to) {
        patch.remove(level.section, &line.property);
    }
    for to in ["use_kinematic_bodies", "rendering_quadrant_size"] {
        if let Some(line) = own.keys.setting(to).filter(|line| line.setting.from != to) {
            patch.add(level.section, Line::text(to, text(&line.property)));
        }
    }
    for key in ["enabled", "y_sort_origin", "navigation_enabled"] {
        let Some(property) = own.keys.layer(0, key) else { continue };
        let default = layer_default(key).expect("a key of the table");
        if is_override || !default.is(document, property.value) {
            patch.add(level.section, Line::text(key, text(property)));
        }
    }
    if let Some(buffer) = own.buffers.get(&0).filter(|buffer| is_override || !buffer.cells.is_empty()) {
        patch.add(level.section, Line::cells(buffer.cells.clone()));
    }
    if is_override {
        return;
    }
    let plain = |key: &str, property: &&Property| {
        !layer_default(key).expect("a key of the table").is(document, property.value)
    };
    if let Some(property) = own.keys.layer(0, "modulate").filter(|property| plain("modulate", property)) {
        match view.property("modulate") {
            None => patch.add(level.section, Line::text("modulate", text(property))),
            Some(other) => patch.replace(other.value, product(document, other.value, property.value)),
        }
    }
    if let Some(property) = own.keys.layer(0, "z_index").filter(|property| plain("z_index", property)) {
        match view.property("z_index") {
            None => patch.add(level.section, Line::text("z_index", text(property))),
            Some(other) => {
                let sum = int(document, other.value) + int(document, property.value);
                patch.replace(other.value, sum.to_string());
            }
        }
    }
    let sorted = own.keys.layer(0, "y_sort_enabled");
    let other = view.property("y_sort_enabled");
    match (y_sort(document, sorted), y_sort(document, other)) {
        (true, false) => {
            if let Some(other) = other {
                patch.remove(level.section, other);
            }
            patch.add(level.section, Line::text("y_sort_enabled", "true"));
        }
        (false, true) => {
            if let Some(other) = other {
                patch.remove(level.section, other);
            }
        }
        _ => {}
    }
}

fn int(document: &Document, span: Span) -> i64 {
    Value::parse(document.source().bytes(), span).ok().and_then(|value| value.as_int()).unwrap_or(0)
}

/// Two colours, one seen through the other.
fn product(document: &Document, one: Span, other: Span) -> String {
    let parts = |span: Span| -> Vec<f64> {
        match Value::parse(document.source().bytes(), span).map(|value| value.kind) {
            Ok(ValueKind::Construct(_, arguments)) => {
                let text = document.source().text(arguments);
                text.split(',').map(|part| part.trim().parse().unwrap_or(1.0)).collect()
            }
            _ => vec![1.0; 4],
        }
    };
    let product: Vec<String> = parts(one)
        .into_iter()
        .zip(parts(other))
        .map(|(one, other)| ((one * other) as f32).to_string())
        .collect();
    format!("Color({})", product.join(", "))
}
