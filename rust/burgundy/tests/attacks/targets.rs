//! What is attacked: a function each, from any bytes to whether they were accepted, that panics if a law is broken.
//!
//! The tests in `main.rs` call them with random bytes, the fuzzer (`fuzz/`) with bytes that it has bred.

use burgundy::bits::{GOLDEN, mix};
use burgundy::playout::playout_world;
use burgundy::rules::{BoardTable, Options};
use burgundy::setup::{Boards, StartCastles};
use burgundy::value::Value;
use burgundy::{ACTIONS, Action, Prompt, Rules, State, Tables};

use crate::input::{Input, all_rules, beginning, node, step};

/// The most decisions of a seat (summed up in `policies.rs`), and draws of a game: 37 a phase, five a round,
/// and 17 before the first.
const MOST_DECISIONS: usize = 500;
const MOST_DRAWS: usize = 5 * 37 + 25 * 5 + 17;

/// Any bytes are the choices of a game in which every law holds.
pub fn choices(bytes: &[u8]) -> bool {
    let mut input = Input::new(bytes);
    let (rules, mut state) = beginning(&mut input);
    let mut nodes = 0;
    while !state.is_over() && !input.is_empty() {
        laws(rules, &state, &mut input);
        let before = state;
        step(rules, &mut state, &mut input);
        never_falls(&before, &state);
        assert_ne!(before, state, "a step changed nothing");
        nodes += 1;
        assert!(nodes <= 4 * MOST_DECISIONS + MOST_DRAWS, "the game does not end");
    }
    ends(rules, state);
    true
}

/// A snapshot with some values changed is refused with reasons, or read as a position that can be played on.
pub fn snapshots(bytes: &[u8]) -> bool {
    let mut input = Input::new(bytes);
    let (rules, state) = node(&mut input);
    let mut snapshot = state.snapshot(rules);
    for _ in 0..input.pick(&[1, 1, 1, 2, 3]) {
        change(&mut snapshot, &mut input);
    }
    let options = State::options_of_snapshot(&snapshot);
    assert!(options == Options::default() || matches!(snapshot, Value::Map(_)));
    match State::from_snapshot(rules, &snapshot) {
        Ok(read) => {
            assert_eq!(read == state, read.key(rules) == state.key(rules), "a key hides a change");
            played_on(rules, read, &mut input)
        }
        Err(faults) => refused(&faults),
    }
}

/// Bytes with some changed are refused, also if their key is made to fit, or read as a position.
pub fn bytes(bytes: &[u8]) -> bool {
    let mut input = Input::new(bytes);
    let (rules, state) = node(&mut input);
    let mut packed = state.to_bytes(rules);
    for _ in 0..input.pick(&[1, 1, 1, 2, 3]) {
        let at = input.below(packed.len());
        packed[at] = if input.below(2) == 0 { input.byte() } else { input.byte() & 7 };
    }
    if input.below(8) == 0 {
        packed.truncate(input.below(packed.len() + 1));
    }
    if packed.len() > 8 && input.below(8) != 0 {
        let body = packed.len() - 8;
        let key = key_of(&packed[..body]);
        packed[body..].copy_from_slice(&key.to_le_bytes());
    }
    if let Err(faults) = State::from_bytes(rules, bytes) {
        refused(&faults);
    }
    match State::from_bytes(rules, &packed) {
        Ok(state) => played_on(rules, state, &mut input),
        Err(faults) => refused(&faults),
    }
}

/// Tables with some values changed are refused with reasons, or a game is played by them to its end.
pub fn tables(bytes: &[u8]) -> bool {
    let mut input = Input::new(bytes);
    let mut tables = all_rules()[0].tables().clone();
    for _ in 0..input.pick(&[1, 1, 1, 2, 3]) {
        change_table(&mut tables, &mut input);
    }
    let rules = match Rules::new(tables, Options::default()) {
        Ok(rules) => rules,
        Err(faults) => return refused(&faults),
    };
    let players = 2 + input.below(3);
    match State::new(&rules, players, Boards::Random, StartCastles::Default) {
        Ok(state) => played_on(&rules, state, &mut input),
        Err(fault) => refused(&[fault.to_string()]),
    }
}

