//! The games of a batch: how each of them goes on, in a world of its own.

use std::sync::Arc;

use burgundy::bits::Select;
use burgundy::playout::{playout_world, policy_word};
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

/// What a game does in the step that is due.
#[derive(Clone, Copy)]
pub enum Next {
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
    /// How many decisions were made in it.
    pub decisions: u64,
    /// The final scores of the last game that ended here, -1 each before the first.
    pub final_scores: [i16; 4],
    pub next: Next,
}

impl Game {
    /// The first game of a series, at its first decision; `index` is its place in the batch.
    pub fn new(table: &Table, index: usize, seed: u64) -> Self {
        let mut game = Self {
            state: table.start,
            seed,
            episode: 0,
            world: 0,
            decisions: 0,
            final_scores: [-1; 4],
            next: Next::Wait,
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
        self.state = *state;
        cpu::resolve_chance(&mut self.state, table.rules(), self.world);
    }

    /// The world in which chance comes out.
    pub const fn world(&self) -> u64 {
        self.world
    }

    /// Does what is due.
    #[inline(always)]
    fn go_on(&mut self, rules: &Rules, select: impl Select) {
        match self.next {
            Next::Wait => return,
            Next::Play(action) => self.state.play(rules, action, &mut ()),
            Next::Random => {
                let word = policy_word(self.world, self.decisions);
                self.state.play_random_with(rules, word, select, &mut ());
            }
        }
        self.state.resolve_chance_with(rules, self.world, select);
        self.decisions += 1;
    }

    /// The winner, if the game has ended by what was due.
    pub fn ended(&mut self, rules: &Rules) -> Option<u8> {
        if !self.state.is_over() || matches!(self.next, Next::Wait) {
            return None;
        }
        for (cell, score) in self.final_scores.iter_mut().zip(self.state.scores()) {
            *cell = score as i16;
        }
        Some(self.state.ranking(rules)[0])
    }
}

/// Lets each game do what is due.
#[inline(always)]
pub fn go_on(table: &Table, games: &mut [Game], select: impl Select) {
    for game in games {
        game.go_on(table.rules(), select);
    }
}
