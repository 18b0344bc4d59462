//! States to snapshots, bytes, strings and pickles, and back.

use burgundy::Options;
use burgundy::bytes::options_of_bytes;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};

use super::PyState;
use crate::rules::{default_rules, from_argument, same_rules};
use crate::{convert, errors};

#[pymethods]
impl PyState {
    /// The position as plain data that JSON can hold, complete at every node (docs/formats.md, section 4).
    #[pyo3(signature = () -> "dict[str, typing.Any]")]
    fn snapshot<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        convert::from_value(py, &self.state.snapshot(self.rules()))
    }

    /// The position that a snapshot describes; every key but `players` may be left out.
    ///
    /// Args:
    ///     snapshot: a dict (docs/formats.md, section 4).
    ///     rules: as in `State.new`; None for the shipped data with the options the snapshot names.
    ///
    /// Raises:
    ///     SnapshotError: the snapshot has faults; every one found is listed.
    #[staticmethod]
    #[pyo3(signature = (snapshot: "collections.abc.Mapping[str, typing.Any]", rules: "Rules | collections.abc.Mapping[str, object] | None" = None))]
    fn from_snapshot(
        py: Python<'_>,
        snapshot: &Bound<'_, PyAny>,
        rules: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let value = convert::to_value(snapshot);
        let shared = match rules {
            None => default_rules(py, burgundy::State::options_of_snapshot(&value))?,
            rules => from_argument(py, rules)?,
        };
        let state = burgundy::State::from_snapshot(&shared.rules, &value);
        let state = state.map_err(|faults| errors::snapshot(py, faults))?;
        Ok(Self { shared, state })
    }

    /// The position as bytes (docs/formats.md, section 5).
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.state.to_bytes(self.rules()))
    }

    /// The position that `to_bytes` wrote.
    ///
    /// Args:
    ///     data: the bytes.
    ///     rules: as in `State.new`; None for the shipped data with the options that the bytes name.
    ///
    /// Raises:
    ///     SnapshotError: bytes of another version or other data, cut, changed or of no position.
    ///     TypeError: not bytes.
    #[staticmethod]
    #[pyo3(signature = (data: "bytes", rules: "Rules | collections.abc.Mapping[str, object] | None" = None))]
    fn from_bytes(
        py: Python<'_>,
        data: &Bound<'_, PyAny>,
        rules: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let bytes = convert::bytes(data)?;
        let shared = match rules {
            None => default_rules(py, options_of_bytes(bytes).unwrap_or_default())?,
            rules => from_argument(py, rules)?,
        };
        let state = burgundy::State::from_bytes(&shared.rules, bytes);
        let state = state.map_err(|faults| errors::snapshot(py, faults))?;
        Ok(Self { shared, state })
    }

    /// The position of a string as `repr` shows it (docs/formats.md, section 13).
    ///
    /// Args:
    ///     text: the string, or a whole `repr`.
    ///     rules: as in `State.from_snapshot`.
    ///
    /// Raises:
    ///     SnapshotError: the string has faults, or is of no position; every fault found is listed.
    ///     TypeError: not a string.
    #[staticmethod]
    #[pyo3(signature = (text: "str", rules: "Rules | collections.abc.Mapping[str, object] | None" = None))]
    fn from_string(text: &Bound<'_, PyAny>, rules: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let py = text.py();
        let snapshot = py.import("burgundy.position")?.call_method1("to_snapshot", (text,))?;
        Self::from_snapshot(py, &snapshot, rules)
    }

    #[pyo3(signature = () -> "tuple[typing.Any, tuple[typing.Any, ...]]")]
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let restore = py.import("burgundy._core")?.getattr("_restore")?;
        let default = default_rules(py, Options::default())?;
        let rules = (!same_rules(&self.shared, &default)).then(|| self.get_rules());
        Ok((restore, (self.to_bytes(py), rules).into_pyobject(py)?))
    }
}

/// The state of a pickle.
#[pyfunction(name = "_restore")]
#[pyo3(signature = (data: "bytes", rules: "Rules | None" = None))]
pub fn restore(
    py: Python<'_>,
    data: &Bound<'_, PyAny>,
    rules: Option<&Bound<'_, PyAny>>,
) -> PyResult<PyState> {
    PyState::from_bytes(py, data, rules)
}
