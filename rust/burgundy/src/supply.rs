//! What has not been drawn yet: tiles by back and colour, and unseen goods.
//!
//! A supply is a set of copies, one bit each, the copies of a face side by side and filled from the low end. So the
//! k-th set bit is the k-th tile in order of faces, and equal supplies are equal bits.

use crate::bits::Select;
use crate::tile::FACES;

/// Where the copies of each face lie in a bag's 64 bits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct BagTable {
    faces: [u8; 64],
    copies: [u64; FACES],
    /// For each bit the copies of its face.
    runs: [u64; 64],
}

/// The tables of all bags.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Bags {
    pub normal: [BagTable; 6],
    pub black: BagTable,
    pub goods: BagTable,
}

/// The tiles or goods left of one kind.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Bag(u64);

/// All supplies: normal-backed tiles by colour, black-backed tiles, goods.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Supply {
    pub normal: [Bag; 6],
    pub black: Bag,
    pub goods: Bag,
}

impl BagTable {
    /// A table for this many copies of each face, 64 in all at most.
    pub fn new(copies_of: impl Fn(usize) -> u8) -> Self {
        let mut table = Self { faces: [0; 64], copies: [0; FACES], runs: [0; 64] };
        let mut bit = 0;
        for face in 0..FACES {
            for _ in 0..copies_of(face) {
                table.faces[bit] = face as u8;
                table.copies[face] |= 1 << bit;
                bit += 1;
            }
        }
        table.runs = table.faces.map(|face| table.copies[face as usize]);
        table
    }

    /// Copies of a face when none is drawn.
    pub const fn stock(&self, face: usize) -> u32 {
        self.copies[face].count_ones()
    }

    /// The bag with this many of each face, none above its stock.
    pub fn bag(&self, count_of: impl Fn(usize) -> u32) -> Bag {
        let mut bag = Bag(0);
        for (face, copies) in self.copies.iter().enumerate().filter(|(_, copies)| **copies != 0) {
            let count = count_of(face).min(copies.count_ones());
            // The lowest `count` bits of the run.
            let run = copies >> copies.trailing_zeros();
            bag.0 |= (run & ((1_u128 << count) - 1) as u64) << copies.trailing_zeros();
        }
        bag
    }
}

impl Bag {
    /// Number of tiles left.
    #[inline(always)]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Tiles left of a face.
    #[inline(always)]
    pub const fn count(self, table: &BagTable, face: usize) -> u32 {
        (self.0 & table.copies[face]).count_ones()
    }

    /// The same by the highest set bit, which is quicker where the processor is not known to count bits.
    #[inline(always)]
    pub const fn left(self, table: &BagTable, face: usize) -> u32 {
        let left = self.0 & table.copies[face];
        if left == 0 { 0 } else { u64::BITS - left.leading_zeros() - table.copies[face].trailing_zeros() }
    }

    /// Whether at least two faces are left.
    #[inline(always)]
    pub const fn has_choice(self, table: &BagTable) -> bool {
        let first = table.faces[(self.0.trailing_zeros() & 63) as usize];
        self.0 & !table.copies[first as usize] != 0
    }

    /// The face of the `k`-th tile in order of faces, `k` below [`len`](Self::len).
    #[inline(always)]
    pub fn nth(self, table: &BagTable, k: u32, select: impl Select) -> u8 {
        table.faces[(select(self.0, k) & 63) as usize]
    }

    /// Draws the `k`-th tile; gives its face.
    #[inline(always)]
    pub fn draw(&mut self, table: &BagTable, k: u32, select: impl Select) -> u8 {
        let bit = (select(self.0, k) & 63) as usize;
        self.remove_from(table.runs[bit]);
        table.faces[bit]
    }

    /// Draws a tile of a bag with one face; one must be left. Gives the face.
    #[inline(always)]
    pub const fn draw_only(&mut self, table: &BagTable) -> u8 {
        debug_assert!(self.0 != 0 && !self.has_choice(table));
        let face = table.faces[(self.0.trailing_zeros() & 63) as usize];
        self.remove(table, face as usize);
        face
    }

    /// Takes one tile of `face` out; one must be left.
    #[inline(always)]
    pub const fn remove(&mut self, table: &BagTable, face: usize) {
        self.remove_from(table.copies[face]);
    }

    #[inline(always)]
    const fn remove_from(&mut self, run: u64) {
        let left = self.0 & run;
        debug_assert!(left != 0);
        // The highest bit of the run, so that the rest stays filled from the low end.
        self.0 &= !((1 << 63) >> (left.leading_zeros() & 63));
    }

    /// The faces left and their counts, ascending.
    pub fn faces(self, table: &BagTable) -> impl Iterator<Item = (usize, u32)> {
        (0..FACES).map(move |face| (face, self.count(table, face))).filter(|(_, count)| *count > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_bag_draws_like_a_sorted_list(
            copies in prop::collection::vec(0u8..4, 16),
            draws in prop::collection::vec(any::<u32>(), 0..50),
        ) {
            let of = |face: usize| copies.get(face).copied().unwrap_or(0);
            let table = BagTable::new(of);
            let mut bag = table.bag(|face| u32::from(of(face)));
            let mut list: Vec<u8> = (0..16u8).flat_map(|face| vec![face; of(face as usize) as usize]).collect();
            for draw in draws {
                prop_assert_eq!(bag.len() as usize, list.len());
                if list.is_empty() {
                    break;
                }
                let k = draw as usize % list.len();
                prop_assert_eq!(bag.draw(&table, k as u32, crate::bits::select), list.remove(k));
                prop_assert_eq!(bag.has_choice(&table), list.first() != list.last());
                if !list.is_empty() && !bag.has_choice(&table) {
                    prop_assert_eq!(bag.clone().draw_only(&table), list[0]);
                }
                let rebuilt = table.bag(|face| list.iter().filter(|f| **f as usize == face).count() as u32);
                prop_assert_eq!(bag, rebuilt);
                for face in 0..16 {
                    prop_assert_eq!(bag.left(&table, face), bag.count(&table, face));
                }
            }
        }
    }
}
