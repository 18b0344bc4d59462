//! The rules of The Castles of Burgundy (2011), nothing else: no I/O, no dependency, no unsafe code.
//!
//! A [`State`] is a game at one node. Ask it for the [`legal`](State::legal) actions, [`apply`](State::apply) one, let
//! [`resolve_chance`](State::resolve_chance) play dice and draws of a world, and read the [`scores`](State::scores). All tables and
//! options come in [`Rules`], by reference. The rules are numbered R1 to R11 in docs/rules.md; code cites them.
//!
//! | question | file |
//! |---|---|
//! | spaces, tiles, goods, actions, prompts | `space`, `tile`, `goods`, `action`, `prompt` |
//! | boards, tables, options | `layout`, `rules` |
//! | what a state holds | `state`, `player`, `depots`, `supply`, `track` |
//! | set-up (R1), rounds and phases (R2, R3) | `setup`, `round`, `chance`, `world` |
//! | actions (R4, R5, R7), effects (R6, R8), knowledge | `moves`, `legal`, `illegal`, `apply`, `effects`, `knowledge` |
//! | end (R9) | `scoring` |
//! | formats | `notation`, `explain`, `snapshot`, `read_snapshot`, `read_parts`, `draft`, `validate`, `bytes` |
//! | playing on | `playout`, `perft` |
//! | features for networks | `features`, `observation` |

#![forbid(unsafe_code)]

pub mod action;
pub mod action_set;
mod apply;
pub mod bits;
pub mod bytes;
pub mod chance;
pub mod cpu;
pub mod depots;
pub mod draft;
mod effects;
pub mod event;
mod explain;
pub mod features;
pub mod goods;
pub mod illegal;
pub mod knowledge;
pub mod layout;
mod legal;
mod moves;
pub mod notation;
mod observation;
mod perft;
pub mod player;
pub mod playout;
pub mod prompt;
mod read_parts;
mod read_snapshot;
mod round;
mod row;
pub mod rules;
pub mod scoring;
pub mod setup;
mod slots;
pub mod snapshot;
pub mod space;
pub mod state;
mod supply;
pub mod tile;
pub mod track;
pub mod validate;
mod validate_prompt;
mod validate_seat;
pub mod value;
mod world;

pub use action::{ACTIONS, Action};
pub use action_set::ActionSet;
pub use features::OBSERVATION_VERSION;
pub use prompt::{Chance, Prompt};
pub use rules::{Options, Rules, Tables};
pub use state::State;

/// Version of the rules text that the engine follows.
pub const RULES_VERSION: u32 = 1;
/// Version of the action codes.
pub const ACTION_VERSION: u32 = 1;
/// Version of the worlds: which outcomes a seed gives.
pub const WORLD_VERSION: u32 = 1;
/// Version of the snapshot format.
pub const SNAPSHOT_VERSION: u32 = 1;
