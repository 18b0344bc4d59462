//! Sets of legal actions, in the blocks that decisions come in.

use std::hash::{Hash, Hasher};
use std::hint::select_unpredictable;

use crate::action::{Action, DECODED, PLACE, SLOTS, TAKE};
use crate::bits::{self, Select};
use crate::moves::Answers;
use crate::player::PLACES;
use crate::space::{SPACES, Spaces};

/// The legal actions of one decision.
///
/// A decision is with the dice of a turn or without one, never both, so that takes and placings are those of die 0 and 1 or those
/// of [`FREE`](crate::action::FREE).
#[derive(Clone, Copy, Debug, Default)]
pub struct ActionSet {
    /// Die of the first takes and placings: 0 or [`FREE`](crate::action::FREE).
    pub(crate) first: u8,
    /// Slots to take from with the first die in bits 0 to 23, with the second one in the next 24.
    pub(crate) takes: u64,
    /// Spaces for each stored tile with each of the two dice.
    pub(crate) places: [[Spaces; PLACES]; 2],
    /// Sales, workers, purchases, discards, goods of depots: bit `code - Action::REST`.
    pub(crate) rest: u64,
    /// Goods kept, start castles, declining, the end of a turn: bit `code - Action::LAST`.
    pub(crate) last: u64,
}

/// Blocks of codes: takes, six of placings, the rest, the last.
const BLOCKS: usize = 9;

impl ActionSet {
    /// No action.
    pub const EMPTY: Self =
        Self { first: 0, takes: 0, places: [[Spaces::EMPTY; PLACES]; 2], rest: 0, last: 0 };

    /// Number of actions.
    #[inline(always)]
    #[must_use]
    pub fn len(&self) -> u32 {
        self.takes.count_ones() + self.placings() + self.rest.count_ones() + self.last.count_ones()
    }

    /// Number of placings among them.
    #[inline(always)]
    fn placings(&self) -> u32 {
        self.places.as_flattened().iter().map(|spaces| spaces.len()).sum()
    }

    /// Whether there is no action.
    #[inline(always)]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether `action` is in the set.
    #[must_use]
    pub fn contains(&self, action: Action) -> bool {
        let code = action.code();
        let within = |(first, bits): &(usize, u64)| {
            (*first..first + 64).contains(&code) && bits >> (code - first) & 1 == 1
        };
        self.blocks().iter().any(within)
    }

    /// Depot slots from which a tile may be taken with this die, [`FREE`](crate::action::FREE) for none: bit `slot`.
    ///
    /// No bit is set for a die that the decision is not with.
    #[inline(always)]
    #[must_use]
    pub const fn takes(&self, die: u8) -> u32 {
        let nth = die.wrapping_sub(self.first);
        if nth > 1 { 0 } else { (self.takes >> (SLOTS * nth as usize)) as u32 & ((1 << SLOTS) - 1) }
    }

    /// The spaces on which the tile at this storage place may be placed with this die, [`FREE`](crate::action::FREE) for none.
    ///
    /// None for a die that the decision is not with, and for a place that there is not.
    #[inline(always)]
    #[must_use]
    pub const fn places(&self, die: u8, storage: usize) -> Spaces {
        let nth = die.wrapping_sub(self.first);
        if nth > 1 || storage >= PLACES { Spaces::EMPTY } else { self.places[nth as usize][storage] }
    }

    /// The actions that are neither takes nor placings, in ascending order of codes.
    #[inline(always)]
    pub fn others(&self) -> impl Iterator<Item = Action> + use<> {
        ones(Action::REST, self.rest).chain(ones(Action::LAST, self.last)).map(Action::at)
    }

    /// The set's 512 bits in ascending order of codes.
    #[must_use]
    pub fn words(&self) -> [u64; 8] {
        let mut words = [0; 8];
        for (first, bits) in self.blocks() {
            let (word, shift) = (first / 64, first % 64);
            words[word] |= bits << shift;
            if shift > 0 && word < 7 {
                words[word + 1] |= bits >> (64 - shift);
            }
        }
        words
    }

