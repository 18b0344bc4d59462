//! `light`: chooses by what each action adds, from tables, without trying any; made for playouts.
//!
//! Longer than other files, since every kind of action is weighed here by the same few tables.

use burgundy::action::{FREE, SLOTS};
use burgundy::bits::GOLDEN;
use burgundy::layout::Layout;
use burgundy::player::{PLACES, Player};
use burgundy::prompt::Prompt;
use burgundy::space::{Space, Spaces};
use burgundy::tile::{Building, Colour, Kind, Tile};
use burgundy::{Action, ActionSet, Rules, State};

use crate::policy::Policy;
use crate::weights::Weights;
use crate::worth::{Board, MOST, Tables, Worth, bonus, species};

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
    /// Adds each legal action of a decision with what it adds in VP, without noise and in no order.
    pub fn weigh(&self, rules: &Rules, state: &State, out: &mut Vec<(Action, f32)>) {
        self.offer_all(rules, state, out);
    }

    #[inline(always)]
    fn offer_all(&self, rules: &Rules, state: &State, offers: &mut impl Offers) {
        let legal = state.legal(rules);
        match state.prompt() {
            Prompt::Ship | Prompt::SecondShip { .. } | Prompt::Goods { .. } => goods(state, &legal, offers),
            Prompt::StartCastle => start_castle(&legal, offers),
            _ => View::new(self, rules, state).weigh(&legal, offers),
        }
    }
}

impl Policy for Light {
    #[inline(always)]
    fn choose(&self, rules: &Rules, state: &State, word: u64) -> Action {
        let mut best = Best { score: f32::NEG_INFINITY, action: Action::EndTurn, word, noise: self.noise };
        self.offer_all(rules, state, &mut best);
        best.action
    }
}

/// Who is told of actions and what they add.
trait Offers {
    /// Whether an action that another one surely beats is to be told as well.
    const ALL: bool;

    /// An action and what it adds.
    fn offer(&mut self, action: Action, score: f32);
}

impl Offers for Vec<(Action, f32)> {
    const ALL: bool = true;

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
    const ALL: bool = false;

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

/// Where the start castle stands: in the middle of most spaces.
fn start_castle(legal: &ActionSet, offers: &mut impl Offers) {
    for action in legal.iter() {
        let Action::StartCastle { space } = action else { continue };
        offers.offer(action, space.neighbours().len() as f32);
    }
}

/// Which depot's goods a ship takes, and which of them are kept.
fn goods(state: &State, legal: &ActionSet, offers: &mut impl Offers) {
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
        offers.offer(action, score);
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
    /// What filling a space of each region adds, where one can be filled next.
    gains: [f32; 64],
    /// A tile in storage by colour: a part of what it brings when placed, and what its space adds.
    part: [f32; 8],
    demand: [f32; 8],
    /// The animals of each species that another one would score again in some pasture that is open (R6.4).
    company: [u16; 4],
    /// Colours of the stored tiles, as bits.
    in_storage: u8,
    /// For each die the colours that have a space with its number to be filled next, as bits.
    ready: [u8; 2],
    /// What each stored tile is worth where it is.
    storage: [f32; PLACES],
    /// What the next tile finds less: room, or a tile that has to go.
    room: f32,
    /// A worker.
    worker: f32,
    /// What the goods of the fullest depot add to a ship.
    cargo: f32,
}

impl<'a> View<'a> {
    #[inline(always)]
    fn new(light: &'a Light, rules: &'a Rules, state: &'a State) -> Self {
        let player = &state.players()[state.seat() as usize];
        let index = player.board().unwrap_or(0);
        let (board, layout) = (&light.tables.boards[index], &rules.layouts()[index]);
        let worth = light.tables.after_turn(state);
        let fullest = (0..6).map(|depot| state.depots().goods(depot).total()).max().unwrap_or(0);
        let scarce = if player.workers() <= 2 { worth.first_worker } else { 0.0 };
        let mut view = Self {
            light,
            rules,
            state,
            player,
            layout,
            board,
            worth,
            gains: [0.0; 64],
            part: [0.0; 8],
            demand: [0.0; 8],
            company: [0; 4],
            in_storage: 0,
            ready: [0; 2],
            storage: [0.0; PLACES],
            room: 0.0,
            worker: worth.worker + scarce,
            cargo: worth.cargo * fullest as f32,
        };
        view.find_demand();
        view.look_at_storage();
        view
    }

