"""`burgundy perft`: how many ways a position has to go on."""

import argparse
import json
import time

from burgundy.cli.arguments import (
    add_json,
    add_position,
    add_seed,
    add_set_up,
    first_decision,
    integer,
)


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "perft",
        help="count the nodes below a position",
        description="Counts the nodes at each depth below a position.",
        allow_abbrev=False,
    )
    add_set_up(parser)
    add_seed(parser, "the world that leads to the first decision", is_optional=True)
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
    state = first_decision(chosen)
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
