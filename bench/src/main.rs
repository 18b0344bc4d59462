//! Plays uniform random games by the engine's public path or by `play_out`, and prints counts, a digest and times.
//!
//! `burgundy-bench [path|playout] [players] [games] [seed]`; run it under callgrind with two numbers of games for
//! instructions per decision.

use std::time::Instant;

use burgundy::bits::{GOLDEN, mix};
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
    let (mut decisions, mut filled, mut digest) = (0, 0, 0);
    let clock = Instant::now();
    for i in 0..games {
        let mut state = start;
        let world = playout_world(seed, i);
        decisions += match mode {
            "playout" => state.play_out(&rules, world, &mut ()).decisions,
            "path" => by_public_path(&rules, &mut state, world),
            _ => panic!("no such mode: {mode}, expected path or playout"),
        };
        filled += state.players().iter().map(|player| u64::from(player.filled().len())).sum::<u64>();
        digest = state.scores().iter().fold(digest, |digest, score| mix(digest ^ u64::from(*score)));
    }
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

/// Legal set, the k-th of it, checked apply: what a user of the engine crate writes.
fn by_public_path(rules: &Rules, state: &mut State, world: u64) -> u64 {
    let mut decisions = 0;
    let mut word = mix(world);
    loop {
        state.resolve_chance(rules, world);
        if state.prompt() == Prompt::Over {
            return decisions;
        }
        word = word.wrapping_add(GOLDEN);
        let (action, _) = state.legal(rules).choose(mix(word));
        state.act(rules, action).expect("an action of the legal set is legal");
        decisions += 1;
    }
}
