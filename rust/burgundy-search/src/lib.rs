//! Players: policies that choose an action by themselves, and playouts by them.
//!
//! Everything here asks the engine in public and holds no rule. A choice depends on the state and on a word alone, so that
//! what is played is the same on every platform and for any number of threads.
//!
//! | question | file |
//! |---|---|
//! | what a policy is, games played by one | `policy` |

#![forbid(unsafe_code)]

pub mod policy;

pub use policy::{Policy, Uniform, play_out};
