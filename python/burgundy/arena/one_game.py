"""One game of a tournament, played to the end whatever the bots do."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from operator import index
from pathlib import Path
from traceback import walk_tb
from typing import TYPE_CHECKING, Any

from burgundy.arena.output import bots_print_to_stderr
from burgundy.arena.schedule import Scheduled
from burgundy.arena.settings import Settings, stable_seed
from burgundy.errors import IllegalActionError
from burgundy.game import Game
from burgundy.players import Player, check_player, player
from burgundy.pools import is_stopping

if TYPE_CHECKING:
    from burgundy.records import Record

__all__ = ["Clocked", "Lost", "Maker", "Stopped", "play"]

LONGEST_REASON = 300
PACKAGE = Path(__file__).parents[1]

Maker = Callable[[str, int], Player]
"""Makes a bot from its name and seed."""


class Stopped(Exception):
    """The game was broken off, since nobody waits for it any more."""


class Lost(Exception):
    """A bot cannot go on; the text is why. Raised by bots that stand for those in other processes."""


class Clocked:
    """A bot in another process, which measures its moves itself, without the way there and back."""

    seconds = 0.0
    """What the last move took."""
    cpu_seconds: float | None = None
    """The processor's share of it; None if nobody knows."""


@dataclass
class _Seat:
    """A bot at the table."""

    name: str
    bot: Player | None = None
    moves: int = 0
    seconds: float = 0.0
    cpu_seconds: float | None = 0.0
    longest: float = 0.0
    fault: dict[str, Any] | None = None


@dataclass
class _Table:
    """The game and who plays it."""

    game: Game
    seats: list[_Seat]
    limit: float | None
    fallen: list[int] = field(default_factory=list)
    """Seats that lost by a fault, in the order in which they did."""

    def fell(self, seat: int, reason: str) -> None:
        """Takes a bot out of the game."""
        step = len(self.game.history)
        shown = reason if len(reason) <= LONGEST_REASON else f"{reason[: LONGEST_REASON - 3]}..."
        shown = shown if shown.isprintable() else ascii(shown)[1:-1]
        self.seats[seat].fault = {"seat": seat, "step": step, "reason": shown}
        self.seats[seat].bot = None
        self.fallen.append(seat)

    def ranking(self) -> list[int]:
        """Seats from first to last; those that fell come last, the first to fall at the very end."""
        its = [int(seat) for seat in self.game.state.ranking()]
        return [seat for seat in its if seat not in self.fallen] + self.fallen[::-1]


@bots_print_to_stderr()
def play(settings: Settings, scheduled: Scheduled, make: Maker = player) -> "Record":
    """The record of a game; who won it, by which faults, the points and the times are in `info`.

    A bot that raises, that gives something else than a legal action or takes longer than `settings.move_seconds` has
    lost and is ranked last. If more than one other is left they go on; what the lost one would have to decide is then
    drawn, each legal action being as likely as the others. What bots print goes to standard error.
    """
    seed = settings.world(scheduled.world)
    seats = [_Seat(name) for name in scheduled.names]
    table = _Table(Game.from_state(settings.first_state(), seed), seats, settings.move_seconds)
    for seat, name in enumerate(scheduled.names):
        _check(name)  # what cannot be imported here is nobody's loss
        _guarded(table, seat, _sit_down, settings.bot_seed(scheduled.world, seat), make)
    while not table.game.is_over and len(table.fallen) < len(seats) - 1:
        if is_stopping():
            raise Stopped
        seat = table.game.state.current_player()
        if seats[seat].bot is None:
            drawn = stable_seed("drawn", seed, len(table.game.history))
            table.game.play(table.game.state.sample_action(drawn))
        else:
            _guarded(table, seat, _decide)
    return table.game.record(scheduled.names, info=_info(scheduled, table))


_check = lru_cache(maxsize=256)(check_player)


