//! Python objects to plain values and back.

use burgundy::value::Value;
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyBytes, PyDict, PyInt, PyList, PyMapping, PyString, PyTuple};

use crate::errors;

/// Deepest nesting of data that is read; no snapshot has more than six levels.
const MAX_DEPTH: usize = 10;
/// Longest list or mapping that is read; the longest of a snapshot has 49 entries.
const MAX_LENGTH: usize = 1000;
/// Most values that are read; a snapshot has some 600.
const MAX_VALUES: usize = 20_000;

/// The integers 0 to 511, made once: lists of actions are full of them.
pub fn codes(py: Python<'_>) -> PyResult<&'static [Py<PyInt>]> {
    static CODES: PyOnceLock<Vec<Py<PyInt>>> = PyOnceLock::new();
    let codes = CODES.get_or_try_init(py, || {
        (0..burgundy::ACTIONS).map(|code| Ok(code.into_pyobject(py)?.unbind())).collect::<PyResult<_>>()
    })?;
    Ok(codes)
}

/// An integer argument, as any object with `__index__` but no bool; `None` if it is beyond 64 bits.
pub fn integer(name: &str, object: &Bound<'_, PyAny>) -> PyResult<Option<i64>> {
    let way = if name == "action" { "; string_to_action reads words" } else { "" };
    let not_an_integer =
        || PyTypeError::new_err(format!("{name}: {}, expected an integer{way}", type_name(object)));
    if let Ok(number) = object.cast_exact::<PyInt>() {
        // Most are: no bool, and nothing to ask for its index.
        if let Ok(number) = number.extract::<i64>() {
            return Ok(Some(number));
        }
    }
    if object.is_instance_of::<PyBool>() {
        return Err(not_an_integer());
    }
    match object.extract::<i64>() {
        Ok(number) => Ok(Some(number)),
        Err(error) if error.is_instance_of::<PyOverflowError>(object.py()) => Ok(None),
        Err(_) => Err(not_an_integer()),
    }
}

/// An integer argument from `from` to `to`.
pub fn bounded(name: &str, object: &Bound<'_, PyAny>, from: i64, to: i64) -> PyResult<i64> {
    let number = integer(name, object)?.filter(|number| (from..=to).contains(number));
    number.ok_or_else(|| errors::argument(name, &short(object), &format!("an integer from {from} to {to}")))
}

/// A seed, 0 to 2^64 - 1.
pub fn seed(object: &Bound<'_, PyAny>) -> PyResult<u64> {
    let small = integer("seed", object)?;
    let seed = match small {
        Some(number) => u64::try_from(number).ok(),
        None => object.extract::<u64>().ok(),
    };
    seed.ok_or_else(|| errors::argument("seed", &short(object), "an integer from 0 to 2**64 - 1"))
}

/// The bytes of an argument `data`.
pub fn bytes<'py>(data: &'py Bound<'_, PyAny>) -> PyResult<&'py [u8]> {
    let wrong = |_| PyTypeError::new_err(format!("data: {}, expected bytes", type_name(data)));
    Ok(data.cast::<PyBytes>().map_err(wrong)?.as_bytes())
}

/// The name of an object's type, for messages.
pub fn type_name(object: &Bound<'_, PyAny>) -> String {
    object.get_type().name().map_or_else(|_| "object".into(), |name| name.to_string())
}

/// A few words of an object's text, for messages.
pub fn short(object: &Bound<'_, PyAny>) -> String {
    let text = object.str().map_or_else(|_| "?".into(), |text| text.to_string_lossy().into_owned());
    if text.chars().count() > 40 { text.chars().take(40).chain("...".chars()).collect() } else { text }
}

/// Python data as a plain value; what cannot be in a snapshot becomes [`Value::Other`].
pub fn to_value(object: &Bound<'_, PyAny>) -> Value {
    nested(object, 0, &mut 0)
}

/// `read` counts the values so far: lists that hold each other are more than any memory.
fn nested(object: &Bound<'_, PyAny>, depth: usize, read: &mut usize) -> Value {
    *read += 1;
    if depth > MAX_DEPTH {
        return Value::Other("data nested too deeply".into());
    }
    if *read > MAX_VALUES {
        return Value::Other("more data than a snapshot has".into());
    }
    if object.is_none() {
        Value::Null
    } else if let Ok(value) = object.cast::<PyBool>() {
        Value::Bool(value.is_true())
    } else if let Ok(text) = object.cast::<PyString>() {
        text.to_str().map_or_else(|_| Value::Other("text that is not unicode".into()), Value::from)
    } else if let Ok(pairs) = object.cast::<PyDict>() {
        if pairs.len() > MAX_LENGTH {
            return Value::Other(format!("a mapping of {} entries", pairs.len()));
        }
        // A copy: what is read may run code, and that code may change the mapping.
        let pairs: Vec<_> = pairs.items().iter().filter_map(|pair| pair.extract().ok()).collect();
        entries(&pairs, depth, read)
    } else if object.is_instance_of::<PyList>() || object.is_instance_of::<PyTuple>() {
        let length = object.len().unwrap_or(0);
        if length > MAX_LENGTH {
            return Value::Other(format!("a list of {length} entries"));
        }
        let items = (0..length).map_while(|i| object.get_item(i).ok());
        Value::List(items.map(|item| nested(&item, depth + 1, read)).collect())
    } else if let Ok(number) = object.extract::<i64>() {
        Value::Int(number)
    } else if object.is_instance_of::<PyInt>() {
        Value::Other("an integer beyond 64 bits".into())
    } else if let Some(pairs) = pairs_of(object) {
        if pairs.len() > MAX_LENGTH {
            return Value::Other(format!("a mapping of more than {MAX_LENGTH} entries"));
        }
        entries(&pairs, depth, read)
    } else {
        let kind = object.get_type().name();
        Value::Other(kind.map_or_else(|_| "an object".into(), |kind| format!("a {kind}")))
    }
}

/// A key and a value.
type Pair<'py> = (Bound<'py, PyAny>, Bound<'py, PyAny>);

/// The entries of a mapping that is no dict, one too many at most; `None` for what is none.
fn pairs_of<'py>(object: &Bound<'py, PyAny>) -> Option<Vec<Pair<'py>>> {
    object.cast::<PyMapping>().ok()?;
    let items = object.call_method0("items").ok()?.try_iter().ok()?;
    items.take(MAX_LENGTH + 1).map(|pair| pair.ok()?.extract().ok()).collect()
}

/// The entries of a mapping as plain values.
fn entries(pairs: &[Pair<'_>], depth: usize, read: &mut usize) -> Value {
    Value::Map(pairs.iter().map(|(key, value)| (key_text(key), nested(value, depth + 1, read))).collect())
}

/// A key as text; goods types may be integers.
fn key_text(key: &Bound<'_, PyAny>) -> String {
    match key.cast::<PyString>() {
        Ok(text) => text.to_string_lossy().into_owned(),
        Err(_) => short(key),
    }
}

/// A plain value as Python data.
pub fn from_value<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        Value::Null => py.None().into_bound(py),
        Value::Bool(value) => PyBool::new(py, *value).to_owned().into_any(),
        Value::Int(number) => number.into_pyobject(py)?.into_any(),
        Value::Text(text) | Value::Other(text) => PyString::new(py, text).into_any(),
        Value::List(values) => {
            let items: Vec<_> = values.iter().map(|value| from_value(py, value)).collect::<PyResult<_>>()?;
            PyList::new(py, items)?.into_any()
        }
        Value::Map(pairs) => {
            let dict = PyDict::new(py);
            for (key, value) in pairs {
                dict.set_item(key, from_value(py, value)?)?;
            }
            dict.into_any()
        }
    })
}
