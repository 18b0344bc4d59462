//! Worlds: the outcomes of all chance events as a pure function of a seed and the event's place in the game.
//!
//! Events come in groups with one 64-bit word each, from which they read digits in order (docs/formats.md, section 3). A
//! change here changes every seeded game and bumps `WORLD_VERSION`.

use crate::bits::{GOLDEN, Select, mix};
use crate::chance::{PAIRS, pair};
use crate::cpu;
use crate::legal::Next;
use crate::prompt::{Chance, Prompt};
use crate::rules::Rules;
use crate::state::State;
use crate::tile::Tile;

/// Ordered pairs of dice.
const ROLLS: u32 = 36;

/// The outcome of a pair of dice for each of 36 equally likely digits.
const ROLLED: [u8; ROLLS as usize] = {
    let mut table = [0; ROLLS as usize];
    let (mut outcome, mut at) = (0, 0);
    while outcome < PAIRS {
        let [low, high] = pair(outcome);
        let mut weight = if low == high { 1 } else { 2 };
        while weight > 0 {
            table[at] = outcome as u8;
            at += 1;
            weight -= 1;
        }
        outcome += 1;
    }
    assert!(at == ROLLS as usize);
    table
};

/// Groups before those of the first phase, and groups of a phase.
const PHASE_GROUPS: u64 = 6;
const GROUPS_A_PHASE: u64 = 14;
/// Within a phase's groups: after the six depots the black depot (two), the goods, then the rounds.
const BLACK: u64 = 6;
const GOODS: u64 = 8;
const DICE: u64 = 9;
/// The black depot's groups follow those of the six depots.
const _: () = assert!(BLACK == 6);
/// Tiles of the black depot that share a group.
const BLACK_A_GROUP: usize = 4;

/// What is left to read of a group's word.
#[derive(Clone, Copy)]
struct Digits(u64);

impl Digits {
    /// The digits of a group of the world `seed`.
    #[inline(always)]
    const fn of(seed: u64, group: u64) -> Self {
        Self(mix(seed.wrapping_add((group + 1).wrapping_mul(GOLDEN))))
    }

    /// The next digit, below `total`.
    #[inline(always)]
    fn next(&mut self, total: u32) -> u32 {
        let product = u128::from(self.0) * u128::from(total);
        self.0 = product as u64;
        (product >> 64) as u32
    }
}

impl State {
    /// Plays chance events of the world `seed` up to the next decision or the end.
    #[inline(always)]
    pub fn resolve_chance(&mut self, rules: &Rules, seed: u64) {
        if self.is_chance() {
            self.play_chance(rules, seed);
        }
    }

    /// The same with a way to select that suits the processor.
    #[inline(always)]
    pub fn resolve_chance_with(&mut self, rules: &Rules, seed: u64, select: impl Select) {
        if self.is_chance() {
            self.play_chance_with(rules, seed, select);
        }
    }

    fn play_chance(&mut self, rules: &Rules, seed: u64) {
        self.play_chance_with(rules, seed, cpu::select());
    }

    /// Plays chance events; gives what comes next.
    ///
    /// What follows on each other is drawn in a row, without a prompt in between.
    #[inline(always)]
    pub(crate) fn play_chance_with(&mut self, rules: &Rules, seed: u64, select: impl Select) -> Next {
        while let Prompt::Chance(event) = self.prompt {
            match event {
                Chance::White => return self.roll_all(self.digits(rules, event, seed)),
                Chance::Depot { depot, slot } => {
                    let digits = self.digits(rules, event, seed);
                    return self.refill(rules, depot, slot, digits, seed, select);
                }
                Chance::Black => {
                    return self.refill_black(rules, self.digits(rules, event, seed), seed, select);
                }
                Chance::Good => {
                    return self.reveal_all(rules, self.digits(rules, event, seed), seed, select);
                }
                Chance::Deal { seat } => {
                    self.deal_all(rules, seat, self.digits(rules, event, seed), seed, select);
                }
                Chance::Board { .. } | Chance::StartPlayer | Chance::Dice { .. } => {
                    let outcome = self.pick(rules, event, &mut self.digits(rules, event, seed), select);
                    self.settle(rules, outcome, &mut ());
                }
            }
        }
        self.next()
    }

