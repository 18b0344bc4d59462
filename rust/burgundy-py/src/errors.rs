//! The package's own exceptions, which live in `burgundy/errors.py`.

use burgundy::State;
use burgundy::illegal::Illegal;
use burgundy::notation::WordsError;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;

static ILLEGAL_ACTION: PyOnceLock<Py<PyType>> = PyOnceLock::new();
static SNAPSHOT: PyOnceLock<Py<PyType>> = PyOnceLock::new();
static DATA: PyOnceLock<Py<PyType>> = PyOnceLock::new();

fn raised<'py>(
    py: Python<'py>,
    lock: &PyOnceLock<Py<PyType>>,
    name: &str,
    arguments: impl pyo3::call::PyCallArgs<'py>,
) -> PyErr {
    let made = lock.import(py, "burgundy.errors", name).and_then(|class| class.call1(arguments));
    made.map_or_else(|error| error, PyErr::from_value)
}

/// `IllegalActionError(action, reason, rule)`.
pub fn illegal_action(action: &Bound<'_, PyAny>, reason: &str, rule: Option<&str>) -> PyErr {
    raised(action.py(), &ILLEGAL_ACTION, "IllegalActionError", (action, reason, rule))
}

/// The error for a code that breaks a rule; its words say what the code stands for.
pub fn illegal_code(action: &Bound<'_, PyAny>, words: &str, reason: Illegal) -> PyErr {
    illegal_action(action, &format!("{words}: {reason}"), Some(reason.rule()))
}

/// The error for words that name nothing that can be done.
pub fn wrong_words(words: &Bound<'_, PyAny>, reason: WordsError) -> PyErr {
    illegal_action(words, &reason.to_string(), reason.rule())
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

/// Refuses a state without a decision for `call`, and says what is next instead.
pub fn must_decide(call: &str, state: &State) -> PyResult<()> {
    let next = if state.is_over() {
        "the game is over"
    } else if state.is_chance() {
        "chance is next, resolve_chance(seed) first"
    } else {
        return Ok(());
    };
    Err(PyValueError::new_err(format!("{call}: there is no decision here, {next}")))
}
