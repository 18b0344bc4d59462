//! The six numbered depots with their goods, and the black depot.

use crate::action::SLOTS;
use crate::goods::Goods;
use crate::row::Row;
use crate::slots::{NO_SLOT, SlotTable, Slots};
use crate::tile::Tile;

/// Tiles and goods on display.
///
/// Tiles stand in one canonical order: sorted, empty last, within the slots of one colour of a depot and within the black depot.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Depots {
    tiles: [Tile; SLOTS],
    /// Slots whose tile may be chosen: there, and no equal one before it. Kept because every decision asks for it.
    offered: u32,
    pub(crate) goods: [Goods; 6],
    black: Row,
    black_offered: u8,
}

impl Depots {
    pub(crate) const EMPTY: Self = Self {
        tiles: [Tile::NONE; SLOTS],
        offered: 0,
        goods: [Goods::NONE; 6],
        black: Row::EMPTY,
        black_offered: 0,
    };

    /// The tile on a slot, `depot * 4 + slot`.
    #[inline(always)]
    #[must_use]
    pub const fn tile(&self, slot: usize) -> Tile {
        self.tiles[slot]
    }

    /// All slots.
    #[must_use]
    pub const fn tiles(&self) -> &[Tile; SLOTS] {
        &self.tiles
    }

    /// The tiles of the black depot, sorted, empty places last.
    #[must_use]
    pub fn black(&self) -> [Tile; 8] {
        self.black.tiles()
    }

    /// The same in one word.
    #[inline(always)]
    pub(crate) const fn black_row(&self) -> Row {
        self.black
    }

    /// The slots to choose from.
    #[inline(always)]
    #[must_use]
    pub const fn offered(&self) -> u32 {
        self.offered
    }

    /// The slots of the black depot to choose from.
    #[inline(always)]
    #[must_use]
    pub const fn black_offered(&self) -> u8 {
        self.black_offered
    }

    /// The goods of a depot, 0 to 5.
    #[inline(always)]
    #[must_use]
    pub const fn goods(&self, depot: usize) -> Goods {
        self.goods[depot]
    }

    /// All tiles leave the game, goods stay (R2.2).
    pub(crate) const fn clear(&mut self) {
        *self = Self { goods: self.goods, ..Self::EMPTY };
    }

    /// Puts a tile on an empty slot, or on the one of its colour in the depot where it belongs in order.
    #[inline(always)]
    pub(crate) fn put(&mut self, slots: Slots, slot: usize, tile: Tile) {
        debug_assert!(self.tiles[slot].is_none() && slots.table().colours[slot] == tile.colour());
        if slots.is_alone(slot) {
            self.tiles[slot] = tile;
            self.offered |= 1 << slot;
            return;
        }
        let (table, mut at) = (slots.table(), slot);
        loop {
            let before = table.previous[at];
            if before == NO_SLOT {
                break;
            }
            let other = self.tiles[before as usize];
            if !other.is_none() && other <= tile {
                break;
            }
            self.tiles[at] = other;
            at = before as usize;
        }
        self.tiles[at] = tile;
        self.offer(table, slot / 4);
    }

    /// Takes the tile of a slot away; the later ones of its colour move up.
    #[inline(always)]
    pub(crate) fn take(&mut self, slots: Slots, slot: usize) -> Tile {
        let tile = self.tiles[slot];
        if slots.is_alone(slot) {
            self.tiles[slot] = Tile::NONE;
            self.offered &= !(1 << slot);
            return tile;
        }
        let (table, mut at) = (slots.table(), slot);
        while table.next[at] != NO_SLOT {
            self.tiles[at] = self.tiles[table.next[at] as usize];
            at = table.next[at] as usize;
        }
        self.tiles[at] = Tile::NONE;
        self.offer(table, slot / 4);
        tile
    }

    /// Notes which tiles of a depot, 0 to 5, may be chosen.
    #[inline(always)]
    fn offer(&mut self, table: &SlotTable, depot: usize) {
        let mut bits = 0;
        for i in 0..4 {
            let tile = self.tiles[depot * 4 + i];
            let before = table.previous[depot * 4 + i];
            let repeats = before != NO_SLOT && self.tiles[before as usize] == tile;
            bits |= u32::from(!tile.is_none() && !repeats) << i;
        }
        self.offered = self.offered & !(15 << (depot * 4)) | bits << (depot * 4);
    }

    /// Puts a tile into the black depot; there must be room.
    ///
    /// [`offer_black`](Self::offer_black) must follow once it has all its tiles.
    #[inline(always)]
    pub(crate) fn put_black(&mut self, tile: Tile) {
        self.black.insert(tile);
    }

    /// Takes the tile at a place of the black depot away; the later ones move up.
    #[inline(always)]
    pub(crate) fn take_black(&mut self, place: usize) -> Tile {
        let tile = self.black.remove(place);
        self.offer_black();
        tile
    }

    /// Notes which tiles of the black depot may be chosen.
    #[inline(always)]
    pub(crate) fn offer_black(&mut self) {
        self.black_offered = self.black.distinct();
    }

    /// Whether the order is canonical and what is kept for speed agrees with the tiles.
    #[must_use]
    pub(crate) fn check(&self, slots: Slots) -> bool {
        let mut fresh = Self { goods: self.goods, ..Self::EMPTY };
        for (slot, tile) in self.tiles.iter().enumerate().filter(|(_, tile)| !tile.is_none()) {
            fresh.put(slots, slot, *tile);
        }
        for tile in self.black.tiles().into_iter().filter(|tile| !tile.is_none()) {
            fresh.put_black(tile);
            fresh.offer_black();
        }
        fresh == *self
    }
}
