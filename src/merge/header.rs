//! What a header counts: `load_steps` and `format`.

use super::three::{Side, Three};

/// `load_steps`, `format`: the new text of the tag, if it changes.
pub(super) fn recount(three: &Three<'_>, tag: &[u8], resources: usize, base64: bool) -> Vec<u8> {
    let field = |side: Side, name: &str| {
        let header = three.document(side).sections().next()?;
        header.text_field(name).map(|text| text.into_owned())
    };
    let mut text = String::from_utf8_lossy(tag).into_owned();
    let steps = field(Side::Ours, "load_steps");
    // Up to 4.5 the engine counts where there is anything to count; 4.6 counts no more.
    let counts = match (&steps, field(Side::Base, "load_steps"), field(Side::Theirs, "load_steps")) {
        (Some(_), ..) => true,
        (None, None, Some(_)) => true,
        (None, ..) => false,
    };
    let new = (counts && resources > 0).then(|| (resources + 1).to_string());
    if steps != new {
        set(&mut text, "load_steps", new.as_deref());
    }
    if base64 && field(Side::Ours, "format").as_deref() == Some("3") {
        set(&mut text, "format", Some("4"));
    }
    text.into_bytes()
}

/// Sets a number in a tag; `load_steps` stands in front of `format`.
fn set(tag: &mut String, name: &str, value: Option<&str>) {
    let key = format!("{name}=");
    match (tag.find(&key), value) {
        (Some(at), value) => {
            let start = at + key.len();
            let length = tag[start..].find([' ', ']', '\t', '\r', '\n']).unwrap_or(tag.len() - start);
            match value {
                Some(value) => tag.replace_range(start..start + length, value),
                None => {
                    let from = tag[..at].trim_end().len();
                    tag.replace_range(from..start + length, "");
                }
            }
        }
        (None, Some(value)) => {
            let at = tag.find(" format=").unwrap_or_else(|| tag.rfind(']').unwrap_or(tag.len()));
            tag.insert_str(at, &format!(" {key}{value}"));
        }
        (None, None) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::set;

    #[test]
    fn numbers_in_a_tag() {
        let changed = |tag: &str, name, value| {
            let mut tag = tag.to_owned();
            set(&mut tag, name, value);
            tag
        };
        assert_eq!(
            changed("[gd_scene load_steps=2 format=3]", "load_steps", Some("12")),
            "[gd_scene load_steps=12 format=3]"
        );
        assert_eq!(changed("[gd_scene load_steps=2 format=3]", "load_steps", None), "[gd_scene format=3]");
        assert_eq!(
            changed("[gd_scene format=3 uid=\"u\"]", "load_steps", Some("2")),
            "[gd_scene load_steps=2 format=3 uid=\"u\"]"
        );
        assert_eq!(changed("[gd_scene format=3]", "format", Some("4")), "[gd_scene format=4]");
    }
}
