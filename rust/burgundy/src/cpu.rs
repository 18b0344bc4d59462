//! What a processor can do beyond the target that this crate is compiled for.
//!
//! The way to find a set bit is a parameter of all that is asked for often: [`State::play_out_with`](crate::State::play_out_with),
//! [`State::resolve_chance_with`](crate::State::resolve_chance_with). Those functions are inlined into their callers, so that a caller
//! with `#[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt")]` is compiled for such a processor as a whole:
//!
//! ```
//! # use burgundy::{Rules, State};
//! #[cfg(target_arch = "x86_64")]
//! #[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt")]
//! fn play_out(state: &mut State, rules: &Rules, world: u64) {
//!     state.play_out_with(rules, world, burgundy::cpu::select_by_deposit(), &mut ());
//! }
//! ```
//!
//! To call it is safe in such functions, and after a look at the processor (`is_x86_feature_detected!`) anywhere else.

use crate::bits::{self, Select};

/// A way to select by the instructions of the target.
#[inline(always)]
#[must_use]
pub fn select() -> impl Select {
    bits::select
}

/// A way to select by depositing a bit (`pdep`), quick on all processors with bmi2 but the first two generations of Zen.
///
/// # Safety
///
/// Safe in functions that enable the same features; elsewhere the processor must have them.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt")]
#[inline]
#[must_use]
pub fn select_by_deposit() -> impl Select {
    |word, k| core::arch::x86_64::_pdep_u64(1 << k, word).trailing_zeros()
}

/// A way to select by counting bits (`popcnt`).
///
/// # Safety
///
/// Safe in functions that enable the same feature; elsewhere the processor must have it.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "popcnt")]
#[inline]
#[must_use]
pub fn select_by_counting() -> impl Select {
    |word, k| bits::select_by_halves(word, k)
}
