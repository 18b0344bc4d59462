//! `choices` of the targets in rust/burgundy/tests/attacks.
#![no_main]

#[allow(dead_code)]
#[path = "../../rust/burgundy/tests/attacks/input.rs"]
mod input;
#[allow(dead_code)]
#[path = "../../rust/burgundy/tests/attacks/targets.rs"]
mod targets;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    targets::choices(data);
});
