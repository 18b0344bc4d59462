//! Many threads on one state and one set of rules: all see what one alone sees. Meant for a thread sanitizer too
//! (`docs/engine_checks.md` says how it is run).

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use burgundy::bits::mix;
use burgundy::playout::playout_world;
use burgundy::setup::{Boards, StartCastles};
use burgundy::{Options, Rules, State};

const THREADS: usize = 8;
const GAMES: u64 = if cfg!(debug_assertions) { 4 } else { 40 };

fn start(rules: &Rules, players: usize) -> State {
    let mut state =
        State::new(rules, players, Boards::Random, StartCastles::Default).expect("a game can begin");
    state.resolve_chance(rules, 2011);
    state
}

/// All that can be asked, folded into a number, at every node of some games from the state.
fn seen(rules: &Rules, state: &State) -> u64 {
    let mut sum = 0;
    for game in 0..GAMES {
        let world = playout_world(7, game);
        let mut here = *state;
        let mut nth = 0;
        while !here.is_over() {
            sum = mix(sum ^ here.key(rules));
            for action in here.legal(rules).iter() {
                sum = mix(sum ^ here.apply(rules, action).expect("legal").key(rules));
            }
            let (action, _) = here.legal(rules).choose(mix(world ^ nth));
            here.act(rules, action).expect("legal");
            here.resolve_chance(rules, world);
            nth += 1;
        }
        let words = format!("{:?}{:?}", here.snapshot(rules), here.ranking(rules));
        sum = words.bytes().fold(sum, |sum, byte| mix(sum ^ u64::from(byte)));
    }
    sum
}

#[test]
fn one_state_seen_by_many_threads() {
    let rules = burgundy_data::rules(Options::default());
    for players in 2..=4 {
        let state = start(&rules, players);
        let alone = seen(&rules, &state);
        thread::scope(|scope| {
            let threads: Vec<_> = (0..THREADS).map(|_| scope.spawn(|| seen(&rules, &state))).collect();
            for thread in threads {
                assert_eq!(thread.join().expect("no panic"), alone);
            }
        });
    }
}

#[test]
fn games_taken_from_one_counter_are_each_played_once() {
    let rules = burgundy_data::rules(Options::default());
    let state = start(&rules, 2);
    let score = |game: u64| {
        let mut end = state;
        end.play_out(&rules, playout_world(1, game), &mut ());
        u64::from(end.scores()[0])
    };
    let games = GAMES * 50;
    let alone: u64 = (0..games).map(score).sum();
    let (next, sum) = (AtomicU64::new(0), AtomicU64::new(0));
    thread::scope(|scope| {
        for _ in 0..THREADS {
            scope.spawn(|| {
                loop {
                    let game = next.fetch_add(1, Ordering::Relaxed);
                    if game >= games {
                        return;
                    }
                    sum.fetch_add(score(game), Ordering::Relaxed);
                }
            });
        }
    });
    assert_eq!(sum.into_inner(), alone);
}

#[test]
fn a_count_as_deep_as_a_game_needs_no_more_stack_and_is_stopped_from_another_thread() {
    let rules = burgundy_data::rules(Options::default());
    let state = start(&rules, 4);
    let stop = AtomicBool::new(false);
    thread::scope(|scope| {
        let counting = || state.perft(&rules, u32::MAX, true, &stop);
        let small = thread::Builder::new().stack_size(128 << 10);
        let counting = small.spawn_scoped(scope, counting).expect("a thread can begin");
        // Time enough to come to the ends of games, which are some hundred plies away.
        thread::sleep(Duration::from_millis(500));
        stop.store(true, Ordering::Relaxed);
        assert_eq!(counting.join().expect("no panic"), None);
    });
}
