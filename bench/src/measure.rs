//! The table: all ways and numbers of players in turn, round after round, so that a slow moment of the machine meets
//! them all.

use std::hint::black_box;
use std::io::{IsTerminal, stderr};
use std::thread;
use std::time::Instant;

use burgundy::State;
use serde::Serialize;

use crate::clock::{cpu_ns, median, median_and_spread};
use crate::games::{Series, Sums, Table, Way};
use crate::instructions;

/// Everything that is measured.
#[derive(Serialize)]
pub struct Measurements {
    pub build: Build,
    pub rounds: u64,
    /// Games of one reading.
    pub games: u64,
    pub rows: Vec<Row>,
    pub state_bytes: usize,
    pub copy_ns: f64,
    /// Why instructions are not counted, if they are not.
    pub no_instructions: Option<String>,
}

#[derive(Serialize)]
pub struct Build {
    pub target: String,
    /// The level of x86-64 that the features amount to, or the architecture.
    pub level: &'static str,
    pub features: String,
    /// The kind of processor whose hot loops were run.
    pub processor: &'static str,
    pub profile: &'static str,
}

#[derive(Serialize)]
pub struct Row {
    pub way: Way,
    pub players: usize,
    pub games_per_second: f64,
    pub ns_per_decision: f64,
    /// Distance between the quartiles of the readings, as a share of the median.
    pub spread: f64,
    pub instructions_per_decision: Option<f64>,
    pub decisions_per_game: f64,
    /// Legal actions per decision.
    pub branching: f64,
    /// Of 37, per estate.
    pub filled: f64,
    /// Games of two threads in the time that one takes for one thread's, by the clock on the wall.
    pub two_threads: f64,
    /// The same by CPU time: what is left of it where other work takes the second core.
    pub two_threads_cpu: f64,
}

/// Readings of one way and number of players.
#[derive(Default)]
struct Readings {
    per_decision: Vec<f64>,
    per_game: Vec<f64>,
    two: Vec<f64>,
    two_cpu: Vec<f64>,
    games: u64,
    sums: Sums,
}

/// Measures all ways and numbers of players in `rounds` rounds of `games` games each, no game twice.
pub fn measure(table: &Table, rounds: u64, games: u64, count_instructions: bool) -> Measurements {
    let all: Vec<_> = [2, 3, 4].into_iter().flat_map(|players| Way::ALL.map(|way| (way, players))).collect();
    let mut readings: Vec<Readings> = all.iter().map(|_| Readings::default()).collect();
    let mut copies = Vec::new();
    for round in 0..=rounds {
        progress(&format!("round {round} of {rounds}"));
        for ((way, players), readings) in all.iter().zip(&mut readings) {
            let series = Series { way: *way, players: *players, games, seed: 3 * round };
            read(table, series, readings);
        }
        copies.push(copy_ns(table.start(4)));
        if round == 0 {
            // The first round only warms up.
            readings.fill_with(Readings::default);
        }
    }
    let mut no_instructions = (!count_instructions).then(|| "not asked for".to_owned());
    let mut rows = Vec::new();
    for ((way, players), readings) in all.into_iter().zip(readings) {
        let mut row = readings.row(way, players);
        if no_instructions.is_none() {
            progress(&format!("instructions: {way}, {players} players"));
            match instructions::count(way, players) {
                Ok(found) => row.instructions_per_decision = Some(found.per_decision),
                Err(reason) => no_instructions = Some(reason),
            }
        }
        rows.push(row);
    }
    progress("");
    let (state_bytes, copy_ns) = (size_of::<State>(), median(copies));
    Measurements {
        build: Build::new(table.processor),
        rounds,
        games,
        rows,
        state_bytes,
        copy_ns,
        no_instructions,
    }
}

/// One thread, then two that play as many games each.
fn read(table: &Table, series: Series, readings: &mut Readings) {
    let clock = Instant::now();
    let (one_cpu, sums) = cpu_ns(|| table.play(series));
    let one = clock.elapsed().as_secs_f64();
    let clock = Instant::now();
    let two_cpu: f64 = thread::scope(|scope| {
        let play = |i| cpu_ns(|| table.play(Series { seed: series.seed + i, ..series })).0;
        let other = scope.spawn(move || play(2));
        f64::midpoint(play(1), other.join().expect("games do not panic"))
    });
    let two = clock.elapsed().as_secs_f64();
    readings.per_decision.push(one_cpu / sums.decisions as f64);
    readings.per_game.push(one_cpu / series.games as f64);
    readings.two.push(2.0 * one / two);
    readings.two_cpu.push(2.0 * one_cpu / two_cpu);
    readings.games += series.games;
    readings.sums.decisions += sums.decisions;
    readings.sums.choices += sums.choices;
    readings.sums.filled += sums.filled;
}

impl Readings {
    fn row(self, way: Way, players: usize) -> Row {
        let (per_decision, spread) = median_and_spread(self.per_decision);
        let (games, decisions) = (self.games as f64, self.sums.decisions as f64);
        Row {
            way,
            players,
            games_per_second: 1e9 / median(self.per_game),
            ns_per_decision: per_decision,
            spread: spread / per_decision,
            instructions_per_decision: None,
            decisions_per_game: decisions / games,
            branching: self.sums.choices as f64 / decisions,
            filled: self.sums.filled as f64 / games / players as f64,
            two_threads: median(self.two),
            two_threads_cpu: median(self.two_cpu),
        }
    }
}

/// Nanoseconds to copy a state from the nearest cache into the nearest cache.
fn copy_ns(state: &State) -> f64 {
    const TIMES: usize = 100_000;
    let mut copies = [*state; 16];
    let (ns, ()) = cpu_ns(|| {
        for i in 0..TIMES {
            copies[i % 16] = *black_box(state);
            black_box(&mut copies[i % 16]);
        }
    });
    ns / TIMES as f64
}

/// Says on a terminal how far it is.
fn progress(text: &str) {
    if stderr().is_terminal() {
        eprint!("\r{text:40}\r");
    }
}

impl Build {
    fn new(processor: &'static str) -> Self {
        let features: Vec<&str> = [
            ("popcnt", cfg!(target_feature = "popcnt")),
            ("sse4.2", cfg!(target_feature = "sse4.2")),
            ("bmi2", cfg!(target_feature = "bmi2")),
            ("avx2", cfg!(target_feature = "avx2")),
            ("avx512f", cfg!(target_feature = "avx512f")),
        ]
        .into_iter()
        .filter_map(|(name, is_there)| is_there.then_some(name))
        .collect();
        let level = if cfg!(not(target_arch = "x86_64")) {
            std::env::consts::ARCH
        } else if cfg!(target_feature = "avx512f") {
            "x86-64-v4"
        } else if cfg!(all(target_feature = "avx2", target_feature = "bmi2")) {
            "x86-64-v3"
        } else if cfg!(all(target_feature = "sse4.2", target_feature = "popcnt")) {
            "x86-64-v2"
        } else {
            "x86-64"
        };
        Self {
            target: format!("{}-{}", std::env::consts::ARCH, std::env::consts::OS),
            level,
            features: features.join(" "),
            processor,
            profile: if cfg!(debug_assertions) { "debug" } else { "release" },
        }
    }
}
