//! Policies: an action for a state, and games played by one.

use burgundy::bits::{GOLDEN, mix};
use burgundy::playout::policy_word;
use burgundy::{Action, Prompt, Rules, State};

/// Something that chooses.
pub trait Policy {
    /// A legal action at a decision; the same for the same state and `word`.
    ///
    /// `word` is all the chance there is in it, uniform over 64 bits. Where chance or nobody is to decide the result means nothing.
    fn choose(&self, rules: &Rules, state: &State, word: u64) -> Action;
}

/// Any legal action, each as likely as the others.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Uniform;

impl Policy for Uniform {
    #[inline]
    fn choose(&self, rules: &Rules, state: &State, word: u64) -> Action {
        state.legal(rules).choose(word).0
    }
}

/// The word for a single choice at a position under a seed: [`Uniform`] then takes what [`State::sample_action`] gives.
#[must_use]
pub fn word_of_seed(rules: &Rules, state: &State, seed: u64) -> u64 {
    mix(state.key(rules) ^ mix(seed.wrapping_add(GOLDEN)))
}

/// Plays on to the end in the world `world`, every decision by `policy`; gives the number of decisions.
///
/// With [`Uniform`] it is the game that [`State::play_out`] plays, which is several times faster.
#[inline(always)]
pub fn play_out<P: Policy + ?Sized>(state: &mut State, rules: &Rules, world: u64, policy: &P) -> u64 {
    let mut decisions = 0;
    loop {
        match state.prompt() {
            Prompt::Over => return decisions,
            Prompt::Chance(_) => state.resolve_chance(rules, world),
            _ => {
                let action = policy.choose(rules, state, policy_word(world, decisions));
                state.play(rules, action, &mut ());
                decisions += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use burgundy::setup::{Boards, StartCastles};

    #[test]
    fn uniform_plays_the_playouts_of_the_engine() {
        let rules = burgundy_data::rules(burgundy::Options::default());
        for players in 2..=4 {
            let start = State::new(&rules, players, Boards::Basic, StartCastles::Default).expect("a game");
            for world in 0..20 {
                let (mut one, mut other) = (start, start);
                let decisions = play_out(&mut one, &rules, world, &Uniform);
                assert_eq!(other.play_out(&rules, world, &mut ()).decisions, decisions);
                assert_eq!(one, other);
            }
        }
    }

    #[test]
    fn uniform_chooses_what_the_engine_samples() {
        let rules = burgundy_data::rules(burgundy::Options::default());
        let mut state = State::new(&rules, 2, Boards::Basic, StartCastles::Default).expect("a game");
        state.resolve_chance(&rules, 3);
        for seed in 0..50 {
            let word = word_of_seed(&rules, &state, seed);
            assert_eq!(Some(Uniform.choose(&rules, &state, word)), state.sample_action(&rules, seed));
        }
    }
}
