"""Arguments that several commands share."""

import argparse
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from burgundy import State

LARGEST_SEED = 2**64 - 1


def integer(low: int, high: int) -> Callable[[str], int]:
    """A reader of integers from `low` to `high`."""

    def read(text: str) -> int:
        try:
            value = int(text)
        except ValueError:
            value = low - 1
        if low <= value <= high:
            return value
        shown = text if len(text) <= 40 else f"{text[:37]}..."
        raise argparse.ArgumentTypeError(f"{shown!r}, expected an integer from {low} to {high}")

    return read


def boards(text: str) -> list[int] | str:
    """A reader of board numbers or `random`."""
    if text == "random":
        return text
    try:
        return [int(number) for number in text.split(",")]
    except ValueError:
        shown = text if len(text) <= 40 else f"{text[:37]}..."
        message = f"{shown!r}, expected random or a board number for each seat like 1,2"
        raise argparse.ArgumentTypeError(message) from None


def add_set_up(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments that `new_state` reads."""
    parser.add_argument(
        "--players", type=int, choices=(2, 3, 4), help="number of players (default: 2)"
    )
    parser.add_argument(
        "--boards",
        type=boards,
        metavar="1,2|random",
        help="the board of each seat, or random ones (default: board 1 for everybody)",
    )
    parser.add_argument(
        "--data", metavar="FOLDER", help="own data files (default: the printed game)"
    )


def add_json(parser: argparse.ArgumentParser) -> None:
    """Adds the switch to JSON."""
    parser.add_argument("--json", action="store_true", help="print one JSON object instead")


def new_state(chosen: argparse.Namespace) -> "State":
    """The first node of the game that was asked for."""
    from burgundy import Rules, State

    players = chosen.players
    if players is None:
        players = len(chosen.boards) if isinstance(chosen.boards, list) else 2
    return State.new(players, boards=chosen.boards, rules=Rules(data=chosen.data))
