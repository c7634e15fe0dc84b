//! Which column is where.

use super::Mistakes;
use crate::syntax::table::Row;

/// Indices of the columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Columns {
    pub x: usize,
    pub y: usize,
    pub source: usize,
    pub atlas_x: usize,
    pub atlas_y: usize,
    pub alternative: Option<usize>,
    pub transform: Option<usize>,
    pub file: Option<usize>,
    pub node: Option<usize>,
    pub tile: Option<usize>,
    pub count: usize,
}

/// Names of columns, in the order that they have without a header, and then those that only a header can add.
pub(super) const NAMES: [&str; 10] =
    ["x", "y", "source", "atlas_x", "atlas_y", "alternative", "transform", "file", "node", "tile"];

impl Default for Columns {
    fn default() -> Self {
        Columns {
            x: 0,
            y: 1,
            source: 2,
            atlas_x: 3,
            atlas_y: 4,
            alternative: Some(5),
            transform: Some(6),
            file: None,
            node: None,
            tile: None,
            count: 7,
        }
    }
}

/// Whether the first row names columns: it starts with a letter, and data with a number.
pub(super) fn is_header(row: &Row<'_>) -> bool {
    let letter = |text: &str| text.starts_with(|c: char| c.is_alphabetic() || c == '_');
    row.fields.first().is_some_and(|field| letter(&field.text))
}

impl Columns {
    /// What is wrong with the header goes to `mistakes`; the columns are of use only if nothing is.
    pub fn of_header(row: &Row<'_>, mistakes: &mut Mistakes) -> Self {
        let mut places = [None; NAMES.len()];
        let mut count = row.fields.len();
        while count > 0 && row.fields[count - 1].text.is_empty() {
            count -= 1;
        }
        for (index, field) in row.fields[..count].iter().enumerate() {
            let name = field.text.to_lowercase();
            match NAMES.iter().position(|known| *known == name) {
                Some(column) if places[column].is_none() => places[column] = Some(index),
                Some(_) => mistakes.push(field.mistake(format!("the column `{name}` is there twice"))),
                None => mistakes.push(field.mistake(unknown(&field.text))),
            }
        }
        let [x, y, source, atlas_x, atlas_y, alternative, transform, file, node, tile] = places;
        let missing: Vec<String> = NAMES[..5]
            .iter()
            .zip(places)
            .filter(|(_, place)| place.is_none())
            .map(|(name, _)| format!("`{name}`"))
            .collect();
        // A column with another name is most likely the missing one, and was told.
        if !missing.is_empty() && mistakes.is_empty() {
            let old = if tile.is_some() { "; `tile` holds Godot 3 cells, which cannot be built" } else { "" };
            mistakes.push(row.mistake_at_end(format!("the header lacks {}{old}", missing.join(" and "))));
        }
        let place = |place: Option<usize>| place.unwrap_or(0);
        Columns {
            x: place(x),
            y: place(y),
            source: place(source),
            atlas_x: place(atlas_x),
            atlas_y: place(atlas_y),
            alternative,
            transform,
            file,
            node,
            tile,
            count,
        }
    }

    /// Whether the rows say which layer they are of.
    pub fn names_layers(&self) -> bool {
        self.file.is_some() || self.node.is_some()
    }
}

fn unknown(name: &str) -> String {
    let shown: String = name.chars().take(40).collect();
    let lower = name.to_lowercase();
    let near = NAMES
        .iter()
        .map(|known| (strsim::jaro_winkler(known, &lower), known))
        .max_by(|(a, _), (b, _)| a.total_cmp(b))
        .filter(|(likeness, _)| *likeness > 0.7);
    match near {
        _ if name.is_empty() => "a column without a name".to_owned(),
        Some((_, known)) => format!("unknown column `{shown}`, did you mean `{known}`?"),
        None => format!("unknown column `{shown}`; there are {}", NAMES[..9].join(", ")),
    }
}
