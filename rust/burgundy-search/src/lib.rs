//! Players: policies that choose an action by themselves, playouts by them, and tree search.
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
//! | what an end and a leaf are worth | `objective`, `evaluate`, `prior` |
//! | tree search: settings, a search of several trees, what it knows | `config`, `noise`, `forest`, `stats` |
//! | a tree, its simulations, the walk down | `tree`, `key`, `walk`, `descend` |

#![forbid(unsafe_code)]

mod config;
mod descend;
mod evaluate;
mod forest;
mod greedy;
mod key;
mod light;
mod noise;
mod objective;
pub mod policy;
mod prior;
pub mod stats;
mod tree;
mod walk;
pub mod weights;
mod worth;

pub use config::{Budget, Config};
pub use evaluate::{Evaluation, Evaluator, Leaf, Playouts, Prior, uniform_playout};
pub use forest::{Forest, Outcome};
pub use greedy::{Greedy, Width};
pub use light::Light;
pub use noise::RootNoise;
pub use objective::Objective;
pub use policy::{Policy, Uniform, play_out, word_of_seed};
pub use prior::LightPrior;
pub use stats::ActionStats;
pub use weights::Weights;
