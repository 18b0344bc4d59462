//! Many random games from one state, on any number of threads with the same result.

use std::sync::Mutex;

use burgundy::event::{Points, Source};
use burgundy::playout::{Tally, playout_world};
use burgundy::{Rules, State};
use numpy::{IntoPyArray, PyArray1, PyArray2, PyArrayMethods};
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::policies::Name;
use crate::rules::Shared;
use crate::run::run;
use crate::{arrays, convert, cpu};

/// Most playouts of one call: their scores fit in memory, and no call lasts for days.
const MAX_PLAYOUTS: i64 = 100_000_000;
/// Most threads of one call.
const MAX_THREADS: i64 = 1024;
/// Games of one piece of work: short enough for Ctrl-C and for sharing out, long enough to cost nothing.
const UNIT: usize = 32;
/// Rows of scores that are cleared in no time.
const FEW: usize = 65_536;

/// How the playouts of a call are played.
#[derive(Clone, Copy)]
pub struct Plan {
    pub policy: Name,
    pub seed: u64,
    pub threads: usize,
}

impl Plan {
    /// Games of one piece of work: a game by `greedy` takes a thousand times as long.
    const fn unit(self) -> usize {
        if matches!(self.policy, Name::Greedy) { 1 } else { UNIT }
    }
}

/// Final scores of `count` playouts, one row each.
pub fn scores<'py>(
    py: Python<'py>,
    shared: &Shared,
    start: &State,
    count: usize,
    plan: Plan,
) -> PyResult<Bound<'py, PyArray2<i16>>> {
    let players = start.players().len();
    let size = plan.unit();
    score_rows(py, count, players, |rows| {
        let pieces = Mutex::new(rows.chunks_mut(size * players).enumerate());
        run(py, plan.threads, count.div_ceil(size), |_| {
            let (unit, rows) = next(&pieces);
            for (i, row) in rows.chunks_mut(players).enumerate() {
                let mut state = *start;
                let world = playout_world(plan.seed, (unit * size + i) as u64);
                shared.policies.play_out(plan.policy, &shared.rules, &mut state, world);
                write_scores(&state, row);
            }
        })
    })
}

/// The next piece, for whoever asks first; it knows its number.
fn next<T>(pieces: &Mutex<impl Iterator<Item = T>>) -> T {
    let piece = pieces.lock().expect("taking a piece does not panic").next();
    piece.expect("there is a piece for each unit of work")
}

/// An array of scores that `fill` writes.
///
/// A large one comes from numpy, which asks the system for cleared pages: it is there at once, Ctrl-C does not wait for it,
/// and too large a one is an error.
fn score_rows(
    py: Python<'_>,
    count: usize,
    players: usize,
    fill: impl FnOnce(&mut [i16]) -> PyResult<()>,
) -> PyResult<Bound<'_, PyArray2<i16>>> {
    if count <= FEW {
        let mut rows = Vec::new();
        rows.try_reserve_exact(count * players)
            .map_err(|_| PyMemoryError::new_err("n: too many playouts for this machine"))?;
        rows.resize(count * players, 0);
        fill(&mut rows)?;
        return Ok(arrays::rows(py, count, players, rows));
    }
    let zeros = py.import("numpy")?.getattr("zeros")?;
    let array: Bound<'_, PyArray2<i16>> = zeros.call1(((count, players), "int16"))?.cast_into()?;
    fill(array.readwrite().as_slice_mut()?)?;
    Ok(array)
}

fn write_scores(state: &State, row: &mut [i16]) {
    for (cell, score) in row.iter_mut().zip(state.scores()) {
        // Scores stop at the largest number of 16 bits with a sign (player::MAX_AMOUNT).
        *cell = score as i16;
    }
}

/// Sums over the playouts after one action; integers, so that their order does not matter.
#[derive(Clone, Copy, Default)]
struct Sums {
    score: [i64; 4],
    square: [i64; 4],
    wins: [i64; 4],
}