def _sit_down(table: _Table, seat: int, seed: int, make: Maker) -> None:
    table.seats[seat].bot = make(table.seats[seat].name, seed)


def _guarded(table: _Table, seat: int, call: Callable[..., None], *arguments: Any) -> None:
    """Calls, and makes whatever goes wrong the seat's loss."""
    try:
        call(table, seat, *arguments)
    except (KeyboardInterrupt, Stopped):
        raise
    except Lost as lost:
        table.fell(seat, str(lost))
    except BaseException as error:
        # SystemExit of a bot and the panic of a native one are no Exception, and are its loss as well.
        table.fell(seat, raised(error))


def raised(error: BaseException) -> str:
    """An error in one line, with the line of the bot's own file that it comes from, if there is one."""
    try:
        text = str(error)
    except KeyboardInterrupt:
        raise
    except BaseException:
        text = ""
    name = type(error).__name__
    told = f"raised {name}: {' '.join(text.split())}" if text.strip() else f"raised {name}"
    place = _place(error)
    room = LONGEST_REASON - len(place)
    return (told if len(told) <= room else f"{told[: room - 3]}...") + place


def _place(error: BaseException) -> str:
    """The first file outside this package that a traceback goes through, and its last line in it; empty if there is none."""
    lines = [(frame.f_code.co_filename, line) for frame, line in walk_tb(error.__traceback__)]
    outside = [file for file, _ in lines if PACKAGE not in Path(file).parents]
    if not outside:
        return ""
    line = next(line for file, line in reversed(lines) if file == outside[0])
    return f" ({Path(outside[0]).name[:60]}, line {line})"


def _decide(table: _Table, number: int) -> None:
    seat, state = table.seats[number], table.game.state
    assert seat.bot is not None
    begun, cpu_begun = time.perf_counter(), time.thread_time()
    try:
        answer = seat.bot.act(state)
    finally:
        seconds = time.perf_counter() - begun
        cpu_seconds: float | None = time.thread_time() - cpu_begun
        if isinstance(seat.bot, Clocked):
            seconds, cpu_seconds = seat.bot.seconds, seat.bot.cpu_seconds
        seat.moves += 1
        seat.seconds += seconds
        if seat.cpu_seconds is not None:
            seat.cpu_seconds = None if cpu_seconds is None else seat.cpu_seconds + cpu_seconds
        seat.longest = max(seat.longest, seconds)
    if table.limit is not None and seconds > table.limit:
        raise Lost(f"took {seconds:.3f} s for a move, allowed are {table.limit:g} s")
    try:
        if isinstance(answer, bool):
            raise TypeError
        action = index(answer)
    except TypeError:
        raise Lost(f"returned {_shown(answer)}, expected the code of an action") from None
    try:
        table.game.play(action)
    except IllegalActionError as error:
        raise Lost(f"returned an illegal action: {error}") from None


def _shown(answer: object) -> str:
    try:
        text = repr(answer)
    except Exception:
        text = f"a {type(answer).__name__}"
    return text if len(text) <= 40 else f"{text[:37]}..."


def _info(scheduled: Scheduled, table: _Table) -> dict[str, Any]:
    info: dict[str, Any] = {
        "game": scheduled.number,
        "world": scheduled.world,
        "table": scheduled.table,
        "seating": scheduled.seating,
        "kind": scheduled.kind,
        "ranking": table.ranking(),
        "points": [
            {source: vp for source, vp in points.items() if vp}
            for points in table.game.score_breakdown()
        ],
        "moves": [seat.moves for seat in table.seats],
        "seconds": [round(seat.seconds, 6) for seat in table.seats],
        "longest": [round(seat.longest, 6) for seat in table.seats],
        "cpu_seconds": [
            None if seat.cpu_seconds is None else round(seat.cpu_seconds, 6) for seat in table.seats
        ],
    }
    if table.fallen:
        info["faults"] = [table.seats[seat].fault for seat in table.fallen]
    return info
