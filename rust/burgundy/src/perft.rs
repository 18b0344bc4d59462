//! Counting paths, to compare engines and to measure them.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::rules::Rules;
use crate::state::State;

impl State {
    /// Number of paths of `depth` plies; `None` if `stop` was raised meanwhile.
    ///
    /// A finished game ends a path. With `through_chance` every outcome is a ply, else a chance node ends a path too.
    #[must_use]
    pub fn perft(&self, rules: &Rules, depth: u32, through_chance: bool, stop: &AtomicBool) -> Option<u64> {
        // A list and not the thread's stack, which a depth of a whole game would overflow where it is small.
        let (mut count, mut waiting) = (0, vec![(*self, depth)]);
        while let Some((state, plies)) = waiting.pop() {
            if plies == 0 || state.is_over() || state.is_chance() && !through_chance {
                count += 1;
            } else if stop.load(Ordering::Relaxed) {
                return None;
            } else if state.is_chance() {
                let outcomes = state.outcomes(rules);
                if plies == 1 {
                    count += outcomes.len() as u64;
                    continue;
                }
                waiting.extend(outcomes.into_iter().map(|(outcome, _)| {
                    let mut next = state;
                    next.settle(rules, outcome, &mut ());
                    (next, plies - 1)
                }));
            } else {
                let legal = state.legal(rules);
                if plies == 1 {
                    count += u64::from(legal.len());
                    continue;
                }
                waiting.extend(legal.iter().map(|action| {
                    let mut next = state;
                    next.play(rules, action, &mut ());
                    (next, plies - 1)
                }));
            }
        }
        Some(count)
    }
}
