//! `burgundy.Rules`: tables and options.

use std::sync::{Arc, Mutex, PoisonError, Weak};

use burgundy::rules::{BoardTable, ExceptionTable, FinalTable, TieBreak};
use burgundy::space::Space;
use burgundy::{Options, Rules, Tables};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyMapping, PyString, PyTuple};

use crate::policies::Policies;
use crate::{convert, cpu, errors};

/// The rules that states share, and the tables they were made from if those are not the shipped ones.
pub struct Shared {
    pub rules: Rules,
    pub policies: Policies,
    tables: Option<Py<PyAny>>,
}

impl Shared {
    fn new(rules: Rules, tables: Option<Py<PyAny>>) -> Arc<Self> {
        Arc::new(Self { rules, policies: Policies::default(), tables })
    }
}

/// The rules of the shipped data by the byte of their options (`burgundy::bytes::options_byte`).
static SHIPPED: [PyOnceLock<Arc<Shared>>; 12] = [const { PyOnceLock::new() }; 12];

/// The rules of own data that are in use, so that equal ones, which come from one folder or with each state that is
/// unpickled, are one object. The lock is held for comparisons only: no Python code runs under it.
static OWN: Mutex<Vec<Weak<Shared>>> = Mutex::new(Vec::new());

/// The tables and options a game is played by.
///
/// The options are those of R11 and take only the values listed there; the defaults are the 2011 game.
/// Equal rules compare equal; they are immutable, hashable and can be pickled.
///
/// Args:
///     purchase_in_effect: whether a purchase may come while a castle's action or a city hall waits (R11.1).
///     tie_break: "fewest_then_later", "most_then_later" or "fewest_then_earlier" (R11.2).
///     decline_effects: whether the effects of R6.8 may be declined (R11.3).
///     data: a folder with own data files (a file that is not there is taken from the shipped ones), or tables that
///         `burgundy.loader.load` gave; None for the shipped data.
///
/// Raises:
///     ValueError: there is no such tie-break.
///     TypeError: an option has a value of another type.
///     DataError: the data files are no game; every fault is listed.
#[pyclass(frozen, name = "Rules", module = "burgundy._core")]
pub struct PyRules {
    pub shared: Arc<Shared>,
}

#[pymethods]
impl PyRules {
    #[new]
    #[pyo3(signature = (
        purchase_in_effect = true,
        tie_break = "fewest_then_later",
        decline_effects = true,
        data: "str | os.PathLike[str] | burgundy.loader.Tables | None" = None,
    ))]
    fn new(
        py: Python<'_>,
        purchase_in_effect: bool,
        tie_break: &str,
        decline_effects: bool,
        data: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let tie_break = tie_break_of(tie_break)?;
        let options = Options { purchase_in_effect, tie_break, decline_effects };
        let shared = match data {
            None => default_rules(py, options)?,
            Some(data) => load(py, data, options)?,
        };
        Ok(Self { shared })
    }

    /// Whether a purchase may come while a castle's action or a city hall waits (R11.1).
    #[getter]
    fn purchase_in_effect(&self) -> bool {
        self.shared.rules.options().purchase_in_effect
    }

    /// How a tie is broken (R11.2).
    #[getter]
    fn tie_break(&self) -> &'static str {
        self.shared.rules.options().tie_break.name()
    }

    /// Whether the effects of R6.8 may be declined (R11.3).
    #[getter]
    fn decline_effects(&self) -> bool {
        self.shared.rules.options().decline_effects
    }

    /// The board numbers of the data, in its order.
    #[getter]
    fn boards(&self) -> Vec<u16> {
        self.shared.rules.layouts().iter().map(|layout| layout.number().into()).collect()
    }

    /// Eight bytes that identify the data files (docs/formats.md, section 5).
    #[getter]
    fn fingerprint(&self) -> [u8; 8] {
        self.shared.rules.tables().fingerprint
    }

    /// The printed spaces of a board: colour and number by the space's name.
    ///
    /// Raises:
    ///     ValueError: the data have no board of that number.
    #[pyo3(signature = (number: "typing.SupportsIndex") -> "dict[str, tuple[str, int]]")]
    fn board<'py>(&self, number: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyDict>> {
        let wanted = convert::integer("number", number)?;
        let mut layouts = self.shared.rules.layouts().iter();
        let Some(layout) = layouts.find(|layout| wanted == Some(i64::from(layout.number()))) else {
            let numbers: Vec<String> = self.boards().iter().map(ToString::to_string).collect();
            return Err(errors::argument("number", &convert::short(number), &numbers.join(", ")));
        };
        let spaces = PyDict::new(number.py());
        for space in Space::all() {
            spaces.set_item(space.to_string(), (layout.colour(space).name(), layout.die(space)))?;
        }
        Ok(spaces)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| same_rules(&self.shared, &other.get().shared))
    }

    fn __hash__(&self) -> u64 {
        let options = burgundy::bytes::options_byte(self.shared.rules.options());
        burgundy::bits::mix(u64::from_le_bytes(self.shared.rules.tables().fingerprint) ^ u64::from(options))
    }

    fn __repr__(&self) -> String {
        let truth = |value| if value { "True" } else { "False" };
        let options = self.shared.rules.options();
        format!(
            "Rules(purchase_in_effect={}, tie_break='{}', decline_effects={})",
            truth(options.purchase_in_effect),
            options.tie_break.name(),
            truth(options.decline_effects),
        )
    }

    #[pyo3(signature = () -> "tuple[typing.Any, tuple[typing.Any, ...]]")]
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let class = py.get_type::<Self>().into_any();
        let data = self.shared.tables.as_ref().map(|tables| tables.clone_ref(py));
        let arguments =
            (self.purchase_in_effect(), self.tie_break(), self.decline_effects(), data).into_pyobject(py)?;
        Ok((class, arguments))
    }
}

