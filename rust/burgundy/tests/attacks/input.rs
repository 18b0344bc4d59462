//! Bytes as choices: what a fuzzer, or a stream of random numbers, decides.

use burgundy::Rules;
use burgundy::bits::mix;
use burgundy::rules::{Options, TieBreak};
use burgundy::setup::{Boards, StartCastles};
use burgundy::{Action, State};
use std::sync::OnceLock;

/// The bytes, read one by one; zeros after the last.
pub struct Input<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Input<'a> {
    pub const fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    pub fn is_empty(&self) -> bool {
        self.at >= self.bytes.len()
    }

    pub fn byte(&mut self) -> u8 {
        let byte = self.bytes.get(self.at).copied().unwrap_or(0);
        self.at += 1;
        byte
    }

    /// A number below `count`, which is at least 1 and at most 65,536; a second byte is read only where it is needed.
    pub fn below(&mut self, count: usize) -> usize {
        let word = if count <= 256 {
            usize::from(self.byte()) << 8
        } else {
            usize::from(self.byte()) << 8 | usize::from(self.byte())
        };
        (word * count) >> 16
    }

    pub fn pick<T: Copy>(&mut self, among: &[T]) -> T {
        among[self.below(among.len())]
    }
}

/// The rules of the shipped data under each of the twelve sets of options.
pub fn all_rules() -> &'static [Rules] {
    static RULES: OnceLock<Vec<Rules>> = OnceLock::new();
    RULES.get_or_init(|| {
        let default = burgundy_data::rules(Options::default());
        let options = (0..12).map(|i| Options {
            purchase_in_effect: i & 1 == 0,
            decline_effects: i & 2 == 0,
            tie_break: TieBreak::ALL[i >> 2],
        });
        options.map(|options| default.with_options(options)).collect()
    })
}

/// A game that begins: options, players, boards and set-up from the input.
pub fn beginning(input: &mut Input<'_>) -> (&'static Rules, State) {
    let rules = &all_rules()[input.below(12)];
    let players = 2 + input.below(3);
    let boards = match input.below(3) {
        0 => Boards::Basic,
        1 => Boards::Random,
        _ => Boards::Given(&[7, 1, 3, 9][..players]),
    };
    let castles = if input.below(2) == 0 { StartCastles::Default } else { StartCastles::Choose };
    (rules, State::new(rules, players, boards, castles).expect("a game can begin"))
}

/// Plays one decision or outcome that the input chooses; whether there was one.
pub fn step(rules: &Rules, state: &mut State, input: &mut Input<'_>) -> Option<Action> {
    if state.is_chance() {
        let outcomes = state.outcomes(rules);
        let (outcome, _) = outcomes[input.below(outcomes.len())];
        state.settle(rules, outcome, &mut ());
        return None;
    }
    let legal = state.legal(rules);
    let action = legal.nth(input.below(legal.len() as usize) as u32);
    state.act(rules, action).expect("an action of the legal set is legal");
    Some(action)
}

/// A node of a game: some steps by the input, the rest of the way by a word.
pub fn node(input: &mut Input<'_>) -> (&'static Rules, State) {
    let (rules, mut state) = beginning(input);
    let steps = input.below(224);
    let world = mix(u64::from(input.byte()));
    for nth in 0..steps as u64 {
        state.resolve_chance(rules, world);
        if state.is_over() {
            break;
        }
        let (action, _) = state.legal(rules).choose(mix(world ^ nth));
        state.act(rules, action).expect("an action of the legal set is legal");
    }
    for _ in 0..input.below(48) {
        if state.is_over() {
            break;
        }
        step(rules, &mut state, input);
    }
    (rules, state)
}
