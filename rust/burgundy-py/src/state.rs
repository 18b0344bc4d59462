//! `burgundy.State`: the engine's state with its rules, its node and what comes after it.

mod arrays;
mod forms;
mod words;

use std::sync::Arc;

use burgundy::event::Source;
use burgundy::illegal::Illegal;
use burgundy::notation::event_text;
use burgundy::{ACTIONS, Action, Prompt, Rules};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};

pub use forms::restore;

use crate::rules::{PyRules, Shared, from_argument, same_rules};
use crate::{convert, cpu, errors, run, setup};

/// A game at one node: a decision, a chance event or the end.
///
/// Immutable, hashable and safe to share between threads. Equal situations under equal rules are equal and have equal
/// hashes and keys, however they came about; a state holds what is public (R10) and nothing of the future. Make one by
/// `State.new`, `State.from_snapshot` or `State.from_bytes`.
#[pyclass(frozen, freelist = 256, name = "State", module = "burgundy._core")]
pub struct PyState {
    shared: Arc<Shared>,
    state: burgundy::State,
}

impl PyState {
    /// The rules played by.
    pub fn rules(&self) -> &Rules {
        &self.shared.rules
    }

    /// The engine's state.
    pub const fn engine(&self) -> &burgundy::State {
        &self.state
    }

    /// The rules as they are shared.
    pub const fn shared(&self) -> &Arc<Shared> {
        &self.shared
    }

    /// A state of the engine with its rules.
    pub const fn of(shared: Arc<Shared>, state: &burgundy::State) -> Self {
        Self { shared, state: *state }
    }

    /// A copy to be changed before anybody else sees it.
    fn copy(&self) -> Self {
        Self { shared: Arc::clone(&self.shared), state: self.state }
    }

    /// The events that can come out, if a chance event is next.
    fn has_outcome(&self, outcome: usize) -> bool {
        self.state.outcomes(self.rules()).iter().any(|(other, _)| *other == outcome)
    }

    /// What an argument names here: a legal action or an outcome, given as a code or in words.
    fn find(&self, action: &Bound<'_, PyAny>) -> PyResult<Move> {
        if action.is_instance_of::<PyString>() { self.find_words(action) } else { self.find_code(action) }
    }

    fn find_words(&self, words: &Bound<'_, PyAny>) -> PyResult<Move> {
        let text = words.cast::<PyString>().map_err(|_| {
            PyTypeError::new_err(format!("words: {}, expected a string", convert::type_name(words)))
        })?;
        let text = text.to_string_lossy();
        let found = if self.state.is_chance() {
            self.state.parse_outcome(self.rules(), &text).map(Move::Outcome)
        } else {
            self.state.parse_action(self.rules(), &text).map(Move::Action)
        };
        found.map_err(|reason| errors::wrong_words(words, reason))
    }

    fn find_code(&self, action: &Bound<'_, PyAny>) -> PyResult<Move> {
        let code = convert::integer("action", action)?.and_then(|code| usize::try_from(code).ok());
        let Some((code, known)) = code.and_then(|code| Some((code, Action::from_code(code)?))) else {
            return Err(errors::illegal_action(action, "not a code, they go from 0 to 511", None));
        };
        if let Prompt::Chance(event) = self.state.prompt() {
            if self.has_outcome(code) {
                return Ok(Move::Outcome(code));
            }
            return Err(errors::illegal_code(action, &event_text(event), Illegal::NotAnOutcome(event)));
        }
        match self.state.legality(self.rules(), known) {
            Ok(()) => Ok(Move::Action(known)),
            Err(Illegal::Over) => {
                Err(errors::illegal_action(action, &Illegal::Over.to_string(), Some(Illegal::Over.rule())))
            }
            Err(reason) => Err(errors::illegal_code(action, &self.state.words(known), reason)),
        }
    }

    fn after(&self, step: Move) -> Self {
        let mut next = self.copy();
        match step {
            Move::Action(action) => next.state.play(&self.shared.rules, action, &mut ()),
            Move::Outcome(outcome) => next.state.settle(&self.shared.rules, outcome, &mut ()),
        }
        next
    }
}

/// A legal action or an outcome.
#[derive(Clone, Copy)]
enum Move {
    Action(Action),
    Outcome(usize),
}

#[pymethods]
impl PyState {
    /// Always raises, since a call of the class does not say what kind of state is meant.
    ///
    /// Raises:
    ///     TypeError: the text names what makes states.
    #[new]
    #[pyo3(signature = (*_args: "typing.Any", **_kwargs: "typing.Any"), text_signature = None)]
    fn refuse(_args: &Bound<'_, PyAny>, _kwargs: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let text = "a state comes from State.new, from_snapshot, from_bytes or another state";
        Err(PyTypeError::new_err(text))
    }

