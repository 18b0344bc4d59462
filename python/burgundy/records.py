"""Games written down: JSON Lines, one game a line (docs/formats.md, section 12).

    records.write("games.jsonl.gz", games)
    for record in records.read("games.jsonl.gz"):
        game = record.replay()

Both stream, so that a file may hold any number of games. A record is words alone, so that games from a
real table can be written down as well; what else it holds (a seed, scores, a key) is checked by `verify`.
"""

import gzip
import json
import os
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from io import BufferedIOBase
from typing import IO, TYPE_CHECKING, Any, cast

from burgundy.record_form import (
    FORMAT,
    LONGEST_LINE,
    MOST_EMPTY,
    MOST_WORDS,
    RecordError,
    checked,
)

if TYPE_CHECKING:
    from burgundy.game import Game

__all__ = [
    "FORMAT",
    "LONGEST_LINE",
    "MOST_EMPTY",
    "MOST_WORDS",
    "Record",
    "RecordError",
    "of_game",
    "read",
    "write",
]


TOURNAMENT = '{"format": "burgundy-tournament/'
"""How a header of a tournament's result file begins."""


@dataclass(frozen=True)
class Record:
    """One game written down; only `words` and `players` are always there."""

    players: int
    words: tuple[str, ...]
    """Every action and every outcome, in order."""
    boards: tuple[int, ...] | str | None = None
    """The board of each seat, "random" if they were drawn, None for board 1 each."""
    start_castles: tuple[str | None, ...] | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    start: str | None = None
    """The position string that the game went on from, if it did not begin at the set-up."""
    names: tuple[str, ...] | None = None
    """Who played, by seat."""
    seed: int | None = None
    """The world in which the game was played."""
    scores: tuple[int, ...] | None = None
    ranking: tuple[int, ...] | None = None
    key: int | None = None
    """The key of the last state."""
    data: str | None = None
    """The fingerprint of the data files, if they are not the shipped ones."""
    versions: Mapping[str, int] = field(default_factory=dict)
    search: tuple[Mapping[str, Any], ...] = ()
    """What a search said before some steps: dicts with `step`, an index into `words`."""
    info: Mapping[str, Any] = field(default_factory=dict)
    """Anything else that somebody wanted to keep, unchecked."""
    where: str = "record"
    """The file and line it was read from."""

    @classmethod
    def from_json(cls, text: str, where: str = "record") -> "Record":
        """The record of one line; `RecordError` with every fault of its form."""
        try:
            found = json.loads(text, parse_constant=_no_constant)
        except RecursionError:
            raise RecordError(where, ["nested too deeply"]) from None
        except ValueError as error:
            raise RecordError(where, [f"no JSON: {error}"]) from None
        return cls(**checked(found, where), where=where)

    def to_json(self) -> str:
        """The record as one line, without its end; `RecordError` for numbers that JSON does not have."""
        found: dict[str, Any] = {"format": FORMAT, "versions": dict(self.versions)}
        found |= {"edition": "2011", "players": self.players}
        for name in ("names", "start", "boards", "start_castles", "data"):
            value = getattr(self, name)
            if value is not None:
                found[name] = list(value) if isinstance(value, tuple) else value
        if self.options:
            found["options"] = dict(self.options)
        if self.seed is not None:
            found["seed"] = str(self.seed)
        found["words"] = list(self.words)
        for name in ("scores", "ranking"):
            if getattr(self, name) is not None:
                found[name] = list(getattr(self, name))
        if self.key is not None:
            found["key"] = f"{self.key:016x}"
        if self.search:
            found["search"] = [dict(entry) for entry in self.search]
        if self.info:
            found["info"] = dict(self.info)
        try:
            return json.dumps(found, ensure_ascii=False, separators=(", ", ": "), allow_nan=False)
        except ValueError as error:
            raise RecordError(self.where, [f"no JSON: {str(error).lower()}"]) from None

    def begin(self, state_class: Any = None, data: str | None = None) -> Any:
        """The state that the game begins at, on any engine.

        `data` is the folder of own data files, for a record that was played with them. Raises `RecordError`
        if there can be no such game.
        """
        if state_class is None:
            from burgundy._core import State

            state_class = State
        rules = {**self.options, "data": data}
        try:
            if self.start is not None:
                from burgundy import position

                state = position.read(self.start, state_class, None if data is None else rules)
            else:
                boards = list(self.boards) if isinstance(self.boards, tuple) else self.boards
                castles = None if self.start_castles is None else list(self.start_castles)
                state = state_class.new(
                    self.players, boards=boards, start_castles=castles, rules=rules
                )
        except ValueError as error:
            raise RecordError(self.where, str(error).splitlines()) from None
        found = _fingerprint(state)
        if self.data is not None and self.data != found:
            fault = f"data: played with the data files {self.data}, these are {found}"
            raise RecordError(self.where, [f"{fault}; give the folder it was played with"])
        return state

    def replay(
        self, state_class: Any = None, to: int | None = None, data: str | None = None
    ) -> "Game":
        """The game after the first `to` words, or after all of them.

        Raises `RecordError` for a word that is not legal, with the engine's reason.
        """
        from burgundy.game import Game

        game = Game.from_state(self.begin(state_class, data))
        for number, words in enumerate(self.words[:to]):
            try:
                game.play(words)
            except ValueError as error:
                raise RecordError(self.where, [_illegal(game, number, error)]) from None
        return game

    def verify(self, state_class: Any = None, data: str | None = None) -> list[str]:
        """What does not hold on an engine: words, worlds, scores, ranking, key; empty if all does."""
        from burgundy._core import RULES_VERSION, STATE_VERSION, WORLD_VERSION

        try:
            game = self.replay(state_class, data=data)
        except RecordError as error:
            return error.faults
        faults = []
        if self.seed is not None and self.versions.get("world", WORLD_VERSION) == WORLD_VERSION:
            for number, step in enumerate(game.history):
                if step.is_chance and step.action != step.state.chance_outcome(self.seed):
                    other = step.state.action_to_string(step.state.chance_outcome(self.seed))
                    faults.append(
                        f"words[{number}]: {step.words}, in world {self.seed} it is {other}"
                    )
                    break
        state = game.state
        same_rules = self.versions.get("rules", RULES_VERSION) == RULES_VERSION
        for name, its in (("scores", state.scores()), ("ranking", state.ranking())):
            given = getattr(self, name)
            if given is not None and given != tuple(its) and same_rules:
                faults.append(f"{name}: {list(given)}, the replay gives {list(its)}")
        same_keys = self.versions.get("state", STATE_VERSION) == STATE_VERSION
        if self.key is not None and self.key != state.key() and same_keys:
            faults.append(f"key: {self.key:016x}, the replay gives {state.key():016x}")
        return faults


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name}, expected a number")


