//! The tree as flat arrays: nodes, their edges, and the nodes by the keys of their states.
//!
//! States are not kept: whoever walks down plays the actions again, which is as fast as loading them. Equal states share a
//! node, so that the order in which a turn's actions are taken makes no difference.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use crate::key::AsIs;

/// Index of a node.
pub type NodeId = u32;

/// No node.
pub const NO_NODE: NodeId = NodeId::MAX;

/// What comes at a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A decision whose edges are yet to be made.
    Leaf,
    /// A decision of the node's seat.
    Decision,
    /// Dice and draws up to the next decision, as one event whose outcomes are drawn by the numbers of worlds.
    Chance,
    /// One event with few outcomes, each an edge from the start, with its weight.
    Exact,
    /// The end of the game.
    Over,
}

/// A position.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// Mean value to each seat of the simulations that came through.
    pub mean: [f32; 4],
    /// Simulations that came through, as far as 32 bits count them.
    pub visits: u32,
    first_edge: u32,
    edges: u16,
    /// Who decides.
    pub seat: u8,
    /// What comes here.
    pub kind: Kind,
    /// Whether the mean is what comes of best play, for certain.
    pub is_solved: bool,
    /// Whether some edge is solved.
    pub has_solved: bool,
}

/// An action or an outcome at a node, and what became of it.
#[derive(Clone, Copy, Debug)]
pub struct Edge {
    /// Mean value to each seat.
    pub mean: [f32; 4],
    /// Simulations that took it, as far as 32 bits count them.
    pub visits: u32,
    /// Where it leads.
    pub child: NodeId,
    /// How likely the action is thought to be the best; of an outcome, its weight.
    pub prior: f32,
    /// Code of the action, outcome, or number of the world; the highest bit says that the edge is solved.
    tag: u16,
    /// Simulations under way that took it.
    pub pending: u16,
}

const _: () = assert!(size_of::<Node>() == 32 && size_of::<Edge>() == 32);

/// The bit of a tag for an edge that is solved; codes and numbers stay below it.
const SOLVED: u16 = 1 << 15;

impl Edge {
    /// An edge that nothing is known of.
    #[must_use]
    pub const fn new(code: u16, prior: f32) -> Self {
        Self { mean: [0.0; 4], visits: 0, child: NO_NODE, prior, tag: code, pending: 0 }
    }

    /// Code of the action, outcome, or number of the world.
    #[inline]
    #[must_use]
    pub const fn code(&self) -> u16 {
        self.tag & !SOLVED
    }

    /// Whether the mean is what comes of best play, for certain.
    #[inline]
    #[must_use]
    pub const fn is_solved(&self) -> bool {
        self.tag & SOLVED != 0
    }

    /// Makes the values certain.
    pub const fn solve(&mut self, values: [f32; 4]) {
        self.mean = values;
        self.tag |= SOLVED;
    }

    /// Simulations that took it, those under way included.
    #[inline]
    #[must_use]
    pub const fn started(&self) -> u32 {
        self.visits.saturating_add(self.pending as u32)
    }

    /// Adds a simulation's values.
    #[inline]
    pub fn add(&mut self, values: &[f32; 4]) {
        self.visits = self.visits.saturating_add(1);
        add(&mut self.mean, self.visits, values);
    }
}

impl Node {
    /// Adds a simulation's values.
    #[inline]
    pub fn add(&mut self, values: &[f32; 4]) {
        self.visits = self.visits.saturating_add(1);
        add(&mut self.mean, self.visits, values);
    }
}

#[inline]
fn add(mean: &mut [f32; 4], visits: u32, values: &[f32; 4]) {
    let weight = 1.0 / visits as f32;
    for (mean, value) in mean.iter_mut().zip(values) {
        *mean += (value - *mean) * weight;
    }
}

/// Nodes, edges and keys.
#[derive(Debug, Default)]
pub struct Tree {
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    by_key: HashMap<u128, NodeId, BuildHasherDefault<AsIs>>,
}

impl Tree {
    /// Number of nodes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is no node.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Whether there are so many nodes or edges already.
    #[must_use]
    pub fn is_full(&self, nodes: usize, edges: usize) -> bool {
        self.nodes.len() >= nodes || self.edges.len() >= edges
    }

    /// The node of the state with this key.
    #[must_use]
    pub fn find(&self, key: u128) -> Option<NodeId> {
        self.by_key.get(&key).copied()
    }

