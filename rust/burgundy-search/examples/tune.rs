//! Tunes the weights of `light` or `greedy` by self-play and prints the rows of `weights.rs` that come out.
//!
//! `cargo run --release -p burgundy-search --example tune -- light|greedy [generations] [games] [seed]`
//!
//! What is made large is the mean score of two players with the same weights. Each generation draws candidates around the
//! best known weights, plays all of them in the same worlds, which are new in the next generation, and moves towards the
//! better half: the separable CMA-ES of Ros and Hansen (PPSN 2008), in which each weight has a step of its own. The rows are
//! printed after each generation, so that it can be stopped at any time.

use burgundy::bits::{GOLDEN, mix};
use burgundy::playout::playout_world;
use burgundy::setup::{Boards, StartCastles};
use burgundy::{Options, Rules, State};
use burgundy_search::{Greedy, Light, Policy, Weights, Width, play_out};

/// Candidates of a generation; the better half decides.
const CANDIDATES: usize = 24;
const PARENTS: usize = CANDIDATES / 2;
/// First step, in the scale of each weight.
const FIRST_STEP: f64 = 0.35;
/// Greedy is tuned with a narrow look, which is several times faster and wants the same.
const NARROW: Width = Width { turn: [2, 1, 1, 1], effect: [2, 1, 1, 1] };
/// Weights that self-play cannot judge (noise costs VP, but playouts need it) or that `light` does not use.
const FIXED: [&str; 1] = ["noise"];
const UNUSED_BY_LIGHT: [&str; 4] = ["die", "open_colour", "ahead", "herd"];
const UNUSED_BY_GREEDY: [&str; 4] = ["ready", "twice", "cargo", "stock"];

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number =
        |i: usize, default: u64| arguments.get(i).map_or(default, |text| text.parse().expect("a number"));
    let is_light = match arguments.first().map(String::as_str) {
        Some("light") => true,
        Some("greedy") => false,
        _ => panic!("expected light or greedy"),
    };
    let (generations, games, seed) = (number(1, 100), number(2, 400), number(3, 1));
    let rules = burgundy_data::rules(Options::default());
    let mut start = if is_light { Weights::LIGHT } else { Weights::GREEDY };
    let unused: &[&str] = if is_light { &UNUSED_BY_LIGHT } else { &UNUSED_BY_GREEDY };
    let scales = scales(&mut start, unused);
    let mut search = Search::new(values(&mut start), scales);
    let mut normal = Normal(mix(seed));
    for generation in 1..=generations {
        let mut candidates = search.ask(&mut normal);
        let worlds = mix(seed ^ mix(generation));
        for candidate in &mut candidates {
            let weights = with_values(&start, &search.place(&candidate.step));
            candidate.score = if is_light {
                mean_score(&rules, &Light::with(&rules, &weights), worlds, games)
            } else {
                mean_score(&rules, &Greedy::with(&rules, &weights, NARROW), worlds, games)
            };
        }
        let mean = candidates.iter().map(|candidate| candidate.score).sum::<f64>() / CANDIDATES as f64;
        search.tell(candidates);
        println!("generation {generation}: candidates score {mean:.2} on average, step {:.3}", search.sigma);
        for (name, row) in with_values(&start, &search.mean).by_name() {
            println!("    {name}: {row:.2?}");
        }
    }
}

/// Mean score of both seats over games between two players of one policy.
fn mean_score(rules: &Rules, policy: &dyn Policy, seed: u64, games: u64) -> f64 {
    let start = State::new(rules, 2, Boards::Basic, StartCastles::Default).expect("a game can begin");
    let scores = (0..games).map(|i| {
        let mut state = start;
        play_out(&mut state, rules, playout_world(seed, i), policy);
        u64::from(state.scores()[0]) + u64::from(state.scores()[1])
    });
    scores.sum::<u64>() as f64 / (2 * games) as f64
}

/// All weights in one row.
fn values(weights: &mut Weights) -> Vec<f64> {
    weights.by_name().iter().flat_map(|(_, row)| row.iter().map(|value| f64::from(*value))).collect()
}

/// Weights with the values of one row.
fn with_values(weights: &Weights, row: &[f64]) -> Weights {
    let mut weights = weights.clone();
    let places = weights.by_name().into_iter().flat_map(|(_, row)| row);
    places.zip(row).for_each(|(place, value)| *place = *value as f32);
    weights
}

