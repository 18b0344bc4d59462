//! Uniform random games in two ways, and what they add up to.

use std::ffi::OsStr;
use std::fmt;
use std::hint::black_box;

use burgundy::bits::{GOLDEN, Select, mix};
use burgundy::cpu;
use burgundy::playout::{Tally, playout_world};
use burgundy::setup::{Boards, StartCastles};
use burgundy::{Options, Prompt, Rules, State};
use serde::{Deserialize, Serialize};

/// How a game is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Way {
    /// Legal set, the k-th of it, checked action, chance: what a user of the engine crate writes.
    Path,
    /// `State::play_out`.
    Playout,
}

impl Way {
    pub const ALL: [Self; 2] = [Self::Path, Self::Playout];
}

impl fmt::Display for Way {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(match self {
            Self::Path => "path",
            Self::Playout => "playout",
        })
    }
}

/// The environment variable that forces a kind of processor.
const VARIABLE: &str = "BURGUNDY_PROCESSOR";

/// The kind of processor that the games are played for: the best of `baseline` and `bmi2`, or the one that
/// `BURGUNDY_PROCESSOR` names. What pip installs chooses likewise, with one kind more between them that serves processors
/// with a slow `pdep` too (`rust/burgundy-py/src/cpu.rs`).
fn processor() -> Result<&'static str, String> {
    chosen(
        std::env::var_os(VARIABLE).as_deref(),
        if has_bmi2() { &["baseline", "bmi2"] } else { &["baseline"] },
    )
}

/// The kind that is wanted, which must be one of those that the processor is, or else the last of them.
fn chosen(wanted: Option<&OsStr>, known: &[&'static str]) -> Result<&'static str, String> {
    let Some(wanted) = wanted else { return Ok(known[known.len() - 1]) };
    known.iter().copied().find(|kind| wanted == *kind).ok_or_else(|| {
        let (text, names) = (wanted.to_string_lossy(), known.join(", "));
        format!("{VARIABLE}: {text:?}, expected one of {names} on this processor")
    })
}

fn has_bmi2() -> bool {
    #[cfg(target_arch = "x86_64")]
    return is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt");
    #[cfg(not(target_arch = "x86_64"))]
    false
}

/// A series of games: those of playouts 0 to `games - 1` of `seed`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Series {
    pub way: Way,
    pub players: usize,
    pub games: u64,
    pub seed: u64,
}

/// What a series adds up to.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Sums {
    pub decisions: u64,
    /// Legal actions over all decisions.
    pub choices: u64,
    /// Spaces filled at the end, over all estates.
    pub filled: u64,
    /// Of all scores in their order, in hexadecimal.
    pub digest: String,
}

/// Rules and first nodes, so that reading the data is not part of what is measured.
pub struct Table {
    /// The kind of processor that games are played for, which this one is.
    pub processor: &'static str,
    rules: Rules,
    starts: [State; 3],
}

impl Table {
    /// The table, or why there is none: `BURGUNDY_PROCESSOR` names no kind that this processor is.
    pub fn new() -> Result<Self, String> {
        let processor = processor()?;
        let rules = burgundy_data::rules(Options::default());
        let start = |players| State::new(&rules, players, Boards::Basic, StartCastles::Default);
        let starts = [2, 3, 4].map(|players| start(players).expect("a game of that size"));
        Ok(Self { processor, rules, starts })
    }

    /// The first node of a game of 2 to 4 players.
    pub const fn start(&self, players: usize) -> &State {
        &self.starts[players - 2]
    }

    pub fn play(&self, series: Series) -> Sums {
        #[cfg(target_arch = "x86_64")]
        if self.processor == "bmi2" {
            return further_down(series.seed % 16, &|| match series.way {
                // SAFETY: the processor has what the functions are compiled for, as `Table::new` has seen.
                Way::Path => unsafe { self.by_path_bmi2(series) },
                // SAFETY: the same.
                Way::Playout => unsafe { self.by_playout_bmi2(series) },
            });
        }
        further_down(series.seed % 16, &|| match series.way {
            Way::Path => self.by_path(series),
            Way::Playout => self.by_playout(series),
        })
    }

    // Kept apart from each other, so that each is compiled as it would be alone.