    /// A new node for the state with this key.
    pub fn insert(&mut self, key: u128, kind: Kind, seat: u8) -> NodeId {
        let id = self.nodes.len() as NodeId;
        self.nodes.push(Node {
            mean: [0.0; 4],
            visits: 0,
            first_edge: 0,
            edges: 0,
            seat,
            kind,
            is_solved: false,
            has_solved: false,
        });
        self.by_key.insert(key, id);
        id
    }

    /// A node.
    #[inline]
    #[must_use]
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id as usize]
    }

    /// A node, to be changed.
    #[inline]
    pub fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id as usize]
    }

    /// The edges of a node.
    #[inline]
    #[must_use]
    pub fn edges(&self, id: NodeId) -> &[Edge] {
        let node = self.node(id);
        &self.edges[node.first_edge as usize..node.first_edge as usize + node.edges as usize]
    }

    /// The edges of a node, to be changed.
    #[inline]
    pub fn edges_mut(&mut self, id: NodeId) -> &mut [Edge] {
        let (first, count) = (self.node(id).first_edge as usize, self.node(id).edges as usize);
        &mut self.edges[first..first + count]
    }

    /// Gives a node without edges these ones, and makes it this kind of node.
    pub fn set_edges(&mut self, id: NodeId, kind: Kind, edges: impl IntoIterator<Item = Edge>) {
        let first = self.edges.len();
        self.edges.extend(edges);
        let count = self.edges.len() - first;
        let node = self.node_mut(id);
        (node.kind, node.first_edge, node.edges) = (kind, first as u32, count as u16);
    }

    /// Adds an edge to a node; gives its place among the node's edges.
    ///
    /// Where there is no room the edges move to the end of all, to a place with twice the room.
    pub fn push_edge(&mut self, id: NodeId, edge: Edge) -> usize {
        let (first, count) = (self.node(id).first_edge as usize, self.node(id).edges as usize);
        if count.is_power_of_two() || count == 0 {
            let moved = self.edges.len();
            self.edges.extend_from_within(first..first + count);
            self.edges.push(edge);
            self.edges.resize(moved + (2 * count).max(1), Edge::new(0, 0.0));
            self.node_mut(id).first_edge = moved as u32;
        } else {
            self.edges[first + count] = edge;
        }
        self.node_mut(id).edges += 1;
        count
    }

    /// The part of the tree below a node, which becomes node 0.
    #[must_use]
    pub fn below(&self, root: NodeId) -> Self {
        let mut moved = vec![NO_NODE; self.nodes.len()];
        let mut order = vec![root];
        moved[root as usize] = 0;
        let mut at = 0;
        while at < order.len() {
            for edge in self.edges(order[at]) {
                if edge.child != NO_NODE && moved[edge.child as usize] == NO_NODE {
                    moved[edge.child as usize] = order.len() as NodeId;
                    order.push(edge.child);
                }
            }
            at += 1;
        }
        let mut kept = Self::default();
        for id in order {
            let mut node = *self.node(id);
            node.first_edge = kept.edges.len() as u32;
            kept.edges.extend(self.edges(id).iter().map(|edge| {
                let child = if edge.child == NO_NODE { NO_NODE } else { moved[edge.child as usize] };
                Edge { child, ..*edge }
            }));
            // The room that `push_edge` counts on.
            if node.kind == Kind::Chance {
                let room = (node.edges as usize).next_power_of_two();
                kept.edges.resize(node.first_edge as usize + room, Edge::new(0, 0.0));
            }
            kept.nodes.push(node);
        }
        let keys = self.by_key.iter().map(|(key, id)| (*key, moved[*id as usize]));
        kept.by_key = keys.filter(|(_, id)| *id != NO_NODE).collect();
        kept
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_visited_too_often_to_be_counted_keeps_its_mean() {
        let mut edge = Edge { visits: u32::MAX - 1, pending: 3, mean: [0.5; 4], ..Edge::new(7, 1.0) };
        for _ in 0..3 {
            assert_eq!(edge.started(), u32::MAX);
            edge.add(&[0.5; 4]);
            assert_eq!((edge.visits, edge.mean), (u32::MAX, [0.5; 4]));
        }
        let mut tree = Tree::default();
        let id = tree.insert(1, Kind::Leaf, 0);
        let node = tree.node_mut(id);
        node.visits = u32::MAX;
        node.add(&[0.0; 4]);
        assert_eq!((node.visits, node.mean), (u32::MAX, [0.0; 4]));
    }
}
