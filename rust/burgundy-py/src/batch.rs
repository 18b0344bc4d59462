//! `burgundy.Batch`: many games, stepped at once over the caller's arrays.

mod states;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, TryLockError};

use burgundy::features;
use pyo3::exceptions::{PyIndexError, PyMemoryError, PyRuntimeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

pub use states::restore_batch;

use crate::choices::{chosen_games, take_actions};
use crate::games::{Due, Game, Table};
use crate::outputs::{Outputs, Rows, new_array};
use crate::playouts::thread_count;
use crate::rules::{PyRules, from_argument};
use crate::{arrays, convert, cpu, run, setup};

/// Most games of a batch.
const MAX_GAMES: i64 = 1 << 24;
/// Games for which a thread of its own pays.
const GAMES_A_THREAD: usize = 256;
/// Games between two looks for Ctrl-C: played to their ends, they take some ten milliseconds.
const GAMES_A_PIECE: usize = 1024;
/// Most decisions of a game in one call.
const MAX_STEPS: i64 = u32::MAX as i64;

/// `n` games of the same kind, stepped at once over numpy arrays that are the caller's.
///
/// Chance is resolved at once, so that each game is at a decision or at its end. Game `i` is played in the world
/// `w = mix(mix(seed ^ 0x706C61796F757473) + (i + n * e + 1) * G)` where `e` counts the games played in its place: as
/// `State.playouts` does, so that `step_random` up to the end gives its scores. The same for any number of threads.
///
/// What a call writes is chosen by `out`, a dict of arrays by name; `new_arrays` makes them, other arrays of the same
/// type and shape do as well. What a call reads is read first, and may lie in them: `reset(out["terminated"], out=out)`.
/// `P` is the number of players.
///
/// | name | type, shape | what |
/// |---|---|---|
/// | `masks` | bool, (n, 512) | the legal actions |
/// | `observations` | float32, (n, size) | seen from `observer`, or from the seat to act (at the end the last one) |
/// | `indptr`, `indices` | int64, (n + 1,); int16, (n * 512,) | the legal codes of game `i` are `indices[indptr[i]:indptr[i + 1]]` |
/// | `current_player` | int8, (n,) | the seat to decide; -4 when the game is over |
/// | `rewards` | float32, (n, P) | `returns()` of a game that ended in this call, else 0 |
/// | `terminated` | bool, (n,) | whether the game ended in this call or is over |
/// | `scores` | int16, (n, P) | VP now |
/// | `final_scores` | int16, (n, P) | of the last game that ended in this place, -1 before |
/// | `final_observations` | float32, (n, size) | rows of games that ended in this call; others are left as they are |
///
/// Args:
///     n: 1 to 16,777,216.
///     players, boards, start_castles, rules: as in `State.new`.
///     seed: 0 to 2**64 - 1.
///     threads: 1 to 1024, at most one for 256 games.
///     auto_reset: whether a game that ends makes place for the next one at once, in the same call.
///     observer: the seat that observations are seen from; None for the seat to act.
///
/// Raises:
///     ValueError, TypeError: an argument is out of range or of another type.
///     MemoryError: there is no room for so many games.
#[pyclass(frozen, name = "Batch", module = "burgundy._core")]
pub struct PyBatch {
    table: Table,
    threads: usize,
    /// What `boards` and `start_castles` were, for pickles.
    arguments: Py<PyTuple>,
    games: Mutex<Vec<Game>>,
}

#[pymethods]
impl PyBatch {
    #[new]
    #[pyo3(signature = (
        n: "typing.SupportsIndex",
        players: "typing.SupportsIndex" = 2,
        seed: "typing.SupportsIndex" = 0,
        boards: "collections.abc.Sequence[int] | str | None" = None,
        threads: "typing.SupportsIndex" = 1,
        auto_reset: "bool" = false,
        rules: "Rules | collections.abc.Mapping[str, object] | None" = None,
        *,
        start_castles: "collections.abc.Sequence[str | None] | str | None" = None,
        observer: "typing.SupportsIndex | None" = None,
    ))]
    #[expect(clippy::too_many_arguments)]
    fn new(
        n: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = player_count)] players: i64,
        #[pyo3(from_py_with = convert::seed)] seed: u64,
        boards: Option<&Bound<'_, PyAny>>,
        #[pyo3(from_py_with = thread_count)] threads: usize,
        auto_reset: bool,
        rules: Option<&Bound<'_, PyAny>>,
        start_castles: Option<&Bound<'_, PyAny>>,
        observer: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let py = n.py();
        let n = convert::bounded("n", n, 1, MAX_GAMES)? as usize;
        let shared = from_argument(py, rules)?;
        let players = players.into_pyobject(py)?.into_any();
        // Copies, since the lists are the caller's and may change before a pickle is made of them.
        let boards = boards.map(|boards| setup::kept("boards", boards)).transpose()?;
        let start_castles = start_castles.map(|castles| setup::kept("start_castles", castles)).transpose()?;
        let start = setup::new_state(&shared, &players, boards.as_ref(), start_castles.as_ref())?;
        let players = start.players().len();
        let observer = observer
            .map(|seat| convert::bounded("observer", seat, 0, players as i64 - 1))
            .transpose()?
            .map(|seat| seat as u8);
        let table = Table { shared, start, n, players, auto_reset, observer };
        let mut games = room(n)?;
        games.extend((0..n).map(|i| Game::new(&table, i, seed)));
        let arguments = (boards, start_castles).into_pyobject(py)?.unbind();
        Ok(Self { table, threads, arguments, games: Mutex::new(games) })
    }

    /// Number of games.
    #[getter]
    const fn n(&self) -> usize {
        self.table.n
    }

    /// Number of players.
    #[getter]
    const fn players(&self) -> usize {
        self.table.players
    }

    /// Number of threads that a call may use.
    #[getter]
    const fn threads(&self) -> usize {
        self.threads
    }

    /// Whether a game that ends makes place for the next one.
    #[getter]
    const fn auto_reset(&self) -> bool {
        self.table.auto_reset
    }

    /// The seat that observations are seen from; None for the seat to act.
    #[getter]
    const fn observer(&self) -> Option<u8> {
        self.table.observer
    }

    /// The rules the games are played by.
    #[getter]
    fn rules(&self) -> PyRules {
        PyRules { shared: self.table.shared.clone() }
    }

    /// Number of features of an observation.
    #[getter]
    const fn observation_size(&self) -> usize {
        features::size(self.table.players)
    }

    const fn __len__(&self) -> usize {
        self.table.n
    }

    /// Arrays to write into, by name: those asked for, or all but `final_observations`. They are the caller's.
    ///
    /// Raises:
    ///     ValueError: no array has this name.
    ///     MemoryError: there is no room for them.
    #[pyo3(signature = (*names: "str") -> "dict[str, numpy.typing.NDArray[typing.Any]]")]
    fn new_arrays<'py>(&self, py: Python<'py>, names: &Bound<'py, PyTuple>) -> PyResult<Bound<'py, PyDict>> {
        arrays::ready(py)?;
        let mut wanted: Vec<String> = names.extract()?;
        if wanted.is_empty() {
            let usual = Outputs::NAMES.iter().filter(|name| **name != "final_observations");
            wanted = usual.map(ToString::to_string).collect();
        }
        let made = PyDict::new(py);
        for name in wanted {
            let array = new_array(py, &self.table, &name)?;
            made.set_item(name, array)?;
        }
        Ok(made)
    }

    /// Writes where the games are now into `out`; no game goes on.
    ///
    /// Raises:
    ///     ValueError, TypeError: an array does not fit; nothing is written.
    #[pyo3(signature = (out: "dict[str, numpy.typing.NDArray[typing.Any]]"))]
    fn observe(&self, out: &Bound<'_, PyAny>) -> PyResult<()> {
        arrays::ready(out.py())?;
        let mut games = self.games()?;
        let outputs = Outputs::new(&self.table, Some(out))?;
        self.go_on(out.py(), &mut games, Some(Due::Wait), outputs, 1)?;
        Ok(())
    }

    /// Plays one action in each game; gives how many games ended by it.
    ///
    /// Args:
    ///     actions: integers of shape (n,): codes, or -1 for a game that is to wait.
    ///     out: arrays to write into.
    ///
    /// Raises:
    ///     IllegalActionError: an action is not legal; the text names the game, the reason and the rule, `game` is the
    ///         game's number. All actions are checked first: no game has gone on and nothing is written.
    ///     ValueError, TypeError: an array does not fit; nothing has changed.
    #[pyo3(signature = (
        actions: "numpy.typing.ArrayLike",
        out: "dict[str, numpy.typing.NDArray[typing.Any]] | None" = None,
    ))]
    fn step(&self, actions: &Bound<'_, PyAny>, out: Option<&Bound<'_, PyAny>>) -> PyResult<usize> {
        arrays::ready(actions.py())?;
        let mut games = self.games()?;
        // First, since what is read may lie in the arrays to write into.
        take_actions(&self.table, actions, &mut games)?;
        let outputs = Outputs::new(&self.table, out)?;
        self.go_on(actions.py(), &mut games, None, outputs, 1)
    }

    /// Plays uniform random actions in each game that is not over; gives how many games ended by them.
    ///
    /// Decision number `j` of a game in the world `w` is the one of `State.playouts`, however the decisions before were
    /// made. Several steps are as many calls of one step, but for a game that ends: it takes no more of them, and with
    /// `auto_reset` the next one begins and waits for the next call. Arrays are written at the end of the call.
    ///
    /// Ctrl-C stops a call of several steps between two games: each has taken all of its steps or none, and arrays are
    /// written in part; `observe` tells where the games are.
    ///
    /// Args:
    ///     out: arrays to write into.
    ///     games: which games, as a bool array of shape (n,) or numbers of games; None for all. The others wait.
    ///     steps: actions in each game, 1 to 2**32 - 1. Games are played one after another, which is quicker than a call
    ///         for each step.
    ///
    /// Raises:
    ///     ValueError, TypeError: an argument does not fit; nothing has changed.
    #[pyo3(signature = (
        out: "dict[str, numpy.typing.NDArray[typing.Any]] | None" = None,
        games: "numpy.typing.ArrayLike | None" = None,
        *,
        steps: "typing.SupportsIndex" = 1,
    ))]
    fn step_random(
        &self,
        py: Python<'_>,
        out: Option<&Bound<'_, PyAny>>,
        games: Option<&Bound<'_, PyAny>>,
        #[pyo3(from_py_with = step_count)] steps: u32,
    ) -> PyResult<usize> {
        ready_for(py, games, out)?;
        let mut all = self.games()?;
        let chosen = chosen_games(&self.table, games)?;
        let outputs = Outputs::new(&self.table, out)?;
        if let Some(chosen) = &chosen {
            for (game, goes_on) in all.iter_mut().zip(chosen) {
                game.due = if *goes_on { Due::Random } else { Due::Wait };
            }
        }
        let for_all = if chosen.is_none() { Some(Due::Random) } else { None };
        self.go_on(py, &mut all, for_all, outputs, steps)
    }

    /// Begins games anew: the next ones of their series, or with a seed the first ones of its series.
    ///
    /// Args:
    ///     games: which games, as a bool array of shape (n,) or numbers of games; None for all.
    ///     seed: 0 to 2**64 - 1, or None.
    ///     out: arrays to write into.
    ///
    /// Raises:
    ///     ValueError, TypeError: an argument does not fit; nothing has changed.
    #[pyo3(signature = (
        games: "numpy.typing.ArrayLike | None" = None,
        seed: "typing.SupportsIndex | None" = None,
        out: "dict[str, numpy.typing.NDArray[typing.Any]] | None" = None,
    ))]
    fn reset(
        &self,
        py: Python<'_>,
        games: Option<&Bound<'_, PyAny>>,
        seed: Option<&Bound<'_, PyAny>>,
        out: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        ready_for(py, games, out)?;
        let mut all = self.games()?;
        let seed = seed.map(convert::seed).transpose()?;
        let chosen = chosen_games(&self.table, games)?;
        let outputs = Outputs::new(&self.table, out)?;
        for (i, game) in all.iter_mut().enumerate() {
            if chosen.as_ref().is_none_or(|chosen| chosen[i]) {
                match seed {
                    None => game.begin_next(&self.table, i),
                    Some(seed) => game.begin(&self.table, i, seed, 0),
                }
            }
        }
        self.go_on(py, &mut all, Some(Due::Wait), outputs, 1)?;
        Ok(())
    }

    fn __repr__(&self) -> String {
        format!("<Batch of {} games, {} players>", self.table.n, self.table.players)
    }
}

