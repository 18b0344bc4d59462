//! The games of a batch: how each of them goes on, in a world of its own.

use std::sync::Arc;

use burgundy::bits::Select;
use burgundy::playout::{nth_word, playout_world, policy, policy_from};
use burgundy::{Action, Rules, State};

use crate::cpu;
use crate::rules::Shared;

/// What all games of a batch have in common.
pub struct Table {
    pub shared: Arc<Shared>,
    pub start: State,
    pub n: usize,
    pub players: usize,
    pub auto_reset: bool,
    /// The seat that observations are seen from; none for the seat to act.
    pub observer: Option<u8>,
}

impl Table {
    pub fn rules(&self) -> &Rules {
        &self.shared.rules
    }
}

/// What a game does in the call that is due.
#[derive(Clone, Copy)]
pub enum Due {
    Wait,
    Play(Action),
    Random,
}

/// One game of a batch, at a decision or at its end.
#[derive(Clone)]
pub struct Game {
    pub state: State,
    /// The seed of the series and the number of the game in it.
    pub seed: u64,
    pub episode: u64,
    world: u64,
    /// Where the words of its random decisions begin.
    policy: u64,
    /// How many decisions were made in it.
    pub decisions: u64,
    /// The final scores of the last game that ended here, -1 each before the first.
    pub final_scores: [i16; 4],
    pub due: Due,
}

impl Game {
    /// The first game of a series, at its first decision; `index` is its place in the batch.
    pub fn new(table: &Table, index: usize, seed: u64) -> Self {
        let mut game = Self {
            state: table.start,
            seed,
            episode: 0,
            world: 0,
            policy: 0,
            decisions: 0,
            final_scores: [-1; 4],
            due: Due::Wait,
        };
        game.begin(table, index, seed, 0);
        game
    }

    /// Begins a game of a series.
    pub fn begin(&mut self, table: &Table, index: usize, seed: u64, episode: u64) {
        (self.seed, self.episode, self.decisions) = (seed, episode, 0);
        self.put(table, index, &table.start);
    }

    /// Begins the next game of its series.
    pub fn begin_next(&mut self, table: &Table, index: usize) {
        self.begin(table, index, self.seed, self.episode.wrapping_add(1));
    }

    /// Goes on from a state, in the world of this game.
    pub fn put(&mut self, table: &Table, index: usize, state: &State) {
        let number = self.episode.wrapping_mul(table.n as u64).wrapping_add(index as u64);
        self.world = playout_world(self.seed, number);
        self.policy = policy(self.world);
        self.state = *state;
        cpu::resolve_chance(&mut self.state, table.rules(), self.world);
    }

    /// The world in which chance comes out.
    pub const fn world(&self) -> u64 {
        self.world
    }

    /// Does this; whether the game ended by it.
    #[inline(always)]
    fn go_on(&mut self, rules: &Rules, due: Due, select: impl Select) -> bool {
        match due {
            Due::Wait => return false,
            Due::Play(action) => {
                self.state.play(rules, action, &mut ());
                self.state.resolve_chance_with(rules, self.world, select);
            }
            Due::Random => {
                let word = nth_word(self.policy, self.decisions);
                // A game that is over has no decision, and waits.
                if self.state.play_random_with(rules, self.world, word, select, &mut ()) == 0 {
                    return false;
                }
            }
        }
        self.decisions += 1;
        self.state.is_over()
    }

    /// Makes random decisions, `steps` or as many as there are; whether the game ended by them.
    #[inline(always)]
    fn play_random(&mut self, rules: &Rules, steps: u32, select: impl Select) -> bool {
        let words = policy_from(self.policy, self.decisions);
        let most = Some(steps.into());
        let made = self.state.play_on_with(rules, self.world, words, most, select, &mut ()).decisions;
        self.decisions += made;
        made > 0 && self.state.is_over()
    }

    /// Notes the final scores of a game that has ended; gives the winner.
    pub fn end(&mut self, rules: &Rules) -> u8 {
        for (cell, score) in self.final_scores.iter_mut().zip(self.state.scores()) {
            *cell = score as i16;
        }
        self.state.ranking(rules)[0]
    }
}

/// Lets each game do what is due, the same for all if `for_all` says so; gives the places of those that ended by it, ascending.
#[inline(always)]
pub fn go_on(table: &Table, games: &mut [Game], for_all: Option<Due>, select: impl Select) -> Vec<usize> {
    let mut ended = Vec::new();
    for (i, game) in games.iter_mut().enumerate() {
        if game.go_on(table.rules(), for_all.unwrap_or(game.due), select) {
            ended.push(i);
        }
    }
    ended
}

/// The same where nothing but random decisions is due, `steps` a game. A loop of its own: that over steps costs one step a
/// twentieth more instructions.
#[inline(always)]
pub fn play_random(
    table: &Table,
    games: &mut [Game],
    for_all: Option<Due>,
    steps: u32,
    select: impl Select,
) -> Vec<usize> {
    let mut ended = Vec::new();
    for (i, game) in games.iter_mut().enumerate() {
        let plays = matches!(for_all.unwrap_or(game.due), Due::Random);
        if plays && game.play_random(table.rules(), steps, select) {
            ended.push(i);
        }
    }
    ended
}