    /// The outcome that the chance event that is next has in the world `seed`; `None` at other nodes.
    #[must_use]
    pub fn outcome_in(&self, rules: &Rules, seed: u64) -> Option<usize> {
        let Prompt::Chance(event) = self.prompt else { return None };
        Some(self.pick(rules, event, &mut self.digits(rules, event, seed), cpu::select()))
    }

    /// The group of an event.
    #[inline(always)]
    fn group(&self, event: Chance) -> u64 {
        let phase = PHASE_GROUPS + GROUPS_A_PHASE * u64::from(self.phase);
        match event {
            Chance::Board { .. } => 0,
            Chance::StartPlayer => 1,
            Chance::Deal { seat } => 2 + u64::from(seat),
            Chance::Depot { depot, .. } => phase + u64::from(depot),
            Chance::Black => phase + BLACK + (self.depots.black_row().len() / BLACK_A_GROUP) as u64,
            Chance::Good => phase + GOODS,
            Chance::White | Chance::Dice { .. } => phase + DICE + u64::from(self.round) - 1,
        }
    }

    /// The digits of the event's group, those of the events before it read.
    #[inline(always)]
    fn digits(&self, rules: &Rules, event: Chance, seed: u64) -> Digits {
        let mut digits = Digits::of(seed, self.group(event));
        // A supply that is read has as many left, plus those drawn since: the totals go down to one more than now.
        let mut drawn = |left: u32, count: usize| {
            for before in (1..=count as u32).rev() {
                digits.next(left + before);
            }
        };
        match event {
            Chance::Board { seat } => {
                for before in 0..seat {
                    digits.next(self.boards_left(rules, before).len() as u32);
                }
            }
            Chance::Deal { seat } => {
                drawn(self.supply.goods.len(), self.players[seat as usize].goods.total() as usize);
            }
            Chance::Depot { depot, slot } => self.skip_slots(rules, depot, slot, &mut digits),
            Chance::Black => {
                drawn(self.supply.black.len(), self.depots.black_row().len() % BLACK_A_GROUP);
            }
            Chance::Good => drawn(self.supply.goods.len(), self.goods_to_come()),
            Chance::Dice { seat } => {
                digits.next(6);
                for _ in 0..seat {
                    digits.next(ROLLS);
                }
            }
            Chance::StartPlayer | Chance::White => {}
        }
        digits
    }

    /// Reads the digits of the draws before `slot` of a depot.
    #[inline(always)]
    fn skip_slots(&self, rules: &Rules, depot: u8, slot: u8, digits: &mut Digits) {
        let slots = rules.slots(self.player_count, self.phase);
        let first = depot as usize * 4;
        let drawn = |i: &usize| {
            rules.slot_in_use(*i, self.player_count)
                && slots.table().colours[*i].has_faces()
                && !self.depots.tile(*i).is_none()
        };
        let end = first + slot as usize;
        for i in (first..end).filter(drawn) {
            let colour = slots.table().colours[i];
            let since = (i..end).filter(drawn).filter(|j| slots.table().colours[*j] == colour).count() as u32;
            digits.next(self.supply.normal[colour as usize].len() + since);
        }
    }

    /// The outcome that the next digit gives an event.
    #[inline(always)]
    fn pick(&self, rules: &Rules, event: Chance, digits: &mut Digits, select: impl Select) -> usize {
        match event {
            Chance::StartPlayer => digits.next(u32::from(self.player_count)) as usize,
            Chance::White => digits.next(6) as usize + 1,
            Chance::Dice { .. } => ROLLED[digits.next(ROLLS) as usize] as usize,
            Chance::Board { seat } => {
                let boards = self.boards_left(rules, seat);
                boards[digits.next(boards.len() as u32) as usize]
            }
            Chance::Deal { .. } | Chance::Good => {
                let bag = self.supply.goods;
                bag.nth(&rules.bags.goods, digits.next(bag.len()), select) as usize
            }
            Chance::Depot { depot, slot } => {
                let slots = rules.slots(self.player_count, self.phase);
                let colour = slots.table().colours[(depot * 4 + slot) as usize] as usize;
                let bag = self.supply.normal[colour];
                bag.nth(&rules.bags.normal[colour], digits.next(bag.len()), select) as usize
            }
            Chance::Black => {
                let bag = self.supply.black;
                bag.nth(&rules.bags.black, digits.next(bag.len()), select) as usize
            }
        }
    }

