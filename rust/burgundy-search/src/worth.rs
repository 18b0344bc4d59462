//! Weights and rules multiplied out: what things are worth by the turns that are left, and the regions of each board.

use burgundy::goods::GOODS_TYPES;
use burgundy::knowledge::Knowledge;
use burgundy::layout::Layout;
use burgundy::player::Player;
use burgundy::space::{SPACES, Space, Spaces};
use burgundy::state::{PHASES, ROUNDS};
use burgundy::tile::{Building, Colour, Kind, Tile};
use burgundy::{Rules, State};

use crate::weights::Weights;

/// Turns of a player in a game (R2.1).
pub const TURNS: usize = PHASES as usize * ROUNDS as usize;
/// Spaces of a region, and of a colour up to which empty ones are told apart; a power of two less one.
pub const MOST: usize = 15;

/// What things are worth with so many turns left after the one being played.
#[derive(Clone, Debug)]
pub struct Worth {
    /// Part of the game that is still to come, 0 to 1.
    pub left: f32,
    /// Turns left.
    pub turns: u16,
    pub silver: f32,
    pub first_silver: f32,
    pub worker: f32,
    pub first_worker: f32,
    /// A stored good as a part of its sale, and a stack of them.
    pub good: f32,
    pub stack: f32,
    /// By colour and empty spaces: how surely they will all be filled.
    pub filled: [[f32; MOST + 1]; 6],
    /// The same times the phase's points for a region by then.
    pub phase: [[f32; MOST + 1]; 6],
    /// What filling one more space of a region adds in this turn, by colour, size less one and empty spaces.
    pub gain: [[[f32; 16]; 8]; 6],
    /// The part of a colour's bonus tile that filling one more of its empty spaces adds.
    pub bonus: [[f32; MOST + 1]; 6],
    pub space: f32,
    /// Placing a tile, by face; of knowledge tiles 1 to 14 the whole worth.
    pub placing: [f32; 64],
    /// A mine, for each end of a phase still to come (R2.6).
    pub mine: f32,
    pub stored: f32,
    pub blocked: f32,
    pub cargo: f32,
    pub stock: f32,
    pub numbers: f32,
    pub ready: f32,
    pub open_colour: f32,
    pub open_space: f32,
    pub ahead: f32,
    /// What the scoring knowledge tiles may hope for, in their units.
    pub to_come: [f32; 5],
}

/// A board's regions.
#[derive(Clone, Debug)]
pub struct Board {
    pub regions: Vec<Region>,
    /// The region of each space.
    pub region: [u8; SPACES],
    /// Spaces of each die number.
    pub numbers: [Spaces; 6],
}

/// A region of a board.
#[derive(Clone, Copy, Debug)]
pub struct Region {
    pub spaces: Spaces,
    pub colour: Colour,
    /// Number of spaces, less one.
    pub size: u8,
    /// What it scores by itself when it is filled (R8.1).
    pub vp: f32,
}

/// All that is worked out before a game.
#[derive(Clone, Debug)]
pub struct Tables {
    pub weights: Weights,
    /// By turns left.
    pub worth: Vec<Worth>,
    /// By index of the board.
    pub boards: Vec<Board>,
    pub phase_vp: [f32; PHASES as usize],
    /// The building that each of knowledge 16 to 23 counts.
    counted: [Tile; 8],
}

impl Tables {
    /// The tables of these rules and weights.
    #[must_use]
    pub fn new(rules: &Rules, weights: &Weights) -> Self {
        let tables = rules.tables();
        let phase_vp = tables.phase_vp.map(f32::from);
        let region_vp = tables.region_vp.map(f32::from);
        Self {
            worth: (0..=TURNS).map(|turns| Worth::new(rules, weights, turns)).collect(),
            boards: rules.layouts().iter().map(|layout| Board::new(layout, &region_vp)).collect(),
            counted: tables.final_building.map(|face| Tile::new(face as usize).expect("rules are checked")),
            weights: weights.clone(),
            phase_vp,
        }
    }

    /// What things are worth to the seat to act, its turn being as good as over.
    #[inline]
    #[must_use]
    pub fn after_turn(&self, state: &State) -> &Worth {
        let played = state.phase() as usize * ROUNDS as usize + state.round() as usize;
        &self.worth[TURNS.saturating_sub(played)]
    }

