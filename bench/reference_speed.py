"""Random games of the reference on one core, in CPU time.

python bench/reference_speed.py [--games N] [--players P]
"""

import argparse
import random
import time

from burgundy.reference import State


def by_playouts(players: int, games: int) -> None:
    """Whole games as `playouts` plays them."""
    State.new(players).playouts(games, seed=1)


def by_steps(players: int, games: int) -> None:
    """Whole games by the public face: codes, a child for each decision."""
    for seed in range(games):
        rng = random.Random(seed)
        state = State.new(players).resolve_chance(seed)
        while not state.is_terminal():
            state = state.child(rng.choice(state.legal_actions())).resolve_chance(seed)


def main() -> None:
    """Measures both."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--players", type=int, choices=(2, 3, 4), default=2)
    chosen = parser.parse_args()
    for name, way in (("playouts", by_playouts), ("steps", by_steps)):
        begun = time.process_time()
        way(chosen.players, chosen.games)
        seconds = time.process_time() - begun
        speed = chosen.games / seconds
        print(f"{name}: {chosen.games:,} games of {chosen.players} players, {speed:,.0f} games/s")


if __name__ == "__main__":
    main()
