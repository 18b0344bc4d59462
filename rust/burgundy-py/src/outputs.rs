//! The arrays that a batch writes into, whole and in rows.

use burgundy::action::ACTIONS;
use burgundy::features;
use numpy::Element;
use numpy::ndarray::{Ix1, Ix2};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::arrays::{Writable, slice, writable, write_mask};
use crate::convert::{short, type_name};
use crate::games::{Game, Table};

/// The rows of one array that belong to some games; none if the array is not wanted.
struct Column<'a, T> {
    cells: &'a mut [T],
    width: usize,
}

impl<T> Column<'_, T> {
    /// Splits the first `rows` off.
    fn split(&mut self, rows: usize) -> Self {
        let (first, rest) = std::mem::take(&mut self.cells).split_at_mut(rows * self.width);
        self.cells = rest;
        Self { cells: first, width: self.width }
    }

    #[inline(always)]
    fn row(&mut self, i: usize) -> Option<&mut [T]> {
        (self.width > 0).then(|| &mut self.cells[i * self.width..(i + 1) * self.width])
    }
}

/// A kind of array: its name, type, width of a row (0 for one cell a game) and what it holds.
macro_rules! outputs {
    ($($field:ident: $type:ty, $dimension:ty, |$table:ident| $shape:expr;)*) => {
        /// The caller's arrays by name; what is not there is not written.
        #[derive(Default)]
        pub struct Outputs<'py> {
            $($field: Option<Writable<'py, $type, $dimension>>,)*
            indptr: Option<Writable<'py, i64, Ix1>>,
            indices: Option<Writable<'py, i16, Ix1>>,
        }

        /// The same for some of the games.
        pub struct Rows<'a> {
            $($field: Column<'a, $type>,)*
        }

        impl<'py> Outputs<'py> {
            /// The names in the order in which they are made.
            pub const NAMES: &'static [&'static str] = &[$(stringify!($field),)* "indptr", "indices"];

            fn set(&mut self, table: &Table, name: &str, object: &Bound<'py, PyAny>) -> PyResult<bool> {
                let shown = format!("out['{name}']");
                match name {
                    $(stringify!($field) => {
                        let $table = table;
                        self.$field = Some(writable(&shown, object, &$shape)?);
                    })*
                    "indptr" => self.indptr = Some(writable(&shown, object, &[table.n + 1])?),
                    "indices" => self.indices = Some(writable(&shown, object, &[table.n * ACTIONS])?),
                    _ => return Ok(false),
                }
                Ok(true)
            }

            /// All rows, to be split.
            pub fn rows(&mut self, table: &Table) -> Rows<'_> {
                Rows {
                    $($field: match &mut self.$field {
                        None => Column { cells: &mut [], width: 0 },
                        Some(array) => {
                            let cells = slice(array);
                            Column { width: cells.len() / table.n, cells }
                        }
                    },)*
                }
            }
        }

        impl<'a> Rows<'a> {
            /// Whether nothing is to be written.
            fn is_empty(&self) -> bool {
                $(self.$field.width == 0)&&*
            }

            /// Splits the rows of the first `games` games off.
            pub fn split(&mut self, games: usize) -> Rows<'a> {
                Rows { $($field: self.$field.split(games),)* }
            }
        }

        /// A fresh array of this name.
        pub fn new_array<'py>(py: Python<'py>, table: &Table, name: &str) -> PyResult<Bound<'py, PyAny>> {
            match name {
                $(stringify!($field) => {
                    let $table = table;
                    fresh::<$type>(py, &$shape)
                })*
                "indptr" => fresh::<i64>(py, &[table.n + 1]),
                "indices" => fresh::<i16>(py, &[table.n * ACTIONS]),
                _ => Err(unknown_name(name)),
            }
        }
    };
}

outputs! {
    masks: bool, Ix2, |table| [table.n, ACTIONS];
    observations: f32, Ix2, |table| [table.n, features::size(table.players)];
    current_player: i8, Ix1, |table| [table.n];
    rewards: f32, Ix2, |table| [table.n, table.players];
    terminated: bool, Ix1, |table| [table.n];
    scores: i16, Ix2, |table| [table.n, table.players];
    final_scores: i16, Ix2, |table| [table.n, table.players];
    final_observations: f32, Ix2, |table| [table.n, features::size(table.players)];
}

