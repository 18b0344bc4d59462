//! Search from a position: one tree a thread, summed up at the root.

use std::convert::Infallible;
use std::sync::Mutex;
use std::thread;

use burgundy::bits::{GOLDEN, mix};
use burgundy::{Action, Rules, State};

use crate::config::{Budget, Config};
use crate::evaluate::{Evaluator, Prior};
use crate::stats::{ActionStats, best};
use crate::walk::{Setting, Walker};

/// The trees of a search, which are kept for the positions that come after.
#[derive(Debug)]
pub struct Forest {
    trees: Vec<Walker>,
}

/// What a search found.
#[derive(Clone, PartialEq, Debug)]
pub struct Outcome {
    /// The action to take (see [`stats::best`](crate::stats::best)).
    pub best: Action,
    /// Every legal action in ascending order of codes.
    pub actions: Vec<ActionStats>,
    /// The most visited actions from `best` on with the states they are taken in, up to the next chance event.
    pub line: Vec<(State, Action)>,
    /// Simulations made by this search.
    pub simulations: u64,
    /// Nodes of all trees.
    pub nodes: usize,
}

impl Forest {
    /// So many trees, at least one; all their chance comes from the seed.
    #[must_use]
    pub fn new(seed: u64, trees: usize) -> Self {
        let seed_of = |i: u64| if i == 0 { seed } else { mix(seed.wrapping_add(i.wrapping_mul(GOLDEN))) };
        Self { trees: (0..trees.max(1) as u64).map(|i| Walker::new(seed_of(i))).collect() }
    }

    /// Forgets all positions.
    pub fn clear(&mut self) {
        for tree in &mut self.trees {
            tree.clear();
        }
    }

    /// Searches from a state at which a decision is due, on one thread a tree; `evaluator` makes one for each.
    ///
    /// With a budget of simulations alone the outcome is a function of what was asked of this forest so far.
    ///
    /// # Panics
    ///
    /// If no decision is due.
    pub fn search<E: Evaluator<Error = Infallible>>(
        &mut self,
        rules: &Rules,
        config: &Config,
        state: &State,
        evaluator: impl Fn() -> E + Sync,
        prior: Option<&dyn Prior>,
        budget: &Budget,
    ) -> Outcome {
        if let Some(forced) = forced(rules, state) {
            return forced;
        }
        let count = self.trees.len();
        let config = Config { max_nodes: (config.max_nodes / count).max(1), ..*config };
        let work = |(i, tree): (usize, &mut Walker)| {
            let share = budget.simulations / count as u64;
            let more = u64::from((i as u64) < budget.simulations % count as u64);
            let budget = Budget { simulations: share + more, ..*budget };
            tree.set_root(state);
            let Ok(done) = tree.run(Setting { rules, config: &config, prior }, &mut evaluator(), &budget);
            done
        };
        let simulations =
            if count == 1 { work((0, &mut self.trees[0])) } else { on_threads(&mut self.trees, work) };
        self.outcome(rules, state, simulations)
    }

    /// Searches from a state at which a decision is due, with the first tree on the calling thread.
    ///
    /// # Errors
    ///
    /// What the evaluator could not do; the tree is empty then.
    ///
    /// # Panics
    ///
    /// If no decision is due.
    pub fn search_with<E: Evaluator>(
        &mut self,
        rules: &Rules,
        config: &Config,
        state: &State,
        evaluator: &mut E,
        prior: Option<&dyn Prior>,
        budget: &Budget,
    ) -> Result<Outcome, E::Error> {
        if let Some(forced) = forced(rules, state) {
            return Ok(forced);
        }
        self.trees.truncate(1);
        let tree = &mut self.trees[0];
        tree.set_root(state);
        let simulations = tree.run(Setting { rules, config, prior }, evaluator, budget)?;
        Ok(self.outcome(rules, state, simulations))
    }

    /// Sums up the trees.
    fn outcome(&self, rules: &Rules, state: &State, simulations: u64) -> Outcome {
        let mut actions: Vec<ActionStats> = state.legal(rules).iter().map(ActionStats::new).collect();
        for tree in &self.trees {
            for (sum, one) in actions.iter_mut().zip(tree.stats()) {
                sum.add(&one);
            }
        }
        let best = best(&actions, state.seat() as usize).expect("a decision is due").action;
        let by_visits = |tree: &&Walker| {
            let stats = tree.stats();
            stats.iter().find(|one| one.action == best).map_or(0, |one| one.visits)
        };
        let fullest = self.trees.iter().rev().max_by_key(by_visits).expect("there is a tree");
        Outcome {
            best,
            line: fullest.principal_line(rules, best),
            actions,
            simulations,
            nodes: self.trees.iter().map(Walker::nodes).sum(),
        }
    }
}

/// The outcome where one action is legal, which needs no search.
fn forced(rules: &Rules, state: &State) -> Option<Outcome> {
    let legal = state.legal(rules);
    let mut actions: Vec<ActionStats> = legal.iter().map(ActionStats::new).collect();
    assert!(!actions.is_empty(), "no decision is due");
    let best = actions[0].action;
    actions[0].prior = 1.0;
    (actions.len() == 1).then(|| Outcome {
        best,
        actions,
        line: vec![(*state, best)],
        simulations: 0,
        nodes: 0,
    })
}

/// Does the work of each tree on a thread of its own, or on the calling one where none can be started; gives the sum.
fn on_threads(trees: &mut [Walker], work: impl Fn((usize, &mut Walker)) -> u64 + Sync) -> u64 {
    let trees: Vec<_> = trees.iter_mut().enumerate().map(|tree| Mutex::new(Some(tree))).collect();
    let take = |i: usize| {
        let tree = trees[i].lock().expect("each tree is locked once").take();
        work(tree.expect("each tree is taken once"))
    };
    thread::scope(|scope| {
        let take = &take;
        let (mut own, mut others) = (vec![0], Vec::new());
        for i in 1..trees.len() {
            match thread::Builder::new().spawn_scoped(scope, move || take(i)) {
                Ok(other) => others.push(other),
                Err(_) => own.push(i),
            }
        }
        let done: u64 = own.into_iter().map(take).sum();
        done + others.into_iter().map(|other| other.join().expect("a search does not panic")).sum::<u64>()
    })
}
