//! The 512 action codes.
//!
//! Codes come in contiguous blocks and are never renumbered (`ACTION_VERSION`).

use crate::space::{SPACES, Space, Spaces};

/// Number of action codes.
pub const ACTIONS: usize = 512;

/// Die index of an action that needs no die: a castle's action or a building's effect.
pub const FREE: u8 = 2;

/// Depot spaces, four for each of six depots.
pub const SLOTS: usize = 24;

pub(crate) const TAKE: usize = 0;
pub(crate) const PLACE: usize = TAKE + 3 * SLOTS;
const SELL: usize = PLACE + 3 * 3 * SPACES;
const WORKERS: usize = SELL + 3 * 6;
const BUY_BLACK: usize = WORKERS + 3;
const BUY_DEPOT: usize = BUY_BLACK + 8;
const DISCARD: usize = BUY_DEPOT + SLOTS;
const SHIP_GOODS: usize = DISCARD + 3;
const KEEP: usize = SHIP_GOODS + 6;
const START_CASTLE: usize = KEEP + 6;
const DECLINE: usize = START_CASTLE + SPACES;
const END_TURN: usize = DECLINE + 1;
const _: () = assert!(KEEP - SELL <= 64 && ACTIONS - KEEP <= 64);
const _: () = assert!(END_TURN + 1 == ACTIONS && PLACE == 72 && SELL == 405 && DECLINE == 510);

/// One decision. `die` is 0 or 1 for an unused die, [`FREE`] for none; slots, depots and places count from 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Action {
    Take { die: u8, slot: u8 },
    Place { die: u8, storage: u8, space: Space },
    Sell { die: u8, good: u8 },
    Workers { die: u8 },
    BuyBlack { slot: u8 },
    BuyDepot { slot: u8 },
    Discard { storage: u8 },
    ShipGoods { depot: u8 },
    Keep { good: u8 },
    StartCastle { space: Space },
    Decline,
    EndTurn,
}

const _: () = assert!(size_of::<Action>() == 4);

pub(crate) const DECODED: [Action; ACTIONS] = {
    let mut table = [Action::EndTurn; ACTIONS];
    let mut code = 0;
    while code < ACTIONS {
        table[code] = Action::decode(code);
        code += 1;
    }
    table
};

impl Action {
    /// The action with this code, below 512.
    #[inline(always)]
    #[must_use]
    pub const fn from_code(code: usize) -> Option<Self> {
        if code < ACTIONS { Some(DECODED[code]) } else { None }
    }

    /// First of the codes after takes and placings.
    pub(crate) const REST: usize = SELL;
    /// First of the codes that do not fit into a word with those before.
    pub(crate) const LAST: usize = KEEP;

    /// The action with this code, which must be below 512.
    #[inline(always)]
    pub(crate) const fn at(code: usize) -> Self {
        DECODED[code % ACTIONS]
    }

    // Bits of sets of actions after takes and placings: bit `code - Action::REST`, and `code - Action::LAST` for the last ones.

    /// Sales (die 0, then die 1, six types each) and workers with one or two dice.
    #[inline(always)]
    pub(crate) const fn rest_bits(sales: u32, two_dice: bool) -> u64 {
        sales as u64 | 1 << (WORKERS - SELL) | (two_dice as u64) << (WORKERS + 1 - SELL)
    }

    /// Sales without a die.
    #[inline(always)]
    pub(crate) const fn free_sale_bits(types: u32) -> u64 {
        (types as u64) << (FREE * 6)
    }

    /// Sales and workers without a die.
    #[inline(always)]
    pub(crate) const fn free_rest_bits(types: u32) -> u64 {
        Self::free_sale_bits(types) | 1 << (WORKERS + FREE as usize - SELL)
    }

    /// Purchases from the places of the black depot and from the slots of the numbered ones.
    #[inline(always)]
    pub(crate) const fn purchase_bits(black: u8, depots: u32) -> u64 {
        (black as u64) << (BUY_BLACK - SELL) | (depots as u64) << (BUY_DEPOT - SELL)
    }

    /// Discards from these storage places.
    #[inline(always)]
    pub(crate) const fn discard_bits(places: u8) -> u64 {
        (places as u64) << (DISCARD - SELL)
    }

    /// The goods of these depots.
    #[inline(always)]
    pub(crate) const fn ship_bits(depots: u32) -> u64 {
        (depots as u64) << (SHIP_GOODS - SELL)
    }

    /// Keeping these types of goods, of the last ones.
    #[inline(always)]
    pub(crate) const fn keep_bits(types: u32) -> u64 {
        types as u64
    }

    /// Start castles on these spaces, of the last ones.
    #[inline(always)]
    pub(crate) const fn start_castle_bits(spaces: Spaces) -> u64 {
        spaces.bits() << (START_CASTLE - KEEP)
    }

