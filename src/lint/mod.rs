//! `check`: what is broken, dead or about to break, one rule a file.
//!
//! A rule looks at one document, its layers and what lies around it ([`Context`]), and says what it found
//! ([`Finding`]), where, and how it could be mended ([`Fix`]). Its code, its words and its tests stand in its own file;
//! [`ALL`] has one line for each. Nothing is printed and nothing written here.

mod buffer;
mod context;
mod finding;
mod fix;
mod pieces;
mod prove;
mod rule;
mod run;
mod scene;
mod settings;
mod suppress;
#[cfg(test)]
mod testing;
mod text;
mod tile_set;
mod tiles;

pub use context::{Context, Layer};
pub use finding::{CellChange, Change, Finding, Findings, Fix};
pub use fix::{Fixed, fix};
pub use rule::{Level, Rule, Safety};
pub use run::check;
pub use settings::{FILE_BYTES, LAYER_BYTES, Only, Selector, Settings, rule, rules_of};
pub use suppress::KEY as IGNORE_KEY;

/// Every rule, by code.
pub static ALL: &[&Rule] = &[
    &text::unparsable::RULE,
    &text::leftover::RULE,
    &text::swallowed::RULE,
    &text::empty_key::RULE,
    &text::conflict_marker::RULE,
    &text::byte_order_mark::RULE,
    &text::nul::RULE,
    &text::cr_in_string::RULE,
    &text::unicode_escape::RULE,
    &text::invalid_utf8::RULE,
    &text::comment::RULE,
    &text::suspect_escape::RULE,
    &text::attribute_twice::RULE,
    &text::property_twice::RULE,
    &text::undeclared::RULE,
    &text::same_path::RULE,
    &text::parent_missing::RULE,
    &text::bytes_out_of_range::RULE,
    &text::long_number::RULE,
    &text::misread_key::RULE,
    &text::bad_suppression::RULE,
    &text::vanished_node::RULE,
    &buffer::tombstones::RULE,
    &buffer::duplicates::RULE,
    &buffer::unreadable::RULE,
    &buffer::trailing_bytes::RULE,
    &buffer::wrong_type::RULE,
    &buffer::bit15::RULE,
    &buffer::negative_source::RULE,
    &buffer::edge_cells::RULE,
    &buffer::wide_alternative::RULE,
    &buffer::encoding::RULE,
    &buffer::unsorted::RULE,
    &buffer::size_budget::RULE,
    &tiles::unreadable::RULE,
    &tiles::source_missing::RULE,
    &tiles::tile_missing::RULE,
    &tiles::inside_tile::RULE,
    &tiles::alternative_missing::RULE,
    &tiles::scene_missing::RULE,
    &tiles::scene_turned::RULE,
    &tiles::outside_texture::RULE,
    &tiles::proxy::RULE,
    &tiles::no_tile_set::RULE,
    &tile_set::corner_without_sides::RULE,
    &tile_set::polygon_origin::RULE,
    &tile_set::index_out_of_range::RULE,
    &tile_set::overlap::RULE,
    &tile_set::unused::RULE,
    &tile_set::misread_name::RULE,
    &scene::legacy_tile_map::RULE,
    &scene::layer_too_new::RULE,
    &scene::dropped_override::RULE,
    &scene::same_cells::RULE,
    &scene::empty_layer::RULE,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_in_order_and_every_rule_says_all_that_it_must() {
        assert!(ALL.is_sorted_by(|a, b| a.code < b.code), "by code, each once");
        for rule in ALL {
            let words = [rule.summary, rule.why, rule.example, rule.remedy];
            assert!(words.iter().all(|text| !text.trim().is_empty()), "{rule:?}");
            assert!(!rule.summary.ends_with('.') && !rule.summary.contains('\n'), "{rule:?}");
            assert!(
                rule.name
                    .bytes()
                    .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-'),
                "{rule:?}"
            );
            assert_eq!(ALL.iter().filter(|other| other.name == rule.name).count(), 1, "{rule:?}");
        }
    }
}
