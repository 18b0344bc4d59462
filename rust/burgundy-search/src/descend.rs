//! The walk down: which action is looked at next, and which dice and draws it meets.

use burgundy::playout::playout_world;
use burgundy::{Prompt, State};

use crate::evaluate::Leaf;
use crate::key::key;
use crate::tree::{Edge, Kind, NO_NODE, NodeId};
use crate::walk::{Setting, Simulation, Walker, action};

/// Most outcomes of an event that are all edges from the start: a pair of dice has 21, the tiles of a kind fewer.
const FEW: usize = 26;
/// Most outcomes that are drawn at one node.
const MOST_DRAWN: f32 = 4096.0;
/// Keeps the worlds of the tree apart from those of playouts ("tree" in ASCII).
const TREE: u64 = 0x7472_6565;
/// Edges a node has on average before the tree counts as full.
const EDGES_A_NODE: usize = 24;

impl Walker {
    fn is_full(&self, setting: Setting<'_>) -> bool {
        let nodes = setting.config.max_nodes;
        self.tree.is_full(nodes, nodes.saturating_mul(EDGES_A_NODE))
    }

    /// Walks down from the root to where the tree ends, which grows there by a node if it may.
    ///
    /// `at_once` gives every new position a node; otherwise an action gets one when it is taken for the second time, which
    /// saves most of the memory. Gives the leaf as well, unless the game is over there.
    pub(crate) fn descend(
        &mut self,
        setting: Setting<'_>,
        root: &State,
        at_once: bool,
    ) -> (Simulation, Option<Leaf>) {
        let mut path = self.spare.pop().unwrap_or_default();
        path.clear();
        let mut state = *root;
        let mut node = 0;
        let scale = setting.config.exploration * self.deviation();
        while node != NO_NODE {
            if self.tree.node(node).is_solved {
                let over = Some(self.tree.node(node).mean);
                return (Simulation { path, node, over }, None);
            }
            let edge = match self.tree.node(node).kind {
                Kind::Over => break,
                Kind::Leaf => {
                    let is_new = node != 0 && (self.tree.node(node).visits == 0 || self.is_full(setting));
                    if at_once || is_new {
                        break;
                    }
                    self.make_edges(setting, &state, node);
                    continue;
                }
                Kind::Decision => {
                    if node == 0 {
                        self.add_noise(setting, root);
                    }
                    let edge = self.choose(node, scale, setting.config.first_play);
                    state.play(setting.rules, action(&self.tree.edges(node)[edge]), &mut ());
                    edge
                }
                Kind::Exact => {
                    let edge = self.least_seen(node);
                    state.settle(setting.rules, self.tree.edges(node)[edge].code() as usize, &mut ());
                    edge
                }
                Kind::Chance => {
                    let Some(edge) = self.draw(setting, node, &mut state) else { break };
                    edge
                }
            };
            path.push((node, edge as u32));
            let taken = &mut self.tree.edges_mut(node)[edge];
            taken.pending += 1;
            let (child, started) = (taken.child, taken.started());
            if child == NO_NODE && (at_once || started > 1) && !self.is_full(setting) {
                let child = self.enter(setting, &state);
                self.tree.edges_mut(node)[edge].child = child;
                node = child;
            } else {
                node = child;
            }
        }
        let world = self.world_of(&path);
        state.resolve_chance(setting.rules, world);
        let over = state.is_over().then(|| setting.config.objective.values(setting.rules, &state));
        let leaf = over.is_none().then_some(Leaf { state, world });
        (Simulation { path, node, over }, leaf)
    }

    /// The world that a simulation is played on in: the first simulations after each action meet the same one, and so on.
    fn world_of(&mut self, path: &[(NodeId, u32)]) -> u64 {
        self.walks += 1;
        let started = path.first().map(|(root, edge)| self.tree.edges(*root)[*edge as usize].started());
        playout_world(self.seed, started.map_or(self.walks, u64::from))
    }

