//! The games of a batch: how each of them goes on, in a world of its own.

use std::sync::Arc;

use burgundy::playout::{playout_world, policy_word};
use burgundy::{Action, ActionSet, Rules, State};

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
    pub legal: ActionSet,
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
            legal: ActionSet::EMPTY,
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
        self.settle(table);
    }

    /// The world in which chance comes out.
    pub const fn world(&self) -> u64 {
        self.world
    }

    fn settle(&mut self, table: &Table) {
        cpu::resolve_chance(&mut self.state, table.rules(), self.world);
        self.legal = self.state.legal(table.rules());
    }

    /// Does what is due; gives the winner if the game ends by it.
    #[inline]
    pub fn go_on(&mut self, table: &Table) -> Option<u8> {
        let action = match self.next {
            Next::Wait => return None,
            Next::Play(action) => action,
            Next::Random if self.state.is_over() => return None,
            Next::Random => cpu::choose(&self.legal, policy_word(self.world, self.decisions)).0,
        };
        self.legal = cpu::go_on(&mut self.state, table.rules(), action, self.world);
        self.decisions += 1;
        if !self.state.is_over() {
            return None;
        }
        for (cell, score) in self.final_scores.iter_mut().zip(self.state.scores()) {
            *cell = score as i16;
        }
        Some(self.state.ranking(table.rules())[0])
    }
}
