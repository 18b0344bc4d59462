//! The fuzzer's targets with random bytes, the same in every run: a short attack that any toolchain can make.
//! `fuzz/` makes longer ones.

use std::panic::{AssertUnwindSafe, catch_unwind};

use burgundy::bits::{GOLDEN, mix};

mod input;
mod targets;

/// How many inputs each target gets; debug builds check each state that is made.
const INPUTS: u64 = if cfg!(debug_assertions) { 300 } else { 3_000 };
const LONGEST: u64 = 700;

/// Random bytes, of which many are equal to the one before, as fuzzers like them.
fn bytes(number: u64) -> Vec<u8> {
    let word = |nth: u64| mix(mix(number).wrapping_add(nth.wrapping_mul(GOLDEN)));
    let length = word(0) % LONGEST;
    let lazy = word(1) % 4;
    let mut made: Vec<u8> = Vec::new();
    for nth in 0..length {
        let random = word(2 + nth);
        let repeat = random >> 8 & 3 < lazy && nth > 0;
        made.push(if repeat { made[nth as usize - 1] } else { random as u8 });
    }
    made
}

/// Gives the share of inputs that were accepted.
fn attack(target: fn(&[u8]) -> bool) -> f64 {
    let mut accepted = 0.0;
    for number in 0..INPUTS {
        let input = bytes(number);
        let result = catch_unwind(AssertUnwindSafe(|| target(&input)));
        accepted += f64::from(u8::from(result.unwrap_or_else(|_| panic!("input {number}: {input:?}"))));
    }
    accepted / INPUTS as f64
}

/// An attack of which nothing, or everything, is accepted, reaches only half of what it should.
fn attack_both_ways(target: fn(&[u8]) -> bool) {
    let accepted = attack(target);
    assert!((0.02..0.98).contains(&accepted), "{accepted} accepted");
}

#[test]
fn any_choices_are_a_game() {
    assert!((attack(targets::choices) - 1.0).abs() < f64::EPSILON);
}

#[test]
fn changed_snapshots_are_refused_or_played() {
    attack_both_ways(targets::snapshots);
}

#[test]
fn changed_bytes_are_refused_or_played() {
    attack_both_ways(targets::bytes);
}

#[test]
fn changed_tables_are_refused_or_played() {
    attack_both_ways(targets::tables);
}

#[test]
fn changed_words_are_refused_or_said() {
    attack_both_ways(targets::words);
}
