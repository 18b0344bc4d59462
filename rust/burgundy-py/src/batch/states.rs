//! The games of a batch one by one as states, and all of them as bytes, copies and pickles.

use std::sync::Mutex;

use numpy::IntoPyArray;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyTuple};

use super::{PyBatch, room};
use crate::games::{Game, Table};
use crate::rules::same_rules;
use crate::saved::{length, load, save};
use crate::state::PyState;
use crate::{arrays, convert, errors};

#[pymethods]
impl PyBatch {
    /// The state of a game.
    ///
    /// Raises:
    ///     IndexError: no game has this number.
    #[pyo3(signature = (game: "typing.SupportsIndex"))]
    fn state(&self, game: &Bound<'_, PyAny>) -> PyResult<PyState> {
        let index = self.index(game)?;
        Ok(PyState::of(self.table.shared.clone(), &self.games()?[index].state))
    }

    /// The states of all games.
    fn states(&self) -> PyResult<Vec<PyState>> {
        let games = self.games()?;
        let mut states = room(games.len())?;
        states.extend(games.iter().map(|game| PyState::of(self.table.shared.clone(), &game.state)));
        Ok(states)
    }

    /// Puts a game at a state; chance goes on in the game's own world.
    ///
    /// Raises:
    ///     IndexError: no game has this number.
    ///     ValueError: a state of other rules or with another number of players, or with `auto_reset` one that is over.
    ///     TypeError: not a state.
    #[pyo3(signature = (game: "typing.SupportsIndex", state: "State"))]
    fn set_state(&self, game: &Bound<'_, PyAny>, state: &Bound<'_, PyState>) -> PyResult<()> {
        let index = self.index(game)?;
        let state = state.get();
        if state.engine().players().len() != self.table.players {
            let given = format!("{} players", state.engine().players().len());
            return Err(errors::argument("state", &given, &format!("{}", self.table.players)));
        }
        if !same_rules(state.shared(), &self.table.shared) {
            return Err(PyValueError::new_err("state: of other rules, expected those of the batch"));
        }
        if self.table.auto_reset && state.engine().is_over() {
            let text = "state: over, expected one that goes on, since games make place for the next ones; \
                make the batch with auto_reset=False";
            return Err(PyValueError::new_err(text));
        }
        self.games()?[index].put(&self.table, index, state.engine());
        Ok(())
    }

    /// The world in which each game is played, for `State.resolve_chance`: a fresh uint64 array of shape (n,).
    #[pyo3(signature = () -> "numpy.typing.NDArray[numpy.uint64]")]
    fn worlds<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        arrays::ready(py)?;
        let mut worlds: Vec<u64> = room(self.table.n)?;
        worlds.extend(self.games()?.iter().map(Game::world));
        Ok(worlds.into_pyarray(py).into_any())
    }

    /// All games as bytes, for `load` of a batch of the same size, players and rules (docs/formats.md, section 11).
    fn save<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let games = self.games()?;
        PyBytes::new_with(py, length(&self.table), |bytes| {
            save(&self.table, &games, bytes);
            Ok(())
        })
    }

    /// Puts all games where `save` found them; with `auto_reset` a game that is over makes place for the next one.
    ///
    /// Raises:
    ///     SnapshotError: bytes of another version, size or data, cut or changed; nothing has changed.
    ///     TypeError: not bytes.
    #[pyo3(signature = (data: "bytes"))]
    fn load(&self, data: &Bound<'_, PyAny>) -> PyResult<()> {
        let bytes = convert::bytes(data)?;
        let mut games = self.games()?;
        let mut read = room(self.table.n)?;
        load(&self.table, bytes, &mut read).map_err(|faults| errors::snapshot(data.py(), faults))?;
        *games = read;
        Ok(())
    }

    fn __copy__(&self, py: Python<'_>) -> PyResult<Self> {
        let Table { ref shared, start, n, players, auto_reset, observer } = self.table;
        let mut games = room(n)?;
        games.extend_from_slice(&self.games()?);
        Ok(Self {
            table: Table { shared: shared.clone(), start, n, players, auto_reset, observer },
            threads: self.threads,
            arguments: self.arguments.clone_ref(py),
            games: Mutex::new(games),
        })
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.__copy__(py)
    }

    #[pyo3(signature = () -> "tuple[typing.Any, tuple[typing.Any, ...]]")]
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let restore = py.import("burgundy._core")?.getattr("_restore_batch")?;
        let (boards, start_castles): (Py<PyAny>, Py<PyAny>) = self.arguments.bind(py).extract()?;
        let table = &self.table;
        let keywords = PyDict::new(py);
        keywords.set_item("n", table.n)?;
        keywords.set_item("players", table.players)?;
        keywords.set_item("boards", boards)?;
        keywords.set_item("threads", self.threads)?;
        keywords.set_item("auto_reset", table.auto_reset)?;
        keywords.set_item("rules", self.rules())?;
        keywords.set_item("start_castles", start_castles)?;
        keywords.set_item("observer", table.observer)?;
        Ok((restore, (keywords, self.save(py)?).into_pyobject(py)?))
    }
}

/// The batch of a pickle.
#[pyfunction(name = "_restore_batch")]
#[pyo3(signature = (arguments: "dict[str, typing.Any]", data: "bytes"))]
pub fn restore_batch<'py>(
    py: Python<'py>,
    arguments: &Bound<'py, PyDict>,
    data: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let batch = py.get_type::<PyBatch>().call((), Some(arguments))?;
    batch.cast::<PyBatch>()?.get().load(data)?;
    Ok(batch)
}
