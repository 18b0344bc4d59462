//! Plays uniform random games by the engine's public path or by `play_out`, and prints counts, a digest and times.
//!
//! `burgundy-bench [path|playout] [players] [games] [seed]`; run it under callgrind with two numbers of games for
//! instructions per decision.

use std::time::Instant;

use burgundy::bits::{GOLDEN, Select, mix};
use burgundy::playout::playout_world;
use burgundy::setup::{Boards, StartCastles};
use burgundy::{Options, Prompt, Rules, State};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number =
        |i: usize, default: u64| arguments.get(i).map_or(default, |text| text.parse().expect("a number"));
    let mode = arguments.first().map_or("path", String::as_str);
    let (players, games, seed) = (number(1, 2) as usize, number(2, 20_000), number(3, 1));
    let rules = burgundy_data::rules(Options::default());
    let start =
        State::new(&rules, players, Boards::Basic, StartCastles::Default).expect("a game of that size");
    let (decisions, filled, digest);
    let clock = Instant::now();
    let sums = if arguments.get(4).is_some_and(|a| a == "portable") || !is_x86_feature_detected!("bmi2") {
        play(&rules, &start, mode, games, seed)
    } else {
        unsafe { play_bmi2(&rules, &start, mode, games, seed) }
    };
    (decisions, filled, digest) = sums;
    let seconds = clock.elapsed().as_secs_f64();
    let per_game = |sum: u64| sum as f64 / games as f64;
    println!("{mode}, {players} players: {games} games, {decisions} decisions, digest {digest:016x}");
    println!(
        "{:.1} decisions a game, {:.2} spaces filled an estate",
        per_game(decisions),
        per_game(filled) / players as f64
    );
    println!("{:.0} games/s, {:.1} ns a decision", games as f64 / seconds, seconds * 1e9 / decisions as f64);
    println!("state: {} bytes", size_of::<State>());
}

#[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt")]
fn play_bmi2(rules: &Rules, start: &State, mode: &str, games: u64, seed: u64) -> (u64, u64, u64) {
    match mode {
        "playout" => playout_bmi2(rules, start, games, seed),
        _ => path_bmi2(rules, start, games, seed),
    }
}
#[inline(never)]
#[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt")]
fn playout_bmi2(rules: &Rules, start: &State, games: u64, seed: u64) -> (u64, u64, u64) {
    let select = burgundy::cpu::select_by_deposit();
    play_by(start, games, seed, |state, world| state.play_out_with(rules, world, select, &mut ()).decisions)
}
#[inline(never)]
#[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt")]
fn path_bmi2(rules: &Rules, start: &State, games: u64, seed: u64) -> (u64, u64, u64) {
    let select = burgundy::cpu::select_by_deposit();
    play_by(start, games, seed, |state, world| by_public_path(rules, state, world, select))
}
#[inline(never)]
fn playout_portable(rules: &Rules, start: &State, games: u64, seed: u64) -> (u64, u64, u64) {
    play_by(start, games, seed, |state, world| state.play_out(rules, world, &mut ()).decisions)
}
#[inline(never)]
fn path_portable(rules: &Rules, start: &State, games: u64, seed: u64) -> (u64, u64, u64) {
    play_by(start, games, seed, |state, world| by_public_path(rules, state, world, burgundy::cpu::select()))
}

#[inline(always)]
fn play(rules: &Rules, start: &State, mode: &str, games: u64, seed: u64) -> (u64, u64, u64) {
    match mode {
        "playout" => playout_portable(rules, start, games, seed),
        _ => path_portable(rules, start, games, seed),
    }
}

#[inline(always)]
fn play_by(start: &State, games: u64, seed: u64, game: impl Fn(&mut State, u64) -> u64) -> (u64, u64, u64) {
    let (mut decisions, mut filled, mut digest) = (0, 0, 0);
    for i in 0..games {
        let mut state = *start;
        decisions += game(&mut state, playout_world(seed, i));
        filled += state.players().iter().map(|player| u64::from(player.filled().len())).sum::<u64>();
        digest = state.scores().iter().fold(digest, |digest, score| mix(digest ^ u64::from(*score)));
    }
    (decisions, filled, digest)
}

/// Legal set, the k-th of it, checked apply: what a user of the engine crate writes.
#[inline(always)]
fn by_public_path(rules: &Rules, state: &mut State, world: u64, select: impl Select) -> u64 {
    let mut decisions = 0;
    let mut word = mix(world);
    loop {
        state.resolve_chance_with(rules, world, select);
        if state.prompt() == Prompt::Over {
            return decisions;
        }
        word = word.wrapping_add(GOLDEN);
        let (action, _) = state.legal(rules).choose_with(mix(word), select);
        state.act(rules, action).expect("an action of the legal set is legal");
        decisions += 1;
    }
}
