//! What a search knows of each action.

use std::cmp::Ordering;

use burgundy::Action;

/// What became of an action at the root.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ActionStats {
    /// The action.
    pub action: Action,
    /// Simulations that took it, those of earlier searches that came by here included.
    pub visits: u64,
    /// Their values to each seat, summed.
    pub sums: [f64; 4],
    /// How likely it was thought to be the best before.
    pub prior: f32,
    /// Whether the mean is what comes of best play, for certain.
    pub is_solved: bool,
}

impl ActionStats {
    /// An action of which nothing is known.
    #[must_use]
    pub const fn new(action: Action) -> Self {
        Self { action, visits: 0, sums: [0.0; 4], prior: 0.0, is_solved: false }
    }

    /// Adds what another tree has of the same action; what is certain in one is so in both.
    pub fn add(&mut self, other: &Self) {
        let visits = self.visits + other.visits;
        self.prior = other.prior;
        if self.is_solved || other.is_solved {
            let known = if self.is_solved { *self } else { *other };
            let scale = visits as f64 / known.visits as f64;
            self.sums = known.sums.map(|sum| sum * scale);
            self.is_solved = true;
        } else {
            for (sum, more) in self.sums.iter_mut().zip(other.sums) {
                *sum += more;
            }
        }
        self.visits = visits;
    }

    /// Mean value to a seat; `None` before the first visit.
    #[must_use]
    pub fn mean(&self, seat: usize) -> Option<f64> {
        (self.visits > 0).then(|| self.sums[seat] / self.visits as f64)
    }

    /// Which of two actions has more visits, then the higher prior.
    fn by_visits(&self, other: &Self) -> Ordering {
        self.visits.cmp(&other.visits).then(self.prior.total_cmp(&other.prior))
    }
}

/// The action to take: the one with the most visits, unless one that is solved is at least as good; none of none.
///
/// Of equals it is the first.
#[must_use]
pub fn best(actions: &[ActionStats], seat: usize) -> Option<&ActionStats> {
    let mean = |one: &ActionStats| one.mean(seat).unwrap_or(f64::NEG_INFINITY);
    let solved = actions.iter().rev().filter(|one| one.is_solved);
    let solved = solved.max_by(|a, b| mean(a).total_cmp(&mean(b)));
    let open = actions.iter().rev().filter(|one| !one.is_solved);
    let open = open.max_by(|a, b| a.by_visits(b).then(mean(a).total_cmp(&mean(b))));
    match (solved, open) {
        (Some(solved), Some(open)) => Some(if mean(solved) >= mean(open) { solved } else { open }),
        (solved, open) => solved.or(open),
    }
}
