//! `light`: chooses by what each action adds, from tables, without trying any; made for playouts.

use burgundy::action::{FREE, SLOTS};
use burgundy::bits::GOLDEN;
use burgundy::layout::{Layout, distance};
use burgundy::player::Player;
use burgundy::prompt::Prompt;
use burgundy::space::{SPACES, Space, Spaces};
use burgundy::tile::{Colour, Kind, Tile};
use burgundy::{Action, ActionSet, Rules, State};

use crate::policy::Policy;
use crate::weights::Weights;
use crate::worth::{Board, MOST, Region, Tables, Worth, bonus, herd};

/// A quick player: the action that adds most by tables of worth, with a little noise so that playouts differ.
#[derive(Clone, Debug)]
pub struct Light {
    tables: Tables,
    noise: f32,
}

impl Light {
    /// The player under these rules; it must not be asked about states of others.
    #[must_use]
    pub fn new(rules: &Rules) -> Self {
        Self::with(rules, &Weights::LIGHT)
    }

    /// A player with other weights.
    #[must_use]
    pub fn with(rules: &Rules, weights: &Weights) -> Self {
        Self { tables: Tables::new(rules, weights), noise: weights.noise[0] }
    }
}

impl Light {
    /// Adds each legal action of a decision with what it adds, without noise and in no order.
    pub fn weigh(&self, rules: &Rules, state: &State, out: &mut Vec<(Action, f32)>) {
        self.offer_all(rules, state, out);
    }

    #[inline]
    fn offer_all(&self, rules: &Rules, state: &State, offers: &mut impl Offers) {
        let legal = state.legal(rules);
        match state.prompt() {
            Prompt::Ship | Prompt::SecondShip { .. } | Prompt::Goods { .. } => {
                goods(state, &legal, offers);
            }
            Prompt::StartCastle => {
                for action in legal.iter() {
                    offers.offer(action, 0.0);
                }
            }
            _ => View::new(self, rules, state).weigh(&legal, offers),
        }
    }
}

impl Policy for Light {
    #[inline]
    fn choose(&self, rules: &Rules, state: &State, word: u64) -> Action {
        let mut best = Best { score: f32::NEG_INFINITY, action: Action::EndTurn, word, noise: self.noise };
        self.offer_all(rules, state, &mut best);
        best.action
    }
}

/// Who is told of actions and what they add.
trait Offers {
    /// An action and what it adds.
    fn offer(&mut self, action: Action, score: f32);
}

impl Offers for Vec<(Action, f32)> {
    fn offer(&mut self, action: Action, score: f32) {
        self.push((action, score));
    }
}

/// The best action so far.
struct Best {
    score: f32,
    action: Action,
    word: u64,
    noise: f32,
}

impl Offers for Best {
    #[inline(always)]
    fn offer(&mut self, action: Action, score: f32) {
        // The high bits of a Weyl sequence are even enough for noise.
        self.word = self.word.wrapping_add(GOLDEN);
        let noise = (self.word.wrapping_mul(GOLDEN) >> 40) as f32 * (1.0 / (1 << 24) as f32);
        let score = score + noise * self.noise;
        if score > self.score {
            self.score = score;
            self.action = action;
        }
    }
}

/// Which depot's goods a ship takes, and which of them are kept.
fn goods(state: &State, legal: &ActionSet, best: &mut impl Offers) {
    let player = &state.players()[state.seat() as usize];
    for action in legal.iter() {
        let score = match action {
            Action::ShipGoods { depot } => {
                let goods = state.depots().goods(depot as usize);
                let new = goods.types() & !player.goods().types();
                let room = new.count_ones().min(player.goods_places());
                goods.total() as f32 - (new.count_ones() - room) as f32
            }
            Action::Keep { good } => match state.prompt() {
                Prompt::Goods { depot, .. } => f32::from(state.depots().goods(depot as usize).count(good)),
                _ => 0.0,
            },
            _ => 0.0,
        };
        best.offer(action, score);
    }
}

/// What the seat to act needs.
struct View<'a> {
    light: &'a Light,
    rules: &'a Rules,
    state: &'a State,
    player: &'a Player,
    layout: &'a Layout,
    board: &'a Board,
    worth: &'a Worth,
    /// The best that filling a space of each colour adds; `None` where no space can be filled next.
    demand: [f32; 6],
    /// Colours with a space that can be filled next, and with any empty space, as bits.
    open: u8,
    empty: u8,
    /// A worker, and what taking the first ones adds.
    worker: f32,
}

impl<'a> View<'a> {
    #[inline]
    fn new(light: &'a Light, rules: &'a Rules, state: &'a State) -> Self {
        let player = &state.players()[state.seat() as usize];
        let index = player.board().unwrap_or(0);
        let (board, layout) = (&light.tables.boards[index], &rules.layouts()[index]);
        let worth = light.tables.after_turn(state);
        let scarce = if player.workers() <= 2 { worth.first_worker } else { 0.0 };
        let mut view = Self {
            light,
            rules,
            state,
            player,
            layout,
            board,
            worth,
            demand: [0.0; 6],
            open: 0,
            empty: 0,
            worker: worth.worker + scarce,
        };
        view.find_demand();
        view
    }

