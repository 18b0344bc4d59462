//! Games played to the end by uniform random decisions.

use crate::bits::{GOLDEN, Select, mix, scale};
use crate::cpu;
use crate::event::Log;
use crate::knowledge::Knowledge;
use crate::legal::Next;
use crate::prompt::Prompt;
use crate::rules::Rules;
use crate::state::State;

/// Keeps the worlds of playouts apart from those of the same seed ("playouts" in ASCII).
const PLAYOUTS: u64 = 0x706C_6179_6F75_7473;
/// Keeps decisions apart from chance ("policy" in ASCII).
const POLICY: u64 = 0x706F_6C69_6379;

/// The world of playout `i` under `seed` (docs/formats.md, section 3).
#[must_use]
pub const fn playout_world(seed: u64, i: u64) -> u64 {
    mix(mix(seed ^ PLAYOUTS).wrapping_add(i.wrapping_add(1).wrapping_mul(GOLDEN)))
}

/// Where the words of the decisions of a game in the world `world` begin.
#[must_use]
pub const fn policy(world: u64) -> u64 {
    mix(world ^ POLICY)
}

/// Where the words from decision number `nth`, from 0, on begin, of a game whose words begin at `policy`.
#[must_use]
pub const fn policy_from(policy: u64, nth: u64) -> u64 {
    policy.wrapping_add(nth.wrapping_mul(GOLDEN))
}

/// The word by which decision number `nth`, from 0, is made, of a game whose words begin at `policy`.
#[inline]
#[must_use]
pub const fn nth_word(policy: u64, nth: u64) -> u64 {
    mix(policy_from(policy, nth.wrapping_add(1)))
}

/// The word by which decision number `nth`, from 0, of a game in the world `world` is made.
#[must_use]
pub const fn policy_word(world: u64, nth: u64) -> u64 {
    nth_word(policy(world), nth)
}

/// What a playout met.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Decisions made.
    pub decisions: u64,
    /// Legal actions, summed over the decisions.
    pub choices: u64,
}

impl State {
    /// Plays on to the end in the world `world`, every decision uniform among the legal actions.
    #[inline]
    pub fn play_out<L: Log>(&mut self, rules: &Rules, world: u64, log: &mut L) -> Tally {
        self.play_out_with(rules, world, cpu::select(), log)
    }

    /// The same with a way to select that suits the processor.
    #[inline(always)]
    pub fn play_out_with<L: Log>(
        &mut self,
        rules: &Rules,
        world: u64,
        select: impl Select,
        log: &mut L,
    ) -> Tally {
        self.play_on_with(rules, world, policy(world), None, select, log)
    }

    /// Plays on in the world `world`, to the end or for at most `most` decisions and the chance after them; decision number `j`
    /// from here is made by word number `j` of those that begin at `words`.
    #[inline(always)]
    pub fn play_on_with<L: Log>(
        &mut self,
        rules: &Rules,
        world: u64,
        mut words: u64,
        most: Option<u64>,
        select: impl Select,
        log: &mut L,
    ) -> Tally {
        let mut tally = Tally::default();
        let mut next = self.next();
        loop {
            if next == Next::Other {
                if self.is_chance() {
                    next = self.play_chance_with(rules, world, select);
                    continue;
                }
                if self.is_over() {
                    return tally;
                }
            }
            if most == Some(tally.decisions) {
                return tally;
            }
            words = words.wrapping_add(GOLDEN);
            let count;
            (next, count) = self.play_one_of(next, rules, mix(words), select, log);
            tally.decisions += 1;
            tally.choices += u64::from(count);
        }
    }

    /// Plays the decision that `word` picks uniformly among the legal actions, and what chance brings after it in the world
    /// `world`; gives the number of legal actions, 0 where there is no decision.
    #[inline(always)]
    pub fn play_random_with<L: Log>(
        &mut self,
        rules: &Rules,
        world: u64,
        word: u64,
        select: impl Select,
        log: &mut L,
    ) -> u32 {
        let next = self.next();
        if next == Next::Other && (self.is_chance() || self.is_over()) {
            return 0;
        }
        let (next, count) = self.play_one_of(next, rules, word, select, log);
        if next == Next::Other {
            self.resolve_chance_with(rules, world, select);
        }
        count
    }

    /// Plays one decision, of which `next` is the form; gives what comes next and the number of legal actions.
    #[inline(always)]
    fn play_one_of<L: Log>(
        &mut self,
        next: Next,
        rules: &Rules,
        word: u64,
        select: impl Select,
        log: &mut L,
    ) -> (Next, u32) {
        match next {
            Next::OneDie => self.play_turn_move::<1, L>(rules, word, select, log),
            Next::TwoDice => self.play_turn_move::<2, L>(rules, word, select, log),
            Next::Other if matches!(self.prompt, Prompt::Discard { .. }) => {
                // A decision in seven, and needs no set.
                let places = self.actor().distinct_places();
                let count = places.count_ones();
                (self.discard(rules, select(places.into(), scale(word, count)) as u8, log), count)
            }
            Next::Other if self.prompt.is_free() => {
                let moves = self.free_moves(rules);
                self.play_move(rules, &moves, Knowledge::NONE, word, select, log)
            }
            Next::Other => {
                let answers = self.answers(rules);
                let count = answers.len();
                (self.carry_out(rules, answers.nth(scale(word, count), select), log), count)
            }
        }
    }

    #[inline(always)]
    fn play_turn_move<const DICE: usize, L: Log>(
        &mut self,
        rules: &Rules,
        word: u64,
        select: impl Select,
        log: &mut L,
    ) -> (Next, u32) {
        let turning = self.actor().knowledge.turning();
        // Most players have none of these tiles; what they would change falls away here.
        if turning == Knowledge::NONE {
            let moves = self.turn_moves::<DICE>(rules, Knowledge::NONE);
            self.play_move(rules, &moves, Knowledge::NONE, word, select, log)
        } else {
            let moves = self.turn_moves::<DICE>(rules, turning);
            self.play_move(rules, &moves, turning, word, select, log)
        }
    }

    /// The uniform legal action that `seed` picks here; `None` where there is no decision.
    #[must_use]
    pub fn sample_action(&self, rules: &Rules, seed: u64) -> Option<crate::action::Action> {
        let legal = self.legal(rules);
        if legal.is_empty() {
            return None;
        }
        let word = mix(self.key(rules) ^ mix(seed.wrapping_add(GOLDEN)));
        Some(legal.nth(scale(word, legal.len())))
    }
}
