//! Counts of goods by type, as stored by a player, sold, or lying on a depot.

/// Number of goods types; type `t` is sold by the die `t`.
pub const GOODS_TYPES: usize = 6;

const TYPES_SHIFT: u32 = 24;

/// How many goods there are of each type (0 to 15 each).
///
/// Four bits a type, and above them one bit for each type that is there, since that is what is asked most.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Goods(u32);

impl Goods {
    /// No goods.
    pub const NONE: Self = Self(0);

    /// Number of goods of `good` (1 to 6).
    #[inline(always)]
    #[must_use]
    pub const fn count(self, good: u8) -> u8 {
        (self.0 >> (4 * (good as u32 - 1)) & 15) as u8
    }

    /// The types that are there: bit `good - 1`.
    #[inline(always)]
    #[must_use]
    pub const fn types(self) -> u32 {
        self.0 >> TYPES_SHIFT
    }

    /// Whether `good` is there.
    #[inline(always)]
    #[must_use]
    pub const fn has(self, good: u8) -> bool {
        self.types() >> (good - 1) & 1 == 1
    }

    /// Whether there are none.
    #[inline(always)]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Number of different types.
    #[inline(always)]
    #[must_use]
    pub const fn type_count(self) -> u32 {
        self.types().count_ones()
    }

    /// Number of goods of all types.
    #[inline(always)]
    #[must_use]
    pub const fn total(self) -> u32 {
        let pairs = (self.0 & 0x000F_0F0F) + (self.0 >> 4 & 0x000F_0F0F);
        (pairs + (pairs >> 8) + (pairs >> 16)) & 0xFF
    }

    /// Adds `count` goods of `good`; the sum must stay below 16.
    #[inline(always)]
    pub const fn add(&mut self, good: u8, count: u8) {
        debug_assert!(self.count(good) + count < 16);
        if count > 0 {
            self.0 += (count as u32) << (4 * (good as u32 - 1));
            self.0 |= 1 << (TYPES_SHIFT + good as u32 - 1);
        }
    }

    /// Takes all goods of `good` away; gives how many there were.
    #[inline(always)]
    pub const fn take(&mut self, good: u8) -> u8 {
        let count = self.count(good);
        self.0 &= !(15 << (4 * (good as u32 - 1)) | 1 << (TYPES_SHIFT + good as u32 - 1));
        count
    }

    /// The types that are there, ascending.
    pub fn iter(self) -> impl Iterator<Item = (u8, u8)> {
        (1..=GOODS_TYPES as u8).filter(move |good| self.has(*good)).map(move |good| (good, self.count(good)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn counts_like_an_array(changes in prop::collection::vec((1u8..=6, 0u8..=3, any::<bool>()), 0..40)) {
            let (mut goods, mut counts) = (Goods::NONE, [0u8; 6]);
            for (good, count, take) in changes {
                let slot = &mut counts[good as usize - 1];
                if take {
                    prop_assert_eq!(goods.take(good), *slot);
                    *slot = 0;
                } else if *slot + count < 16 {
                    goods.add(good, count);
                    *slot += count;
                }
                let types = (0..6).filter(|i| counts[*i] > 0).fold(0, |mask, i| mask | 1 << i);
                prop_assert_eq!(goods.types(), types);
                prop_assert_eq!(goods.total(), counts.iter().map(|c| u32::from(*c)).sum::<u32>());
                prop_assert_eq!(goods.is_empty(), types == 0);
                for good in 1..=6 {
                    prop_assert_eq!(goods.count(good), counts[good as usize - 1]);
                }
            }
        }
    }
}
