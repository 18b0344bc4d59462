//! Counting paths, to compare engines and to measure them.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::prompt::Prompt;
use crate::rules::Rules;
use crate::state::State;

impl State {
    /// Number of paths of `depth` plies; `None` if `stop` was raised meanwhile.
    ///
    /// A finished game ends a path. With `through_chance` every outcome is a ply, else a chance node ends a path too.
    #[must_use]
    pub fn perft(&self, rules: &Rules, depth: u32, through_chance: bool, stop: &AtomicBool) -> Option<u64> {
        if depth == 0 || self.is_over() || self.is_chance() && !through_chance {
            return Some(1);
        }
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        let after = |next: State| next.perft(rules, depth - 1, through_chance, stop);
        if let Prompt::Chance(_) = self.prompt() {
            let outcomes = self.outcomes(rules);
            if depth == 1 {
                return Some(outcomes.len() as u64);
            }
            return outcomes.into_iter().try_fold(0, |sum, (outcome, _)| {
                let mut next = *self;
                next.settle(rules, outcome, &mut ());
                Some(sum + after(next)?)
            });
        }
        let legal = self.legal(rules);
        if depth == 1 {
            return Some(legal.len().into());
        }
        legal.iter().try_fold(0, |sum, action| {
            let mut next = *self;
            next.play(rules, action, &mut ());
            Some(sum + after(next)?)
        })
    }
}
