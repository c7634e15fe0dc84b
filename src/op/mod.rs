//! Operations on cells: what `edit` and `clean` do to the layers of one file.
//!
//! One operation a file and one line in [`ALL`]. An operation sees the records of all selected layers
//! of a file at once (a flip needs their common bounds) and nothing of text; how the outcome is
//! spelled and proved is [`rewrite`](crate::rewrite)'s business.

mod clean;
mod crop;
mod erase;
mod flip;
mod offset;
mod recode;
mod replace;
mod rotate;
mod sort;
mod transpose;
mod turn;

pub use clean::{Cleaned, clean};
pub use recode::Recode;
pub use sort::Order;

use std::cell::LazyCell;

use crate::project::{TileSetInfo, TileSetOf};
use crate::tile::{Bounds, Cell, Coords, Spelling};

/// The TileSet of a layer, looked up when an operation asks for it.
pub type LazyTileSet<'a> = LazyCell<TileSetOf, Box<dyn FnOnce() -> TileSetOf + 'a>>;

/// One layer that an operation works on.
#[derive(Debug)]
pub struct Layer<'a> {
    /// What messages call it.
    pub label: String,
    /// Its records, in file order.
    pub cells: Vec<Cell>,
    /// How they will be spelled.
    pub spelling: Spelling,
    /// Whether it is a TileMapPattern: a stamp has no place on a map, so only what renames tiles concerns it.
    pub pattern: bool,
    /// Its TileSet.
    pub tile_set: LazyTileSet<'a>,
}

/// Why an operation is not carried out. Nothing has been written then.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Refusal {
    /// What stands against it, naming layer and cell.
    pub message: String,
    /// The way out.
    pub help: Option<String>,
}

/// Something that a person should know, though it was done.
pub type Note = String;

/// An operation with its arguments.
pub trait Operation: std::fmt::Debug + Send + Sync {
    /// Changes the layers of one file.
    ///
    /// # Errors
    ///
    /// A [`Refusal`]; the layers may be half changed then and must be thrown away.
    fn apply(&self, layers: &mut [Layer<'_>]) -> Result<Vec<Note>, Refusal>;

    /// Whether the whole file is to be spelled as the engine would.
    fn whole_file(&self) -> bool {
        false
    }
}

/// What the command line needs to know of an operation.
#[derive(Clone, Copy, Debug)]
pub struct OperationKind {
    /// The flag, without its dashes.
    pub flag: &'static str,
    /// What its value is called in help; empty if it takes none.
    pub value: &'static str,
    /// Its help.
    pub help: &'static str,
    /// Reads the value.
    pub parse: fn(&str) -> Result<Box<dyn Operation>, String>,
}

/// Every operation of `edit`, in the order of its help.
pub const ALL: &[OperationKind] = &[
    offset::KIND,
    sort::KIND,
    crop::KIND,
    erase::KIND,
    replace::KIND,
    flip::KIND,
    rotate::KIND,
    transpose::KIND,
    recode::KIND,
];

/// The layers that have a place on a map.
fn maps<'l, 'a>(layers: &'l mut [Layer<'a>]) -> impl Iterator<Item = &'l mut Layer<'a>> {
    layers.iter_mut().filter(|layer| !layer.pattern)
}

/// The rectangle around the cells of all layers together; what is erased does not count.
fn common_bounds(layers: &[Layer<'_>]) -> Option<Bounds> {
    layers
        .iter()
        .filter(|layer| !layer.pattern)
        .filter_map(|layer| {
            let live = live_cells(&layer.cells);
            Bounds::of(live.iter().map(|cell| cell.coords()))
        })
        .reduce(Bounds::union)
}

/// The cells on the map after loading.
fn live_cells(records: &[Cell]) -> std::borrow::Cow<'_, [Cell]> {
    // Only what is erased by a later record can make a difference.
    if records.iter().any(|cell| cell.is_tombstone()) {
        crate::tile::Resolved::new(records.to_vec()).cells.into()
    } else {
        records.into()
    }
}

/// Puts a record at coordinates that may be out of range.
fn moved(layer: &str, cell: Cell, (x, y): (i32, i32)) -> Result<Cell, Refusal> {
    match (i16::try_from(x), i16::try_from(y)) {
        (Ok(x), Ok(y)) => Ok(cell.at(Coords { x, y })),
        _ => {
            let Coords { x: from_x, y: from_y } = cell.coords();
            let what = if cell.is_tombstone() { "erased cell" } else { "cell" };
            Err(Refusal {
                message: format!("{layer}: the {what} ({from_x}, {from_y}) would go to ({x}, {y})"),
                help: Some(match cell.is_tombstone() {
                    true => {
                        "coordinates reach from -32768 to 32767; `tilewright clean` drops erased cells".into()
                    }
                    false => "coordinates reach from -32768 to 32767; choose a smaller move".into(),
                }),
            })
        }
    }
}

/// The TileSet of a layer, where the outcome depends on the shape of its cells.
fn shape_of<'l>(layer: &'l Layer<'_>, why: &str) -> Result<Option<&'l TileSetInfo>, Refusal> {
    match &*layer.tile_set {
        TileSetOf::Found(info) => Ok(Some(info)),
        TileSetOf::None => Ok(None),
        TileSetOf::Unreadable(reason) => Err(Refusal {
            message: format!("{}: {why}, and its TileSet cannot be read: {reason}", layer.label),
            help: Some("say `--shape square` (or isometric, half-offset, hexagon) if you know it".into()),
        }),
    }
}

/// Reads `X,Y` or `X,Y,W,H` and the like.
fn numbers<const N: usize>(text: &str, what: &str) -> Result<[i32; N], String> {
    let numbers: Result<Vec<i32>, _> = text.split(',').map(|part| part.trim().parse()).collect();
    numbers
        .ok()
        .and_then(|numbers| numbers.try_into().ok())
        .ok_or_else(|| format!("`{text}` is not {what}: {N} whole numbers with commas between"))
}

/// Reads a region `X,Y,W,H`.
fn region(text: &str) -> Result<Bounds, String> {
    let [x, y, width, height] = numbers::<4>(text, "X,Y,W,H")?;
    if width < 1 || height < 1 {
        return Err(format!("`{text}` is an empty region: width and height are at least 1"));
    }
    Ok(Bounds { x, y, width, height })
}
