//! What the end of a game is worth to each seat.

use burgundy::{Rules, State};

/// Shares of the goals that a search plays for; each goal lies between -1 and 1.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Objective {
    /// Winning: 1 for the winner, -1/(players - 1) for the others, as `returns` has it.
    pub win: f32,
    /// The lead over the best of the others in VP, through a curve that is straight near zero and never passes 1.
    pub lead: f32,
    /// The own VP, as part of 300.
    pub score: f32,
}

/// VP of a lead at which its curve has reached a half.
const LEAD: f32 = 50.0;
/// VP that count as 1.
const SCORE: f32 = 300.0;

impl Default for Objective {
    /// The lead alone, which was found to win most games.
    fn default() -> Self {
        Self { win: 0.0, lead: 1.0, score: 0.0 }
    }
}

impl Objective {
    /// Winning alone.
    pub const WIN: Self = Self { win: 1.0, lead: 0.0, score: 0.0 };

    /// The value of a state that is over to each seat; 0 for seats that do not play.
    #[must_use]
    pub fn values(&self, rules: &Rules, state: &State) -> [f32; 4] {
        let players = state.player_count() as usize;
        let scores = state.scores().map(f32::from);
        let winner = state.ranking(rules)[0] as usize;
        let mut values = [0.0; 4];
        for seat in 0..players {
            let others = (0..players).filter(|other| *other != seat);
            let best = others.map(|other| scores[other]).fold(0.0, f32::max);
            let lead = scores[seat] - best;
            let win = if seat == winner { 1.0 } else { -1.0 / (players as f32 - 1.0) };
            values[seat] = self.win * win
                + self.lead * (lead / (LEAD + lead.abs()))
                + self.score * (scores[seat] / SCORE).min(1.0);
        }
        values
    }
}
