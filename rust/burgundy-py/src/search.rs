//! `burgundy._core.Tree`: the search with its settings and what it keeps between moves; `burgundy.Search` is its face.

use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, TryLockError};
use std::time::{Duration, Instant};

use burgundy::{Rules, State};
use burgundy_search::{Budget, Config, Forest, LightPrior, Objective, Outcome, Playouts, Prior, RootNoise};
use numpy::IntoPyArray;
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::callbacks::{Callback, Form};
use crate::playouts::thread_count;
use crate::policies::Name;
use crate::rules::{Shared, same_rules};
use crate::state::PyState;
use crate::{arrays, convert, errors, run};

/// Most simulations of one call.
const MAX_SIMULATIONS: i64 = 1_000_000_000_000;
/// Longest search in seconds: a year.
const MAX_SECONDS: f64 = 31_536_000.0;
/// Most nodes of a search: their numbers have 32 bits, and their edges take most of the memory.
const MAX_NODES: i64 = 100_000_000;
/// Most leaves that are evaluated at a time: what is under way is counted in 16 bits.
const MAX_BATCH: i64 = 4096;
/// The part of the priors that all actions share, and VP for a factor of e (see `LightPrior`).
const EVEN: f32 = 0.1;
const TEMPERATURE: f32 = 1.0;

/// A tree search with its settings, and what it keeps from one position to the next.
#[pyclass(frozen, name = "Tree", module = "burgundy._core")]
pub struct PyTree {
    config: Config,
    playout: Name,
    has_prior: bool,
    seed: u64,
    threads: usize,
    callback: Option<(Py<PyAny>, Form)>,
    kept: Mutex<Option<Kept>>,
}

/// The trees, and the rules of their positions.
struct Kept {
    shared: Arc<Shared>,
    forest: Forest,
    prior: Option<LightPrior>,
}

