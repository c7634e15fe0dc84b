//! What does not fit between the cells of a layer and its TileSet: a pure look-up, as the engine resolves a cell.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::project::{Contents, TileSetInfo, TileSetOf};
use crate::tile::{Cell, Coords};

/// Why a cell shows nothing, or will not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::lint) enum Fault {
    /// The TileSet has no source of this id.
    Source,
    /// The atlas has no tile here.
    Tile,
    /// A larger tile (or a frame of one) covers the place, but its address is this one.
    Inside((u32, u32)),
    /// The tile has no such alternative.
    Alternative,
    /// A scene's cell with atlas coordinates other than (0, 0).
    SceneAtlas,
    /// The source has no scene of this id.
    Scene,
    /// A scene that is to be turned.
    Turned,
    /// The tile lies outside of the texture.
    Outside,
    /// The tile is missing, and a proxy names this one, which is there.
    Proxy(Cell),
}

/// All of a layer.
#[derive(Debug, Default)]
pub(in crate::lint) struct Faults {
    /// The TileSet, if there is one that can be read.
    pub tile_set: Option<Arc<TileSetInfo>>,
    /// Why it cannot be read.
    pub unreadable: Option<String>,
    /// Whether the layer has none at all.
    pub none: bool,
    /// Sources that cannot be read, with the reason and how many cells they concern.
    pub unknown: BTreeMap<u16, (String, usize)>,
    /// Cells, by place in the buffer.
    pub cells: Vec<(Fault, Cell)>,
}

impl Faults {
    /// Looks up every cell.
    pub fn of(tile_set: &TileSetOf, cells: &[Cell]) -> Self {
        let mut faults = Faults::default();
        if cells.is_empty() {
            return faults;
        }
        let info = match tile_set {
            TileSetOf::Found(info) => Arc::clone(info),
            TileSetOf::None => return Faults { none: true, ..faults },
            TileSetOf::Unreadable(reason) => {
                return Faults { unreadable: Some(reason.clone()), ..faults };
            }
        };
        // Most cells of a map show a tile that was looked up already.
        let mut known: std::collections::HashMap<(u16, u16, u16, u16), Option<Fault>> = Default::default();
        for cell in cells {
            let tile = (cell.source, cell.atlas_x, cell.atlas_y, cell.alternative);
            let fault = *known.entry(tile).or_insert_with(|| with_proxy(&info, *cell));
            if let Some(Contents::Unknown(reason)) = info.contents.get(&cell.source.into()) {
                faults.unknown.entry(cell.source).or_insert_with(|| (reason.clone(), 0)).1 += 1;
            }
            if let Some(fault) = fault {
                let fault = match fault {
                    Fault::Proxy(other) => Fault::Proxy(other.at(cell.coords())),
                    fault => fault,
                };
                faults.cells.push((fault, *cell));
            }
        }
        faults.tile_set = Some(info);
        faults
    }

    /// The cells of some faults, by a key that tells their tiles apart.
    pub fn by<K: Ord>(&self, key: impl Fn(&Fault, &Cell) -> Option<K>) -> BTreeMap<K, Vec<Coords>> {
        let mut found: BTreeMap<K, Vec<Coords>> = BTreeMap::new();
        for (fault, cell) in &self.cells {
            if let Some(key) = key(fault, cell) {
                found.entry(key).or_default().push(cell.coords());
            }
        }
        found
    }

    /// What messages call the TileSet.
    pub fn name(&self) -> &str {
        self.tile_set.as_ref().map_or("the TileSet", |info| &info.name)
    }
}

fn with_proxy(info: &TileSetInfo, cell: Cell) -> Option<Fault> {
    let fault = fault(info, cell)?;
    if matches!(fault, Fault::Turned | Fault::Outside) {
        return Some(fault);
    }
    match proxy(info, cell).filter(|other| self::fault(info, *other).is_none()) {
        Some(other) => Some(Fault::Proxy(other)),
        None => Some(fault),
    }
}

/// The cell with the tile that a proxy names.
fn proxy(info: &TileSetInfo, cell: Cell) -> Option<Cell> {
    let tile = [cell.source, cell.atlas_x, cell.atlas_y, cell.alternative_id()].map(i64::from);
    let [source, x, y, alternative] =
        info.proxies.replacement(tile)?.map(|number| u16::try_from(number).ok());
    Some(Cell {
        source: source?,
        atlas_x: x?,
        atlas_y: y?,
        alternative: (cell.alternative & 0x7000) | alternative?,
        ..cell
    })
}

fn fault(info: &TileSetInfo, cell: Cell) -> Option<Fault> {
    // Those of a negative source and with bit 15 are told by rules of their own.
    if cell.source >= 0x8000 || cell.bit15() {
        return None;
    }
    let (id, turned) = (cell.alternative_id(), cell.alternative & 0x7000 != 0);
    match info.contents.get(&cell.source.into()) {
        None => Some(Fault::Source),
        Some(Contents::Unknown(_)) => None,
        Some(Contents::Scenes(_)) if (cell.atlas_x, cell.atlas_y) != (0, 0) => Some(Fault::SceneAtlas),
        Some(Contents::Scenes(scenes)) if !scenes.contains(&id) => Some(Fault::Scene),
        Some(Contents::Scenes(_)) => turned.then_some(Fault::Turned),
        Some(Contents::Atlas(atlas)) => {
            let at = (u32::from(cell.atlas_x), u32::from(cell.atlas_y));
            match atlas.tiles.get(&at) {
                None => Some(atlas.holder(at).map_or(Fault::Tile, Fault::Inside)),
                Some(tile) if !tile.alternatives.contains(&id) => Some(Fault::Alternative),
                Some(_) => atlas.is_outside(at).then_some(Fault::Outside),
            }
        }
    }
}