    #[inline]
    fn find_demand(&mut self) {
        let (filled, frontier) = (self.player.filled(), self.player.frontier());
        for region in &self.board.regions {
            let empty = region.spaces.without(filled);
            if empty.is_empty() {
                continue;
            }
            let colour = region.colour as usize;
            self.empty |= 1 << colour;
            if !empty.intersection(frontier).is_empty() {
                self.open |= 1 << colour;
                let gain = self.gain(region, empty);
                self.demand[colour] = self.demand[colour].max(gain);
            }
        }
    }

    /// What filling one of the `empty` spaces of a region adds.
    #[inline]
    fn gain(&self, region: &Region, empty: Spaces) -> f32 {
        let count = empty.len() as usize;
        let before = self.worth.region(region, count);
        let mut gain = if count == 1 {
            self.light.tables.finished(region, self.state.phase())
        } else {
            self.worth.region(region, count - 1)
        } - before;
        let colour = region.colour as usize;
        let left = self.layout.spaces(region.colour).without(self.player.filled()).len() as usize;
        let bonus = bonus(self.rules, self.state, colour);
        if left == 1 {
            gain += bonus;
        } else {
            let filled = &self.worth.filled[colour];
            gain += self.light.tables.weights.bonus[0]
                * bonus
                * (filled[(left - 1) & MOST] - filled[left & MOST]);
        }
        gain + self.worth.space
    }

    /// What a tile brings when it is placed, its space aside.
    #[inline]
    fn placing(&self, tile: Tile) -> f32 {
        if matches!(tile.colour(), Colour::Knowledge) {
            let seat = self.state.seat() as usize;
            return self.light.tables.knowledge(self.worth, self.rules, self.state, seat, tile);
        }
        self.worth.placing[tile.face()]
    }

    /// A tile in storage.
    #[inline]
    fn stored(&self, tile: Tile) -> f32 {
        let colour = tile.colour() as usize;
        if self.empty >> colour & 1 == 0 || self.worth.turns == 0 && self.player.dice()[0] == 0 {
            return 0.0;
        }
        let mut open = self.open >> colour & 1 == 1;
        if colour == Colour::Building as usize && open {
            open = !self.player.targets(self.layout, tile).is_empty();
        }
        if open {
            self.worth.stored * (self.placing(tile) + self.demand[colour])
        } else {
            self.worth.blocked * self.placing(tile)
        }
    }

    /// A tile that would come into storage now: less the more is there.
    #[inline]
    fn acquired(&self, tile: Tile) -> f32 {
        let storage = self.player.storage();
        let mut worth = self.stored(tile);
        let costs = &self.light.tables.weights.storage;
        if storage[0].is_none() {
            worth -= costs[0];
        } else if storage[1].is_none() {
            worth -= costs[1];
        } else if storage[2].is_none() {
            worth -= costs[2];
        } else {
            worth -= storage.iter().map(|tile| self.stored(*tile)).fold(f32::INFINITY, f32::min);
        }
        // The second of a kind often has no space left.
        let twice = storage.iter().any(|other| !other.is_none() && other.colour() == tile.colour());
        if twice { worth * 0.5 } else { worth }
    }

    /// Offers every legal action with what it adds.
    #[inline]
    fn weigh(&self, legal: &ActionSet, best: &mut impl Offers) {
        let words = legal.words();
        let takes = block::<0>(words) & ((1 << SLOTS) - 1);
        let second = block::<SLOTS>(words) & ((1 << SLOTS) - 1);
        let free = block::<{ 2 * SLOTS }>(words) & ((1 << SLOTS) - 1);
        self.weigh_takes(takes, second, free, best);
        self.weigh_places(legal, best);
        for action in rest(words) {
            let score = match action {
                Action::Sell { die, good } => self.sale(die, good),
                Action::Workers { .. } => self.workers(),
                Action::BuyBlack { slot } => self.purchase(self.state.depots().black()[slot as usize]),
                Action::BuyDepot { slot } => self.purchase(self.state.depots().tile(slot as usize)),
                Action::Discard { storage } => -self.stored(self.player.storage()[storage as usize]),
                _ => 0.0,
            };
            best.offer(action, score);
        }
    }

    #[inline]
    fn weigh_takes(&self, first: u64, second: u64, free: u64, best: &mut impl Offers) {
        let mut slots = first | second | free;
        while slots != 0 {
            let slot = slots.trailing_zeros() as u8;
            slots &= slots - 1;
            let worth = self.acquired(self.state.depots().tile(slot as usize));
            if free >> slot & 1 == 1 {
                best.offer(Action::Take { die: FREE, slot }, worth);
                continue;
            }
            let depot = slot / 4 + 1;
            let easy = self.player.knowledge().free_take();
            for (die, reached) in [first, second].into_iter().enumerate() {
                if reached >> slot & 1 == 1 {
                    let cost = self.cost(die as u8, depot, easy);
                    best.offer(Action::Take { die: die as u8, slot }, worth - cost);
                }
            }
        }
    }