    /// Declining, of the last ones.
    pub(crate) const DECLINE_BIT: u64 = 1 << (DECLINE - KEEP);
    /// The end of a turn, of the last ones.
    pub(crate) const END_TURN_BIT: u64 = 1 << (END_TURN - KEEP);

    const fn decode(code: usize) -> Self {
        if code < PLACE {
            let die = (code / SLOTS) as u8;
            return Self::Take { die, slot: (code % SLOTS) as u8 };
        }
        if code < SELL {
            let at = code - PLACE;
            let space = space(at % SPACES);
            return Self::Place { die: (at / (3 * SPACES)) as u8, storage: (at / SPACES % 3) as u8, space };
        }
        if code < WORKERS {
            let at = code - SELL;
            return Self::Sell { die: (at / 6) as u8, good: (at % 6) as u8 + 1 };
        }
        match code {
            WORKERS..BUY_BLACK => Self::Workers { die: (code - WORKERS) as u8 },
            BUY_BLACK..BUY_DEPOT => Self::BuyBlack { slot: (code - BUY_BLACK) as u8 },
            BUY_DEPOT..DISCARD => Self::BuyDepot { slot: (code - BUY_DEPOT) as u8 },
            DISCARD..SHIP_GOODS => Self::Discard { storage: (code - DISCARD) as u8 },
            SHIP_GOODS..KEEP => Self::ShipGoods { depot: (code - SHIP_GOODS) as u8 },
            KEEP..START_CASTLE => Self::Keep { good: (code - KEEP) as u8 + 1 },
            START_CASTLE..DECLINE => Self::StartCastle { space: space(code - START_CASTLE) },
            DECLINE => Self::Decline,
            _ => Self::EndTurn,
        }
    }

    /// The action's code, 0 to 511.
    #[must_use]
    pub const fn code(self) -> usize {
        match self {
            Self::Take { die, slot } => TAKE + die as usize * SLOTS + slot as usize,
            Self::Place { die, storage, space } => {
                PLACE + (die as usize * 3 + storage as usize) * SPACES + space.index()
            }
            Self::Sell { die, good } => SELL + die as usize * 6 + good as usize - 1,
            Self::Workers { die } => WORKERS + die as usize,
            Self::BuyBlack { slot } => BUY_BLACK + slot as usize,
            Self::BuyDepot { slot } => BUY_DEPOT + slot as usize,
            Self::Discard { storage } => DISCARD + storage as usize,
            Self::ShipGoods { depot } => SHIP_GOODS + depot as usize,
            Self::Keep { good } => KEEP + good as usize - 1,
            Self::StartCastle { space } => START_CASTLE + space.index(),
            Self::Decline => DECLINE,
            Self::EndTurn => END_TURN,
        }
    }

    /// The die the action uses, [`FREE`] for a free one; `None` if it is not one of the four actions.
    #[must_use]
    pub const fn die(self) -> Option<u8> {
        match self {
            Self::Take { die, .. }
            | Self::Place { die, .. }
            | Self::Sell { die, .. }
            | Self::Workers { die } => Some(die),
            _ => None,
        }
    }
}

pub(crate) const fn space(index: usize) -> Space {
    match Space::new(index) {
        Some(space) => space,
        None => panic!("a code's space is below 37"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_go_both_ways() {
        for code in 0..ACTIONS {
            assert_eq!(Action::from_code(code).map(Action::code), Some(code));
        }
        assert_eq!(Action::from_code(512), None);
    }

    #[test]
    fn blocks_start_where_the_table_says() {
        // docs/formats.md, section 2
        assert_eq!(Action::Take { die: 2, slot: 23 }.code(), 71);
        assert_eq!(Action::Place { die: 0, storage: 0, space: space(0) }.code(), 72);
        assert_eq!(Action::Place { die: 2, storage: 2, space: space(36) }.code(), 404);
        assert_eq!(Action::Sell { die: 0, good: 1 }.code(), 405);
        assert_eq!(Action::Workers { die: 0 }.code(), 423);
        assert_eq!(Action::BuyBlack { slot: 0 }.code(), 426);
        assert_eq!(Action::BuyDepot { slot: 0 }.code(), 434);
        assert_eq!(Action::Discard { storage: 0 }.code(), 458);
        assert_eq!(Action::ShipGoods { depot: 0 }.code(), 461);
        assert_eq!(Action::Keep { good: 1 }.code(), 467);
        assert_eq!(Action::StartCastle { space: space(0) }.code(), 473);
        assert_eq!(Action::Decline.code(), 510);
        assert_eq!(Action::EndTurn.code(), 511);
    }
}
