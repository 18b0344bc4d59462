//! The actions of a turn with at least one unused die, kind by kind (R4.1, R4.4-R4.6, R5, R7.1).
//!
//! This is where most decisions are made. [`ActionSet`] is built from it; a playout chooses from it directly.

use crate::action::{Action, ActionSet, SLOTS};
use crate::bits::Select;
use crate::event::Log;
use crate::knowledge::Knowledge;
use crate::layout::Layout;
use crate::player::Player;
use crate::rules::Rules;
use crate::space::{Space, Spaces};
use crate::state::State;
use crate::tile::Tile;

/// The legal actions of a turn in ascending order of codes.
#[derive(Clone, Copy)]
pub(crate) struct TurnMoves {
    /// Takes with die 0 from 24 slots, then with die 1.
    takes: u64,
    /// Spaces for each stored tile with die 0, then with die 1.
    places: [Spaces; 6],
    /// Sales, workers and purchases: bit `code - Action::REST`.
    rest: u64,
}

impl TurnMoves {
    /// Number of actions.
    #[inline(always)]
    pub fn len(&self) -> u32 {
        let places: u32 = self.places.iter().map(|spaces| spaces.len()).sum();
        self.takes.count_ones() + places + self.rest.count_ones()
    }

    /// The actions as a set.
    #[inline(always)]
    pub fn set(&self) -> ActionSet {
        ActionSet::of_turn(self.takes, self.places.map(Spaces::bits), self.rest)
    }
}

impl State {
    /// The legal actions; the seat to act is in its turn and has a die left.
    #[inline(always)]
    pub(crate) fn turn_moves(&self, rules: &Rules) -> TurnMoves {
        let player = self.actor();
        let [first, second] = player.dice;
        // With two equal dice only die 0 is offered; a die 0 reaches nothing.
        let second = if second == first { 0 } else { second };
        let knowledge = player.knowledge;
        let plain = knowledge.steps(player.workers, false);
        let with_free = knowledge.steps(player.workers, true);
        let steps = |free| if free { with_free } else { plain };

        let (tiles, take) = (self.depots.offered(), steps(knowledge.free_take()));
        let first_takes = u64::from(tiles & rules.slot_reach(first, take));
        let second_takes = u64::from(tiles & rules.slot_reach(second, take));

        let goods = player.goods.types();
        let sales = goods & rules.goods_reach(first, plain) | (goods & rules.goods_reach(second, plain)) << 6;
        let rest = Action::rest_bits(sales, second != 0) | self.purchases(rules);

        let layout = self.layout(rules, self.seat());
        let places = if knowledge.has_free_placing() {
            self.places(player, layout, |knowledge_tile| {
                let steps = steps(knowledge.has(knowledge_tile));
                [layout.reach(first, steps), layout.reach(second, steps)]
            })
        } else {
            // The same two sets for all tiles.
            let reach = [layout.reach(first, plain), layout.reach(second, plain)];
            self.places(player, layout, |_| reach)
        };
        TurnMoves { takes: first_takes | second_takes << SLOTS, places, rest }
    }

    /// Where each stored tile may go; `reach` gives what both dice reach, by the knowledge tile that helps.
    #[inline(always)]
    fn places(&self, player: &Player, layout: &Layout, reach: impl Fn(u8) -> [Spaces; 2]) -> [Spaces; 6] {
        let mut places = [Spaces::EMPTY; 6];
        let [a, b, c] = self.distinct_storage();
        let mut place = |storage: usize, tile: Tile| {
            let targets = player.targets(layout, tile);
            let [first, second] = reach(Knowledge::free_place_tile(tile.colour()));
            places[storage] = targets.intersection(first);
            places[storage + 3] = targets.intersection(second);
        };
        place(0, a);
        place(1, b);
        place(2, c);
        places
    }

    /// What can be bought, as bits of `rest`; nothing where no purchase is possible (R7.1).
    #[inline(always)]
    pub(crate) fn purchases(&self, rules: &Rules) -> u64 {
        if !self.can_purchase(rules) {
            return 0;
        }
        let depots = if self.actor().knowledge.buys_from_depots() { self.depots.offered() } else { 0 };
        Action::purchase_bits(self.depots.black_offered(), depots)
    }

    /// Carries out the `k`-th of the moves, `k` below their number.
    #[inline(always)]
    pub(crate) fn play_move<L: Log>(
        &mut self,
        rules: &Rules,
        moves: &TurnMoves,
        mut k: u32,
        select: impl Select,
        log: &mut L,
    ) {
        let takes = moves.takes.count_ones();
        if k < takes {
            let slot = select(moves.takes, k) as u8;
            let die = u8::from(slot >= SLOTS as u8);
            return self.take(rules, die, slot - die * SLOTS as u8, log);
        }
        k -= takes;
        for (i, spaces) in moves.places.iter().enumerate() {
            let count = spaces.len();
            if k < count {
                let space = Space::new(select(spaces.bits(), k) as usize).expect("the sets have 37 bits");
                let (die, storage) = if i < 3 { (0, i) } else { (1, i - 3) };
                return self.place(rules, die, storage as u8, space, log);
            }
            k -= count;
        }
        self.play(rules, Action::of_rest(select(moves.rest, k)), log);
    }
}
