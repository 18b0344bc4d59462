//! `greedy`: looks through its own turn and takes the way to the best looking position.

mod turn;
mod value;

use burgundy::{Action, Rules, State};

use crate::policy::Policy;
use crate::weights::Weights;
use crate::worth::Tables;

pub use turn::Width;

/// A player who goes through its turn, both dice, purchase and effects, and values what it would have at the end of it.
///
/// It looks at the most promising actions of each decision only, and at nothing that is not public. Ties are broken by the word.
#[derive(Clone, Debug)]
pub struct Greedy {
    tables: Tables,
    width: Width,
}

impl Greedy {
    /// The player under these rules; it must not be asked about states of others.
    #[must_use]
    pub fn new(rules: &Rules) -> Self {
        Self::with(rules, &Weights::GREEDY, Width::default())
    }

    /// A player with other weights, or one that looks at more or fewer actions.
    #[must_use]
    pub fn with(rules: &Rules, weights: &Weights, width: Width) -> Self {
        Self { tables: Tables::new(rules, weights), width }
    }

    /// The VP that each seat has or may hope for by the end, from what lies in its estate, storage and hands; 0 beyond the players.
    ///
    /// For a seat in its turn the turn counts as over, so that positions at the end of turns are the ones to compare.
    #[must_use]
    pub fn estimate(&self, rules: &Rules, state: &State) -> [f32; 4] {
        let mut values = [0.0; 4];
        for (seat, value) in values.iter_mut().enumerate().take(state.players().len()) {
            *value = self.value(rules, state, seat, self.tables.of_seat(state, seat as u8));
        }
        values
    }
}

impl Policy for Greedy {
    fn choose(&self, rules: &Rules, state: &State, word: u64) -> Action {
        self.best(rules, state, word)
    }
}