/// Zeros as numpy makes them, which raises `MemoryError` where there is no room.
fn fresh<'py, T: Element>(py: Python<'py>, shape: &[usize]) -> PyResult<Bound<'py, PyAny>> {
    py.import("numpy")?.call_method1("zeros", (shape, T::get_dtype(py)))
}

/// The error for a name that no array has.
pub fn unknown_name(name: &str) -> PyErr {
    let names = Outputs::NAMES.join(", ");
    PyValueError::new_err(format!("out: no array is called '{name}', expected some of {names}"))
}

impl<'py> Outputs<'py> {
    /// The arrays of an `out` argument, each checked before anything is written.
    pub fn new(table: &Table, out: Option<&Bound<'py, PyAny>>) -> PyResult<Self> {
        let mut outputs = Self::default();
        let Some(out) = out.filter(|out| !out.is_none()) else { return Ok(outputs) };
        let dict = out.cast::<PyDict>().map_err(|_| {
            PyTypeError::new_err(format!(
                "out: {}, expected a dict of arrays as new_arrays() gives",
                type_name(out)
            ))
        })?;
        for (key, array) in dict.iter() {
            let Ok(name) = key.cast::<PyString>() else { return Err(unknown_name(&short(&key))) };
            let name = name.to_string_lossy();
            if !outputs.set(table, &name, &array)? {
                return Err(unknown_name(&name));
            }
        }
        if outputs.indptr.is_some() != outputs.indices.is_some() {
            let text = "out: indptr and indices come together, expected both or neither";
            return Err(PyValueError::new_err(text));
        }
        Ok(outputs)
    }

    /// Writes the legal actions of all games one after another: those of game `i` are
    /// `indices[indptr[i]:indptr[i + 1]]`.
    pub fn write_legal(&mut self, table: &Table, games: &[Game]) {
        let (Some(indptr), Some(indices)) = (&mut self.indptr, &mut self.indices) else { return };
        let (indptr, indices) = (slice(indptr), slice(indices));
        let mut end = 0;
        indptr[0] = 0;
        for (game, cell) in games.iter().zip(&mut indptr[1..]) {
            for code in game.state.legal(table.rules()).codes() {
                indices[end] = code as i16;
                end += 1;
            }
            *cell = end as i64;
        }
    }
}

impl Rows<'_> {
    /// Writes the rows of the games after a step; `winners` are those that ended by it, in their order, each with its winner.
    pub fn write(&mut self, table: &Table, games: &[Game], winners: &[(usize, u8)]) {
        if self.is_empty() {
            return;
        }
        debug_assert!(winners.is_sorted());
        let mut winners = winners.iter().peekable();
        for (i, game) in games.iter().enumerate() {
            let winner = winners.next_if(|(ended, _)| *ended == i).map(|(_, winner)| *winner);
            self.write_row(table, i, game, winner);
        }
    }

    /// Writes the row of a game; `winner` if it ended by the step.
    #[inline]
    fn write_row(&mut self, table: &Table, i: usize, game: &Game, winner: Option<u8>) {
        let players = table.players;
        if let Some(row) = self.masks.row(i) {
            write_mask(&game.state.legal(table.rules()), row);
        }
        if let Some(row) = self.observations.row(i) {
            observe(table, game, row);
        }
        if let Some(row) = self.current_player.row(i) {
            row[0] = if game.state.is_over() { -4 } else { game.state.seat() as i8 };
        }
        if let Some(row) = self.rewards.row(i) {
            row.fill(if winner.is_some() { -1.0 / (players as f32 - 1.0) } else { 0.0 });
            if let Some(winner) = winner {
                row[winner as usize] = 1.0;
            }
        }
        if let Some(row) = self.terminated.row(i) {
            row[0] = winner.is_some() || game.state.is_over();
        }
        if let Some(row) = self.scores.row(i) {
            for (cell, score) in row.iter_mut().zip(game.state.scores()) {
                *cell = score as i16;
            }
        }
        if let Some(row) = self.final_scores.row(i) {
            row.copy_from_slice(&game.final_scores[..players]);
        }
    }

    /// Writes what is seen at the end of a game, before the next one begins.
    pub fn write_final(&mut self, table: &Table, i: usize, game: &Game) {
        if let Some(row) = self.final_observations.row(i) {
            observe(table, game, row);
        }
    }
}

#[inline]
fn observe(table: &Table, game: &Game, row: &mut [f32]) {
    let seat = table.observer.unwrap_or(game.state.seat());
    game.state.observe(table.rules(), seat, row);
}
