//! What a leaf of the tree is worth: by playing on from it, or by whatever the caller has.

use std::convert::Infallible;

use burgundy::{Action, Rules, State};

use crate::objective::Objective;

/// A node at which the tree ends so far: a decision.
#[derive(Clone, Copy, Debug)]
pub struct Leaf {
    /// The position.
    pub state: State,
    /// The world for what is played on from it.
    pub world: u64,
}

/// What a leaf is worth.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Evaluation {
    /// To each seat.
    pub values: [f32; 4],
    /// For each legal action in ascending order how likely it is to be the best one, all of them adding up to 1; empty for no opinion.
    pub priors: Vec<f32>,
}

/// Gives values, and priors if it has them.
pub trait Evaluator {
    /// What can go wrong; it ends the search.
    type Error;

    /// Leaves that are given at a time, if the tree has as many.
    fn batch(&self) -> usize {
        1
    }

    /// Whether it gives priors, so that each leaf is worth a node at once.
    fn gives_priors(&self) -> bool {
        false
    }

    /// Writes an evaluation for each leaf; `objective` says what an end is worth.
    ///
    /// # Errors
    ///
    /// What went wrong.
    fn evaluate(
        &mut self,
        rules: &Rules,
        objective: &Objective,
        leaves: &[Leaf],
        out: &mut [Evaluation],
    ) -> Result<(), Self::Error>;
}

/// The engine's uniform playout, as it is built here.
pub fn uniform_playout(rules: &Rules, state: &mut State, world: u64) {
    state.play_out(rules, world, &mut ());
}

/// Values by one playout a leaf.
///
/// `play_out` plays a state on to the end in a world; the caller may have one that is made for the processor.
#[derive(Clone, Copy, Debug)]
pub struct Playouts<F> {
    /// How it is played on.
    pub play_out: F,
}

impl<F: Fn(&Rules, &mut State, u64)> Evaluator for Playouts<F> {
    type Error = Infallible;

    #[inline]
    fn evaluate(
        &mut self,
        rules: &Rules,
        objective: &Objective,
        leaves: &[Leaf],
        out: &mut [Evaluation],
    ) -> Result<(), Infallible> {
        for (leaf, evaluation) in leaves.iter().zip(out) {
            let mut state = leaf.state;
            (self.play_out)(rules, &mut state, leaf.world);
            evaluation.values = objective.values(rules, &state);
        }
        Ok(())
    }
}

/// Says beforehand which actions look good.
pub trait Prior: Sync {
    /// Writes each legal action, in ascending order of codes, with how likely it is to be the best one; they add up to 1.
    fn priors(&self, rules: &Rules, state: &State, out: &mut Vec<(Action, f32)>);
}
