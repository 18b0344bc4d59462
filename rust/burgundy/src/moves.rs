//! The legal actions of a decision, kind by kind (R4.1, R4.4-R4.6, R5, R6.5, R6.8, R7.1).
//!
//! [`ActionSet`] is built from them; a playout chooses from them directly.

use std::hint::select_unpredictable;

use crate::action::{Action, FREE, SLOTS};
use crate::action_set::ActionSet;
use crate::bits::{Select, scale};
use crate::event::Log;
use crate::knowledge::Knowledge;
use crate::legal::{Next, workshop_slots};
use crate::player::PLACES;
use crate::prompt::Prompt;
use crate::rules::Rules;
use crate::space::Spaces;
use crate::state::State;

/// Legal actions in ascending order of codes, with as many dice from die `FIRST` on.
///
/// One die and two are types of their own, since half of all decisions have one die and need half the work.
#[derive(Clone, Copy)]
pub(crate) struct Moves<const DICE: usize, const FIRST: u8> {
    /// Slots to take from, those of the second die after the 24 of the first: bit `code - TAKE` if the first is die 0.
    takes: u64,
    /// Where each stored tile may be placed, the number aside.
    targets: [Spaces; PLACES],
    /// The spaces whose number each die can be used as for each stored tile.
    reach: [[Spaces; PLACES]; DICE],
    /// Sales, workers and purchases: bit `code - Action::REST`.
    rest: u64,
    /// Declining: bit `code - Action::LAST`.
    last: u64,
}

/// Legal actions where there are neither takes nor placings, by the two words that an [`ActionSet`] has for them.
#[derive(Clone, Copy)]
pub(crate) struct Answers {
    pub rest: u64,
    pub last: u64,
}

impl<const DICE: usize, const FIRST: u8> Moves<DICE, FIRST> {
    /// Number of actions.
    #[inline(always)]
    pub fn len(&self) -> u32 {
        let takes_and_rest = self.takes.count_ones() + self.rest.count_ones() + self.last.count_ones();
        self.reach.into_iter().fold(takes_and_rest, |count, reach| count + self.placings(reach))
    }

    /// Number of ways to place a tile on spaces within `reach`, which has a set for each stored tile.
    #[inline(always)]
    fn placings(&self, reach: [Spaces; PLACES]) -> u32 {
        (0..PLACES).map(|place| self.targets[place].intersection(reach[place]).len()).sum()
    }

    /// The actions as a set.
    #[inline(always)]
    pub fn set(&self) -> ActionSet {
        let mut places = [[Spaces::EMPTY; PLACES]; 2];
        for (spaces, reach) in places.iter_mut().zip(self.reach) {
            *spaces = std::array::from_fn(|place| self.targets[place].intersection(reach[place]));
        }
        ActionSet { first: FIRST, takes: self.takes, places, rest: self.rest, last: self.last }
    }
}

impl Answers {
    /// Number of answers.
    #[inline(always)]
    pub const fn len(self) -> u32 {
        self.rest.count_ones() + self.last.count_ones()
    }

    /// The answers as a set.
    #[inline(always)]
    pub const fn set(self) -> ActionSet {
        ActionSet { rest: self.rest, last: self.last, ..ActionSet::EMPTY }
    }

    /// The `k`-th answer, `k` below their number.
    #[inline(always)]
    pub fn nth(self, k: u32, select: impl Select) -> Action {
        Action::at(self.nth_code(k, select))
    }

    /// The code of the `k`-th answer.
    #[inline(always)]
    pub fn nth_code(self, k: u32, select: impl Select) -> usize {
        let rest = self.rest.count_ones();
        if k < rest {
            return Action::REST + select(self.rest, k) as usize;
        }
        Action::LAST + select(self.last, k - rest) as usize
    }
}

impl State {
    /// The legal actions of a turn with the first `DICE` of the dice that are offered; the others must be none.
    ///
    /// `turning` are the actor's knowledge tiles that help to turn dice.
    #[inline(always)]
    pub(crate) fn turn_moves<const DICE: usize>(&self, rules: &Rules, turning: Knowledge) -> Moves<DICE, 0> {
        let player = self.actor();
        let (tiles, goods) = (self.depots.offered(), player.goods.types());
        let layout = self.layout(rules, self.seat());
        let plain = turning.steps(player.workers, false);
        let take = turning.steps(player.workers, turning.free_take());
        let mut takes = 0;
        let mut reach = [[Spaces::EMPTY; PLACES]; DICE];
        let mut sales = 0;
        let dice = player.offered_dice();
        for i in 0..DICE {
            let die = dice[i];
            takes |= u64::from(tiles & rules.slot_reach(die, take)) << (SLOTS * i);
            reach[i] = [layout.reach(die, plain); PLACES];
            sales |= (goods & rules.goods_reach(die, plain)) << (6 * i);
        }
        if turning.has_free_placing() {
            for (place, tile) in player.storage().into_iter().enumerate() {
                let steps = turning.steps(player.workers, turning.free_place(tile.colour()));
                for i in 0..DICE {
                    reach[i][place] = layout.reach(dice[i], steps);
                }
            }
        }
        let rest = Action::rest_bits(sales, DICE == 2 && dice[1] != 0) | self.purchases(rules);
        Moves { takes, targets: *player.storage_targets(), reach, rest, last: 0 }
    }

