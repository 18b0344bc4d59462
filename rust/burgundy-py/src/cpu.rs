//! The hot loops once for each kind of processor: what pip installs is compiled for the oldest one, and looks at the one it runs on.
//!
//! The engine's way to select a bit is a type parameter, and what is asked for often is inlined, so that a function with
//! `#[target_feature]` around it is compiled for that processor as a whole (`burgundy::cpu`). To call such a function where the features
//! are not known to the compiler is the one unsafe step of what is installed; [`processor`] has looked at them before.

use std::sync::OnceLock;

use burgundy::event::Log;
use burgundy::playout::Tally;
use burgundy::{Rules, State};
use burgundy_search::Light;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::games::{self, Due, Game, Table};

/// The environment variable that forces a kind, for tests and measurements.
pub const VARIABLE: &str = "BURGUNDY_PROCESSOR";

/// What the processor can do that the hot loops gain by.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Processor {
    /// Nothing beyond the target of the build.
    Baseline,
    /// Counting bits in one instruction.
    Popcnt,
    /// Depositing bits in one quick instruction as well.
    Bmi2,
}

static PROCESSOR: OnceLock<Processor> = OnceLock::new();

impl Processor {
    const ALL: [Self; 3] = [Self::Baseline, Self::Popcnt, Self::Bmi2];

    /// The kind's name.
    pub const fn name(self) -> &'static str {
        ["baseline", "popcnt", "bmi2"][self as usize]
    }

    /// The best kind that this processor is.
    fn found() -> Self {
        #[cfg(target_arch = "x86_64")]
        {
            let has_bmi2 = is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2")
                && is_x86_feature_detected!("lzcnt")
                && is_x86_feature_detected!("popcnt");
            if has_bmi2 && !deposits_slowly() {
                return Self::Bmi2;
            }
            if is_x86_feature_detected!("popcnt") {
                return Self::Popcnt;
            }
        }
        Self::Baseline
    }
}

/// Whether the processor is of a family of AMD's that deposits bits by a microprogram: before Zen 3 (family 19h).
#[cfg(target_arch = "x86_64")]
fn deposits_slowly() -> bool {
    // SAFETY: all processors of this architecture have the instruction, as later compilers know.
    #[allow(unused_unsafe)]
    let [vendor, version] = [0, 1].map(|leaf| unsafe { core::arch::x86_64::__cpuid(leaf) });
    let name = [vendor.ebx, vendor.edx, vendor.ecx].map(u32::to_le_bytes).concat();
    let family = (version.eax >> 8 & 15) + (version.eax >> 20 & 255);
    matches!(name.as_slice(), b"AuthenticAMD" | b"HygonGenuine") && family < 0x19
}

/// Looks at the processor, once; there are no rules, and so no states, before that.
///
/// # Errors
///
/// `ValueError` if the environment variable names no kind, or one that this processor is not.
pub fn look() -> PyResult<Processor> {
    let best = Processor::found();
    let wanted = match std::env::var_os(VARIABLE) {
        None => best,
        Some(text) => {
            let known = Processor::ALL.into_iter().filter(|kind| *kind <= best);
            let names: Vec<&str> = known.clone().map(Processor::name).collect();
            let found = known.into_iter().find(|kind| text.to_str() == Some(kind.name()));
            found.ok_or_else(|| {
                let (text, names) = (text.to_string_lossy(), names.join(", "));
                PyValueError::new_err(format!(
                    "{VARIABLE}: {text:?}, expected one of {names} on this processor"
                ))
            })?
        }
    };
    Ok(*PROCESSOR.get_or_init(|| wanted))
}

/// The kind of this processor, or the one that was forced.
#[inline(always)]
pub fn processor() -> Processor {
    *PROCESSOR.get().unwrap_or(&Processor::Baseline)
}

/// Makes a function for each kind of processor out of one body, and the one that picks among them.
macro_rules! dispatch {
    ($(#[$doc:meta])* $name:ident $([$($generic:tt)+])? ($($arg:ident: $type:ty),*) $(-> $result:ty)?, $select:ident, $body:expr) => {
        $(#[$doc])*
        pub fn $name$(<$($generic)+>)?($($arg: $type),*) $(-> $result)? {
            #[inline(never)]
            fn baseline$(<$($generic)+>)?($($arg: $type),*) $(-> $result)? {
                let $select = burgundy::cpu::select();
                $body
            }
            #[cfg(target_arch = "x86_64")]
            #[inline(never)]
            #[target_feature(enable = "popcnt")]
            fn popcnt$(<$($generic)+>)?($($arg: $type),*) $(-> $result)? {
                let $select = burgundy::cpu::select_by_counting();
                $body
            }
            #[cfg(target_arch = "x86_64")]
            #[inline(never)]
            #[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt")]
            fn bmi2$(<$($generic)+>)?($($arg: $type),*) $(-> $result)? {
                let $select = burgundy::cpu::select_by_deposit();
                $body
            }
            match processor() {
                // SAFETY: `processor` is no kind of which `Processor::found` has not seen all features.
                #[cfg(target_arch = "x86_64")]
                Processor::Bmi2 => unsafe { bmi2($($arg),*) },
                #[cfg(target_arch = "x86_64")]
                // SAFETY: the same.
                Processor::Popcnt => unsafe { popcnt($($arg),*) },
                _ => baseline($($arg),*),
            }
        }
    };
}

dispatch! {
    /// [`State::play_out`].
    play_out[L: Log](state: &mut State, rules: &Rules, world: u64, log: &mut L) -> Tally, select,
    state.play_out_with(rules, world, select, log)
}

dispatch! {
    /// A game played on by [`Light`].
    play_light(state: &mut State, rules: &Rules, world: u64, light: &Light), _select,
    {
        burgundy_search::play_out(state, rules, world, light);
    }
}

dispatch! {
    /// [`State::resolve_chance`].
    resolve_chance(state: &mut State, rules: &Rules, world: u64), select,
    state.resolve_chance_with(rules, world, select)
}

dispatch! {
    /// [`games::go_on`].
    go_on(table: &Table, games: &mut [Game], for_all: Option<Due>) -> Vec<usize>, select,
    games::go_on(table, games, for_all, select)
}

dispatch! {
    /// [`games::play_random`].
    play_random(table: &Table, games: &mut [Game], for_all: Option<Due>, steps: u32) -> Vec<usize>, select,
    games::play_random(table, games, for_all, steps, select)
}
