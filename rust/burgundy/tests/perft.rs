//! The perft counts that both engines read (tests/data/perft.txt says how).

use std::collections::HashMap;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use burgundy::setup::{Boards, StartCastles};
use burgundy::space::Space;
use burgundy::{Options, Rules, State};

/// The position a line of the file describes, with its rules.
fn position(default: &Rules, line: &str) -> (Rules, State) {
    let (head, words) = line.split_once('|').expect("words follow a bar");
    let keys: HashMap<&str, &str> =
        head.split_whitespace().map(|pair| pair.split_once('=').expect("key=value")).collect();
    let options = Options {
        purchase_in_effect: keys.get("purchase") != Some(&"false"),
        decline_effects: keys.get("decline") != Some(&"false"),
        ..Options::default()
    };
    let rules = default.with_options(options);
    let numbers: Vec<u8> = keys["boards"].split(',').filter_map(|number| number.parse().ok()).collect();
    let boards = if keys["boards"] == "random" { Boards::Random } else { Boards::Given(&numbers) };
    let spaces: Vec<Option<Space>> = keys["start"].split(',').map(Space::from_name).collect();
    let start = match keys["start"] {
        "-" => StartCastles::Default,
        "choose" => StartCastles::Choose,
        _ => StartCastles::Given(&spaces),
    };
    let players = keys["players"].parse().expect("a number of players");
    let mut state = State::new(&rules, players, boards, start).expect("a game can begin");
    let seed: Option<u64> = keys["seed"].parse().ok();
    let resolve = |state: &mut State| {
        if let Some(seed) = seed {
            state.resolve_chance(&rules, seed);
        }
    };
    resolve(&mut state);
    for words in words.split(';').map(str::trim).filter(|words| !words.is_empty()) {
        if state.is_chance() {
            let outcome = state.parse_outcome(&rules, words).expect("words of an outcome");
            state.settle(&rules, outcome, &mut ());
        } else {
            let action = state.parse_action(&rules, words).expect("words of a legal action");
            state.act(&rules, action).expect("a legal action");
        }
        resolve(&mut state);
    }
    assert_eq!(state.prompt().name(), keys["prompt"], "{line}");
    (rules, state)
}

#[test]
fn counts_are_those_of_the_file() {
    // A debug build checks every state it makes, so it counts less far.
    const LARGEST: u64 = if cfg!(debug_assertions) { 20_000 } else { u64::MAX };
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/perft.txt");
    let text = std::fs::read_to_string(file).expect("the file of counts is there");
    let default = burgundy_data::rules(Options::default());
    let stop = AtomicBool::new(false);
    let (mut at, mut counted) = (None, 0);
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if line.contains('|') {
            at = Some((line, position(&default, line)));
            continue;
        }
        let (position, (rules, state)) = at.as_ref().expect("a position comes first");
        let numbers: Vec<&str> = line.split_whitespace().collect();
        let depth = numbers[0].parse().expect("a depth");
        for (expected, through_chance) in [(numbers[1], false), (numbers[2], true)] {
            if let Ok(expected) = expected.parse::<u64>()
                && expected <= LARGEST
            {
                let count = state.perft(rules, depth, through_chance, &stop);
                assert_eq!(count, Some(expected), "depth {depth} of {position}");
                counted += 1;
            }
        }
    }
    assert!(counted > 50, "only {counted} counts were read");
}
