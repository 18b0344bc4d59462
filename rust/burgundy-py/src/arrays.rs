//! Arrays of numpy: new ones, and the caller's, which are checked and then written.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};

use burgundy::ActionSet;
use burgundy::action::Action;
use numpy::ndarray::Array2;
use numpy::{
    BorrowError, Element, IntoPyArray, PyArray, PyArray1, PyArray2, PyArrayDescrMethods, PyArrayMethods,
    PyReadwriteArray, PyUntypedArray, PyUntypedArrayMethods, get_array_module,
};
use pyo3::exceptions::{PyImportError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

use crate::convert::{short, type_name};

/// Imports numpy if that is still to be done. Each call from Python that may come across an array asks for it first, before
/// anything is locked or changed: without numpy all else here panics.
///
/// What the import raises comes through, Ctrl-C included; the next call tries again.
#[inline]
pub fn ready(py: Python<'_>) -> PyResult<()> {
    static IS_READY: AtomicBool = AtomicBool::new(false);
    if !IS_READY.load(Ordering::Acquire) {
        import(py)?;
        IS_READY.store(true, Ordering::Release);
    }
    Ok(())
}

#[cold]
fn import(py: Python<'_>) -> PyResult<()> {
    // The crate imports them under a lock, for which a call by a signal handler in the middle would wait for ever.
    py.import("numpy")?;
    py.import("numpy.lib")?;
    let api = get_array_module(py)?.getattr("_ARRAY_API")?;
    api.cast_into::<PyCapsule>()?.pointer_checked(None)?;
    // Now the crate finds what it needs and keeps it, unless it is that of a numpy it does not know.
    let keep = || PyArray1::<bool>::zeros(py, 1, false).try_readwrite().is_ok();
    if catch_unwind(AssertUnwindSafe(keep)).unwrap_or(false) {
        return Ok(());
    }
    let version = py.import("numpy")?.getattr("__version__")?;
    let text = format!("numpy: {}, expected a version whose C API is known here", short(&version));
    Err(PyImportError::new_err(text))
}

/// A new array of `count` rows with these cells, as many in each.
pub fn rows<T: Element>(
    py: Python<'_>,
    count: usize,
    columns: usize,
    cells: Vec<T>,
) -> Bound<'_, PyArray2<T>> {
    // Made in two dimensions: reshaping makes an array of an array.
    Array2::from_shape_vec([count, columns], cells).expect("as many cells as rows hold").into_pyarray(py)
}

/// An array to write into, held for as long as that takes.
pub type Writable<'py, T, D> = PyReadwriteArray<'py, T, D>;

/// The caller's array as one to write into, if it has this type and shape, is C-contiguous, aligned and writeable.
pub fn writable<'py, T: Element, D: numpy::ndarray::Dimension>(
    name: &str,
    object: &Bound<'py, PyAny>,
    shape: &[usize],
) -> PyResult<Writable<'py, T, D>> {
    let array = object.cast::<PyArray<T, D>>().map_err(|_| wrong_type::<T>(name, object, shape))?;
    if array.shape() != shape {
        return Err(wrong_shape(name, array.shape(), shape));
    }
    if !array.is_c_contiguous() {
        let text = format!("{name}: not C-contiguous, expected an array whose rows lie one after another");
        return Err(PyValueError::new_err(text));
    }
    if !array.data().is_aligned() {
        let text = format!(
            "{name}: not aligned, expected an array whose memory begins where its type may; copy() gives one"
        );
        return Err(PyValueError::new_err(text));
    }
    array.try_readwrite().map_err(|error| {
        PyValueError::new_err(match error {
            BorrowError::NotWriteable => format!("{name}: read-only, expected an array that can be written"),
            _ => format!("{name}: shares memory with another array in use, expected one of its own"),
        })
    })
}

fn wrong_shape(name: &str, given: &[usize], expected: &[usize]) -> PyErr {
    PyValueError::new_err(format!("{name}: shape {}, expected {}", shape_text(given), shape_text(expected)))
}

fn wrong_type<T: Element>(name: &str, object: &Bound<'_, PyAny>, shape: &[usize]) -> PyErr {
    let expected = T::get_dtype(object.py());
    let Ok(array) = object.cast::<PyUntypedArray>() else {
        let kind = type_name(object);
        let shape = shape_text(shape);
        return PyTypeError::new_err(format!(
            "{name}: {kind}, expected a numpy array of {expected} and shape {shape}"
        ));
    };
    if array.dtype().is_equiv_to(&expected) {
        return wrong_shape(name, array.shape(), shape);
    }
    PyTypeError::new_err(format!("{name}: array of {}, expected {expected}", array.dtype()))
}

fn shape_text(shape: &[usize]) -> String {
    let lengths: Vec<String> = shape.iter().map(ToString::to_string).collect();
    if lengths.len() == 1 { format!("({},)", lengths[0]) } else { format!("({})", lengths.join(", ")) }
}

/// What was checked to be contiguous as a slice.
pub fn slice<'a, T: Element, D: numpy::ndarray::Dimension>(array: &'a mut Writable<'_, T, D>) -> &'a mut [T] {
    array.as_slice_mut().expect("the array is contiguous")
}

/// Writes which actions are in the set.
pub fn write_mask(legal: &ActionSet, mask: &mut [bool]) {
    mask.fill(false);
    for code in legal.codes() {
        mask[code] = true;
    }
}

/// Kind, die, depot, slot, storage place, space and goods type of an action; -1 for what it does not have.
pub fn action_row(action: Action) -> (&'static str, i8, i8, i8, i8, i8, i8) {
    let die = action.die().map_or(-1, |die| die as i8);
    let slot = |slot: u8| ((slot / 4) as i8, (slot % 4) as i8);
    match action {
        Action::Take { slot: at, .. } => ("take", die, slot(at).0, slot(at).1, -1, -1, -1),
        Action::Place { storage, space, .. } => {
            ("place", die, -1, -1, storage as i8, space.index() as i8, -1)
        }
        Action::Sell { good, .. } => ("sell", die, -1, -1, -1, -1, good as i8),
        Action::Workers { .. } => ("workers", die, -1, -1, -1, -1, -1),
        Action::BuyBlack { slot } => ("buy_black", die, -1, slot as i8, -1, -1, -1),
        Action::BuyDepot { slot: at } => ("buy_depot", die, slot(at).0, slot(at).1, -1, -1, -1),
        Action::Discard { storage } => ("discard", die, -1, -1, storage as i8, -1, -1),
        Action::ShipGoods { depot } => ("ship", die, depot as i8, -1, -1, -1, -1),
        Action::Keep { good } => ("keep", die, -1, -1, -1, -1, good as i8),
        Action::StartCastle { space } => ("start_castle", die, -1, -1, -1, space.index() as i8, -1),
        Action::Decline => ("decline", die, -1, -1, -1, -1, -1),
        Action::EndTurn => ("end_turn", die, -1, -1, -1, -1, -1),
    }
}