/// `ActionValues` of all legal actions: `n` playouts after each, in the same worlds.
pub fn action_values<'py>(
    py: Python<'py>,
    shared: &Shared,
    state: &State,
    n: usize,
    plan: Plan,
) -> PyResult<Bound<'py, PyAny>> {
    let (rules, size) = (&shared.rules, plan.unit());
    let players = state.players().len();
    let legal = state.legal(rules);
    let actions: Vec<_> = legal.iter().collect();
    let starts: Vec<State> = actions
        .iter()
        .map(|action| {
            let mut next = *state;
            next.play(rules, *action, &mut ());
            next
        })
        .collect();
    let sums: Vec<Mutex<Sums>> = actions.iter().map(|_| Mutex::new(Sums::default())).collect();
    let units = n.div_ceil(size);
    run(py, plan.threads, units * actions.len(), |unit| {
        let (action, first) = (unit / units, unit % units * size);
        let mut own = Sums::default();
        for i in first..n.min(first + size) {
            let mut state = starts[action];
            shared.policies.play_out(plan.policy, rules, &mut state, playout_world(plan.seed, i as u64));
            for (seat, score) in state.scores().into_iter().enumerate().take(players) {
                own.score[seat] += i64::from(score);
                own.square[seat] += i64::from(score) * i64::from(score);
            }
            own.wins[state.ranking(rules)[0] as usize] += 1;
        }
        let mut total = sums[action].lock().expect("adding does not panic");
        for seat in 0..players {
            total.score[seat] += own.score[seat];
            total.square[seat] += own.square[seat];
            total.wins[seat] += own.wins[seat];
        }
    })?;
    let sums: Vec<Sums> = sums.into_iter().map(|sums| sums.into_inner().expect("no work is left")).collect();
    let count = n as f64;
    let table = |value: &dyn Fn(&Sums, usize) -> f64| {
        let cells: Vec<f64> =
            sums.iter().flat_map(|sums| (0..players).map(|seat| value(sums, seat))).collect();
        arrays::rows(py, actions.len(), players, cells)
    };
    let mean = table(&|sums, seat| sums.score[seat] as f64 / count);
    let variance = table(&|sums, seat| {
        // Exact in integers before the one division: n * sum of squares - square of the sum.
        let (sum, square) = (i128::from(sums.score[seat]), i128::from(sums.square[seat]));
        (n as i128 * square - sum * sum) as f64 / (count * count)
    });
    let win_rate = table(&|sums, seat| sums.wins[seat] as f64 / count);
    let codes: Vec<i16> = actions.iter().map(|action| action.code() as i16).collect();
    let codes: Bound<'py, PyArray1<i16>> = codes.into_pyarray(py);
    py.import("burgundy.values")?.getattr("ActionValues")?.call1((codes, n, mean, variance, win_rate))
}

/// Sums over simulated games.
#[derive(Default)]
struct Totals {
    tally: Tally,
    winners: [i64; 4],
    filled: [i64; 4],
    points: Points,
}

/// Plays games `first` to `first + count - 1` of a series and adds up what they were like.
pub fn simulate<'py>(
    py: Python<'py>,
    rules: &Rules,
    start: &State,
    first: u64,
    count: usize,
    seed: u64,
    threads: usize,
) -> PyResult<Bound<'py, PyDict>> {
    let players = start.players().len();
    let totals = Mutex::new(Totals::default());
    let scores = score_rows(py, count, players, |rows| {
        let pieces = Mutex::new(rows.chunks_mut(UNIT * players).enumerate());
        run(py, threads, count.div_ceil(UNIT), |_| {
            let (unit, rows) = next(&pieces);
            let mut own = Totals::default();
            for (i, row) in rows.chunks_mut(players).enumerate() {
                let mut state = *start;
                let world = playout_world(seed, first + (unit * UNIT + i) as u64);
                let tally = cpu::play_out(&mut state, rules, world, &mut own.points);
                write_scores(&state, row);
                own.tally.decisions += tally.decisions;
                own.tally.choices += tally.choices;
                own.winners[state.ranking(rules)[0] as usize] += 1;
                for (sum, player) in own.filled.iter_mut().zip(state.players()) {
                    *sum += i64::from(player.filled().len());
                }
            }
            totals.lock().expect("adding does not panic").add(&own);
        })
    })?;
    let totals = totals.into_inner().expect("no work is left");
    let result = PyDict::new(py);
    result.set_item("scores", scores)?;
    result.set_item("winners", totals.winners[..players].to_vec().into_pyarray(py))?;
    result.set_item("decisions", totals.tally.decisions)?;
    result.set_item("choices", totals.tally.choices)?;
    result.set_item("filled", totals.filled[..players].to_vec().into_pyarray(py))?;
    let points = PyDict::new(py);
    for source in Source::all() {
        let by_seat: Vec<i64> =
            totals.points.0[..players].iter().map(|seat| seat[source.index()] as i64).collect();
        points.set_item(source.name(), by_seat.into_pyarray(py))?;
    }
    result.set_item("points", points)?;
    Ok(result)
}

impl Totals {
    fn add(&mut self, other: &Self) {
        self.tally.decisions += other.tally.decisions;
        self.tally.choices += other.tally.choices;
        for seat in 0..4 {
            self.winners[seat] += other.winners[seat];
            self.filled[seat] += other.filled[seat];
            for (sum, more) in self.points.0[seat].iter_mut().zip(other.points.0[seat]) {
                *sum += more;
            }
        }
    }
}

/// A number of playouts.
pub fn playout_count(name: &str, n: &Bound<'_, PyAny>, least: i64) -> PyResult<usize> {
    Ok(convert::bounded(name, n, least, MAX_PLAYOUTS)? as usize)
}

/// A number of threads.
pub fn thread_count(threads: &Bound<'_, PyAny>) -> PyResult<usize> {
    Ok(convert::bounded("threads", threads, 1, MAX_THREADS)? as usize)
}
