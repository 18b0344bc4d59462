//! The package's own exceptions, which live in `burgundy/errors.py`.

use burgundy::illegal::Illegal;
use burgundy::notation::WordsError;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;

static ILLEGAL_ACTION: PyOnceLock<Py<PyType>> = PyOnceLock::new();
static SNAPSHOT: PyOnceLock<Py<PyType>> = PyOnceLock::new();
static DATA: PyOnceLock<Py<PyType>> = PyOnceLock::new();

fn raised(
    py: Python<'_>,
    lock: &PyOnceLock<Py<PyType>>,
    name: &str,
    arguments: impl for<'a> pyo3::call::PyCallArgs<'a>,
) -> PyErr {
    let made = lock.import(py, "burgundy.errors", name).and_then(|class| class.call1(arguments));
    made.map_or_else(|error| error, PyErr::from_value)
}

/// `IllegalActionError(action, reason, rule)`.
pub fn illegal_action(py: Python<'_>, action: &str, reason: &str, rule: Option<&str>) -> PyErr {
    raised(py, &ILLEGAL_ACTION, "IllegalActionError", (action, reason, rule))
}

/// The error for an action that breaks a rule.
pub fn illegal(py: Python<'_>, action: &str, reason: Illegal) -> PyErr {
    illegal_action(py, action, &reason.to_string(), Some(reason.rule()))
}

/// The error for words that name nothing that can be done.
pub fn wrong_words(py: Python<'_>, words: &str, reason: WordsError) -> PyErr {
    illegal_action(py, &format!("'{words}'"), &reason.to_string(), reason.rule())
}

/// `SnapshotError(faults)`.
pub fn snapshot(py: Python<'_>, faults: Vec<String>) -> PyErr {
    raised(py, &SNAPSHOT, "SnapshotError", (faults,))
}

/// `DataError(faults)`.
pub fn data(py: Python<'_>, faults: Vec<String>) -> PyErr {
    raised(py, &DATA, "DataError", (faults,))
}

/// A `ValueError` for an argument: its name, what it is and what is expected.
pub fn argument(name: &str, given: &str, expected: &str) -> PyErr {
    PyValueError::new_err(format!("{name}: {given}, expected {expected}"))
}
