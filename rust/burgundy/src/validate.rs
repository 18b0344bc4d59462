//! From a [`Draft`] to a playable [`State`]: every fault is found and named, nothing is repaired.

use crate::draft::{Draft, DraftSeat};
use crate::goods::Goods;
use crate::player::Player;
use crate::prompt::{Chance, Prompt};
use crate::rules::Rules;
use crate::state::{ROUNDS, State};
use crate::tile::{Colour, Tile};
use crate::track::Track;
use crate::validate_prompt::check_prompt;

/// What is wrong with a draft, one line a fault: `path: reason (rule)`.
pub type Faults = Vec<String>;

impl Draft {
    /// The position, or every fault in it.
    ///
    /// # Errors
    ///
    /// One line a fault, `path: reason (rule)` (docs/formats.md, section 4).
    pub fn state(&self, rules: &Rules) -> Result<State, Faults> {
        let mut faults = Vec::new();
        let players = self.seats.len();
        if !(2..=4).contains(&players) {
            return Err(vec![format!("players: {players}, expected 2, 3 or 4 (R1.1)")]);
        }
        let mut state = State::empty(rules, players as u8);
        self.read_round(&mut state, &mut faults);
        self.check_round_goods(&state, &mut faults);
        for (seat, draft) in self.seats.iter().enumerate() {
            self.read_seat(rules, &mut state, seat, draft, &mut faults);
        }
        self.read_depots(rules, &mut state, &mut faults);
        self.read_bonus(&mut state, &mut faults);
        self.count_tiles(rules, &mut state, &mut faults);
        self.count_goods(rules, &mut state, &mut faults);
        if faults.is_empty() {
            state.prompt = self.open_prompt(&state);
            check_prompt(rules, &state, &mut faults);
        }
        if faults.is_empty() { Ok(state) } else { Err(faults) }
    }

    /// A turn whose dice were left out waits for the roll (R2.5b).
    fn open_prompt(&self, state: &State) -> Prompt {
        let seat = state.seat();
        if self.prompt != Prompt::Turn || self.seats[seat as usize].dice.is_some() {
            return self.prompt;
        }
        let rolled = self.seats.iter().any(|seat| seat.dice.as_ref().is_some_and(|dice| !dice.is_empty()));
        if rolled || self.white_die.is_some() {
            Prompt::Chance(Chance::Dice { seat })
        } else {
            Prompt::Chance(Chance::White)
        }
    }

    /// No more goods are to come than the round leaves: once the dice are rolled its own is on a depot (R2.5c).
    fn check_round_goods(&self, state: &State, faults: &mut Faults) {
        let rolled = match self.open_prompt(state) {
            Prompt::Chance(event) => matches!(event, Chance::Dice { .. }),
            _ => true,
        };
        let left = if self.prompt.is_setup() { 0 } else { ROUNDS + u8::from(!rolled) - state.round };
        if self.round_goods.len() > left as usize {
            let given = self.round_goods.len();
            faults.push(format!("round_goods: {given} given, at most {left} are left in this round (R2.4)"));
        }
    }

    fn read_round(&self, state: &mut State, faults: &mut Faults) {
        let players = state.player_count;
        if self.phase > 4 {
            faults.push(format!("phase: {}, expected A to E (R2.1)", self.phase));
        }
        if !(1..=ROUNDS).contains(&self.round) {
            faults.push(format!("round: {}, expected 1 to 5 (R2.1)", self.round));
        }
        if self.turn >= players {
            faults.push(format!("turn: {}, expected 0 to {} (R2.5)", self.turn, players - 1));
        }
        state.phase = self.phase.min(4);
        state.round = self.round.clamp(1, ROUNDS);
        state.bought = self.bought;
        state.white_die = self.white_die.unwrap_or(0);
        if state.white_die > 6 {
            faults.push(format!("white_die: {}, expected 1 to 6 (R2.5)", state.white_die));
        }
        if is_permutation(&self.order, players) {
            state.order[..players as usize].copy_from_slice(&self.order);
        } else {
            faults.push("order: expected each seat once (R3.1)".into());
        }
        state.set_turn(self.turn.min(players - 1));
        let pieces: Vec<u8> = self.track.iter().rev().flatten().copied().collect();
        if is_permutation(&pieces, players) {
            let (mut order, mut spaces) = ([0; 4], [0; 4]);
            order[..players as usize].copy_from_slice(&pieces);
            for (space, stack) in self.track.iter().enumerate() {
                for seat in stack {
                    spaces[*seat as usize] = space as u8;
                }
            }
            state.track = Track::new(order, spaces);
        } else {
            faults.push("track: expected each seat once (R1.6)".into());
        }
        for (i, good) in self.round_goods.iter().enumerate().take(5) {
            if (1..=6).contains(good) {
                state.round_goods[i] = *good;
            } else {
                faults.push(format!("round_goods[{i}]: {good}, expected 1 to 6 (R1.3)"));
            }
        }
    }