impl PyBatch {
    /// The games, unless another thread is at them.
    fn games(&self) -> PyResult<MutexGuard<'_, Vec<Game>>> {
        let in_use =
            "batch: in use by another thread, expected one call at a time; make a batch for each thread";
        let broken = "batch: a call before this one failed half-way, expected whole games; make a new batch";
        self.games.try_lock().map_err(|error| {
            PyRuntimeError::new_err(match error {
                TryLockError::WouldBlock => in_use,
                TryLockError::Poisoned(_) => broken,
            })
        })
    }

    /// Lets all games do what is due, the same for all if `for_all` says so, and writes about them; gives how many ended.
    /// With more than one step, of random decisions alone, Ctrl-C leaves the games as they were that have not begun.
    fn go_on(
        &self,
        py: Python<'_>,
        games: &mut [Game],
        for_all: Option<Due>,
        mut outputs: Outputs<'_>,
        steps: u32,
    ) -> PyResult<usize> {
        let table = &self.table;
        let may_stop = steps > 1;
        let ended = AtomicUsize::new(0);
        let threads = self.threads.min(table.n / GAMES_A_THREAD).max(1);
        let share = table.n.div_ceil(threads);
        let length = if may_stop { share.min(GAMES_A_PIECE) } else { share };
        let mut rows = outputs.rows(table);
        let work: Vec<(usize, &mut [Game], Rows<'_>)> = games
            .chunks_mut(length)
            .enumerate()
            .map(|(i, games)| {
                let rows = rows.split(games.len());
                (i * length, games, rows)
            })
            .collect();
        let piece = |(first, games, mut rows): (usize, &mut [Game], Rows<'_>)| {
            let over = match steps {
                1 => cpu::go_on(table, games, for_all),
                _ => cpu::play_random(table, games, for_all, steps),
            };
            ended.fetch_add(over.len(), Ordering::Relaxed);
            let mut winners = Vec::with_capacity(over.len());
            for i in over {
                let game = &mut games[i];
                winners.push((i, game.end(table.rules())));
                rows.write_final(table, i, game);
                if table.auto_reset {
                    game.begin_next(table, first + i);
                }
            }
            rows.write(table, games, &winners);
        };
        run::share(py, threads, work, may_stop, piece)?;
        outputs.write_legal(table, games);
        Ok(ended.into_inner())
    }

    fn index(&self, game: &Bound<'_, PyAny>) -> PyResult<usize> {
        let index = convert::integer("game", game)?.and_then(|index| usize::try_from(index).ok());
        index.filter(|index| *index < self.table.n).ok_or_else(|| {
            let last = self.table.n - 1;
            PyIndexError::new_err(format!("game: {}, expected 0 to {last}", convert::short(game)))
        })
    }
}

/// Imports numpy for a call that may name games and arrays, and needs it for nothing else.
fn ready_for(
    py: Python<'_>,
    games: Option<&Bound<'_, PyAny>>,
    out: Option<&Bound<'_, PyAny>>,
) -> PyResult<()> {
    if games.is_some() || out.is_some() { arrays::ready(py) } else { Ok(()) }
}

/// An empty vector with room for `n` things, one a game.
fn room<T>(n: usize) -> PyResult<Vec<T>> {
    let mut things = Vec::new();
    let text = "n: too many games for this machine's memory, expected fewer";
    things.try_reserve_exact(n).map_err(|_| PyMemoryError::new_err(text))?;
    Ok(things)
}

/// A number of decisions.
fn step_count(steps: &Bound<'_, PyAny>) -> PyResult<u32> {
    Ok(convert::bounded("steps", steps, 1, MAX_STEPS)? as u32)
}

/// A number of players, whatever its value.
fn player_count(players: &Bound<'_, PyAny>) -> PyResult<i64> {
    Ok(convert::integer("players", players)?.unwrap_or(i64::MAX))
}
