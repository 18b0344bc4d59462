//! The legal actions of a decision, kind by kind (R4.1, R4.4-R4.6, R5, R6.5, R6.8, R7.1).
//!
//! [`ActionSet`] is built from them; a playout chooses from them directly.

use std::hint::select_unpredictable;

use crate::action::{Action, FREE, SLOTS};
use crate::action_set::ActionSet;
use crate::bits::{Select, scale};
use crate::event::Log;
use crate::knowledge::{Knowledge, MAX_STEPS};
use crate::legal::workshop_slots;
use crate::player::PLACES;
use crate::prompt::Prompt;
use crate::rules::Rules;
use crate::space::{Space, Spaces};
use crate::state::State;

/// Legal actions in ascending order of codes, with as many dice from die `FIRST` on.
///
/// One die and two are types of their own, since half of all decisions have one die and need half the work.
#[derive(Clone, Copy)]
pub(crate) struct Moves<const DICE: usize, const FIRST: u8> {
    /// Slots to take from, those of the second die after the 24 of the first: bit `code - TAKE` if the first is die 0.
    takes: u64,
    /// Spaces for each stored tile with each die.
    places: [[Spaces; PLACES]; DICE],
    /// Sales, workers and purchases: bit `code - Action::REST`.
    rest: u64,
    /// Whether declining is one of them, the last.
    decline: bool,
}

/// Legal actions that are neither takes nor placings: those of a run of codes, and perhaps one of the last two codes.
#[derive(Clone, Copy)]
pub(crate) struct Answers {
    /// The code of bit 0.
    pub first: usize,
    pub bits: u64,
    pub last: Option<Action>,
}

impl<const DICE: usize, const FIRST: u8> Moves<DICE, FIRST> {
    /// Number of actions.
    #[inline(always)]
    pub fn len(&self) -> u32 {
        let takes_and_rest = self.takes.count_ones() + self.rest.count_ones() + u32::from(self.decline);
        self.places.as_flattened().iter().fold(takes_and_rest, |count, spaces| count + spaces.len())
    }

    /// The actions as a set.
    #[inline(always)]
    pub fn set(&self) -> ActionSet {
        let mut set = ActionSet::EMPTY;
        set.take(FIRST, self.takes);
        for die in 0..DICE {
            for place in 0..PLACES {
                set.place(FIRST + die as u8, place as u8, self.places[die][place].bits());
            }
        }
        set.block(Action::REST, self.rest);
        if self.decline {
            set.insert(Action::Decline);
        }
        set
    }
}

impl Answers {
    /// Answers among sales, workers, purchases, discards and goods of depots.
    #[inline(always)]
    pub const fn of_rest(bits: u64, last: Option<Action>) -> Self {
        Self { first: Action::REST, bits, last }
    }

    /// Number of answers.
    #[inline(always)]
    pub const fn len(&self) -> u32 {
        self.bits.count_ones() + self.last.is_some() as u32
    }

    /// The answers as a set.
    pub const fn set(&self) -> ActionSet {
        let mut set = ActionSet::EMPTY;
        set.block(self.first, self.bits);
        if let Some(last) = self.last {
            set.insert(last);
        }
        set
    }

    /// The `k`-th answer, `k` below their number.
    #[inline(always)]
    pub fn nth(&self, k: u32, select: impl Select) -> Action {
        match self.last {
            Some(last) if k >= self.bits.count_ones() => last,
            _ => Action::at(self.first + select(self.bits, k) as usize),
        }
    }
}

impl State {
    /// The legal actions of a turn with the first `DICE` of the dice that are offered; the others must be none.
    #[inline(always)]
    pub(crate) fn turn_moves<const DICE: usize>(&self, rules: &Rules) -> Moves<DICE, 0> {
        let player = self.actor();
        let knowledge = player.knowledge;
        let plain = knowledge.steps(player.workers, false);
        let take = (plain + u8::from(knowledge.free_take())).min(MAX_STEPS);
        let (tiles, goods) = (self.depots.offered(), player.goods.types());
        let layout = self.layout(rules, self.seat());
        let targets @ [a, b, c] = self.targets();

        let mut takes = 0;
        let mut places = [[Spaces::EMPTY; PLACES]; DICE];
        let mut sales = 0;
        let dice = player.offered_dice();
        for i in 0..DICE {
            let die = dice[i];
            takes |= u64::from(tiles & rules.slot_reach(die, take)) << (SLOTS * i);
            sales |= (goods & rules.goods_reach(die, plain)) << (6 * i);
            let reach = layout.reach(die, plain);
            places[i] = [a.intersection(reach), b.intersection(reach), c.intersection(reach)];
        }
        if knowledge.has_free_placing() {
            for (place, tile) in player.storage().into_iter().enumerate() {
                let free = knowledge.has(Knowledge::free_place_tile(tile.colour()));
                let steps = knowledge.steps(player.workers, free);
                for i in 0..DICE {
                    places[i][place] = targets[place].intersection(layout.reach(dice[i], steps));
                }
            }
        }
        let rest = Action::rest_bits(sales, DICE == 2 && dice[1] != 0) | self.purchases(rules);
        Moves { takes, places, rest, decline: false }
    }

