"""The result file: a header and the record of each game, JSON Lines, that can be gone on with, also with more bots."""

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from burgundy.arena.schedule import Schedule
from burgundy.arena.settings import FORMAT, MOST_GAMES, Settings, completed, differences
from burgundy.locks import lock
from burgundy.record_form import LONGEST_LINE
from burgundy.records import Record, RecordError

if TYPE_CHECKING:
    from types import TracebackType

__all__ = ["Fault", "Line", "Outcome", "ResultFile"]


@dataclass(frozen=True)
class Fault:
    """Why a bot lost a game that it did not finish."""

    seat: int
    step: int
    """How many words the record had by then."""
    reason: str


@dataclass(frozen=True)
class Outcome:
    """What of a game goes into the result."""

    game: int
    ranking: tuple[int, ...]
    """Seats from first to last; those that lost by a fault come last."""
    scores: tuple[int, ...]
    points: tuple[Mapping[str, int], ...]
    """VP of each seat by source."""
    moves: tuple[int, ...]
    seconds: tuple[float, ...]
    """What the moves of each seat took together."""
    longest: tuple[float, ...]
    """What the longest move of each seat took."""
    cpu_seconds: tuple[float | None, ...]
    """The processor's share of the moves of each seat; None where it was not measured."""
    faults: tuple[Fault, ...] = ()

    @classmethod
    def of(cls, record: Record) -> Self:
        """The outcome that a record of a tournament holds; `RecordError` for another record."""
        info = record.info
        try:
            made = cls(
                game=info["game"],
                ranking=tuple(info["ranking"]),
                scores=tuple(record.scores or ()),
                points=tuple(info["points"]),
                moves=tuple(info["moves"]),
                seconds=tuple(info["seconds"]),
                longest=tuple(info["longest"]),
                # Earlier versions did not measure it.
                cpu_seconds=tuple(info.get("cpu_seconds", (None,) * record.players)),
                faults=tuple(Fault(**fault) for fault in info.get("faults", ())),
            )
            is_whole = made._is_whole(record.players)
        except (AttributeError, KeyError, TypeError):
            is_whole = False
        if not is_whole:
            raise RecordError(record.where, ["info: expected what a tournament writes"])
        return made

    def _is_whole(self, players: int) -> bool:
        """Whether every seat has its numbers, and all of them are of the types they should be."""
        lists = (self.scores, self.points, self.moves, self.seconds, self.longest, self.cpu_seconds)
        vp = [vp for points in self.points for vp in points.values()]
        integers = (
            self.game,
            *self.ranking,
            *self.moves,
            *vp,
            *(fault.step for fault in self.faults),
        )
        measured = (time for time in self.cpu_seconds if time is not None)
        times = (*self.seconds, *self.longest, *measured)
        return (
            all(len(entries) == players for entries in lists)
            and all(type(number) is int for number in integers)
            and all(type(number) in (int, float) and number >= 0 for number in times)
            and sorted(self.ranking) == list(range(players))
            and all(fault.seat in self.ranking for fault in self.faults)
            and all(type(fault.seat) is int for fault in self.faults)
            and all(isinstance(fault.reason, str) for fault in self.faults)
        )


class Line(NamedTuple):
    """A game as it is written, which is all that comes back from a worker."""

    data: bytes
    outcome: Outcome

    @classmethod
    def of(cls, record: Record) -> Self:
        """The line of a record."""
        return cls(record.to_json().encode("utf-8") + b"\n", Outcome.of(record))


