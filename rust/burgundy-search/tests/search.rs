//! Laws of the tree search, and positions whose best action can be worked out.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::time::Instant;

use burgundy::playout::policy_word;
use burgundy::rules::TieBreak;
use burgundy::setup::{Boards, StartCastles};
use burgundy::{Options, Prompt, Rules, State};
use burgundy_search::{
    Budget, Config, Evaluation, Evaluator, Forest, Leaf, Light, LightPrior, Objective, Outcome, Playouts,
    Prior, uniform_playout,
};

fn default_rules() -> Rules {
    burgundy_data::rules(Options::default())
}

/// The first decision of a game in the world `seed`.
fn opening(rules: &Rules, players: usize, seed: u64) -> State {
    let mut state =
        State::new(rules, players, Boards::Basic, StartCastles::Default).expect("a game can begin");
    state.resolve_chance(rules, seed);
    state
}

/// The position before the first decision for which `wanted` holds in a game of random decisions.
fn random_position(
    rules: &Rules,
    start: &State,
    seed: u64,
    wanted: impl Fn(&State) -> bool,
) -> Option<State> {
    let (mut state, mut nth) = (*start, 0);
    while !state.is_over() {
        if state.is_chance() {
            state.resolve_chance(rules, seed);
            continue;
        }
        if wanted(&state) {
            return Some(state);
        }
        let action = state.legal(rules).choose(policy_word(seed, nth)).0;
        state.play(rules, action, &mut ());
        nth += 1;
    }
    None
}

const fn playouts() -> Playouts<fn(&Rules, &mut State, u64)> {
    Playouts { play_out: uniform_playout }
}

fn search(forest: &mut Forest, rules: &Rules, state: &State, simulations: u64) -> Outcome {
    let budget = Budget::simulations(simulations);
    forest.search(rules, &Config::default(), state, playouts, None, &budget)
}

/// All that must hold of an outcome.
fn assert_sound(outcome: &Outcome, rules: &Rules, state: &State) {
    let legal: Vec<_> = state.legal(rules).iter().collect();
    assert_eq!(outcome.actions.iter().map(|one| one.action).collect::<Vec<_>>(), legal);
    assert!(legal.contains(&outcome.best));
    assert_eq!(outcome.line[0], (*state, outcome.best));
    for (before, action) in &outcome.line {
        assert_eq!(before.legality(rules, *action), Ok(()));
    }
    for one in &outcome.actions {
        for seat in 0..state.players().len() {
            assert!(one.mean(seat).is_none_or(|mean| (-1.0..=1.0).contains(&mean)), "{one:?}");
        }
    }
}

#[test]
fn whole_games_of_all_sizes_boards_and_options() {
    let games = if cfg!(debug_assertions) { 6 } else { 24 };
    for i in 0..games {
        let options = Options {
            purchase_in_effect: i % 2 == 0,
            tie_break: TieBreak::ALL[i as usize % 3],
            decline_effects: i % 5 < 3,
        };
        let rules = default_rules().with_options(options);
        let prior = LightPrior::new(Light::new(&rules), 1.0, 0.1);
        let boards = if i % 3 == 0 { Boards::Basic } else { Boards::Random };
        let mut state =
            State::new(&rules, 2 + i as usize % 3, boards, StartCastles::Choose).expect("a game can begin");
        let mut forest = Forest::new(i, 1 + i as usize % 2);
        while !state.is_over() {
            if state.is_chance() {
                state.resolve_chance(&rules, i);
                continue;
            }
            let prior = (i % 4 < 2).then_some(&prior as &dyn Prior);
            let budget = Budget::simulations(12);
            let outcome = forest.search(&rules, &Config::default(), &state, playouts, prior, &budget);
            assert_sound(&outcome, &rules, &state);
            state.act(&rules, outcome.best).expect("the action is legal");
        }
    }
}

#[test]
fn every_simulation_is_counted_at_the_root() {
    let rules = default_rules();
    for (trees, simulations) in [(1, 1), (1, 500), (3, 500), (7, 5)] {
        let state = opening(&rules, 3, 4);
        let outcome = search(&mut Forest::new(1, trees), &rules, &state, simulations);
        assert_sound(&outcome, &rules, &state);
        assert_eq!(outcome.simulations, simulations);
        assert_eq!(outcome.actions.iter().map(|one| one.visits).sum::<u64>(), simulations);
    }
}

#[test]
fn seed_and_trees_fix_the_outcome() {
    let rules = default_rules();
    let state = opening(&rules, 2, 9);
    for trees in [1, 3] {
        let run = |seed| search(&mut Forest::new(seed, trees), &rules, &state, 600);
        assert_eq!(run(5), run(5));
        assert_ne!(run(5).actions, run(6).actions);
    }
}

