//! Evaluators in Python: what a caller's function thinks of positions, checked.

use std::sync::Arc;

use crate::arrays::{self, write_mask};
use crate::convert::short;
use crate::rules::Shared;
use crate::state::PyState;
use burgundy::{ACTIONS, Rules, features};
use burgundy_search::{Evaluation, Evaluator, Leaf, Objective};
use numpy::{Element, IntoPyArray, PyArray1, PyArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// Largest value, either way: differences of the largest floats are no numbers any more.
const LARGEST_VALUE: f32 = 1e6;

/// What a caller's function is given.
#[derive(Clone, Copy)]
pub enum Form {
    /// One state.
    State,
    /// Arrays of so many positions at most.
    Batch(usize),
}

/// A caller's function as an evaluator.
pub struct Callback<'py> {
    pub function: Bound<'py, PyAny>,
    pub shared: Arc<Shared>,
    pub form: Form,
}

impl Callback<'_> {
    const fn name(&self) -> &'static str {
        match self.form {
            Form::State => "evaluate",
            Form::Batch(_) => "evaluate_batch",
        }
    }

    /// What the function gives for these leaves.
    fn call(&self, rules: &Rules, leaves: &[Leaf]) -> PyResult<Bound<'_, PyAny>> {
        let py = self.function.py();
        if matches!(self.form, Form::State) {
            return self.function.call1((PyState::of(Arc::clone(&self.shared), &leaves[0].state),));
        }
        let size = features::size(leaves[0].state.players().len());
        let mut observations = vec![0.0; leaves.len() * size];
        let mut masks = vec![false; leaves.len() * ACTIONS];
        let rows = observations.chunks_exact_mut(size).zip(masks.chunks_exact_mut(ACTIONS));
        for (leaf, (observation, mask)) in leaves.iter().zip(rows) {
            leaf.state.observe(rules, leaf.state.seat(), observation);
            write_mask(&leaf.state.legal(rules), mask);
        }
        let seats: Vec<i8> = leaves.iter().map(|leaf| leaf.state.seat() as i8).collect();
        let observations = arrays::rows(py, leaves.len(), size, observations);
        let masks = arrays::rows(py, leaves.len(), ACTIONS, masks);
        self.function.call1((observations, masks, seats.into_pyarray(py)))
    }

    /// One of the two arrays as rows of floats that are numbers.
    fn rows(&self, what: &str, given: &Bound<'_, PyAny>, shape: [usize; 2]) -> PyResult<Vec<f32>> {
        let py = given.py();
        let numpy = py.import("numpy")?;
        let array = numpy.call_method1("asarray", (given, f32::get_dtype(py)))?;
        let found = array.getattr("shape")?;
        let [rows, columns] = shape;
        let single = matches!(self.form, Form::State);
        let expected = if single {
            (columns,).into_pyobject(py)?.into_any()
        } else {
            (rows, columns).into_pyobject(py)?.into_any()
        };
        if !found.eq(&expected)? {
            let text =
                format!("{}: {what} of shape {}, expected {}", self.name(), short(&found), short(&expected));
            return Err(PyValueError::new_err(text));
        }
        let cells = array.call_method0("ravel")?.cast::<PyArray1<f32>>()?.to_vec()?;
        if let Some(at) = cells.iter().position(|cell| !cell.is_finite()) {
            let text = format!(
                "{}: {what} with {} in row {}, expected finite numbers",
                self.name(),
                cells[at],
                at / columns
            );
            return Err(PyValueError::new_err(text));
        }
        Ok(cells)
    }
}

impl Evaluator for Callback<'_> {
    type Error = PyErr;

    fn batch(&self) -> usize {
        match self.form {
            Form::State => 1,
            Form::Batch(most) => most,
        }
    }

    fn gives_priors(&self) -> bool {
        true
    }

    fn evaluate(
        &mut self,
        rules: &Rules,
        _: &Objective,
        leaves: &[Leaf],
        out: &mut [Evaluation],
    ) -> PyResult<()> {
        let py = self.function.py();
        py.check_signals()?;
        let Some(first) = leaves.first() else { return Ok(()) };
        let players = first.state.players().len();
        let given = self.call(rules, leaves)?;
        let pair = given.cast::<PyTuple>().ok().filter(|pair| pair.len() == 2);
        let Some(pair) = pair else {
            let text = format!("{}: {}, expected a tuple (priors, values)", self.name(), short(&given));
            return Err(PyValueError::new_err(text));
        };
        let priors = self.rows("priors", &pair.get_item(0)?, [leaves.len(), ACTIONS])?;
        let values = self.rows("values", &pair.get_item(1)?, [leaves.len(), players])?;
        let rows = priors.chunks_exact(ACTIONS).zip(values.chunks_exact(players));
        for (i, ((leaf, evaluation), (priors, values))) in leaves.iter().zip(out).zip(rows).enumerate() {
            if let Some(value) = values.iter().find(|value| value.abs() > LARGEST_VALUE) {
                let text = format!(
                    "{}: values with {value:e} in row {i}, expected -1,000,000 to 1,000,000",
                    self.name()
                );
                return Err(PyValueError::new_err(text));
            }
            evaluation.values = [0.0; 4];
            evaluation.values[..players].copy_from_slice(values);
            let legal = leaf.state.legal(rules);
            evaluation.priors.clear();
            evaluation.priors.extend(legal.codes().map(|code| priors[code]));
            if evaluation.priors.iter().any(|prior| *prior < 0.0) {
                let text = format!("{}: priors below 0 in row {i}, expected probabilities", self.name());
                return Err(PyValueError::new_err(text));
            }
            normalise(&mut evaluation.priors);
        }
        Ok(())
    }
}

/// Makes priors add up to 1; where there are none, even ones.
fn normalise(priors: &mut [f32]) {
    let sum: f32 = priors.iter().sum();
    let even = 1.0 / priors.len() as f32;
    for prior in priors.iter_mut() {
        *prior = if sum > 0.0 && sum.is_finite() { *prior / sum } else { even };
    }
}
