"""What common random numbers save: `python common_worlds.py [positions] [playouts] [policy]`.

Two actions of a position are compared by playouts in the same worlds, then in other worlds; the ratio of the
variances of the differences says how many times as many playouts the second way needs. Then the same
for whole games of two simple bots, which meet each other twice in a world with seats changed.
"""

import random
import sys
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

import burgundy

Bot = Callable[[burgundy.State], int]
MEASURES: dict[str, Callable[[NDArray[np.float64], int], NDArray[np.float64]]] = {
    "own score": lambda scores, seat: scores[:, seat],
    "margin": lambda scores, seat: scores[:, seat] - scores[:, 1 - seat],
    "win": lambda scores, seat: (scores[:, seat] > scores[:, 1 - seat]).astype(float),
}


def position(world: int, rng: random.Random) -> burgundy.State:
    """A decision with a choice, somewhere in a random game."""
    while True:
        state = burgundy.State.new(players=2).resolve_chance(world)
        for step in range(rng.randrange(120)):
            if not state.is_terminal():
                state = state.child(state.sample_action(step)).resolve_chance(world)
        if len(state.legal_actions()) > 1:
            return state


def of_actions(positions: int, playouts: int, policy: str) -> None:
    """Prints the ratios for pairs of actions."""
    rng = random.Random(1)
    apart = dict.fromkeys(MEASURES, 0.0)
    paired = dict.fromkeys(MEASURES, 0.0)
    for world in range(positions):
        state = position(world, rng)
        first, second = (state.child(action) for action in rng.sample(state.legal_actions(), 2))
        one, same, other = (
            after.playouts(playouts, seed, policy=policy).astype(float)
            for after, seed in ((first, 1), (second, 1), (second, 2))
        )
        for name, measure in MEASURES.items():
            values = measure(one, state.current_player())
            paired[name] += (values - measure(same, state.current_player())).var()
            apart[name] += (values - measure(other, state.current_player())).var()
    for name in MEASURES:
        print(f"{name:10} {apart[name] / paired[name]:.2f}")


def by_kind(*kinds: str) -> Bot:
    """A bot that takes the lowest action of the first kind that it can."""
    names = burgundy.arrays.KINDS
    rank = [(*kinds, *names).index(names[kind]) for kind in burgundy.ACTIONS["kind"]]
    return lambda state: min(state.legal_actions(), key=lambda action: (rank[action], action))


def margins(first: Bot, second: Bot, worlds: int) -> NDArray[np.float64]:
    """By how much `first` beats `second` in each world."""
    found = []
    for world in range(worlds):
        state = burgundy.State.new(players=2).resolve_chance(world)
        while not state.is_terminal():
            bot = (first, second)[state.current_player()]
            state = state.child(bot(state)).resolve_chance(world)
        found.append(state.scores()[0] - state.scores()[1])
    return np.array(found, float)


def of_games(worlds: int) -> None:
    """Prints the ratio for whole games."""
    one, other = by_kind("place", "take", "sell"), by_kind("place", "sell", "take")
    there, back = margins(one, other, worlds), -margins(other, one, worlds)
    ratio = (there.var() + back.var()) / 4 / ((there + back) / 2).var()
    print(f"{'two bots':10} {ratio:.2f}")


def main() -> None:
    """Measures both."""
    positions = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    playouts = int(sys.argv[2]) if len(sys.argv) > 2 else 2_000
    policy = sys.argv[3] if len(sys.argv) > 3 else "uniform"
    of_actions(positions, playouts, policy)
    of_games(10 * positions)


if __name__ == "__main__":
    main()