#[test]
fn a_tree_does_not_outgrow_its_bound() {
    let rules = default_rules();
    let state = opening(&rules, 2, 2);
    for (max_nodes, trees) in [(1, 1), (2, 1), (40, 1), (40, 3)] {
        let config = Config { max_nodes, ..Config::default() };
        let mut forest = Forest::new(3, trees);
        let outcome = forest.search(&rules, &config, &state, playouts, None, &Budget::simulations(3_000));
        assert_eq!(outcome.simulations, 3_000);
        assert!(outcome.nodes <= max_nodes.max(trees), "{} nodes of {max_nodes}", outcome.nodes);
        assert_sound(&outcome, &rules, &state);
    }
}

#[test]
fn time_that_is_up_and_a_stop_end_a_search() {
    let rules = default_rules();
    let state = opening(&rules, 2, 2);
    let late = Budget { deadline: Some(Instant::now()), ..Budget::simulations(1_000_000) };
    let stopped = Budget { stop: Some(&|| true), ..Budget::simulations(1_000_000) };
    for budget in [late, stopped] {
        let mut forest = Forest::new(1, 1);
        let outcome = forest.search(&rules, &Config::default(), &state, playouts, None, &budget);
        assert_eq!(outcome.simulations, 1);
        assert_sound(&outcome, &rules, &state);
    }
}

#[test]
fn the_tree_goes_on_with_the_game() {
    let rules = default_rules();
    let mut state = opening(&rules, 2, 11);
    let mut forest = Forest::new(8, 1);
    let first = search(&mut forest, &rules, &state, 2_000);
    state.act(&rules, first.best).expect("the action is legal");
    assert!(!state.is_chance(), "a turn has two dice");
    let kept = search(&mut forest, &rules, &state, 100);
    assert_sound(&kept, &rules, &state);
    let visits: u64 = kept.actions.iter().map(|one| one.visits).sum();
    let passed = first.actions.iter().find(|one| one.action == first.best).expect("it is legal").visits;
    assert!(visits > 100 && visits <= 100 + passed, "{visits} visits, {passed} before");
    // Another game's position: nothing is known of it.
    let other = opening(&rules, 2, 12);
    let fresh = search(&mut forest, &rules, &other, 100);
    assert_eq!(fresh.actions.iter().map(|one| one.visits).sum::<u64>(), 100);
    // From the same position on the search goes on where it was.
    let more = search(&mut forest, &rules, &other, 50);
    assert_eq!(more.actions.iter().map(|one| one.visits).sum::<u64>(), 150);
}

#[test]
fn one_legal_action_needs_no_search() {
    let rules = default_rules();
    let forced = |seed| {
        random_position(&rules, &opening(&rules, 2, seed), seed, |state| state.legal(&rules).len() == 1)
    };
    let state = (0..100).find_map(forced).expect("some ship finds goods in one depot alone");
    let outcome = search(&mut Forest::new(1, 1), &rules, &state, 1_000_000_000);
    assert_sound(&outcome, &rules, &state);
    assert_eq!((outcome.simulations, outcome.line.len()), (0, 1));
}

#[test]
#[should_panic(expected = "no decision is due")]
fn chance_is_not_decided() {
    let rules = default_rules();
    let state = State::new(&rules, 2, Boards::Basic, StartCastles::Default).expect("a game can begin");
    search(&mut Forest::new(1, 1), &rules, &state, 10);
}

/// The best lead over the other seat that the seat to act can reach by itself: nothing but its own decisions is left.
fn best_lead(rules: &Rules, state: &State, seat: usize) -> i32 {
    if state.is_over() {
        return i32::from(state.scores()[seat]) - i32::from(state.scores()[1 - seat]);
    }
    let legal = state.legal(rules);
    let leads = legal.iter().map(|action| {
        let mut next = *state;
        next.play(rules, action, &mut ());
        best_lead(rules, &next, seat)
    });
    leads.max().expect("a game goes on until it is over")
}

#[test]
fn the_last_turn_is_solved() {
    let rules = default_rules();
    for seed in 0..if cfg!(debug_assertions) { 3 } else { 30 } {
        let last_turn = |state: &State| {
            let player = &state.players()[state.seat() as usize];
            (state.phase(), state.round(), state.turn(), state.prompt()) == (4, 5, 1, Prompt::Turn)
                && player.dice_left() == 2
        };
        let start = opening(&rules, 2, seed);
        let state = random_position(&rules, &start, seed, last_turn).expect("there is a last turn");
        let seat = state.seat() as usize;
        let best = best_lead(&rules, &state, seat);
        let objective = Objective { win: 0.0, lead: 1.0, score: 0.0 };
        let config = Config { objective, ..Config::default() };
        let budget = Budget::simulations(1_000_000);
        let outcome = Forest::new(seed, 1).search(&rules, &config, &state, playouts, None, &budget);
        assert!(outcome.simulations < 1_000_000, "there is nothing left to look at");
        for one in &outcome.actions {
            let mut next = state;
            next.play(&rules, one.action, &mut ());
            let lead = best_lead(&rules, &next, seat) as f32;
            let mean = one.mean(seat).expect("every action is visited");
            assert!(
                one.is_solved && (mean - f64::from(lead / (50.0 + lead.abs()))).abs() < 1e-6,
                "seed {seed}: {one:?}"
            );
        }
        let mut next = state;
        next.act(&rules, outcome.best).expect("the action is legal");
        assert_eq!(best_lead(&rules, &next, seat), best, "seed {seed}: {}", state.words(outcome.best));
    }
}

