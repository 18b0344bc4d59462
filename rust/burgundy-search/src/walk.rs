//! One tree and its simulations: a walk down, an evaluation, and the values back up.

use burgundy::{Action, Rules, State};

use crate::config::{Budget, Config};
use crate::evaluate::{Evaluation, Evaluator, Leaf, Prior};
use crate::key::key;
use crate::stats::{ActionStats, best};
use crate::tree::{Edge, Kind, NO_NODE, NodeId, Tree};

/// A tree with what its simulations need.
#[derive(Debug)]
pub struct Walker {
    pub(crate) tree: Tree,
    root: Option<State>,
    pub(crate) seed: u64,
    /// Walks since the root was set, for the worlds of those that end at the root.
    pub(crate) walks: u64,
    spread: Spread,
    /// Whether the priors of the root have their noise.
    has_noise: bool,
    pub(crate) under_way: Vec<Simulation>,
    /// The leaves of those under way.
    leaves: Vec<Leaf>,
    pub(crate) spare: Vec<Vec<(NodeId, u32)>>,
    pub(crate) priors: Vec<(Action, f32)>,
}

/// A simulation between its walk down and its evaluation.
#[derive(Debug)]
pub struct Simulation {
    /// Nodes with the edges taken.
    pub path: Vec<(NodeId, u32)>,
    /// The node at the end; none where the tree does not grow.
    pub node: NodeId,
    /// The values of a game that is over; where there are none a leaf is to be evaluated.
    pub over: Option<[f32; 4]>,
}

/// What a search is made with.
#[derive(Clone, Copy)]
pub struct Setting<'a> {
    /// The rules played by.
    pub rules: &'a Rules,
    /// How the search goes about it.
    pub config: &'a Config,
    /// Priors, if the evaluator has none.
    pub prior: Option<&'a dyn Prior>,
}

impl Walker {
    /// An empty tree whose chance comes from `seed` alone.
    pub fn new(seed: u64) -> Self {
        Self {
            tree: Tree::default(),
            root: None,
            seed,
            walks: 0,
            spread: Spread::default(),
            has_noise: false,
            under_way: Vec::new(),
            leaves: Vec::new(),
            spare: Vec::new(),
            priors: Vec::new(),
        }
    }

    /// Number of nodes.
    pub fn nodes(&self) -> usize {
        self.tree.len()
    }

    /// Makes a state, at which a decision is due, the root. What the tree knows of it is kept, the rest goes.
    pub fn set_root(&mut self, state: &State) {
        if self.root.as_ref() == Some(state) {
            return;
        }
        let key = key(state);
        if let Some(node) = self.tree.find(key) {
            self.tree = self.tree.below(node);
        } else {
            self.tree = Tree::default();
            self.tree.insert(key, Kind::Leaf, state.seat());
        }
        self.root = Some(*state);
        (self.walks, self.spread, self.has_noise) = (0, Spread::default(), false);
    }

