"""`burgundy replay`: shows the games of a record file, or verifies them on both engines."""

import argparse
import json
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from burgundy.cli.arguments import add_json, integer
from burgundy.cli.files import record_of, records_of, write_text
from burgundy.wording import counted

if TYPE_CHECKING:
    from burgundy.game import Step
    from burgundy.records import Record

FAULTY = 1
MOST = 10**9
ENGINES = ("burgundy", "burgundy.reference")


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "replay",
        help="show or verify recorded games",
        description="Shows a recorded game step by step and its last position, or verifies records: "
        "every word is legal, and worlds, scores, ranking and key are those of the replay.",
        allow_abbrev=False,
    )
    parser.add_argument("file", metavar="FILE", help="records, JSON Lines or .gz (- for stdin)")
    parser.add_argument(
        "--game", type=integer(1, MOST), metavar="N", help="which game of the file (default: 1)"
    )
    parser.add_argument(
        "--to", type=integer(0, MOST), metavar="K", help="stop after so many actions and outcomes"
    )
    parser.add_argument("--svg", metavar="OUT", help="write the last position as a picture")
    parser.add_argument(
        "--verify",
        action="store_true",
        help="replay all games (or the one) on both engines; exits with 1 if one has a fault",
    )
    parser.add_argument(
        "--data", metavar="FOLDER", help="own data files that the games were played with"
    )
    add_json(parser)
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Shows or verifies."""
    if chosen.verify:
        for name in ("to", "svg"):
            if getattr(chosen, name) is not None:
                raise ValueError(f"--{name}: nothing is shown with --verify, leave out either")
        return _verify(chosen)
    record = record_of(chosen.file, chosen.game or 1)
    game = record.replay(to=chosen.to, data=chosen.data)
    if chosen.svg is not None:
        from burgundy.render import svg

        last = game.history[-1] if game.history else None
        write_text(chosen.svg, svg(game.state, last=last, names=record.names))
        if chosen.svg == "-":
            return 0
    if chosen.json:
        from burgundy import position

        shown = {
            "steps": len(game.history),
            "position": position.write(game.state),
            "scores": list(game.state.scores()),
            "points": game.score_breakdown(),
        }
        print(json.dumps(shown))
        return 0
    for line in _steps(record, game.history):
        print(line)
    from burgundy.render import render

    print()
    print(render(game.state, names=record.names))
    print()
    print(repr(game.state))
    return 0


def _steps(record: "Record", history: "tuple[Step, ...]") -> Iterator[str]:
    """A line for each step, with the VP that it gave."""
    for number, step in enumerate(history, start=1):
        seat = step.state.current_player()
        who = "chance" if step.is_chance else f"seat {seat}"
        if record.names and not step.is_chance:
            who += f" {record.names[seat][:12]}"
        vp = ", ".join(
            _points(event) for event in step.state.explain(step.action) if event["event"] == "vp"
        )
        yield f"{number:>4}  {who:<20} {step.words:<36} {vp}".rstrip()


def _points(event: Mapping[str, Any]) -> str:
    return (
        f"+{event['vp']} {event['source'].replace('_', ' ')} for {event['seat']} ({event['rule']})"
    )


def _verify(chosen: argparse.Namespace) -> int:
    from importlib import import_module

    engines = [import_module(name).State for name in ENGINES]
    games = faulty = 0
    for record in records_of(chosen.file):
        games += 1
        if chosen.game not in (None, games):
            continue
        faults = {
            f"{record.where}: {name}: {fault}"
            for name, engine in zip(ENGINES, engines)
            for fault in record.verify(engine, data=chosen.data)
        }
        faulty += bool(faults)
        for fault in sorted(faults):
            if not chosen.json:
                print(fault, flush=True)
        if chosen.game is not None:
            break
    if chosen.game is not None and games < chosen.game:
        raise ValueError(f"--game: {chosen.game}, the file has {games} games")
    checked = 1 if chosen.game is not None else games
    if chosen.json:
        print(json.dumps({"games": checked, "faulty": faulty, "engines": ENGINES}))
    else:
        found = f"{faulty} with faults" if faulty else "no fault"
        print(f"{counted(checked, 'game')} verified on {' and '.join(ENGINES)}: {found}")
    return FAULTY if faulty else 0