/// How far each weight may go: a quarter of what it is, and some more; 0 for those that stay.
fn scales(weights: &mut Weights, unused: &[&str]) -> Vec<f64> {
    let scale = |name: &str, value: f32| {
        if FIXED.contains(&name) || unused.contains(&name) {
            0.0
        } else {
            0.25 * f64::from(value.abs()) + 0.1
        }
    };
    let rows = weights.by_name();
    rows.iter().flat_map(|(name, row)| row.iter().map(|value| scale(name, *value))).collect()
}

/// Numbers that are normal enough: twelve even ones added up.
struct Normal(u64);

impl Normal {
    fn next(&mut self) -> f64 {
        let mut even = || {
            self.0 = self.0.wrapping_add(GOLDEN);
            (mix(self.0) >> 11) as f64 / (1_u64 << 53) as f64
        };
        (0..12).map(|_| even()).sum::<f64>() - 6.0
    }
}

/// A step away from the mean and what came of it.
struct Candidate {
    step: Vec<f64>,
    score: f64,
}

/// The state of a separable CMA-ES; names as in the literature.
struct Search {
    mean: Vec<f64>,
    scales: Vec<f64>,
    sigma: f64,
    variances: Vec<f64>,
    sigma_path: Vec<f64>,
    variance_path: Vec<f64>,
}

impl Search {
    fn new(mean: Vec<f64>, scales: Vec<f64>) -> Self {
        let size = mean.len();
        Self {
            mean,
            scales,
            sigma: FIRST_STEP,
            variances: vec![1.0; size],
            sigma_path: vec![0.0; size],
            variance_path: vec![0.0; size],
        }
    }

    /// Candidates to be tried.
    fn ask(&self, normal: &mut Normal) -> Vec<Candidate> {
        let mut draw = |(variance, scale): (&f64, &f64)| {
            if *scale > 0.0 { variance.sqrt() * normal.next() } else { 0.0 }
        };
        let mut step = || self.variances.iter().zip(&self.scales).map(&mut draw).collect();
        (0..CANDIDATES).map(|_| Candidate { step: step(), score: 0.0 }).collect()
    }

    /// Where a step leads.
    fn place(&self, step: &[f64]) -> Vec<f64> {
        let each = self.mean.iter().zip(step).zip(&self.scales);
        each.map(|((mean, step), scale)| mean + self.sigma * scale * step).collect()
    }

    /// Moves towards the better half, and adapts the steps.
    fn tell(&mut self, mut candidates: Vec<Candidate>) {
        candidates.sort_by(|a, b| b.score.total_cmp(&a.score));
        candidates.truncate(PARENTS);
        let raw: Vec<f64> = (1..=PARENTS).map(|rank| ((PARENTS as f64 + 0.5) / rank as f64).ln()).collect();
        let total: f64 = raw.iter().sum();
        let shares: Vec<f64> = raw.iter().map(|share| share / total).collect();
        let mu = 1.0 / shares.iter().map(|share| share * share).sum::<f64>();
        let n = self.scales.iter().filter(|scale| **scale > 0.0).count() as f64;
        let c_sigma = (mu + 2.0) / (n + mu + 5.0);
        let c_path = 4.0 / (n + 4.0);
        let faster = (n + 2.0) / 3.0;
        let c_one = faster * 2.0 / ((n + 1.3).powi(2) + mu);
        let c_mu = faster * 2.0 * (mu - 2.0 + 1.0 / mu) / ((n + 2.0).powi(2) + mu);
        let weighted = |value: &dyn Fn(&Candidate) -> f64| -> f64 {
            candidates.iter().zip(&shares).map(|(candidate, share)| share * value(candidate)).sum()
        };
        for i in 0..self.mean.len() {
            let step = weighted(&|candidate| candidate.step[i]);
            let spread = weighted(&|candidate| candidate.step[i] * candidate.step[i]);
            self.mean[i] += self.sigma * self.scales[i] * step;
            let kept = |share: f64| (share * (2.0 - share) * mu).sqrt();
            let deviation = self.variances[i].sqrt();
            self.sigma_path[i] = (1.0 - c_sigma) * self.sigma_path[i] + kept(c_sigma) * step / deviation;
            self.variance_path[i] = (1.0 - c_path) * self.variance_path[i] + kept(c_path) * step;
            let path = self.variance_path[i] * self.variance_path[i];
            self.variances[i] = (1.0 - c_one - c_mu) * self.variances[i] + c_one * path + c_mu * spread;
        }
        let length = self.sigma_path.iter().map(|value| value * value).sum::<f64>().sqrt();
        let expected = n.sqrt() * (1.0 - 1.0 / (4.0 * n));
        self.sigma *= (c_sigma / (1.0 + c_sigma) * (length / expected - 1.0)).exp();
    }
}