/// Words, any text, are refused with a reason or are the action that says them.
pub fn words(bytes: &[u8]) -> bool {
    let mut input = Input::new(bytes);
    let (rules, state) = node(&mut input);
    let outcomes = state.outcomes(rules);
    let mut words = if outcomes.is_empty() {
        let legal = state.legal(rules);
        if legal.is_empty() {
            return false;
        }
        state.words(legal.nth(input.below(legal.len() as usize) as u32))
    } else {
        state.outcome_words(outcomes[input.below(outcomes.len())].0).expect("at a chance node")
    };
    for _ in 0..input.below(4) {
        let at = input.below(words.len() + 1);
        if words.is_char_boundary(at) {
            match input.below(3) {
                0 => words.insert(at, char::from(input.byte())),
                1 => {
                    words.insert_str(at, input.pick(&[" ", ": ", "*", "k26", "99999999999", " from ", "d4"]));
                }
                _ => drop(words.split_off(at)),
            }
        }
    }
    let (action, outcome) = (state.parse_action(rules, &words), state.parse_outcome(rules, &words));
    if let Ok(action) = action {
        assert!(state.legal(rules).contains(action));
        assert_eq!(state.words(action), words);
    }
    if let Ok(outcome) = outcome {
        assert_eq!(state.outcome_words(outcome).as_ref(), Some(&words));
    }
    action.is_ok() || outcome.is_ok()
}

/// What holds at every node: order, an exit, no accepted code that is not legal, and both forms are read back.
fn laws(rules: &Rules, state: &State, input: &mut Input<'_>) {
    assert!(state.check(rules), "not in order");
    let legal = state.legal(rules);
    let outcomes = state.outcomes(rules);
    assert_eq!(state.is_chance(), !outcomes.is_empty());
    assert_eq!(state.is_chance() || state.is_over(), legal.is_empty());
    if let Some(code) = Action::from_code(input.below(ACTIONS)) {
        let mut same = *state;
        let played = same.act(rules, code);
        assert_eq!(played.is_ok(), legal.contains(code));
        assert!(played.is_ok() || same == *state, "a refused action changed the state");
        let explained = state.explain(rules, code);
        assert_eq!(explained.is_ok(), played.is_ok());
    }
    if input.below(16) == 0 {
        let snapshot = state.snapshot(rules);
        assert_eq!(State::from_snapshot(rules, &snapshot).as_ref(), Ok(state));
        assert_eq!(State::from_bytes(rules, &state.to_bytes(rules)).as_ref(), Ok(state));
    }
}

/// VP in play, filled spaces and goods sold only grow (R8, R5.4).
fn never_falls(before: &State, after: &State) {
    for (old, new) in before.players().iter().zip(after.players()) {
        assert!(new.empty_spaces() <= old.empty_spaces());
    }
    for (old, new) in before.scores().iter().zip(after.scores()) {
        assert!(new >= *old);
    }
}

/// A position that was read: in order, written as it is read, and playable to the end.
fn played_on(rules: &Rules, mut state: State, input: &mut Input<'_>) -> bool {
    for _ in 0..input.below(24) {
        laws(rules, &state, input);
        if state.is_over() {
            break;
        }
        let before = state;
        step(rules, &mut state, input);
        never_falls(&before, &state);
    }
    ends(rules, state);
    true
}

/// The game is played on to its end, with the tally that a second time gives too.
fn ends(rules: &Rules, mut state: State) {
    let mut again = state;
    let world = playout_world(state.key(rules), 0);
    let tally = state.play_out(rules, world, &mut ());
    assert_eq!(again.play_out(rules, world, &mut Vec::new()), tally);
    assert_eq!(state, again);
    assert_eq!(state.prompt(), Prompt::Over);
    assert!(state.check(rules));
    let players = state.player_count();
    assert!(tally.decisions <= u64::from(players) * MOST_DECISIONS as u64);
    let mut ranking = state.ranking(rules)[..players as usize].to_vec();
    ranking.sort_unstable();
    assert!(ranking.into_iter().eq(0..players));
}

/// Every refusal has its reasons, each a line.
fn refused(faults: &[String]) -> bool {
    assert!(!faults.is_empty(), "refused without a reason");
    assert!(faults.iter().all(|fault| !fault.is_empty() && fault.len() < 10_000));
    false
}

/// The key at the end of the byte form, by its definition (docs/formats.md, section 5).
fn key_of(body: &[u8]) -> u64 {
    let mut padded = body.to_vec();
    padded.resize(body.len().next_multiple_of(8), 0);
    mix(padded.chunks_exact(8).fold(0, |hash: u64, word| {
        let word = u64::from_le_bytes(word.try_into().expect("a chunk has eight bytes"));
        let hash = (hash ^ word).wrapping_mul(GOLDEN);
        hash ^ hash >> 32
    }))
}

const TEXTS: [&str; 24] = [
    "",
    "x",
    "1",
    "7",
    "d4",
    "a1",
    "g4",
    "castle",
    "mine",
    "ship",
    "bank",
    "market",
    "cow3",
    "k1",
    "k26",
    "turn",
    "castle",
    "city_hall",
    "goods",
    "ship",
    "second_ship",
    "chance",
    "dice to 0",
    "over",
];