/// Whether two rules are the same tables and options.
pub fn same_rules(a: &Arc<Shared>, b: &Arc<Shared>) -> bool {
    Arc::ptr_eq(a, b) || a.rules == b.rules
}

/// The shipped data with these options; each of the twelve variants is made once.
pub fn default_rules(py: Python<'_>, options: Options) -> PyResult<Arc<Shared>> {
    let variant = burgundy::bytes::options_byte(options) as usize;
    let shared = SHIPPED[variant].get_or_try_init(py, || {
        if options == Options::default() {
            let tables = py.import("burgundy.loader")?.call_method0("load")?;
            return PyResult::Ok(Shared::new(build(py, &tables, options)?, None));
        }
        let default = default_rules(py, Options::default())?;
        Ok(Shared::new(default.rules.with_options(options), None))
    })?;
    Ok(Arc::clone(shared))
}

/// The rules of an argument: `Rules`, a mapping of options by name, or None.
pub fn from_argument(py: Python<'_>, rules: Option<&Bound<'_, PyAny>>) -> PyResult<Arc<Shared>> {
    let Some(rules) = rules else { return default_rules(py, Options::default()) };
    if let Ok(rules) = rules.cast::<PyRules>() {
        return Ok(Arc::clone(&rules.get().shared));
    }
    if let Ok(options) = rules.cast::<PyMapping>() {
        let keywords = PyDict::new(py);
        for pair in options.items()?.iter() {
            let (key, value): (Bound<'_, PyAny>, Bound<'_, PyAny>) = pair.extract()?;
            let known = ["purchase_in_effect", "tie_break", "decline_effects", "data"];
            if !key.extract::<String>().is_ok_and(|key| known.contains(&key.as_str())) {
                return Err(errors::argument("rules", &convert::short(&key), &known.join(", ")));
            }
            keywords.set_item(key, value)?;
        }
        let made = py.get_type::<PyRules>().call((), Some(&keywords))?;
        return Ok(Arc::clone(&made.cast::<PyRules>()?.get().shared));
    }
    let kind = rules.get_type().name()?.to_string();
    Err(pyo3::exceptions::PyTypeError::new_err(format!(
        "rules: {kind}, expected Rules, a mapping of options or None"
    )))
}