class ResultFile:
    """A result file that is open for more games; a context.

    What an earlier run wrote is in `outcomes`. A last line that was cut is dropped, and its game is played again. If the
    settings have more bots, behind those of the file, a header with all of them is written behind its games, which count
    for those that they are in the larger tournament.

    Raises `ValueError` for a file that other settings wrote, naming each that differs, for one that something else
    wrote, and for one that another process is writing; `RecordError` for a line that is no game of this tournament.
    """

    def __init__(self, path: str | os.PathLike[str], settings: Settings) -> None:
        self.path = os.fsdecode(path)
        self._settings = settings
        self._schedule = Schedule(settings)
        self.outcomes: dict[int, Outcome] = {}
        """What the file has, by the number that the game has with all bots."""
        if self.path.endswith(".gz"):
            raise ValueError(f"{self.path}: a packed file cannot be gone on with, leave out .gz")
        if os.path.exists(self.path) and not os.path.isfile(self.path):
            raise ValueError(f"{self.path}: expected a file")
        # Binary and unbuffered: what is written is in the file, and its length is known.
        self._file = open(self.path, "a+b", buffering=0)
        try:
            lock(self._file, self.path)
            self._end = self._read()
            self._file.truncate(self._end)
            if not self._end or self._schedule.settings != settings:
                self._go_over_to(Schedule(settings))
                self._write(json.dumps(settings.header()).encode() + b"\n")
        except BaseException:
            self._file.close()
            raise

    def add(self, lines: Sequence[Line]) -> None:
        """Writes games and takes in their outcomes."""
        self._write(b"".join(line.data for line in lines))
        self.outcomes |= {line.outcome.game: line.outcome for line in lines}

    def close(self) -> None:
        """Closes the file; half a line that Ctrl-C or a full disk left is taken back."""
        if not self._file.closed:
            self._file.truncate(self._end)
            self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: "TracebackType | None",
    ) -> None:
        self.close()

    def _write(self, data: bytes) -> None:
        rest = memoryview(data)
        while rest:
            rest = rest[self._file.write(rest) :]
        self._end += len(data)

    def _read(self) -> int:
        """Reads what there is, and gives where the last whole line ends."""
        name = os.path.basename(self.path)
        end = number = 0
        with open(self.path, "rb") as file:
            while line := file.readline(LONGEST_LINE + 1):
                number += 1
                where = f"{name}:{number}"
                if not line.endswith(b"\n"):
                    if len(line) > LONGEST_LINE:
                        raise RecordError(where, [f"longer than {LONGEST_LINE:,} bytes"])
                    if number == 1 and not _begins_header(line):
                        raise ValueError(f"{self.path}: expected a file that a tournament wrote")
                    return end
                if number == 1:
                    self._schedule = Schedule(self._settings_of(line, 1))
                elif _begins_header(line):
                    least = len(self._schedule.settings.bots)
                    self._go_over_to(Schedule(self._settings_of(line, least)))
                else:
                    self._take(line, where)
                end += len(line)
        return end

    def _settings_of(self, line: bytes, least: int) -> Settings:
        """The settings that a header stands for: these, or those with only the first bots, `least` of them or more."""
        try:
            found = json.loads(line)
        except (ValueError, RecursionError):
            found = None
        if not isinstance(found, dict) or found.get("format") != FORMAT:
            raise ValueError(f"{self.path}: expected a file that a tournament wrote")
        found = completed(found)
        settings, bots = self._settings, _bots(found)
        if len(bots) >= max(least, settings.fewest) and bots == settings.bots[: len(bots)]:
            settings = replace(settings, bots=bots)
        faults = differences(found, settings.header())
        if faults:
            raise ValueError("\n".join(map(self._told, faults)))
        return settings

    def _told(self, fault: str) -> str:
        """A difference in words, with the way out if there is one."""
        hint = (
            "; new bots go behind those of the file" if fault.startswith("settings.bots ") else ""
        )
        return f"{self.path}: written with other settings: {fault}{hint}"

    def _go_over_to(self, schedule: Schedule) -> None:
        """Goes on with a schedule that may have more bots: games get the numbers that they have there."""
        before, self._schedule = self._schedule, schedule
        if schedule.lacks(before):
            bots, seats = before.settings.bots, schedule.settings.players
            raise ValueError(
                f"{self.path}: written with {', '.join(bots)} at tables of {seats} seats, where more bots "
                "meet otherwise; expected the same bots, or a new file"
            )
        found = {schedule.number(before, game): old for game, old in self.outcomes.items()}
        self.outcomes = {game: replace(outcome, game=game) for game, outcome in found.items()}

    def _take(self, line: bytes, where: str) -> None:
        try:
            text = line.decode("utf-8")
        except UnicodeDecodeError as error:
            raise RecordError(where, [f"byte {error.start} is not UTF-8"]) from None
        record = Record.from_json(text, where)
        outcome = Outcome.of(record)
        if not self._is_ours(record, outcome.game):
            raise RecordError(
                where,
                [f"info.game: {outcome.game}, expected the number of this game in the tournament"],
            )
        if outcome.game in self.outcomes:
            raise RecordError(where, [f"info.game: {outcome.game}, which is there already"])
        self.outcomes[outcome.game] = outcome

    def _is_ours(self, record: Record, game: int) -> bool:
        """Whether the tournament has such a game: the same bots at the seats, in the same world."""
        if not 0 <= game < MOST_GAMES:
            return False
        scheduled = self._schedule.game(game)
        world = self._settings.world(scheduled.world)
        return (record.names, record.seed) == (scheduled.names, world)


def _bots(header: Mapping[str, Any]) -> tuple[str, ...]:
    """The bots of a header; none if it does not say which."""
    settings = header.get("settings")
    bots = settings.get("bots") if isinstance(settings, Mapping) else None
    return tuple(bots) if isinstance(bots, list) else ()


def _begins_header(line: bytes) -> bool:
    begin = f'{{"format": "{FORMAT}'.encode()
    return line.startswith(begin) or begin.startswith(line)
