//! How a search goes about it, and for how long.

use std::time::Instant;

use crate::noise::RootNoise;
use crate::objective::Objective;

/// The settings of a search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Config {
    /// What the end of a game is worth.
    pub objective: Objective,
    /// Weight of trying what has been tried little, in standard deviations of the values at the root.
    pub exploration: f32,
    /// By how much of that weight an action that was never tried counts less than its node.
    pub first_play: f32,
    /// A chance node with `v` visits has `widening` times the square root of `v` outcomes.
    pub widening: f32,
    /// Most nodes of a tree; a full tree is searched on without growing.
    pub max_nodes: usize,
    /// Noise on the priors of the root.
    pub root_noise: Option<RootNoise>,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            objective: Objective::default(),
            exploration: 2.0,
            first_play: 0.0,
            widening: 1.0,
            max_nodes: 1 << 20,
            root_noise: None,
        }
    }
}

/// When a search ends: whichever comes first.
#[derive(Clone, Copy)]
pub struct Budget<'a> {
    /// Most simulations.
    pub simulations: u64,
    /// Until when; the simulation under way is ended.
    pub deadline: Option<Instant>,
    /// Asked after each simulation, on every thread of the search, whether to end it.
    pub stop: Option<&'a (dyn Fn() -> bool + Sync)>,
}

impl Budget<'_> {
    /// So many simulations, however long they take.
    #[must_use]
    pub const fn simulations(simulations: u64) -> Self {
        Self { simulations, deadline: None, stop: None }
    }

    /// Simulations left after `done`.
    #[must_use]
    pub const fn left(&self, done: u64) -> u64 {
        self.simulations.saturating_sub(done)
    }

    /// Whether the search ends after `done` simulations.
    #[must_use]
    pub fn is_used_up(&self, done: u64) -> bool {
        done >= self.simulations
            || self.stop.is_some_and(|stop| stop())
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}
