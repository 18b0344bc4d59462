//! Priors from the worth that a policy gives each action.

use burgundy::{Action, Rules, State};

use crate::evaluate::Prior;
use crate::light::Light;

/// What [`Light`] thinks an action adds, as likelihoods: some `e` times as likely for every `temperature` VP more.
#[derive(Clone, Debug)]
pub struct LightPrior {
    light: Light,
    temperature: f32,
    even: f32,
}

impl LightPrior {
    /// With `even` as the part that all actions share alike, so that none is ever ruled out.
    #[must_use]
    pub const fn new(light: Light, temperature: f32, even: f32) -> Self {
        Self { light, temperature, even }
    }
}

impl Prior for LightPrior {
    fn priors(&self, rules: &Rules, state: &State, out: &mut Vec<(Action, f32)>) {
        self.light.weigh(rules, state, out);
        out.sort_unstable_by_key(|(action, _)| action.code());
        let best = out.iter().map(|(_, worth)| *worth).fold(f32::NEG_INFINITY, f32::max);
        let mut sum = 0.0;
        for (_, worth) in out.iter_mut() {
            *worth = decay((best - *worth) / self.temperature);
            sum += *worth;
        }
        let (part, even) = ((1.0 - self.even) / sum, self.even / out.len() as f32);
        for (_, worth) in out.iter_mut() {
            *worth = *worth * part + even;
        }
    }
}

/// About `e^-x` for `x` of at least 0, with a longer tail; made of operations that are exact to the bit on every platform.
fn decay(x: f32) -> f32 {
    let base = 1.0 + x / 8.0;
    let square = base * base;
    let fourth = square * square;
    1.0 / (fourth * fourth)
}
