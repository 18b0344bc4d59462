//! What a position is worth to a seat, in VP at the end of the game.

use burgundy::player::Player;
use burgundy::space::Spaces;
use burgundy::state::PHASES;
use burgundy::tile::{Building, Colour, Kind, Tile};
use burgundy::{Prompt, Rules, State};

use super::Greedy;
use crate::worth::{Board, MOST, Worth, bonus, species};

/// Silver that a turn can use: one purchase (R7.1).
const PURCHASES_A_TURN: u16 = 1;

impl Greedy {
    /// VP that the seat has or may hope for, `worth` being what things are worth after its turn.
    pub(super) fn value(&self, rules: &Rules, state: &State, seat: usize, worth: &Worth) -> f32 {
        let player = &state.players()[seat];
        let vp = f32::from(player.vp());
        if state.is_over() {
            return vp;
        }
        let Some(index) = player.board() else { return vp };
        let board = &self.tables.boards[index];
        vp + means(rules, state, player, worth)
            + self.estate(rules, state, player, board, worth)
            + self.tiles(rules, state, seat, worth)
            + self.storage(rules, state, seat, board, worth)
            + order(state, seat, worth)
    }

    /// Regions and colours on the way to be filled, and where the next tiles can go.
    fn estate(&self, rules: &Rules, state: &State, player: &Player, board: &Board, worth: &Worth) -> f32 {
        let filled = player.filled();
        let frontier = player.frontier();
        let mut sum = filled.len() as f32 * worth.space + frontier.len() as f32 * worth.open_space;
        let (mut left, mut open) = ([0; 6], [false; 6]);
        for region in &board.regions {
            let empty = region.spaces.without(filled);
            if empty.is_empty() {
                continue;
            }
            let count = empty.len() as usize;
            sum += worth.region(region, count);
            left[region.colour as usize] += count;
            open[region.colour as usize] |= !empty.intersection(frontier).is_empty();
            if region.colour == Colour::Animal && count < region.spaces.len() as usize {
                sum += self.tables.weights.herd[0] * worth.left * most_frequent(player, region.spaces);
            }
        }
        for colour in 0..6 {
            if left[colour] > 0 {
                let surely = worth.filled[colour][left[colour].min(MOST)];
                sum += self.tables.weights.bonus[0] * surely * bonus(rules, state, colour);
                sum += if open[colour] { worth.open_colour } else { 0.0 };
            }
        }
        sum
    }

    /// Tiles of the estate that go on giving: knowledge and mines.
    fn tiles(&self, rules: &Rules, state: &State, seat: usize, worth: &Worth) -> f32 {
        let player = &state.players()[seat];
        let layout = &rules.layouts()[player.board().expect("an estate is valued once its board is drawn")];
        let placed = |colour| player.filled().intersection(layout.spaces(colour));
        let knowledge: f32 = placed(Colour::Knowledge)
            .iter()
            .map(|space| self.tables.knowledge(worth, rules, state, seat, player.tile(space)))
            .sum();
        let ends = PHASES - state.phase();
        knowledge + placed(Colour::Mine).len() as f32 * f32::from(ends) * worth.mine
    }

    /// The stored tiles, each with a space of its own as far as there are enough.
    fn storage(&self, rules: &Rules, state: &State, seat: usize, board: &Board, worth: &Worth) -> f32 {
        let player = &state.players()[seat];
        let mut taken = Spaces::EMPTY;
        let mut sum = 0.0;
        for (place, tile) in player.storage().into_iter().enumerate().take_while(|(_, tile)| !tile.is_none())
        {
            sum -= self.tables.weights.storage[place];
            if worth.turns > 0 {
                sum += self.stored(rules, state, seat, board, worth, tile, &mut taken);
            }
        }
        sum
    }

