//! The search through the own turn: depth first, at each decision the most promising actions only.

use burgundy::bits::{GOLDEN, mix};
use burgundy::{Action, Prompt, Rules, State};

use super::Greedy;
use super::value::due;
use crate::worth::Worth;

/// How many actions of a decision are looked into, by how many decisions of the turn lie before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Width {
    /// With a die to use or at the end of the turn; the last number holds for all later decisions.
    pub turn: [usize; 4],
    /// At a decision within an effect.
    pub effect: [usize; 4],
}

impl Default for Width {
    fn default() -> Self {
        Self { turn: [8, 5, 3, 2], effect: [6, 4, 3, 2] }
    }
}

/// Decisions of a turn after which only the most promising action is followed: few turns have as many, and some have many more.
const DEEP: usize = 8;

/// An action with the state after it and how promising it is.
type Child = (f32, Action, State);

impl Greedy {
    /// The first action of the best way through the turn.
    pub(super) fn best(&self, rules: &Rules, state: &State, word: u64) -> Action {
        let legal = state.legal(rules);
        let only = legal.nth(0);
        if legal.len() == 1 {
            return only;
        }
        let worth = self.tables.after_turn(state);
        let seat = state.seat();
        let mut best = (f32::NEG_INFINITY, 0, only);
        let mut word = word;
        for child in self.promising(rules, state, seat, worth, 0) {
            word = word.wrapping_add(GOLDEN);
            let value = self.search(rules, &child, seat, worth, 1);
            let tie = mix(word);
            if value > best.0 || value >= best.0 && tie > best.1 {
                best = (value, tie, child.1);
            }
        }
        best.2
    }

    /// The value of the best way from a child to the end of the turn.
    fn search(&self, rules: &Rules, child: &Child, seat: u8, worth: &Worth, depth: usize) -> f32 {
        let (value, _, state) = child;
        if is_turn_over(state, seat) {
            return *value;
        }
        let children = self.promising(rules, state, seat, worth, depth);
        let values = children.iter().map(|child| self.search(rules, child, seat, worth, depth + 1));
        values.fold(f32::NEG_INFINITY, f32::max)
    }

    /// The most promising actions of a decision, best first.
    fn promising(&self, rules: &Rules, state: &State, seat: u8, worth: &Worth, depth: usize) -> Vec<Child> {
        let widths = if state.prompt() == Prompt::Turn { self.width.turn } else { self.width.effect };
        let width = if depth < DEEP { widths[depth.min(widths.len() - 1)] } else { 1 };
        let legal = state.legal(rules);
        let mut children: Vec<Child> = Vec::with_capacity(width + 1);
        for action in legal.iter() {
            let mut next = *state;
            next.play(rules, action, &mut ());
            let mut value = self.value(rules, &next, seat as usize, worth);
            if !is_turn_over(&next, seat) {
                let dice = next.players()[seat as usize].dice_left();
                value += dice as f32 * self.tables.weights.die[0] + due(&next, worth);
            }
            let at = children.partition_point(|(other, ..)| *other >= value);
            if at < width {
                children.truncate(width - 1);
                children.insert(at, (value, action, next));
            }
        }
        children
    }
}

/// Whether the seat's turn is over, or its choice during set-up.
fn is_turn_over(state: &State, seat: u8) -> bool {
    state.is_chance() || state.is_over() || state.seat() != seat
}