    /// The node of a state, a new one if it has none.
    fn enter(&mut self, setting: Setting<'_>, state: &State) -> NodeId {
        let key = key(state);
        if let Some(node) = self.tree.find(key) {
            return node;
        }
        match state.prompt() {
            Prompt::Over => self.tree.insert(key, Kind::Over, 0),
            Prompt::Chance(_) => {
                let node = self.tree.insert(key, Kind::Chance, 0);
                let outcomes = state.outcomes(setting.rules);
                let mut next = *state;
                next.settle(setting.rules, outcomes[0].0, &mut ());
                if outcomes.len() <= FEW && !next.is_chance() {
                    let edge = |(outcome, weight)| Edge::new(outcome as u16, weight as f32);
                    self.tree.set_edges(node, Kind::Exact, outcomes.into_iter().map(edge));
                }
                node
            }
            _ => self.tree.insert(key, Kind::Leaf, state.seat()),
        }
    }

    /// Gives a decision its edges, with priors or even ones.
    fn make_edges(&mut self, setting: Setting<'_>, state: &State, node: NodeId) {
        self.priors.clear();
        if let Some(prior) = setting.prior {
            prior.priors(setting.rules, state, &mut self.priors);
        } else {
            let legal = state.legal(setting.rules);
            let even = 1.0 / legal.len() as f32;
            self.priors.extend(legal.iter().map(|action| (action, even)));
        }
        let edges = self.priors.iter().map(|(action, prior)| Edge::new(action.code() as u16, *prior));
        self.tree.set_edges(node, Kind::Decision, edges);
    }

    /// The edge that PUCT picks: value to the seat plus what speaks for trying it.
    fn choose(&self, node: NodeId, scale: f32, first_play: f32) -> usize {
        let edges = self.tree.edges(node);
        let node = self.tree.node(node);
        let seat = (node.seat & 3) as usize;
        let started: u64 = edges.iter().map(|edge| u64::from(edge.started())).sum();
        let explore = scale * (started.max(1) as f32).sqrt();
        let unknown = node.mean[seat] - first_play * scale;
        let mut best = (0, f32::NEG_INFINITY);
        // What is known for certain needs no more looking at.
        for (i, edge) in edges.iter().enumerate().filter(|(_, edge)| !edge.is_solved()) {
            let (visits, pending) = (edge.visits as f32, f32::from(edge.pending));
            let mut value = if edge.visits == 0 { unknown } else { edge.mean[seat] };
            if edge.pending > 0 {
                // What is under way counts as lost until it is known.
                value = (value * visits - pending) / (visits + pending);
            }
            value += explore * edge.prior / (1.0 + visits + pending);
            if value > best.1 {
                best = (i, value);
            }
        }
        best.0
    }

    /// The outcome that has been seen least for its weight; solved ones take their turn, so that the mean is right.
    fn least_seen(&self, node: NodeId) -> usize {
        let mut least = (0, f32::INFINITY);
        for (i, edge) in self.tree.edges(node).iter().enumerate() {
            let seen = edge.started() as f32 / edge.prior;
            if seen < least.1 {
                least = (i, seen);
            }
        }
        least.0
    }

    /// An outcome of a compound event: a new one while there are few for the visits, then the one seen least.
    ///
    /// The `i`-th outcome is that of the tree's `i`-th world at every event, so that what is compared meets the same dice.
    /// The state goes on to the next decision. `None` if nothing is drawn yet and nothing may grow.
    fn draw(&mut self, setting: Setting<'_>, node: NodeId, state: &mut State) -> Option<usize> {
        let visits = self.tree.node(node).visits as f32 + 1.0;
        let most = setting.config.widening * visits.sqrt();
        let edges = self.tree.edges(node);
        let drawn: f32 = edges.iter().map(|edge| edge.prior).sum();
        if drawn >= most.clamp(1.0, MOST_DRAWN) || self.is_full(setting) {
            if edges.is_empty() {
                return None;
            }
            let edge = self.least_seen(node);
            let number = self.tree.edges(node)[edge].code();
            state.resolve_chance(setting.rules, self.tree_world(number));
            return Some(edge);
        }
        let number = drawn as u16;
        state.resolve_chance(setting.rules, self.tree_world(number));
        let child = self.enter(setting, state);
        if let Some(edge) = self.tree.edges(node).iter().position(|edge| edge.child == child) {
            self.tree.edges_mut(node)[edge].prior += 1.0;
            return Some(edge);
        }
        let mut edge = Edge::new(number, 1.0);
        edge.child = child;
        Some(self.tree.push_edge(node, edge))
    }

    /// The world of the outcomes drawn as number so and so.
    const fn tree_world(&self, number: u16) -> u64 {
        playout_world(self.seed ^ TREE, number as u64)
    }
}