    #[inline(always)]
    fn find_demand(&mut self) {
        let (filled, frontier) = (self.player.filled(), self.player.frontier());
        if self.worth.turns == 0 && self.player.dice()[0] == 0 {
            return;
        }
        let mut bonuses = [0.0; 6];
        let numbered = self.player.dice().map(|die| {
            let number = self.board.numbers.get((die as usize).wrapping_sub(1));
            number.map_or(Spaces::EMPTY, |spaces| spaces.intersection(frontier))
        });
        for colour in Colour::ALL {
            let spaces = self.layout.spaces(colour);
            let open = spaces.intersection(frontier);
            if !open.is_empty() {
                for (ready, numbered) in self.ready.iter_mut().zip(numbered) {
                    *ready |= u8::from(!spaces.intersection(numbered).is_empty()) << colour as u8;
                }
                self.demand[colour as usize] = self.worth.numbers * (open.len() - 1) as f32;
                let left = spaces.without(filled).len() as usize;
                let face_value = bonus(self.rules, self.state, colour as usize);
                bonuses[colour as usize] = face_value * self.worth.bonus[colour as usize][left.min(MOST)];
                self.part[colour as usize] = self.worth.stored;
            } else if !spaces.is_subset(filled) {
                self.part[colour as usize] = self.worth.blocked;
            }
        }
        let mut most = [0.0_f32; 6];
        for (region, gain) in self.board.regions.iter().zip(&mut self.gains) {
            if !region.spaces.intersection(frontier).is_empty() {
                let colour = region.colour as usize;
                let left = region.spaces.without(filled).len() as usize;
                *gain = self.worth.gain[colour][region.size as usize & 7][left & 15] + bonuses[colour];
                most[colour] = most[colour].max(*gain);
                if region.colour == Colour::Animal && left <= region.size as usize {
                    let animals = species(self.player, region.spaces);
                    self.company = std::array::from_fn(|i| self.company[i].max(animals[i]));
                }
            }
        }
        for (demand, most) in self.demand.iter_mut().zip(most) {
            *demand += self.worth.stored * most;
        }
    }

    #[inline(always)]
    fn look_at_storage(&mut self) {
        let costs = &self.light.tables.weights.storage;
        self.room = costs[0];
        let mut least = f32::INFINITY;
        for (place, tile) in self.player.storage().into_iter().enumerate() {
            if tile.is_none() {
                return;
            }
            self.storage[place] = self.stored(tile);
            self.in_storage |= 1 << tile.colour() as u8;
            least = least.min(self.storage[place]);
            self.room = costs.get(place + 1).copied().unwrap_or(least);
        }
    }

    /// What a tile brings when it is placed, its space aside.
    #[inline]
    fn placing(&self, tile: Tile) -> f32 {
        if matches!(tile.colour(), Colour::Knowledge) {
            let seat = self.state.seat() as usize;
            return self.light.tables.knowledge(self.worth, self.rules, self.state, seat, tile);
        }
        let worth = self.worth.placing[tile.face() & 63];
        if tile == Tile::SHIP {
            return worth + self.cargo;
        }
        if tile == Tile::building(Building::Warehouse) {
            let largest = self.player.goods().iter().map(|(_, count)| count).max();
            return worth + self.worth.stock * f32::from(largest.unwrap_or(0));
        }
        worth
    }

    /// A tile in storage.
    #[inline(always)]
    fn stored(&self, tile: Tile) -> f32 {
        let colour = tile.colour();
        let (mut part, mut demand) = (self.part[colour as usize & 7], self.demand[colour as usize & 7]);
        if matches!(colour, Colour::Building) && self.player.targets(self.layout, tile).is_empty() {
            (part, demand) = (part.min(self.worth.blocked), 0.0);
        }
        let company = match tile.kind() {
            Kind::Animal { species, .. } => f32::from(self.company[species as usize & 3]),
            _ => 0.0,
        };
        part * (self.placing(tile) + company) + demand
    }

    /// A tile that would come into storage now, with dice left that are ready for some colours.
    #[inline(always)]
    fn acquired(&self, tile: Tile, ready: u8) -> f32 {
        let colour = tile.colour() as u8;
        let mut worth = self.stored(tile) - self.room;
        // The second of a colour often has no space left.
        if self.in_storage >> colour & 1 == 1 {
            worth *= self.light.tables.weights.twice[0];
        }
        if ready >> colour & 1 == 1 { worth + self.worth.ready } else { worth }
    }

