"""`burgundy show`: a position as a board, a picture, a snapshot or a position string."""

import argparse
import json

from burgundy.cli.arguments import (
    add_position,
    add_seed,
    add_set_up,
    first_decision,
    integer,
)
from burgundy.cli.files import write_text


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "show",
        help="show a position",
        description="Shows a position as a board with what can be done; colours and width are those "
        "of the terminal (NO_COLOR is heeded).",
        allow_abbrev=False,
    )
    add_set_up(parser)
    add_seed(parser, "the world that leads to the first decision", is_optional=True)
    add_position(parser)
    parser.add_argument("--seat", type=integer(0, 3), metavar="N", help="one seat in full")
    parser.add_argument("--width", type=integer(40, 1000), metavar="W", help="columns")
    either = parser.add_mutually_exclusive_group()
    either.add_argument("--svg", metavar="OUT", help="write a picture instead (- for stdout)")
    either.add_argument(
        "--string", action="store_true", help="print the position string instead of the board"
    )
    either.add_argument("--json", action="store_true", help="print the snapshot as JSON instead")
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Shows the position."""
    from burgundy import position, render

    state = first_decision(chosen)
    if chosen.svg is not None:
        write_text(chosen.svg, render.svg(state, actions=True))
    elif chosen.string:
        print(position.write(state))
    elif chosen.json:
        print(json.dumps(state.snapshot()))
    else:
        print(render.render(state, seat=chosen.seat, width=chosen.width, actions=True))
    return 0
