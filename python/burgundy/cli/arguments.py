"""Arguments that several commands share."""

import argparse
import json
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from burgundy.record_form import OPTIONS

if TYPE_CHECKING:
    from burgundy import State

LARGEST_SEED = 2**64 - 1
FLAGS = {
    "purchase_in_effect": "--no-purchase-in-effect",
    "tie_break": "--tie-break",
    "decline_effects": "--no-decline-effects",
}
"""How each option of the rules (R11) is asked for."""


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
    add_options(parser)


def add_options(parser: argparse.ArgumentParser) -> None:
    """Adds the options of the rules, which `options` reads."""
    parser.add_argument(
        "--no-purchase-in-effect",
        dest="purchase_in_effect",
        action="store_const",
        const=False,
        help="no purchase while a castle's action or a city hall waits (R11.1; default: it may come)",
    )
    parser.add_argument(
        "--tie-break",
        choices=OPTIONS["tie_break"],
        help=f"how a tie is broken (R11.2; default: {OPTIONS['tie_break'][0]})",
    )
    parser.add_argument(
        "--no-decline-effects",
        dest="decline_effects",
        action="store_const",
        const=False,
        help="effects may not be declined (R11.3; default: they may)",
    )


def options(chosen: argparse.Namespace) -> dict[str, Any]:
    """The options of the rules that were given."""
    found = {name: getattr(chosen, name) for name in OPTIONS}
    return {name: value for name, value in found.items() if value is not None}


def refuse_options(chosen: argparse.Namespace, thing: str, beside: str) -> None:
    """Raises `ValueError` if options of the rules were given beside something that has its own."""
    for name in options(chosen):
        flag = FLAGS[name]
        raise ValueError(f"{flag}: {thing} has its own, leave out {flag} or {beside}")


def add_seed(
    parser: argparse.ArgumentParser, text: str, *, is_optional: bool = False, otherwise: str = "0"
) -> None:
    """Adds the seed; `otherwise` says what is taken for one that is left out, which is None if it `is_optional`."""
    parser.add_argument(
        "--seed",
        type=integer(0, LARGEST_SEED),
        default=None if is_optional else 0,
        metavar="S",
        help=f"{text} (default: {otherwise})",
    )


LARGEST_POSITION = 1_000_000


def add_position(parser: argparse.ArgumentParser) -> None:
    """Adds the position that `position_state` reads."""
    parser.add_argument(
        "--position",
        metavar="STRING|FILE",
        help="a position string, or a file with one or with a snapshot as JSON (- for stdin)",
    )


def position_state(chosen: argparse.Namespace, own: tuple[str, ...] = ()) -> "State":
    """The state of `--position`; the arguments named in `own` must not stand beside it."""
    for name in own:
        if getattr(chosen, name) is not None:
            raise ValueError(f"--{name}: a position has its own, leave out --{name} or --position")
    refuse_options(chosen, "a position", "--position")
    from burgundy import Rules, State, position

    given: str = chosen.position
    rules = None if chosen.data is None else Rules(data=chosen.data)
    text = given if _is_string(given) else _text(given)
    if _is_string(text):
        return State.from_string(text.strip(), rules=rules)
    try:
        snapshot: Any = json.loads(text)
    except (ValueError, RecursionError) as error:
        reason = str(error) if isinstance(error, ValueError) else "nested too deeply"
        expected = f"expected JSON or a position string that begins with {position.FORMAT}"
        raise ValueError(f"--position: {shortened(given)}: no JSON: {reason}; {expected}") from None
    return State.from_snapshot(snapshot, rules=rules)


def first_decision(chosen: argparse.Namespace) -> "State":
    """The state of `--position`, or the first decision of the game that was asked for in the world `--seed`."""
    if chosen.position is not None:
        return position_state(chosen, own=("players", "boards", "seed"))
    return new_state(chosen).resolve_chance(chosen.seed or 0)


def _is_string(text: str) -> bool:
    return text.lstrip().startswith(("cob", "<State "))


def _text(path: str) -> str:
    try:
        if path == "-":
            data = sys.stdin.buffer.read(LARGEST_POSITION + 1)
        else:
            with open(path, "rb") as file:
                data = file.read(LARGEST_POSITION + 1)
        if len(data) > LARGEST_POSITION:
            raise ValueError(f"longer than {LARGEST_POSITION:,} bytes")
        return data.decode("utf-8")
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise ValueError(f"--position: {shortened(path)}: {reason}") from None
    except ValueError as error:
        raise ValueError(f"--position: {shortened(path)}: no JSON: {error}") from None


def shortened(text: str) -> str:
    """The text, or its beginning."""
    return text if len(text) <= 40 else f"{text[:37]}..."


def positive(text: str) -> float:
    """A reader of numbers above 0."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < float("inf"):
        raise argparse.ArgumentTypeError(f"{shortened(text)!r}, expected a number above 0")
    return value


def add_executor(parser: argparse.ArgumentParser) -> None:
    """Adds where to work, which `chosen_executor` reads."""
    parser.add_argument(
        "--executor",
        metavar="threads|processes|dask[:ADDRESS]",
        help="where to play; the result is the same for any (default: here, or processes if --workers is more than 1)",
    )
    parser.add_argument(
        "--workers",
        type=integer(1, 4096),
        metavar="N",
        help="how many workers to start (default: one for each core if there is an --executor)",
    )


def chosen_executor(chosen: argparse.Namespace) -> tuple[str | None, int | None]:
    """The executor's name, None for here, and the number of workers."""
    from burgundy.executors import check_executor

    name, workers = chosen.executor, chosen.workers
    if name is None:
        return ("processes" if workers is not None and workers > 1 else None), workers
    check_executor(name)
    if workers is not None and name.startswith("dask:"):
        raise ValueError("--workers: the cluster has its own, leave out --workers")
    return name, workers


def add_json(parser: argparse.ArgumentParser) -> None:
    """Adds the switch to JSON."""
    parser.add_argument("--json", action="store_true", help="print one JSON object instead")


def new_state(chosen: argparse.Namespace) -> "State":
    """The first node of the game that was asked for."""
    from burgundy import Rules, State

    players = chosen.players
    if players is None:
        players = len(chosen.boards) if isinstance(chosen.boards, list) else 2
    return State.new(
        players, boards=chosen.boards, rules=Rules(**options(chosen), data=chosen.data)
    )
