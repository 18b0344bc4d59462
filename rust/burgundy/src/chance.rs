//! Chance events one by one: what can come, what it does, what is drawn next (R1.3-R1.8, R2.2-R2.5).
//!
//! An event is a node only if at least two outcomes are possible; a forced one happens by itself.

use crate::action::SLOTS;
use crate::event::{Event, Log};
use crate::prompt::{Chance, Prompt};
use crate::rules::Rules;
use crate::state::State;
use crate::tile::Tile;

/// Slots of all depots and of the black depot, in the order in which they are filled.
const DRAWS: usize = SLOTS + 8;

/// Number of outcomes of a pair of dice (R2.5).
pub const PAIRS: usize = 21;

/// The unordered pairs of dice in order of outcomes.
const PAIR: [[u8; 2]; PAIRS] = {
    let mut table = [[0; 2]; PAIRS];
    let (mut low, mut i) = (1, 0);
    while low <= 6 {
        let mut high = low;
        while high <= 6 {
            table[i] = [low, high];
            i += 1;
            high += 1;
        }
        low += 1;
    }
    table
};

/// The dice of an outcome, ascending.
#[inline(always)]
#[must_use]
pub const fn pair(outcome: usize) -> [u8; 2] {
    PAIR[outcome]
}

impl State {
    /// The outcomes of the chance event that is next with their weights, ascending; empty at other nodes.
    #[must_use]
    pub fn outcomes(&self, rules: &Rules) -> Vec<(usize, u32)> {
        let Prompt::Chance(event) = self.prompt else { return Vec::new() };
        match event {
            Chance::Board { seat } => {
                self.boards_left(rules, seat).into_iter().map(|number| (number, 1)).collect()
            }
            Chance::StartPlayer => (0..self.player_count as usize).map(|seat| (seat, 1)).collect(),
            Chance::Deal { .. } | Chance::Good => self.supply.goods.faces(&rules.bags.goods).collect(),
            Chance::Depot { depot, slot } => {
                let colour = self.slot_colour(rules, depot, slot);
                self.supply.normal[colour].faces(&rules.bags.normal[colour]).collect()
            }
            Chance::Black => self.supply.black.faces(&rules.bags.black).collect(),
            Chance::White => (1..=6).map(|die| (die, 1)).collect(),
            Chance::Dice { .. } => PAIR.iter().map(|[a, b]| if a == b { 1 } else { 2 }).enumerate().collect(),
        }
    }

    /// Lets the chance event that is next come out like this, an outcome it has, and reports what it does.
    pub fn settle<L: Log>(&mut self, rules: &Rules, outcome: usize, log: &mut L) {
        let Prompt::Chance(event) = self.prompt else {
            unreachable!("an outcome is legal only at a chance node")
        };
        match event {
            Chance::Board { seat } => {
                self.give_board(rules, seat, outcome as u8, log);
                self.next_board(rules, seat + 1, log);
            }
            Chance::StartPlayer => {
                self.seat_players(rules, outcome as u8, log);
                self.next_deal(rules, 0, log);
            }
            Chance::Deal { seat } => {
                self.supply.goods.remove(&rules.bags.goods, outcome);
                self.deal(seat, outcome as u8, log);
                self.next_deal(rules, seat, log);
            }
            Chance::Depot { depot, slot } => {
                let colour = self.slot_colour(rules, depot, slot);
                self.supply.normal[colour].remove(&rules.bags.normal[colour], outcome);
                let slot = (depot * 4 + slot) as usize;
                self.put_tile(rules, slot, outcome as u8, log);
                self.next_draw(rules, slot + 1, log);
            }
            Chance::Black => {
                self.supply.black.remove(&rules.bags.black, outcome);
                self.put_black(outcome as u8, log);
                self.next_draw(rules, SLOTS + self.depots.black_row().len(), log);
            }
            Chance::Good => {
                self.supply.goods.remove(&rules.bags.goods, outcome);
                self.reveal(outcome as u8, log);
                self.next_good(rules, log);
            }
            Chance::White => {
                self.roll_white(outcome as u8, log);
                self.next_roll(0);
            }
            Chance::Dice { seat } => {
                self.roll(seat, outcome, log);
                self.next_roll(seat + 1);
            }
        }
        debug_assert!(self.check(rules), "{event:?} left a state that is not in order");
    }

