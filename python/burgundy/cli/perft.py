"""`burgundy perft`: how many ways a position has to go on."""

import argparse
import json
import time
from typing import TYPE_CHECKING

from burgundy.cli.arguments import (
    LARGEST_SEED,
    add_json,
    add_position,
    add_set_up,
    integer,
    new_state,
    position_state,
)

if TYPE_CHECKING:
    from burgundy import State


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "perft",
        help="count the nodes below a position",
        description="Counts the nodes at each depth below a position.",
        allow_abbrev=False,
    )
    add_set_up(parser)
    parser.add_argument(
        "--seed",
        type=integer(0, LARGEST_SEED),
        metavar="S",
        help="the world that leads to the first decision (default: 0)",
    )
    add_position(parser)
    parser.add_argument(
        "--depth",
        type=integer(0, 1000),
        default=3,
        metavar="D",
        help="how many decisions or outcomes deep (default: 3)",
    )
    parser.add_argument(
        "--chance",
        choices=("stop", "all"),
        default="stop",
        help="stop at chance nodes, or go through all outcomes (default: stop)",
    )
    add_json(parser)
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Counts depth by depth, so that something is printed before the last one is done."""
    state = _start(chosen)
    counts = []
    if not chosen.json:
        print(f"{'depth':>5} {'nodes':>20} {'seconds':>10}")
    for depth in range(chosen.depth + 1):
        begun = time.perf_counter()
        nodes = state.perft(depth, chosen.chance)
        seconds = time.perf_counter() - begun
        counts.append({"depth": depth, "nodes": nodes, "seconds": round(seconds, 6)})
        if not chosen.json:
            print(f"{depth:>5} {nodes:>20,} {seconds:>10.3f}", flush=True)
    if chosen.json:
        from burgundy import position

        print(
            json.dumps(
                {"position": position.write(state), "chance": chosen.chance, "counts": counts}
            )
        )
    return 0


def _start(chosen: argparse.Namespace) -> "State":
    if chosen.position is None:
        return new_state(chosen).resolve_chance(chosen.seed or 0)
    return position_state(chosen, own=("players", "boards", "seed"))
