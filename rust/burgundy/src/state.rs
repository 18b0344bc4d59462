//! The state of a game: public facts only, fixed in size, free to copy.

use std::mem::needs_drop;

use crate::depots::Depots;
use crate::layout::Layout;
use crate::player::Player;
use crate::prompt::{Chance, Prompt};
use crate::rules::Rules;
use crate::supply::Supply;
use crate::track::Track;

/// Phases A to E, and rounds in each (R2.1).
pub const PHASES: u8 = 5;
/// Rounds in a phase (R2.1).
pub const ROUNDS: u8 = 5;

/// A game at one node: a decision, a chance event or the end.
///
/// Equal situations are equal values, since every list in it has one canonical order and every unused field is zero. A state knows
/// nothing of the future: supplies are counts and there is no random generator.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    pub(crate) players: [Player; 4],
    pub(crate) supply: Supply,
    pub(crate) depots: Depots,
    pub(crate) track: Track,
    /// Seats in the order of this round (R3.3).
    pub(crate) order: [u8; 4],
    /// Goods of the phase still to come, the next one first, 0 after the last (R2.4).
    pub(crate) round_goods: [u8; 5],
    /// For each colour the seat, plus one, that took the large and the small bonus tile (R8.2).
    pub(crate) bonus: [[u8; 2]; 6],
    pub(crate) player_count: u8,
    pub(crate) phase: u8,
    pub(crate) round: u8,
    /// Index in `order` of the seat to act.
    turn: u8,
    /// That seat; kept because every decision asks for it.
    seat: u8,
    pub(crate) bought: bool,
    /// 0 before it is rolled.
    pub(crate) white_die: u8,
    pub(crate) prompt: Prompt,
}

/// What copies and rows of states count on: small, nothing to drop, no room lost between fields, and no multiple of 512 bytes, at
/// which states side by side would share the same lines of a cache.
const _: () = {
    const PARTS: usize = size_of::<[Player; 4]>()
        + size_of::<Supply>()
        + size_of::<Depots>()
        + size_of::<Track>()
        + size_of::<Prompt>()
        + size_of::<[u8; 4 + 5 + 6 * 2 + 7]>();
    assert!(size_of::<State>() <= 680, "the state has grown");
    assert!(size_of::<State>() - PARTS < align_of::<State>(), "there are gaps in the state");
    assert!(!size_of::<State>().is_multiple_of(512), "states side by side collide in the cache");
    assert!(!needs_drop::<State>(), "a copy of a state is free");
};

impl State {
    /// A game with seats in this order and a full supply, at its first chance event.
    pub(crate) const fn before_the_first_draw(player_count: u8, order: [u8; 4], supply: Supply) -> Self {
        Self {
            players: [Player::EMPTY; 4],
            supply,
            depots: Depots::EMPTY,
            track: Track::start(order),
            order,
            round_goods: [0; 5],
            bonus: [[0; 2]; 6],
            player_count,
            phase: 0,
            round: 1,
            turn: 0,
            seat: order[0],
            bought: false,
            white_die: 0,
            prompt: Prompt::Chance(Chance::StartPlayer),
        }
    }

    /// Number of players, 2 to 4.
    #[inline(always)]
    #[must_use]
    pub const fn player_count(&self) -> u8 {
        self.player_count
    }

    /// What is to be decided or drawn next.
    #[inline(always)]
    #[must_use]
    pub const fn prompt(&self) -> Prompt {
        self.prompt
    }

    /// Whether the game is over.
    #[inline(always)]
    #[must_use]
    pub const fn is_over(&self) -> bool {
        matches!(self.prompt, Prompt::Over)
    }

    /// Whether a chance event comes next.
    #[inline(always)]
    #[must_use]
    pub const fn is_chance(&self) -> bool {
        matches!(self.prompt, Prompt::Chance(_))
    }

    /// The seat whose turn it is; who must decide, unless chance does or the game is over.
    #[inline(always)]
    #[must_use]
    pub const fn seat(&self) -> u8 {
        self.seat
    }