    /// Whether an action with a die is among the moves of the turn: the one set it would be in is looked at.
    #[inline(always)]
    pub(crate) fn is_turn_move(&self, rules: &Rules, action: Action, die: u8) -> bool {
        let player = self.actor();
        let knowledge = player.knowledge;
        let value = player.offered_dice()[usize::from(die & 1)];
        match action {
            Action::Take { slot, .. } => {
                let steps = knowledge.steps(player.workers, knowledge.free_take());
                (self.depots.offered() & rules.slot_reach(value, steps)) >> slot & 1 == 1
            }
            Action::Place { storage, space, .. } => {
                let tile = player.storage()[storage as usize];
                let steps = knowledge.steps(player.workers, knowledge.free_place(tile.colour()));
                let layout = self.layout(rules, self.seat());
                let spaces =
                    player.storage_targets()[storage as usize].intersection(layout.reach(value, steps));
                spaces.contains(space) && !player.repeats_storage(storage as usize)
            }
            Action::Sell { good, .. } => {
                let reach = rules.goods_reach(value, knowledge.steps(player.workers, false));
                (player.goods.types() & reach) >> (good - 1) & 1 == 1
            }
            _ => value != 0,
        }
    }

    /// The legal actions at a castle, a city hall or a workshop, which need no die (R6.5, R6.8).
    #[inline(always)]
    pub(crate) fn free_moves(&self, rules: &Rules) -> Moves<1, FREE> {
        let mut moves = Moves {
            takes: 0,
            places: [[Spaces::EMPTY; PLACES]],
            rest: 0,
            decline: rules.options.decline_effects,
        };
        if let Prompt::Castle | Prompt::CityHall = self.prompt {
            moves.places = [self.targets()];
            if rules.options.purchase_in_effect {
                moves.rest = self.purchases(rules);
            }
        }
        match self.prompt {
            Prompt::Castle => {
                moves.takes = self.depots.offered().into();
                moves.rest |= Action::free_rest_bits(self.actor().goods.types());
                moves.decline = false;
            }
            Prompt::CityHall => moves.decline |= moves.places[0].iter().all(|spaces| spaces.is_empty()),
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

    /// Carries out the move that `word` picks uniformly; gives the number of moves.
    #[inline(always)]
    pub(crate) fn play_move<const DICE: usize, const FIRST: u8, L: Log>(
        &mut self,
        rules: &Rules,
        moves: &Moves<DICE, FIRST>,
        word: u64,
        select: impl Select,
        log: &mut L,
    ) -> u32 {
        let total = moves.len();
        self.play_nth(rules, moves, scale(word, total), select, log);
        total
    }

    #[inline(always)]
    fn play_nth<const DICE: usize, const FIRST: u8, L: Log>(
        &mut self,
        rules: &Rules,
        moves: &Moves<DICE, FIRST>,
        mut k: u32,
        select: impl Select,
        log: &mut L,
    ) {
        let count = moves.takes.count_ones();
        if k < count {
            let at = select(moves.takes, k);
            let (die, slot) = if DICE == 1 { (0, at) } else { (at / SLOTS as u32, at % SLOTS as u32) };
            return self.take(rules, FIRST + die as u8, slot as u8, log);
        }
        k -= count;
        // Which die it is has no branch, since either is as likely.
        let mut die = FIRST;
        let mut places = moves.places[0];
        if DICE == 2 {
            let count = places.iter().map(|spaces| spaces.len()).sum();
            let second = k >= count;
            die += u8::from(second);
            k = select_unpredictable(second, k.wrapping_sub(count), k);
            for (spaces, others) in places.iter_mut().zip(moves.places[DICE - 1]) {
                *spaces = select_unpredictable(second, others, *spaces);
            }
        }
        for (storage, spaces) in places.into_iter().enumerate() {
            let count = spaces.len();
            if k < count {
                let space = Space::new(select(spaces.bits(), k) as usize).expect("the sets have 37 bits");
                return self.place(rules, die, storage as u8, space, log);
            }
            k -= count;
        }
        let last = if moves.decline { Some(Action::Decline) } else { None };
        self.play(rules, Answers::of_rest(moves.rest, last).nth(k, select), log);
    }
}
