//! States and actions for people to read: words, reasons, boards as text and pictures.

use burgundy::Prompt;
use burgundy::notation::event_text;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyList;

use super::{Move, PyState};
use crate::convert;

#[pymethods]
impl PyState {
    /// The words of a legal action or an outcome (docs/formats.md, section 6); unique within a state.
    ///
    /// Raises:
    ///     IllegalActionError: not legal here.
    #[pyo3(signature = (action: "typing.SupportsIndex"))]
    fn action_to_string(&self, action: &Bound<'_, PyAny>) -> PyResult<String> {
        Ok(match self.find_code(action)? {
            Move::Action(action) => self.state.words(action),
            Move::Outcome(outcome) => self.state.outcome_words(outcome).expect("the outcome was found"),
        })
    }

    /// The code of the legal action, or the outcome, that these words name.
    ///
    /// Raises:
    ///     IllegalActionError: not in the notation, or not legal here; the text says why.
    ///     TypeError: not a string.
    #[pyo3(signature = (words: "str"))]
    fn string_to_action(&self, words: &Bound<'_, PyAny>) -> PyResult<usize> {
        Ok(match self.find_words(words)? {
            Move::Action(action) => action.code(),
            Move::Outcome(outcome) => outcome,
        })
    }

    /// What an action or outcome does up to the next node, event by event, each with its rule.
    ///
    /// A list of dicts with `event` and `rule` first (docs/formats.md, section 8). The action is a code or words.
    ///
    /// Raises:
    ///     IllegalActionError: not legal here.
    #[pyo3(signature = (action: "typing.SupportsIndex | str") -> "list[dict[str, typing.Any]]")]
    fn explain<'py>(&self, action: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyList>> {
        let py = action.py();
        let events = match self.find(action)? {
            Move::Action(action) => {
                self.state.explain(self.rules(), action).expect("an action that was found is legal")
            }
            Move::Outcome(outcome) => self.state.explain_outcome(self.rules(), outcome),
        };
        let values: Vec<_> =
            events.iter().map(|event| convert::from_value(py, &event.value())).collect::<PyResult<_>>()?;
        PyList::new(py, values)
    }

    /// Why an action or outcome, a code or words, is not possible here, with the rule; None if it is.
    #[pyo3(signature = (action: "typing.SupportsIndex | str"))]
    fn why_illegal(&self, action: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
        match self.find(action) {
            Ok(_) => Ok(None),
            // A wrong type is the caller's fault, not the position's.
            Err(error) if error.is_instance_of::<PyTypeError>(action.py()) => Err(error),
            Err(error) => Ok(Some(error.value(action.py()).str()?.to_string())),
        }
    }

    /// The position as a text board.
    ///
    /// Args:
    ///     seat: the one seat to show in full; None for all.
    ///     colour: True or False; "auto" or None for what stdout can show (NO_COLOR is heeded).
    ///     width: columns; "auto" or None for the terminal's (80 where there is none).
    ///     actions: whether to mark and list the legal actions.
    ///     charset: "ascii", "unicode", or "auto" for what stdout can show.
    ///     legend: whether to say what the codes mean.
    #[pyo3(signature = (
        seat: "int | None" = None,
        colour: "bool | str | None" = None,
        width: "int | str | None" = None,
        actions: "bool" = false,
        charset: "str" = "auto",
        legend: "bool" = true,
    ))]
    fn render(
        slf: &Bound<'_, Self>,
        seat: Option<&Bound<'_, PyAny>>,
        colour: Option<&Bound<'_, PyAny>>,
        width: Option<&Bound<'_, PyAny>>,
        actions: bool,
        charset: &str,
        legend: bool,
    ) -> PyResult<String> {
        let arguments = (slf, seat, colour, width, actions, charset, legend);
        slf.py().import("burgundy.render")?.call_method1("render", arguments)?.extract()
    }

    /// The position as an SVG picture, for notebooks.
    #[pyo3(signature = () -> "str")]
    fn _repr_svg_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("burgundy.render")?.call_method1("svg", (slf,))
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let state = &slf.get().state;
        let position: String =
            slf.py().import("burgundy.position")?.call_method1("write", (slf,))?.extract()?;
        let players = state.player_count();
        let round = format!("phase {} round {}", char::from(b'A' + state.phase()), state.round());
        let due = match state.prompt() {
            Prompt::Over => "over".to_owned(),
            Prompt::Chance(event) => format!("chance: {}", event_text(event)),
            prompt => format!("seat {}: {}", state.seat(), prompt.name()),
        };
        Ok(format!("<State {players} players, {round}, {due}, '{position}'>"))
    }
}