    fn read_depots(&self, rules: &Rules, state: &mut State, faults: &mut Faults) {
        let slots = rules.slots(state.player_count, state.phase);
        for (slot, tile) in self.tiles.as_flattened().iter().enumerate() {
            if tile.is_none() {
                continue;
            }
            let path = format!("depots[{}].tiles[{}]", slot / 4, slot % 4);
            let colour = slots.table().colours[slot];
            if colour != tile.colour() {
                faults.push(format!("{path}: {tile} on a {colour} space (R2.2)"));
            } else if rules.tables.normal[tile.face()] == 0 {
                faults.push(format!(
                    "{path}: {tile} has a black back and never lies on a numbered depot (R2.2)"
                ));
            } else {
                state.depots.put(slots, slot, *tile);
            }
        }
        for (depot, counts) in self.goods.iter().enumerate() {
            state.depots.goods[depot] = read_goods(rules, *counts, &format!("depots[{depot}].goods"), faults);
        }
        if self.black.len() > 8 {
            faults.push("black_depot: more than eight tiles (R2.2)".into());
        }
        for (i, tile) in self.black.iter().take(8).enumerate() {
            if rules.tables.black[tile.face()] == 0 {
                faults.push(format!("black_depot[{i}]: {tile} has no black back (R2.2)"));
            } else {
                state.depots.put_black(*tile);
                state.depots.offer_black();
            }
        }
    }

    fn read_bonus(&self, state: &mut State, faults: &mut Faults) {
        for (colour, takers) in Colour::ALL.iter().zip(&self.bonus) {
            let right = takers.iter().all(|seat| *seat < state.player_count);
            if takers.len() > 2 || !right || takers.len() == 2 && takers[0] == takers[1] {
                faults.push(format!("bonus_tiles.{colour}: expected at most two different seats (R8.2)"));
                continue;
            }
            for (taken, seat) in state.bonus[*colour as usize].iter_mut().zip(takers) {
                *taken = seat + 1;
            }
        }
    }

    /// Sets the supplies of tiles; what is left out is everything that is not visible (R1.2).
    fn count_tiles(&self, rules: &Rules, state: &mut State, faults: &mut Faults) {
        let (mut normal_left, mut black_left) = ([0; 50], [0; 50]);
        for tile in Tile::all() {
            let face = tile.face();
            let count = |tiles: &[Tile]| tiles.iter().filter(|other| **other == tile).count() as i32;
            let set_aside = if tile == Tile::CASTLE { i32::from(state.player_count) } else { 0 };
            // Normal-backed, black-backed, and the visible ones of which only the face is known.
            let normal = count(self.tiles.as_flattened()) + set_aside;
            let black = count(&self.black);
            let estates = |player: &Player| {
                let start = player.start_castle().is_some() && tile == Tile::CASTLE;
                i32::from(player.count(|other| other == tile)) - i32::from(start)
            };
            let seats: i32 = state.players().iter().map(estates).sum();
            let stored: i32 = self.seats.iter().map(|seat| count(&seat.storage)).sum();
            let either = seats + stored + count(&[self.waiting()]);
            let of = |supply: &Option<[u8; 50]>| supply.as_ref().map(|counts| i32::from(counts[face]));
            let normal_stock = i32::from(rules.tables.normal[face]) - normal;
            let normal_room = normal_stock - of(&self.normal_supply).unwrap_or(0);
            let beyond = (either - normal_room.max(0)).max(0);
            let black_stock = i32::from(rules.tables.black[face]) - black;
            let black_room = black_stock - of(&self.black_supply).unwrap_or(0) - beyond;
            if normal_room < 0 || black_room < 0 {
                let stock = i32::from(rules.tables.normal[face]) + i32::from(rules.tables.black[face]);
                faults.push(format!("tiles: {tile} occurs too often, there are {stock} (R1.2)"));
            }
            normal_left[face] =
                of(&self.normal_supply).unwrap_or(normal_stock - either.min(normal_stock)).max(0) as u32;
            black_left[face] = of(&self.black_supply).unwrap_or(black_stock - beyond).max(0) as u32;
        }
        let bags = &rules.bags;
        state.supply.normal = std::array::from_fn(|i| bags.normal[i].bag(|face| normal_left[face]));
        state.supply.black = bags.black.bag(|face| black_left[face]);
    }

    /// Sets the supply of goods; left out, it is everything that is not visible (R1.3).
    fn count_goods(&self, rules: &Rules, state: &mut State, faults: &mut Faults) {
        let mut left = [0; 7];
        for good in 1..=6u8 {
            let index = good as usize - 1;
            let on_depots: u32 = self.goods.iter().map(|counts| u32::from(counts[index])).sum();
            let of_seat = |seat: &DraftSeat| u32::from(seat.goods[index]) + u32::from(seat.sold[index]);
            let with_seats: u32 = self.seats.iter().map(of_seat).sum();
            let to_come = self.round_goods.iter().filter(|other| **other == good).count() as u32;
            let seen = on_depots + with_seats + to_come;
            let given = self.goods_supply.map(|counts| u32::from(counts[index]));
            let copies = u32::from(rules.tables.goods_copies);
            if seen + given.unwrap_or(0) > copies {
                faults.push(format!("goods: type {good} occurs too often, there are {copies} (R1.3)"));
            }
            left[good as usize] = given.unwrap_or(copies.saturating_sub(seen));
        }
        state.supply.goods = rules.bags.goods.bag(|good| left[good]);
    }
}

pub(crate) fn read_goods(rules: &Rules, counts: [u8; 6], path: &str, faults: &mut Faults) -> Goods {
    let mut goods = Goods::NONE;
    for (good, count) in (1..=6).zip(counts) {
        if count > rules.tables.goods_copies {
            let copies = rules.tables.goods_copies;
            faults.push(format!("{path}: {count} of type {good}, there are {copies} (R1.3)"));
        } else {
            goods.add(good, count);
        }
    }
    goods
}

fn is_permutation(seats: &[u8], players: u8) -> bool {
    seats.len() == players as usize && (0..players).all(|seat| seats.contains(&seat))
}
