//! States as numpy arrays: masks, observations, and what random games gave.

use burgundy::ACTIONS;
use numpy::PyArray1;
use numpy::ndarray::Ix1;
use pyo3::prelude::*;

use super::PyState;
use crate::playouts::{Plan, playout_count, thread_count};
use crate::policies::Name;
use crate::{arrays, convert, errors, playouts};

#[pymethods]
impl PyState {
    /// Which of the 512 actions are legal: a fresh bool array of shape (512,), or `out`, filled.
    ///
    /// All False where there is no decision: at a chance node and at the end.
    ///
    /// Args:
    ///     out: a C-contiguous bool array of shape (512,) to write into, or None.
    ///
    /// Raises:
    ///     TypeError: `out` is no array of bool.
    ///     ValueError: `out` has another shape, is not contiguous or read-only.
    #[pyo3(signature = (out: "numpy.typing.NDArray[numpy.bool_] | None" = None) -> "numpy.typing.NDArray[numpy.bool_]")]
    fn legal_actions_mask<'py>(
        &self,
        py: Python<'py>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        arrays::ready(py)?;
        let mask = match out {
            Some(out) => out.clone(),
            None => PyArray1::<bool>::zeros(py, ACTIONS, false).into_any(),
        };
        let mut written = arrays::writable::<bool, Ix1>("out", &mask, &[ACTIONS])?;
        arrays::write_mask(&self.state.legal(self.rules()), arrays::slice(&mut written));
        Ok(mask)
    }

    /// The position as features: a fresh float32 array of shape (size,); `burgundy.OBSERVATION_SPEC` says what they are.
    ///
    /// All that is public is in it and nothing else (R10). It is seen from a seat, whose own features come first, then
    /// those of the others clockwise.
    ///
    /// Args:
    ///     player: the seat; None for the one to act, at the end the last one.
    ///
    /// Raises:
    ///     ValueError, TypeError: there is no such seat.
    #[pyo3(signature = (player: "typing.SupportsIndex | None" = None) -> "numpy.typing.NDArray[numpy.float32]")]
    fn observation<'py>(
        &self,
        py: Python<'py>,
        player: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        arrays::ready(py)?;
        let size = burgundy::features::size(self.state.players().len());
        let array = PyArray1::<f32>::zeros(py, size, false).into_any();
        self.observation_into(&array, player)?;
        Ok(array)
    }

    /// Writes the features of `observation` into `out`.
    ///
    /// Args:
    ///     out: a C-contiguous float32 array of shape (size,).
    ///     player: as in `observation`.
    ///
    /// Raises:
    ///     TypeError: `out` is no array of float32.
    ///     ValueError: `out` has another shape, is not contiguous or read-only, or there is no such seat.
    #[pyo3(signature = (
        out: "numpy.typing.NDArray[numpy.float32]",
        player: "typing.SupportsIndex | None" = None,
    ))]
    fn observation_into(&self, out: &Bound<'_, PyAny>, player: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        arrays::ready(out.py())?;
        let players = self.state.players().len();
        let seat = match player {
            None => self.state.seat(),
            Some(player) => convert::bounded("player", player, 0, players as i64 - 1)? as u8,
        };
        let size = burgundy::features::size(players);
        let mut written = arrays::writable::<f32, Ix1>("out", out, &[size])?;
        self.state.observe(self.rules(), seat, arrays::slice(&mut written));
        Ok(())
    }

    /// Final scores of `n` games played on by a policy, uniform random decisions by default: an int16 array of shape (n, players).
    ///
    /// Playout `i` meets a world of its own, drawn from `seed` and `i`; the result is the same for any `threads`. The
    /// GIL is released, and Ctrl-C stops within a second.
    ///
    /// Args:
    ///     n: how many, 0 to 100,000,000.
    ///     seed: 0 to 2**64 - 1.
    ///     threads: 1 to 1024.
    ///     policy: "uniform", "light" or "greedy" (docs/players.md).
    ///
    /// Raises:
    ///     ValueError, TypeError: an argument is out of range or of another type.
    #[pyo3(signature = (n: "typing.SupportsIndex", seed: "typing.SupportsIndex", threads: "typing.SupportsIndex" = 1, policy: "str" = "uniform") -> "numpy.typing.NDArray[numpy.int16]")]
    fn playouts<'py>(
        &self,
        py: Python<'py>,
        n: &Bound<'py, PyAny>,
        seed: &Bound<'py, PyAny>,
        #[pyo3(from_py_with = thread_count)] threads: usize,
        policy: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        arrays::ready(py)?;
        let policy = Name::read("policy", policy)?;
        let (n, seed) = (playout_count("n", n, 0)?, convert::seed(seed)?);
        let plan = Plan { policy, seed, threads };
        Ok(playouts::scores(py, self.shared(), &self.state, n, plan)?.into_any())
    }

    /// `ActionValues` of all legal actions: what `n` games by a policy after each of them gave, all in the same worlds.
    ///
    /// Equal to `child(a).playouts(n, seed)` for each legal `a`, summed up as mean, variance and win rate of each
    /// player. The same for any `threads`; the GIL is released, and Ctrl-C stops within a second.
    ///
    /// Args:
    ///     n: how many after each action, 1 to 100,000,000.
    ///     seed: 0 to 2**64 - 1.
    ///     threads: 1 to 1024.
    ///     policy: "uniform", "light" or "greedy" (docs/players.md).
    ///
    /// Raises:
    ///     ValueError, TypeError: there is no decision here, or an argument is out of range or of another type.
    #[pyo3(signature = (n: "typing.SupportsIndex", seed: "typing.SupportsIndex", threads: "typing.SupportsIndex" = 1, policy: "str" = "uniform") -> "burgundy.values.ActionValues")]
    fn evaluate_actions<'py>(
        &self,
        py: Python<'py>,
        n: &Bound<'py, PyAny>,
        seed: &Bound<'py, PyAny>,
        #[pyo3(from_py_with = thread_count)] threads: usize,
        policy: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        arrays::ready(py)?;
        let policy = Name::read("policy", policy)?;
        let (n, seed) = (playout_count("n", n, 1)?, convert::seed(seed)?);
        errors::must_decide("evaluate_actions", &self.state)?;
        playouts::action_values(py, self.shared(), &self.state, n, Plan { policy, seed, threads })
    }
}
