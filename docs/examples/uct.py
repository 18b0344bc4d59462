"""UCT with chance nodes in plain Python, on either engine: `python uct.py [iterations] [reference]`."""

import importlib
import math
import random
import sys
from typing import Any


class Node:
    """What is known of a position: visits, wins by seat, and the nodes after it by action or outcome."""

    def __init__(self, players: int) -> None:
        self.visits = 0
        self.wins = [0.0] * players
        self.after: dict[int, Node] = {}

    def best(self, legal: list[int], seat: int) -> int:
        """An action not tried yet, or the one with the highest upper confidence bound."""
        for action in legal:
            if action not in self.after:
                return action
        log = math.log(self.visits)

        def bound(action: int) -> float:
            node = self.after[action]
            return node.wins[seat] / node.visits + math.sqrt(2 * log / node.visits)

        return max(legal, key=bound)


def search(root: Any, iterations: int, rng: random.Random) -> int:
    """The action most visited after so many iterations from a decision."""
    players = root.num_players()
    top = Node(players)
    for _ in range(iterations):
        state, node, path = root, top, [top]
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_weights(), strict=True)
                move = rng.choices(outcomes, weights)[0]
            else:
                move = node.best(state.legal_actions(), state.current_player())
            state = state.child(move)
            is_new = move not in node.after
            node = node.after.setdefault(move, Node(players))
            path.append(node)
            if is_new:
                break
        scores = list(state.playouts(1, rng.getrandbits(64))[0])
        for node in path:
            node.visits += 1
            node.wins[scores.index(max(scores))] += 1
    return max(top.after, key=lambda action: top.after[action].visits)


def main() -> None:
    """Chooses the first action of a game."""
    iterations = int(sys.argv[1]) if len(sys.argv) > 1 else 2_000
    engine = importlib.import_module(".".join(["burgundy", *sys.argv[2:]]))
    state = engine.State.new(2).resolve_chance(1)
    action = search(state, iterations, random.Random(1))
    print(state.action_to_string(action))


if __name__ == "__main__":
    main()
