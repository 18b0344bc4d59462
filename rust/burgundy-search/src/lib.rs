//! Players: policies that choose an action by themselves, and playouts by them.
//!
//! Everything here asks the engine in public and holds no rule. A choice depends on the state and on a word alone, so that
//! what is played is the same on every platform and for any number of threads.
//!
//! | question | file |
//! |---|---|
//! | what a policy is, games played by one | `policy` |
//! | a player who looks through its turn | `greedy` |
//! | a quick one for playouts | `light` |
//! | what both believe, and tables made of it | `weights`, `worth` |

#![forbid(unsafe_code)]

mod greedy;
mod light;
pub mod policy;
pub mod weights;
mod worth;

pub use greedy::{Greedy, Width};
pub use light::Light;
pub use policy::{Policy, Uniform, play_out};
pub use weights::Weights;