    /// The boards that are not used up by the seats before this one, ascending (R1.8).
    pub(crate) fn boards_left(&self, rules: &Rules, seat: u8) -> Vec<usize> {
        let used = |index: usize| {
            let before = &self.players[..seat as usize];
            before.iter().filter(|player| player.board as usize == index + 1).count()
        };
        let layouts = rules.layouts.iter().enumerate();
        let left = layouts.filter(|(i, layout)| used(*i) < layout.copies() as usize);
        let mut numbers: Vec<usize> = left.map(|(_, layout)| layout.number() as usize).collect();
        numbers.sort_unstable();
        numbers
    }

    /// Draws the boards from this seat on as far as they are forced; then the start player is next.
    pub(crate) fn next_board<L: Log>(&mut self, rules: &Rules, seat: u8, log: &mut L) {
        for seat in seat..self.player_count {
            let [only] = self.boards_left(rules, seat)[..] else {
                self.prompt = Prompt::Chance(Chance::Board { seat });
                return;
            };
            self.give_board(rules, seat, only as u8, log);
        }
        self.prompt = Prompt::Chance(Chance::StartPlayer);
    }

    fn give_board<L: Log>(&mut self, rules: &Rules, seat: u8, board: u8, log: &mut L) {
        let index = rules.layout_index(board).expect("an outcome is the number of a board");
        self.players[seat as usize].board = index + 1;
        log.log(Event::Board { seat, board });
    }

    /// Track and workers by seat from the start player on (R1.5, R1.6).
    fn seat_players<L: Log>(&mut self, rules: &Rules, first: u8, log: &mut L) {
        log.log(Event::StartPlayer { seat: first });
        let mut order = [0; 4];
        for i in 0..self.player_count {
            let seat = (first + i) % self.player_count;
            order[i as usize] = seat;
            self.gain_workers(seat, rules.tables.start_workers[i as usize], "R1.5", log);
        }
        self.track = crate::track::Track::start(order);
        self.order = order;
        self.set_turn(0);
    }

    /// The goods of this seat and those after it (R1.3), as far as they are forced; then the start castles.
    fn next_deal<L: Log>(&mut self, rules: &Rules, seat: u8, log: &mut L) {
        for seat in seat..self.player_count {
            while self.players[seat as usize].goods.total() < u32::from(rules.tables.start_goods) {
                let bag = &mut self.supply.goods;
                if bag.has_choice(&rules.bags.goods) {
                    self.prompt = Prompt::Chance(Chance::Deal { seat });
                    return;
                }
                if bag.len() == 0 {
                    break;
                }
                let good = bag.draw_only(&rules.bags.goods);
                self.deal(seat, good, log);
            }
        }
        self.next_start_castle(rules, log);
    }

    #[inline(always)]
    pub(crate) fn deal<L: Log>(&mut self, seat: u8, good: u8, log: &mut L) {
        self.players[(seat & 3) as usize].goods.add(good, 1);
        log.log(Event::Deal { seat, good });
    }

    #[inline(always)]
    fn slot_colour(&self, rules: &Rules, depot: u8, slot: u8) -> usize {
        rules.slots(self.player_count, self.phase).table().colours[(depot * 4 + slot) as usize] as usize
    }

