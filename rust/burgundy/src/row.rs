//! Up to eight tiles in a row, sorted, one byte each in one word, so that a tile is added or taken without a loop or a branch.

use crate::tile::Tile;

/// Room for tiles in a row.
pub(crate) const ROOM: usize = 8;

const LOW: u64 = 0x0101_0101_0101_0101;
const HIGH: u64 = 0x8080_8080_8080_8080;
/// Moves the lowest bit of each byte to the highest byte, in order.
const GATHER: u64 = 0x0102_0408_1020_4080;

/// Tiles in ascending order from the lowest byte on; the bytes behind them are zero.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Row(u64);

impl Row {
    pub(crate) const EMPTY: Self = Self(0);

    /// Number of tiles.
    #[inline(always)]
    pub const fn len(self) -> usize {
        ROOM - self.0.leading_zeros() as usize / 8
    }

    /// Whether there is no tile.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The tile at a place below 8, or none.
    #[inline(always)]
    pub const fn get(self, place: usize) -> Tile {
        Tile::from_face((self.0 >> ((place * 8) & 63)) as u8)
    }

    /// The tiles in order, then none.
    pub fn tiles(self) -> [Tile; ROOM] {
        self.0.to_le_bytes().map(Tile::from_face)
    }

    /// Adds a tile where it belongs, before equal ones; there must be room. Gives its place.
    #[inline(always)]
    pub(crate) const fn insert(&mut self, tile: Tile) -> usize {
        debug_assert!(self.0 >> 56 == 0 && !tile.is_none());
        let face = tile.face() as u64;
        // Less one, so that a place without a tile is above all. A byte then keeps its high bit if it is not below the face:
        // faces have seven bits.
        let not_below = ((self.0.wrapping_sub(LOW) | HIGH) - (face - 1) * LOW) & HIGH;
        let shift = not_below.trailing_zeros() / 8 * 8;
        let before = self.0 & ((1 << shift) - 1);
        self.0 = before | face << shift | (self.0 ^ before) << 8;
        shift as usize / 8
    }

    /// Takes the tile at a place out; those behind it move up.
    #[inline(always)]
    pub(crate) const fn remove(&mut self, place: usize) -> Tile {
        let tile = self.get(place);
        let shift = (place as u32 * 8) & 63;
        let before = self.0 & ((1 << shift) - 1);
        self.0 = before | self.0 >> 8 >> shift << shift;
        tile
    }

    /// The places whose tile differs from the one before, as bits: those to choose from.
    #[inline(always)]
    pub const fn distinct(self) -> u8 {
        let differs = self.0 ^ self.0 << 8;
        let kept = nonzero_bytes(differs) & nonzero_bytes(self.0);
        ((kept >> 7).wrapping_mul(GATHER) >> 56) as u8
    }
}

/// The high bit of each byte that is not zero: adding 127 carries into it, since faces have seven bits.
#[inline(always)]
const fn nonzero_bytes(word: u64) -> u64 {
    (word + (HIGH - LOW)) & HIGH
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_row_is_a_sorted_list(changes in prop::collection::vec((1u8..50, any::<bool>(), 0usize..8), 0..60)) {
            let (mut row, mut list) = (Row::EMPTY, Vec::new());
            for (face, add, place) in changes {
                let tile = Tile::from_face(face);
                if add && list.len() < ROOM {
                    let place = row.insert(tile);
                    prop_assert_eq!(place, list.iter().filter(|other| **other < tile).count());
                    list.insert(place, tile);
                } else if !add && place < list.len() {
                    prop_assert_eq!(row.remove(place), list.remove(place));
                }
                prop_assert_eq!(row.len(), list.len());
                prop_assert_eq!(row.is_empty(), list.is_empty());
                let there = |i: usize| list.get(i).copied().unwrap_or(Tile::NONE);
                for i in 0..ROOM {
                    prop_assert_eq!(row.get(i), there(i));
                    let chosen = i < list.len() && (i == 0 || list[i] != list[i - 1]);
                    prop_assert_eq!(row.distinct() >> i & 1 == 1, chosen);
                }
                prop_assert!(row.tiles().into_iter().eq((0..ROOM).map(there)));
            }
        }
    }
}