    /// A stored tile, placed on the best space that no other one has `taken`.
    #[allow(clippy::too_many_arguments)]
    fn stored(
        &self,
        rules: &Rules,
        state: &State,
        seat: usize,
        board: &Board,
        worth: &Worth,
        tile: Tile,
        taken: &mut Spaces,
    ) -> f32 {
        let player = &state.players()[seat];
        let layout = &rules.layouts()[player.board().expect("an estate is valued once its board is drawn")];
        let own = match tile.kind() {
            Kind::Knowledge(_) => self.tables.knowledge(worth, rules, state, seat, tile),
            _ => worth.placing[tile.face()],
        } + worth.space;
        let targets = player.targets(layout, tile).without(*taken);
        let mut best: Option<(f32, burgundy::space::Space)> = None;
        for space in targets.iter() {
            let region = board.region(space);
            let empty = region.spaces.without(player.filled()).len() as usize;
            let before = worth.region(region, empty);
            let after = if empty == 1 {
                self.tables.finished(region, state.phase())
            } else {
                worth.region(region, empty - 1)
            };
            let mut gain = after - before;
            if let Kind::Animal { species: its, .. } = tile.kind() {
                gain += f32::from(species(player, region.spaces)[its as usize & 3]);
            }
            if best.is_none_or(|(most, _)| gain > most) {
                best = Some((gain, space));
            }
        }
        let Some((gain, space)) = best else {
            let empty = layout.spaces(tile.colour()).without(player.filled()).without(*taken);
            return if empty.is_empty() { 0.0 } else { worth.blocked * own };
        };
        *taken = taken.union(Spaces::of(space));
        let numbers = board.numbers.iter().filter(|spaces| !spaces.intersection(targets).is_empty()).count();
        worth.stored * (own + gain) + worth.numbers * (numbers as f32 - 1.0)
    }
}

/// Silver, workers and goods.
fn means(rules: &Rules, state: &State, player: &Player, worth: &Worth) -> f32 {
    let tables = rules.tables();
    let last = tables.final_scoring;
    let price = tables.purchase_cost;
    let of_use = player.silver().min(price * PURCHASES_A_TURN * worth.turns);
    let idle = player.silver() - of_use;
    let silver = f32::from(of_use) * worth.silver
        + f32::from(of_use.min(price)) * worth.first_silver
        + f32::from(idle) * f32::from(last.silver);
    let of_use = player.workers().min(worth.turns * 2);
    let idle = player.workers() - of_use;
    let workers = f32::from(of_use) * worth.worker
        + f32::from(of_use.min(2)) * worth.first_worker
        + f32::from(idle) / f32::from(last.workers_per_vp);
    let each = f32::from(tables.goods_vp[state.players().len() - 2]);
    let goods = if worth.turns == 0 {
        player.goods().total() as f32 * f32::from(last.good)
    } else {
        player.goods().total() as f32 * each * worth.good + player.goods().type_count() as f32 * worth.stack
    };
    silver + workers + goods
}

/// What a decision that is still due will bring about, for ordering actions before they are looked into.
pub(super) fn due(state: &State, worth: &Worth) -> f32 {
    let building = |kind| worth.placing[Tile::building(kind).face()];
    match state.prompt() {
        Prompt::Castle => worth.placing[Tile::CASTLE.face()],
        Prompt::Ship | Prompt::SecondShip { .. } | Prompt::Goods { .. } => worth.placing[Tile::SHIP.face()],
        Prompt::CityHall => building(Building::CityHall),
        Prompt::Carpenter => building(Building::Carpenter),
        Prompt::Church => building(Building::Church),
        Prompt::Market => building(Building::Market),
        Prompt::Warehouse => building(Building::Warehouse),
        Prompt::Discard { tile, .. } => worth.blocked * worth.placing[tile.face()],
        _ => 0.0,
    }
}

/// Animals of the species of which a pasture has most.
fn most_frequent(player: &Player, pasture: Spaces) -> f32 {
    species(player, pasture).into_iter().max().map_or(0.0, f32::from)
}

/// Going first in the rounds to come.
fn order(state: &State, seat: usize, worth: &Worth) -> f32 {
    let order = state.track().order();
    let players = state.players().len();
    let place = order[..players].iter().position(|other| usize::from(*other) == seat).unwrap_or(0);
    (players - 1 - place) as f32 * worth.ahead
}
