"""`burgundy tournament`: bots against bots, with ratings."""

import argparse
import json
import os
import sys
from typing import TYPE_CHECKING, Any

from burgundy.cli.arguments import (
    add_executor,
    add_json,
    add_seed,
    add_set_up,
    chosen_executor,
    integer,
    options,
    positive,
)
from burgundy.cli.files import readable, write_text

if TYPE_CHECKING:
    from burgundy.arena import Settings, Sprt

INTERRUPTED = 130
CONTROL_FAILED = 1
WORLDS = 100
PICTURES = (".png", ".svg", ".pdf")


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "tournament",
        help="bots against bots, with ratings",
        description="Plays bots against each other in the same worlds, every bot in every seat, and "
        "prints ratings, scores and times; exits with 1 if a control fails.",
        allow_abbrev=False,
    )
    parser.add_argument(
        "bots",
        nargs="+",
        metavar="BOT",
        help="random, light, greedy, flat:50, uct:1000, uct:0.5s and the like, or module:Class for a "
        "class of your own",
    )
    parser.add_argument(
        "--worlds",
        type=integer(1, 10**9),
        default=WORLDS,
        metavar="N",
        help=f"in how many worlds everybody meets in every seat (default: {WORLDS})",
    )
    add_set_up(parser)
    add_seed(parser, "the same seed gives the same worlds and bots")
    parser.add_argument(
        "--gauntlet",
        action="store_true",
        help="only games with the first bot (default: everybody meets)",
    )
    parser.add_argument(
        "--all-seatings",
        action="store_true",
        help="every order of the bots in a world (default: as many as there are seats, by turns)",
    )
    parser.add_argument(
        "--controls",
        action="store_true",
        help="have each bot also play against itself, which must come out even, and against random",
    )
    parser.add_argument(
        "--move-seconds",
        type=positive,
        metavar="X",
        help="a bot whose move takes longer loses; bots then play in processes of their own",
    )
    parser.add_argument(
        "--isolate",
        action="store_true",
        help="bots play in processes of their own, so that one that crashes loses only its game",
    )
    parser.add_argument(
        "--sprt",
        metavar="ELO0,ELO1[,ALPHA,BETA]",
        help="stop when it is clear whether the first of two bots is ELO0 or ELO1 points stronger",
    )
    parser.add_argument(
        "--anchor", metavar="BOT", help="the bot with rating 0 (default: the mean is 0)"
    )
    add_executor(parser)
    parser.add_argument(
        "-o",
        "--out",
        metavar="FILE",
        help="keep the records here (JSON Lines); games that are there already are not played again, also "
        "if there are more bots behind those of the file",
    )
    parser.add_argument("--csv", metavar="FILE", help="write the table of bots (- for stdout)")
    parser.add_argument(
        "--plot", metavar="FILE", help="draw the ratings, PNG, SVG or PDF; needs burgundy[plot]"
    )
    add_json(parser)
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Plays and prints; 130 if Ctrl-C ended it early."""
    from tqdm import tqdm

    from burgundy import arena

    sys.path.insert(0, os.getcwd())  # so that a bot that lies here is found
    settings, sprt = _settings(chosen), _sprt(chosen.sprt)
    _check_plot(chosen.plot)
    executor, workers = chosen_executor(chosen)
    total = chosen.worlds * arena.Schedule(settings).games_a_world
    with (
        readable(chosen.out or "tournament"),
        tqdm(total=total, unit=" games", disable=None, leave=False) as bar,
    ):
        standings = arena.run(
            settings,
            chosen.worlds,
            out=chosen.out,
            executor=executor,
            workers=workers,
            sprt=sprt,
            anchor=chosen.anchor,
            progress=bar.update,
        )
    summary = standings.summary()
    is_decided = summary["sprt"] is not None and summary["sprt"]["accepted"] is not None
    is_interrupted = standings.worlds < chosen.worlds and not is_decided
    _print(chosen, settings, summary, is_interrupted)
    if is_interrupted:
        return INTERRUPTED
    return 0 if all(control["passed"] for control in summary["controls"]) else CONTROL_FAILED


def _print(
    chosen: argparse.Namespace, settings: "Settings", summary: dict[str, Any], is_interrupted: bool
) -> None:
    from burgundy.arena.table import csv_text, lines

    if chosen.json:
        header = {**settings.header()["settings"], "interrupted": is_interrupted}
        print(json.dumps({**header, **summary, "bots": summary["bots"]}))
    else:
        print("\n".join(lines(summary)))
    if chosen.csv is not None:
        write_text(chosen.csv, csv_text(summary))
    if chosen.plot is not None:
        from burgundy.arena.plot import write_plot

        with readable(chosen.plot):
            write_plot(summary, chosen.plot)


def _settings(chosen: argparse.Namespace) -> "Settings":
    from burgundy.arena import Settings

    players = chosen.players
    if players is None:
        players = len(chosen.boards) if isinstance(chosen.boards, list) else 2
    return Settings(
        bots=tuple(chosen.bots),
        players=players,
        seed=chosen.seed,
        schedule="gauntlet" if chosen.gauntlet else "round-robin",
        seatings="all" if chosen.all_seatings else "rotations",
        boards=tuple(chosen.boards) if isinstance(chosen.boards, list) else chosen.boards,
        data=chosen.data,
        controls=chosen.controls,
        move_seconds=chosen.move_seconds,
        isolated=chosen.isolate,
        **options(chosen),
    )


def _sprt(text: str | None) -> "Sprt | None":
    from burgundy.arena import Sprt

    if text is None:
        return None
    try:
        numbers = [float(part) for part in text.split(",")]
    except ValueError:
        numbers = []
    if len(numbers) not in (2, 4):
        raise ValueError(f"--sprt: {text[:40]!r}, expected ELO0,ELO1 or ELO0,ELO1,ALPHA,BETA")
    return Sprt(*numbers)


def _check_plot(path: str | None) -> None:
    """Says what would be wrong in the end before a game is played."""
    from importlib.util import find_spec

    if path is None:
        return
    if not path.lower().endswith(PICTURES):
        raise ValueError(
            f"--plot: {path[-40:]}, expected a name that ends in {', '.join(PICTURES)}"
        )
    if find_spec("matplotlib") is None:
        raise ValueError("--plot: matplotlib is not installed, pip install 'burgundy[plot]'")