    /// The `k`-th action in ascending order of codes; `k` is below [`len`](Self::len).
    #[inline(always)]
    #[must_use]
    pub fn nth(&self, k: u32) -> Action {
        self.nth_with(k, bits::select)
    }

    /// The same with a way to select that suits the processor.
    #[inline(always)]
    #[must_use]
    pub fn nth_with(&self, k: u32, select: impl Select) -> Action {
        Action::at(self.nth_code(k, select))
    }

    /// The code of the `k`-th action.
    #[inline(always)]
    fn nth_code(&self, mut k: u32, select: impl Select) -> usize {
        let takes = self.takes.count_ones();
        if k < takes {
            return TAKE + usize::from(self.first) * SLOTS + select(self.takes, k) as usize;
        }
        k -= takes;
        let placings = self.placings();
        if k < placings {
            // Which die and which tile it is has no branch, since any is as likely: the blocks that end before are counted, of
            // which those of the second die follow those of the first.
            let blocks = self.places.as_flattened();
            let (mut nth, mut before, mut end) = (0, 0, 0);
            for spaces in &blocks[..blocks.len() - 1] {
                end += spaces.len();
                let is_behind = k >= end;
                nth += usize::from(is_behind);
                before = select_unpredictable(is_behind, end, before);
            }
            let space = select(blocks[nth].bits(), k - before) as usize;
            return place_code(self.first.into(), nth) + space;
        }
        k -= placings;
        Answers { rest: self.rest, last: self.last }.nth_code(k, select)
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
        self.blocks().into_iter().flat_map(|(first, bits)| ones(first, bits))
    }

    /// The first code and the bits of each block.
    fn blocks(&self) -> [(usize, u64); BLOCKS] {
        let first = self.first as usize;
        let [a, b] = self.places;
        let place = |die: usize, storage: usize, spaces: Spaces| (place_code(die, storage), spaces.bits());
        [
            (TAKE + first * SLOTS, self.takes),
            place(first, 0, a[0]),
            place(first, 1, a[1]),
            place(first, 2, a[2]),
            place(first + 1, 0, b[0]),
            place(first + 1, 1, b[1]),
            place(first + 1, 2, b[2]),
            (Action::REST, self.rest),
            (Action::LAST, self.last),
        ]
    }
}

/// Sets are equal that have the same actions, whatever the die that they do not need.
impl PartialEq for ActionSet {
    fn eq(&self, other: &Self) -> bool {
        self.words() == other.words()
    }
}

impl Eq for ActionSet {}

impl Hash for ActionSet {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.words().hash(state);
    }
}

/// The code of placing a stored tile with a die on the first space.
const fn place_code(die: usize, storage: usize) -> usize {
    PLACE + (die * PLACES + storage) * SPACES
}

