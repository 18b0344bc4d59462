//! The arguments of `State.new`.

use burgundy::State;
use burgundy::setup::{Boards, StartCastles};
use burgundy::space::Space;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyMapping, PyString, PyTuple};

use crate::rules::Shared;
use crate::{convert, errors};

/// The first node of a game.
pub fn new_state(
    shared: &Shared,
    players: &Bound<'_, PyAny>,
    boards: Option<&Bound<'_, PyAny>>,
    start_castles: Option<&Bound<'_, PyAny>>,
) -> PyResult<State> {
    let players = match convert::integer("players", players)? {
        Some(count @ 2..=4) => count as usize,
        _ => return Err(errors::argument("players", &convert::short(players), "2, 3 or 4 (R1.1)")),
    };
    let mut numbers = Vec::new();
    let mut spaces = Vec::new();
    let boards = match boards {
        None => Boards::Basic,
        Some(word) if word.is_instance_of::<PyString>() => {
            if word.extract::<String>()? != "random" {
                let expected = "a number for each seat, or 'random' (R1.8)";
                return Err(errors::argument("boards", &convert::short(word), expected));
            }
            Boards::Random
        }
        Some(list) => {
            for (i, board) in items("boards", list)?.iter().enumerate() {
                let number = convert::integer(&format!("boards[{i}]"), board)?;
                let number = number.and_then(|number| u8::try_from(number).ok()).filter(|number| *number > 0);
                let expected = "the number of a board, 1 to 255 (R1.8)";
                let wrong = || errors::argument(&format!("boards[{i}]"), &convert::short(board), expected);
                numbers.push(number.ok_or_else(wrong)?);
            }
            Boards::Given(&numbers)
        }
    };
    let start_castles = match start_castles {
        None => StartCastles::Default,
        Some(word) if word.is_instance_of::<PyString>() => {
            if word.extract::<String>()? != "choose" {
                let expected = "a space or None for each seat, or 'choose' (R1.8)";
                return Err(errors::argument("start_castles", &convert::short(word), expected));
            }
            StartCastles::Choose
        }
        Some(list) => {
            for (i, space) in items("start_castles", list)?.iter().enumerate() {
                spaces.push(space_or_none(&format!("start_castles[{i}]"), space)?);
            }
            StartCastles::Given(&spaces)
        }
    };
    State::new(&shared.rules, players, boards, start_castles)
        .map_err(|error| PyValueError::new_err(error.to_string()))
}

fn space_or_none(name: &str, space: &Bound<'_, PyAny>) -> PyResult<Option<Space>> {
    if space.is_none() {
        return Ok(None);
    }
    let found = space.cast::<PyString>().ok().and_then(|text| Space::from_name(&text.to_string_lossy()));
    let wrong = || errors::argument(name, &convert::short(space), "a space, a1 to g4, or None (R1.8)");
    found.map(Some).ok_or_else(wrong)
}

/// One of the arguments `boards` and `start_castles` as it is now: a word, or a tuple of the items.
pub fn kept<'py>(name: &str, argument: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    if argument.is_instance_of::<PyString>() {
        return Ok(argument.clone());
    }
    Ok(PyTuple::new(argument.py(), items(name, argument)?)?.into_any())
}

/// The items of a sequence, a few at most.
fn items<'py>(name: &str, sequence: &Bound<'py, PyAny>) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let has_items = sequence.hasattr("__len__")? && sequence.hasattr("__getitem__")?;
    let is_sequence = has_items && sequence.cast::<PyMapping>().is_err();
    if !is_sequence || sequence.is_instance_of::<PyString>() {
        let kind = sequence.get_type().name()?.to_string();
        return Err(PyTypeError::new_err(format!(
            "{name}: {kind}, expected a sequence with one item for each seat"
        )));
    }
    let length = sequence.len()?;
    if length > 4 {
        let given = format!("{length} items");
        return Err(errors::argument(name, &given, "one for each of 2 to 4 players (R1.8)"));
    }
    (0..length).map(|i| sequence.get_item(i)).collect()
}
