//! The policies by name, made once for each rules and shared by all calls.

use std::sync::OnceLock;

use burgundy::{Action, Rules, State};
use burgundy_search::{Greedy, Light, Policy, Uniform, play_out, word_of_seed};
use pyo3::prelude::*;

use crate::{cpu, errors};

/// A policy by its name.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Name {
    Uniform,
    Light,
    Greedy,
}

/// Those policies of some rules that have been asked for.
#[derive(Default)]
pub struct Policies {
    light: OnceLock<Light>,
    greedy: OnceLock<Greedy>,
}

impl Name {
    /// The policy of this name, which was given as `argument`.
    pub fn read(argument: &str, name: &str) -> PyResult<Self> {
        match name {
            "uniform" => Ok(Self::Uniform),
            "light" => Ok(Self::Light),
            "greedy" => Ok(Self::Greedy),
            _ => Err(errors::argument(argument, &format!("'{name}'"), "'uniform', 'light' or 'greedy'")),
        }
    }
}

impl Policies {
    /// The quick one for playouts.
    pub fn light(&self, rules: &Rules) -> &Light {
        self.light.get_or_init(|| Light::new(rules))
    }

    /// The one that looks through its turn.
    pub fn greedy(&self, rules: &Rules) -> &Greedy {
        self.greedy.get_or_init(|| Greedy::new(rules))
    }

    /// The action that a policy chooses at a decision.
    pub fn choose(&self, name: Name, rules: &Rules, state: &State, seed: u64) -> Action {
        let word = word_of_seed(rules, state, seed);
        match name {
            Name::Uniform => Uniform.choose(rules, state, word),
            Name::Light => self.light(rules).choose(rules, state, word),
            Name::Greedy => self.greedy(rules).choose(rules, state, word),
        }
    }

    /// Plays on to the end in a world.
    pub fn play_out(&self, name: Name, rules: &Rules, state: &mut State, world: u64) {
        match name {
            Name::Uniform => {
                cpu::play_out(state, rules, world, &mut ());
            }
            Name::Light => {
                cpu::play_light(state, rules, world, self.light(rules));
            }
            Name::Greedy => {
                play_out(state, rules, world, self.greedy(rules));
            }
        }
    }
}
