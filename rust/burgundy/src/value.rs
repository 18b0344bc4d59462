//! Plain data, as in JSON, between snapshots and whoever stores them.

/// A value of a snapshot.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Value {
    Null,
    Bool(bool),
    Int(i64),
    Text(String),
    List(Vec<Value>),
    /// Keys in order.
    Map(Vec<(String, Value)>),
    /// Anything else, described in a few words.
    Other(String),
}

impl Value {
    /// A few words for messages.
    #[must_use]
    pub fn describe(&self) -> String {
        match self {
            Self::Null => "null".into(),
            Self::Bool(value) => value.to_string(),
            Self::Int(value) => value.to_string(),
            Self::Text(text) if text.chars().count() > 40 => {
                format!("'{}...'", text.chars().take(40).collect::<String>())
            }
            Self::Text(text) => format!("'{text}'"),
            Self::List(_) => "a list".into(),
            Self::Map(_) => "a mapping".into(),
            Self::Other(what) => what.clone(),
        }
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<bool> for Value {
    fn from(value: bool) -> Self {
        Self::Bool(value)
    }
}

macro_rules! from_small {
    ($($kind:ty),*) => { $(
        impl From<$kind> for Value {
            fn from(value: $kind) -> Self {
                Self::Int(i64::from(value))
            }
        }
    )* };
}
from_small!(u8, u16, u32);

impl<T: Into<Value>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Into::into)
    }
}

impl<T: Into<Value>> FromIterator<T> for Value {
    fn from_iter<I: IntoIterator<Item = T>>(values: I) -> Self {
        Self::List(values.into_iter().map(Into::into).collect())
    }
}

/// A mapping from pairs.
pub(crate) fn map<K: Into<String>>(pairs: impl IntoIterator<Item = (K, Value)>) -> Value {
    Value::Map(pairs.into_iter().map(|(key, value)| (key.into(), value)).collect())
}