    /// Fills depots and black depot from draw `at` on as far as it is forced (R2.2); then the goods are turned up.
    ///
    /// Draws are counted through the 24 slots, then the tiles of the black depot. An empty supply leaves its spaces empty.
    pub(crate) fn next_draw<L: Log>(&mut self, rules: &Rules, at: usize, log: &mut L) {
        for slot in at..SLOTS {
            if !rules.slot_in_use(slot, self.player_count) {
                continue;
            }
            let (depot, nth) = (slot as u8 / 4, slot as u8 % 4);
            let colour = self.slot_colour(rules, depot, nth);
            let (bag, table) = (&mut self.supply.normal[colour], &rules.bags.normal[colour]);
            if bag.len() == 0 {
                continue;
            }
            if bag.has_choice(table) {
                self.prompt = Prompt::Chance(Chance::Depot { depot, slot: nth });
                return;
            }
            let face = bag.draw_only(table);
            self.put_tile(rules, slot, face, log);
        }
        for nth in at.max(SLOTS)..DRAWS {
            if rules.tables.black_marks[nth - SLOTS] > self.player_count {
                continue;
            }
            let (bag, table) = (&mut self.supply.black, &rules.bags.black);
            if bag.len() == 0 {
                break;
            }
            if bag.has_choice(table) {
                self.prompt = Prompt::Chance(Chance::Black);
                return;
            }
            let face = bag.draw_only(table);
            self.put_black(face, log);
        }
        self.next_good(rules, log);
    }

    #[inline(always)]
    pub(crate) fn put_tile<L: Log>(&mut self, rules: &Rules, slot: usize, face: u8, log: &mut L) {
        let tile = Tile::from_face(face);
        let slots = rules.slots(self.player_count, self.phase);
        self.depots.put(slots, slot, tile);
        log.log(Event::Draw { tile, depot: Some(slot as u8 / 4) });
    }

    #[inline(always)]
    pub(crate) fn put_black<L: Log>(&mut self, face: u8, log: &mut L) {
        let tile = Tile::from_face(face);
        self.depots.put_black(tile);
        self.depots.offer_black();
        log.log(Event::Draw { tile, depot: None });
    }

    /// The goods of the phase (R2.4) as far as they are forced; then the first round's white die.
    pub(crate) fn next_good<L: Log>(&mut self, rules: &Rules, log: &mut L) {
        while self.goods_to_come() < self.round_goods.len() {
            let (bag, table) = (&mut self.supply.goods, &rules.bags.goods);
            if bag.has_choice(table) {
                self.prompt = Prompt::Chance(Chance::Good);
                return;
            }
            if bag.len() == 0 {
                break;
            }
            let good = bag.draw_only(table);
            self.reveal(good, log);
        }
        self.prompt = Prompt::Chance(Chance::White);
    }

    #[inline(always)]
    pub(crate) fn reveal<L: Log>(&mut self, good: u8, log: &mut L) {
        self.round_goods[self.goods_to_come()] = good;
        log.log(Event::Reveal { good });
    }

    /// The white die sends the next good of the phase to its depot (R2.5c).
    #[inline(always)]
    pub(crate) fn roll_white<L: Log>(&mut self, die: u8, log: &mut L) {
        self.white_die = die;
        log.log(Event::WhiteDie { die });
        let good = self.round_goods[0];
        if good != 0 {
            self.round_goods.rotate_left(1);
            self.round_goods[4] = 0;
            self.depots.goods[die as usize - 1].add(good, 1);
            log.log(Event::PutGoods { depot: die - 1, good });
        }
    }

    #[inline(always)]
    pub(crate) fn roll<L: Log>(&mut self, seat: u8, outcome: usize, log: &mut L) {
        let dice = pair(outcome);
        self.players[(seat & 3) as usize].dice = dice;
        log.log(Event::Roll { seat, dice });
    }

    /// The next seat from this one on that has yet to act and has no dice rolls (R2.5b); then a turn begins.
    pub(crate) fn next_roll(&mut self, seat: u8) {
        let to_act = &self.order[self.turn() as usize..self.player_count as usize];
        let rolls = |seat: &u8| to_act.contains(seat) && self.players[*seat as usize].dice[0] == 0;
        match (seat..self.player_count).find(rolls) {
            Some(seat) => self.prompt = Prompt::Chance(Chance::Dice { seat }),
            None => {
                self.begin_turn();
            }
        }
    }
}