    /// The first node of a game.
    ///
    /// Args:
    ///     players: 2, 3 or 4 (R1.1).
    ///     boards: a board number for each seat (R1.8), "random" to draw them as chance events, or None for board 1
    ///         each (R1.7).
    ///     start_castles: a dark-green space for each seat, or None in it to let that seat choose; "choose" to let all
    ///         choose; None for the centre if all are on board 1 (R1.7), chosen in turn order otherwise (R1.8).
    ///     rules: `Rules`, or a mapping of its options, or None for the rules of 2011.
    ///
    /// Raises:
    ///     ValueError: an argument has a value that cannot be; the text says which and why.
    ///     TypeError: an argument is of another type.
    #[staticmethod]
    #[pyo3(signature = (
        players: "typing.SupportsIndex",
        boards: "collections.abc.Sequence[int] | str | None" = None,
        start_castles: "collections.abc.Sequence[str | None] | str | None" = None,
        rules: "Rules | collections.abc.Mapping[str, object] | None" = None,
    ))]
    fn new(
        players: &Bound<'_, PyAny>,
        boards: Option<&Bound<'_, PyAny>>,
        start_castles: Option<&Bound<'_, PyAny>>,
        rules: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let shared = from_argument(players.py(), rules)?;
        let state = setup::new_state(&shared, players, boards, start_castles)?;
        Ok(Self { shared, state })
    }

    /// The rules the game is played by.
    #[getter]
    fn get_rules(&self) -> PyRules {
        PyRules { shared: Arc::clone(&self.shared) }
    }

    /// The seat to decide; -1 at a chance node, -4 when the game is over.
    fn current_player(&self) -> i8 {
        match self.state.prompt() {
            Prompt::Over => -4,
            Prompt::Chance(_) => -1,
            _ => self.state.seat() as i8,
        }
    }

    /// Whether the game is over.
    fn is_terminal(&self) -> bool {
        self.state.is_over()
    }

    /// Whether a chance event is next.
    fn is_chance_node(&self) -> bool {
        self.state.is_chance()
    }

    /// Number of players, 2 to 4.
    fn num_players(&self) -> u8 {
        self.state.player_count()
    }

    /// The legal action codes, ascending; at a chance node the outcomes; empty when the game is over.
    #[pyo3(signature = () -> "list[int]")]
    fn legal_actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        if self.state.is_chance() {
            let outcomes = self.state.outcomes(self.rules());
            return PyList::new(py, outcomes.into_iter().map(|(outcome, _)| outcome));
        }
        let legal = self.state.legal(self.rules());
        let codes = convert::codes(py)?;
        let mut left = legal.codes();
        let next = |_| &codes[left.next().expect("a set has as many codes as it says") % ACTIONS];
        PyList::new(py, (0..legal.len()).map(next))
    }

    /// `(outcome, probability)` for each outcome of the chance event that is next, ascending; empty elsewhere.
    fn chance_outcomes(&self) -> Vec<(usize, f64)> {
        let outcomes = self.state.outcomes(self.rules());
        let total: u32 = outcomes.iter().map(|(_, weight)| weight).sum();
        outcomes
            .into_iter()
            .map(|(outcome, weight)| (outcome, f64::from(weight) / f64::from(total)))
            .collect()
    }

    /// `(outcome, weight)` with exact integer weights for each outcome of the chance event that is next; empty elsewhere.
    fn chance_weights(&self) -> Vec<(usize, u32)> {
        self.state.outcomes(self.rules())
    }

    /// The outcome that the chance event that is next has in the world `seed` (see `resolve_chance`).
    ///
    /// Raises:
    ///     ValueError: no chance event is next, or `seed` is not from 0 to 2**64 - 1.
    #[pyo3(signature = (seed: "typing.SupportsIndex"))]
    fn chance_outcome(&self, seed: &Bound<'_, PyAny>) -> PyResult<usize> {
        let seed = convert::seed(seed)?;
        let outcome = self.state.outcome_in(self.rules(), seed);
        outcome.ok_or_else(|| PyValueError::new_err("chance_outcome: no chance event is next"))
    }

    /// The state after an action, or after an outcome at a chance node; this state is unchanged.
    ///
    /// Raises:
    ///     IllegalActionError: not legal here; the text names the action, the reason and the rule.
    ///     TypeError: not an integer.
    #[pyo3(signature = (action: "typing.SupportsIndex"))]
    fn child(&self, action: &Bound<'_, PyAny>) -> PyResult<Self> {
        Ok(self.after(self.find_code(action)?))
    }

    /// The state at the next decision, or at the end, chance events coming out as in the world `seed`.
    ///
    /// A seed is a world: the same seed gives the same dice and draws whatever the players do (docs/formats.md,
    /// section 3). A state at which no chance event is next comes back as it is.
    ///
    /// Raises:
    ///     ValueError: `seed` is not from 0 to 2**64 - 1.
    #[pyo3(signature = (seed: "typing.SupportsIndex"))]
    fn resolve_chance(slf: &Bound<'_, Self>, seed: &Bound<'_, PyAny>) -> PyResult<Py<Self>> {
        let seed = convert::seed(seed)?;
        let this = slf.get();
        if !this.state.is_chance() {
            return Ok(slf.clone().unbind());
        }
        let mut next = this.copy();
        cpu::resolve_chance(&mut next.state, this.rules(), seed);
        Py::new(slf.py(), next)
    }

    /// VP of each seat; the final scoring is in them once the game is over (R9.1).
    fn scores(&self) -> Vec<u16> {
        self.state.scores()[..self.state.players().len()].to_vec()
    }

    /// Seats from first to last, without ties (R9.2); before the end, as if it ended now without final scoring.
    fn ranking(&self) -> Vec<u16> {
        let ranking = self.state.ranking(self.rules());
        ranking[..self.state.players().len()].iter().map(|seat| u16::from(*seat)).collect()
    }

    /// 1.0 for the winner and -1/(players - 1) for the others; 0.0 for all before the end.
    fn returns(&self) -> Vec<f64> {
        let players = self.state.players().len();
        if !self.state.is_over() {
            return vec![0.0; players];
        }
        let mut returns = vec![-1.0 / (players as f64 - 1.0); players];
        returns[self.state.ranking(self.rules())[0] as usize] = 1.0;
        returns
    }

    /// Where each seat's VP came from: a dict a seat that sums to its score (R9.1).
    ///
    /// Keys: `in_play`, then the parts of the final scoring: `final_goods`, `final_silver`, `final_workers`, `k15` to `k26`, 0 before the
    /// end. `Game.score_breakdown` also tells apart what was scored in play.
    #[pyo3(signature = () -> "list[dict[str, int]]")]
    fn score_breakdown<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let dicts = PyList::empty(py);
        for (seat, player_vp) in self.scores().into_iter().enumerate() {
            let parts =
                if self.state.is_over() { self.state.final_score(self.rules(), seat) } else { Vec::new() };
            let dict = PyDict::new(py);
            let scored: i64 = parts.iter().map(|(_, vp)| i64::from(*vp)).sum();
            dict.set_item("in_play", i64::from(player_vp) - scored)?;
            for source in Source::all().filter(|source| source.is_final()) {
                let part = parts.iter().find(|(other, _)| *other == source);
                dict.set_item(source.name(), part.map_or(0, |(_, vp)| *vp))?;
            }
            dicts.append(dict)?;
        }
        Ok(dicts)
    }

    /// A legal action, uniform over seeds; the same for the same situation and seed.
    ///
    /// Raises:
    ///     ValueError: there is no decision here, or `seed` is not from 0 to 2**64 - 1.
    #[pyo3(signature = (seed: "typing.SupportsIndex"))]
    fn sample_action(&self, seed: &Bound<'_, PyAny>) -> PyResult<usize> {
        let seed = convert::seed(seed)?;
        errors::must_decide("sample_action", &self.state)?;
        let action = self.state.sample_action(self.rules(), seed);
        Ok(action.expect("a decision has a legal action").code())
    }

    /// `(probability, state)` for each state after an action and the one chance event that follows it.
    ///
    /// If none follows, the one state after the action with probability 1.0. At a chance node it takes an outcome.
    ///
    /// Raises:
    ///     IllegalActionError: not legal here.
    ///     TypeError: not an integer.
    #[pyo3(signature = (action: "typing.SupportsIndex"))]
    fn expand(&self, action: &Bound<'_, PyAny>) -> PyResult<Vec<(f64, Self)>> {
        let next = self.after(self.find_code(action)?);
        if !next.state.is_chance() {
            return Ok(vec![(1.0, next)]);
        }
        let outcomes = next.chance_outcomes();
        Ok(outcomes
            .into_iter()
            .map(|(outcome, probability)| (probability, next.after(Move::Outcome(outcome))))
            .collect())
    }

    /// A 64-bit key of the situation, without history: equal for equal situations under equal rules, everywhere.
    fn key(&self) -> u64 {
        self.state.key(self.rules())
    }

    /// Number of paths of `depth` plies from here; a path that ends sooner, with the game, counts once.
    ///
    /// Args:
    ///     depth: 0 to 10,000.
    ///     chance: "stop" if a chance node ends a path too, "all" if every outcome is a ply.
    ///
    /// Raises:
    ///     ValueError, TypeError: an argument has another value, or one of another type.
    #[pyo3(signature = (depth: "typing.SupportsIndex", chance: "str" = "stop"))]
    fn perft(&self, py: Python<'_>, depth: &Bound<'_, PyAny>, chance: &str) -> PyResult<u64> {
        let depth = convert::bounded("depth", depth, 0, 10_000)? as u32;
        let through_chance = match chance {
            "stop" => false,
            "all" => true,
            _ => return Err(errors::argument("chance", &format!("'{chance}'"), "'stop' or 'all'")),
        };
        let count = run::run_one(py, |stop| self.state.perft(self.rules(), depth, through_chance, stop))?;
        Ok(count.unwrap_or(0))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| {
            let other = other.get();
            self.state == other.state && same_rules(&self.shared, &other.shared)
        })
    }

    fn __hash__(&self) -> u64 {
        self.key()
    }

    /// The state itself, since it never changes; for code that copies what it searches from.
    #[pyo3(name = "copy")]
    fn copy_of(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }
}
