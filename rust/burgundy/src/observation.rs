//! Writing an observation: a position as features for a network, seen from a seat.
//!
//! All that is public is in it (R10.1) and nothing else, since a state knows nothing else. Numbers are scaled, never cut
//! off. What the features are says the table in [`features`](crate::features).

use crate::action::SLOTS;
use crate::features::{
    BLOCKS, Block, FILLED_PLANE, FIRST_KNOWLEDGE, FIRST_TILE_PLANE, KNOWLEDGE, PLANES, STARTS, TILE,
    TILE_FEATURES, size,
};
use crate::goods::{GOODS_TYPES, Goods};
use crate::player::{PLACES, Player};
use crate::prompt::{Chance, Prompt, Then};
use crate::rules::Rules;
use crate::space::SPACES;
use crate::state::State;
use crate::supply::{Bag, BagTable};
use crate::tile::{FACES, Tile};

/// An observation that is being written.
struct Sheet<'a> {
    out: &'a mut [f32],
    starts: &'static [usize; BLOCKS + 1],
    viewer: usize,
    players: usize,
}

impl State {
    /// Writes the features of this position as `seat` sees it.
    ///
    /// # Panics
    ///
    /// If `out` is not as long as [`size`] says, or there is no such seat.
    pub fn observe(&self, rules: &Rules, seat: u8, out: &mut [f32]) {
        let players = self.player_count as usize;
        assert!(out.len() == size(players) && (seat as usize) < players, "a seat and room for all features");
        out.fill(0.0);
        let mut sheet = Sheet { out, starts: &STARTS[players - 2], viewer: seat as usize, players };
        for relative in 0..players {
            let seat = (seat as usize + relative) % players;
            sheet.seat(rules, relative, &self.players[seat]);
        }
        self.observe_order(&mut sheet);
        self.observe_display(&mut sheet);
        self.observe_supply(rules, &mut sheet);
        self.observe_prompt(&mut sheet);
        let options = rules.options();
        sheet.set(Block::Options, 0, f32::from(options.purchase_in_effect));
        sheet.set(Block::Options, 1, f32::from(options.decline_effects));
        sheet.set(Block::Options, 2 + options.tie_break as usize, 1.0);
    }

    /// Whose turn it is, and where the pieces stand.
    fn observe_order(&self, sheet: &mut Sheet) {
        let players = sheet.players;
        for (place, seat) in self.track.order().into_iter().enumerate().take(players) {
            let at = sheet.relative(seat);
            sheet.set(Block::TrackOrder, at * players + place, 1.0);
            sheet.set(Block::TrackSpace, at * 7 + self.track.space(seat as usize) as usize, 1.0);
        }
        for (place, seat) in self.order().iter().enumerate() {
            sheet.set(Block::Order, sheet.relative(*seat) * players + place, 1.0);
        }
        for (colour, takers) in self.bonus.iter().enumerate() {
            for (small, taker) in takers.iter().enumerate().filter(|(_, taker)| **taker != 0) {
                let seat = sheet.relative(taker - 1);
                sheet.set(Block::Bonus, (seat * 2 + small) * 6 + colour, 1.0);
            }
        }
        if !self.is_chance() && !self.is_over() {
            sheet.set(Block::Actor, sheet.relative(self.seat()), 1.0);
        }
        sheet.set(Block::Turn, self.turn() as usize, 1.0);
        sheet.set(Block::Phase, self.phase as usize, 1.0);
        sheet.set(Block::Round, self.round as usize - 1, 1.0);
        sheet.set(Block::Bought, 0, f32::from(self.bought));
        sheet.number(Block::WhiteDie, 0, self.white_die);
    }

    /// What lies on the main board.
    fn observe_display(&self, sheet: &mut Sheet) {
        for (nth, good) in self.round_goods.iter().enumerate() {
            sheet.number(Block::RoundGoods, nth * GOODS_TYPES, *good);
        }
        for depot in 0..6 {
            sheet.goods(Block::DepotGoods, depot, self.depots.goods(depot));
        }
        for slot in 0..SLOTS {
            let tile = self.depots.tile(slot);
            sheet.tile(Block::Depots, slot, tile);
            sheet.knowledge(Block::DepotKnowledge, slot / 4, tile);
        }
        for (slot, tile) in self.depots.black().into_iter().enumerate() {
            sheet.tile(Block::Black, slot, tile);
            sheet.knowledge(Block::BlackKnowledge, 0, tile);
        }
    }

    /// What has not been drawn.
    fn observe_supply(&self, rules: &Rules, sheet: &mut Sheet) {
        let share = |bag: Bag, table: &BagTable, face: usize| bag.left(table, face) as f32 / 10.0;
        for face in 1..FACES {
            let colour = Tile::from_face(face as u8).colour() as usize;
            let normal = share(self.supply.normal[colour], &rules.bags.normal[colour], face);
            sheet.set(Block::NormalSupply, face - 1, normal);
            sheet.set(Block::BlackSupply, face - 1, share(self.supply.black, &rules.bags.black, face));
        }
        for good in 1..=GOODS_TYPES {
            sheet.set(Block::GoodsSupply, good - 1, share(self.supply.goods, &rules.bags.goods, good));
        }
    }