    /// What things are worth to a seat, which may still have its turn in this round.
    #[must_use]
    pub fn of_seat(&self, state: &State, seat: u8) -> &Worth {
        let played = state.phase() as usize * ROUNDS as usize + state.round() as usize;
        let to_come = &state.order()[state.turn() as usize..];
        let in_turn = !state.is_chance() && state.seat() == seat;
        let waits = to_come.contains(&seat) && !in_turn;
        &self.worth[(TURNS + usize::from(waits)).saturating_sub(played)]
    }

    /// What finishing a region in this phase scores by R8.1.
    #[inline]
    #[must_use]
    pub fn finished(&self, region: &Region, phase: u8) -> f32 {
        region.vp + self.phase_vp[phase as usize % PHASES as usize]
    }

    /// A knowledge tile in the estate from now on (R6.10, R9.1).
    #[must_use]
    pub fn knowledge(&self, worth: &Worth, rules: &Rules, state: &State, seat: usize, tile: Tile) -> f32 {
        let Kind::Knowledge(number) = tile.kind() else { return 0.0 };
        let player = &state.players()[seat];
        let table = rules.tables().final_scoring;
        let mut one = Knowledge::NONE;
        one.add(number);
        let [types, buildings, species, goods, bonus] = worth.to_come;
        let score = |each: u16, count: f32| f32::from(each) * count;
        if one.scores_types_sold().is_some() {
            let sold = player.sold().types() | player.goods().types();
            return score(table.k15, (sold.count_ones() as f32 + types).min(GOODS_TYPES as f32));
        }
        if let Some(building) = (0..8).find(|i| one.scores_building(*i).is_some()) {
            let counted = self.counted[building];
            let have = player.count(|tile| tile == counted);
            let stored = player.storage().iter().filter(|tile| **tile == counted).count();
            return score(table.k16_23, f32::from(have) + stored as f32 * 0.5 + buildings);
        }
        if one.scores_species().is_some() {
            return score(table.k24, (f32::from(player.species()) + species).min(4.0));
        }
        if one.scores_goods_sold().is_some() {
            let sold = player.sold().total() as f32 + player.goods().total() as f32;
            return score(table.k25, sold + goods);
        }
        if one.scores_bonus_tiles().is_some() {
            let takers = state.bonus_takers();
            let have = takers.as_flattened().iter().filter(|taker| **taker == seat as u8 + 1);
            return score(table.k26, have.count() as f32 + bonus);
        }
        worth.placing[tile.face()]
    }
}

impl Worth {
    fn new(rules: &Rules, weights: &Weights, turns: usize) -> Self {
        let tables = rules.tables();
        let (phase_vp, region_vp) = (tables.phase_vp.map(f32::from), tables.region_vp.map(f32::from));
        let left = turns.min(TURNS - 1) as f32 / (TURNS - 1) as f32;
        let at = |[first, last]: [f32; 2]| last + (first - last) * left;
        let mut filled = [[0.0; MOST + 1]; 6];
        let mut phase = [[0.0; MOST + 1]; 6];
        for colour in 0..6 {
            for empty in 1..=MOST {
                let needed = weights.pace[colour] * empty as f32;
                // Even odds where there are just enough turns, fewer by the square of what is lacking.
                let ratio = needed / (turns as f32).max(0.01);
                let surely = if turns == 0 { 0.0 } else { 1.0 / (1.0 + ratio * ratio) };
                filled[colour][empty] = surely;
                let when = (TURNS - turns) as f32 + weights.delay[0] * needed;
                phase[colour][empty] = surely * phase_points(&phase_vp, when);
            }
            filled[colour][0] = 1.0;
        }
        let now = phase_vp[(TURNS - 1).saturating_sub(turns) / usize::from(ROUNDS)];
        let (mut gain, mut bonus) = ([[[0.0; 16]; 8]; 6], [[0.0; MOST + 1]; 6]);
        for colour in 0..6 {
            for empty in 1..=MOST {
                let more = filled[colour][empty - 1] - filled[colour][empty];
                bonus[colour][empty] = if empty == 1 {
                    1.0 - weights.bonus[0] * filled[colour][1]
                } else {
                    weights.bonus[0] * more
                };
                for (vp, gain) in region_vp.iter().zip(&mut gain[colour]) {
                    let reached = |empty: usize| filled[colour][empty] * vp + phase[colour][empty];
                    let after = if empty == 1 { vp + now } else { reached(empty - 1) };
                    gain[empty] = after - reached(empty) + at(weights.space);
                }
            }
        }
        let mine = weights.mine[0] * at(weights.silver);
        let mut placing = [0.0; 64];
        for tile in Tile::all() {
            placing[tile.face()] = match tile.kind() {
                Kind::Castle => at(weights.castle),
                Kind::Ship => at(weights.ship),
                Kind::Mine => {
                    let ends = (turns as f32 / f32::from(ROUNDS)).floor() + 1.0;
                    ends * mine
                }
                Kind::Animal { count, .. } => f32::from(count),
                Kind::Building(building) => match building {
                    Building::Bank => at(weights.bank),
                    Building::BoardingHouse => at(weights.boarding_house),
                    Building::Warehouse => at(weights.warehouse),
                    Building::Watchtower => f32::from(tables.watchtower_vp),
                    Building::Carpenter => at(weights.carpenter),
                    Building::Church => at(weights.church),
                    Building::Market => at(weights.market),
                    Building::CityHall => at(weights.city_hall),
                },
                Kind::Knowledge(number) => {
                    weights.knowledge.get(number as usize - 1).map_or(0.0, |worth| worth * left)
                }
            };
        }
        Self {
            left,
            turns: turns as u16,
            silver: at(weights.silver),
            first_silver: at(weights.first_silver),
            worker: at(weights.worker),
            first_worker: at(weights.first_worker),
            good: at(weights.good),
            stack: at(weights.stack),
            gain,
            bonus,
            filled,
            phase,
            space: at(weights.space),
            placing,
            mine,
            stored: at(weights.stored),
            blocked: at(weights.blocked),
            cargo: at(weights.cargo),
            stock: at(weights.stock),
            numbers: at(weights.numbers),
            ready: at(weights.ready),
            open_colour: at(weights.open_colour),
            open_space: at(weights.open_space),
            ahead: at(weights.ahead),
            to_come: weights.to_come.map(|whole| whole * left),
        }
    }