/// Even values, and priors that are for the action with the highest code; notes what it is asked.
struct Fixed {
    batch: usize,
    sizes: Vec<usize>,
    fails_at: usize,
}

impl Fixed {
    const fn new(batch: usize) -> Self {
        Self { batch, sizes: Vec::new(), fails_at: usize::MAX }
    }
}

impl Evaluator for Fixed {
    type Error = usize;

    fn batch(&self) -> usize {
        self.batch
    }

    fn gives_priors(&self) -> bool {
        true
    }

    fn evaluate(
        &mut self,
        rules: &Rules,
        _: &Objective,
        leaves: &[Leaf],
        out: &mut [Evaluation],
    ) -> Result<(), usize> {
        self.sizes.push(leaves.len());
        if self.sizes.len() == self.fails_at {
            return Err(self.sizes.len());
        }
        for (leaf, evaluation) in leaves.iter().zip(out) {
            assert!(!leaf.state.is_chance() && !leaf.state.is_over());
            let legal = leaf.state.legal(rules).len() as usize;
            evaluation.values = [0.0; 4];
            evaluation.priors = vec![0.1 / legal as f32; legal];
            evaluation.priors[legal - 1] += 0.9;
        }
        Ok(())
    }
}

#[test]
fn priors_and_batches_of_an_evaluator_are_used() {
    let rules = default_rules();
    for batch in [1, 16] {
        let state = opening(&rules, 2, 3);
        let mut evaluator = Fixed::new(batch);
        let mut forest = Forest::new(2, 1);
        let config = Config::default();
        let outcome = forest
            .search_with(&rules, &config, &state, &mut evaluator, None, &Budget::simulations(400))
            .expect("it does not fail");
        assert_sound(&outcome, &rules, &state);
        // The values are even: the priors alone decide. The first simulation is the root's own.
        assert_eq!(outcome.best, state.legal(&rules).iter().last().expect("an action is legal"));
        assert_eq!(outcome.actions.iter().map(|one| one.visits).sum::<u64>(), 399);
        assert_eq!(evaluator.sizes[0], 1, "the root comes alone");
        assert!(evaluator.sizes.iter().all(|size| *size <= batch));
        assert_eq!(evaluator.sizes.iter().any(|size| *size > 1), batch > 1);
    }
}

#[test]
fn an_evaluator_that_fails_ends_the_search() {
    let rules = default_rules();
    let state = opening(&rules, 2, 3);
    let mut forest = Forest::new(2, 1);
    let mut evaluator = Fixed { fails_at: 7, ..Fixed::new(8) };
    let budget = Budget::simulations(400);
    let failed = forest.search_with(&rules, &Config::default(), &state, &mut evaluator, None, &budget);
    assert_eq!(failed, Err(7));
    // The forest is as good as new.
    let again = search(&mut forest, &rules, &state, 300);
    assert_eq!(again, search(&mut Forest::new(2, 1), &rules, &state, 300));
}

/// Counts the pairs of dice that a seat has in the round after this one.
struct SeenDice {
    seat: usize,
    round: u8,
    counts: BTreeMap<[u8; 2], u32>,
}

impl Evaluator for SeenDice {
    type Error = Infallible;

    fn evaluate(
        &mut self,
        _: &Rules,
        _: &Objective,
        leaves: &[Leaf],
        out: &mut [Evaluation],
    ) -> Result<(), Infallible> {
        for (leaf, evaluation) in leaves.iter().zip(out) {
            let player = &leaf.state.players()[self.seat];
            if leaf.state.round() == self.round + 1 && player.dice_left() == 2 {
                *self.counts.entry(player.dice()).or_default() += 1;
            }
            evaluation.values = [0.0; 4];
        }
        Ok(())
    }
}

#[test]
fn chance_comes_from_the_seed_and_in_proportion() {
    let rules = default_rules();
    let start = opening(&rules, 2, 5);
    let last_of_round = |state: &State| {
        state.turn() == 1 && state.round() < 5 && state.players()[state.seat() as usize].dice_left() == 1
    };
    let state = random_position(&rules, &start, 5, last_of_round).expect("there is such a decision");
    let seat = state.seat() as usize;
    let mut seen = SeenDice { seat, round: state.round(), counts: BTreeMap::new() };
    let config = Config { widening: 30.0, ..Config::default() };
    let mut forest = Forest::new(4, 1);
    let Ok(_) = forest.search_with(&rules, &config, &state, &mut seen, None, &Budget::simulations(20_000));
    // All 21 pairs come up, and a double half as often as two different dice.
    let sum = |double: bool| -> u32 {
        let counts = seen.counts.iter().filter(|(dice, _)| (dice[0] == dice[1]) == double);
        counts.map(|(_, count)| *count).sum()
    };
    assert_eq!(seen.counts.len(), 21);
    let share = f64::from(sum(true)) / f64::from(sum(true) + sum(false));
    assert!((share - 1.0 / 6.0).abs() < 0.05, "{share}");
}