    /// Puts noise on the priors of the root, once: from the tree's seed and the position.
    pub(crate) fn add_noise(&mut self, setting: Setting<'_>, root: &State) {
        let Some(noise) = setting.config.root_noise.filter(|_| !self.has_noise) else { return };
        self.has_noise = true;
        let edges = self.tree.edges_mut(0);
        let drawn = noise.draw(edges.len(), self.seed ^ root.key(setting.rules));
        for (edge, drawn) in edges.iter_mut().zip(drawn) {
            edge.prior = edge.prior * (1.0 - noise.share) + drawn;
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        *self = Self::new(self.seed);
    }

    /// Simulates until the budget is used up; gives the number of simulations. A root must be set.
    ///
    /// # Errors
    ///
    /// What the evaluator could not do; the tree is empty then.
    pub fn run<E: Evaluator>(
        &mut self,
        setting: Setting<'_>,
        evaluator: &mut E,
        budget: &Budget,
    ) -> Result<u64, E::Error> {
        let root = self.root.expect("a root is set");
        let mut evaluations = Vec::new();
        let mut done = 0;
        // At least one, however late it is.
        while budget.left(done) > 0 && (done == 0 || !budget.is_used_up(done)) && !self.tree.node(0).is_solved
        {
            let wanted = budget.left(done).min(evaluator.batch() as u64);
            self.walk_down(setting, &root, wanted, evaluator.gives_priors());
            evaluations.resize(self.leaves.len(), Evaluation::default());
            let objective = &setting.config.objective;
            let evaluated = evaluator.evaluate(setting.rules, objective, &self.leaves, &mut evaluations);
            if let Err(error) = evaluated {
                self.clear();
                return Err(error);
            }
            done += self.under_way.len() as u64;
            let mut simulations = std::mem::take(&mut self.under_way);
            let mut evaluated = self.leaves.len();
            // Backwards, so that the leaves can be taken from the end.
            for simulation in simulations.drain(..).rev() {
                if let Some(values) = simulation.over {
                    self.back_up(simulation, &values);
                    continue;
                }
                evaluated -= 1;
                let evaluation = &evaluations[evaluated];
                if evaluator.gives_priors() && simulation.node != NO_NODE {
                    self.grow(setting.rules, evaluated, simulation.node, &evaluation.priors);
                }
                self.back_up(simulation, &evaluation.values);
            }
            self.under_way = simulations;
        }
        Ok(done)
    }

    /// Walks down until so many simulations are under way, or one comes to a leaf that is under way already.
    fn walk_down(&mut self, setting: Setting<'_>, root: &State, wanted: u64, at_once: bool) {
        self.leaves.clear();
        for _ in 0..wanted {
            let (simulation, leaf) = self.descend(setting, root, at_once);
            let is_same = |other: &Simulation| other.node == simulation.node && other.node != NO_NODE;
            if self.under_way.iter().any(is_same) {
                for (node, edge) in &simulation.path {
                    self.tree.edges_mut(*node)[*edge as usize].pending -= 1;
                }
                self.spare.push(simulation.path);
                return;
            }
            self.leaves.extend(leaf);
            self.under_way.push(simulation);
        }
    }

    /// Gives the decision at a leaf its edges, with these priors in order of actions.
    fn grow(&mut self, rules: &Rules, leaf: usize, node: NodeId, priors: &[f32]) {
        if self.tree.node(node).kind == Kind::Leaf {
            let legal = self.leaves[leaf].state.legal(rules);
            let edges = legal.codes().zip(priors);
            self.tree.set_edges(
                node,
                Kind::Decision,
                edges.map(|(code, prior)| Edge::new(code as u16, *prior)),
            );
        }
    }

    /// Writes values into all nodes and edges of the path.
    fn back_up(&mut self, simulation: Simulation, values: &[f32; 4]) {
        let mut values = *values;
        if simulation.node != NO_NODE {
            let node = self.tree.node_mut(simulation.node);
            node.add(&values);
            if node.kind == Kind::Over {
                (node.mean, node.is_solved) = (values, true);
            }
        }
        for (id, i) in simulation.path.iter().rev() {
            let edge = &mut self.tree.edges_mut(*id)[*i as usize];
            edge.pending -= 1;
            edge.add(&values);
            let (child, visits) = (edge.child, edge.visits);
            if child != NO_NODE {
                let child = *self.tree.node(child);
                if child.is_solved {
                    self.tree.edges_mut(*id)[*i as usize].solve(child.mean);
                    self.solve(*id);
                } else if child.visits > visits {
                    // Others came to the same position by other ways.
                    self.tree.edges_mut(*id)[*i as usize].mean = child.mean;
                }
            }
            values = self.at_least_the_solved(*id, values);
            let node = self.tree.node_mut(*id);
            if !node.is_solved {
                node.add(&values);
            }
        }
        let seat = self.root.as_ref().map_or(0, State::seat);
        self.spread.add(values[(seat & 3) as usize]);
        self.spare.push(simulation.path);
    }

    /// Notes that an edge of a node is solved, and the node if it was the last one.
    fn solve(&mut self, id: NodeId) {
        let edges = self.tree.edges(id);
        let node = self.tree.node(id);
        let seat = (node.seat & 3) as usize;
        let best = match node.kind {
            _ if !edges.iter().all(Edge::is_solved) => None,
            Kind::Decision => {
                edges.iter().max_by(|a, b| a.mean[seat].total_cmp(&b.mean[seat])).map(|edge| edge.mean)
            }
            Kind::Exact => {
                let weights: f32 = edges.iter().map(|edge| edge.prior).sum();
                let mean =
                    |seat| edges.iter().map(|edge| edge.mean[seat] * edge.prior).sum::<f32>() / weights;
                Some(std::array::from_fn(mean))
            }
            _ => None,
        };
        let node = self.tree.node_mut(id);
        node.has_solved = true;
        if let Some(values) = best {
            (node.mean, node.is_solved) = (values, true);
        }
    }

    /// What comes of a node for sure, where that is better for its seat than these values: it would choose so.
    fn at_least_the_solved(&self, id: NodeId, values: [f32; 4]) -> [f32; 4] {
        let node = self.tree.node(id);
        if node.is_solved {
            return node.mean;
        }
        if !node.has_solved || node.kind != Kind::Decision {
            return values;
        }
        let seat = (node.seat & 3) as usize;
        let solved = self.tree.edges(id).iter().filter(|edge| edge.is_solved()).map(|edge| edge.mean);
        solved.fold(values, |best, mean| if mean[seat] > best[seat] { mean } else { best })
    }

    /// Standard deviation of the values at the root, to its seat.
    pub(crate) fn deviation(&self) -> f32 {
        self.spread.deviation()
    }

    /// What became of each action at the root, in ascending order; empty before the first simulation.
    pub fn stats(&self) -> Vec<ActionStats> {
        let edges = if self.tree.is_empty() { &[] } else { self.tree.edges(0) };
        edges.iter().map(stats).collect()
    }

    /// The best actions from the root on, after `first`, with the states they are taken in, up to the next chance event.
    pub fn principal_line(&self, rules: &Rules, first: Action) -> Vec<(State, Action)> {
        let Some(mut state) = self.root else { return Vec::new() };
        let mut line = vec![(state, first)];
        let mut at = self.tree.edges(0).iter().find(|edge| action(edge) == first);
        while let Some(edge) = at {
            state.play(rules, line[line.len() - 1].1, &mut ());
            if edge.child == NO_NODE || self.tree.node(edge.child).kind != Kind::Decision {
                break;
            }
            let edges = self.tree.edges(edge.child);
            let stats: Vec<ActionStats> = edges.iter().map(stats).collect();
            let best = best(&stats, state.seat() as usize).filter(|one| one.visits > 0).map(|one| one.action);
            at = edges.iter().find(|edge| Some(action(edge)) == best);
            line.extend(best.map(|action| (state, action)));
        }
        line
    }
}

/// What became of an action.
fn stats(edge: &Edge) -> ActionStats {
    ActionStats {
        action: action(edge),
        visits: u64::from(edge.visits),
        prior: edge.prior,
        sums: edge.mean.map(|mean| f64::from(mean) * f64::from(edge.visits)),
        is_solved: edge.is_solved(),
    }
}

/// The action of an edge of a decision.
pub fn action(edge: &Edge) -> Action {
    Action::from_code(edge.code() as usize).expect("an edge of a decision holds an action's code")
}

/// How far values lie apart, by which exploration is scaled.
#[derive(Clone, Copy, Debug, Default)]
struct Spread {
    count: f64,
    mean: f64,
    /// Squared differences from the mean, summed.
    squares: f64,
}

impl Spread {
    fn add(&mut self, value: f32) {
        self.count += 1.0;
        let difference = f64::from(value) - self.mean;
        self.mean += difference / self.count;
        self.squares += difference * (f64::from(value) - self.mean);
    }

    /// Standard deviation, with one more value at a distance of 1, so that it is that until something is known.
    fn deviation(self) -> f32 {
        ((self.squares + 1.0) / (self.count + 1.0)).sqrt() as f32
    }
}