    /// What is next, with its arguments.
    fn observe_prompt(&self, sheet: &mut Sheet) {
        let kind = match self.prompt {
            Prompt::Turn => 0,
            Prompt::Castle => 1,
            Prompt::CityHall => 2,
            Prompt::Carpenter => 3,
            Prompt::Church => 4,
            Prompt::Market => 5,
            Prompt::Warehouse => 6,
            Prompt::Ship => 7,
            Prompt::SecondShip { depot } => {
                sheet.set(Block::PromptDepot, depot as usize, 1.0);
                8
            }
            Prompt::Goods { depot, above, then } => {
                sheet.set(Block::PromptDepot, depot as usize, 1.0);
                sheet.number(Block::PromptAbove, 0, above);
                sheet.then(then);
                9
            }
            Prompt::Discard { tile, then } => {
                sheet.tile(Block::PromptTile, 0, tile);
                sheet.then(then);
                10
            }
            Prompt::StartCastle => 11,
            Prompt::Over => 12,
            Prompt::Chance(event) => sheet.event(event),
        };
        sheet.set(Block::Prompt, kind, 1.0);
    }
}

impl Sheet<'_> {
    /// A seat as the viewer counts: 0 for its own, then clockwise.
    #[inline(always)]
    const fn relative(&self, seat: u8) -> usize {
        (seat as usize + self.players - self.viewer) % self.players
    }

    #[inline(always)]
    fn set(&mut self, block: Block, at: usize, value: f32) {
        self.out[self.starts[block as usize] + at] = value;
    }

    /// Marks a die or a type, 1 to 6; 0 for none.
    #[inline(always)]
    fn number(&mut self, block: Block, at: usize, number: u8) {
        if number != 0 {
            self.set(block, at + number as usize - 1, 1.0);
        }
    }

    #[inline(always)]
    fn tile(&mut self, block: Block, at: usize, tile: Tile) {
        if !tile.is_none() {
            let (feature, value) = TILE_FEATURES[tile.face()];
            self.set(block, at * TILE + feature, value);
        }
    }

    /// Counts a knowledge tile; others are none.
    #[inline(always)]
    fn knowledge(&mut self, block: Block, at: usize, tile: Tile) {
        if tile.face() >= FIRST_KNOWLEDGE {
            self.out[self.starts[block as usize] + at * KNOWLEDGE + tile.face() - FIRST_KNOWLEDGE] += 1.0;
        }
    }

    #[inline(always)]
    fn goods(&mut self, block: Block, at: usize, goods: Goods) {
        for (good, count) in goods.iter() {
            self.set(block, at * GOODS_TYPES + good as usize - 1, f32::from(count) / 4.0);
        }
    }

    fn then(&mut self, then: Then) {
        self.set(Block::PromptThen, then as usize, 1.0);
    }

    /// The arguments of a chance event; its kind of prompt.
    fn event(&mut self, event: Chance) -> usize {
        match event {
            Chance::Board { seat } | Chance::Deal { seat } | Chance::Dice { seat } => {
                self.set(Block::PromptSeat, self.relative(seat), 1.0);
            }
            Chance::Depot { depot, slot } => {
                self.set(Block::PromptDepot, depot as usize, 1.0);
                self.set(Block::PromptSlot, slot as usize, 1.0);
            }
            _ => {}
        }
        match event {
            Chance::Board { .. } => 13,
            Chance::StartPlayer => 14,
            Chance::Deal { .. } => 15,
            Chance::Depot { .. } => 16,
            Chance::Black => 17,
            Chance::Good => 18,
            Chance::White => 19,
            Chance::Dice { .. } => 20,
        }
    }

    /// What belongs to a seat.
    fn seat(&mut self, rules: &Rules, at: usize, player: &Player) {
        self.estate(rules, at, player);
        for (place, tile) in player.storage().into_iter().enumerate() {
            self.tile(Block::Storage, at * PLACES + place, tile);
            self.knowledge(Block::StoredKnowledge, at, tile);
        }
        self.goods(Block::Goods, at, player.goods);
        self.goods(Block::Sold, at, player.sold);
        self.set(Block::Silver, at, f32::from(player.silver) / 10.0);
        self.set(Block::Workers, at, f32::from(player.workers) / 10.0);
        self.set(Block::Vp, at, f32::from(player.vp) / 100.0);
        for (nth, die) in player.dice.into_iter().enumerate() {
            self.number(Block::Dice, (at * 2 + nth) * 6, die);
        }
    }

    /// The planes of a seat, and its knowledge.
    fn estate(&mut self, rules: &Rules, at: usize, player: &Player) {
        let placed = self.starts[Block::PlacedKnowledge as usize] + at * KNOWLEDGE;
        let first = self.starts[Block::Estate as usize] + at * PLANES * SPACES;
        if let Some(board) = (player.board as usize).checked_sub(1) {
            let planes = &mut self.out[first..first + FILLED_PLANE * SPACES];
            for (feature, bits) in planes.iter_mut().zip(rules.layouts[board].planes()) {
                *feature = f32::from_bits(*bits);
            }
        }
        for space in player.filled().iter() {
            let tile = player.tile(space);
            let (feature, value) = TILE_FEATURES[tile.face()];
            self.out[first + FILLED_PLANE * SPACES + space.index()] = 1.0;
            self.out[first + (FIRST_TILE_PLANE + feature) * SPACES + space.index()] = value;
            if tile.face() >= FIRST_KNOWLEDGE {
                self.out[placed + tile.face() - FIRST_KNOWLEDGE] = 1.0;
            }
        }
        if let Some(space) = player.start_castle() {
            self.out[first + (PLANES - 1) * SPACES + space.index()] = 1.0;
        }
    }
}