    /// Deals the goods that this seat and those after it still get, one word a seat; the start castles follow.
    #[inline(always)]
    fn deal_all(&mut self, rules: &Rules, first: u8, mut digits: Digits, seed: u64, select: impl Select) {
        for seat in first..self.player_count {
            if seat > first {
                digits = Digits::of(seed, self.group(Chance::Deal { seat }));
            }
            let dealt = self.players[(seat & 3) as usize].goods.total();
            // Seats are dealt to in order (docs/formats.md, section 4).
            debug_assert!(seat == first || dealt == 0);
            for _ in dealt..rules.tables.start_goods.into() {
                let left = self.supply.goods.len();
                if left > 0 {
                    let good = self.supply.goods.draw(&rules.bags.goods, digits.next(left), select);
                    self.deal(seat, good, &mut ());
                }
            }
        }
        self.next_start_castle(rules, &mut ());
    }

    /// Draws the tiles of the depots from this slot on, one word a depot; the black depot follows.
    #[inline(always)]
    fn refill(
        &mut self,
        rules: &Rules,
        first_depot: u8,
        first_slot: u8,
        mut digits: Digits,
        seed: u64,
        select: impl Select,
    ) -> Next {
        let slots = rules.slots(self.player_count, self.phase);
        let (in_use, groups) =
            (rules.slots_in_use(self.player_count), self.group(Chance::Depot { depot: 0, slot: 0 }));
        let depots = slots.table().colours.as_chunks::<4>().0.iter().enumerate();
        let mut from = first_slot as usize;
        for (depot, colours) in depots.skip(first_depot.into()) {
            for slot in from..in_use {
                let colour = colours[slot & 3];
                let (bag, bag_table) =
                    (&mut self.supply.normal[colour as usize], &rules.bags.normal[colour as usize]);
                let left = bag.len();
                if left > 0 {
                    // Where there is one face, the lowest tile is as good as any, and the digit is not read.
                    let k = if colour.has_faces() { digits.next(left) } else { 0 };
                    let tile = Tile::from_face(bag.draw(bag_table, k, select));
                    self.depots.put(slots, depot * 4 + slot, tile);
                }
            }
            from = 0;
            digits = Digits::of(seed, groups + depot as u64 + 1);
        }
        // The group after that of the last depot is the black depot's first, of which nothing is read yet.
        debug_assert!(self.depots.black_row().is_empty());
        self.refill_black(rules, digits, seed, select)
    }

    /// Draws the tiles that the black depot still gets, one word for four; the goods follow.
    #[inline(always)]
    fn refill_black(&mut self, rules: &Rules, mut digits: Digits, seed: u64, select: impl Select) -> Next {
        for nth in self.depots.black_row().len()..8 {
            let left = self.supply.black.len();
            if left == 0 || rules.tables.black_marks[nth] > self.player_count {
                break;
            }
            if nth == BLACK_A_GROUP {
                digits = Digits::of(seed, self.group(Chance::Black));
            }
            let face = self.supply.black.draw(&rules.bags.black, digits.next(left), select);
            self.depots.put_black(Tile::from_face(face));
        }
        self.depots.offer_black();
        self.reveal_all(rules, Digits::of(seed, self.group(Chance::Good)), seed, select)
    }

    /// Turns up the goods that the phase still gets; the first round's dice follow.
    #[inline(always)]
    fn reveal_all(&mut self, rules: &Rules, mut digits: Digits, seed: u64, select: impl Select) -> Next {
        for nth in self.goods_to_come()..self.round_goods.len() {
            let left = self.supply.goods.len();
            if left == 0 {
                break;
            }
            self.round_goods[nth] = self.supply.goods.draw(&rules.bags.goods, digits.next(left), select);
        }
        self.roll_all(Digits::of(seed, self.group(Chance::White)))
    }

    /// Rolls all dice of a round, of which none is rolled yet, and its first turn begins.
    #[inline(always)]
    fn roll_all(&mut self, mut digits: Digits) -> Next {
        self.roll_white(digits.next(6) as u8 + 1, &mut ());
        for seat in 0..self.player_count {
            self.roll(seat, ROLLED[digits.next(ROLLS) as usize % ROLLED.len()] as usize, &mut ());
        }
        self.prompt = Prompt::Turn;
        self.next_in_turn()
    }
}
