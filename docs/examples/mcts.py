"""MCTS over worlds, and how often it beats the flat player: `python mcts.py [iterations] [games] [policy]`."""

import math
import random
import sys
from typing import Any

import burgundy
from burgundy.players import player


class Node:
    """Visits and the sum of values of each legal action of a situation."""

    def __init__(self, state: Any) -> None:
        self.actions = state.legal_actions()
        self.visits = [0] * len(self.actions)
        self.values = [0.0] * len(self.actions)

    def choose(self) -> int:
        """The index of an untried action, or of the highest upper bound."""
        if 0 in self.visits:
            return self.visits.index(0)
        log = math.log(sum(self.visits))
        tried = zip(self.values, self.visits)
        bounds = [v / n + 0.2 * math.sqrt(log / n) for v, n in tried]
        return bounds.index(max(bounds))


def search(root: Any, iterations: int, seed: int, policy: str = "uniform") -> int:
    """The action most visited after so many iterations from a decision."""
    rng = random.Random(seed)
    nodes: dict[int, Node] = {}
    for _ in range(iterations):
        world = rng.getrandbits(64)  # never the world that is played in
        state, path = root, []
        while not state.is_terminal():
            node = nodes.get(state.key())
            if node is None:
                nodes[state.key()] = Node(state)
                break
            index = node.choose()
            path.append((node, index, state.current_player()))
            state = state.child(node.actions[index])
            state = state.resolve_chance(world)
        scores = state.playouts(1, rng.getrandbits(64), policy=policy)[0].tolist()
        for node, index, seat in path:
            best_other = max(scores[:seat] + scores[seat + 1 :])
            node.visits[index] += 1
            node.values[index] += (scores[seat] - best_other) / 100
    top = nodes[root.key()]
    return int(top.actions[top.visits.index(max(top.visits))])


def play(iterations: int, world: int, policy: str) -> bool:
    """Whether the search beats `flat` with about as many random games a decision, in alternating seats."""
    state = burgundy.State.new(players=2).resolve_chance(world)
    own, other, decisions = world % 2, player("flat:20", seed=world), 0
    while not state.is_terminal():
        if state.current_player() != own:
            action = other.act(state)
        else:
            decisions += 1
            action = search(state, iterations, 1_000 * world + decisions, policy)
        state = state.child(action).resolve_chance(world)
    return state.ranking()[0] == own


def main() -> None:
    """Plays the games."""
    iterations = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    games = int(sys.argv[2]) if len(sys.argv) > 2 else 100
    policy = sys.argv[3] if len(sys.argv) > 3 else "uniform"
    wins = sum(play(iterations, world, policy) for world in range(games))
    print(f"{wins} of {games} games won with {iterations} iterations a decision")


if __name__ == "__main__":
    main()
