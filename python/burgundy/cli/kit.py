"""`burgundy kit`: the conformance kit, against which an engine in any language can be held."""

import argparse
import os
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from burgundy.cli.arguments import add_seed, integer
from burgundy.wording import counted

if TYPE_CHECKING:
    from burgundy.engines import Engine
    from burgundy.lockstep import Plan

DIFFERENT = 1
FAULTS_SHOWN = 20
A_PROMPT = 3


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "kit",
        help="write or run a conformance kit",
        description="Writes games and positions as JSON lines, or holds an engine against them "
        "(docs/conformance.md).",
        allow_abbrev=False,
    )
    parts = parser.add_subparsers(title="what to do", metavar="write|run", required=True)
    write = parts.add_parser("write", help="write a kit from random games", allow_abbrev=False)
    write.add_argument("file", metavar="FILE", help="compressed if it ends in .gz")
    write.add_argument(
        "--games",
        type=integer(1, 10**6),
        default=10,
        metavar="N",
        help="how many games (default: 10)",
    )
    add_seed(write, "the same seed gives the same games")
    write.set_defaults(run=_write)
    run = parts.add_parser("run", help="hold an engine against a kit", allow_abbrev=False)
    run.add_argument("file", metavar="FILE", help="a kit that `kit write` made")
    run.add_argument(
        "--engine",
        default="burgundy",
        metavar="MODULE[:CLASS]",
        help="the engine (default: burgundy)",
    )
    run.set_defaults(run=_run)


def _write(chosen: argparse.Namespace) -> int:
    from burgundy.engines import load_engine
    from burgundy.kit import write
    from burgundy.lockstep import plans

    engine = load_engine("burgundy")
    games = list(plans(chosen.games, chosen.seed))
    lines = write(chosen.file, games, _positions(games, engine), engine)
    print(f"{chosen.file}: {counted(len(games), 'game')}, {counted(lines, 'line')}")
    return 0


def _positions(games: "list[Plan]", engine: "Engine") -> Iterator[dict[str, Any]]:
    """A few snapshots of every prompt that the games meet."""
    from burgundy.lockstep import choices

    met: dict[str, int] = {}
    for plan in games:
        state, choose = plan.start(engine), choices(plan)
        while not state.is_terminal():
            snapshot = state.snapshot()
            kind = snapshot["prompt"].get("event", snapshot["prompt"]["kind"]).split()[0]
            if met.setdefault(kind, 0) < A_PROMPT:
                met[kind] += 1
                yield snapshot
            state = state.child(choose(state))


def _run(chosen: argparse.Namespace) -> int:
    from tqdm import tqdm

    from burgundy.engines import load_engine
    from burgundy.kit import run

    sys.path.insert(0, os.getcwd())  # so that an engine that lies here is found
    engine = load_engine(chosen.engine)
    lines = faults = 0
    with tqdm(unit=" lines", disable=None, leave=False) as bar:
        for found in run(chosen.file, engine):
            lines += 1
            bar.update()
            for fault in found:
                faults += 1
                if faults <= FAULTS_SHOWN:
                    tqdm.write(str(fault), file=sys.stdout)
    print(f"{engine.name}: {lines:,} lines, {faults or 'no'} difference{'s' * (faults > 1)}")
    return DIFFERENT if faults else 0
