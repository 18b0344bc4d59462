//! What a call on a batch asks for: an action for each game, and which games it is about.

use burgundy::Action;
use numpy::{
    BorrowError, PyArray1, PyArrayDescrMethods, PyArrayMethods, PyUntypedArray, PyUntypedArrayMethods,
};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::games::{Due, Game, Table};
use crate::{convert, errors};

/// Notes the action of each game, all of them checked.
pub fn take_actions(table: &Table, actions: &Bound<'_, PyAny>, games: &mut [Game]) -> PyResult<()> {
    let in_use = |error| in_use("actions", error);
    // What is not aligned is copied, as other types are.
    if let Ok(array) = actions.cast::<PyArray1<i64>>()
        && array.data().is_aligned()
    {
        take_codes(table, &array.try_readonly().map_err(in_use)?.as_array().into_iter().copied(), games)
    } else if let Ok(array) = actions.cast::<PyArray1<i32>>()
        && array.data().is_aligned()
    {
        let array = array.try_readonly().map_err(in_use)?;
        take_codes(table, &array.as_array().into_iter().map(|code| i64::from(*code)), games)
    } else if let Ok(array) = actions.cast::<PyArray1<i16>>()
        && array.data().is_aligned()
    {
        let array = array.try_readonly().map_err(in_use)?;
        take_codes(table, &array.as_array().into_iter().map(|code| i64::from(*code)), games)
    } else {
        let array = integers("actions", actions)?;
        let codes = array.cast::<PyArray1<i64>>().map_err(|_| wrong_length(table, "actions", &array))?;
        let codes = codes.try_readonly().map_err(in_use)?;
        take_codes(table, &codes.as_array().into_iter().copied(), games)
    }
}

fn take_codes(
    table: &Table,
    codes: &(impl ExactSizeIterator<Item = i64> + Clone),
    games: &mut [Game],
) -> PyResult<()> {
    if codes.len() != games.len() {
        let text = format!("actions: shape ({},), expected ({},)", codes.len(), games.len());
        return Err(PyValueError::new_err(text));
    }
    for (i, (game, code)) in games.iter_mut().zip(codes.clone()).enumerate() {
        let action = usize::try_from(code).ok().and_then(Action::from_code);
        game.due = match action {
            Some(action) if game.state.legality(table.rules(), action).is_ok() => Due::Play(action),
            None if code == -1 => Due::Wait,
            _ => return Err(refused(table, i, game, code)),
        };
    }
    Ok(())
}

/// The error for an action that is not legal in a game.
fn refused(table: &Table, i: usize, game: &Game, code: i64) -> PyErr {
    Python::attach(|py| {
        let Ok(given) = code.into_pyobject(py);
        let known = usize::try_from(code).ok().and_then(Action::from_code);
        let error = match known {
            None => {
                let reason = format!("game {i}: not a code, they go from 0 to 511, and -1 waits");
                errors::illegal_action(given.as_any(), &reason, None)
            }
            Some(action) => match game.state.legality(table.rules(), action) {
                Err(reason) if !game.state.is_over() => {
                    let words = format!("game {i}: {}", game.state.words(action));
                    errors::illegal_code(given.as_any(), &words, reason)
                }
                reason => {
                    let reason = reason.expect_err("it has been refused");
                    let text = format!("game {i}: {reason}");
                    errors::illegal_action(given.as_any(), &text, Some(reason.rule()))
                }
            },
        };
        match error.value(py).setattr("game", i) {
            Ok(()) => error,
            Err(other) => other,
        }
    })
}

/// Which games an argument names; none for all.
pub fn chosen_games(table: &Table, games: Option<&Bound<'_, PyAny>>) -> PyResult<Option<Vec<bool>>> {
    let Some(games) = games else { return Ok(None) };
    let in_use = |error| in_use("games", error);
    let array = games.py().import("numpy")?.call_method1("asarray", (games,))?;
    if array.cast::<PyUntypedArray>()?.dtype().kind() == b'b' {
        let mask = array.cast::<PyArray1<bool>>().ok().filter(|mask| mask.len() == table.n);
        let mask = mask.ok_or_else(|| wrong_length(table, "games", &array))?;
        return Ok(Some(mask.try_readonly().map_err(in_use)?.as_array().to_vec()));
    }
    let numbers = integers("games", &array)?;
    let numbers = numbers.cast::<PyArray1<i64>>().map_err(|_| wrong_length(table, "games", &numbers))?;
    let mut chosen = vec![false; table.n];
    for number in numbers.try_readonly().map_err(in_use)?.as_array() {
        let last = table.n - 1;
        let index = usize::try_from(*number).ok().filter(|index| *index <= last);
        let wrong = || errors::argument("games", &number.to_string(), &format!("0 to {last}"));
        chosen[index.ok_or_else(wrong)?] = true;
    }
    Ok(Some(chosen))
}

fn wrong_length(table: &Table, name: &str, array: &Bound<'_, PyAny>) -> PyErr {
    let shape = array.getattr("shape").map_or_else(|_| "?".into(), |shape| convert::short(&shape));
    PyValueError::new_err(format!("{name}: shape {shape}, expected ({},)", table.n))
}

/// An argument as a numpy array of 64-bit integers.
fn integers<'py>(name: &str, object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let array = object.py().import("numpy")?.call_method1("asarray", (object,))?;
    let kind = array.cast::<PyUntypedArray>()?.dtype().kind();
    let is_empty = array.len().is_ok_and(|length| length == 0);
    if !matches!(kind, b'i' | b'u') && !is_empty {
        let dtype = array.getattr("dtype")?;
        return Err(PyTypeError::new_err(format!("{name}: {dtype}, expected integers")));
    }
    if kind == b'u' {
        // What is beyond int64 is beyond every range, and would come out negative.
        return array.call_method1("clip", (0, i64::MAX))?.call_method1("astype", ("int64",));
    }
    array.call_method1("astype", ("int64",))
}

/// The error for an array that cannot be read now: another call is writing into it.
fn in_use(name: &str, _: BorrowError) -> PyErr {
    PyValueError::new_err(format!("{name}: another call is writing into it, expected an array at rest"))
}