fn load(py: Python<'_>, data: &Bound<'_, PyAny>, options: Options) -> PyResult<Arc<Shared>> {
    let is_folder = data.is_instance_of::<PyString>() || data.hasattr("__fspath__")?;
    let tables = if is_folder || data.cast::<PyDict>().is_err() {
        py.import("burgundy.loader")?.call_method1("load", (data,))?
    } else {
        // A copy, since rules never change.
        py.import("copy")?.call_method1("deepcopy", (data,))?
    };
    let rules = build(py, &tables, options)?;
    Ok(one_of_equals(Shared::new(rules, Some(tables.unbind()))))
}

/// The rules in use that equal these, or these.
fn one_of_equals(new: Arc<Shared>) -> Arc<Shared> {
    let mut own = OWN.lock().unwrap_or_else(PoisonError::into_inner);
    let in_use: Vec<Arc<Shared>> = own.iter().filter_map(Weak::upgrade).collect();
    let shared = Arc::clone(in_use.iter().find(|old| old.rules == new.rules).unwrap_or(&new));
    own.retain(|rules| rules.strong_count() > 0);
    if Arc::ptr_eq(&shared, &new) {
        own.push(Arc::downgrade(&new));
    }
    drop(own);
    // Only now may rules go, and their tables with them, which are Python's.
    drop((in_use, new));
    shared
}

fn tie_break_of(name: &str) -> PyResult<TieBreak> {
    TieBreak::ALL.into_iter().find(|other| other.name() == name).ok_or_else(|| {
        let expected = TieBreak::ALL.map(TieBreak::name).join(", ");
        errors::argument("tie_break", &format!("'{name}'"), &format!("{expected} (R11.2)"))
    })
}

/// The engine's rules from the loader's tables.
fn build(py: Python<'_>, tables: &Bound<'_, PyAny>, options: Options) -> PyResult<Rules> {
    cpu::look()?;
    let tables = read(tables).map_err(|error| errors::data(py, vec![format!("tables: {error}")]))?;
    Rules::new(tables, options).map_err(|faults| errors::data(py, faults))
}

fn read(tables: &Bound<'_, PyAny>) -> PyResult<Tables> {
    let get = |key: &str| tables.get_item(key);
    let scoring = get("final")?;
    let factor = |key: &str| scoring.get_item(key)?.extract::<u16>();
    let exception = get("exception")?;
    let boards = get("boards")?.try_iter()?.map(|board| board_table(&board?)).collect::<PyResult<_>>()?;
    Ok(Tables {
        fingerprint: get("fingerprint")?.extract()?,
        boards,
        depots: get("depots")?.extract()?,
        marks: get("marks")?.extract()?,
        exception: ExceptionTable {
            depot: exception.get_item("depot")?.extract()?,
            slot: exception.get_item("slot")?.extract()?,
            colour: exception.get_item("colour")?.extract()?,
            phases: exception.get_item("phases")?.extract()?,
        },
        black_marks: get("black_marks")?.extract()?,
        purchase_cost: get("purchase_cost")?.extract()?,
        start_silver: get("start_silver")?.extract()?,
        start_goods: get("start_goods")?.extract()?,
        start_workers: get("start_workers")?.extract()?,
        region_vp: get("region_vp")?.extract()?,
        phase_vp: get("phase_vp")?.extract()?,
        bonus_first: get("bonus_first")?.extract()?,
        bonus_second: get("bonus_second")?.extract()?,
        goods_vp: get("goods_vp")?.extract()?,
        watchtower_vp: get("watchtower_vp")?.extract()?,
        final_scoring: FinalTable {
            good: factor("good")?,
            silver: factor("silver")?,
            workers_per_vp: factor("workers_per_vp")?,
            k15: factor("k15")?,
            k16_23: factor("k16_23")?,
            k24: factor("k24")?,
            k25: factor("k25")?,
            k26: factor("k26")?,
        },
        normal: get("normal")?.extract()?,
        black: get("black")?.extract()?,
        goods_copies: get("goods_copies")?.extract()?,
        final_building: get("final_building")?.extract()?,
    })
}

fn board_table(board: &Bound<'_, PyAny>) -> PyResult<BoardTable> {
    Ok(BoardTable {
        number: board.get_item("number")?.extract()?,
        copies: board.get_item("copies")?.extract()?,
        colours: board.get_item("colours")?.extract()?,
        numbers: board.get_item("numbers")?.extract()?,
    })
}