/// Changes one value somewhere in the snapshot.
fn change(value: &mut Value, input: &mut Input<'_>) {
    match value {
        Value::Map(pairs) if !pairs.is_empty() && input.below(12) != 0 => {
            let at = input.below(pairs.len());
            match input.below(16) {
                0 => drop(pairs.remove(at)),
                1 => pairs[at].0 = input.pick(&TEXTS).to_owned(),
                2 => pairs.push((input.pick(&TEXTS).to_owned(), small(input))),
                3 => pairs.push(pairs[at].clone()),
                _ => change(&mut pairs[at].1, input),
            }
        }
        Value::List(values) if !values.is_empty() && input.below(12) != 0 => {
            let at = input.below(values.len());
            match input.below(16) {
                0 => drop(values.remove(at)),
                1 => values.push(values[at].clone()),
                2 => values.push(small(input)),
                3 => values.reverse(),
                _ => change(&mut values[at], input),
            }
        }
        Value::Int(number) if input.below(4) != 0 => {
            *number = number.wrapping_add(input.pick(&[-1, 1, 2, 5, -300, 40_000, i64::MIN, i64::MAX]));
        }
        Value::Bool(flag) => *flag = !*flag,
        _ => *value = small(input),
    }
}

fn small(input: &mut Input<'_>) -> Value {
    match input.below(8) {
        0 => Value::Null,
        1 => Value::Bool(true),
        2 | 3 => Value::Int(i64::from(input.byte() & 7)),
        4 => Value::Map(vec![]),
        5 => Value::List(vec![]),
        6 => Value::Other("a float".to_owned()),
        _ => Value::Text(input.pick(&TEXTS).to_owned()),
    }
}

/// Changes one number of the tables, a little or to anything.
fn change_table(tables: &mut Tables, input: &mut Input<'_>) {
    let near = |old: u16, input: &mut Input<'_>| match input.below(4) {
        0 => old.wrapping_add(1),
        1 => old.wrapping_sub(1),
        2 => u16::from(input.byte()),
        _ => input.below(65_536) as u16,
    };
    let byte = |old: &mut u8, input: &mut Input<'_>| *old = near(u16::from(*old), input) as u8;
    let word = |old: &mut u16, input: &mut Input<'_>| *old = near(*old, input);
    let last = &mut tables.final_scoring;
    match input.below(26) {
        0 => drop(tables.boards.remove(input.below(tables.boards.len()))),
        1 => {
            let board: BoardTable = tables.boards[input.below(tables.boards.len())].clone();
            tables.boards.push(board);
        }
        2..=4 => {
            let board = input.below(tables.boards.len());
            let at = input.below(37);
            byte(&mut tables.boards[board].colours[at], input);
        }
        5 => {
            let board = input.below(tables.boards.len());
            let at = input.below(37);
            byte(&mut tables.boards[board].numbers[at], input);
        }
        6 => {
            let board = input.below(tables.boards.len());
            byte(&mut tables.boards[board].copies, input);
        }
        7 => {
            let board = input.below(tables.boards.len());
            byte(&mut tables.boards[board].number, input);
        }
        8 => byte(&mut tables.depots[input.below(6)][input.below(4)], input),
        9 => byte(&mut tables.marks[input.below(4)], input),
        10 => byte(&mut tables.black_marks[input.below(8)], input),
        11 => byte(&mut tables.exception.depot, input),
        12 => byte(&mut tables.exception.slot, input),
        13 => byte(&mut tables.exception.colour, input),
        14 => tables.exception.phases.push(input.byte()),
        15 => word(&mut tables.purchase_cost, input),
        16 => word(&mut tables.start_silver, input),
        17 => byte(&mut tables.start_goods, input),
        18 => word(&mut tables.start_workers[input.below(4)], input),
        19 => word(&mut tables.region_vp[input.below(8)], input),
        20 => word(&mut tables.phase_vp[input.below(5)], input),
        21 => word(&mut tables.goods_vp[input.below(3)], input),
        22 => match input.below(3) {
            0 => word(&mut last.silver, input),
            1 => word(&mut last.workers_per_vp, input),
            _ => word(&mut last.k25, input),
        },
        23 => byte(&mut tables.normal[input.below(50)], input),
        24 => byte(&mut tables.black[input.below(50)], input),
        _ => match input.below(2) {
            0 => byte(&mut tables.goods_copies, input),
            _ => byte(&mut tables.final_building[input.below(8)], input),
        },
    }
}