    /// The legal actions at a castle, a city hall or a workshop, which need no die (R6.5, R6.8).
    #[inline(always)]
    pub(crate) fn free_moves(&self, rules: &Rules) -> Moves<1, FREE> {
        let mut moves = Moves {
            takes: 0,
            targets: [Spaces::EMPTY; PLACES],
            reach: [[Spaces::ALL; PLACES]],
            rest: 0,
            last: if rules.options.decline_effects { Action::DECLINE_BIT } else { 0 },
        };
        if let Prompt::Castle | Prompt::CityHall = self.prompt {
            moves.targets = *self.actor().storage_targets();
            if rules.options.purchase_in_effect {
                moves.rest = self.purchases(rules);
            }
        }
        match self.prompt {
            Prompt::Castle => {
                moves.takes = self.depots.offered().into();
                moves.rest |= Action::free_rest_bits(self.actor().goods.types());
                moves.last = 0;
            }
            Prompt::CityHall if moves.targets.iter().all(|spaces| spaces.is_empty()) => {
                moves.last = Action::DECLINE_BIT;
            }
            Prompt::CityHall => {}
            workshop => moves.takes = (self.depots.offered() & workshop_slots(rules, workshop)).into(),
        }
        moves
    }

    /// What can be bought, as bits of `rest`; nothing where no purchase is possible (R7.1).
    #[inline(always)]
    pub(crate) fn purchases(&self, rules: &Rules) -> u64 {
        let player = self.actor();
        if self.bought || player.silver < rules.tables.purchase_cost {
            return 0;
        }
        let depots = if player.knowledge.buys_from_depots() { self.depots.offered() } else { 0 };
        Action::purchase_bits(self.depots.black_offered(), depots)
    }

    /// Carries out the move that `word` picks uniformly; gives what comes next and the number of moves.
    #[inline(always)]
    pub(crate) fn play_move<const DICE: usize, const FIRST: u8, L: Log>(
        &mut self,
        rules: &Rules,
        moves: &Moves<DICE, FIRST>,
        turning: Knowledge,
        word: u64,
        select: impl Select,
        log: &mut L,
    ) -> (Next, u32) {
        let total = moves.len();
        (self.play_nth(rules, moves, turning, scale(word, total), select, log), total)
    }

    #[inline(always)]
    fn play_nth<const DICE: usize, const FIRST: u8, L: Log>(
        &mut self,
        rules: &Rules,
        moves: &Moves<DICE, FIRST>,
        turning: Knowledge,
        mut k: u32,
        select: impl Select,
        log: &mut L,
    ) -> Next {
        let count = moves.takes.count_ones();
        if k < count {
            let at = select(moves.takes, k);
            let (die, slot) = if DICE == 1 { (0, at) } else { (at / SLOTS as u32, at % SLOTS as u32) };
            return self.take(rules, turning, FIRST + die as u8, slot as u8, log);
        }
        k -= count;
        // Which die it is has no branch, since either is as likely.
        let mut die = FIRST;
        let mut reach = moves.reach[0];
        if DICE == 2 {
            let count = moves.placings(reach);
            let second = k >= count;
            die += u8::from(second);
            k = select_unpredictable(second, k.wrapping_sub(count), k);
            for (spaces, others) in reach.iter_mut().zip(moves.reach[DICE - 1]) {
                *spaces = select_unpredictable(second, others, *spaces);
            }
        }
        for (storage, targets) in moves.targets.into_iter().enumerate() {
            let spaces = targets.intersection(reach[storage]);
            let count = spaces.len();
            if k < count {
                let space = spaces.nth(k, select);
                return self.place(rules, turning, die, storage as u8, space, log);
            }
            k -= count;
        }
        let answers = Answers { rest: moves.rest, last: moves.last };
        self.carry_out(rules, answers.nth(k, select), log)
    }
}