#[pymethods]
impl PyTree {
    /// A search that knows no position yet; `burgundy.Search` says what the settings mean.
    ///
    /// Raises:
    ///     ValueError, TypeError: an argument is out of range or of another type, or two of them cannot be together.
    #[new]
    #[pyo3(signature = (
        *,
        seed: "typing.SupportsIndex",
        threads: "typing.SupportsIndex",
        playout: "str",
        prior: "str | None",
        objective: "tuple[float, float, float]",
        exploration: "float",
        widening: "float",
        max_nodes: "typing.SupportsIndex",
        root_noise: "tuple[float, float] | None",
        evaluate: "collections.abc.Callable[..., typing.Any] | None",
        evaluate_batch: "collections.abc.Callable[..., typing.Any] | None",
        batch: "typing.SupportsIndex",
    ))]
    #[expect(clippy::too_many_arguments, reason = "they all have names")]
    fn new(
        seed: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = thread_count)] threads: usize,
        playout: &str,
        prior: Option<&str>,
        objective: (f32, f32, f32),
        exploration: f32,
        widening: f32,
        max_nodes: &Bound<'_, PyAny>,
        root_noise: Option<(f32, f32)>,
        evaluate: Option<Bound<'_, PyAny>>,
        evaluate_batch: Option<Bound<'_, PyAny>>,
        batch: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        let (win, lead, score) = objective;
        for (name, value, most) in [
            ("win", win, 1000.0),
            ("lead", lead, 1000.0),
            ("score", score, 1000.0),
            ("exploration", exploration, 1000.0),
            ("widening", widening, 1000.0),
        ] {
            if !(0.0..=most).contains(&value) {
                return Err(errors::argument(
                    name,
                    &value.to_string(),
                    &format!("a number from 0 to {most}"),
                ));
            }
        }
        if let Some((alpha, share)) = root_noise
            && !(alpha > 0.0 && alpha <= 1000.0 && (0.0..=1.0).contains(&share))
        {
            let expected = "alpha above 0 and at most 1000, and a share from 0 to 1";
            return Err(errors::argument("root_noise", &format!("({alpha}, {share})"), expected));
        }
        if !matches!(prior, None | Some("light")) {
            return Err(errors::argument(
                "prior",
                &format!("'{}'", prior.unwrap_or_default()),
                "'light' or None",
            ));
        }
        let batch = convert::bounded("batch", batch, 1, MAX_BATCH)? as usize;
        let callback = match (evaluate, evaluate_batch) {
            (Some(_), Some(_)) => {
                let text = "evaluate, evaluate_batch: both are given, expected one of them";
                return Err(PyValueError::new_err(text));
            }
            (Some(one), None) => Some((callable("evaluate", one)?, Form::State)),
            (None, Some(many)) => Some((callable("evaluate_batch", many)?, Form::Batch(batch))),
            (None, None) => None,
        };
        if callback.is_some() && threads > 1 {
            let expected = "1 with a callable, which is called on the calling thread alone";
            return Err(errors::argument("threads", &threads.to_string(), expected));
        }
        let config = Config {
            objective: Objective { win, lead, score },
            exploration,
            widening,
            max_nodes: convert::bounded("max_nodes", max_nodes, 1, MAX_NODES)? as usize,
            root_noise: root_noise.map(|(alpha, share)| RootNoise { alpha, share }),
            ..Config::default()
        };
        Ok(Self {
            config,
            playout: Name::read("playout", playout)?,
            has_prior: prior.is_some() && callback.is_none(),
            seed: convert::seed(seed)?,
            threads,
            callback,
            kept: Mutex::new(None),
        })
    }

    /// What a search from `state` finds, as a dict with the fields of `burgundy.SearchResult`.
    ///
    /// Args:
    ///     state: a state at a decision.
    ///     simulations: how many at most, 1 to 10**12; None for no such end.
    ///     seconds: how long, above 0 and at most a year; None for no such end. One of the two must be given.
    ///
    /// Raises:
    ///     ValueError, TypeError: there is no decision at `state`, or an argument is out of range or of another type.
    ///     RuntimeError: the search is in use, by another thread or by the call that its own callable is in.
    #[pyo3(signature = (
        state,
        simulations: "typing.SupportsIndex | None",
        seconds: "float | None",
    ) -> "dict[str, typing.Any]")]
    fn search<'py>(
        &self,
        state: &Bound<'py, PyState>,
        simulations: Option<&Bound<'py, PyAny>>,
        seconds: Option<f64>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let py = state.py();
        arrays::ready(py)?;
        let begun = Instant::now();
        let state = state.get();
        errors::must_decide("search", state.engine())?;
        let budget = read_budget(simulations, seconds, begun)?;
        let mut kept = self.kept.try_lock().or_else(|error| match error {
            TryLockError::WouldBlock => Err(PyRuntimeError::new_err("search: it is in use")),
            TryLockError::Poisoned(poisoned) => Ok(poisoned.into_inner()),
        })?;
        let kept = match &mut *kept {
            Some(kept) if same_rules(&kept.shared, state.shared()) => kept,
            other => other.insert(self.begin(state.shared())),
        };
        let outcome = if let Some((function, form)) = &self.callback {
            let function = function.bind(py).clone();
            let mut callback = Callback { function, shared: Arc::clone(&kept.shared), form: *form };
            let (rules, state) = (state.rules(), state.engine());
            kept.forest.search_with(rules, &self.config, state, &mut callback, None, &budget)?
        } else {
            let kept = Mutex::new(kept);
            let play_outs = |stop: &(dyn Fn() -> bool + Sync)| {
                let mut kept = kept.lock().expect("nobody else has it");
                self.play_outs(&mut kept, state.engine(), &Budget { stop: Some(stop), ..budget })
            };
            if self.threads == 1 {
                run::run_here(py, play_outs)?
            } else {
                run::run_one(py, |stop| play_outs(&|| stop.load(Ordering::Relaxed)))?
            }
        };
        result(py, state.rules(), state.engine(), &outcome, begun.elapsed())
    }

    /// Shows the garbage collector the callable, which is often a method of what holds this search.
    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        self.callback.as_ref().map_or(Ok(()), |(function, _)| visit.call(function))
    }

    /// Forgets all positions.
    ///
    /// Raises:
    ///     RuntimeError: the search is in use.
    fn clear(&self) -> PyResult<()> {
        match self.kept.try_lock() {
            Ok(mut kept) => *kept = None,
            Err(TryLockError::Poisoned(poisoned)) => *poisoned.into_inner() = None,
            Err(TryLockError::WouldBlock) => {
                return Err(PyRuntimeError::new_err("clear: the search is in use"));
            }
        }
        Ok(())
    }
}