/// The numbers from `first` on whose bits are set, ascending.
#[inline(always)]
fn ones(first: usize, mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = bits.trailing_zeros() as usize;
        bits &= bits.wrapping_sub(1);
        (bit < 64).then_some(first + bit)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::action::FREE;
    use proptest::prelude::*;

    /// The set of these codes, which are of dice or of none.
    fn set_of(first: u8, codes: &[usize]) -> ActionSet {
        let mut set = ActionSet { first, ..ActionSet::EMPTY };
        for code in codes {
            match DECODED[*code] {
                Action::Take { die, slot } => {
                    set.takes |= 1 << (usize::from(die - first) * SLOTS + usize::from(slot));
                }
                Action::Place { die, storage, space } => {
                    let spaces = &mut set.places[usize::from(die - first)][usize::from(storage)];
                    *spaces = spaces.union(Spaces::of(space));
                }
                _ if *code < Action::LAST => set.rest |= 1 << (code - Action::REST),
                _ => set.last |= 1 << (code - Action::LAST),
            }
        }
        set
    }

    #[test]
    fn blocks_fill_their_codes_and_no_others() {
        let range = |from: usize, to: usize| (from..=to).collect::<Vec<_>>();
        let all_slots = (1 << 24) - 1;
        let set = ActionSet { first: FREE, takes: all_slots, ..ActionSet::EMPTY };
        assert_eq!(set.codes().collect::<Vec<_>>(), range(48, 71));
        let set = ActionSet { takes: all_slots << 24, ..ActionSet::EMPTY };
        assert_eq!(set.codes().collect::<Vec<_>>(), range(24, 47));
        for (first, nth, storage) in [(0, 0, 0), (0, 0, 2), (0, 1, 0), (0, 1, 2), (FREE, 0, 0), (FREE, 0, 2)]
        {
            let mut set = ActionSet { first, ..ActionSet::EMPTY };
            set.places[nth][storage] = Spaces::ALL;
            let code = 72 + (usize::from(first) + nth) * 111 + storage * 37;
            assert_eq!(set.codes().collect::<Vec<_>>(), range(code, code + 36));
            assert_eq!(set.places(first + nth as u8, storage), Spaces::ALL);
        }
        let rest = |rest: u64| ActionSet { rest, ..ActionSet::EMPTY }.codes().collect::<Vec<_>>();
        assert_eq!(rest(Action::rest_bits(0xFFF, true)), [range(405, 416), range(423, 424)].concat());
        assert_eq!(rest(Action::rest_bits(0, false)), range(423, 423));
        assert_eq!(rest(Action::free_sale_bits(63)), range(417, 422));
        assert_eq!(rest(Action::free_rest_bits(63)), [range(417, 422), range(425, 425)].concat());
        assert_eq!(rest(Action::purchase_bits(255, 0)), range(426, 433));
        assert_eq!(rest(Action::purchase_bits(0, all_slots as u32)), range(434, 457));
        assert_eq!(rest(Action::discard_bits(7)), range(458, 460));
        assert_eq!(rest(Action::ship_bits(63)), range(461, 466));
        let last = |last: u64| ActionSet { last, ..ActionSet::EMPTY }.codes().collect::<Vec<_>>();
        assert_eq!(last(Action::keep_bits(63)), range(467, 472));
        assert_eq!(last(Action::start_castle_bits(Spaces::ALL)), range(473, 509));
        assert_eq!(last(Action::DECLINE_BIT), [510]);
        assert_eq!(last(Action::END_TURN_BIT), [511]);
    }

    proptest! {
        #[test]
        fn sets_count_list_and_select_alike(
            free in any::<bool>(),
            some in prop::collection::btree_set(0usize..512, 1..160),
        ) {
            let first = if free { FREE } else { 0 };
            let fits = |code: &usize| match DECODED[*code] {
                Action::Take { die, .. } | Action::Place { die, .. } => (die == FREE) == free,
                _ => true,
            };
            let codes: Vec<usize> = some.into_iter().filter(fits).collect();
            let set = set_of(first, &codes);
            prop_assert_eq!(set.len() as usize, codes.len());
            prop_assert_eq!(set.is_empty(), codes.is_empty());
            prop_assert_eq!(set == ActionSet::EMPTY, codes.is_empty());
            prop_assert_eq!(set.codes().collect::<Vec<_>>(), codes.clone());
            let others = codes.iter().copied().filter(|code| *code >= 405).collect::<Vec<_>>();
            prop_assert_eq!(set.others().map(Action::code).collect::<Vec<_>>(), others);
            for (k, code) in codes.iter().enumerate() {
                prop_assert_eq!(set.nth(k as u32).code(), *code);
            }
            for (code, action) in DECODED.iter().enumerate() {
                let has = codes.contains(&code);
                prop_assert_eq!(set.contains(*action), has);
                prop_assert_eq!(set.words()[code / 64] >> (code % 64) & 1 == 1, has);
                match *action {
                    Action::Take { die, slot } => prop_assert_eq!(set.takes(die) >> slot & 1 == 1, has),
                    Action::Place { die, storage, space } => {
                        prop_assert_eq!(set.places(die, storage.into()).contains(space), has);
                    }
                    _ => {}
                }
            }
        }
    }
}
