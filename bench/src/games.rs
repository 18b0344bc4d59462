//! Uniform random games in two ways, and what they add up to.

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

/// The kind of processor that the games are played for: the best of `baseline` and `bmi2`, or the former if
/// `BURGUNDY_PROCESSOR` says so. What pip installs chooses likewise, with one kind more between them that serves processors
/// with a slow `pdep` too (`rust/burgundy-py/src/cpu.rs`).
pub fn processor() -> &'static str {
    #[cfg(target_arch = "x86_64")]
    if std::env::var_os("BURGUNDY_PROCESSOR").is_none_or(|kind| kind != "baseline")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt")
    {
        return "bmi2";
    }
    "baseline"
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
    rules: Rules,
    starts: [State; 3],
}

impl Table {
    pub fn new() -> Self {
        let rules = burgundy_data::rules(Options::default());
        let start = |players| State::new(&rules, players, Boards::Basic, StartCastles::Default);
        let starts = [2, 3, 4].map(|players| start(players).expect("a game of that size"));
        Self { rules, starts }
    }

    /// The first node of a game of 2 to 4 players.
    pub const fn start(&self, players: usize) -> &State {
        &self.starts[players - 2]
    }

    pub fn play(&self, series: Series) -> Sums {
        #[cfg(target_arch = "x86_64")]
        if processor() == "bmi2" {
            return further_down(series.seed % 16, &|| match series.way {
                // SAFETY: the processor has what the functions are compiled for.
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
        let table = Table::new();
        // Seeds 1 and 17 lie at the same place, 2 elsewhere.
        for seed in [1, 2, 17] {
            let series = Series { way: Way::Playout, players: 2, games: 3, seed };
            assert_eq!(table.play(series), table.by_playout(series));
        }
    }

    #[test]
    fn games_of_both_ways_end_after_all_turns() {
        let table = Table::new();
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
