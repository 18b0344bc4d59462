//! Laws of the players on games of all sizes, boards and options.

use burgundy::playout::{playout_world, policy_word};
use burgundy::rules::TieBreak;
use burgundy::setup::{Boards, StartCastles};
use burgundy::{Options, Prompt, Rules, State};
use burgundy_search::{Greedy, Light, Policy, Uniform, play_out};

/// Games of all sizes with both set-ups and all options.
fn games(count: u64) -> impl Iterator<Item = (Rules, State, u64)> {
    let default = burgundy_data::rules(Options::default());
    (0..count).map(move |i| {
        let options = Options {
            purchase_in_effect: i % 2 == 0,
            tie_break: TieBreak::ALL[i as usize % 3],
            decline_effects: i % 5 < 3,
        };
        let rules = default.with_options(options);
        let boards = if i % 4 == 0 { Boards::Basic } else { Boards::Random };
        let castles = if i % 8 == 0 { StartCastles::Choose } else { StartCastles::Default };
        let start = State::new(&rules, 2 + i as usize % 3, boards, castles).expect("a game can begin");
        (rules, start, i)
    })
}

/// Plays a game in which `policy` and chance take turns at random, and shows every choice of the policy to be legal.
fn assert_legal(policy: &dyn Policy, rules: &Rules, start: &State, seed: u64) {
    let (mut state, mut nth) = (*start, 0);
    while !state.is_over() {
        if state.is_chance() {
            state.resolve_chance(rules, seed);
            continue;
        }
        let word = policy_word(seed, nth);
        let action = policy.choose(rules, &state, word);
        assert_eq!(state.legality(rules, action), Ok(()), "game {seed}, decision {nth}: {action:?}");
        assert_eq!(policy.choose(rules, &state, word), action, "the same word gave another action");
        let random = state.legal(rules).choose(word).0;
        let played = if word & 1 == 0 { action } else { random };
        state.act(rules, played).expect("both are legal");
        nth += 1;
    }
}

#[test]
fn choices_are_legal_wherever_a_game_leads() {
    let (light_games, greedy_games) = if cfg!(debug_assertions) { (30, 3) } else { (600, 60) };
    for (rules, start, seed) in games(light_games) {
        assert_legal(&Light::new(&rules), &rules, &start, seed);
    }
    for (rules, start, seed) in games(greedy_games) {
        assert_legal(&Greedy::new(&rules), &rules, &start, seed);
    }
}

/// Wins and mean score of `own` against `other` over `games` two-player games, each world once from either seat.
fn match_of(own: &dyn Policy, other: &dyn Policy, games: u64) -> (u64, f64) {
    let rules = burgundy_data::rules(Options::default());
    let start = State::new(&rules, 2, Boards::Basic, StartCastles::Default).expect("a game can begin");
    let (mut wins, mut score) = (0, 0);
    for i in 0..games {
        let (world, seat) = (playout_world(2011, i / 2), (i % 2) as u8);
        let (mut state, mut nth) = (start, 0);
        while state.prompt() != Prompt::Over {
            if state.is_chance() {
                state.resolve_chance(&rules, world);
                continue;
            }
            let policy = if state.seat() == seat { own } else { other };
            let action = policy.choose(&rules, &state, policy_word(world, nth));
            state.play(&rules, action, &mut ());
            nth += 1;
        }
        wins += u64::from(state.ranking(&rules)[0] == seat);
        score += u64::from(state.scores()[seat as usize]);
    }
    (wins, score as f64 / games as f64)
}

#[test]
fn light_and_greedy_beat_random_play() {
    let rules = burgundy_data::rules(Options::default());
    let (light, greedy) = (Light::new(&rules), Greedy::new(&rules));
    let games = if cfg!(debug_assertions) { 10 } else { 200 };
    for policy in [&light as &dyn Policy, &greedy] {
        let (wins, _) = match_of(policy, &Uniform, games);
        assert!(wins * 100 >= games * 97, "{wins} of {games}");
    }
}

#[test]
fn light_and_greedy_score_like_people_who_know_the_game() {
    let rules = burgundy_data::rules(Options::default());
    let (light, greedy) = (Light::new(&rules), Greedy::new(&rules));
    let games = if cfg!(debug_assertions) { 4 } else { 100 };
    let (_, by_light) = match_of(&light, &light, games);
    let (_, by_greedy) = match_of(&greedy, &greedy, games);
    assert!(by_light > 160.0, "light: {by_light}");
    assert!(by_greedy > 175.0, "greedy: {by_greedy}");
    let (wins, _) = match_of(&greedy, &light, games);
    assert!(wins * 2 > games, "greedy won {wins} of {games}");
}

#[test]
fn light_plays_another_game_in_another_world() {
    let rules = burgundy_data::rules(Options::default());
    let light = Light::new(&rules);
    let start = State::new(&rules, 2, Boards::Basic, StartCastles::Default).expect("a game can begin");
    let played = |world| {
        let mut state = start;
        play_out(&mut state, &rules, world, &light);
        state
    };
    assert_eq!(played(1), played(1));
    assert_ne!(played(1).scores(), played(2).scores());
}

#[test]
fn light_weighs_every_legal_action_once() {
    for (rules, start, seed) in games(30) {
        let light = Light::new(&rules);
        let mut state = start;
        while !state.is_over() {
            if state.is_chance() {
                state.resolve_chance(&rules, seed);
                continue;
            }
            let mut weighed = Vec::new();
            light.weigh(&rules, &state, &mut weighed);
            let mut codes: Vec<usize> = weighed.iter().map(|(action, _)| action.code()).collect();
            codes.sort_unstable();
            assert_eq!(codes, state.legal(&rules).codes().collect::<Vec<_>>());
            assert!(weighed.iter().all(|(_, adds)| adds.is_finite()));
            state.act(&rules, weighed[seed as usize % weighed.len()].0).expect("it is legal");
        }
    }
}
