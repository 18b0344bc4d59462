//! The Python module `burgundy._core`: conversions and threads around the engine, no rule.

// The documentation of what is exported is Python's, where names are not put in ticks.
#![allow(clippy::doc_markdown)]

mod arrays;
mod batch;
mod callbacks;
mod choices;
mod convert;
mod cpu;
mod errors;
mod games;
mod outputs;
mod playouts;
mod policies;
mod rules;
mod run;
mod saved;
mod search;
mod setup;
mod state;

/// The engine and its conversions; `burgundy` offers all of it.
#[pyo3::pymodule(gil_used = false)]
mod _core {
    use pyo3::prelude::*;
    use pyo3::types::PyDict;

    #[pymodule_export]
    use crate::batch::{PyBatch, restore_batch};
    #[pymodule_export]
    use crate::rules::PyRules;
    #[pymodule_export]
    use crate::search::PyTree;
    #[pymodule_export]
    use crate::state::{PyState, restore};

    /// Number of action codes.
    #[pymodule_export]
    const NUM_ACTIONS: usize = burgundy::ACTIONS;
    /// Version of the rules text that the engine follows.
    #[pymodule_export]
    const RULES_VERSION: u32 = burgundy::RULES_VERSION;
    /// Version of the action codes.
    #[pymodule_export]
    const ACTION_VERSION: u32 = burgundy::ACTION_VERSION;
    /// Version of the worlds: which outcomes a seed gives.
    #[pymodule_export]
    const WORLD_VERSION: u32 = burgundy::WORLD_VERSION;
    /// Version of the snapshot format.
    #[pymodule_export]
    const SNAPSHOT_VERSION: u32 = burgundy::SNAPSHOT_VERSION;
    /// Version of the byte form and of keys.
    #[pymodule_export]
    const STATE_VERSION: u8 = burgundy::bytes::STATE_VERSION;

    /// Version of the features of an observation.
    #[pymodule_export]
    const OBSERVATION_VERSION: u32 = burgundy::OBSERVATION_VERSION;

    /// What an observation is made of with 2, 3 or 4 players: name, start, shape, labels, meaning and scale of each block.
    #[pyfunction]
    #[pyo3(signature = (players: "int") -> "list[tuple[str, int, list[int], list[str], str, str]]")]
    fn observation_blocks(players: usize) -> PyResult<Vec<Block>> {
        if !(2..=4).contains(&players) {
            return Err(crate::errors::argument("players", &players.to_string(), "2, 3 or 4 (R1.1)"));
        }
        let blocks = burgundy::features::spec(players);
        Ok(blocks
            .map(|block| {
                let labels = block.labels.to_vec();
                (block.name, block.start, block.shape, labels, block.meaning, block.scale)
            })
            .collect())
    }

    /// A block of an observation.
    type Block = (&'static str, usize, Vec<usize>, Vec<&'static str>, &'static str, &'static str);

    /// What each action code stands for: kind, die, depot, slot, storage place, space and goods type, -1 for what it
    /// does not have.
    #[pyfunction]
    #[pyo3(signature = () -> "list[tuple[str, int, int, int, int, int, int]]")]
    fn action_table() -> Vec<(&'static str, i8, i8, i8, i8, i8, i8)> {
        (0..burgundy::ACTIONS)
            .filter_map(burgundy::Action::from_code)
            .map(crate::arrays::action_row)
            .collect()
    }

    /// How the engine was built and what it runs on: version, profile, target, processor features that the build takes
    /// for granted, the kind of processor whose hot loops are taken (docs/performance.md), bytes of a state.
    #[pyfunction]
    #[pyo3(signature = () -> "dict[str, str]")]
    fn build_info(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
        let info = PyDict::new(py);
        info.set_item("version", env!("CARGO_PKG_VERSION"))?;
        info.set_item("profile", if cfg!(debug_assertions) { "debug" } else { "release" })?;
        info.set_item("target", format!("{}-{}", std::env::consts::ARCH, std::env::consts::OS))?;
        let features = [("popcnt", cfg!(target_feature = "popcnt")), ("bmi2", cfg!(target_feature = "bmi2"))];
        let built: Vec<&str> = features.iter().filter(|(_, with)| *with).map(|(name, _)| *name).collect();
        info.set_item("features", built.join(" "))?;
        info.set_item("processor", crate::cpu::look()?.name())?;
        info.set_item("state_bytes", size_of::<burgundy::State>().to_string())?;
        Ok(info)
    }

    /// The action that a policy chooses at a decision: the same for equal states and seeds.
    ///
    /// Args:
    ///     state: a state at a decision.
    ///     policy: "uniform", "light" or "greedy" (docs/players.md).
    ///     seed: 0 to 2**64 - 1.
    ///
    /// Raises:
    ///     ValueError, TypeError: there is no decision here, or an argument is out of range or of another type.
    #[pyfunction]
    #[pyo3(signature = (state, policy: "str", seed: "typing.SupportsIndex") -> "int")]
    fn policy_action(state: &Bound<'_, PyState>, policy: &str, seed: &Bound<'_, PyAny>) -> PyResult<usize> {
        let (policy, seed) = (crate::policies::Name::read("policy", policy)?, crate::convert::seed(seed)?);
        let state = state.get();
        crate::errors::must_decide("policy_action", state.engine())?;
        let policies = &state.shared().policies;
        Ok(policies.choose(policy, state.rules(), state.engine(), seed).code())
    }

    /// Sums over games `first` to `first + count - 1` of a series of uniform random games from `state`.
    ///
    /// Game `i` is playout `i` of `state.playouts(n, seed)`, so that results do not depend on how a series is cut
    /// or on `threads`. Keys: `scores` (int16, (count, players)), `winners` (int64, (players,)), `decisions`,
    /// `choices` (legal actions summed over decisions), `filled` (int64, (players,)) and `points` (VP by source,
    /// int64, (players,)).
    #[pyfunction]
    #[pyo3(signature = (state, first: "typing.SupportsIndex", count: "typing.SupportsIndex", seed: "typing.SupportsIndex", threads: "typing.SupportsIndex" = 1) -> "dict[str, typing.Any]")]
    fn simulate<'py>(
        py: Python<'py>,
        state: &Bound<'py, PyState>,
        first: &Bound<'py, PyAny>,
        count: &Bound<'py, PyAny>,
        seed: &Bound<'py, PyAny>,
        #[pyo3(from_py_with = crate::playouts::thread_count)] threads: usize,
    ) -> PyResult<Bound<'py, PyDict>> {
        crate::arrays::ready(py)?;
        let first = crate::convert::bounded("first", first, 0, i64::MAX / 2)? as u64;
        let count = crate::playouts::playout_count("count", count, 0)?;
        let seed = crate::convert::seed(seed)?;
        let state = state.get();
        crate::playouts::simulate(py, state.rules(), state.engine(), first, count, seed, threads)
    }
}