    /// A region with so many empty spaces, as far as it will be finished.
    #[inline]
    #[must_use]
    pub fn region(&self, region: &Region, empty: usize) -> f32 {
        let colour = region.colour as usize;
        self.filled[colour][empty & MOST] * region.vp + self.phase[colour][empty & MOST]
    }
}

/// The points of the phase in which turn number `when`, from 0, lies; between the middles of two phases a mean.
fn phase_points(phase_vp: &[f32], when: f32) -> f32 {
    let at = (when / f32::from(ROUNDS) - 0.5).clamp(0.0, f32::from(PHASES) - 1.0);
    let before = (at as usize).min(phase_vp.len() - 2);
    let part = at - before as f32;
    phase_vp[before] * (1.0 - part) + phase_vp[before + 1] * part
}

impl Board {
    fn new(layout: &Layout, region_vp: &[f32; 8]) -> Self {
        let mut board = Self { regions: Vec::new(), region: [0; SPACES], numbers: [Spaces::EMPTY; 6] };
        for space in Space::all() {
            let spaces = layout.region(space);
            let known = board.regions.iter().position(|region| region.spaces == spaces);
            board.region[space.index()] = known.unwrap_or_else(|| {
                let vp = region_vp[spaces.len() as usize - 1];
                board.regions.push(Region {
                    spaces,
                    colour: layout.colour(space),
                    size: spaces.len() as u8 - 1,
                    vp,
                });
                board.regions.len() - 1
            }) as u8;
            let numbers = &mut board.numbers[layout.die(space) as usize - 1];
            *numbers = numbers.union(Spaces::of(space));
        }
        board
    }

    /// The region of a space.
    #[inline]
    #[must_use]
    pub fn region(&self, space: Space) -> &Region {
        &self.regions[self.region[space.index()] as usize]
    }
}

/// A bonus tile that the seat may still get for a colour (R8.2), at its face value.
#[inline]
#[must_use]
pub fn bonus(rules: &Rules, state: &State, colour: usize) -> f32 {
    let [first, second] = state.bonus_takers()[colour];
    let by_players = state.players().len() - 2;
    match (first, second) {
        (0, _) => f32::from(rules.tables().bonus_first[by_players]),
        (_, 0) => f32::from(rules.tables().bonus_second[by_players]),
        _ => 0.0,
    }
}

/// Animals of each species in a pasture.
#[inline]
#[must_use]
pub fn species(player: &Player, pasture: Spaces) -> [u16; 4] {
    let mut animals = [0; 4];
    for space in pasture.intersection(player.filled()).iter() {
        if let Kind::Animal { species, count } = player.tile(space).kind() {
            animals[species as usize & 3] += u16::from(count);
        }
    }
    animals
}
