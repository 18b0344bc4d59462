"""`burgundy check`: whole games on two engines, compared after every step."""

import argparse
import json
import os
import sys
from typing import TYPE_CHECKING, Any

from burgundy.cli.arguments import add_seed, integer
from burgundy.wording import counted

if TYPE_CHECKING:
    from burgundy.engines import Engine

DIFFERENT = 1


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "check",
        help="compare two engines, game by game",
        description="Plays games on this engine and another one and compares them after every step; "
        "exits with 1 at the first difference.",
        allow_abbrev=False,
    )
    parser.add_argument(
        "--games",
        type=integer(1, 10**9),
        default=100,
        metavar="N",
        help="how many games (default: 100)",
    )
    parser.add_argument(
        "--players", type=int, choices=(2, 3, 4), help="number of players (default: all of them)"
    )
    add_seed(parser, "the same seed gives the same games")
    parser.add_argument(
        "--engine",
        default="burgundy.reference",
        metavar="MODULE[:CLASS]",
        help="the other engine (default: burgundy.reference)",
    )
    parser.add_argument(
        "--record",
        default="lockstep.jsonl",
        metavar="FILE",
        help="where the record of a difference is added (- for stdout; default: lockstep.jsonl)",
    )
    parser.add_argument(
        "--replay", metavar="FILE", help="play the last record of this file instead of games"
    )
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Plays until a difference, Ctrl-C or the last game."""
    from burgundy.engines import load_engine

    sys.path.insert(0, os.getcwd())  # so that an engine that lies here is found
    first, second = load_engine("burgundy"), load_engine(chosen.engine)
    lacking = second.lacks()
    if lacking:
        print(f"{second.name} has no {', '.join(lacking)}: not compared", file=sys.stderr)
    if chosen.replay is not None:
        return _replay(chosen.replay, first, second)
    return _play(chosen, first, second)


def _play(chosen: argparse.Namespace, first: "Engine", second: "Engine") -> int:
    from tqdm import tqdm

    from burgundy.lockstep import Difference, plans, play, save

    _try_record(chosen.record)
    games = steps = 0
    interrupted = False
    with tqdm(total=chosen.games, unit=" games", disable=None, leave=False) as bar:
        try:
            for plan in plans(chosen.games, chosen.seed, chosen.players):
                steps += play(plan, first, second)
                games += 1
                bar.update()
        except Difference as difference:
            bar.close()
            print(f"game {games + 1}: {difference}".rpartition("\n")[0])
            save(difference.record, chosen.record)
            if chosen.record != "-":
                engine = f" --engine {chosen.engine}" if second.name != "burgundy.reference" else ""
                print(f"record in {chosen.record}; burgundy check --replay {chosen.record}{engine}")
            return DIFFERENT
        except KeyboardInterrupt:
            interrupted = True
    print(
        f"{counted(games, 'game')}, {counted(steps, 'step')} on {first.name} and {second.name}: no difference"
    )
    return 130 if interrupted else 0


def _try_record(path: str) -> None:
    """Makes sure that a record can be written, before games are played for it."""
    if path == "-":
        return
    is_new = not os.path.exists(path)
    try:
        with open(path, "a", encoding="utf-8"):
            pass
    except OSError as error:
        raise ValueError(f"--record: {path}: {(error.strerror or str(error)).lower()}") from None
    if is_new:
        os.remove(path)


def _replay(path: str, first: "Engine", second: "Engine") -> int:
    from burgundy.lockstep import replay

    try:
        difference = replay(_record(path), first, second)
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"--replay: {path}: the last line is no record ({error!r})") from None
    if difference is None:
        print(f"{first.name} and {second.name}: no difference")
        return 0
    print(str(difference).rpartition("\n")[0])
    return DIFFERENT


def _record(path: str) -> dict[str, Any]:
    try:
        with open(path, encoding="utf-8") as file:
            record = json.loads(file.read().strip().rpartition("\n")[2])
    except OSError as error:
        raise ValueError(f"--replay: {path}: {(error.strerror or str(error)).lower()}") from None
    except ValueError as error:
        raise ValueError(f"--replay: {path}: no JSON: {error}") from None
    if not isinstance(record, dict):
        raise ValueError(f"--replay: {path}: the last line is no record")
    return record