    #[inline]
    fn weigh_places(&self, legal: &ActionSet, best: &mut impl Offers) {
        let words = legal.words();
        if block::<PLACE>(words) == 0 && words[2..7].iter().all(|word| *word == 0) {
            return;
        }
        let sets = [
            block::<PLACE>(words),
            block::<{ PLACE + SPACES }>(words),
            block::<{ PLACE + 2 * SPACES }>(words),
            block::<{ PLACE + 3 * SPACES }>(words),
            block::<{ PLACE + 4 * SPACES }>(words),
            block::<{ PLACE + 5 * SPACES }>(words),
            block::<{ PLACE + 6 * SPACES }>(words),
            block::<{ PLACE + 7 * SPACES }>(words),
            block::<{ PLACE + 8 * SPACES }>(words),
        ];
        for (i, set) in sets.into_iter().enumerate() {
            let spaces = Spaces::from_bits(set);
            if spaces.is_empty() {
                continue;
            }
            let (die, storage) = (i as u8 / 3, i as u8 % 3);
            let tile = self.player.storage()[storage as usize];
            let own = self.placing(tile) - self.stored(tile);
            let easy = self.player.knowledge().free_place(tile.colour());
            for space in spaces.iter() {
                let mut score = own + self.placed(tile, space);
                if die != FREE {
                    score -= self.cost(die, self.layout.die(space), easy);
                }
                best.offer(Action::Place { die, storage, space }, score);
            }
        }
    }

    /// What the space adds to a tile placed on it.
    #[inline]
    fn placed(&self, tile: Tile, space: Space) -> f32 {
        let region = self.board.region(space);
        let gain = self.gain(region, region.spaces.without(self.player.filled()));
        match tile.kind() {
            Kind::Animal { species, .. } => gain + f32::from(herd(self.player, region.spaces, species)),
            _ => gain,
        }
    }

    /// Workers to turn a die, as VP.
    #[inline]
    fn cost(&self, die: u8, target: u8, easy: bool) -> f32 {
        let value = self.player.dice()[(die & 1) as usize];
        let needed = self.player.knowledge().workers_needed(distance(value, target), easy);
        f32::from(needed) * self.worker
    }

    #[inline]
    fn sale(&self, die: u8, good: u8) -> f32 {
        let knowledge = self.player.knowledge();
        let each = f32::from(self.rules.tables().goods_vp[self.state.players().len() - 2]);
        let count = f32::from(self.player.goods().count(good));
        let kept = count * each * self.worth.good + self.worth.stack;
        let cost = if die == FREE { 0.0 } else { self.cost(die, good, false) };
        count * each
            + f32::from(knowledge.sale_silver()) * self.worth.silver
            + f32::from(knowledge.sale_workers()) * self.worker
            - kept
            - cost
    }

    #[inline]
    fn workers(&self) -> f32 {
        let knowledge = self.player.knowledge();
        let taken = knowledge.workers_taken();
        let first = 2_u16.saturating_sub(self.player.workers()).min(taken);
        f32::from(taken) * self.worth.worker
            + f32::from(first) * self.worth.first_worker
            + f32::from(knowledge.workers_silver()) * self.worth.silver
    }

    #[inline]
    fn purchase(&self, tile: Tile) -> f32 {
        let price = f32::from(self.rules.tables().purchase_cost);
        let kept = f32::from(self.player.silver()) - price;
        let scarce = (price - kept).max(0.0);
        self.acquired(tile) - price * self.worth.silver - scarce * self.worth.first_silver
    }
}

const PLACE: usize = 3 * SLOTS;
const REST: usize = PLACE + 9 * SPACES;

/// The bits from code `FIRST` on, as many as a block of placings has.
#[inline(always)]
fn block<const FIRST: usize>(words: &[u64; 8]) -> u64 {
    let (word, shift) = (FIRST / 64, FIRST % 64);
    let low = words[word] >> shift;
    let high = if shift > 64 - SPACES { words[word + 1] << (64 - shift) } else { 0 };
    (low | high) & ((1 << SPACES) - 1)
}

/// The actions after takes and placings.
#[inline(always)]
fn rest(words: &[u64; 8]) -> impl Iterator<Item = Action> {
    let (first, shift) = (REST / 64, REST % 64);
    let mut left = [words[first] >> shift << shift, words[first + 1]];
    std::iter::from_fn(move || {
        let i = usize::from(left[0] == 0);
        let bit = left[i].trailing_zeros() as usize;
        left[i] &= left[i].wrapping_sub(1);
        if bit == 64 { None } else { Action::from_code((first + i) * 64 + bit) }
    })
}

const _: () = assert!(
    PLACE == Action::Place { die: 0, storage: 0, space: Space::CENTRE }.code() - Space::CENTRE.index()
        && REST == Action::Sell { die: 0, good: 1 }.code()
);