def of_game(
    game: "Game",
    names: Iterable[str] | None = None,
    search: Iterable[Mapping[str, Any]] = (),
    info: Mapping[str, Any] | None = None,
) -> Record:
    """The record of a game as far as it was played."""
    from burgundy._core import RULES_VERSION, STATE_VERSION, WORLD_VERSION

    state, start = game.state, game.start
    fingerprint = _fingerprint(state)
    form: dict[str, Any] = {
        **_set_up(start),
        "players": state.num_players(),
        "words": [step.words for step in game.history],
        "scores": [int(score) for score in state.scores()],
        "ranking": [int(seat) for seat in state.ranking()],
        "key": f"{state.key():016x}",
        "versions": {"rules": RULES_VERSION, "world": WORLD_VERSION, "state": STATE_VERSION},
        "search": [dict(entry) for entry in search],
        "info": dict(info or {}),
    }
    if names is not None:
        form["names"] = list(names)
    if game.seed is not None:
        form["seed"] = str(game.seed)
    if fingerprint != _shipped_fingerprint():
        form["data"] = fingerprint
    return Record(**checked(form, "record"))


def _set_up(start: Any) -> dict[str, Any]:
    """The arguments of `State.new` that give the state, or else its position string."""
    snapshot = start.snapshot()
    seats = snapshot["seats"]
    set_up: dict[str, Any] = {"options": snapshot["options"]} if "options" in snapshot else {}
    boards: Any = [seat["board"] for seat in seats]
    castles = [seat["start_castle"] for seat in seats]
    if None in boards:
        boards = "random"
    for given in ({"boards": boards}, {"boards": boards, "start_castles": castles}):
        try:
            if type(start).new(snapshot["players"], rules=start.rules, **given) == start:
                return {**set_up, **given}
        except ValueError:
            pass
    from burgundy import position

    return {**set_up, "start": position.of_snapshot(snapshot)}