    #[inline(never)]
    fn by_path(&self, series: Series) -> Sums {
        self.add_up(series, |state, world| by_public_path(&self.rules, state, world, cpu::select()))
    }

    #[inline(never)]
    fn by_playout(&self, series: Series) -> Sums {
        self.add_up(series, |state, world| state.play_out(&self.rules, world, &mut ()))
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(never)]
    #[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt")]
    fn by_path_bmi2(&self, series: Series) -> Sums {
        let select = cpu::select_by_deposit();
        self.add_up(series, |state, world| by_public_path(&self.rules, state, world, select))
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(never)]
    #[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt")]
    fn by_playout_bmi2(&self, series: Series) -> Sums {
        let select = cpu::select_by_deposit();
        self.add_up(series, |state, world| state.play_out_with(&self.rules, world, select, &mut ()))
    }

    #[inline(always)]
    fn add_up(&self, series: Series, play: impl Fn(&mut State, u64) -> Tally) -> Sums {
        let start = *self.start(series.players);
        let (mut sums, mut digest) = (Sums::default(), 0);
        for i in 0..series.games {
            let mut state = start;
            let tally = play(&mut state, playout_world(series.seed, i));
            sums.decisions += tally.decisions;
            sums.choices += tally.choices;
            sums.filled += state.players().iter().map(|player| u64::from(player.filled().len())).sum::<u64>();
            digest = state.scores().iter().fold(digest, |digest, score| mix(digest ^ u64::from(*score)));
        }
        sums.digest = format!("{digest:016x}");
        sums
    }
}

/// Does `work` so many frames further down the stack. Where a state lies against the lines of the cache makes a difference
/// of some percent, and depends on as little as the length of the program's name: series of different seeds average over it.
#[inline(never)]
fn further_down<T>(frames: u64, work: &dyn Fn() -> T) -> T {
    let room = black_box([0_u8; 8]);
    let result = if frames == 0 { work() } else { further_down(frames - 1, work) };
    black_box(room);
    result
}

#[inline(always)]
fn by_public_path(rules: &Rules, state: &mut State, world: u64, select: impl Select) -> Tally {
    let mut tally = Tally::default();
    let mut word = mix(world);
    loop {
        state.resolve_chance_with(rules, world, select);
        if state.prompt() == Prompt::Over {
            return tally;
        }
        word = word.wrapping_add(GOLDEN);
        let (action, count) = state.legal(rules).choose_with(mix(word), select);
        state.act(rules, action).expect("an action of the legal set is legal");
        tally.decisions += 1;
        tally.choices += u64::from(count);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_series_does_not_depend_on_where_it_lies_on_the_stack() {
        let table = Table::new().expect("a kind of this processor");
        // Seeds 1 and 17 lie at the same place, 2 elsewhere.
        for seed in [1, 2, 17] {
            let series = Series { way: Way::Playout, players: 2, games: 3, seed };
            assert_eq!(table.play(series), table.by_playout(series));
        }
    }

    #[test]
    fn a_kind_that_the_processor_is_not_is_refused_by_name() {
        let both = ["baseline", "bmi2"];
        assert_eq!(chosen(None, &both), Ok("bmi2"));
        assert_eq!(chosen(None, &both[..1]), Ok("baseline"));
        assert_eq!(chosen(Some("baseline".as_ref()), &both), Ok("baseline"));
        for (text, known, names) in [
            ("popcnt", &both[..], "baseline, bmi2"),
            ("", &both, "baseline, bmi2"),
            ("bmi2", &both[..1], "baseline"),
        ] {
            let words = format!("BURGUNDY_PROCESSOR: {text:?}, expected one of {names} on this processor");
            assert_eq!(chosen(Some(text.as_ref()), known), Err(words));
        }
    }

    #[test]
    fn games_of_both_ways_end_after_all_turns() {
        let table = Table::new().expect("a kind of this processor");
        for way in Way::ALL {
            for players in 2..=4 {
                let sums = table.play(Series { way, players, games: 20, seed: 1 });
                // 25 turns of two dice a seat, less what is ended early, and more for effects.
                let turns = 20 * 25 * players as u64;
                assert!((turns..turns * 5).contains(&sums.decisions), "{way}, {players} players: {sums:?}");
                assert!(sums.choices >= sums.decisions && sums.filled >= 20 * players as u64);
            }
        }
    }
}
