//! `burgundy.State`: the engine's state with its rules. One block of methods holds the whole class, since PyO3 takes
//! them so; what is more than a conversion lies in other files.

use std::sync::Arc;

use burgundy::bytes::options_of_bytes;
use burgundy::event::Source;
use burgundy::illegal::Illegal;
use burgundy::notation::event_text;
use burgundy::{ACTIONS, Action, Options, Prompt, Rules};
use numpy::PyArray1;
use numpy::ndarray::Ix1;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyString, PyTuple};

use crate::rules::{PyRules, Shared, default_rules, from_argument, same_rules};
use crate::{arrays, convert, errors, playouts, run, setup};

/// Most playouts of one call: their scores fit in memory, and no call lasts for days.
const MAX_PLAYOUTS: i64 = 100_000_000;
/// Most threads of one call.
const MAX_THREADS: i64 = 1024;

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
        next.state.resolve_chance(this.rules(), seed);
        Py::new(slf.py(), next)
    }

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
        let bytes = data.cast::<PyBytes>().map_err(|_| {
            PyTypeError::new_err(format!("data: {}, expected bytes", convert::type_name(data)))
        })?;
        let bytes = bytes.as_bytes();
        let shared = match rules {
            None => default_rules(py, options_of_bytes(bytes).unwrap_or_default())?,
            rules => from_argument(py, rules)?,
        };
        let state = burgundy::State::from_bytes(&shared.rules, bytes);
        let state = state.map_err(|faults| errors::snapshot(py, faults))?;
        Ok(Self { shared, state })
    }

    /// A legal action, uniform over seeds; the same for the same situation and seed.
    ///
    /// Raises:
    ///     ValueError: there is no decision here, or `seed` is not from 0 to 2**64 - 1.
    #[pyo3(signature = (seed: "typing.SupportsIndex"))]
    fn sample_action(&self, seed: &Bound<'_, PyAny>) -> PyResult<usize> {
        let action = self.state.sample_action(self.rules(), convert::seed(seed)?);
        let none = || PyValueError::new_err("sample_action: there is no decision here");
        action.map(Action::code).ok_or_else(none)
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

    /// Final scores of `n` games played on by uniform random decisions: an int16 array of shape (n, players).
    ///
    /// Playout `i` meets a world of its own, drawn from `seed` and `i`; the result is the same for any `threads`. The
    /// GIL is released, and Ctrl-C stops within a second.
    ///
    /// Args:
    ///     n: how many, 0 to 100,000,000.
    ///     seed: 0 to 2**64 - 1.
    ///     threads: 1 to 1024.
    ///     policy: "uniform".
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
        check_policy(policy)?;
        let (n, seed) = (playout_count("n", n, 0)?, convert::seed(seed)?);
        Ok(playouts::scores(py, self.rules(), &self.state, 0, n, seed, threads)?.into_any())
    }

    /// `ActionValues` of all legal actions: what `n` random games after each of them gave, all in the same worlds.
    ///
    /// Equal to `child(a).playouts(n, seed)` for each legal `a`, summed up as mean, variance and win rate of each
    /// player. The same for any `threads`; the GIL is released, and Ctrl-C stops within a second.
    ///
    /// Args:
    ///     n: how many after each action, 1 to 100,000,000.
    ///     seed: 0 to 2**64 - 1.
    ///     threads: 1 to 1024.
    ///     policy: "uniform".
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
        check_policy(policy)?;
        let (n, seed) = (playout_count("n", n, 1)?, convert::seed(seed)?);
        if self.state.is_over() || self.state.is_chance() {
            return Err(PyValueError::new_err("evaluate_actions: there is no decision here"));
        }
        playouts::action_values(py, self.rules(), &self.state, n, seed, threads)
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
    ///     ValueError: an argument has another value.
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

    #[pyo3(signature = () -> "tuple[typing.Any, tuple[typing.Any, ...]]")]
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let restore = py.import("burgundy._core")?.getattr("_restore")?;
        let default = default_rules(py, Options::default())?;
        let rules = (!same_rules(&self.shared, &default)).then(|| self.get_rules());
        Ok((restore, (self.to_bytes(py), rules).into_pyobject(py)?))
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

/// A number of playouts.
pub fn playout_count(name: &str, n: &Bound<'_, PyAny>, least: i64) -> PyResult<usize> {
    Ok(convert::bounded(name, n, least, MAX_PLAYOUTS)? as usize)
}

/// A number of threads.
pub fn thread_count(threads: &Bound<'_, PyAny>) -> PyResult<usize> {
    Ok(convert::bounded("threads", threads, 1, MAX_THREADS)? as usize)
}

fn check_policy(policy: &str) -> PyResult<()> {
    let wrong = || errors::argument("policy", &format!("'{policy}'"), "'uniform'");
    if policy == "uniform" { Ok(()) } else { Err(wrong()) }
}