    /// Offers every legal action with what it adds.
    #[inline(always)]
    fn weigh(&self, legal: &ActionSet, offers: &mut impl Offers) {
        let [first, second, free] = [0, 1, FREE].map(|die| legal.takes(die));
        if first | second != 0 {
            self.weigh_takes(first, second, offers);
        }
        for slot in ones(free.into()) {
            let worth =
                self.acquired(self.state.depots().tile(slot as usize % SLOTS), self.ready[0] | self.ready[1]);
            offers.offer(Action::Take { die: FREE, slot }, worth);
        }
        if !self.player.storage()[0].is_none() {
            self.weigh_places(legal, offers);
        }
        for action in legal.others() {
            let score = match action {
                Action::Sell { die, good } => self.sale(die, good),
                Action::Workers { .. } => self.workers(),
                Action::BuyBlack { slot } => self.purchase(self.state.depots().black()[slot as usize & 7]),
                Action::BuyDepot { slot } => self.purchase(self.state.depots().tile(slot as usize % SLOTS)),
                Action::Discard { storage } => -self.storage[storage as usize % PLACES],
                _ => 0.0,
            };
            offers.offer(action, score);
        }
    }

    /// Takes with a die; where both reach a depot, the one that costs less beats the other.
    #[inline(always)]
    fn weigh_takes<O: Offers>(&self, first: u32, second: u32, offers: &mut O) {
        let easy = self.player.knowledge().free_take();
        for depot in 0..6 {
            let (by_first, by_second) = (first >> (4 * depot) & 15, second >> (4 * depot) & 15);
            let slots = by_first | by_second;
            if slots == 0 {
                continue;
            }
            let cost =
                |die, reached| if reached == 0 { f32::INFINITY } else { self.cost(die, depot + 1, easy) };
            let costs = [cost(0, by_first), cost(1, by_second)];
            let cheaper = u8::from(costs[1] < costs[0]);
            for slot in ones(slots.into()) {
                let slot = depot * 4 + slot;
                let other = self.ready[usize::from(1 - cheaper)];
                let worth = self.acquired(self.state.depots().tile(slot as usize % SLOTS), other);
                let mut offer = |die| offers.offer(Action::Take { die, slot }, worth - costs[die as usize]);
                offer(cheaper);
                if O::ALL && by_first != 0 && by_second != 0 {
                    offer(1 - cheaper);
                }
            }
        }
    }

    #[inline(always)]
    fn weigh_places(&self, legal: &ActionSet, offers: &mut impl Offers) {
        let each = (0..=FREE).flat_map(|die| (0..PLACES as u8).map(move |storage| (die, storage)));
        for (die, storage) in each {
            let set = legal.places(die, storage.into());
            if set.is_empty() {
                continue;
            }
            let tile = self.player.storage()[storage as usize];
            let own = self.placing(tile) - self.storage[storage as usize];
            let easy = self.player.knowledge().free_place(tile.colour());
            for space in set.iter() {
                let mut score = own + self.placed(tile, space);
                if die != FREE {
                    score -= self.cost(die, self.layout.die(space), easy);
                }
                offers.offer(Action::Place { die, storage, space }, score);
            }
        }
    }

    /// What the space adds to a tile placed on it.
    #[inline(always)]
    fn placed(&self, tile: Tile, space: Space) -> f32 {
        let known = self.player.filled().union(self.player.frontier());
        let opened = space.neighbours().without(known).len() as f32;
        let gain =
            self.gains[self.board.region[space.index()] as usize & 63] + opened * self.worth.open_space;
        match tile.kind() {
            Kind::Animal { species: its, .. } => {
                gain + f32::from(species(self.player, self.board.region(space).spaces)[its as usize & 3])
            }
            _ => gain,
        }
    }

    /// Workers to turn a die, as VP.
    #[inline(always)]
    fn cost(&self, die: u8, target: u8, easy: bool) -> f32 {
        let value = self.player.dice()[(die & 1) as usize];
        f32::from(self.player.knowledge().workers_to_turn(value, target, easy)) * self.worker
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
        self.acquired(tile, self.ready[0] | self.ready[1])
            - price * self.worth.silver
            - scarce * self.worth.first_silver
    }
}

/// The places of the bits that are set, ascending.
#[inline(always)]
fn ones(mut bits: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let bit = bits.trailing_zeros() as u8;
        bits &= bits.wrapping_sub(1);
        (bit < 64).then_some(bit)
    })
}