    /// For each colour the seat, plus one, that took the large and the small bonus tile; 0 for nobody (R8.2).
    #[inline(always)]
    #[must_use]
    pub const fn bonus_takers(&self) -> [[u8; 2]; 6] {
        self.bonus
    }

    /// Index of the seat to act in the order of the round.
    #[inline(always)]
    #[must_use]
    pub const fn turn(&self) -> u8 {
        self.turn
    }

    /// Makes the seat at this place of the order the one to act.
    #[inline(always)]
    pub(crate) const fn set_turn(&mut self, turn: u8) {
        self.turn = turn;
        self.seat = self.order[(turn & 3) as usize];
    }

    /// The seats that play.
    #[inline(always)]
    #[must_use]
    pub fn players(&self) -> &[Player] {
        &self.players[..self.player_count as usize]
    }

    /// The tiles and goods on display.
    #[must_use]
    pub const fn depots(&self) -> &Depots {
        &self.depots
    }

    /// The turn-order track.
    #[must_use]
    pub const fn track(&self) -> Track {
        self.track
    }

    /// Phase, 0 to 4 for A to E.
    #[must_use]
    pub const fn phase(&self) -> u8 {
        self.phase
    }

    /// Round of the phase, 1 to 5.
    #[must_use]
    pub const fn round(&self) -> u8 {
        self.round
    }

    /// The seats in the order of this round.
    #[must_use]
    pub fn order(&self) -> &[u8] {
        &self.order[..self.player_count as usize]
    }

    /// The seat to act.
    #[inline(always)]
    pub(crate) const fn actor(&self) -> &Player {
        &self.players[(self.seat() & 3) as usize]
    }

    #[inline(always)]
    pub(crate) const fn actor_mut(&mut self) -> &mut Player {
        &mut self.players[(self.seat() & 3) as usize]
    }

    /// The board of a seat, which must be drawn.
    #[inline(always)]
    pub(crate) fn layout<'a>(&self, rules: &'a Rules, seat: u8) -> &'a Layout {
        rules.layout(self.players[(seat & 3) as usize].board)
    }

    /// Whether a purchase is still possible in this turn: something to buy, and the silver for it (R7.1).
    #[inline(always)]
    #[must_use]
    pub(crate) fn can_purchase(&self, rules: &Rules) -> bool {
        let player = self.actor();
        !self.bought
            && player.silver >= rules.tables.purchase_cost
            && (self.depots.black_offered() != 0
                || player.knowledge.buys_from_depots() && self.depots.offered() != 0)
    }

    /// Whether a purchase is possible at this prompt (R4.2, R11.1).
    #[inline(always)]
    pub(crate) fn can_purchase_in_effect(&self, rules: &Rules) -> bool {
        rules.options.purchase_in_effect && self.can_purchase(rules)
    }

    /// Goods of the phase still to come.
    #[must_use]
    pub fn goods_to_come(&self) -> usize {
        self.round_goods.iter().filter(|good| **good != 0).count()
    }

    /// Whether all that is kept for speed or in canonical order is right; debug builds assert it after every change.
    #[must_use]
    pub fn check(&self, rules: &Rules) -> bool {
        let slots = rules.slots(self.player_count, self.phase);
        let seats =
            self.players().iter().all(|player| player.board == 0 || player.check(rules.layout(player.board)));
        let dice = self.players().iter().all(|player| {
            let [a, b] = player.dice;
            b == 0 || 0 < a && a <= b
        });
        let discard = match self.prompt {
            Prompt::Discard { .. } => self.actor().storage_is_full(),
            _ => true,
        };
        let unused = self.players[self.player_count as usize..].iter().all(|player| *player == Player::EMPTY);
        let seat = self.seat == self.order[self.turn as usize];
        seat && seats
            && dice
            && discard
            && unused
            && self.depots.check(slots)
            && self.track.check(self.player_count)
    }
}