def _fingerprint(state: Any) -> str:
    """The fingerprint of the data that the state is played with, from its bytes."""
    return cast(str, state.to_bytes()[8:16].hex())


def _shipped_fingerprint() -> str:
    from burgundy._core import Rules

    return Rules().fingerprint.hex()


def _illegal(game: "Game", number: int, error: ValueError) -> str:
    state = game.state
    snapshot = state.snapshot()
    prompt = snapshot["prompt"]
    if state.is_terminal():
        due = "the game is over"
    elif state.is_chance_node():
        due = f"due is the outcome of: {prompt['event']}"
    else:
        due = f"due is seat {state.current_player()}, {prompt['kind']}"
    when = f"phase {snapshot['phase']} round {snapshot['round']}"
    return f"words[{number}]: {error}; {when}, {due}"


def read(source: str | os.PathLike[str] | IO[bytes]) -> Iterator[Record]:
    """The records of a file, one after the other; gzip if the name ends in `.gz`.

    `source` is a path or an open binary file. Empty lines are skipped, `MOST_EMPTY` on end at most, and so are the
    headers of a tournament's result file. Raises `RecordError` with the line's number at the first line that is no record, and `OSError` if the file cannot be read.
    """
    if hasattr(source, "readline"):
        yield from _records(cast(IO[bytes], source), getattr(source, "name", "records"))
        return
    path = os.fspath(cast(str, source))
    with open(path, "rb") as file:
        if path.endswith(".gz"):
            with gzip.GzipFile(fileobj=file) as unpacked:
                yield from _records(cast(IO[bytes], unpacked), os.path.basename(path))
        else:
            yield from _records(file, os.path.basename(path))


def _records(file: IO[bytes], name: object) -> Iterator[Record]:
    number = empty_lines = empty_bytes = 0
    while True:
        number += 1
        where = f"{name}:{number}"
        with _told(where):
            line = file.readline(LONGEST_LINE + 1)
        if not line:
            return
        if len(line) > LONGEST_LINE:
            raise RecordError(where, [f"longer than {LONGEST_LINE:,} bytes"])
        if number == 1 and line.startswith(b"\x1f\x8b"):
            raise RecordError(where, ["packed by gzip, expected a name that ends in .gz"])
        try:
            text = line.decode("utf-8-sig" if number == 1 else "utf-8")
        except UnicodeDecodeError as error:
            raise RecordError(where, [f"byte {error.start} is not UTF-8"]) from None
        if text.strip() and not text.startswith(TOURNAMENT):
            empty_lines = empty_bytes = 0
            yield Record.from_json(text, where)
            continue
        empty_lines += 1
        empty_bytes += len(line)
        if empty_lines > MOST_EMPTY or empty_bytes > LONGEST_LINE:
            most = f"{MOST_EMPTY:,} lines and {LONGEST_LINE:,} bytes"
            raise RecordError(where, [f"nothing but empty lines, expected {most} of them at most"])


@contextmanager
def _told(where: str) -> Iterator[None]:
    """Errors of a packed file, with the line."""
    try:
        yield
    except EOFError:
        raise RecordError(where, ["the packed file is cut"]) from None
    except (gzip.BadGzipFile, zlib.error) as error:
        raise RecordError(where, [f"no gzip: {str(error).lower()}"]) from None


def write(
    path: str | os.PathLike[str], games: "Iterable[Game | Record]", append: bool = False
) -> int:
    """Writes games or records, one a line, and gives their number; gzip if the name ends in `.gz`."""
    path = os.fspath(path)
    count = 0
    with open(path, "ab" if append else "wb") as plain:
        file: IO[bytes] | gzip.GzipFile = plain
        if path.endswith(".gz"):
            file = gzip.GzipFile(filename="", mode="wb", fileobj=plain, mtime=0)
        try:
            for game in games:
                record = game if isinstance(game, Record) else game.record()
                cast(BufferedIOBase, file).write(record.to_json().encode("utf-8") + b"\n")
                count += 1
        finally:
            if file is not plain:
                file.close()
    return count