impl PyTree {
    /// Empty trees for positions of these rules.
    fn begin(&self, shared: &Arc<Shared>) -> Kept {
        let light = || shared.policies.light(&shared.rules).clone();
        Kept {
            shared: Arc::clone(shared),
            forest: Forest::new(self.seed, self.threads),
            prior: self.has_prior.then(|| LightPrior::new(light(), TEMPERATURE, EVEN)),
        }
    }

    /// Searches with playouts.
    fn play_outs(&self, kept: &mut Kept, state: &State, budget: &Budget<'_>) -> Outcome {
        let shared = Arc::clone(&kept.shared);
        let play_out = |rules: &Rules, state: &mut State, world: u64| {
            shared.policies.play_out(self.playout, rules, state, world);
        };
        let prior = kept.prior.as_ref().map(|prior| prior as &dyn Prior);
        let evaluator = || Playouts { play_out };
        kept.forest.search(&shared.rules, &self.config, state, evaluator, prior, budget)
    }
}

fn callable(name: &str, object: Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
    if object.is_callable() {
        return Ok(object.unbind());
    }
    let kind = convert::type_name(&object);
    Err(PyTypeError::new_err(format!("{name}: {kind}, expected a callable")))
}

fn read_budget<'a>(
    simulations: Option<&Bound<'_, PyAny>>,
    seconds: Option<f64>,
    begun: Instant,
) -> PyResult<Budget<'a>> {
    let mut budget = Budget::simulations(u64::MAX);
    if let Some(simulations) = simulations {
        budget.simulations = convert::bounded("simulations", simulations, 1, MAX_SIMULATIONS)? as u64;
    }
    if let Some(seconds) = seconds {
        if !(seconds > 0.0 && seconds <= MAX_SECONDS) {
            let expected = "a number above 0 and at most 31,536,000";
            return Err(errors::argument("seconds", &seconds.to_string(), expected));
        }
        budget.deadline = Some(begun + Duration::from_secs_f64(seconds));
    }
    if simulations.is_none() && seconds.is_none() {
        return Err(PyValueError::new_err("simulations, seconds: None, expected one of them at least"));
    }
    Ok(budget)
}

/// The outcome as the fields of a `SearchResult`.
fn result<'py>(
    py: Python<'py>,
    rules: &Rules,
    state: &State,
    outcome: &Outcome,
    took: Duration,
) -> PyResult<Bound<'py, PyDict>> {
    let players = state.players().len();
    let actions = &outcome.actions;
    let codes: Vec<i16> = actions.iter().map(|one| one.action.code() as i16).collect();
    let visits: Vec<i64> = actions.iter().map(|one| one.visits as i64).collect();
    let solved: Vec<bool> = actions.iter().map(|one| one.is_solved).collect();
    let mut values = Vec::with_capacity(actions.len() * players);
    for one in actions {
        values.extend((0..players).map(|seat| one.mean(seat).unwrap_or(f64::NAN)));
    }
    let words: Vec<String> = outcome.line.iter().map(|(before, action)| before.words(*action)).collect();
    let line: Vec<usize> = outcome.line.iter().map(|(_, action)| action.code()).collect();
    debug_assert!(state.legality(rules, outcome.best).is_ok(), "the best action is legal");
    let fields = PyDict::new(py);
    fields.set_item("action", outcome.best.code())?;
    fields.set_item("actions", codes.into_pyarray(py))?;
    fields.set_item("visits", visits.into_pyarray(py))?;
    fields.set_item("values", arrays::rows(py, actions.len(), players, values))?;
    fields.set_item("solved", solved.into_pyarray(py))?;
    fields.set_item("line", line)?;
    fields.set_item("principal_line", words)?;
    fields.set_item("simulations", outcome.simulations)?;
    fields.set_item("seconds", took.as_secs_f64())?;
    fields.set_item("nodes", outcome.nodes)?;
    Ok(fields)
}
