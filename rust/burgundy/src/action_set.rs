//! Sets of the 512 action codes.

use std::hint::select_unpredictable;

use crate::action::{Action, DECODED, PLACE, SLOTS, TAKE};
use crate::bits::{self, Select};
use crate::space::SPACES;

/// A set of actions: bit `code % 64` of word `code / 64`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct ActionSet([u64; 8]);

impl ActionSet {
    /// No action.
    pub const EMPTY: Self = Self([0; 8]);

    /// The set's 512 bits in ascending order of codes.
    #[inline(always)]
    #[must_use]
    pub const fn words(&self) -> &[u64; 8] {
        &self.0
    }

    /// Number of actions.
    #[inline(always)]
    #[must_use]
    pub fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Whether there is no action.
    #[inline(always)]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    /// Whether `action` is in the set.
    #[must_use]
    pub const fn contains(&self, action: Action) -> bool {
        let code = action.code();
        self.0[code / 64] >> (code % 64) & 1 == 1
    }

    /// The `k`-th action in ascending order of codes; `k` is below [`len`](Self::len).
    #[inline(always)]
    #[must_use]
    pub fn nth(&self, k: u32) -> Action {
        self.nth_with(k, bits::select)
    }

    /// The same with a way to select that suits the processor.
    ///
    /// Where the action lies is random, so that no branch depends on it.
    #[inline(always)]
    #[must_use]
    pub fn nth_with(&self, k: u32, select: impl Select) -> Action {
        let words = self.0;
        let mut before = [0; 8];
        for i in 1..8 {
            before[i] = before[i - 1] + words[i - 1].count_ones();
        }
        let pick = |upper, low: usize, high: usize, words: &[u64], before: &[u32]| {
            (
                select_unpredictable(upper, words[high], words[low]),
                select_unpredictable(upper, before[high], before[low]),
            )
        };
        // Halved three times.
        let four = k >= before[4];
        let [first, second, third, last] = [0, 1, 2, 3].map(|i| pick(four, i, i + 4, &words, &before));
        let two = k >= third.1;
        let first = select_unpredictable(two, third, first);
        let second = select_unpredictable(two, last, second);
        let one = k >= second.1;
        let (word, before) = select_unpredictable(one, second, first);
        let at = usize::from(four) * 4 + usize::from(two) * 2 + usize::from(one);
        Action::at(at * 64 + select(word, k - before) as usize)
    }

    /// A uniform action and the number of actions, which must not be 0; `word` is uniform over 64 bits.
    #[inline(always)]
    #[must_use]
    pub fn choose(&self, word: u64) -> (Action, u32) {
        self.choose_with(word, bits::select)
    }

    /// The same with a way to select that suits the processor.
    #[inline(always)]
    #[must_use]
    pub fn choose_with(&self, word: u64, select: impl Select) -> (Action, u32) {
        let total = self.len();
        (self.nth_with(bits::scale(word, total), select), total)
    }

    /// The actions in ascending order of codes.
    pub fn iter(&self) -> impl Iterator<Item = Action> + use<> {
        self.codes().map(|code| DECODED[code])
    }

    /// The codes of the set, ascending.
    pub fn codes(&self) -> impl Iterator<Item = usize> + use<> {
        let words = self.0;
        (0..8).flat_map(move |i| {
            let mut word = words[i];
            std::iter::from_fn(move || {
                let bit = word.trailing_zeros() as usize;
                word &= word.wrapping_sub(1);
                (bit < 64).then_some(i * 64 + bit)
            })
        })
    }

    /// Adds the one action.
    #[inline(always)]
    pub(crate) const fn insert(&mut self, action: Action) {
        let code = action.code();
        self.0[code / 64] |= 1 << (code % 64);
    }

    /// Adds `bits` from code `first` on; the block may reach into the next word.
    ///
    /// With a constant `first` this is one or two shifts.
    #[inline(always)]
    pub(crate) const fn block(&mut self, first: usize, bits: u64) {
        let (word, shift) = (first / 64, first % 64);
        self.0[word] |= bits << shift;
        if shift > 0 && word < 7 {
            self.0[word + 1] |= bits >> (64 - shift);
        }
    }

    /// Adds taking from these slots: bits 0 to 23 with this die, the next 24 with the one after it.
    #[inline(always)]
    pub(crate) const fn take(&mut self, die: u8, slots: u64) {
        self.block(TAKE + die as usize * SLOTS, slots);
    }

    /// Adds placing the stored tile on these spaces.
    #[inline(always)]
    pub(crate) const fn place(&mut self, die: u8, storage: u8, spaces: u64) {
        self.block(PLACE + (die as usize * 3 + storage as usize) * SPACES, spaces);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn blocks_fill_their_codes_and_no_others() {
        let everything = |fill: fn(&mut ActionSet)| {
            let mut set = ActionSet::EMPTY;
            fill(&mut set);
            set.codes().collect::<Vec<_>>()
        };
        let range = |from: usize, to: usize| (from..=to).collect::<Vec<_>>();
        let all_slots = (1 << 24) - 1;
        let all_spaces = (1 << 37) - 1;
        assert_eq!(everything(|set| set.take(2, (1 << 24) - 1)), range(48, 71));
        for die in 0..3 {
            for storage in 0..3 {
                let mut set = ActionSet::EMPTY;
                set.place(die, storage, all_spaces);
                let first = 72 + usize::from(die) * 111 + usize::from(storage) * 37;
                assert_eq!(set.codes().collect::<Vec<_>>(), range(first, first + 36));
            }
        }
        let rest = |bits: u64| {
            let mut set = ActionSet::EMPTY;
            set.block(Action::REST, bits);
            set.codes().collect::<Vec<_>>()
        };
        assert_eq!(rest(Action::rest_bits(0xFFF, true)), [range(405, 416), range(423, 424)].concat());
        assert_eq!(rest(Action::rest_bits(0, false)), range(423, 423));
        assert_eq!(rest(Action::free_sale_bits(63)), range(417, 422));
        assert_eq!(rest(Action::free_rest_bits(63)), [range(417, 422), range(425, 425)].concat());
        assert_eq!(rest(Action::purchase_bits(255, 0)), range(426, 433));
        assert_eq!(rest(Action::purchase_bits(0, all_slots)), range(434, 457));
        assert_eq!(rest(Action::discard_bits(7)), range(458, 460));
        assert_eq!(rest(Action::ship_bits(63)), range(461, 466));
        assert_eq!(everything(|set| set.block(Action::KEEP, 63)), range(467, 472));
        assert_eq!(everything(|set| set.block(Action::START_CASTLE, (1 << 37) - 1)), range(473, 509));
    }

    proptest! {
        #[test]
        fn sets_count_list_and_select_alike(codes in prop::collection::btree_set(0usize..512, 1..80)) {
            let mut set = ActionSet::EMPTY;
            for code in &codes {
                set.insert(DECODED[*code]);
            }
            prop_assert_eq!(set.len() as usize, codes.len());
            prop_assert_eq!(set.codes().collect::<Vec<_>>(), codes.iter().copied().collect::<Vec<_>>());
            for (k, code) in codes.iter().enumerate() {
                prop_assert_eq!(set.nth(k as u32).code(), *code);
            }
            for (code, action) in DECODED.iter().enumerate() {
                prop_assert_eq!(set.contains(*action), codes.contains(&code));
            }
        }
    }
}
