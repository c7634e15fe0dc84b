//! Values as a message shows them: one line, not too long.

/// What is shown of a value.
const SHOWN: usize = 80;

/// The text of a value, in one line and cut.
pub(super) fn shown(text: &str) -> String {
    let line: String = text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
    match line.char_indices().nth(SHOWN) {
        Some((cut, _)) => format!("{}… ({} bytes)", &line[..cut], text.len()),
        None => line,
    }
}
