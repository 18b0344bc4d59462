//! Laws that hold in every game, on random games of all sizes, boards and options (docs/rules.md).

use burgundy::playout::playout_world;
use burgundy::rules::TieBreak;
use burgundy::setup::{Boards, StartCastles};
use burgundy::{ACTIONS, Action, Options, Prompt, Rules, State};

const GAMES: u64 = if cfg!(debug_assertions) { 60 } else { 400 };

/// A game of a series: size, boards, set-up and options differ from one to the next.
struct Game {
    rules: Rules,
    start: State,
    seed: u64,
}

fn games() -> impl Iterator<Item = Game> {
    let default = burgundy_data::rules(Options::default());
    (0..GAMES).map(move |i| {
        let options = Options {
            purchase_in_effect: i % 2 == 0,
            tie_break: TieBreak::ALL[i as usize % 3],
            decline_effects: i % 5 < 3,
        };
        let rules = default.with_options(options);
        let boards = if i % 4 == 0 { Boards::Basic } else { Boards::Random };
        let castles = if i % 8 == 0 { StartCastles::Choose } else { StartCastles::Default };
        let start = State::new(&rules, 2 + i as usize % 3, boards, castles).expect("a game can begin");
        Game { rules, start, seed: i }
    })
}

/// Plays a game to the end and shows every node; says which game it was if something fails.
fn walk(game: &Game, mut see: impl FnMut(&Rules, &State)) -> State {
    let mut state = game.start;
    let mut step = 0;
    while !state.is_over() {
        see(&game.rules, &state);
        assert!(state.check(&game.rules), "game {} step {step}: not in order", game.seed);
        if let Some(outcome) = state.outcome_in(&game.rules, game.seed) {
            state.settle(&game.rules, outcome, &mut ());
        } else {
            let legal = state.legal(&game.rules);
            assert!(!legal.is_empty(), "game {} step {step}: nothing is legal", game.seed);
            let (action, count) = legal.choose(burgundy::bits::mix(game.seed * 1000 + step));
            assert_eq!(count, legal.len());
            state.act(&game.rules, action).expect("an action of the legal set is legal");
        }
        step += 1;
        assert!(step < 2_000, "game {}: it does not end", game.seed);
    }
    see(&game.rules, &state);
    state
}

#[test]
fn legality_and_the_legal_set_agree_on_all_512_codes() {
    for game in games() {
        walk(&game, |rules, state| {
            let legal = state.legal(rules);
            for code in 0..ACTIONS {
                let action = Action::from_code(code).expect("a code below 512");
                let reason = state.legality(rules, action);
                assert_eq!(reason.is_ok(), legal.contains(action), "{action:?} at {:?}", state.prompt());
                if let Err(reason) = reason {
                    let mut same = *state;
                    assert_eq!(same.act(rules, action), Err(reason));
                    assert_eq!(same, *state, "an illegal action changed the state");
                }
            }
        });
    }
}

#[test]
fn words_are_unique_and_reversible() {
    for game in games() {
        walk(&game, |rules, state| {
            let mut seen = std::collections::HashSet::new();
            for action in state.legal(rules).iter() {
                let words = state.words(action);
                assert_eq!(state.parse_action(rules, &words), Ok(action), "{words}");
                assert!(seen.insert(words));
            }
            for (outcome, weight) in state.outcomes(rules) {
                assert!(weight > 0);
                let words = state.outcome_words(outcome).expect("at a chance node");
                assert_eq!(state.parse_outcome(rules, &words), Ok(outcome), "{words}");
                assert!(seen.insert(words));
            }
        });
    }
}

#[test]
fn snapshots_and_bytes_keep_every_node() {
    for game in games().step_by(3) {
        walk(&game, |rules, state| {
            let snapshot = state.snapshot(rules);
            assert_eq!(State::from_snapshot(rules, &snapshot).as_ref(), Ok(state));
            assert_eq!(State::from_bytes(rules, &state.to_bytes(rules)).as_ref(), Ok(state));
        });
    }
}

#[test]
fn a_world_resolves_as_its_events_one_by_one() {
    for game in games() {
        walk(&game, |rules, state| {
            let mut at_once = *state;
            at_once.resolve_chance(rules, game.seed);
            let mut one_by_one = *state;
            while let Some(outcome) = one_by_one.outcome_in(rules, game.seed) {
                one_by_one.settle(rules, outcome, &mut ());
            }
            assert_eq!(at_once, one_by_one);
        });
    }
}

#[test]
fn r2_1_every_seat_has_25_turns_and_50_dice() {
    for game in games() {
        let mut rolled = [0; 4];
        let mut before = game.start;
        let end = walk(&game, |_, state| {
            for (seat, player) in state.players().iter().enumerate() {
                if before.players()[seat].dice_left() == 0 && player.dice_left() == 2 {
                    rolled[seat] += 2;
                }
            }
            before = *state;
        });
        assert_eq!(rolled[..end.players().len()], vec![50; end.players().len()][..]);
    }
}

#[test]
fn playouts_are_the_same_games_again() {
    for game in games() {
        let (mut a, mut b) = (game.start, game.start);
        let world = playout_world(7, game.seed);
        let tally = a.play_out(&game.rules, world, &mut ());
        let mut events = Vec::new();
        assert_eq!(b.play_out(&game.rules, world, &mut events), tally);
        assert_eq!(a, b, "listening changed the game");
        assert_eq!(a.prompt(), Prompt::Over);
    }
}

#[test]
fn every_change_of_vp_is_an_event() {
    use burgundy::event::Points;
    for game in games() {
        let (mut state, mut points) = (game.start, Points::default());
        state.play_out(&game.rules, playout_world(9, game.seed), &mut points);
        for (seat, player) in state.players().iter().enumerate() {
            let sum: u64 = points.0[seat].iter().sum();
            assert_eq!(sum, u64::from(state.scores()[seat]), "seat {seat} of {}", player.filled().len());
        }
    }
}
